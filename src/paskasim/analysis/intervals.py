"""Every interval estimate of the project, in one file.

Shares are fractions from 0 to 1. `level` is the wanted coverage, 0.95 where nothing else is said.
Estimates from blocks rest on the sums over blocks of game numbers: games of different numbers are
independent, games of one number (rotations of a line-up, two rule sets on one deal) are not.
scipy is imported late, inside the functions that need it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95
FEW = 10
"""Below this many events or non-events Wilson's normal approximation is not trusted."""

Array = NDArray[np.float64]
Numbers = NDArray[np.int64] | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its limits and the name of the method that made them."""

    estimate: float
    low: float
    high: float
    method: str

    @property
    def known(self) -> bool:
        """Whether there are limits at all (too few games give none)."""
        return math.isfinite(self.low) and math.isfinite(self.high)


def normal_quantile(level: float) -> float:
    """Return z with P(|Z| <= z) = level for a standard normal Z."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(events: float, trials: float, level: float = LEVEL) -> Interval:
    """Return Wilson's score interval for a share.

    With p = events/trials and z the normal quantile:
    (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    Source: E. B. Wilson, JASA 22 (1927) 209-212.
    """
    if trials <= 0:
        return Interval(math.nan, 0.0, 1.0, "no games")
    share = events / trials
    square = normal_quantile(level) ** 2
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = math.sqrt(square * (share * (1 - share) / trials + square / (4 * trials**2))) / (1 + square / trials)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half), "Wilson")


def jeffreys(events: float, trials: float, level: float = LEVEL) -> Interval:
    """Return the equal-tailed Jeffreys interval, short and about right on average for rare events.

    Quantiles of Beta(events + 1/2, trials - events + 1/2); the lower limit is 0 without events and
    the upper limit 1 without non-events.
    Source: Brown, Cai, DasGupta, Statistical Science 16 (2001) 101-133.
    """
    from scipy.special import betaincinv

    if trials <= 0:
        return Interval(math.nan, 0.0, 1.0, "no games")
    tail = (1 - level) / 2
    first, second = events + 0.5, trials - events + 0.5
    low = 0.0 if events == 0 else float(betaincinv(first, second, tail))
    high = 1.0 if events == trials else float(betaincinv(first, second, 1 - tail))
    return Interval(events / trials, low, high, "Jeffreys")


def clopper_pearson(events: float, trials: float, level: float = LEVEL) -> Interval:
    """Return the exact interval, which covers at least `level` for every true share.

    Quantiles of Beta(events, trials - events + 1) and Beta(events + 1, trials - events).
    Source: Clopper, Pearson, Biometrika 26 (1934) 404-413.
    """
    from scipy.special import betaincinv

    if trials <= 0:
        return Interval(math.nan, 0.0, 1.0, "no games")
    tail = (1 - level) / 2
    low = 0.0 if events == 0 else float(betaincinv(events, trials - events + 1, tail))
    high = 1.0 if events == trials else float(betaincinv(events + 1, trials - events, 1 - tail))
    return Interval(events / trials, low, high, "Clopper-Pearson")


def zero_events(trials: float, level: float = LEVEL) -> Interval:
    """Return the one-sided exact bound for an event that was never seen.

    The upper limit solves (1 - p)^trials = 1 - level, about 3/trials ('rule of three').
    Source: Hanley, Lippman-Hand, JAMA 249 (1983) 1743-1745.
    """
    if trials <= 0:
        return Interval(math.nan, 0.0, 1.0, "no games")
    return Interval(0.0, 0.0, -math.expm1(math.log1p(-level) / trials), "exact one-sided bound")


def share(events: float, trials: float, level: float = LEVEL) -> Interval:
    """Return the interval that suits the count: Wilson; exact for few; one-sided for none or all.

    Few are fewer than ten events or non-events. Jeffreys' interval, often advised there, is shorter
    but was found to cover only 90 % where about 0.1 events are expected.
    """
    if trials <= 0:
        return Interval(math.nan, 0.0, 1.0, "no games")
    if events == 0:
        return zero_events(trials, level)
    if events == trials:
        return Interval(1.0, 1.0 - zero_events(trials, level).high, 1.0, "exact one-sided bound")
    if min(events, trials - events) < FEW:
        return clopper_pearson(events, trials, level)
    return wilson(events, trials, level)


