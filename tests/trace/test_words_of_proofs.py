"""Why a game can't end, in a sentence: each kind of proof, and every claim held against the rules."""

from __future__ import annotations

import re

import pytest
from tables import rules_with, table_with
from test_telling import at_rest, games_ending_in

from paskasim.reference.legality import may_go
from paskasim.reference.proofs import live_ranks
from paskasim.reference.table import REST
from paskasim.rules import RuleSet
from paskasim.telling import reasons
from paskasim.telling.endings import circle_of
from paskasim.telling.reasons import Reason, reason_of
from paskasim.telling.replay import first_table, play_turn

STUCK = {"outcome": "deadlock", "proof": "stuck_cards"}


def test_stuck_cards__who_holds_what_and_what_it_would_take() -> None:
    found = reason_of(STUCK, at_rest("3 4", "Q 4", "5", "Q Q 2"))
    assert found.sentences[0] == "Seats 1 and 3 hold queens; nothing that is left can bring the pile to 7, 8, 9 or J."
    assert found.sentences[1].startswith("So neither of them can ever go out, whatever anyone does;")
    assert found.sentences[2] == "The only tops that can still come up: 3, 4, 5, 2 and the empty pile."
    assert found.needs == (("Q", "Queen: goes only on 7, 8, 9, J and Q"),)


def test_stuck_cards__several_ranks() -> None:
    found = reason_of(STUCK, at_rest("3 J", "Q 4", "K"))
    assert found.sentences[0] == (
        "Seats 0, 1 and 2 hold jacks, queens or kings; nothing that is left can bring the pile to 7, 8 or 9."
    )
    assert "none of them" in found.sentences[1]
    assert [rank for rank, _ in found.needs] == ["J", "Q", "K"]


def test_stuck_cards__that_go_on_nothing_at_all() -> None:
    table = at_rest("3 J", "J 4", switches={"exceptions": [{"play": "J", "on": "3-A 2 empty", "may": False}]})
    found = reason_of(STUCK, table)
    assert found.sentences[0] == "Seats 0 and 1 hold jacks, and can never play them again."
    assert found.needs == (("J", "Jack: goes on nothing"),)


def test_stuck_cards__of_a_game_that_was_played() -> None:
    record = games_ending_in("stuck_cards", RuleSet.load("paskahousu"), ["lowest"] * 4)
    table = first_table(record)
    for turn in record["turns"]:
        play_turn(table, turn)
    found = reason_of(record, table)
    holders = [int(seat) for seat in re.findall(r"\d", found.sentences[0].partition(" hold ")[0])]
    dead = [rank for rank, _ in found.needs]
    live = live_ranks(table)
    assert live is not None
    assert holders == [seat for seat in table.active if set(table.hands[seat]) & set(dead)]
    wanted = re.split(", | or ", found.sentences[0].partition("bring the pile to ")[2].rstrip("."))
    for rank in dead:
        assert rank not in live
        tops = [top for top in (*live, "empty") if may_go(table.rules, rank, top, REST)]
        assert tops == []
        assert any(may_go(table.rules, rank, top, REST) for top in (*wanted, *dead))
    assert not {*wanted} & {*live, *dead}


def test_all_pass() -> None:
    table = table_with(RuleSet.load("paskahousu"), ["J", "Q", ""])
    table.places[2] = 1
    found = reason_of({"outcome": "deadlock", "proof": "all_pass"}, table)
    assert found.sentences[0] == (
        "The pile is empty, and both players pass one after the other: nobody has a card that may open it."
    )


@pytest.mark.parametrize(("most", "states"), [(500, r": \d+ states\.$"), (2, r": more than 2 states\.$")])
def test_closed__by_a_search(monkeypatch: pytest.MonkeyPatch, most: int, states: str) -> None:
    monkeypatch.setattr(reasons, "MOST_STATES", most)
    table = table_with(RuleSet.load("poytapaska"), ["", "A A", "A"], down=["4 Q", "J J 8", "3 9"])
    table.to_play = 2
    found = reason_of({"outcome": "deadlock", "proof": "closed"}, table)
    assert found.sentences[0] == "Whatever anyone plays from here on, the game is never over."
    assert re.search(states, found.sentences[1])
    assert ("Nobody can ever play threes" in found.sentences[-1]) == (most == 500)


@pytest.mark.parametrize(
    ("rules", "proof", "first"), [("paskahousu", "state_repeats", 870), ("poytapaska", "forced_loop", 420)]
)
def test_circles(rules: str, proof: str, first: int) -> None:
    record = games_ending_in(proof, RuleSet.load(rules), ["lowest"] * 4, first)
    found = reason_of(record, first_table(record))
    assert found.circle == circle_of(record)
    begun, period = found.circle or (0, 0)
    assert found.sentences[0].startswith(
        f"After turn {begun + period} everything lies exactly as after turn {begun}, and the same "
    )
    assert ("Other players might end" in " ".join(found.sentences)) == (proof == "state_repeats")
    assert ("nobody has a choice" in found.sentences[0]) == (proof == "forced_loop")


def test_a_game_with_a_loser() -> None:
    table = table_with(rules_with(None), ["", "J 4"])
    found = reason_of({"outcome": "finished", "proof": None, "loser": 1}, table)
    assert found == Reason(("Seat 1 is left with 2 cards and loses.",))
