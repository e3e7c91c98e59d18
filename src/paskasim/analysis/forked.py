"""Events that games were forked at: block sums of both branches, and the comparisons of one with the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from paskasim.analysis.comparisons import Comparison, Scale
from paskasim.analysis.contrasts import BlockContrast, Contrast, LimitContrast, paired_shares
from paskasim.analysis.intervals import block_difference, no_difference_seen
from paskasim.analysis.results import Group, Integers, Measured, Results
from paskasim.studies.events import ALL, Event
from paskasim.studies.probes.events import PHASES, column

PROBE = "events"
BRANCHES = ("with", "without")


@dataclass(frozen=True)
class What:
    """One thing that an event may change.

    Attributes
    ----------
    name
        Its part of the key of a comparison.
    told
        As a heading.
    who
        Whose it is, in a picture; empty where it is the table's.
    phases
        Positions of which phases count.
    """

    name: str
    told: str
    who: str
    scale: Scale
    phases: Sequence[str] = PHASES


MAKER = What("maker", "its maker loses", "maker", "loss")
NEXT = What("next", "the next player loses", "next player", "loss")
OTHERS = What("others", "the others lose, together", "others", "loss")
MAKER_FIRST = What("first", "its maker is out first", "", "loss")
NO_END = What("endless", "games without an end", "", "endless")
TURNS = What("turns", "turns from there to the end", "", "turns")
BY_PHASE = {
    phase: What(f"maker-{phase}", f"its maker loses, phase {phase}", "maker", "loss", (phase,)) for phase in PHASES
}
WHATS = (MAKER, NEXT, OTHERS, MAKER_FIRST, NO_END, TURNS, *BY_PHASE.values())


@dataclass(frozen=True)
class Forked:
    """One event in one group."""

    measured: Measured
    event: Event

    @property
    def group(self) -> Group:
        """Whose games were forked."""
        return self.measured.group

    def sums(self, name: str, phases: Iterable[str] = PHASES) -> Integers:
        """Return a sum by block, over the phases named."""
        found = [self.measured.sums(column(self.event.name, phase, name)) for phase in phases]
        return np.asarray(np.sum(found, axis=0), dtype=np.int64)

    def total(self, name: str, phases: Iterable[str] = PHASES) -> int:
        """Return a sum over all blocks."""
        return int(self.sums(name, phases).sum())

    @property
    def games(self) -> int:
        """Games that were looked at, rotations counted one by one."""
        return int(self.measured.numbers.sum()) * len(self.measured.cases)

    @property
    def positions(self) -> int:
        """Games that were forked."""
        return self.total("positions")

    def finished(self, branch: str, phases: Iterable[str] = PHASES) -> Integers:
        """Return by block the continuations that ended."""
        phases = tuple(phases)
        return self.sums("continuations", phases) - self.sums(f"no_end_{branch}", phases)

    def key(self, what: What) -> str:
        """Return the key of a comparison."""
        return f"event|{self.event.name}|{self.group.key}|{what.name}"

    def parts(self, what: What, branch: str) -> tuple[Integers, Integers]:
        """Return events and trials by block in one branch.

        Losses are counted among finished games: of all games they would also fall where more have no end, which is
        no help to anyone.
        """
        ended = self.finished(branch, what.phases)
        if what is TURNS:
            return self.sums(f"turns_{branch}"), ended
        if what is NO_END:
            return self.sums(f"no_end_{branch}"), self.sums("continuations")
        if what is MAKER_FIRST:
            return self.sums(f"maker_first_{branch}"), self.sums("continuations")
        maker = self.sums(f"maker_loses_{branch}", what.phases)
        if what is NEXT:
            return self.sums(f"next_loses_{branch}"), ended
        if what is OTHERS:
            return ended - maker - self.sums(f"next_loses_{branch}"), ended
        return maker, ended

    def share(self, what: What, branch: str) -> float | None:
        """Return the share, or the mean, of one branch; None where there is none."""
        top, bottom = (int(part.sum()) for part in self.parts(what, branch))
        return top / bottom if bottom else None

    def contrast(self, what: What) -> Contrast | None:
        """Return the difference, carried out minus left out; None where a branch has nothing to tell."""
        one, two = (self.parts(what, branch) for branch in BRANCHES)
        if one[1].sum() == 0 or two[1].sum() == 0:
            return None
        numbers = self.measured.numbers
        if what is TURNS:
            return BlockContrast(block_difference(one, two, numbers))
        positions = self.total("positions", what.phases)
        if all(np.array_equal(first, second) for first, second in zip(one, two, strict=True)) and len(numbers) > 1:

            def same(level: float) -> tuple[float, float]:
                bound = no_difference_seen(positions, level)
                return -bound, bound

            return LimitContrast(0.0, same, "no block differs")
        # With few events the continuations of one position count as one.
        return paired_shares(one, two, numbers, max(1, self.total("continuations", what.phases) // positions))

    def comparisons(self) -> list[Comparison]:
        """Return all that is compared."""
        found = []
        for what in WHATS:
            if what is OTHERS and self.group.players == 2:
                continue
            contrast = self.contrast(what)
            if contrast is not None:
                found.append(Comparison(self.key(what), contrast, what.scale))
        return found


def forked_of(results: Results) -> list[Forked]:
    """Return every event of every group that occurred, groups in the order of the study."""
    found = []
    for group in results.groups:
        measured = results.measured(group, PROBE)
        if measured is None:
            continue
        for event in ALL:
            forked = Forked(measured, event)
            if forked.positions > 0 and all(forked.finished(branch).sum() > 0 for branch in BRANCHES):
                found.append(forked)
    return found