def goodman(counts: Sequence[float], level: float = LEVEL) -> list[Interval]:
    """Return intervals that hold together for shares that add to one.

    Wilson's interval for each of the k shares at level 1 - (1 - level)/k, so all k hold at once with
    at least about `level`. Source: L. A. Goodman, Technometrics 7 (1965) 247-254.
    """
    total = float(sum(counts))
    each = 1 - (1 - level) / max(1, len(counts))
    found = [wilson(count, total, each) for count in counts]
    return [Interval(i.estimate, i.low, i.high, "Goodman" if total > 0 else "no games") for i in found]


def total_variation(intervals: Sequence[Interval], even: float) -> Interval:
    """Return how far shares lie from an even share: half the sum of |share - even|.

    The limits are the smallest and largest value over the box of simultaneous intervals, so they
    hold whenever those do (conservative). Without this the estimate is biased away from zero.
    """
    if any(math.isnan(i.estimate) for i in intervals):
        return Interval(math.nan, 0.0, 1.0, "no games")
    centre = sum(abs(i.estimate - even) for i in intervals) / 2
    least = sum(max(0.0, i.low - even, even - i.high) for i in intervals) / 2
    most = sum(max(abs(i.low - even), abs(i.high - even)) for i in intervals) / 2
    return Interval(centre, least, min(1.0, most), "over the simultaneous intervals")


def join_short_block(numbers: Numbers, *sums: Numbers) -> tuple[Array, ...]:
    """Return block sizes and sums as floats, a last block under half size joined to the one before.

    A block of a handful of games has far from normal sums; joined it does no harm.
    """
    arrays = [np.asarray(a, dtype=np.float64) for a in (numbers, *sums)]
    if len(arrays[0]) > 1 and arrays[0][-1] < arrays[0][0] / 2:
        arrays = [np.append(a[:-2], a[-2] + a[-1]) for a in arrays]
    return tuple(arrays)


