"""`search` notices that it goes round in circles."""

from __future__ import annotations

import numpy as np
import pytest

from paskasim.engine import Games, play
from paskasim.kernels import layout as at
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables

RULES = RuleSet.load("paskahousu-rows").with_switches({"limits.turns": 600})


def games_of(lineup: str, games: int, first: int = 0) -> Games:
    crew = crew_of(parse_lineup(lineup, 4), RULES)
    return play(rule_tables(RULES, 4), 4, crew, 1, first, games)


def test_fewer_games_go_on_for_ever() -> None:
    unresolved = {
        patience: (games_of(f"search[playouts=24,patience={patience}]", 48).tallies[at.OUTCOME] == at.UNRESOLVED).sum()
        for patience in (2, 50)
    }
    assert unresolved[50] >= 5
    assert unresolved[2] <= unresolved[50] // 2


@pytest.mark.parametrize("lineup", ["search[playouts=12]", "exact[playouts=12]"])
def test_nothing_is_remembered_of_another_game(lineup: str) -> None:
    together = games_of(lineup, 12)
    alone = [games_of(lineup, 1, first) for first in range(12)]
    assert np.array_equal(together.tallies, np.concatenate([game.tallies for game in alone], axis=1))
