"""Contrasts: a difference that is asked about, able to say its interval and its p-values.

Three kinds, one protocol: a share against a fixed one, a difference from block sums, and a
difference of two counts where there are too few games or events for block sums.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from paskasim.analysis.intervals import (
    LEVEL,
    BlockEstimate,
    Interval,
    Numbers,
    always_valid_blocks,
    always_valid_share,
    always_valid_share_difference,
    block_difference,
    clopper_pearson,
    join_short_block,
    no_difference_seen,
    wilson,
)

FEW_BLOCKS = 8
FEW_EVENTS = 20

Watched = Callable[[float], Interval]
"""Limits by level that hold at every look."""


class Contrast(Protocol):
    """What a comparison needs to know of its figures."""

    @property
    def estimate(self) -> float:
        """The difference found."""
        ...

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the limits of the difference."""
        ...

    def chance(self, bound: float) -> tuple[float, float]:
        """Return the one-sided p-values of 'at most `bound`' and 'at least `bound`'."""
        ...


@dataclass(frozen=True, slots=True)
class ShareContrast:
    """A share of independent games minus a fixed share: Wilson's interval, exact binomial test."""

    events: float
    trials: float
    against: float

    @property
    def estimate(self) -> float:
        """The share found minus the fixed one."""
        return self.events / self.trials - self.against if self.trials > 0 else math.nan

    def interval(self, level: float = LEVEL) -> Interval:
        """Return Wilson's interval, moved by the fixed share."""
        found = wilson(self.events, self.trials, level)
        return Interval(self.estimate, found.low - self.against, found.high - self.against, found.method)

    def chance(self, bound: float) -> tuple[float, float]:
        """Return binomial tails, exact also for a handful of games."""
        from scipy.special import betainc

        null = min(max(self.against + bound, 0.0), 1.0)
        rest = self.trials - self.events
        at_most = 1.0 if self.events == 0 else float(betainc(self.events, rest + 1, null))
        at_least = 1.0 if rest == 0 else float(betainc(rest, self.events + 1, 1 - null))
        return at_most, at_least


@dataclass(frozen=True, slots=True)
class BlockContrast:
    """A difference estimated from block sums, by Student's t.

    `watched` gives limits that hold at every look, where those of `always_valid_blocks` will not do.
    """

    found: BlockEstimate
    against: float = 0.0
    watched: Watched | None = None

    @property
    def estimate(self) -> float:
        """The difference found."""
        return self.found.estimate - self.against

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the t interval."""
        limits = self.found.interval(level)
        return Interval(self.estimate, limits.low - self.against, limits.high - self.against, limits.method)

    def chance(self, bound: float) -> tuple[float, float]:
        """Return p-values of the t test."""
        from scipy.special import stdtr

        if not math.isfinite(self.found.error) or math.isnan(self.estimate):
            return 1.0, 1.0
        away = self.estimate - bound
        if self.found.error == 0:
            return (0.0, 1.0) if away > 0 else (1.0, 0.0) if away < 0 else (1.0, 1.0)
        score = away / self.found.error
        return float(stdtr(self.found.freedom, -score)), float(stdtr(self.found.freedom, score))


@dataclass(frozen=True, slots=True)
class LimitContrast:
    """A difference of which only limits at any level are known; p-values by inverting them.

    `watched` gives limits that hold at every look, where `limits` do not.
    """

    estimate: float
    limits: Callable[[float], tuple[float, float]]
    method: str
    watched: Watched | None = None

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the limits at this level."""
        low, high = self.limits(level)
        return Interval(self.estimate, low, high, self.method)

    def chance(self, bound: float) -> tuple[float, float]:
        """Return for each side half the smallest alpha whose limits leave the bound out."""
        return self._tail(lambda low, _: low > bound), self._tail(lambda _, high: high < bound)

    def _tail(self, leaves_out: Callable[[float, float], bool]) -> float:
        small, large = -12.0, -1e-9
        if not leaves_out(*self.limits(1 - 10**large)):
            return 1.0
        if leaves_out(*self.limits(1 - 10**small)):
            return 0.5 * 10**small
        for _ in range(40):
            middle = (small + large) / 2
            small, large = (small, middle) if leaves_out(*self.limits(1 - 10**middle)) else (middle, large)
        return 0.5 * 10**large


def at_every_look(contrast: Contrast) -> Contrast:
    """Return the contrast with limits and p-values that hold however often one looked before one stopped.

    A p-value is the smallest error at which such limits leave the bound out; limits of a smaller error hold those of a
    larger one. Where nothing differs, the rule of three stays: it holds at every look as it is.
    """
    if isinstance(contrast, ShareContrast):
        share = partial(always_valid_share, contrast.events, contrast.trials)
        return _watched(contrast.estimate, share, contrast.against)
    if isinstance(contrast, BlockContrast):
        if contrast.watched is None:
            return _watched(contrast.estimate, partial(always_valid_blocks, contrast.found), contrast.against)
        return _watched(contrast.estimate, contrast.watched)
    if isinstance(contrast, LimitContrast) and contrast.watched is not None:
        return _watched(contrast.estimate, contrast.watched)
    return contrast


def _watched(estimate: float, watched: Watched, against: float = 0.0) -> LimitContrast:
    def limits(level: float) -> tuple[float, float]:
        found = watched(level)
        return found.low - against, found.high - against

    return LimitContrast(estimate, limits, watched(LEVEL).method)


def paired_shares(
    first: tuple[Numbers, Numbers], second: tuple[Numbers, Numbers], numbers: Numbers, cluster: int = 1
) -> Contrast:
    """Return the difference of two shares on the same deals, first minus second.

    Parameters
    ----------
    first, second
        Events and trials by block.
    numbers
        Game numbers by block.
    cluster
        Games on one deal in each of the two (rotations).

    Notes
    -----
    Student's t over blocks where there are enough blocks and events. With few: both exact intervals
    at half the error each, which holds whatever the two have in common (Bonferroni); with
    `cluster` games on a deal counted as one game (conservative).
    """
    totals = [(float(np.sum(top)), float(np.sum(bottom))) for top, bottom in (first, second)]
    common = max(min(top, bottom - top) for top, bottom in totals)
    estimate = block_difference(first, second, numbers)
    size, *sums = join_short_block(numbers, *first, *second)
    games = float(size.sum())

    watched = partial(always_valid_share_difference, first, second, numbers, cluster=cluster)
    if len(size) >= FEW_BLOCKS and common >= FEW_EVENTS:
        if np.array_equal(sums[0], sums[2]) and np.array_equal(sums[1], sums[3]):

            def same(level: float) -> tuple[float, float]:
                bound = no_difference_seen(games, level)
                return -bound, bound

            return LimitContrast(0.0, same, "no block differs")
        if estimate.error > 0:
            return BlockContrast(estimate, watched=watched)

    def exact(level: float) -> tuple[float, float]:
        each = 1 - (1 - level) / 2
        one, two = (clopper_pearson(top / cluster, bottom / cluster, each) for top, bottom in totals)
        return one.low - two.high, one.high - two.low

    return LimitContrast(estimate.estimate, exact, "both exact intervals together", watched)


def paired_means(first: tuple[Numbers, Numbers], second: tuple[Numbers, Numbers], numbers: Numbers) -> BlockContrast:
    """Return the difference of two means (sums over counts) on the same deals, first minus second."""
    return BlockContrast(block_difference(first, second, numbers))
