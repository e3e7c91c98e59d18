"""Figures that are to hold together: shares that add to one, and the comparisons of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paskasim.analysis.intervals.kinds import LEVEL, Interval
from paskasim.analysis.intervals.shares import wilson


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
