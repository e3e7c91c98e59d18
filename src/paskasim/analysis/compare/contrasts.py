"""Contrasts beside those of `analysis.contrasts`: other seeds, quantiles, the largest of several."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from paskasim.analysis import anytime
from paskasim.analysis.compare.match import Side
from paskasim.analysis.contrasts import FEW_BLOCKS, FEW_EVENTS, BlockContrast, Contrast, LimitContrast, Watched
from paskasim.analysis.intervals import (
    Array,
    BlockEstimate,
    Interval,
    always_valid_blocks,
    block_ratio,
    clopper_pearson,
    goodman,
    join_short_block,
    total_variation,
)

EACH_CHOICE = 0.1
EACH_BOUND = 0.2
Limits = Callable[[float], Interval]
Shares = Callable[[float], Sequence[Interval]]


def unpaired_shares(first: Side, second: Side, cluster: int) -> Contrast:
    """Return the difference of two shares of games that have nothing in common, first minus second.

    Welch's t over the blocks of each; where blocks or events are few, both exact intervals at half the error each.
    `cluster` games on one deal then count as one (conservative).
    """
    sides = (first, second)
    watched = _watched(*(partial(_always_share, side, cluster) for side in sides))
    events = max(min(np.sum(side.top), np.sum(side.bottom) - np.sum(side.top)) for side in sides)
    if min(len(side.numbers) for side in sides) >= FEW_BLOCKS and events >= FEW_EVENTS:
        return replace(unpaired_means(first, second), watched=watched)

    def exact(side: Side) -> Limits:
        top, bottom = float(np.sum(side.top)) / cluster, float(np.sum(side.bottom)) / cluster
        return lambda level: clopper_pearson(top, bottom, level)

    estimate = first.value - second.value
    return both(estimate, exact(first), exact(second), "both exact intervals together", watched)


def unpaired_means(first: Side, second: Side) -> BlockContrast:
    """Return the difference of two means of games that have nothing in common, by Welch's t.

    Source: B. L. Welch, Biometrika 34 (1947) 28-35.
    """
    found = [block_ratio(side.top, side.bottom, side.numbers) for side in (first, second)]
    error = math.hypot(*(each.error for each in found))
    freedom = 0
    if math.isfinite(error) and error > 0:
        freedom = max(1, int(error**4 / sum(each.error**4 / each.freedom for each in found)))
    watched = _watched(*(partial(always_valid_blocks, each) for each in found))
    return BlockContrast(BlockEstimate(found[0].estimate - found[1].estimate, error, freedom or 1), watched=watched)


def both(estimate: float, first: Limits, second: Limits, method: str, watched: Watched | None = None) -> LimitContrast:
    """Return a difference from two intervals at half the error each, which holds whatever they have in common."""
    return LimitContrast(estimate, partial(_together, first, second), method, watched)


def _together(first: Limits, second: Limits, level: float) -> tuple[float, float]:
    each = 1 - (1 - level) / 2
    one, two = first(each), second(each)
    return one.low - two.high, one.high - two.low


def _watched(first: Limits, second: Limits) -> Watched:
    """Return limits that hold at every look at either of two, from such limits of each.

    Two that stopped by themselves have no stop in common, so that no limits of a difference over common blocks will do.
    """

    def limits(level: float) -> Interval:
        return Interval(math.nan, *_together(first, second, level), "both always-valid intervals together")

    return limits


def _always_share(side: Side, cluster: int, level: float) -> Interval:
    return anytime.share(side.top, side.bottom, side.numbers, cluster, level)


def subsets(players: int) -> Array:
    """Return a row for every set of seats that is neither empty nor whole: 1 for those in it.

    Half the sum of the distances of shares from even ones is the largest excess of any such set.
    """
    codes = np.arange(1, 2**players - 1)
    return np.asarray((codes[:, None] >> np.arange(players)) & 1, dtype=np.float64)


def single_seats(players: int) -> Array:
    """Return a row for every seat and way: the largest of them is the distance of the furthest seat from even."""
    return np.vstack([np.eye(players), -np.eye(players)])


def largest(first: Side, second: Side, rows: Array, paired: bool, cluster: int) -> Contrast:
    """Return by how much shares lie further from even in the first than in the second.

    Parameters
    ----------
    first, second
        `top` of shape (seats x blocks).
    rows
        (k x seats): how far from even is the largest of the k sums of excesses over an even share.
    paired
        Whether blocks of one index belong together.

    Notes
    -----
    Such a largest value of estimates is biased upward and not normal where shares are nearly even, so no t interval
    will do. Let v(i) and w(j) be the values of rows i and j under the first and the second, i* and j* the rows that
    are truly largest. The difference is v(i*) - w(j*); it is at most v(i*) - w(i*), and at least v(j*) - w(j*), which
    pairs well. Which rows are i* and j* is not known: any may be that is not surely smaller than the one found largest
    (Gupta's selection, with Bonferroni). The limits are the widest over those rows, for each the better of the two
    bounds. Each of the two choices takes a tenth of the error, each of the four bounds two.
    Source of the selection: S. S. Gupta, Technometrics 7 (1965) 225-245.
    """
    even = 1 / rows.shape[1]
    estimate = _found(first, rows, even) - _found(second, rows, even)
    watched = _watched(*(partial(_over_seats, rows, even, _always_valid(side, cluster)) for side in (first, second)))
    if min(len(first.numbers), len(second.numbers)) < FEW_BLOCKS:
        one_box, two_box = (partial(_over_seats, rows, even, _simultaneous(side, cluster)) for side in (first, second))
        return both(estimate, one_box, two_box, "over simultaneous", watched)
    one, two = _Rows(first, rows), _Rows(second, rows)
    freedom = min(one.freedom, two.freedom)
    apart = one.values[:, None] - two.values
    errors = _errors(one, two, paired)

    def limits(level: float) -> tuple[float, float]:
        from scipy.special import stdtrit

        error = 1 - level
        half = -float(stdtrit(freedom, EACH_BOUND * error)) * errors
        of_first, of_second = one.may_be_largest(EACH_CHOICE * error), two.may_be_largest(EACH_CHOICE * error)
        above, below = apart + half, apart - half
        high = np.minimum(np.diag(above), np.max(above[:, of_second], axis=1))[of_first]
        low = np.maximum(np.diag(below), np.min(below[of_first], axis=0))[of_second]
        return float(np.min(low)), float(np.max(high))

    return LimitContrast(estimate, limits, "t over blocks, over all seats that may be furthest", watched)


def _found(side: Side, rows: Array, even: float) -> float:
    below = float(np.sum(side.bottom))
    if below == 0:
        return math.nan
    return float(np.max(rows @ (np.sum(side.top, axis=1) / below - even)))


def _simultaneous(side: Side, cluster: int) -> Shares:
    counts = [float(count) / cluster for count in np.sum(side.top, axis=1)]
    return lambda level: goodman(counts, level)


def _always_valid(side: Side, cluster: int) -> Shares:
    return lambda level: anytime.shares([*side.top], side.bottom, side.numbers, cluster, level)


def _over_seats(rows: Array, even: float, shares: Shares, level: float) -> Interval:
    """Return limits of the largest sum of excesses from limits of all shares that hold together."""
    found = shares(level)
    if rows.min() >= 0:
        return total_variation(found, even)
    least = max(max(0.0, each.low - even, even - each.high) for each in found)
    most = max(max(abs(each.low - even), abs(each.high - even)) for each in found)
    return Interval(math.nan, least, most, "over the simultaneous intervals")


class _Rows:
    """Values of all rows, their variances, and what each block pulls the seats by."""

    def __init__(self, side: Side, rows: Array) -> None:
        self.numbers, below, *tops = join_short_block(side.numbers, side.bottom, *side.top)
        shares = np.array([top.sum() for top in tops]) / below.sum()
        self.rows = rows
        self.values = rows @ (shares - 1 / len(shares))
        self.residuals = (np.array(tops) - shares[:, None] * below) * (self.numbers.sum() / below.sum())
        self.freedom = len(self.numbers) - 1

    def together(self, others: Array) -> Array:
        """Return the covariances (seats x seats) with residuals of the same blocks, as in `block_ratio`."""
        return np.asarray((self.residuals / self.numbers) @ others.T / (self.freedom * self.numbers.sum()))

    def errors(self, rows: Array) -> Array:
        """Return the standard errors of rows."""
        squares = np.sum((rows @ self.together(self.residuals)) * rows, axis=1)
        return np.asarray(np.sqrt(np.maximum(squares, 0.0)))

    def may_be_largest(self, error: float) -> NDArray[np.bool_]:
        """Return which rows are not surely below the one found largest, the true one missed with `error` at most."""
        from scipy.special import stdtrit

        best = int(np.argmax(self.values))
        behind = self.values[best] - self.values
        away = -float(stdtrit(self.freedom, error / max(1, len(behind) - 1)))
        return np.asarray(behind <= away * self.errors(self.rows - self.rows[best]))


def _errors(one: _Rows, two: _Rows, paired: bool) -> Array:
    """Return the standard errors (k x k) of each row of the one minus each of the other."""
    squares = np.square(one.errors(one.rows))[:, None] + np.square(two.errors(two.rows))
    if paired:
        squares = squares - 2 * (one.rows @ one.together(two.residuals) @ two.rows.T)
        # The same row of both: by its own residuals, as what is left of nearly equal ones would be rounding.
        pulls = one.rows @ (one.residuals - two.residuals)
        np.fill_diagonal(squares, np.sum(pulls**2 / one.numbers, axis=1) / (one.freedom * one.numbers.sum()))
    return np.asarray(np.sqrt(np.maximum(squares, 0.0)))
