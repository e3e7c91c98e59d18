"""Rows of the compiled engine and of the readable one, and what differs between them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from paskasim.engine import play
from paskasim.lineups import crew_of, parse_lineup
from paskasim.reference import BOTS, play_game, row_of
from paskasim.reference.search import Found, search
from paskasim.reference.table import Table
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.studies.columns import game_rows

ANSWERED = ("outcome", "proof")  # what a search has a say in


class BriefSearches:
    """Searches for an end where the readable engine wants it, until so many states were seen in all; then gives up.

    At the limit of turns a search may see thousands of states, a hundred times the work of the game before it, while
    most find an end among the first few.

    Attributes
    ----------
    gave_up
        Whether a search was cut short since this was last set.
    """

    def __init__(self, states: float) -> None:
        self._left = states
        self.gave_up = False

    def __call__(self, table: Table, states: int) -> Found:
        found = search(table, int(min(states, max(self._left, 1))))
        self._left -= found.states
        self.gave_up |= found.proof == "open" and found.states < states
        return found


def compiled_rows(
    rules: RuleSet, players: int, lineup: Sequence[str], seed: int, first: int, games: int
) -> list[dict[str, Any]]:
    """Return the result rows of games `first` .. `first + games - 1` by the compiled engine, detail included."""
    crew = crew_of(parse_lineup(lineup, players))
    played = play(rule_tables(rules, players), players, crew, seed, first, games, detail=True)
    rows: list[dict[str, Any]] = game_rows(played, detail=True).to_pylist()
    return rows


def readable_row(rules: RuleSet, players: int, lineup: Sequence[str], seed: int, game: int) -> dict[str, Any]:
    """Return the result row of one game by the readable engine, detail included."""
    return row_of(play_game(rules, players, [BOTS[name] for name in lineup], seed, game), detail=True)


def difference(row: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the columns whose values differ, or that only one row has, with both values."""
    missing = "no such column"
    pairs = {name: (row.get(name, missing), other.get(name, missing)) for name in [*row, *other]}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def check_games(
    rules: RuleSet, players: int, lineup: Sequence[str], seed: int, first: int, games: int, states: float = math.inf
) -> None:
    """Fail, with all that is needed to see it again, if the engines differ on any column of these games.

    Parameters
    ----------
    states
        How many the readable engine may see in all where it searches for an end; of a game whose search is cut short
        all but its outcome is compared.
    """
    brief = BriefSearches(states)
    for row in compiled_rows(rules, players, lineup, seed, first, games):
        brief.gave_up = False
        choosers = [BOTS[name] for name in lineup]
        readable = row_of(play_game(rules, players, choosers, seed, row["game"], search=brief), detail=True)
        differs = difference(row, readable)
        if brief.gave_up and row["outcome"] != "finished":
            differs = {name: pair for name, pair in differs.items() if name not in ANSWERED}
        if differs:
            where = f"{players=} {lineup=} {seed=} game={row['game']}"
            switches = {key: mine for key, (mine, _) in rules.changed_from(RuleSet()).items()}
            raise AssertionError(f"(compiled, readable) differ: {differs}\n{where}\n{rules.name}: {switches}")
