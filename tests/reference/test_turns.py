"""Section 6 against cases worked out by hand: what is legal in each zone, and what an action does."""

from __future__ import annotations

import pytest
from tables import do, legal, rules_with, table_with


@pytest.mark.parametrize(
    ("switches", "hand", "pile", "stock", "actions"),
    [
        ({}, "9 9 J", "8", "", "9x1 9x2 Jx1 take"),
        ({"turn.take": "stuck"}, "9 9 J", "8", "", "9x1 9x2 Jx1"),
        ({"turn.take": "stuck"}, "3 4", "8", "", "take"),
        ({}, "3 4", "8", "", "take"),
        ({}, "J Q", "", "", "pass"),
        ({}, "J Q", "", "3", "pass"),
        ({"turn.stuck": "open_any"}, "J Q Q", "", "", "Jx1 Qx1 Qx2"),
        ({"turn.stuck": "open_any", "turn.counts": {"Q": "2"}}, "J Q Q", "", "", "Jx1 Qx2"),
        ({"turn.stuck": "open_any", "turn.counts": {"Q": "2"}}, "Q", "", "", "pass"),
        ({"turn.stuck": "open_any"}, "J 3", "", "", "3x1"),
        ({"turn.stuck": "open_any", "finish.not_with": "J"}, "J", "", "", "Jx1"),
        ({"turn.try_stock": "any_time"}, "9", "8", "3", "9x1 take try"),
        ({"turn.try_stock": "any_time"}, "9", "8", "", "9x1 take"),
        ({"turn.try_stock": "stuck"}, "9", "8", "3", "9x1 take"),
        ({"turn.try_stock": "stuck"}, "3", "8", "3", "take try"),
        ({"turn.try_stock": "stuck", "turn.take": "stuck"}, "3", "8", "3", "take try"),
        ({"turn.try_stock": "stuck", "turn.stuck": "open_any"}, "J", "", "3", "try"),
        ({"turn.counts": {"8-9": "2+", "9": "1 3+"}}, "9 9 9", "8", "", "9x3 take"),
        ({"turn.counts": {"J-K": "1"}}, "J J", "8", "", "Jx1 take"),
        ({"turn.counts": {"9": "2+"}, "turn.take": "stuck"}, "9", "8", "", "take"),
        ({"finish.not_with": "9 2"}, "9 9", "8", "", "9x1 take"),
        ({"finish.not_with": "9 2"}, "9 9", "8", "3", "9x1 9x2 take"),
        ({"finish.not_with": "9 2"}, "9", "", "", "pass"),
    ],
)
def test_hand(switches: dict[str, object], hand: str, pile: str, stock: str, actions: str) -> None:
    table = table_with(rules_with(switches), [hand, "3"], pile=pile, stock=stock)
    assert legal(table) == actions


def test_rows_follow_the_hand() -> None:
    rules = rules_with({"finish.not_with": "9", "turn.try_stock": "any_time"})
    assert legal(table_with(rules, ["9", "3"], up=["9"], pile="8")) == "9x1 take"
    assert legal(table_with(rules, ["", "3"], up=["9"], pile="8")) == "take"
    assert legal(table_with(rules, ["", "3"], up=["9"], down=["3"], pile="8")) == "9x1 take"
    assert legal(table_with(rules, ["", "3"], down=["9 3"], pile="8")) == "flip"


def test_a_joker_alone_makes_a_pile_that_can_be_taken() -> None:
    assert legal(table_with(rules_with(), ["J", "3"], pile="*")) == "take"
    assert legal(table_with(rules_with({"turn.stuck": "open_any"}), ["J", "3"], pile="*")) == "take"


@pytest.mark.parametrize(("switch", "due"), [("next", 1), ("again", 0), ("previous", 2)])
def test_take(switch: str, due: int) -> None:
    table = table_with(rules_with({"turn.after_take": switch}), ["3", "3", "3"], pile="8 9", stock="4 5 6 7")
    happened = do(table, "take")
    assert (happened.took, happened.drew) == (["8", "9"], ["4", "5"])
    assert (table.pile, table.top, table.run, table.to_play) == ([], "empty", 0, due)
    assert table.known[0] == {"8": 1, "9": 1}


