"""Find parameters with which a strategy loses little among others and among its like.

    python benchmarks/tune.py STRATEGY RULES [--players N ...] [--among NAME ...] [--try PLAYER ...]

One seat plays with the parameters that are tried, at tables of each of the others, of the defaults, and of its like; a
game without an end is a loss for all who are in it. CMA-ES (library `cma`) looks for the least mean loss; the defaults
and what it ends with, rounded to two figures, are then played on deals that nothing before has seen. With `--try` those
that are named are played, and nothing is searched.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paskasim.analysis.intervals import Interval
from paskasim.lineups import Player, parse_player
from paskasim.rules import RuleSet
from paskasim.strategies.door import Parameter, built_in
from paskasim.training.evolve import cma_library
from paskasim.training.fresh import HELD_OUT, mean_interval
from paskasim.training.tables import Deals, Hall, Opponents

POPULATION = 12
FRESH = 4_000  # deals of the last word
FIRST_SPREAD = 0.2  # of the range of each parameter


def player_with(strategy: str, parameters: Sequence[Parameter], point: Sequence[float]) -> Player:
    """The strategy with the parameters at `point`, where 0 to 1 is the range of each."""
    told = []
    for each, where in zip(parameters, point, strict=True):
        value = each.low + (each.high - each.low) * min(max(float(where), 0.0), 1.0)
        value = round(float(f"{value:.2g}") * each.scale) / each.scale
        told.append(f"{each.name}={min(max(value, each.low), each.high):g}")
    return parse_player(f"{strategy}[{','.join(told)}]")


def losses(tried: Player, chosen: argparse.Namespace, hall: Hall, deals: Deals) -> list[NDArray[np.float64]]:
    """Mean loss for each deal less an even share: among each of the others, among the defaults, among its like."""
    others = [parse_player(name) for name in (*chosen.among, chosen.strategy)]
    tables = [Opponents(each.spec, (each,) * (hall.players - 1)) for each in (*others, tried)]
    return [hall.costs(tried, table, deals) - 1 / hall.players for table in tables]


def told(interval: Interval) -> str:
    return f"{100 * interval.estimate:+.1f} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def searched(chosen: argparse.Namespace, halls: Sequence[Hall]) -> Player:
    """What CMA-ES ends with."""
    parameters = built_in()[chosen.strategy].parameters
    start = [(each.default - each.low) / (each.high - each.low) for each in parameters]
    draws = np.random.Generator(np.random.PCG64(chosen.seed))
    options = {
        "popsize": POPULATION,
        "seed": np.nan,
        "randn": lambda *shape: draws.standard_normal(shape),
        "bounds": [0, 1],
        "verbose": -9,
        "verb_log": 0,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        search = cma_library().CMAEvolutionStrategy(start, FIRST_SPREAD, options)
        for generation in range(chosen.generations):
            points = search.ask()
            deals = Deals(chosen.seed, generation * chosen.games, chosen.games)
            costs = []
            for point in points:
                tried = player_with(chosen.strategy, parameters, point)
                tables = [table for hall in halls for table in losses(tried, chosen, hall, deals)]
                costs.append(float(np.mean([table.mean() for table in tables])))
            search.tell(points, costs)
            mean = player_with(chosen.strategy, parameters, search.mean)
            print(f"{generation}: {min(costs):+.4f} {mean.spec}", file=sys.stderr)
    return player_with(chosen.strategy, parameters, search.mean)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("strategy")
    parser.add_argument("rules")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4])
    parser.add_argument("--among", nargs="+", default=["honest", "bluffer", "bluffer[lie=0.5,stuck=1]"])
    parser.add_argument("--try", dest="tries", nargs="+", metavar="PLAYER", help="play with these, search nothing")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--games", type=int, default=100, help="deals of a generation, in every seat of every table")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    halls = [Hall(RuleSet.load(chosen.rules), players, endless=float(players)) for players in chosen.players]
    named = [parse_player(each) for each in chosen.tries or [chosen.strategy]]
    tried = named if chosen.tries else [*named, searched(chosen, halls)]
    names = [f"among `{name}`" for name in chosen.among] + [f"among default `{chosen.strategy}`", "among its like"]
    print(
        f"Points lost more than an even share, {FRESH:,} fresh deals in every seat, 95 % intervals; a game without an"
    )
    print("end is a loss for all who are in it.\n")
    print(f"| players | one | {' | '.join(names)} |")
    print("|---|---|" + "---|" * len(names))
    for hall in halls:
        for player in tried:
            lost = losses(player, chosen, hall, Deals(chosen.seed, HELD_OUT, FRESH))
            cells = " | ".join(told(mean_interval(each)) for each in lost)
            print(f"| {hall.players} | `{player.spec}` | {cells} |", flush=True)


if __name__ == "__main__":
    main()
