"""Sections 4 and 5 against outcomes worked out by hand: effect, top, run, who is due, who holds what."""

from __future__ import annotations

import pytest
from tables import do, rules_with, table_with

from paskasim.reference.effects import lay
from paskasim.reference.table import Table

THREE = ("3 4 5 6 7 8 9 10 J Q K A 2 *", "9 9", "9 9")  # seat 0 holds one of each rank, and does not go out


def table_for(switches: dict[str, object], pile: str, players: int = 3) -> Table:
    return table_with(rules_with(switches), [*THREE, "9"][:players], pile=pile)


@pytest.mark.parametrize(
    ("switches", "pile", "rank", "effect"),
    [
        ({}, "9", "10", "burn_ten"),
        ({}, "10", "10", "none"),
        ({"tens.burn": "always"}, "10", "10", "burn_ten"),
        ({"tens.burn": "never"}, "9", "10", "none"),
        ({"tens.on": "any"}, "K", "10", "none"),
        ({"twos.followed_by": "anything"}, "2", "10", "burn_ten"),
        ({}, "", "10", "next_takes_pass"),
        ({"tens.on_empty": "next_takes_again"}, "", "10", "next_takes_again"),
        ({"tens.on_empty": "burns"}, "", "10", "burn_ten"),
        ({"tens.on_empty": "stays"}, "", "10", "none"),
        ({}, "", "A", "next_takes_pass"),
        ({"aces.on_empty": "next_takes_lead"}, "", "A", "next_takes_lead"),
        ({"aces.on_empty": "burns"}, "", "A", "burn_ace"),
        ({}, "K", "A", "burn_ace"),
        ({"aces.on": "lower"}, "5", "A", "none"),
        ({"aces.on": "lower", "aces.burn": "always"}, "5", "A", "burn_ace"),
        ({"aces.burn": "never"}, "K", "A", "none"),
        ({}, "9", "*", "burn_joker"),
        ({}, "", "*", "burn_joker"),
        ({}, "9 9 9", "9", "burn_four"),
        ({}, "9 9 2 9", "9", "none"),
        ({"fours.size": 3}, "9 9", "9", "burn_four"),
        ({"fours.except": "9"}, "9 9 9", "9", "none"),
        ({"fours.burn": False}, "9 9 9", "9", "none"),
        ({}, "10 10 10", "10", "burn_four"),  # 2 comes before 3
        ({"aces.on": "faces_aces", "aces.burn": "always"}, "A A A", "A", "burn_four"),
        ({"skip.rank": "9"}, "8", "9", "skip"),
        ({"skip.rank": "10"}, "9", "10", "burn_ten"),
        ({"skip.rank": "10"}, "10", "10", "skip"),  # a ten that stays
        ({"skip.rank": "A", "aces.on_empty": "stays"}, "", "A", "skip"),
        ({"skip.rank": "9", "reverse.rank": "9", "again.ranks": "9"}, "8", "9", "skip"),
        ({"reverse.rank": "9", "again.ranks": "9"}, "8", "9", "reverse"),
        ({"again.ranks": "8-10"}, "8", "9", "again"),
        ({"effects": [{"play": "9", "on": "8", "do": "burn"}]}, "8", "9", "burn_rule"),
        ({"effects": [{"play": "9", "on": "8", "do": "burn"}]}, "9", "9", "none"),
        ({"effects": [{"play": "9", "on": "any", "do": "burn"}, {"play": "9", "on": "8", "do": "none"}]}, "8", "9",
         "none"),
        ({"effects": [{"play": "9", "on": "any", "do": "skip"}]}, "", "9", "skip"),
        ({"effects": [{"play": "9", "on": "9", "do": "none"}]}, "9 9 9", "9", "burn_four"),  # not rule 2
        ({"effects": [{"play": "*", "on": "any", "do": "none"}]}, "9", "*", "none"),
        ({"effects": [{"play": "10", "on": "empty", "do": "again"}]}, "", "10", "again"),
        ({"effects": [{"play": "9", "on": "8", "do": "burn", "at": "stock"}]}, "8", "9", "none"),
        ({"effects": [{"play": "9", "on": "8", "do": "burn", "at": "rest"}]}, "8", "9", "burn_rule"),
        ({"invisible.rank": "9", "skip.rank": "9"}, "8", "9", "none"),
        ({"invisible.rank": "9", "skip.rank": "9"}, "", "9", "skip"),
        ({"invisible.rank": "10"}, "8", "10", "none"),
        ({"invisible.rank": "9", "effects": [{"play": "9", "on": "8", "do": "burn"}]}, "8", "9", "burn_rule"),
        ({"aces.on_empty": "no", "exceptions": [{"play": "A", "on": "empty", "may": True}]}, "", "A", "none"),
    ],
)  # fmt: skip
def test_what_a_play_does(switches: dict[str, object], pile: str, rank: str, effect: str) -> None:
    assert do(table_for(switches, pile), f"{rank}x1").effect == effect


