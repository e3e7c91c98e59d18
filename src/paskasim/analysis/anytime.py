"""Figures from block sums with limits that hold at every look; a study with `precision` stops by them and reports them.

Which limits a figure gets depends on its counts alone, so that what stopped a case is what its report shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from paskasim.analysis.intervals import (
    LEVEL,
    Interval,
    Numbers,
    always_valid_blocks,
    always_valid_share,
    block_ratio,
)
from paskasim.analysis.intervals.always_valid import ENOUGH_EVENTS


def share(top: Numbers, bottom: Numbers, numbers: Numbers, cluster: int = 1, level: float = LEVEL) -> Interval:
    """Return a share of games with limits that hold at every look.

    The beta mixture, exact at every count. With several games on a deal it takes a deal for one game, so once there are
    enough events the limits come from blocks, which see how much the games of a deal have in common.

    Parameters
    ----------
    top, bottom
        Events and trials by block, all blocks so far, in order.
    numbers
        Game numbers by block.
    cluster
        Games on one deal (rotations).
    level
        The chance that the limits hold at all looks.
    """
    events, trials = float(np.sum(top)), float(np.sum(bottom))
    if cluster > 1 and min(events, trials - events) >= ENOUGH_EVENTS * cluster:
        found = block_ratio(top, bottom, numbers)
        limits = always_valid_blocks(found, level)
        if limits.known and found.error > 0:
            return Interval(limits.estimate, max(0.0, limits.low), min(1.0, limits.high), limits.method)
    return always_valid_share(events, trials, level, cluster)


def part_level(parts: int, level: float = LEVEL) -> float:
    """Return the level of each of several shares of one whole, so that all hold together (Bonferroni).

    One of two shares says all about the other, so two need no correction.
    """
    return level if parts == 2 else 1 - (1 - level) / max(1, parts)


def shares(
    tops: Sequence[Numbers], bottom: Numbers, numbers: Numbers, cluster: int = 1, level: float = LEVEL
) -> list[Interval]:
    """Return shares that add to one with limits that hold together and at every look; see `share`."""
    each = part_level(len(tops), level)
    return [share(top, bottom, numbers, cluster, each) for top in tops]


def mean(top: Numbers, bottom: Numbers, numbers: Numbers, level: float = LEVEL) -> Interval:
    """Return sum(top)/sum(bottom) with limits from blocks that hold at every look."""
    return always_valid_blocks(block_ratio(top, bottom, numbers), level)


def quantile(values: Numbers, counts: Numbers, at: float, level: float = LEVEL, cluster: int = 1) -> Interval:
    """Return a quantile of numbers not below zero, exactly counted, with limits that hold at every look.

    A number is below the limits once the share of games up to it is surely less than `at`, and above them once the
    share of games below it is surely more, each at half the error. No assumption on the shape.

    Parameters
    ----------
    values, counts
        Numbers that occurred, rising, and how often.
    cluster
        Games on one deal; a deal counts as one game.
    """
    total = float(np.sum(counts))
    if total == 0:
        return Interval(math.nan, -math.inf, math.inf, "no games")
    running = np.cumsum(counts)
    each = 1 - (1 - level) / 2

    def limits(count: float) -> Interval:
        return always_valid_share(count, total, each, cluster)

    low = _first(len(running), lambda i: limits(float(running[i])).high >= at)
    high = _first(len(running), lambda i: limits(float(running[i])).low > at)
    middle = int(np.searchsorted(running, math.ceil(at * total), side="left"))
    return Interval(
        float(values[middle]),
        0.0 if limits(0.0).high >= at else float(values[low]),
        math.inf if high == len(running) else float(values[high]),
        "always valid (beta mixture)",
    )


def _first(count: int, holds: Callable[[int], bool]) -> int:
    """Return the first index at which something holds that goes on holding; `count` if it never does."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low
