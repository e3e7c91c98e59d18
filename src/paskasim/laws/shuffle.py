"""The shuffle: every card is equally likely in every place, and every order equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from paskasim.laws import chances
from paskasim.laws.dealing import shuffled
from paskasim.laws.law import Check, Effort, Law, by_p

DECKS = 200_000
SIZES = (52, 108)
FEW = 6  # cards whose orders are all counted
LAST, TOGETHER = 12, 4


def checks(effort: Effort) -> Iterator[Check]:
    """Look at full decks place by place, at neighbouring cards, and at every order of a few cards."""
    for number, size in enumerate(SIZES):
        decks = shuffled(size, effort.seed, number * 2**33, DECKS * effort.times)
        yield places_check(decks)
        yield neighbours_check(decks)
        yield last_cards_check(decks)
    yield orders_check(shuffled(FEW, effort.seed, 2**40, 2 * DECKS * effort.times))


def places_check(decks: NDArray[Any]) -> Check:
    """Count every card in every place.

    Rows and columns of the table have fixed sums, so that (n - 1) / n of chi-square has (n - 1)**2 degrees of freedom.
    """
    size = decks.shape[1]
    counts = np.bincount((decks + size * np.arange(size)).ravel(), minlength=size**2)
    expected = len(decks) / size
    statistic = float(((counts - expected) ** 2 / expected).sum()) * (size - 1) / size
    p = float(stats.chi2.sf(statistic, (size - 1) ** 2))
    return by_p(f"cards in places, {size} cards", "chi-square", statistic, len(decks), p, _told(counts, expected))


def neighbours_check(decks: NDArray[Any]) -> Check:
    """Count which card follows which in the middle of the deck; all pairs of different cards are equally likely."""
    size = decks.shape[1]
    middle = size // 2
    pairs = decks[:, middle].astype(np.int64) * size + decks[:, middle + 1]
    counts = np.bincount(pairs, minlength=size**2)
    different = counts[~np.eye(size, dtype=bool).ravel()]
    statistic, p = chances.of_counts(different, np.ones(different.size))
    found = _told(different, len(decks) / different.size)
    return by_p(f"neighbours, {size} cards", "chi-square", statistic, len(decks), p, found)


def last_cards_check(decks: NDArray[Any]) -> Check:
    """Count how often four given cards all lie among the last twelve, as a deck's tens may."""
    count = int(((decks[:, -LAST:] < TOGETHER).sum(axis=1) == TOGETHER).sum())
    size = decks.shape[1]
    chance = comb(LAST, TOGETHER) / comb(size, TOGETHER)
    p = chances.of_count(count, len(decks), chance)
    found = [f"expected {chance:.6f}, shuffled {count / len(decks):.6f}"]
    return by_p(f"four cards among the last twelve, {size} cards", "share", count / len(decks), len(decks), p, found)


def orders_check(decks: NDArray[Any]) -> Check:
    """Count every order of a few cards."""
    size = decks.shape[1]
    numbers = decks.astype(np.int64) @ (size ** np.arange(size))
    _, counts = np.unique(numbers, return_counts=True)
    orders = factorial(size)
    every = np.zeros(orders, np.int64)
    every[: counts.size] = counts  # orders that never came count as zero
    statistic, p = chances.of_counts(every, np.ones(orders))
    found = _told(every, len(decks) / orders)
    return by_p(f"all {orders} orders of {size} cards", "chi-square", statistic, len(decks), p, found)


def _told(counts: NDArray[Any], expected: float) -> list[str]:
    return [f"expected {expected:.1f} each; fewest {counts.min()}, most {counts.max()}"]


LAW = Law("shuffle", "Every order of the deck is equally likely.", checks)
