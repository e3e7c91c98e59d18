"""What an interval is, and the words that all intervals share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95

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