def test_pass_draws_and_a_drawing_pass_breaks_the_chain() -> None:
    table = table_with(rules_with({"turn.refill": 2}), ["J", "Q Q", "J J"], stock="K")
    assert do(table, "pass").drew == ["K"]
    assert table.passes == 0
    for passes in (1, 2, 3):
        assert not do(table, "pass").drew
        assert table.passes == passes


def test_row_card_goes_along_with_the_pile() -> None:
    rules = rules_with({"rows.take_card": True})
    table = table_with(rules, ["", "3"], up=["J 4"], down=["5"], pile="K")
    happened = do(table, "take", "J")
    assert (happened.row_card, happened.took, table.up[0]) == ("J", ["K", "J"], ["4"])
    table = table_with(rules, ["", "3"], up=["2 4"], pile="K")
    assert do(table, "take").row_card == "4"
    assert do(table_with(rules, ["3", "3"], up=["2 4"], pile="K"), "take").row_card == ""


@pytest.mark.parametrize(
    ("switches", "row", "pile", "effect", "took"),
    [
        ({}, "9 3", "8", "none", []),
        ({}, "3 9", "8", "none", ["8", "3"]),
        ({}, "J 9", "", "none", ["J"]),
        ({}, "10 3", "8", "burn_ten", []),
        ({"turn.counts": {"9": "2+"}}, "9 3", "8", "none", ["8", "9"]),
        ({"finish.not_with": "9"}, "9 3", "8", "none", []),
        ({"finish.not_with": "9"}, "9", "8", "none", ["8", "9"]),
        ({"turn.stuck": "open_any"}, "J 9", "", "none", ["J"]),
    ],
)
def test_flip(switches: dict[str, object], row: str, pile: str, effect: str, took: list[str]) -> None:
    table = table_with(rules_with(switches), ["", "3 3", "3"], down=[row], pile=pile)
    happened = do(table, "flip")
    assert (happened.effect, happened.took, happened.flipped) == (effect, took, row.split()[0])
    assert table.down[0] == row.split()[1:]
    assert table.hands[0] == took


def test_try_of_a_card_that_goes() -> None:
    table = table_with(rules_with({"turn.try_stock": "any_time"}), ["3", "3"], pile="8", stock="9 4 5 6 7 J")
    happened = do(table, "try")
    assert (happened.flipped, happened.took, happened.drew) == ("9", [], ["4", "5", "6", "7"])
    assert (table.pile, table.hands[0], table.stock) == (["8", "9"], ["3", "4", "5", "6", "7"], ["J"])
    assert table.known[0] == {}


def test_try_of_a_card_that_does_not_go() -> None:
    rules = rules_with({"turn.try_stock": "any_time", "turn.after_take": "again"})
    table = table_with(rules, ["3", "3"], pile="8 9", stock="4 5 6 7 J")
    happened = do(table, "try")
    assert (happened.took, happened.drew) == (["8", "9", "4"], ["5"])
    assert table.known[0] == {"8": 1, "9": 1, "4": 1}
    assert table.to_play == 1  # always the next, whatever `turn.after_take` says


def test_the_phase_is_that_in_which_the_turn_begins() -> None:
    """A try that takes the last card of the stock is judged by the rules of phase `stock`."""
    at_stock = [{"play": "4", "on": "9", "may": True, "at": "stock"}]
    table = table_with(
        rules_with({"turn.try_stock": "any_time", "exceptions": at_stock}), ["3", "3"], pile="9", stock="4"
    )
    assert not do(table, "try").took


def test_the_opening_holds_all_cards_of_the_rank_whatever_the_counts() -> None:
    rules = rules_with(
        {"start.player": "lowest", "start.opening": "lowest_all", "turn.counts": {"3": "1"}, "finish.not_with": "3"}
    )
    table = table_with(rules, ["3 3", "4"])
    table.opening = "3"
    assert legal(table) == "3x2"
    assert do(table, "3x2").out


def test_game_over() -> None:
    table = table_with(rules_with(), ["9", "3", "4"], pile="8")
    do(table, "9x1")
    assert not table.over
    table.to_play = 2
    table.hands[2] = ["10"]
    do(table, "10x1")
    assert table.over
    assert table.places == [1, 3, 2]


def test_known_cards_go_with_plays() -> None:
    table = table_with(rules_with(), ["9 9 9 3", "3"], pile="8")
    table.known[0].update(["9"])
    do(table, "9x2")
    assert +table.known[0] == {}