@pytest.mark.parametrize(
    ("in_run", "pile", "card", "top", "run"),
    [
        ("ignored", "9 9 9", "3", "9", 3),
        ("ignored", "9 9", "3 9", "9", 3),
        ("breaks", "9 9", "3", "9", 1),
        ("breaks", "9 9", "3 3", "9", 2),
        ("breaks", "9 9", "3 9", "9", 1),
        ("counts", "9 9", "3", "9", 3),
        ("counts", "9", "3 9", "9", 3),
        ("ignored", "3", "3", "3", 1),
        ("breaks", "3", "3", "3", 2),
        ("counts", "3", "3", "3", 2),
    ],
)
def test_invisible_cards(in_run: str, pile: str, card: str, top: str, run: int) -> None:
    table = table_for({"invisible.rank": "3", "invisible.in_run": in_run}, pile)
    for rank in card.split():
        assert lay(table, rank, 1, "rest") == "none"
    assert (table.top, table.run) == (top, run)


@pytest.mark.parametrize(("in_run", "effect"), [("ignored", "none"), ("breaks", "burn_four"), ("counts", "burn_four")])
def test_four_invisible_cards_at_once(in_run: str, effect: str) -> None:
    switches: dict[str, object] = {"invisible.rank": "3", "invisible.in_run": in_run}
    table = table_with(rules_with(switches), ["3 3 3 3 4", "9", "9"], pile="9")
    assert do(table, "3x4").effect == effect


def test_a_run_counts_as_its_own_rank_for_the_exception() -> None:
    """A 3 that counts as a 9 burns with the nines, and is spared with them."""
    switches: dict[str, object] = {"invisible.rank": "3", "invisible.in_run": "counts", "fours.except": "3"}
    assert do(table_for(switches, "9 9 9"), "3x1").effect == "burn_four"
    assert do(table_for({**switches, "fours.except": "9"}, "9 9 9"), "3x1").effect == "none"


def test_a_joker_that_does_not_burn_leaves_top_and_run() -> None:
    nothing: dict[str, object] = {"effects": [{"play": "*", "on": "any", "do": "none"}]}
    table = table_for(nothing, "9 9")
    do(table, "*x1")
    assert (table.top, table.run, table.pile) == ("9", 2, ["9", "9", "*"])
    table = table_for(nothing, "")
    do(table, "*x1")
    assert (table.top, table.run, table.pile) == ("empty", 0, ["*"])


@pytest.mark.parametrize(
    ("switches", "pile", "rank", "due"),
    [
        ({}, "8", "9", 1),
        ({}, "8", "10", 0),
        ({}, "9 9 9", "9", 0),
        ({"fours.again": False}, "9 9 9", "9", 1),
        ({"fours.again": False}, "8", "10", 0),
        ({}, "", "A", 2),
        ({"aces.on_empty": "next_takes_again"}, "", "A", 0),
        ({"aces.on_empty": "next_takes_lead"}, "", "A", 1),
        ({"skip.rank": "9"}, "8", "9", 2),
        ({"again.ranks": "9"}, "8", "9", 0),
        ({"reverse.rank": "9"}, "8", "9", 2),
    ],
)
def test_who_is_due(switches: dict[str, object], pile: str, rank: str, due: int) -> None:
    table = table_for(switches, pile)
    do(table, f"{rank}x1")
    assert table.to_play == due


@pytest.mark.parametrize(("count", "due"), [(1, 2), (2, 0), (3, 1), (4, 2)])
def test_a_skip_for_each_card_goes_round_the_ring(count: int, due: int) -> None:
    rules = rules_with({"skip.rank": "8", "skip.per_card": True, "fours.burn": False})
    table = table_with(rules, ["8 8 8 8 9", "9", "9"])
    do(table, f"8x{count}")
    assert table.to_play == due


def test_two_players() -> None:
    table = table_for({}, "", 2)
    do(table, "Ax1")
    assert table.to_play == 0  # the player after the taker
    assert table.hands[1] == ["9", "9", "A"]
    table = table_for({"skip.rank": "9"}, "8", 2)
    do(table, "9x1")
    assert table.to_play == 0
    table = table_for({"reverse.rank": "9"}, "8", 2)
    assert do(table, "9x1").effect == "none"
    assert (table.to_play, table.direction) == (1, 1)
    table = table_for({"reverse.rank": "9", "again.ranks": "9"}, "8", 2)
    assert do(table, "9x1").effect == "none"  # it is a reverse without effect, and not looked past
    assert table.to_play == 1


@pytest.mark.parametrize(
    ("switches", "pile", "hand", "due"),
    [
        ({}, "9", "10", 1),  # burns, and passes the turn on
        ({}, "", "A", 2),
        ({"aces.on_empty": "next_takes_again"}, "", "A", 1),  # the taker, as the player is out
        ({"aces.on_empty": "next_takes_lead"}, "", "A", 1),
        ({"again.ranks": "9"}, "8", "9", 1),
        ({"skip.rank": "9"}, "8", "9", 2),
        ({"skip.rank": "9", "skip.per_card": True}, "8", "9 9", 1),  # round the ring of two that are left
        ({"reverse.rank": "9"}, "8", "9", 2),
    ],
)
def test_who_is_due_after_one_who_goes_out(switches: dict[str, object], pile: str, hand: str, due: int) -> None:
    table = table_with(rules_with(switches), [hand, "3", "3"], pile=pile)
    cards = hand.split()
    assert do(table, f"{cards[0]}x{len(cards)}").out
    assert table.places == [1, None, None]
    assert table.to_play == due


def test_a_forced_take_ends_without_a_draw_and_comes_before_the_players_own() -> None:
    table = table_with(rules_with(), ["A 3", "4", "5"], stock="7 8 9 J")
    happened = do(table, "Ax1")
    assert happened.drew == ["7", "8", "9", "J"]
    assert table.hands[1] == ["4", "A"]
