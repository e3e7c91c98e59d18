"""The best answer to given opponents: what a set of weights can gain against them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from paskasim.analysis.intervals import Interval
from paskasim.rules import RuleSet
from paskasim.strategies.features import WEIGHTS
from paskasim.training.evolve import Search, evolve, live_weights
from paskasim.training.fresh import CHOOSING, CHOOSING_TIMES, HELD_OUT, Contrast, choose, contrast
from paskasim.training.tables import Deals, Hall, Opponents, Values, opponents_of
from paskasim.weights import weights_for

__all__ = ["Response", "best_response"]


@dataclass(frozen=True)
class Response:
    """Weights found against opponents, and what they gain on deals that the search never saw.

    Attributes
    ----------
    weights
        Numbers in the order of `strategies.features.WEIGHTS`.
    loss
        Mean loss of these weights, over all seats and tables.
    own
        Mean loss of the opponents in their own places.
    gain
        `own` less `loss`, paired by deals: above zero the response beats the opponents' own play. A lower bound for
        what could be gained, since the response is only the best that was found.
    """

    weights: Values
    loss: Interval
    own: Interval
    gain: Interval


def best_response(
    rules: RuleSet,
    players: int,
    opponents: Sequence[str],
    *,
    search: Search | None = None,
    start: Values | None = None,
    endless: float = 1.0,
    fresh: int = 5_000,
    pool: Executor | None = None,
    stop: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda games: None,
) -> Response:
    """Search for the `linear` weights that lose least against given opponents.

    Parameters
    ----------
    opponents
        Line-ups for the other seats, one a table; the last strategy of each fills the seats that are left.
    search
        How long and how wide to search; the defaults of `Search` if not given.
    start
        Weights to begin with; those of the shipped file for these rules if not given.
    endless
        What a game without an end costs its active players together, in losses.
    fresh
        Deals on which the result is measured, in every seat of every table.
    pool
        Where tables are played at the same time; the result does not depend on it.
    stop
        Asked now and then; True ends the call with `engine.InterruptedPlayError`.
    played
        Told how many games were played.

    Raises
    ------
    PaskasimError
        If a line-up is wrong, or the library `cma` is missing.
    """
    search = search or Search()
    hall = Hall(rules, players, endless, stop, played, pool)
    tables = [opponents_of(each, players) for each in opponents]
    begin = start or weights_for(rules, players, WEIGHTS).values

    def costs_of(generation: int, candidates: list[Values]) -> list[float]:
        return hall.all_costs(candidates, tables, Deals(search.seed, generation * search.games, search.games))

    found = evolve(costs_of, begin, live_weights(rules, players), search)
    best = choose(hall, [*found, begin], tables, Deals(search.seed, CHOOSING, CHOOSING_TIMES * search.games))
    deals = Deals(search.seed, HELD_OUT, fresh)
    told = [_contrast(hall, best, table, deals) for table in tables]
    joined = Contrast(np.mean([each.new for each in told], axis=0), np.mean([each.old for each in told], axis=0))
    return Response(best, joined.loss(), joined.old_loss(), joined.gain())


def _contrast(hall: Hall, weights: Values, table: Opponents, deals: Deals) -> Contrast:
    # The one who sits behind the tried seat is as good as any: at most tables all the others are alike.
    return contrast(hall, weights, table.players[0], table, deals)
