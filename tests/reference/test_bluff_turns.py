"""Section 7 against cases worked out by hand: what may be claimed, what a challenge does, who plays next."""

from __future__ import annotations

from typing import Any

import pytest
from tables import legal, table_with

from paskasim.reference.record import turn_ended
from paskasim.reference.table import Table
from paskasim.reference.turns import Action, Happened, carry_out, legal_actions, may_challenge
from paskasim.rules import RuleSet

Switches = dict[str, Any]


def bluff(switches: Switches | None = None) -> RuleSet:
    return RuleSet().with_switches({"deck.decks": 1, "bluff.on": True, **(switches or {})})


def claim(table: Table, said: str, laid: str, by: int | None = None) -> Happened:
    """Lay cards with a claim such as `9x2`, which must be legal, and let somebody challenge it."""
    action = next(action for action in legal_actions(table) if str(action) == said)
    return carry_out(table, Action("play", action.rank, action.count, tuple(laid.split())), challenger=by)


LOW = "3 4 5 6 7 8 9 10 A 2"  # what may open a pile by the default rules


def counts(ranks: str, most: int) -> str:
    return " ".join(f"{rank}x{count}" for rank in ranks.split() for count in range(1, most + 1))


@pytest.mark.parametrize(
    ("switches", "hand", "pile", "stock", "actions"),
    [
        # Any rank that may go there, whatever is held; as many cards as the hand has; the pile may be taken.
        ({}, "J K", "", "", counts(LOW, 2)),
        ({}, "3 4", "9", "", counts("9 10 J Q K 2", 2) + " take"),
        ({}, "3 4", "K", "", counts("K A 2", 2) + " take"),
        ({}, "3", "2", "", "2x1 take"),
        # At most the copies in the whole deck, dropped cards and those that nobody holds among them.
        ({}, "3 3 3 3 4 4", "2", "", counts("2", 4) + " take"),
        ({"deck.decks": 2}, "3 3 3 3 4 4", "2", "", counts("2", 6) + " take"),
        ({"deck.copies": {"2": 1}}, "3 3 3", "2", "", "2x1 take"),
        ({"deck.copies": {"2": 1}, "deck.drop": 5}, "3 3 3", "2", "", "2x1 take"),
        ({"deck.ranks": "3-9 J-A"}, "3", "8", "", "8x1 9x1 Jx1 Qx1 Kx1 take"),
        ({"deck.ranks": "3-A", "deck.jokers": 1}, "3 3", "A", "", "*x1 take"),
        # `turn.counts`, `turn.take`, `finish.not_with`; no trying, and `turn.stuck` is not read.
        ({"turn.counts": {"2": "1 3+"}}, "3 3 3", "2", "", "2x1 2x3 take"),
        ({"turn.take": "stuck"}, "3 4", "2", "", "2x1 2x2"),
        ({"turn.take": "stuck", "deck.ranks": "3-A"}, "3 4", "A", "", "take"),
        ({"finish.not_with": "2"}, "3 4", "2", "", "2x1 take"),
        ({"finish.not_with": "2"}, "3 4", "2", "J", "2x1 2x2 take"),
        ({"turn.try_stock": "any_time"}, "3", "2", "4 5", "2x1 take"),
        ({"turn.try_stock": "stuck", "deck.ranks": "3-A"}, "3", "A", "4 5", "take"),
        ({"deck.ranks": "J-K"}, "J", "", "", "pass"),
        ({"deck.ranks": "J-K", "turn.stuck": "open_any"}, "J", "", "", "pass"),
    ],
)
def test_what_may_be_claimed(switches: Switches, hand: str, pile: str, stock: str, actions: str) -> None:
    assert legal(table_with(bluff(switches), [hand, "3"], pile=pile, stock=stock)) == actions


def test_cards_of_a_row_count_as_cards_that_are_left_but_not_as_cards_to_claim() -> None:
    rules = bluff({"finish.not_with": "2", "deal.up": 1})
    assert legal(table_with(rules, ["3", "3"], up=["4"], pile="2")) == "2x1 take"
    assert legal(table_with(rules, ["3", "3"], pile="2")) == "take"


def test_rows_are_played_openly() -> None:
    rules = bluff({"turn.stuck": "open_any", "deal.up": 2, "deal.down": 1})
    table = table_with(rules, ["", "3"], up=["9 9"], down=["4"], pile="8")
    assert legal(table) == "9x1 9x2 take"
    assert legal(table_with(rules, ["", "3"], up=["J J"])) == "Jx1 Jx2"  # here `turn.stuck` is read
    happened = carry_out(table, Action("play", "9", 2))
    assert (table.pile, table.top, table.run, happened.effect) == (["8", "9", "9"], "9", 2, "none")
    assert legal(table_with(rules, ["", "3"], down=["4"], pile="8")) == "flip"


