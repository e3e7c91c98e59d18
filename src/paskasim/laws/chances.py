"""P-values of counts, sums and tables of counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats


def of_count(count: int, trials: int, chance: float) -> float:
    """Return the exact two-sided binomial p-value: twice the smaller tail."""
    law = stats.binom(trials, chance)
    return min(1.0, 2 * float(min(law.cdf(count), law.sf(count - 1))))


def of_mean(values: NDArray[Any], mean: float, variance: float) -> float:
    """Return the two-sided p-value of a mean of many independent values whose mean and variance are known.

    By the normal law. For sums as skewed as those of turns, at a hundred thousand games and more, it is right within
    a factor of two down to 1e-8.
    """
    if values.size == 0:
        return 1.0
    if variance <= 1e-12:
        return 1.0 if np.allclose(values, mean) else 0.0
    return float(2 * stats.norm.sf(abs(values.mean() - mean) / np.sqrt(variance / values.size)))


def of_counts(counts: NDArray[Any], chances: Sequence[float] | NDArray[Any]) -> tuple[float, float]:
    """Return chi-square and p-value of independent cases counted by kind, whose chances are known."""
    expected = np.asarray(chances, dtype=float) / np.sum(chances) * counts.sum()
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return statistic, float(stats.chi2.sf(statistic, counts.size - 1))


def of_two_ways(counts: NDArray[Any]) -> tuple[float, float]:
    """Return chi-square and p-value for two draws, each of equally likely kinds, to be independent of each other.

    Parameters
    ----------
    counts
        (kinds x kinds) cases by the kinds of the first and the second draw.
    """
    return of_counts(counts.ravel(), np.ones(counts.size))
