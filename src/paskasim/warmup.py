"""Compile the game before the clock runs, by playing one."""

from __future__ import annotations

from paskasim.engine import play
from paskasim.forks import fork_games
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables


def compile_all(forks: bool = False) -> None:
    """Compile the entries, with `forks` those for forked games too, or load them from the cache on disk."""
    rules = rule_tables(RuleSet.load("paskahousu"), 2)
    crew = crew_of(parse_lineup("lowest", 2))
    play(rules, 2, crew, 0, 0, 1)
    if forks:
        fork_games(rules, 2, crew, 0, 0, 1, 1)
