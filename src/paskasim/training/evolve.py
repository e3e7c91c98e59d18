"""CMA-ES over the weights that matter, with every generation's costs kept, so that it can go on where it stood."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet
from paskasim.strategies.features import FEATURES
from paskasim.training.tables import Values
from paskasim.weights import LARGEST


@dataclass(frozen=True)
class Search:
    """How long and how wide to search.

    Attributes
    ----------
    generations
        Sets of candidates, one after the other.
    population
        Candidates in a generation.
    games
        Deals in a generation, each played in every seat at every table.
    spread
        Standard deviation of the first candidates' weights.
    seed
        Of the candidates and of the deals.
    """

    generations: int = 30
    population: int = 14
    games: int = 500
    spread: float = 25.0
    seed: int = 1


def live_weights(rules: RuleSet, players: int) -> NDArray[np.int64]:
    """Return the places of those weights that make a difference under these rules."""
    deal = rules.deal_for(players)
    rows = rules.deal.up + rules.deal.down > 0
    again = bool(rules.skip.rank or rules.reverse.rank or rules.again.ranks or rules.effects)
    has = {
        "": True,
        "joker": deal.counts[14] > 0,
        "swap": rules.deal.swap == "any" and rules.deal.up > 0,
        "row_card": rules.rows.take_card and rules.deal.up > 1,
        "try": rules.turn.try_stock != "never" and not rules.bluff.on,
        "take": rules.turn.take == "free" or rules.turn.try_stock != "never",
        "again": again,
        "rows": rows,
        "stock": not rules.deal.all,
        "bluff": rules.bluff.on,
    }
    live: list[bool] = []
    for feature in FEATURES:
        needed = all(has[need] for need in feature.needs.split() or [""])
        live += [needed and has["stock"], needed] if feature.phased else [needed]
    return np.flatnonzero(live)


def cma_library() -> Any:
    """Return the library `cma`.

    Raises
    ------
    PaskasimError
        If it is missing.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module("cma")
        except ImportError:
            raise PaskasimError(
                "Training needs the library cma, which is not installed.", 'Install it: pip install "paskasim[tune]"'
            ) from None


def evolve(
    costs_of: Callable[[int, list[Values]], Sequence[float]],
    start: Values,
    live: NDArray[np.int64],
    search: Search,
    stage: int = 0,
) -> list[Values]:
    """Return the weights that the search ends with: its mean, the mean of its last means, its last best candidate.

    Parameters
    ----------
    costs_of
        From the number of a generation and its candidates to their mean losses.
    start
        Weights to begin with.
    live
        Places of the weights that may change.
    stage
        Searches of one training have different candidates.

    Raises
    ------
    PaskasimError
        If the library `cma` is missing.
    """
    base = np.array(start, np.int64)

    def rounded(point: NDArray[np.float64]) -> Values:
        values = base.copy()
        values[live] = np.clip(np.rint(point), -LARGEST, LARGEST).astype(np.int64)
        return tuple(int(value) for value in values)

    means: list[NDArray[np.float64]] = []
    best = start
    strategy = _strategy(base[live].astype(float), search.spread, search.population, [search.seed, stage])
    for generation in range(search.generations):
        points = _asked(strategy)
        candidates = [rounded(point) for point in points]
        costs = list(costs_of(generation, candidates))
        _tell(strategy, points, costs)
        best = candidates[int(np.argmin(costs))]
        means.append(np.array(strategy.mean))
    if not means:
        return [start]
    late = means[-max(1, len(means) // 3) :]
    return list(dict.fromkeys([rounded(means[-1]), rounded(np.mean(late, axis=0)), best]))


def evolve_points(
    costs_of: Callable[[int, list[NDArray[np.float64]]], Sequence[float]],
    start: NDArray[np.float64],
    spread: float,
    generations: int,
    population: int,
    seed: int,
) -> NDArray[np.float64]:
    """Return the mean of the means of the last third of the generations, from costs of points of any numbers.

    Raises
    ------
    PaskasimError
        If the library `cma` is missing.
    """
    strategy = _strategy(start, spread, population, [seed])
    means: list[NDArray[np.float64]] = []
    for generation in range(generations):
        points = _asked(strategy)
        _tell(strategy, points, list(costs_of(generation, points)))
        means.append(np.array(strategy.mean))
    late: NDArray[np.float64] = np.mean(means[-max(1, len(means) // 3) :], axis=0)
    return late


def _strategy(start: NDArray[np.float64], spread: float, population: int, seed: list[int]) -> Any:
    cma = cma_library()
    draws = np.random.Generator(np.random.PCG64(seed))
    options = {
        "popsize": population,
        "seed": np.nan,  # no seed of its own: nothing outside this call may matter
        "randn": lambda *shape: draws.standard_normal(shape),
        "verbose": -9,
        "verb_log": 0,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cma.CMAEvolutionStrategy(start, spread, options)


def _tell(strategy: Any, points: Any, costs: list[float]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        strategy.tell(points, costs)


def _asked(strategy: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return strategy.ask()
