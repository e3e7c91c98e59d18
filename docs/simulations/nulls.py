"""A against A: the same rules under two names, on independent seeds, compared as a report compares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from paskasim.analysis import intervals
from paskasim.analysis.comparisons import Comparison, Interest, judge
from paskasim.analysis.contrasts import Contrast, paired_means, paired_shares
from paskasim.engine import play
from paskasim.kernels import layout as at
from paskasim.lineups import Crew, crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables

RULES, PLAYERS, LINEUP = "paskahousu", 4, "lowest"
TRIALS, BLOCKS, BLOCK = 1_000, 8, 1_024
FIRST_SEED = 700_000
LONG = 180

Sums = dict[str, np.ndarray]
Compare = Callable[[Sums, Sums, np.ndarray], Contrast]


@dataclass(frozen=True)
class Alarms:
    """How many trials of a comparison said that two names of one thing differ."""

    comparison: str
    trials: int
    alarms: int


@cache
def _table(rules: str) -> tuple[np.ndarray, Crew]:
    return rule_tables(RuleSet.load(rules), PLAYERS), crew_of(parse_lineup(LINEUP, PLAYERS))


def arm(seed: int, blocks: int = BLOCKS, block: int = BLOCK, rules: str = RULES) -> Sums:
    """Play one arm and return its sums by block."""
    tables, crew = _table(rules)
    played = play(tables, PLAYERS, crew, seed, 0, blocks * block)
    ended = played.tallies[at.OUTCOME] == at.FINISHED
    turns = played.tallies[at.TURNS]
    by_game = {
        "games": np.ones(len(turns), dtype=np.int64),
        "finished": ended,
        "loser_0": played.places[0] == PLAYERS,
        "loser_1": played.places[1] == PLAYERS,
        "endless": ~ended,
        "long": turns > LONG,
        "turns": np.where(ended, turns, 0),
    }
    return {name: values.reshape(blocks, block).sum(axis=1, dtype=np.int64) for name, values in by_game.items()}


def _shares(top: str, bottom: str) -> Compare:
    return lambda one, two, numbers: paired_shares((one[top], one[bottom]), (two[top], two[bottom]), numbers)


def _means(one: Sums, two: Sums, numbers: np.ndarray) -> Contrast:
    return paired_means((one["turns"], one["finished"]), (two["turns"], two["finished"]), numbers)


COMPARISONS: dict[str, tuple[Compare, str]] = {
    "share of finished games that seat 0 loses": (_shares("loser_0", "finished"), "loss"),
    "share of finished games that seat 1 loses": (_shares("loser_1", "finished"), "loss"),
    "share of games without an end": (_shares("endless", "games"), "endless"),
    f"share of games longer than {LONG} turns (rare)": (_shares("long", "games"), "endless"),
    "mean turns of finished games": (_means, "turns"),
}
ANY = "any of these in one report, after Holm"
STOPPED = "seat 0, looked at after every block, by the always-valid limits"


def trials(count: int = TRIALS, blocks: int = BLOCKS, block: int = BLOCK) -> Iterator[tuple[Sums, Sums, np.ndarray]]:
    """Yield the two arms of each trial, on seeds that nothing else uses, and the game numbers by block."""
    for trial in range(count):
        one, two = (arm(FIRST_SEED + 2 * trial + name, blocks, block) for name in range(2))
        yield one, two, np.full(blocks, block)


def alarms(count: int = TRIALS, blocks: int = BLOCKS, block: int = BLOCK) -> list[Alarms]:
    """Return for each comparison in how many trials it is called different from zero."""
    found = dict.fromkeys([*COMPARISONS, ANY, STOPPED], 0)
    for one, two, numbers in trials(count, blocks, block):
        asked = [
            Comparison(name, compare(one, two, numbers), scale)  # type: ignore[arg-type]
            for name, (compare, scale) in COMPARISONS.items()
        ]
        for comparison in asked:
            found[comparison.key] += judge([comparison], Interest())[comparison.key].apart
        found[ANY] += any(one.apart for one in judge(asked, Interest()).values())
        found[STOPPED] += stopped(one, two, numbers)
    return [Alarms(name, count, times) for name, times in found.items()]


def stopped(one: Sums, two: Sums, numbers: np.ndarray) -> bool:
    """Return whether the always-valid limits leave zero out after any block."""
    for count in range(1, len(numbers) + 1):
        parts = [(sums["loser_0"][:count], sums["finished"][:count]) for sums in (one, two)]
        limits = intervals.always_valid_share_difference(parts[0], parts[1], numbers[:count])
        if limits.low > 0 or limits.high < 0:
            return True
    return False
