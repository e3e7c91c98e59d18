"""Games with bluff that are forked: the same as by the readable engine, and chances that have nothing to do with
each other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from paskasim.bluff_forks import fork_bluffs
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.studies.probes.bluff import BRANCH_SUMS, BRANCHES, FORKS, LEFTS, PILES, PROBE, SITUATIONS, column
from plain_bluff_forks import plain_bluff_fork

SEED, TIMES = 7, 2
COLUMNS = [each.name for each in PROBE.columns]
TABLES = {
    "valepaska": ["any", "lowest", "random"],
    "valepaska-next-plays": ["lowest", "any"],
    "valepaska-liar-never-continues": ["random", "lowest", "lowest", "any"],
    "valepaska-rows": ["any", "lowest", "lowest"],
}
HOUSE = {
    "next doubts": {"bluff.who": "next"},
    "two at once": {"turn.counts": {"3": "2", "4": "2+", "2": "1"}},
    "stuck if true": {"turn.take": "stuck", "faces.on_empty": True},
    "two decks": {"deck.decks": 2, "deck.jokers": 2, "bluff.honest_burn": "burns"},
}


def rules_of(name: str, house: str = "") -> RuleSet:
    return RuleSet.load(name).with_switches({"limits.turns": 150, **HOUSE.get(house, {})})


def forked(rules: RuleSet, names: list[str], first: int, games: int) -> NDArray[np.int64]:
    crew = crew_of(parse_lineup(names, len(names)), rules)
    return np.concatenate(list(fork_bluffs(rules, len(names), crew, SEED, first, games, TIMES)), axis=1)


def check(rules: RuleSet, names: list[str], first: int, games: int) -> set[str]:
    """Compare every column with the readable engine's; return the cells that came up."""
    cells = set()
    for game, told in enumerate(forked(rules, names, first, games), first):
        wanted = dict.fromkeys(COLUMNS, 0)
        for fork in FORKS:
            found = plain_bluff_fork(rules, names, SEED, game, fork, TIMES)
            if found is None:
                continue
            (situation, pile, left), branches = found
            wanted[column(fork, situation, pile, left, "positions")] = 1
            for branch in BRANCHES[fork]:
                for what in BRANCH_SUMS:
                    wanted[column(fork, situation, pile, left, f"{what}_{branch}")] = branches[branch][what]
            cells.add(f"{fork} {situation} {pile} {left}")
        differs = {
            name: (value, wanted[name]) for name, value in zip(COLUMNS, told, strict=True) if value != wanted[name]
        }
        assert not differs, (rules.name, names, game, differs)
    return cells


@pytest.mark.parametrize("name", TABLES)
def test_as_by_the_readable_engine(name: str) -> None:
    assert len(check(rules_of(name), TABLES[name], 24, 8)) >= 3


@pytest.mark.parametrize("house", HOUSE)
def test_as_by_the_readable_engine_under_house_rules(house: str) -> None:
    check(rules_of("valepaska", house), ["any", "lowest", "random"], 0, 4)


@pytest.mark.long
@pytest.mark.parametrize("house", ["", *HOUSE])
@pytest.mark.parametrize("name", TABLES)
def test_as_by_the_readable_engine__many_games(name: str, house: str) -> None:
    check(rules_of(name, house), TABLES[name], 1000, 40)


def test_every_cell_comes_up() -> None:
    """Nearly all: where a pile is large, the cards are there and seldom few in a hand."""
    lineups = ["any", "lowest", "random"], ["lowest"] * 3, ["bluffer[lie=0.5]", "bluffer[challenge=0,last=0,big=0]"] * 2
    sums = [forked(RuleSet.load("valepaska"), names, 0, 3000).sum(axis=0) for names in lineups]
    counts = dict(zip(COLUMNS, np.sum(sums, axis=0).tolist(), strict=True))
    for fork in FORKS:
        for situation in SITUATIONS[fork]:
            for pile in PILES:
                for left in LEFTS:
                    seldom = left != "more" and pile in ("8", "15")
                    name = column(fork, situation, pile, left, "positions")
                    assert seldom or counts[name] > 0, name
