"""Decisions in games with bluff, each played on both ways: what a doubt and a lie are worth, and when a doubt pays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from paskasim.analysis.comparisons import Comparison
from paskasim.analysis.contrasts import paired_shares
from paskasim.analysis.intervals import BlockEstimate, Interval, share
from paskasim.analysis.results import Group, Integers, Measured, Results
from paskasim.studies.probes.bluff import LEFTS, PILES, SITUATIONS, column

PROBE = "bluff"
BRANCHES = ("with", "without")
FEWEST = 200
"""Positions of each kind without which nothing is said of a cell."""


@dataclass(frozen=True)
class Decision:
    """One kind of decision, in some of the situations, with some piles and numbers of cards left.

    Attributes
    ----------
    name
        Its part of the key of a comparison.
    told
        As a heading of a row.
    """

    name: str
    told: str
    fork: str
    situations: tuple[str, ...]
    piles: tuple[str, ...] = tuple(PILES)
    lefts: tuple[str, ...] = tuple(LEFTS)


STUCK = Decision("stuck", "lie rather than take the pile", "lie", ("stuck",))
NEEDLESS = Decision("needless", "lie though something is true", "lie", ("needless",))
DOUBT = Decision("doubt", "doubt any claim", "doubt", ("true", "false"))
DOUBT_LIE = Decision("doubt-lie", "doubt a lie", "doubt", ("false",))
DOUBT_TRUE = Decision("doubt-true", "doubt a true claim", "doubt", ("true",))
WHOLE = (STUCK, NEEDLESS, DOUBT, DOUBT_LIE, DOUBT_TRUE)
LIES = (STUCK, NEEDLESS)
BY_PILE: Mapping[Decision, tuple[Decision, ...]] = {
    each: tuple(
        replace(each, name=f"{each.name}-{pile}", told=f"{cards} in the pile", piles=(pile,))
        for pile, cards in PILES.items()
    )
    for each in LIES
}
BY_LEFT: Mapping[Decision, tuple[Decision, ...]] = {
    each: tuple(
        replace(each, name=f"{each.name}-{left}", told=f"{cards} left after a lie of one", lefts=(left,))
        for left, cards in LEFTS.items()
    )
    for each in LIES
}
"""Lies by the cards in the pile, and by the cards that the liar has left."""
DECISIONS = (*WHOLE, *(part for by in (BY_PILE, BY_LEFT) for parts in by.values() for part in parts))


@dataclass(frozen=True)
class Cell:
    """Where a doubt pays: claims with these cards in the pile, whose claimant has these left.

    Attributes
    ----------
    lies
        Share of lies among the claims made there.
    needed
        Share of lies from which on a doubt pays its maker; 0 where any doubt does, 1 where none does.
    """

    pile: str
    left: str
    positions: int
    lies: Interval
    needed: Interval

    @property
    def pays(self) -> bool | None:
        """Whether a doubt pays here on average; None where that can't be told."""
        if self.lies.low > self.needed.high:
            return True
        return False if self.lies.high < self.needed.low else None


