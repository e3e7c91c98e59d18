"""Tournaments: every strategy in every seat, on the same deals, against every other one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from paskasim.rules import RuleSet
    from paskasim.tournament.exploit import Regret
    from paskasim.tournament.plan import Plan
    from paskasim.tournament.standing import Findings

__all__ = ["Asked", "Tournament", "ask", "hold"]

GAMES = 10_000
BUDGET = 10.0


@dataclass(frozen=True)
class Asked:
    """What a tournament is to be, checked.

    Attributes
    ----------
    named
        The rules as they were named.
    games
        Game numbers a table.
    budget
        Seconds on one core for a table, by the speeds that the strategies declare.
    endless
        What a game without an end costs its active players together, in losses.
    """

    rules: RuleSet
    named: str
    plan: Plan
    games: int
    seed: int
    budget: float
    endless: float

    @property
    def players(self) -> int:
        """Seats at each table."""
        return self.plan.players


@dataclass(frozen=True)
class Tournament:
    """A tournament that was held."""

    asked: Asked
    found: Findings
    regrets: tuple[Regret, ...] = ()


def ask(
    rules: RuleSet | str | Path,
    players: int = 4,
    strategies: str | Sequence[str] | None = None,
    games: int = GAMES,
    seed: int = 1,
    *,
    budget: float = BUDGET,
    endless: float = 1.0,
) -> Asked:
    """Return a tournament that can be held.

    Raises
    ------
    PaskasimError
        For anything that can't be played.
    """
    from paskasim.rules import RuleSet
    from paskasim.tournament.plan import make_plan

    rule_set = rules if isinstance(rules, RuleSet) else RuleSet.load(rules)
    rule_set.deal_for(players)
    named = rule_set.name if isinstance(rules, RuleSet) else str(rules)
    return Asked(rule_set, named, make_plan(strategies, players, games, budget), games, seed, budget, endless)


def hold(asked: Asked, *, threads: int | None = None, played: Callable[[int], None] = lambda games: None) -> Tournament:
    """Play a tournament and judge it; `played` is told how many games each batch held.

    Raises
    ------
    PaskasimError
        If a strategy gives an illegal answer.
    """
    from paskasim.tournament.play import play_plan
    from paskasim.tournament.standing import findings

    sums = play_plan(asked.plan, asked.rules, asked.seed, asked.endless, threads=threads, played=played)
    return Tournament(asked, findings(asked.plan, sums))