def test_a_claim_sets_top_and_run_whatever_lies_there() -> None:
    table = table_with(bluff(), ["3 4 5", "6 6 6", "7"], pile="9")
    claim(table, "9x2", "3 5")
    assert (table.pile, table.hands[0], table.top, table.run) == (["9", "3", "5"], ["4"], "9", 3)
    assert legal(table) == counts("9 10 J Q K 2", 3) + " take"
    assert claim(table, "9x1", "6").effect == "burn_four"
    assert (table.pile, sorted(table.gone), table.to_play) == ([], ["3", "5", "6", "9"], 1)


@pytest.mark.parametrize(
    ("said", "pile", "switches", "effect", "due"),
    [
        ("10x1", "8", {}, "burn_ten", 0),
        ("Ax1", "K", {}, "burn_ace", 0),
        ("Ax1", "", {}, "next_takes_pass", 2),
        ("8x1", "3", {"skip.rank": "8"}, "skip", 2),
        ("8x1", "3", {"reverse.rank": "8"}, "reverse", 3),
        ("8x1", "3", {"again.ranks": "8"}, "again", 0),
        ("8x1", "3", {"effects": [{"play": "8", "on": "3", "do": "burn"}]}, "burn_rule", 0),
        ("*x1", "3", {"deck.jokers": 1}, "burn_joker", 0),
    ],
)
def test_the_effect_of_a_claim_that_nobody_doubts(
    said: str, pile: str, switches: Switches, effect: str, due: int
) -> None:
    table = table_with(bluff(switches), ["4 5", "3", "3", "3"], pile=pile)
    assert claim(table, said, "4").effect == effect
    assert table.to_play == due
    if effect == "next_takes_pass":
        assert table.hands[1] == ["3", "4"]  # the card that really lies there
    # Challenged and true, the same claim does nothing at all.
    rank = said.partition("x")[0]
    table = table_with(bluff(switches), [f"{rank} 5", "3", "3", "3"], pile=pile)
    happened = claim(table, said, rank, by=2)
    assert (happened.effect, table.direction, table.gone) == ("none", 1, [])
    assert table.hands[2] == ["3", *pile.split(), rank]
    assert table.to_play == 0


@pytest.mark.parametrize("laid", ["3 9", "9 3", "3 4"])
def test_a_lie_that_is_challenged(laid: str) -> None:
    table = table_with(bluff(), [f"{laid} 5", "6", "7"], pile="8 8", stock="J Q K 2")
    happened = claim(table, "9x2", laid, by=2)
    assert (happened.honest, happened.took, happened.effect) == (False, ["8", "8", *laid.split()], "none")
    assert sorted(table.hands[0]) == sorted(["5", "8", "8", *laid.split()])
    assert (table.pile, table.top, table.run, happened.drew, table.to_play) == ([], "empty", 0, [], 1)


def test_the_draw_comes_after_the_settlement() -> None:
    table = table_with(bluff({"turn.refill": 3}), ["9 9 5", "6", "7"], pile="8", stock="J Q K")
    assert claim(table, "9x2", "9 9", by=1).drew == ["J", "Q"]
    table = table_with(bluff({"turn.refill": 4}), ["9 4 5", "6", "7"], pile="8", stock="J Q K")
    happened = claim(table, "9x1", "4", by=1)
    assert (happened.took, happened.drew) == (["8", "4"], [])


HONEST = {"player": 0, "next": 1, "after_challenger": 3}


@pytest.mark.parametrize("continues", [True, False])
@pytest.mark.parametrize("after", HONEST)
@pytest.mark.parametrize(("said", "burns"), [("9x1", False), ("10x1", True)])
def test_who_plays_after_an_honest_claim_was_challenged(after: str, continues: bool, said: str, burns: bool) -> None:
    rules = bluff({"bluff.after_honest": after, "bluff.honest_burn_continues": continues})
    rank = said.partition("x")[0]
    table = table_with(rules, [f"{rank} 5", "6", "7", "8"], pile="8")
    happened = claim(table, said, rank, by=2)
    assert happened.honest
    assert table.hands[2] == ["7", "8", rank]
    assert table.to_play == (0 if burns and continues else HONEST[after])
    # Out by it: a claimant who is due passes the turn to the next.
    table = table_with(rules, [rank, "6", "7", "8"], pile="8")
    assert claim(table, said, rank, by=2).out
    assert table.to_play == (1 if burns and continues else HONEST[after] or 1)


def test_the_next_after_the_challenger_may_be_behind_a_claimant_who_went_out() -> None:
    table = table_with(bluff({"bluff.after_honest": "after_challenger"}), ["9", "6", "7"], pile="8")
    assert claim(table, "9x1", "9", by=2).out
    assert table.to_play == 1
    table = table_with(bluff({"bluff.after_honest": "after_challenger"}), ["9 3", "6", "7"], pile="8")
    claim(table, "9x1", "9", by=2)
    assert table.to_play == 0


