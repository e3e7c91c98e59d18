"""Contrasts over the cells of a factorial: a weighted sum of ratios on the same deals.

The weights add to zero: those above zero stand on one side, those below on the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from paskasim.analysis.contrasts import FEW_BLOCKS, FEW_EVENTS, BlockContrast, Contrast, LimitContrast
from paskasim.analysis.intervals import (
    Array,
    BlockEstimate,
    Interval,
    Numbers,
    always_valid_share,
    clopper_pearson,
    join_short_block,
    no_difference_seen,
)
from paskasim.analysis.intervals.always_valid import ENOUGH_EVENTS


@dataclass(frozen=True)
class Cells:
    """One metric in all cells of a design.

    Attributes
    ----------
    top, bottom
        Block sums whose ratio is the metric, each of shape (cells, blocks).
    numbers
        Game numbers by block, shape (blocks,).
    cluster
        Games on one deal in each cell (rotations).
    share
        Whether the metric is a share of games, so that counts say something where blocks are few.
    """

    top: Array
    bottom: Array
    numbers: Array
    cluster: int
    share: bool

    @property
    def ratios(self) -> Array:
        """The metric in each cell; not a number where nothing was counted."""
        below = self.bottom.sum(axis=1)
        found: Array = np.full(len(below), math.nan)
        np.divide(self.top.sum(axis=1), below, out=found, where=below > 0)
        return found


def cells_of(
    tops: Sequence[Numbers], bottoms: Sequence[Numbers], numbers: Numbers, cluster: int, *, share: bool
) -> Cells:
    """Return the cells of a metric, a short last block joined to the one before."""
    count = len(tops)
    size, *sums = join_short_block(numbers, *tops, *bottoms)
    return Cells(np.stack(sums[:count]), np.stack(sums[count:]), size, cluster, share)


def weighted(cells: Cells, weights: Array) -> Contrast:
    """Return the sum of weights times ratios.

    Parameters
    ----------
    weights
        One a cell, adding to zero.

    Notes
    -----
    The contrast is formed block by block, so whatever the cells share (the deal) cancels; then Student's t over
    blocks. Where both sides hold the same block sums nothing differs: for shares a rule of three bounds what was not
    seen. A share with few blocks, or few events on both sides, gets exact intervals of the mean of either side, both
    at half the error, a deal counted as one game whatever the number of cells that play it (conservative).
    Source: Box, Hunter, Hunter, Statistics for Experimenters (2005), chapter 5, for the contrasts.
    """
    used = np.flatnonzero(weights)
    ratios = cells.ratios
    if np.isnan(ratios[used]).any():
        return BlockContrast(BlockEstimate(math.nan, math.inf, 0))
    scale = float(weights[weights > 0].sum())
    games = float(cells.numbers.sum())
    enough = len(cells.numbers) >= FEW_BLOCKS
    if _sides_agree(cells, weights):
        if not cells.share or not enough:
            error = 0.0 if len(cells.numbers) > 1 else math.inf
            none = BlockContrast(BlockEstimate(0.0, error, len(cells.numbers) - 1))
            return none if not cells.share else _exact(cells, weights, ratios, scale, 0.0)

        def same(level: float) -> tuple[float, float]:
            bound = min(1.0, scale * no_difference_seen(games, level))
            return -bound, bound

        return LimitContrast(0.0, same, "no block differs")
    found = _block_contrast(cells, weights, ratios)
    if not cells.share:
        return BlockContrast(found)
    exact = _exact(cells, weights, ratios, scale, found.estimate)
    common = _common(cells, weights)
    if enough and found.error > 0 and common >= FEW_EVENTS:
        return BlockContrast(found, watched=None if common >= ENOUGH_EVENTS * cells.cluster else exact.watched)
    return exact


def _block_contrast(cells: Cells, weights: Array, ratios: Array) -> BlockEstimate:
    """Return the contrast with the error of the linearised ratios; with weights 1 and -1 it is `block_difference`."""
    used = np.flatnonzero(weights)
    games = float(cells.numbers.sum())
    pull = weights[used] * games / cells.bottom[used].sum(axis=1)
    # Not by matrix products, whose last bit depends on the processor: a rounded figure would differ between machines.
    residuals = np.sum(pull[:, None] * (cells.top[used] - ratios[used, None] * cells.bottom[used]), axis=0)
    estimate = math.fsum(weights[used] * ratios[used])
    blocks = len(cells.numbers)
    if blocks < 2:
        return BlockEstimate(estimate, math.inf, 0)
    for_one = float(np.sum(residuals**2 / cells.numbers)) / (blocks - 1)
    return BlockEstimate(estimate, math.sqrt(for_one / games), blocks - 1)


def _sides_agree(cells: Cells, weights: Array) -> bool:
    """Return whether both sides hold the same block sums, cell by cell in some order."""

    def side(chosen: Array) -> list[tuple[float, bytes, bytes]]:
        return sorted(
            (abs(float(weights[i])), cells.top[i].tobytes(), cells.bottom[i].tobytes()) for i in np.flatnonzero(chosen)
        )

    return side(np.asarray(weights > 0)) == side(np.asarray(weights < 0))


def _common(cells: Cells, weights: Array) -> float:
    """Return the larger of both sides' numbers of events or non-events, whichever a side has fewer of."""
    sides = []
    for chosen in (weights > 0, weights < 0):
        events, trials = float(cells.top[chosen].sum()), float(cells.bottom[chosen].sum())
        sides.append(min(events, trials - events))
    return max(sides)


def _exact(cells: Cells, weights: Array, ratios: Array, scale: float, estimate: float) -> LimitContrast:
    sides = []
    for sign in (1, -1):
        chosen = sign * weights > 0
        mean = math.fsum(np.abs(weights[chosen]) * ratios[chosen]) / scale
        trials = float(cells.bottom[chosen].sum(axis=1).min()) / cells.cluster
        sides.append((mean * trials, trials))

    def exact(level: float, limits: Callable[[float, float, float], Interval] = clopper_pearson) -> tuple[float, float]:
        each = 1 - (1 - level) / 2
        one, two = (limits(events, trials, each) for events, trials in sides)
        return scale * (one.low - two.high), scale * (one.high - two.low)

    def watched(level: float) -> Interval:
        return Interval(estimate, *exact(level, always_valid_share), "always valid (both beta mixtures)")

    return LimitContrast(estimate, exact, "both exact intervals together", watched)