@dataclass(frozen=True)
class Bluffed:
    """The decisions of one group."""

    measured: Measured

    @property
    def group(self) -> Group:
        """Whose games were forked."""
        return self.measured.group

    def sums(self, decision: Decision, what: str) -> Integers:
        """Return a sum by block."""
        found = [
            self.measured.sums(column(decision.fork, situation, pile, left, what))
            for situation in decision.situations
            for pile in decision.piles
            for left in decision.lefts
        ]
        return np.asarray(np.sum(found, axis=0), dtype=np.int64)

    def positions(self, decision: Decision) -> int:
        """Return how many games were forked at such a decision."""
        return int(self.sums(decision, "positions").sum())

    def key(self, decision: Decision) -> str:
        """Return the key of a comparison."""
        return f"bluff|{decision.name}|{self.group.key}"

    def parts(self, decision: Decision, branch: str) -> tuple[Integers, Integers]:
        """Return losses of the one who decides and finished continuations, by block."""
        return self.sums(decision, f"loses_{branch}"), self.sums(decision, f"ended_{branch}")

    def share(self, decision: Decision, branch: str, what: str = "loses") -> float:
        """Return how often the one who decides loses in a branch, among continuations that finish."""
        ended = self.sums(decision, f"ended_{branch}").sum()
        return float(self.sums(decision, f"{what}_{branch}").sum() / ended) if ended else math.nan

    def caught(self, decision: Decision) -> float:
        """Return the share of lies told at the fork that were challenged."""
        continuations = self.positions(decision) * self.continuations(decision)
        return float(self.sums(decision, "other_with").sum() / continuations) if continuations else math.nan

    def continuations(self, decision: Decision) -> int:
        """Return how often each branch of a position was played on, at least."""
        ended = max(int(self.sums(decision, f"ended_{branch}").sum()) for branch in BRANCHES)
        return max(1, -(-ended // max(1, self.positions(decision))))

    def comparisons(self) -> Iterator[Comparison]:
        """Yield all that is compared: for each decision, losses with it minus losses without."""
        for decision in DECISIONS:
            one, two = (self.parts(decision, branch) for branch in BRANCHES)
            if self.positions(decision) >= FEWEST and one[1].sum() and two[1].sum():
                contrast = paired_shares(one, two, self.measured.numbers, self.continuations(decision))
                yield Comparison(self.key(decision), contrast, "loss")

    def cells(self) -> Iterator[Cell]:
        """Yield every cell in which enough claims of both kinds were forked."""
        for left in LEFTS:
            for pile in PILES:
                true, false = (
                    Decision("", "", "doubt", (situation,), (pile,), (left,)) for situation in SITUATIONS["doubt"]
                )
                counts = [self.positions(each) for each in (true, false)]
                if min(counts) >= FEWEST:
                    yield Cell(pile, left, sum(counts), share(counts[1], sum(counts)), self._needed(true, false))

    def _needed(self, true: Decision, false: Decision) -> Interval:
        """Return from which share of lies on a doubt pays: what it costs against the truth, of that and what it gains.

        Limits by the jackknife over blocks, Student's t.
        """
        blocks = [
            np.stack([part.astype(float) for branch in BRANCHES for part in self.parts(each, branch)])
            for each in (true, false)
        ]

        def of(sums: Iterable[np.ndarray[tuple[int], np.dtype[np.float64]]]) -> float:
            cost, loss = (one[0] / max(1.0, one[1]) - one[2] / max(1.0, one[3]) for one in sums)
            gain = -loss
            if cost <= 0:
                return 0.0
            return cost / (cost + gain) if gain > 0 else 1.0

        whole = [each.sum(axis=1) for each in blocks]
        estimate = of(whole)
        number = blocks[0].shape[1]
        if number < 2:
            return BlockEstimate(estimate, math.inf, 0).interval()
        left_out = np.array(
            [of([sums - each[:, i] for sums, each in zip(whole, blocks, strict=True)]) for i in range(number)]
        )
        error = math.sqrt((number - 1) / number * float(((left_out - left_out.mean()) ** 2).sum()))
        found = BlockEstimate(estimate, error, number - 1).interval()
        return Interval(estimate, max(0.0, found.low), min(1.0, found.high), "jackknife over blocks")


def bluffed_of(results: Results) -> list[Bluffed]:
    """Return the decisions of every group with bluff, in the order of the study."""
    found = [results.measured(group, PROBE) for group in results.groups]
    return [Bluffed(measured) for measured in found if measured is not None]


def per_game(group: Group) -> Mapping[str, float]:
    """Return claims a game, and the shares of lies, of challenges, and of challenges that catch a lie."""
    claims, lies, challenges, caught = (group.total(name) for name in ("claims", "lies", "challenges", "caught"))
    return {
        "claims": claims / group.games,
        "lies": lies / max(claims, 1),
        "challenges": challenges / max(claims, 1),
        "caught": caught / max(challenges, 1),
    }