@pytest.mark.parametrize(("after", "due"), [("next", 1), ("challenger", 3)])
def test_who_plays_after_a_lie(after: str, due: int) -> None:
    table = table_with(bluff({"bluff.after_lie": after}), ["9 5", "6", "7", "8"], pile="8")
    claim(table, "10x1", "5", by=3)
    assert table.to_play == due
    table = table_with(bluff({"bluff.after_lie": after}), ["9 5", "6", "7", "8"], pile="8")
    table.direction = -1
    claim(table, "10x1", "5", by=1)
    assert table.to_play == {"next": 3, "challenger": 1}[after]


@pytest.mark.parametrize("said", ["10x1", "9x1", "8x3"])
def test_an_honest_claim_that_would_burn_may_burn_all_the_same(said: str) -> None:
    rank, _, count = said.partition("x")
    laid = " ".join([rank] * int(count))
    table = table_with(
        bluff({"bluff.honest_burn": "burns", "bluff.after_honest": "next"}), [f"{laid} 5", "6"], pile="8"
    )
    happened = claim(table, said, laid, by=1)
    burns = said != "9x1"
    assert happened.effect == "none"
    assert table.pile == []
    assert sorted(table.gone) == (sorted(["8", *laid.split()]) if burns else [])
    assert table.hands[1] == (["6"] if burns else ["6", "8", "9"])
    assert table.to_play == (0 if burns else 1)
    # A lie that would burn is a lie.
    table = table_with(bluff({"bluff.honest_burn": "burns"}), ["3 4", "6"], pile="8")
    assert claim(table, "10x1", "3", by=1).took == ["8", "3"]
    assert table.gone == []


def test_an_honest_run_continues_even_where_runs_give_no_other_turn() -> None:
    rules = bluff({"fours.again": False, "bluff.after_honest": "next"})
    table = table_with(rules, ["8 5", "6", "7"], pile="8 8 8")
    claim(table, "8x1", "8", by=1)
    assert table.to_play == 0
    table = table_with(rules, ["8 5", "6", "7"], pile="8 8 8")
    claim(table, "8x1", "8")
    assert table.to_play == 1


def test_going_out() -> None:
    table = table_with(bluff(), ["4", "6", "7"], pile="8")
    assert claim(table, "9x1", "4").out  # nobody doubted
    assert table.places == [1, None, None]
    table = table_with(bluff(), ["4", "6"], pile="8")
    assert not claim(table, "9x1", "4", by=1).out
    assert table.hands[0] == ["8", "4"]
    table = table_with(bluff(), ["9", "6"], pile="8")
    assert claim(table, "9x1", "9", by=1).out
    assert (table.over, table.places, table.hands[1]) == (True, [1, 2], ["6", "8", "9"])


@pytest.mark.parametrize(
    ("who", "direction", "out", "asked"),
    [
        ("any", 1, (), [3, 0, 1]),
        ("any", -1, (), [1, 0, 3]),
        ("any", 1, (3,), [0, 1]),
        ("next", 1, (), [3]),
        ("next", -1, (), [1]),
        ("next", 1, (3,), [0]),
    ],
)
def test_who_is_asked(who: str, direction: int, out: tuple[int, ...], asked: list[int]) -> None:
    table = table_with(bluff({"bluff.who": who}), ["3"] * 4)
    table.to_play, table.direction = 2, direction
    for place, seat in enumerate(out, 1):
        table.places[seat] = place
    assert may_challenge(table) == asked


def test_what_a_record_says() -> None:
    table = table_with(bluff(), ["4 5", "6", "7"], pile="8", stock="3")
    action = Action("play", "9", 1, ("4",))
    assert turn_ended(action, carry_out(table, action)) == {
        "action": "play", "rank": "9", "count": 1, "cards": ["4"], "effect": "none", "drew": ["3"],
    }  # fmt: skip
    table = table_with(bluff(), ["4 5", "6", "7"], pile="8")
    assert turn_ended(action, carry_out(table, action, challenger=2)) == {
        "action": "play", "rank": "9", "count": 1, "cards": ["4"], "challenge": {"by": 2, "honest": False},
        "effect": "none", "took": ["8", "4"],
    }  # fmt: skip
    table = table_with(bluff(), ["9", "6", "7"], pile="8")
    action = Action("play", "9", 1, ("9",))
    assert turn_ended(action, carry_out(table, action, challenger=2)) == {
        "action": "play", "rank": "9", "count": 1, "cards": ["9"], "challenge": {"by": 2, "honest": True},
        "effect": "none", "out": True,
    }  # fmt: skip
