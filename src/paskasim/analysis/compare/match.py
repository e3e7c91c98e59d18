"""A match: the same table under A and under B, its blocks side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from paskasim.analysis.intervals import Numbers
from paskasim.analysis.results import Group, Integers, aligned, same_deals

Basis = Literal["same deals", "other decks", "other seeds"]
Of = Callable[[Group], Numbers]


@dataclass(frozen=True)
class Side:
    """One figure of one side: sums over blocks (top and bottom) and the game numbers of each block."""

    top: Numbers
    bottom: Numbers
    numbers: Integers

    @property
    def value(self) -> float:
        """The figure over all blocks; NaN without anything to divide by."""
        below = float(np.sum(self.bottom))
        return float(np.sum(self.top)) / below if below else float("nan")


@dataclass(frozen=True, eq=False)
class Match:
    """A line-up at a table under A and under B.

    Attributes
    ----------
    name
        What sets it apart from the other matches of a comparison, in words; empty where there is only one.
    differing
        In how many of the games some count differs, where that was looked at game by game.
    """

    name: str
    a: Group
    b: Group
    differing: int | None = None

    @cached_property
    def basis(self) -> Basis:
        """What the two have in common: every deal, the random numbers only, or nothing."""
        if self.a.seed != self.b.seed:
            return "other seeds"
        return "same deals" if same_deals(self.a, self.b) else "other decks"

    @property
    def by_block(self) -> bool:
        """Whether blocks of one number belong together: they do wherever the seed is the same."""
        return self.basis != "other seeds"

    @cached_property
    def _aligned(self) -> tuple[Integers, Integers, Integers]:
        return aligned(self.a, self.b)

    @property
    def games(self) -> tuple[int, int]:
        """Games of A and of B that are compared; whole blocks that both have where blocks belong together."""
        if not self.by_block:
            return self.a.games, self.b.games
        numbers = int(self._aligned[0].sum())
        return numbers * self.a.rotations, numbers * self.b.rotations

    def sides(self, top: Of, bottom: Of) -> tuple[Side, Side]:
        """Return a figure of A and of B, over the same blocks in the same order where they belong together."""
        if not self.by_block:
            one, two = (Side(top(group), bottom(group), group.numbers) for group in (self.a, self.b))
            return one, two
        numbers, at_a, at_b = self._aligned
        one, two = (
            Side(top(group)[..., where], bottom(group)[where], numbers)
            for group, where in ((self.a, at_a), (self.b, at_b))
        )
        return one, two

    @property
    def watched(self) -> bool:
        """Whether a side was looked at while its games came in, to stop when enough was known (`precision`)."""
        return self.a.watched or self.b.watched

    @cached_property
    def same_identity(self) -> bool:
        """Whether both sides are by their identities the same games: rules, seats, seed and engine."""
        return [case.identity for case in self.a.cases] == [case.identity for case in self.b.cases]

    @cached_property
    def same_sums(self) -> bool:
        """Whether no sum of any block differs between the two."""
        if not self.by_block or len(self.a.cases) != len(self.b.cases):
            return False
        _, at_a, at_b = self._aligned
        return len(at_a) > 0 and all(
            np.array_equal(mine[metric][at_a], theirs[metric][at_b])
            for mine, theirs in zip((c.sums for c in self.a.cases), (c.sums for c in self.b.cases), strict=True)
            for metric in mine
            if metric in theirs
        )

    @property
    def same_games(self) -> bool:
        """Whether the two were the same games, as far as anything that was counted tells."""
        return self.same_sums and not self.differing
