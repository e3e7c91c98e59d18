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
from threading import Lock

import numpy as np
import pyarrow as pa

from paskasim.engine import InterruptedPlayError, play
from paskasim.errors import PaskasimError
from paskasim.lineups import Crew, Player, crew_of
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.studies import files, probing
from paskasim.studies.columns import game_rows
from paskasim.studies.plan import Case, plan
from paskasim.studies.receipts import Receipts, probe_schema
from paskasim.studies.store import Store
from paskasim.studies.study import Study
from paskasim.studies.sums import block_sums, length_counts

POLL_SECONDS = 0.1
QUEUED = 4
MOST_THREADS = 1024


@dataclass(frozen=True)
class Task:
    """One shard to be played, or to be measured by a probe.

    Attributes
    ----------
    first, games
        Numbers of the games, or of the probe's units.
    probe
        Name of the probe, if it is one's.
    """

    case: Case
    first: int
    games: int
    probe: str = ""


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
        totals, probed, tasks = missing(study, cases, store)
        store.remove_strays(cases, totals)
        games = sum(task.games for task in tasks if not task.probe)
        progress.begin(sum(task.games for task in tasks))
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
        store.finish(study, cases, totals, probed, command)
    larger = sum(total > study.games for total in totals.values())
    return Outcome(store.folder, sum(totals.values()), games, larger, seconds)


def missing(
    study: Study, cases: Sequence[Case], store: Store
) -> tuple[dict[str, int], dict[str, dict[str, int]], list[Task]]:
    """Return the games that each case will have, by id, the units by probe and id, and the shards still to be played.

    A case of which more games are there than the study asks for keeps them.
    """
    found = store.receipts(cases)
    totals: dict[str, int] = {}
    probed: dict[str, dict[str, int]] = {name: {} for name in probing.wanted(study)}
    tasks: list[Task] = []
    for case in cases:
        own = found[case.id]
        total = totals[case.id] = max(study.games, _games_there(case, own))
        for first, games in case.shards(total):
            there = own.games(first) == games
            if not there or (study.keep_games and not store.rows_present(case, first, games, study.detail)):
                tasks.append(Task(case, first, games))
        for name, units_of in probed.items():
            probe = probing.load(name)
            if probe.applies(case):
                units = units_of[case.id] = min(probing.settings_of(study, name)[probing.COUNT], total)
                mark = probing.mark_of(study, name, case)
                done = own.probed(name).units
                tasks += [
                    Task(case, *shard, name) for shard in probe.shards(units) if done.get(shard[0]) != (shard[1], mark)
                ]
    return totals, probed, tasks


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
    crews = _Crews()

    def work(task: Task) -> None:
        if stopping:
            raise InterruptedPlayError
        do = _measure if task.probe else _play
        do(task, crews, study, store, lambda: stopping, progress)

    ahead = iter(tasks)
    with ThreadPoolExecutor(threads, thread_name_prefix="paskasim") as pool:
        waiting: set[Future[None]] = set()
        try:
            pool.submit(crews.compile, cases.values()).result()  # a Ctrl-C within the compiler could crash it
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


class _Crews:
    """Crews by who sits where; cases with the same line-up share one."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Crew] = {}
        self._lock = Lock()

    def compile(self, cases: Iterable[Case]) -> None:
        """Make the crew of each case."""
        for case in cases:
            self.of(case.seats, case.rules)

    def of(self, seats: Sequence[Player], rules: RuleSet) -> Crew:
        """Return the crew of these players, made when it is first asked for."""
        identities = tuple(player.identity(rules, len(seats)) for player in seats)
        with self._lock:
            if identities not in self._known:
                self._known[identities] = crew_of(seats, rules)
            return self._known[identities]


def _play(task: Task, crews: _Crews, study: Study, store: Store, stop: Callable[[], bool], progress: Progress) -> None:
    case = task.case
    games = play(
        rule_tables(case.rules, case.players), case.players, crews.of(case.seats, case.rules), case.seed, task.first,
        task.games, detail=study.detail, stop=stop, played=progress.advance,
    )  # fmt: skip
    rows = game_rows(games, study.detail) if study.keep_games else None
    store.write_shard(case, task.first, rows, block_sums(games), length_counts(games))


def _measure(
    task: Task, crews: _Crews, study: Study, store: Store, stop: Callable[[], bool], progress: Progress
) -> None:
    case, name = task.case, task.probe
    probe = probing.load(name)
    shard = probing.Shard(
        case, task.first, task.games, probing.settings_of(study, name), lambda seats: crews.of(seats, case.rules),
        study.folder, stop, progress.advance,
    )  # fmt: skip
    starts = np.arange(0, task.games, probe.block)
    blocks = np.add.reduceat(probe.play(shard), starts, axis=0)
    columns = [pa.array((task.first + starts) // probe.block), *(pa.array(column) for column in blocks.T)]
    table = pa.Table.from_arrays(columns, schema=probe_schema(name))
    store.write_probe(case, name, task.first, table, task.games, probing.mark_of(study, name, case))


def with_overrides(study: Study, *, games: int | None, seed: int | None) -> Study:
    """Return the study with another number of games or another seed for each case."""
    return replace(study, games=study.games if games is None else games, seed=study.seed if seed is None else seed)
