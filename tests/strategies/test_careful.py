"""`careful`: each tip at positions by hand, all off = `lowest`, and every parameter tells."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from positions import Position, lays, plays
from rule_sets import drawn_setting

from paskasim.engine import Games, play
from paskasim.kernels import layout as at
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules import RuleSet, presets
from paskasim.rules.tables import rule_tables
from paskasim.strategies.careful import STRATEGY
from paskasim.strategies.highest import STRATEGY as HIGHEST

TIPS = [parameter.name for parameter in STRATEGY.parameters if parameter.name != "heavy"]
ROWS = "paskahousu-rows"


def careful(**on: int) -> str:
    """Return the strategy with only these tips on."""
    return f"careful[{','.join(f'{name}={value}' for name, value in (dict.fromkeys(TIPS, 0) | on).items())}]"


def games_of(rules: RuleSet, players: int, spec: str, games: int = 100, seed: int = 5) -> Games:
    crew = crew_of(parse_lineup(spec, players))
    return play(rule_tables(rules, players), players, crew, seed, 0, games, detail=True)


def same(one: Games, other: Games) -> bool:
    return np.array_equal(one.tallies, other.tallies) and np.array_equal(one.places, other.places)


def check(tip: Mapping[str, Any], position: Position, on: str, off: str) -> None:
    assert plays(careful(), position) == off == plays("lowest", position)
    assert plays(careful(**tip), position) == on


@pytest.mark.parametrize(
    ("how", "row"),
    [(0, "K A 2"), (1, "8 A 2"), (2, "4 8 2"), (3, "3 3 4")],
)
def test_swap(how: int, row: str) -> None:
    position = Position(hand="3 3 K A 9", up="4 8 2", rules=ROWS)
    assert lays(careful(swap=how), position) == row


def test_swap_by_the_letter_goes_by_what_ranks_do() -> None:
    invisible = Position(hand="3 3 K A 9", up="4 8 2", rules="paskahousu-rows-invisible-threes")
    assert lays(careful(swap=1), invisible) == "3 3 2"
    tame = Position(hand="3 3 10 A 9", up="4 8 J", rules=ROWS, switches={"tens.on": "lower", "tens.burn": "never"})
    assert lays(careful(swap=1), tame) == "8 J A"  # such a 10 is a card like any other


def test_keep_takes_a_light_pile_and_saves_its_special_for_a_heavy_one() -> None:
    light, heavy = (Position(hand="3 4 2", pile=pile) for pile in ("8 9", "6 7 7 8 8 9"))
    check({"keep": 1, "heavy": 4}, light, "take", "2")
    check({"keep": 1, "heavy": 4}, heavy, "2", "2")
    check({"keep": 1, "heavy": 1}, light, "2", "2")
    stuck = Position(hand="3 4 2", pile="8 9", switches={"turn.take": "stuck"})
    check({"keep": 1, "heavy": 4}, stuck, "2", "2")


def test_keep_gives_away_no_more_at_once_than_it_may() -> None:
    check({"keep": 1}, Position(hand="3 4 2 2 2", pile="8 9"), "2 2", "2 2 2")
    check({"keep": 2}, Position(hand="3 4 2 2 2", pile="8 9"), "2", "2 2 2")
    check({"keep": 2}, Position(hand="2 2 2", pile="8 9", stock=0), "2 2 2", "2 2 2")


def test_keep_burns_a_heavy_pile_and_resets_a_light_one() -> None:
    check({"keep": 1, "heavy": 4}, Position(hand="3 10 2", pile="8 9"), "2", "10")
    check({"keep": 1, "heavy": 4}, Position(hand="3 10 2", pile="5 6 7 8 9"), "10", "10")


def test_keep_means_what_a_rank_does() -> None:
    invisible = Position(hand="3 8", pile="8", rules="paskahousu-rows-invisible-threes")
    check({"keep": 1}, invisible, "8", "3")
    burning_eights = Position(hand="8 9", pile="7", switches={"effects": [{"play": "8", "on": "any", "do": "burn"}]})
    check({"keep": 1}, burning_eights, "9", "8")


def test_threshold_saves_the_number_card_that_lets_faces_follow() -> None:
    check({"threshold": 1}, Position(hand="8 K K", pile="7"), "K K", "8")
    check({"threshold": 1}, Position(hand="8 9 K", pile="7"), "8", "8")
    check({"threshold": 1}, Position(hand="8 K 2", pile="6"), "8", "8")  # before specials
    check({"threshold": 1}, Position(hand="8 9 9", pile="7"), "8", "8")
    check({"threshold": 1}, Position(hand="8 K K", pile="7", switches={"faces.min_top": "1"}), "8", "8")
    lower = {"faces.min_top": "5"}
    check({"threshold": 1}, Position(hand="6 K K", pile="5", switches=lower), "K K", "6")


def test_track_completes_runs_once_no_card_burns() -> None:
    gone = Position(hand="3 7", pile="7 7 7", gone="10 10 10 10")
    held = Position(hand="3 7 10", pile="7 7 7", gone="10 10 10")
    left = Position(hand="3 7 4", pile="3 3 3", gone="10 10 10")
    check({"track": 1}, gone, "7", "7")
    for position, on in ((gone, "7"), (held, "7"), (left, "3")):
        check({"track": 1}, position, on, on)
    higher = {"twos.followed_by": "anything"}
    check({"track": 1}, Position(hand="3 2", pile="2 2 2", gone="10 10 10 10", switches=higher), "2", "3")
    check({"track": 1}, Position(hand="3 2", pile="2 2 2", gone="10 10 10", switches=higher), "3", "3")


def test_track_keeps_one_more_when_nobody_else_has_a_special() -> None:
    gone = "10 10 10 10 2 2"
    position = Position(hand="3 2 2", pile="8 9", gone=gone)
    assert plays(careful(keep=1), position) == "2"
    assert plays(careful(keep=1, heavy=9), position) == "2"
    assert plays(careful(keep=1, heavy=9, track=1), position) == "take"
    still_about = Position(hand="3 2 2", pile="8 9", gone="10 10 10 10 2")
    assert plays(careful(keep=1, heavy=9, track=1), still_about) == "2"


def test_shed_plays_high_cards_first_when_hands_get_small_and_the_stock_is_out() -> None:
    check({"shed": 2}, Position(hand="8 9 9", pile="7", stock=0, others=(5, 2, 5)), "9 9", "8")
    check({"shed": 2}, Position(hand="8 9 9 2", pile="7", stock=0, others=(5, 2, 5)), "9 9", "8")
    check({"shed": 2}, Position(hand="8 9 9", pile="7", stock=0, others=(5, 3, 5)), "8", "8")
    check({"shed": 2}, Position(hand="8 9 9", pile="7", stock=1, others=(5, 2, 5)), "8", "8")


def test_ace_is_held_for_the_next_player_who_is_about_to_go_out() -> None:
    rows = {"rules": ROWS, "stock": 0}
    waits = Position(hand="K A", pile="Q", others=(5, 1, 5), **rows)
    check({"ace": 2}, waits, "K", "K")
    check({"ace": 2}, Position(hand="A A 2", pile="Q", others=(5, 1, 5), **rows), "A", "A A")
    strikes = Position(hand="K A", pile="Q", others=(2, 5, 5), **rows)
    check({"ace": 2}, strikes, "A", "K")
    with_row = Position(hand="K A", pile="Q", others=(2, 5, 5), other_downs={1: 3}, **rows)
    check({"ace": 2}, with_row, "K", "K")


def test_ace_is_a_king_where_aces_burn() -> None:
    strikes = Position(hand="9 K A", pile="Q", others=(1, 5, 5), stock=0)
    check({"ace": 2}, Position(hand="9 K K A", pile="9", others=(1, 5, 5), stock=0), "K K", "9")
    check({"ace": 2}, strikes, "K", "K")
    check({"ace": 2}, Position(hand="K A", pile="Q", others=(5, 5, 5), stock=0), "A", "K")


def test_fours_completes_a_run() -> None:
    check({"fours": 1}, Position(hand="3 4 4", pile="4 4", switches={"turn.take": "free"}), "4 4", "4 4")
    anything = {"twos.followed_by": "anything"}
    check({"fours": 1}, Position(hand="3 2 2", pile="2 2", switches=anything), "2 2", "3")
    check({"fours": 1}, Position(hand="3 2 2", pile="2 2", switches=anything | {"fours.burn": False}), "3", "3")
    check({"fours": 1}, Position(hand="3 2", pile="2 2", switches=anything | {"fours.size": 3}), "2", "3")


def test_fours_holds_three_of_a_rank_together_while_cards_are_drawn() -> None:
    check({"fours": 1}, Position(hand="8 8 8 9", pile="7"), "9", "8 8 8")
    check({"fours": 1}, Position(hand="8 8 8 9", pile="7", stock=0), "8 8 8", "8 8 8")
    check({"fours": 1}, Position(hand="8 8 8 9", pile="7", rules="paskahousu-no-fours"), "8 8 8", "8 8 8")
    check({"fours": 1}, Position(hand="8 8 8 2", pile="7"), "8 8 8", "8 8 8")  # before specials


def test_specials_go_last_and_one_at_a_time() -> None:
    check({"specials": 1}, Position(hand="3 2 2", pile="9"), "2", "2 2")
    check({"specials": 1}, Position(hand="2 2", pile="9"), "2 2", "2 2")  # nothing else is left to play
    check({"specials": 1}, Position(hand="3 3 K", pile="9", rules="paskahousu-rows-invisible-threes"), "K", "3 3")
    counts = {"turn.counts": {"2": "2+"}}
    check({"specials": 1}, Position(hand="3 2 2 2", pile="9", switches=counts), "2 2", "2 2 2")


@pytest.mark.parametrize("preset", [name for name in presets() if "valepaska" not in name])
def test_with_all_tips_off_it_is_lowest(preset: str) -> None:
    rules = RuleSet.load(preset)
    for players in (2, 4):
        assert same(games_of(rules, players, careful()), games_of(rules, players, "lowest"))


def test_plays_by_any_rules_and_off_is_lowest_there_too() -> None:
    dice = random.Random(20)
    on = dict.fromkeys(TIPS, 1) | {"keep": 2, "heavy": 5, "shed": 6, "ace": 5}
    for _ in range(60):
        rules, players = drawn_setting(dice)
        games = games_of(rules, players, careful(**on), 12)
        assert games.tallies[at.TURNS].min() > 0
        assert same(games_of(rules, players, careful(), 12), games_of(rules, players, "lowest", 12))
        assert games_of(rules, players, HIGHEST.name, 12).tallies[at.TURNS].min() > 0


CHANGED = {"swap": 2, "keep": 1, "heavy": 6, "threshold": 1, "track": 1, "shed": 3, "ace": 3, "fours": 1, "specials": 1}


@pytest.mark.parametrize("name", [parameter.name for parameter in STRATEGY.parameters])
def test_every_parameter_changes_some_game(name: str) -> None:
    rules = RuleSet.load(ROWS).with_switches({"turn.take": "free"})
    base = {"keep": 1} if name == "heavy" else {}
    changed = careful(**base | {name: CHANGED[name]})
    assert not same(games_of(rules, 4, changed, 300), games_of(rules, 4, careful(**base), 300))