@dataclass(frozen=True, slots=True)
class BlockEstimate:
    """An estimate from block sums: value, standard error, degrees of freedom.

    `error` is infinite where fewer than two blocks leave the spread unknown.
    """

    estimate: float
    error: float
    freedom: int

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the t interval: estimate ± t error."""
        from scipy.special import stdtrit

        if not math.isfinite(self.error) or math.isnan(self.estimate):
            return Interval(self.estimate, -math.inf, math.inf, "too few blocks")
        half = float(stdtrit(self.freedom, 0.5 + level / 2)) * self.error
        return Interval(self.estimate, self.estimate - half, self.estimate + half, "t over blocks")


def _from_residuals(estimate: float, residuals: Array, numbers: Array) -> BlockEstimate:
    # A residual is a sum over independent game numbers, so its variance grows with their count:
    # sum(e²/n)/(B-1) is the variance for one game number, whatever the sizes of the blocks.
    blocks = len(numbers)
    if blocks < 2:
        return BlockEstimate(estimate, math.inf, 0)
    for_one = float(np.sum(residuals**2 / numbers)) / (blocks - 1)
    return BlockEstimate(estimate, math.sqrt(for_one / float(numbers.sum())), blocks - 1)


def block_ratio(top: Numbers, bottom: Numbers, numbers: Numbers) -> BlockEstimate:
    """Return sum(top)/sum(bottom) with a standard error from blocks.

    `numbers` holds the game numbers in each block. With `bottom = numbers` this is a mean for each
    game number; with finished games as bottom it is a mean over finished games. The error is that
    of the linearised ratio, weighted for blocks of unequal size.
    Source: W. G. Cochran, Sampling Techniques (1977), chapter 6.
    """
    size, above, below = join_short_block(numbers, top, bottom)
    if below.sum() == 0:
        return BlockEstimate(math.nan, math.inf, 0)
    ratio = float(above.sum() / below.sum())
    return _from_residuals(ratio, (above - ratio * below) * (size.sum() / below.sum()), size)


def block_difference(
    first: tuple[Numbers, Numbers], second: tuple[Numbers, Numbers], numbers: Numbers
) -> BlockEstimate:
    """Return the paired difference of two ratios on the same blocks, first minus second.

    `first` and `second` are (top, bottom) as in `block_ratio`. What both share (the deal) cancels
    block by block, so the error is that of the difference, not of two independent figures.
    """
    size, top_a, bottom_a, top_b, bottom_b = join_short_block(numbers, *first, *second)
    if bottom_a.sum() == 0 or bottom_b.sum() == 0:
        return BlockEstimate(math.nan, math.inf, 0)
    ratio_a, ratio_b = float(top_a.sum() / bottom_a.sum()), float(top_b.sum() / bottom_b.sum())
    residuals = (top_a - ratio_a * bottom_a) * (size.sum() / bottom_a.sum())
    residuals -= (top_b - ratio_b * bottom_b) * (size.sum() / bottom_b.sum())
    return _from_residuals(ratio_a - ratio_b, residuals, size)


def no_difference_seen(numbers: float, level: float = LEVEL) -> float:
    """Return a bound on |difference| of shares when every block of the pair had the same sum.

    If the games that differ have rates a and b a block (for and against), the chance that a block
    shows no net difference is at most exp(-|a - b|); all blocks together give
    |difference| <= log(2/(1 - level)) / game numbers, a rule of three for pairs.
    """
    return min(1.0, math.log(2 / (1 - level)) / numbers) if numbers > 0 else 1.0


def quantile(values: Numbers, counts: Numbers, at: float, level: float = LEVEL, cluster: int = 1) -> Interval:
    """Return a quantile of numbers not below zero, exactly counted, with limits by order statistics.

    `values` rise, `counts` says how often each occurred. The ranks l and u are the binomial
    quantiles with P(l <= Binomial(n, at) < u) >= level, no assumption on the shape. With `cluster`
    games on one deal the ranks are those of n/cluster independent games (conservative). Too few
    games give the limit 0 or infinity.
    Source: David, Nagaraja, Order Statistics (2003), section 7.1.
    """
    from scipy.special import bdtr

    total = int(np.sum(counts))
    if total == 0:
        return Interval(math.nan, -math.inf, math.inf, "no games")
    running = np.cumsum(counts)

    def value_at(rank: float) -> float:
        wanted = min(max(rank, 1), total)
        return float(values[int(np.searchsorted(running, wanted, side="left"))])

    trials = max(1, total // cluster)
    tail = (1 - level) / 2
    spread = normal_quantile(level) * math.sqrt(trials * at * (1 - at))
    low = max(0, math.floor(trials * at - spread))
    while low > 0 and float(bdtr(low - 1, trials, at)) > tail:
        low -= 1
    high = max(1, math.ceil(trials * at + spread))
    while high <= trials and float(bdtr(high - 1, trials, at)) < 1 - tail:
        high += 1
    scale = total / trials
    return Interval(
        value_at(math.ceil(at * total)),
        value_at(math.floor(low * scale)) if low > 0 else 0.0,
        value_at(math.ceil(high * scale)) if high <= trials else math.inf,
        "order statistics",
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for many comparisons by Holm's step-down.

    Sorted, the i-th smallest of m is multiplied by m - i + 1 and made to rise.
    Source: S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [1.0] * len(p_values)
    floor = 0.0
    for place, index in enumerate(order):
        floor = max(floor, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = floor
    return adjusted


def pooled_mean(parts: Sequence[tuple[Numbers, Numbers, Numbers]]) -> BlockEstimate:
    """Return the mean of several tables' ratios, each table counting alike, with a standard error from blocks.

    Each part is (top, bottom, numbers) by block, as `block_ratio` takes them. Blocks of one index hold the same
    game numbers in all parts, though a part may have fewer of them: what tables share (the deal) is so allowed for.
    """
    blocks = max(len(numbers) for _, _, numbers in parts)
    pull = np.zeros(blocks)
    ratios = []
    for top, bottom, numbers in parts:
        below = float(bottom.sum())
        if below == 0:
            return BlockEstimate(math.nan, math.inf, 0)
        ratios.append(float(top.sum()) / below)
        pull[: len(numbers)] += (top - ratios[-1] * bottom) / below / len(parts)
    estimate = float(np.mean(ratios))
    if min(len(numbers) for _, _, numbers in parts) < 2:
        return BlockEstimate(estimate, math.inf, 0)
    return BlockEstimate(estimate, math.sqrt(float(pull @ pull) * blocks / (blocks - 1)), blocks - 1)
