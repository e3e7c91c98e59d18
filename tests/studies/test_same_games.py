"""Which game is this? The same rules, line-up, seed and number are the same game, whatever else is played."""

from __future__ import annotations

import pandas as pd
import pytest

from paskasim import engine
from paskasim.engine import play
from paskasim.errors import PaskasimError
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.simulation import simulate
from paskasim.studies.plan import Case

SEEDS = [0, 1, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]


def rows(**changes: object) -> pd.DataFrame:
    arguments = {"players": 3, "lineup": "any,lowest", "games": 500, "seed": 9, "detail": True} | changes
    return simulate("paskahousu-rows", **arguments)


def test_games_and_threads_and_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Case, "shard_games", 1024)
    many = rows(games=3_000, threads=1)
    pd.testing.assert_frame_equal(rows(games=3_000, threads=4), many)
    pd.testing.assert_frame_equal(rows(games=700), many[:700])
    pd.testing.assert_frame_equal(rows(games=1), many[:1])
    pd.testing.assert_frame_equal(rows(games=3_000, detail=False), many[rows(games=1, detail=False).columns])
    monkeypatch.setattr(Case, "shard_games", 131_072)
    pd.testing.assert_frame_equal(rows(games=3_000), many)
    assert many["game"].tolist() == list(range(3_000))


def test_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rows()
    monkeypatch.setattr(engine, "FIRST_BATCH", 1)
    monkeypatch.setattr(engine, "BATCH_SECONDS", 0.0)
    pd.testing.assert_frame_equal(rows(), whole)


@pytest.mark.parametrize("first", [1, 1023, 131_071, 2**31, 2**32 - 1, 2**40])
def test_a_single_game_from_its_number(first: int) -> None:
    """Beyond 32 bits, too: the number is a part of the counter."""
    rules = RuleSet.load("paskahousu-rows")
    crew = crew_of(parse_lineup("any,lowest", 3))
    tables = rule_tables(rules, 3)
    several = play(tables, 3, crew, 9, first, 4, detail=True)
    for i in range(4):
        alone = play(tables, 3, crew, 9, first + i, 1, detail=True)
        assert (alone.tallies[:, 0] == several.tallies[:, i]).all()
        assert (alone.places[:, 0] == several.places[:, i]).all()
    other = play(tables, 3, crew, 9, first + 2**32, 4, detail=True)
    assert (other.tallies != several.tallies).any()


def test_seeds() -> None:
    found = [rows(seed=seed, games=50).drop(columns="game") for seed in SEEDS]
    for seed, frame in zip(SEEDS, found, strict=True):
        pd.testing.assert_frame_equal(rows(seed=seed, games=50).drop(columns="game"), frame)
    for i, frame in enumerate(found):
        assert not any(frame.equals(other) for other in found[:i])


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True, None])
def test_seeds__that_are_none(seed: object) -> None:
    with pytest.raises(PaskasimError, match="seed = "):
        rows(seed=seed)


def test_the_deck_depends_on_no_strategy_and_no_rule() -> None:
    """With `start.player = "lowest"` the starter is a function of the first hands, whatever is played then."""
    starters = {
        (rules, lineup): simulate(
            RuleSet.load(rules).with_switches({"start.player": "lowest", "start.opening": "free"}),
            players=4, lineup=lineup, games=800, seed=5,
        )["starter"].tolist()
        for rules in ("paskahousu", "paskahousu-no-fours", "paskahousu-lowest-starts")
        for lineup in ("lowest", "any", "random,any")
    }  # fmt: skip
    first = next(iter(starters.values()))
    assert len(set(first)) == 4
    assert all(found == first for found in starters.values())


def test_the_table_has_its_own_chance() -> None:
    """A random starter changes no deck: with the same starter the game is the same."""
    rules = RuleSet.load("paskahousu")
    fixed = simulate(rules, players=4, lineup="lowest", games=2_000, seed=5)
    chance = simulate(rules.with_switches({"start.player": "random"}), players=4, lineup="lowest", games=2_000, seed=5)
    same = chance["starter"] == 0
    assert 350 < same.sum() < 650
    pd.testing.assert_frame_equal(chance[same], fixed[same])
