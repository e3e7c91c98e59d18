"""Judging on deals that the search never saw."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.analysis.intervals import Interval, normal_quantile
from paskasim.lineups import Player
from paskasim.training.tables import Deals, Hall, Opponents, Values

CHOOSING = 1 << 40
"""Game numbers from here on choose among what a search ends with: who did best in it was partly lucky."""
HELD_OUT = 1 << 41
"""Game numbers from here on are for the last word only."""
CHOOSING_TIMES = 8
LEVEL = 0.95


def mean_interval(values: NDArray[np.float64]) -> Interval:
    """Return the mean with its normal interval; one value for each deal."""
    mean = float(values.mean())
    half = normal_quantile(LEVEL) * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Interval(mean, mean - half, mean + half, "normal over deals")


@dataclass(frozen=True)
class Contrast:
    """Mean losses for each deal, over all seats: of the new, and of the old in its place."""

    new: NDArray[np.float64]
    old: NDArray[np.float64]

    def loss(self) -> Interval:
        """Return the mean loss of the new."""
        return mean_interval(self.new)

    def old_loss(self) -> Interval:
        """Return the mean loss of the old."""
        return mean_interval(self.old)

    def gain(self) -> Interval:
        """Return what the new loses less, paired by deals."""
        return mean_interval(self.old - self.new)


def contrast(hall: Hall, new: Values, old: Values | Player, table: Opponents, deals: Deals) -> Contrast:
    """Play both at a table on the same deals."""
    return Contrast(hall.costs(new, table, deals), hall.costs(old, table, deals))


def choose(hall: Hall, candidates: list[Values], tables: list[Opponents], deals: Deals) -> Values:
    """Return the candidate that loses least on fresh deals; of equal ones the first."""
    distinct = list(dict.fromkeys(candidates))
    costs = hall.all_costs(distinct, tables, deals)
    return distinct[int(np.argmin(costs))]
