"""Both engines play the same games: every column of every row is equal."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from compiled import check_games, compiled_rows, difference, readable_row
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_sets import Setting, drawn_bluff, drawn_setting, fits, settings_of_play

from paskasim.rules import RuleSet, presets

NAMES = ("any", "random", "lowest")
SEEDS = st.one_of(st.integers(0, 9), st.integers(0, 2**64 - 1))
GAMES = st.one_of(st.integers(0, 9), st.integers(0, 2**40))
FEW_STATES = 1600  # to see in searches by default, as many as in a game of 100 turns; test_search.py sees more

# Cases that come up seldom elsewhere: what is special, a preset, other switches, a line-up.
SELDOM: dict[str, tuple[str, dict[str, object], str]] = {
    "tens on all but aces": ("paskahousu-rows", {"tens.on": "any_but_ace"}, "any random"),
    "single cards not allowed": ("poytapaska-small", {"turn.counts": {"5-K": "2+"}}, "any random lowest"),
    "tries of cards not allowed singly": (
        "paskahousu-faces-free",
        {"turn.try_stock": "any_time", "turn.counts": {"3-9": "2+"}},
        "any any",
    ),
    "passes that draw": (
        "paskahousu",
        {"deck.ranks": "3 J Q K 2", "deal.hand": 1, "turn.refill": 2, "turn.take": "stuck"},
        "any random lowest",
    ),
    "jokers turned": (
        "paskahousu",
        {"deck.ranks": "3-6 J", "deck.jokers": 4, "deal.hand": 3, "deal.turned": 1, "fours.burn": False},
        "any random",
    ),
    "jokers that stay": (
        "paskahousu-rows-jokers",
        {"effects": [{"play": "*", "on": "any", "do": "none"}], "invisible.rank": "5", "skip.rank": "*"},
        "any random lowest",
    ),
    "endless games after one went out": ("paskahousu-one-face", {}, "random lowest lowest"),
    "runs of a spared rank with invisible cards": (
        "paskahousu-rows-invisible-threes",
        {"fours.except": "3 5 7 9", "fours.size": 3, "fours.again": False},
        "any random",
    ),
    "runs cut by invisible cards": (
        "paskahousu-rows",
        {"invisible.rank": "4", "invisible.in_run": "breaks", "fours.size": 3, "fours.except": "4 9"},
        "any random lowest",
    ),
    "the former player, both ways round": (
        "paskahousu-rows",
        {"turn.after_take": "previous", "turn.take": "free", "reverse.rank": "9"},
        "any random any",
    ),
    "trying before opening with any card": (
        "paskahousu",
        {"deck.ranks": "3 10-A", "turn.stuck": "open_any", "turn.try_stock": "stuck"},
        "any random lowest",
    ),
    "last cards that may not be": (
        "shithead",
        {"finish.not_with": "2 10 3 4 5", "rows.take_card": True, "turn.take": "free"},
        "any random",
    ),
    "skips round a shrinking ring": (
        "poytapaska-small",
        {"skip.rank": "8", "skip.per_card": True, "deck.suits": 4, "again.ranks": "6", "fours.size": 5},
        "random random any lowest",
    ),
    "reversing that gives no other turn": (
        "paskahousu-open-any",
        {"reverse.rank": "9", "again.ranks": "9 8", "effects": [{"play": "7", "on": "3-6", "do": "reverse"}]},
        "random any",
    ),
    "one rank for everything": (
        "paskahousu-rows",
        {"ceiling.rank": "10", "ceiling.strict": True, "invisible.rank": "10", "skip.rank": "10", "beat": "higher"},
        "any random",
    ),
    "the ace's taker goes on": (
        "poytapaska",
        {"aces.on_empty": "next_takes_again", "tens.on_empty": "next_takes_lead", "turn.take": "stuck"},
        "random random lowest",
    ),
}


def drawn_lineup(dice: random.Random, players: int) -> list[str]:
    """Draw a line-up: all seats alike, or each drawn apart."""
    if dice.random() < 0.4:
        return [dice.choice(NAMES)] * players
    return [dice.choice(NAMES) for _ in range(players)]


def check_preset(name: str, most_players: int, line_ups: int, games: int, seed: int, states: float = math.inf) -> int:
    """Compare games of a preset for every number of players, and return how many."""
    dice = random.Random(f"{name} {seed}")
    rules = RuleSet.load(name)
    # Lies are caught and taken back: such games are long.
    rules = rules.with_switches({"limits.turns": 150 if rules.bluff.on else 400})
    compared = 0
    for players in range(2, most_players + 1):
        for _ in range(line_ups if fits(rules, players) else 0):
            lineup = drawn_lineup(dice, players)
            check_games(rules, players, lineup, dice.getrandbits(64), dice.getrandbits(30), games, states)
            compared += games
    return compared


def check_drawn_rule_sets(
    seed: int,
    number: int,
    games: int,
    draw: Callable[[random.Random], Setting] = drawn_setting,
    states: float = math.inf,
) -> None:
    """Compare games of so many rule sets drawn with the dice of `seed`."""
    dice = random.Random(seed)
    for _ in range(number):
        rules, players = draw(dice)
        lineup = drawn_lineup(dice, players)
        check_games(rules, players, lineup, dice.getrandbits(64), dice.getrandbits(40), games, states)


@pytest.mark.parametrize("case", SELDOM)
def test_what_comes_up_seldom(case: str) -> None:
    preset, switches, seats = SELDOM[case]
    rules = RuleSet.load(preset).with_switches({**switches, "limits.turns": 200})
    lineup = seats.split()
    check_games(rules, len(lineup), lineup, 11, 12, 14, FEW_STATES)


@pytest.mark.parametrize("name", presets())
def test_presets(name: str) -> None:
    assert check_preset(name, most_players=6, line_ups=2, games=3, seed=1, states=FEW_STATES) >= 18


@pytest.mark.parametrize("seed", range(4))
def test_rule_sets_from_the_whole_space(seed: int) -> None:
    check_drawn_rule_sets(seed, number=22, games=2, states=FEW_STATES)


@pytest.mark.parametrize("seed", range(2))
def test_rule_sets_with_bluff_from_the_whole_space(seed: int) -> None:
    check_drawn_rule_sets(seed, number=14, games=2, draw=drawn_bluff)


@settings(max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(settings_of_play(), SEEDS, GAMES, st.sampled_from(NAMES))
def test_rule_sets_that_shrink(setting: Setting, seed: int, game: int, name: str) -> None:
    """Drawn anew and cut down by hypothesis where the engines differ."""
    check_games(setting.rules, setting.players, [name] * setting.players, seed, game, 1)


def test_ranks_that_come_within_reach_late_are_stuck_too() -> None:
    """Every hand can be played, and only then blind threes come within reach, which nothing lets be played.

    The compiled engine once stopped looking as soon as all that it had seen was live.
    """
    no_opening_three = [{"play": "3", "on": "empty", "may": False, "at": "rest"}]
    rules = RuleSet.load("poytapaska").with_switches({"exceptions": no_opening_three, "limits.turns": 300})
    row = readable_row(rules, 2, ["lowest"] * 2, 3, 5)
    assert (row["proof"], row["turns"]) == ("stuck_cards", 25)
    check_games(rules, 2, ["lowest"] * 2, 3, 0, 8)


def test_games_without_end() -> None:
    """Line-ups that repeat themselves end in every kind of proof, by the same schedule in both engines."""
    proofs = set()
    for name, players in (("paskahousu-one-face", 4), ("poytapaska", 4), ("paskahousu-faces-8", 3), ("shithead", 2)):
        rules = RuleSet.load(name).with_switches({"limits.turns": 1000})
        for row in compiled_rows(rules, players, ["lowest"], 5, 0, 20):
            assert not difference(row, readable_row(rules, players, ["lowest"] * players, 5, row["game"]))
            proofs.add(row["proof"])
    assert {None, "stuck_cards", "state_repeats"} <= proofs


def test_numbers_of_games_and_seeds_beyond_32_bits() -> None:
    rules = RuleSet.load("shithead").with_switches({"start.player": "random", "limits.turns": 1000})
    for seed in (0, 2**32, 2**64 - 1):
        for game in (2**32 - 1, 2**33 + 5, 2**62):
            check_games(rules, 3, ["any", "random", "any"], seed, game, 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", presets())
def test_presets_thoroughly(name: str) -> None:
    assert check_preset(name, most_players=10, line_ups=6, games=5, seed=2) >= 90


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 110))
def test_rule_sets_from_the_whole_space_thoroughly(seed: int) -> None:
    check_drawn_rule_sets(seed, number=300, games=3)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 104))
def test_rule_sets_with_bluff_from_the_whole_space_thoroughly(seed: int) -> None:
    check_drawn_rule_sets(seed, number=300, games=3, draw=drawn_bluff)
