"""Playing a study: every missing shard, on all cores, stoppable at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

import numpy as np
import pyarrow as pa

from paskasim.engine import InterruptedPlayError
from paskasim.errors import PaskasimError
from paskasim.fault_places import place_in
from paskasim.faults import faults_at
from paskasim.lineups import Crew, Player, crew_of
from paskasim.rules import RuleSet
from paskasim.studies import files, probing
from paskasim.studies.agenda import Agenda, Task
from paskasim.studies.columns import game_rows
from paskasim.studies.plan import Case, plan
from paskasim.studies.playing import play_case
from paskasim.studies.receipts import probe_schema
from paskasim.studies.stopping import Stop
from paskasim.studies.store import Store
from paskasim.studies.study import Study
from paskasim.studies.sums import block_sums, length_counts
from paskasim.threads import NAME, default_threads

POLL_SECONDS = 0.1
QUEUED = 4


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
    stops
        Why each group of rotations stopped, in a study with `precision`.
    left_out
        Sentences on example games that could not be written down.
    """

    folder: Path
    games: int
    played: int
    larger: int
    seconds: float
    stops: Mapping[str, Stop] = field(default_factory=dict)
    left_out: Sequence[str] = ()


@dataclass(frozen=True)
class Progress:
    """Whom to tell how far it is.

    Attributes
    ----------
    begin
        Told once how many games there are to play.
    begin_open
        Told once, in place of `begin`, how many games there are to play at most, where that is all that is known.
    advance
        Told the number of games whenever some were played; called from several threads.
    """

    begin: Callable[[int], None] = lambda games: None
    begin_open: Callable[[int], None] = lambda games: None
    advance: Callable[[int], None] = lambda games: None


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
        agenda = Agenda(study, cases, store)
        store.remove_strays(cases, agenda.limits)
        (progress.begin if study.precision is None else progress.begin_open)(agenda.most)
        started = time.time()
        clock = time.perf_counter()
        complete = False
        left = agenda.cases
        try:
            if left:
                _play_all(study, agenda, store, threads or default_threads(), progress)
            complete = True
        finally:
            seconds = time.perf_counter() - clock
            if left:
                facts = {"started": round(started, 3), "seconds": round(seconds, 3), "games": agenda.played}
                with suppress(PaskasimError):  # nothing depends on it, and another error may be on its way
                    store.note_run(**facts, complete=complete, threads=threads or default_threads())
        store.remove_strays(cases, agenda.totals)
        left_out = store.finish(study, cases, agenda.totals, agenda.probed, agenda.stops, command)
    games = sum(agenda.totals.values())
    return Outcome(store.folder, games, agenda.played, agenda.larger, seconds, agenda.stops, left_out)


def _play_all(study: Study, agenda: Agenda, store: Store, threads: int, progress: Progress) -> None:
    stopping = False
    crews = _Crews()

    def work(task: Task) -> tuple[Task, pa.Table | None]:
        if stopping:
            raise InterruptedPlayError
        do = _measure if task.probe else _play
        return task, do(task, crews, study, store, lambda: stopping, progress)

    with ThreadPoolExecutor(threads, thread_name_prefix=NAME) as pool:
        waiting: list[Future[tuple[Task, pa.Table | None]]] = []
        try:
            pool.submit(crews.compile, agenda.cases).result()  # a Ctrl-C within the compiler could crash it
            while True:
                # A few at a time: there may be a million.
                while len(waiting) < QUEUED * threads and (task := agenda.take()) is not None:
                    waiting.append(pool.submit(work, task))
                if not waiting:
                    break
                done = wait(waiting, POLL_SECONDS, FIRST_COMPLETED).done
                ended = [future for future in waiting if future in done]  # of several faults the first one is told
                waiting = [future for future in waiting if future not in done]
                for future in ended:
                    agenda.done(*future.result())
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


def _play(
    task: Task, crews: _Crews, study: Study, store: Store, stop: Callable[[], bool], progress: Progress
) -> pa.Table:
    case = task.case
    games = play_case(
        case, crews.of(case.seats, case.rules), task.first, task.games, detail=study.detail, stop=stop,
        played=progress.advance, place=lambda: place_in(study, case),
    )  # fmt: skip
    rows = game_rows(games, study.detail) if study.keep_games else None
    sums = block_sums(games)
    store.write_shard(case, task.first, rows, sums, length_counts(games))
    return sums


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
    with faults_at(lambda: place_in(study, case, name)):
        blocks = np.add.reduceat(probe.play(shard), starts, axis=0)
    columns = [pa.array((task.first + starts) // probe.block), *(pa.array(column) for column in blocks.T)]
    table = pa.Table.from_arrays(columns, schema=probe_schema(name))
    store.write_probe(case, name, task.first, table, task.games, probing.mark_of(study, name, case))


def with_overrides(study: Study, *, games: int | None, seed: int | None) -> Study:
    """Return the study with another number of games or another seed for each case."""
    return replace(study, games=study.games if games is None else games, seed=study.seed if seed is None else seed)
