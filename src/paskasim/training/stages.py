"""Training against a pool that grows: each stage's best response joins it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from paskasim.analysis.intervals import Interval
from paskasim.engine import ENGINE_VERSION
from paskasim.lineups import parse_player
from paskasim.rules import RuleSet
from paskasim.strategies.features import BLUFF_START, START, WEIGHTS
from paskasim.training.checkpoint import Checkpoint
from paskasim.training.evolve import Search, evolve, live_weights
from paskasim.training.fresh import CHOOSING, CHOOSING_TIMES, HELD_OUT, Contrast, choose, mean_interval
from paskasim.training.settings import ITSELF, PLAIN, THE_START, Settings
from paskasim.training.tables import Deals, Hall, Opponents, Values, alike_opponents, opponents_of, trained_opponents
from paskasim.weights import WeightFile, changed, weights_for


def beginning(rules: RuleSet, players: int, settings: Settings) -> tuple[Values, str]:
    """Return the weights to begin with and what they are, for people.

    Raises
    ------
    PaskasimError
        If a file is named that can't be read or holds other weights.
    """
    if settings.start == PLAIN:
        return START, "built in: much like lowest"
    file = Path(settings.start) if settings.start else None
    found = weights_for(rules, players, WEIGHTS, file)
    return found.values, f"{found.origin if file is None else 'a file'} ({found.identity})"


def first_table(lineup: str, begin: Values, players: int) -> Opponents:
    """Return opponents as `Settings.against` names them.

    Raises
    ------
    PaskasimError
        If the line-up is wrong.
    """
    if lineup == THE_START:
        return trained_opponents(THE_START, begin, players)
    return alike_opponents(ITSELF, players) if lineup == ITSELF else opponents_of(lineup, players)


def plain_players(rules: RuleSet) -> tuple[str, ...]:
    """Return the strategies that trained weights are held against."""
    return ("honest", "bluffer", "bayes") if rules.bluff.on else ("lowest",)


def games_of(settings: Settings, rules: RuleSet, players: int) -> int:
    """Return how many games a training plays in all."""
    search = settings.search
    first = sum(1 if lineup == ITSELF else players for lineup in settings.against)
    total = 0
    for stage in range(settings.stages):
        seats = first + stage * players
        total += seats * (search.generations * search.population + 4 * CHOOSING_TIMES) * search.games
    own = settings.fresh if ITSELF in settings.against else 0
    return total + players * settings.fresh * (3 * len(plain_players(rules)) + 1) + own


def train(
    rules: RuleSet,
    players: int,
    settings: Settings,
    hall: Hall,
    *,
    checkpoint: Path | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> WeightFile:
    """Train `linear` for these rules, and judge the result on deals that nothing before has seen.

    Parameters
    ----------
    hall
        Where the games are played.
    checkpoint
        File that holds what was found so far; removed at the end.
    tell
        Told how each stage ended.

    Raises
    ------
    PaskasimError
        If the library `cma` is missing, a line-up or file is wrong, or the checkpoint is of another training.
    """
    begin, origin = beginning(rules, players, settings)
    tables = [first_table(lineup, begin, players) for lineup in settings.against]
    kept = Checkpoint(checkpoint, settings.key(rules, players, begin), settings.search.population, len(WEIGHTS))
    best = begin
    for stage in range(settings.stages):
        if stage not in kept.chosen:
            found = _stage(rules, players, settings, hall, tables, best, stage, kept)
            kept.add_chosen(stage, found)
        best = kept.chosen[stage]
        tables.append(trained_opponents(f"stage {stage + 1}", best, players))
        tell(f"stage {stage + 1} of {settings.stages} is done")
    provenance = {
        "command": settings.command(rules.name, players),
        "engine": ENGINE_VERSION,
        "start": origin,
        "seed": settings.search.seed,
        "stages": settings.stages,
        "generations": settings.search.generations,
        "population": settings.search.population,
        "games": settings.search.games,
        "pool": [table.name for table in tables[:-1]],
        "held_out": held_out(hall, best, begin, settings),
    }
    kept.delete()
    read = {name: value for name, value in zip(WEIGHTS, best, strict=True) if rules.bluff.on or name not in BLUFF_START}
    return WeightFile(rules.name, changed(rules), players, read, provenance)


def _stage(
    rules: RuleSet,
    players: int,
    settings: Settings,
    hall: Hall,
    tables: list[Opponents],
    start: Values,
    stage: int,
    kept: Checkpoint,
) -> Values:
    search = settings.search
    if stage > 0:
        search = replace(search, spread=search.spread / 2)

    def costs_of(generation: int, candidates: list[Values]) -> list[float]:
        known = kept.costs.get((stage, generation))
        if known is None:
            first = (stage * search.generations + generation) * search.games
            known = hall.all_costs(candidates, tables, Deals(search.seed, first, search.games))
            kept.add_costs(stage, generation, known)
        return known

    found = evolve(costs_of, start, live_weights(rules, players), search, stage)
    deals = Deals(search.seed, CHOOSING + stage * CHOOSING_TIMES * search.games, CHOOSING_TIMES * search.games)
    return choose(hall, [*found, start], tables, deals)


def held_out(hall: Hall, best: Values, begin: Values, settings: Settings) -> dict[str, Any]:
    """Return what the weights lose on deals never used before, beside the start and plain players, paired by deals.

    A game without an end costs its active players one loss together here, so that files can be compared.
    """
    hall = replace(hall, endless=1.0)
    players = hall.players
    deals = Deals(settings.search.seed, HELD_OUT, settings.fresh)
    even = np.full(settings.fresh, 1 / players)  # all alike: everybody has an equal share of what is lost
    strong = trained_opponents("these weights", best, players)
    told: dict[str, Any] = {"deals": settings.fresh, "seats": players}
    at_strong = {"loss": _told(mean_interval(even))}
    for name in plain_players(hall.rules):
        weak = opponents_of(name, players)
        these = hall.costs(best, weak, deals)
        told[f"at tables of {name}"] = {
            "loss": _told(mean_interval(these)),
            f"less than {name}": _told(mean_interval(even - these)),
            "less than the start": _told(Contrast(these, hall.costs(begin, weak, deals)).gain()),
        }
        at_strong[f"less than {name}"] = _told(mean_interval(hall.costs(parse_player(name), strong, deals) - even))
    at_strong["less than the start"] = _told(mean_interval(hall.costs(begin, strong, deals) - even))
    if ITSELF in settings.against:
        ended = replace(hall, endless=0.0).costs(best, alike_opponents(ITSELF, players), deals)
        at_strong["games without an end"] = _told(mean_interval(1 - players * ended))
    told["at tables of these weights"] = at_strong
    return told


def _told(interval: Interval) -> list[float]:
    """Return estimate and limits in 1/100,000 of a loss, as short numbers."""
    return [round(float(each), 5) for each in (interval.estimate, interval.low, interval.high)]


__all__ = ["Search", "Settings", "beginning", "games_of", "held_out", "train"]
