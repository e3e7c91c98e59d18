"""What of a study is still to be played: all known beforehand, or with `precision` found out on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from paskasim.studies import probing
from paskasim.studies.plan import Case
from paskasim.studies.receipts import Receipts
from paskasim.studies.stopping import Stop, Watch
from paskasim.studies.store import Store
from paskasim.studies.study import Study


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


class Agenda:
    """The shards still to be played, in the order of the plan, handed out one by one.

    Attributes
    ----------
    totals
        Games that each case is to have, by id; a watched case is among them once it has stopped.
    probed
        Units by probe and id, likewise.
    measured
        Which cases each probe measures, by id.
    played
        Games played so far.
    most
        Games and units still to be played, with `precision` at most.
    """

    def __init__(self, study: Study, cases: Sequence[Case], store: Store) -> None:
        self.study, self.store = study, store
        self.totals: dict[str, int] = {}
        self.probed: dict[str, dict[str, int]] = {name: {} for name in probing.wanted(study)}
        self.measured = {name: {case.id for case in probing.measured(name, cases)} for name in self.probed}
        self.played = 0
        found = store.receipts(cases)
        groups = [[case] for case in cases] if study.precision is None else _groups(cases)
        self._courses = courses = [_Course(self, group, found) for group in groups]
        self.most = sum(course.most() for course in courses)
        self.limits = {case.id: course.limit for course in courses for case in course.cases}
        self._of = {case.id: course for course in courses for case in course.cases}
        self._open = deque(course for course in courses if not course.over)

    @property
    def stops(self) -> dict[str, Stop]:
        """Why each watched group stopped, by group, in the order of the plan."""
        return {course.cases[0].group: course.stop for course in self._courses if course.stop is not None}

    @property
    def cases(self) -> list[Case]:
        """The cases of which something is left to do."""
        return [case for course in self._open for case in course.cases if not course.over]

    def take(self) -> Task | None:
        """Return the next shard; None if there is none, or none until one that was handed out is done."""
        for course in self._open:
            if course.ahead:
                course.flying += 1
                return course.ahead.popleft()
        return None

    def done(self, task: Task, sums: pa.Table | None) -> None:
        """Learn that a shard has been played and written; `sums` are its block sums, if it is one of games."""
        self.played += 0 if task.probe else task.games
        self._of[task.case.id].done(task, sums)
        while self._open and self._open[0].over:
            self._open.popleft()

    @property
    def larger(self) -> int:
        """Cases that keep more games than are asked for, since they were there."""
        return sum(
            self.totals.get(case.id, 0) > ((course.stop and course.stop.reached) or case.games)
            for course in self._courses
            for case in course.cases
        )


class _Course:
    """What becomes of one case, or of the rotations that are watched together."""

    def __init__(self, agenda: Agenda, cases: Sequence[Case], found: Mapping[str, Receipts]) -> None:
        study = agenda.study
        self.agenda, self.cases = agenda, cases
        self.ahead: deque[Task] = deque()
        self.flying = 0
        self.over = False
        self.stop: Stop | None = None
        self._found = {case.id: found[case.id] for case in cases}
        self._new: dict[tuple[str, int], int] = {}
        self._watch: Watch | None = None
        self._total: int | None = None
        self._ending = False
        if study.precision is None:
            self.limit = self._total = max(cases[0].games, _games_there(cases[0], found[cases[0].id]))
        else:
            kept = max(own.kept for own in self._found.values())
            self._watch = Watch(study.precision, cases, cases[0].games, kept)
            self.limit = self._watch.most
            for case in cases:
                for first, sums in sorted(self._found[case.id].blocks.items()):
                    if self._found[case.id].games(first):
                        self._watch.add(case, first, sums)
        self._go_on()

    def most(self) -> int:
        """Return how many games and units there are to play at most."""
        if self._total is not None or self._watch is None:
            return sum(task.games for task in self.ahead)
        units = sum(sum(of.values()) for of in self._units(self.limit).values())
        return sum(self.limit - self._watch.there(case) for case in self.cases) + units

    def done(self, task: Task, sums: pa.Table | None) -> None:
        """Learn that a shard is finished."""
        self.flying -= 1
        if sums is not None:
            self._new[task.case.id, task.first] = task.games
            if self._watch is not None:
                self._watch.add(task.case, task.first, sums)
                if self._total is None and (total := self._watch.total()) is not None:
                    self._total = total
                    self.ahead.clear()
        # Two versions of one shard are never under way at once: all are in before one goes on.
        if not self.ahead and not self.flying:
            self._go_on()

    def _go_on(self) -> None:
        if self._total is None and self._watch is not None:
            self._total = self._watch.total()
            if self._total is None:
                wanted = self._watch.wanted()
                for case in self.cases:
                    shards = case.shards(wanted)
                    self.ahead += [Task(case, *one) for one in shards if self._watch.games(case, one[0]) < one[1]]
                return
        if self._total is None:
            raise RuntimeError("a case without a watch has no number of games")
        if not self._ending:
            self._ending = True
            self.ahead.extend(self._missing(self._total))
        if not self.ahead:
            self.over = True
            self.agenda.totals |= {case.id: self._total for case in self.cases}
            for name, units in self._units(self._total).items():
                self.agenda.probed[name] |= units
            if self._watch is not None:
                self.stop = self._watch.stop(self._total)

    def _missing(self, total: int) -> Iterator[Task]:
        """Return what is missing of so many games: shards, those that reach too far, rows, and probes."""
        study, units_of = self.agenda.study, self._units(total)
        for case in self.cases:
            own = self._found[case.id]
            for first, games in case.shards(total):
                new = self._new.get((case.id, first))
                there = (own.games(first) if new is None else new) == games
                known = new is not None or not study.keep_games
                if not there or not (known or self.agenda.store.rows_present(case, first, games, study.detail)):
                    yield Task(case, first, games)
            for name, units in units_of.items():
                if case.id in units:
                    mark = probing.mark_of(study, name, case)
                    done = own.probed(name).units
                    for shard in probing.load(name).shards(units[case.id]):
                        if done.get(shard[0]) != (shard[1], mark):
                            yield Task(case, *shard, name)

    def _units(self, total: int) -> dict[str, dict[str, int]]:
        """Return the units of each probe by probe and id, for so many games."""
        study = self.agenda.study
        return {
            name: {
                case.id: min(probing.units_of(study, name), total)
                for case in self.cases
                if case.id in self.agenda.measured[name]
            }
            for name in self.agenda.probed
        }


def _groups(cases: Sequence[Case]) -> list[list[Case]]:
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case)
    return list(groups.values())


def _games_there(case: Case, own: Receipts) -> int:
    there = 0
    while (games := own.games(there)) > 0:
        there += games
        if games < case.shard_games:
            break
    return there
