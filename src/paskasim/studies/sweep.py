"""Playing a study: every missing shard, on all cores, stoppable at any moment."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow as pa

from paskasim.engine import InterruptedPlayError, play
from paskasim.errors import PaskasimError
from paskasim.forks import fork_games
from paskasim.lineups import Crew, crew_of
from paskasim.rules.tables import rule_tables
from paskasim.studies import files
from paskasim.studies.columns import game_rows
from paskasim.studies.plan import Case, fork_shards, plan
from paskasim.studies.receipts import FORK_SHARD_SCHEMA, Receipts
from paskasim.studies.store import Store
from paskasim.studies.study import Study
from paskasim.studies.sums import BLOCK_GAMES, block_sums, length_counts

POLL_SECONDS = 0.1
QUEUED = 4
MOST_THREADS = 1024


@dataclass(frozen=True)
class Task:
    """One shard to be played, or to be forked."""

    case: Case
    first: int
    games: int
    forks: bool = False


@dataclass(frozen=True)
class Outcome:
    """What a sweep did.

    Attributes
    ----------
    folder
        The study's results.
    games
        Games of all cases, those of earlier runs included.
    played
        Games played by this run.
    larger
        Cases that keep more games than the study asks for, since they were there.
    seconds
        Time that playing and writing took, compiling left out.
    """

    folder: Path
    games: int
    played: int
    larger: int
    seconds: float


@dataclass(frozen=True)
class Progress:
    """Whom to tell how far it is.

    Attributes
    ----------
    begin
        Told once how many games there are to play.
    advance
        Told the number of games whenever some were played; called from several threads.
    """

    begin: Callable[[int], None] = lambda games: None
    advance: Callable[[int], None] = lambda games: None


def default_threads() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def sweep(
    study: Study, out: Path, *, threads: int | None = None, command: str = "", progress: Progress | None = None
) -> Outcome:
    """Play what is missing of a study, and write its results to `out`/<slug>.

    The same call again does only what is missing. Raises KeyboardInterrupt within a second of Ctrl-C; the finished
    shards are kept.

    Raises
    ------
    PaskasimError
        For a study that can't be played, or a folder that can't be used.
    """
    cases = plan(study)
    store = Store(out / study.slug)
    store.open()
    progress = progress or Progress()
    with files.locked(store.folder):
        totals, forked, tasks = missing(study, cases, store)
        store.remove_strays(cases, totals)
        games = sum(task.games for task in tasks if not task.forks)
        progress.begin(games + sum(task.games for task in tasks if task.forks))
        started = time.time()
        clock = time.perf_counter()
        complete = False
        try:
            if tasks:
                _play_all(study, tasks, store, threads or default_threads(), progress)
            complete = True
        finally:
            seconds = time.perf_counter() - clock
            if tasks:
                facts = {"started": round(started, 3), "seconds": round(seconds, 3), "games": games}
                with suppress(PaskasimError):  # nothing depends on it, and another error may be on its way
                    store.note_run(**facts, complete=complete, threads=threads or default_threads())
        store.finish(study, cases, totals, forked, command)
    larger = sum(total > study.games for total in totals.values())
    return Outcome(store.folder, sum(totals.values()), games, larger, seconds)


def missing(study: Study, cases: Sequence[Case], store: Store) -> tuple[dict[str, int], dict[str, int], list[Task]]:
    """Return the games and the forked games that each case will have, by id, and the shards still to be played.

    A case of which more games are there than the study asks for keeps them.
    """
    found = store.receipts(cases)
    totals: dict[str, int] = {}
    forked: dict[str, int] = {}
    tasks: list[Task] = []
    for case in cases:
        own = found[case.id]
        total = totals[case.id] = max(study.games, _games_there(case, own))
        for first, games in case.shards(total):
            there = own.games(first) == games
            if not there or (study.keep_games and not store.rows_present(case, first, games, study.detail)):
                tasks.append(Task(case, first, games))
        if "fours" in study.questions and case.rules.fours.burn:
            forked[case.id] = min(study.fork_games, total)
            for first, games in fork_shards(forked[case.id]):
                if own.forked.get(first) != (games, study.fork_continuations):
                    tasks.append(Task(case, first, games, forks=True))
    return totals, forked, tasks


def _games_there(case: Case, own: Receipts) -> int:
    there = 0
    while (games := own.games(there)) > 0:
        there += games
        if games < case.shard_games:
            break
    return there


def _play_all(study: Study, tasks: Sequence[Task], store: Store, threads: int, progress: Progress) -> None:
    stopping = False
    cases = {task.case.id: task.case for task in tasks}

    def work(task: Task) -> None:
        if stopping:
            raise InterruptedPlayError
        do = _fork if task.forks else _play
        do(task, crews[task.case.id], study, store, lambda: stopping, progress)

    ahead = iter(tasks)
    with ThreadPoolExecutor(threads, thread_name_prefix="paskasim") as pool:
        waiting: set[Future[None]] = set()
        try:
            crews = pool.submit(_crews, cases.values()).result()  # a Ctrl-C within the compiler could crash it
            while True:
                # A few at a time: there may be a million.
                waiting |= {pool.submit(work, task) for task in islice(ahead, QUEUED * threads - len(waiting))}
                if not waiting:
                    break
                done, waiting = wait(waiting, POLL_SECONDS, FIRST_COMPLETED)
                for future in done:
                    future.result()
        except BaseException:
            stopping = True
            for future in waiting:
                future.cancel()
            raise


def _crews(cases: Iterable[Case]) -> dict[str, Crew]:
    """Return the crew of each case by id; cases with the same line-up share one."""
    by_identities: dict[tuple[str, ...], Crew] = {}
    found: dict[str, Crew] = {}
    for case in cases:
        identities = tuple(player.identity(case.rules, case.players) for player in case.seats)
        if identities not in by_identities:
            by_identities[identities] = crew_of(case.seats, case.rules)
        found[case.id] = by_identities[identities]
    return found


def _play(task: Task, crew: Crew, study: Study, store: Store, stop: Callable[[], bool], progress: Progress) -> None:
    case = task.case
    games = play(
        rule_tables(case.rules, case.players), case.players, crew, case.seed, task.first, task.games,
        detail=study.detail, stop=stop, played=progress.advance,
    )  # fmt: skip
    rows = game_rows(games, study.detail) if study.keep_games else None
    store.write_shard(case, task.first, rows, block_sums(games), length_counts(games))


def _fork(task: Task, crew: Crew, study: Study, store: Store, stop: Callable[[], bool], progress: Progress) -> None:
    case = task.case
    sums = fork_games(
        rule_tables(case.rules, case.players), case.players, crew, case.seed, task.first, task.games,
        study.fork_continuations, stop=stop, played=progress.advance,
    )  # fmt: skip
    starts = np.arange(0, task.games, BLOCK_GAMES)
    blocks = np.add.reduceat(sums, starts, axis=0)
    columns = [pa.array((task.first + starts) // BLOCK_GAMES), *(pa.array(column) for column in blocks.T)]
    table = pa.Table.from_arrays(columns, schema=FORK_SHARD_SCHEMA)
    store.write_forks(case, task.first, table, task.games, study.fork_continuations)


def with_overrides(study: Study, *, games: int | None, seed: int | None) -> Study:
    """Return the study with another number of games or another seed for each case."""
    return replace(study, games=study.games if games is None else games, seed=study.seed if seed is None else seed)
