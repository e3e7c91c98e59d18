"""A coarse family of tables of chances, small enough for CMA-ES: logits that are sums of what situations share."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.lesson import ANSWERS
from paskasim.strategies.situations import (
    ANSWERED,
    CHANCES_OF_LIE,
    CLAIM_SITUATIONS,
    HANDS,
    LEFTS,
    LIES,
    PILES,
    SITUATIONS,
    TRUTHS,
)
from paskasim.training.evolve import evolve_points
from paskasim.training.gradient import FINEST, Chances, chances_of
from paskasim.training.school import School, Seat

POPULATION = 14
SHARE_OF_GAMES = 25
"""A candidate plays a deal in every seat for so many games of a step by gradient."""
SPREAD = 1.5
LARGEST = 9.0


def coarse_features() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what the coarse family sees of situations: (claim situations x features), (others x features)."""
    claims = [
        (1, truth == TRUTHS[1], hand.startswith("stock"), PILES.index(pile) / 2, hand.endswith(("15+", "6-14")))
        for truth, pile, hand in product(TRUTHS, PILES, HANDS)
    ]
    doubts = [
        (
            1, chance == CHANCES_OF_LIE[1], chance == CHANCES_OF_LIE[2], answer == ANSWERED[1], answer == ANSWERED[2],
            PILES.index(pile) / 2, left == LEFTS[0], left == LEFTS[3],
        )
        for chance, answer, pile, left in product(CHANCES_OF_LIE, ANSWERED, PILES, LEFTS)
    ]  # fmt: skip
    return np.array(claims, float), np.array(doubts, float)


def coarse_table(point: NDArray[np.float64]) -> Chances:
    """Return the table that a point of the coarse family stands for: logits that are sums over its features."""
    claims, doubts = coarse_features()
    lies = claims.shape[1] * len(LIES)
    logits = np.zeros((SITUATIONS, ANSWERS))
    logits[:CLAIM_SITUATIONS, 1:] = claims @ point[:lies].reshape(claims.shape[1], len(LIES))
    logits[CLAIM_SITUATIONS:, 1] = doubts @ point[lies:]
    return chances_of(np.clip(np.round(logits, FINEST), -LARGEST, LARGEST))


def coarse_size() -> int:
    """Return how many numbers a point of the coarse family has."""
    claims, doubts = coarse_features()
    size: int = claims.shape[1] * len(LIES) + doubts.shape[1]
    return size


def deals_of_candidate(games: int) -> int:
    """Return on how many deals a candidate is tried, where a step by gradient plays so many games."""
    return max(1, games // SHARE_OF_GAMES)


def evolved(school: School, others: Seat, generations: int, games: int, first: int, seed: int) -> Chances:
    """Return what CMA-ES finds in the coarse family against `others`.

    Parameters
    ----------
    games
        Of a step by gradient, by which the length of the search is measured.
    first
        Number of the first game.

    Raises
    ------
    PaskasimError
        If the library `cma` is missing.
    """
    deals = deals_of_candidate(games)

    def costs_of(generation: int, points: list[NDArray[np.float64]]) -> list[float]:
        start = first + generation * deals
        tables = [coarse_table(each) for each in points]
        return [float(school.loss(table, others, start, deals, short=True)[0].mean()) for table in tables]

    return coarse_table(evolve_points(costs_of, np.zeros(coarse_size()), SPREAD, generations, POPULATION, seed))
