"""Both engines play the same games, equal in every column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paskasim.engine import play
from paskasim.errors import PaskasimError
from paskasim.laws.law import Check, Effort, Law, by_mistakes
from paskasim.laws.miniature.catalogue import DEAD_ENDS, EXACT, miniatures
from paskasim.lineups import crew_of, parse_lineup
from paskasim.reference import BOTS, play_game, row_of
from paskasim.rules import RuleSet, presets
from paskasim.rules.tables import rule_tables
from paskasim.studies.columns import game_rows

STRATEGIES = ("any", "random", "lowest")
PLAYERS = range(2, 7)
TURNS = 2_000  # limits.turns for presets
MINIATURE_GAMES = 10


def checks(effort: Effort) -> Iterator[Check]:
    """Compare games of every preset for every number of players, and of the miniatures."""
    mistakes: list[str] = []
    games = 0
    for number, name in enumerate(presets()):
        rules = RuleSet.load(name).with_switches({"limits.turns": TURNS})
        for players in PLAYERS:
            if _fits(rules, players):
                lineup = [STRATEGIES[(number + players + seat) % 3] for seat in range(players)]
                mistakes += differences(rules, players, lineup, effort.seed, effort.times)
                games += effort.times
    yield by_mistakes(f"presets, {PLAYERS[0]} to {PLAYERS[-1]} players", "games that differ", mistakes, games)

    mistakes, games = [], 0
    for kind in (EXACT, DEAD_ENDS):
        for number, miniature in enumerate(miniatures(kind)):
            lineup = [STRATEGIES[(number + seat) % 3] for seat in range(miniature.players)]
            count = MINIATURE_GAMES * effort.times
            mistakes += differences(miniature.rules, miniature.players, lineup, effort.seed, count)
            games += count
    yield by_mistakes("miniatures", "games that differ", mistakes, games)


def differences(rules: RuleSet, players: int, lineup: Sequence[str], seed: int, games: int) -> list[str]:
    """Play games 0, 1, .. with both engines and tell which columns differ, a sentence a game."""
    crew = crew_of(parse_lineup(lineup, players))
    played = play(rule_tables(rules, players), players, crew, seed, 0, games, detail=True)
    told = []
    for compiled in game_rows(played, detail=True).to_pylist():
        game = compiled["game"]
        readable = row_of(play_game(rules, players, [BOTS[name] for name in lineup], seed, game), detail=True)
        differing = _differing(compiled, readable)
        if differing:
            where = f"{rules.name}, {players} players ({', '.join(lineup)}), seed {seed}, game {game}"
            told.append(f"{where}: compiled and readable differ in {differing}")
    return told


def _differing(compiled: Mapping[str, Any], readable: Mapping[str, Any]) -> str:
    names = [name for name in {**compiled, **readable} if compiled.get(name) != readable.get(name)]
    return ", ".join(f"{name} ({compiled.get(name)}, {readable.get(name)})" for name in names)


def _fits(rules: RuleSet, players: int) -> bool:
    try:
        rules.deal_for(players)
    except PaskasimError:
        return False
    return True


LAW = Law("same_games", "The compiled and the readable engine agree on every column of every game.", checks)
