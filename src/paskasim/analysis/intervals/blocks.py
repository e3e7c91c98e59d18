"""Means, ratios and paired differences from the sums over blocks of game numbers.

Games of different numbers are independent, games of one number (rotations of a line-up, two rule sets on one deal) are
not; so the game number is the unit, and a block is the sum over many of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paskasim.analysis.intervals.kinds import LEVEL, Array, Interval, Numbers


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


def no_difference_seen(numbers: float, level: float = LEVEL) -> float:
    """Return a bound on |difference| of shares when every block of the pair had the same sum.

    If a and b games a block differ (for and against, Poisson), a block shows no net difference with a chance of at most
    exp(-|a - b|), as long as |a - b| is at most 2. All blocks together give |difference| <=
    log(2/(1 - level)) / game numbers, a rule of three for pairs. From two blocks on |a - b| is below 2 there; one block
    alone would not do, since many differing games may well cancel out once.
    """
    return min(1.0, math.log(2 / (1 - level)) / numbers) if numbers > 0 else 1.0
