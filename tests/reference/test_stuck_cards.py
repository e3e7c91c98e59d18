"""Section 9 against positions worked out by hand, and the schedule of section 8."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tables import do, rules_with, table_with

from paskasim.reference.proofs import has_stuck_cards
from paskasim.reference.schedule import STATES_BEFORE_LIVELOCK, Ending, Schedule
from paskasim.reference.search import Found
from paskasim.reference.table import Table


@pytest.mark.parametrize(
    ("switches", "hands", "up", "down", "stuck"),
    [
        # A jack needs a top from 7 on. With nothing but low cards, or without any other, there is none.
        ({}, ["J", "Q"], [], [], True),
        ({}, ["J 3", "Q 4"], [], [], True),
        ({}, ["J 3", "4"], [], [], False),  # only one holder: the other can go out
        ({}, ["J 3", "Q 7"], [], [], False),
        ({}, ["J", "Q", "7"], [], [], False),
        ({}, ["J", "Q", "10"], [], [], True),  # only tens go on a ten
        ({"tens.followed_by": "order"}, ["J", "Q", "10"], [], [], False),
        ({}, ["J", "Q", "2 *"], [], [], True),  # only twos go on a 2, and a joker is never a top
        ({"faces.relaxed_at_rest": True}, ["J", "Q"], [], [], False),
        ({"turn.stuck": "open_any"}, ["J", "Q"], [], [], False),
        ({"exceptions": [{"play": "J", "on": "3", "may": True}]}, ["J", "Q", "3"], [], [], False),
        ({"exceptions": [{"play": "J", "on": "3", "may": True, "at": "stock"}]}, ["J", "Q", "3"], [], [], True),
        # What lies behind a dead card never comes within reach.
        ({}, ["J", "Q"], ["7", "7"], [], True),
        ({}, ["3", "Q"], ["7", "7"], [], False),
        ({}, ["3", "4", "J"], ["Q", "5"], [], True),  # the row of seat 0 is within reach, and dead
        ({}, ["J", "", "3"], ["", "Q"], [], True),
        ({}, ["3", "4", "5"], [], ["J 7", "Q 7"], True),
        ({}, ["3", "4", "5"], [], ["7 J", "Q"], False),
        ({}, ["3", "4", "5"], [], ["J 7", "6 Q"], True),
        ({}, ["3", "4", "5"], [], ["J 7", "7 Q"], False),
    ],
)
def test_positions(
    switches: dict[str, object], hands: Sequence[str], up: Sequence[str], down: Sequence[str], stuck: bool
) -> None:
    assert has_stuck_cards(table_with(rules_with(switches), hands, up=up, down=down)) is stuck


def test_only_with_pile_and_stock_empty() -> None:
    assert not has_stuck_cards(table_with(rules_with(), ["J", "Q"], pile="3"))
    assert not has_stuck_cards(table_with(rules_with(), ["J", "Q"], stock="3"))


def test_those_who_are_out_do_not_count() -> None:
    table = table_with(rules_with(), ["J", "", "Q", "4"])
    table.places[1] = 1
    assert has_stuck_cards(table)


def test_all_pass_comes_first() -> None:
    table = table_with(rules_with(), ["J", "Q"], stock="")
    table.stock = ["3"]
    table.rules = rules_with({"turn.refill": 1})
    schedule = Schedule([True, True])
    do(table, "pass")
    assert schedule.ending(table, 1) is None
    do(table, "pass")
    assert schedule.ending(table, 1) == Ending("deadlock", "all_pass")


@pytest.mark.parametrize(
    ("repeats", "possibilities", "ending"),
    [
        ([True, True], 1, Ending("deadlock", "forced_loop")),
        ([False, False], 1, Ending("deadlock", "forced_loop")),
        ([True, True], 2, Ending("livelock", "state_repeats")),
        ([True, False], 2, None),
    ],
)
def test_a_state_that_repeats(repeats: list[bool], possibilities: int, ending: Ending | None) -> None:
    table = table_with(rules_with(), ["J 3", "4"], pile="9")
    schedule = Schedule(repeats)
    table.turns_played = 31
    assert schedule.ending(table, 2) is None  # before the first state is kept nothing counts
    table.turns_played = 32
    assert schedule.ending(table, 2) is None
    table.turns_played = 33
    table.to_play = 1
    assert schedule.ending(table, possibilities) is None
    table.turns_played = 34
    table.to_play = 0
    assert schedule.ending(table, 1) == ending


def test_a_state_that_repeats_in_a_closed_game() -> None:
    table = table_with(rules_with(), ["J 3", "4"], pile="9")
    bounds = []

    def search(table: Table, most: int) -> Found:
        bounds.append(most)
        return Found("closed", 3)

    schedule = Schedule([True, True], search)
    table.turns_played = 32
    assert schedule.ending(table, 2) is None
    table.turns_played = 34
    assert schedule.ending(table, 2) == Ending("deadlock", "closed")
    assert bounds == [STATES_BEFORE_LIVELOCK]


@pytest.mark.parametrize("proof", ["closed", "escape", "open"])
def test_the_limit(proof: str) -> None:
    table = table_with(rules_with({"limits.turns": 100}), ["J 3", "4"], pile="9")
    table.turns_played = 100
    witness = ({"seat": 0, "action": "take"},) if proof == "escape" else ()
    ending = Schedule([False, False], lambda table, most: Found(proof, most, witness)).ending(table, 2)
    assert ending == Ending("deadlock" if proof == "closed" else "unresolved", proof, witness)


def test_the_marks() -> None:
    """At turns 32, 64, 128 ... the game is over if the argument of section 9 holds for the cards as they lie."""
    for turns, ending in ((31, None), (32, Ending("deadlock", "closed")), (33, None)):
        table = table_with(rules_with(), ["J 3", "Q"], pile="4")
        table.turns_played = turns
        assert Schedule([False, False]).ending(table, 2) == ending
