"""Compile the game before the clock runs, by playing one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paskasim.engine import play
from paskasim.forks import fork_games
from paskasim.lineups import Player, compile_players, crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables


def compile_all(forks: bool = False, lineups: Iterable[Sequence[Player]] = ()) -> None:
    """Compile the entries, or load them from the cache on disk.

    Parameters
    ----------
    forks
        The entry for forked games, too.
    lineups
        Whose strategies to compile, too.
    """
    for seats in lineups:
        compile_players(seats)
    rules = rule_tables(RuleSet.load("paskahousu"), 2)
    crew = crew_of(parse_lineup("lowest", 2))
    play(rules, 2, crew, 0, 0, 1)
    if forks:
        fork_games(rules, 2, crew, 0, 0, 1, 1)
