"""Games with bluff told in words."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from rule_sets import drawn_bluff
from tables import table_with

from paskasim.errors import PaskasimError
from paskasim.reference import BOTS, play_game
from paskasim.reference.table import Table
from paskasim.report.examples.following import follow
from paskasim.rules import RuleSet, presets
from paskasim.telling import tell
from paskasim.telling.reasons import reason_of
from paskasim.telling.replay import first_table, play_turn
from paskasim.telling.turns import told_turns
from paskasim.telling.words import WIDTH

VALEPASKA = [name for name in presets() if name.startswith("valepaska")]


def at_table(*hands: str, pile: str = "", switches: dict[str, Any] | None = None, **more: Any) -> Table:
    rules = RuleSet().with_switches({"deck.decks": 1, "bluff.on": True, **(switches or {})})
    return table_with(rules, hands, pile=pile, **more)


def turn(seat: int, said: str, laid: str = "", doubt: str = "") -> dict[str, Any]:
    """A turn such as `9x2` with the cards laid, doubted by a seat: `2 rightly` or `2 wrongly`."""
    if not laid:
        return {"seat": seat, "action": said}
    rank, _, count = said.partition("x")
    entry = {"seat": seat, "action": "play", "rank": rank, "count": int(count), "cards": laid.split()}
    if doubt:
        by, _, how = doubt.partition(" ")
        entry["challenge"] = {"by": int(by), "honest": how == "wrongly"}
    return entry


def said(table: Table, *turns: dict[str, Any]) -> str:
    return " ".join(line.strip() for line in (line[6:] for line in told_turns(table, turns)))


TOLD: dict[str, tuple[Table, list[dict[str, Any]], str]] = {
    "the truth": (
        at_table("9 9 3", "4", pile="8"),
        [turn(0, "9x2", "9 9")],
        "Seat 0 lays two cards face down on 8 and says two nines (so they are).",
    ),
    "one true card, and a draw": (
        at_table("9 3 4 5 6", "4", pile="8", stock="K Q"),
        [turn(0, "9x1", "9")],
        "Seat 0 lays a card face down on 8 and says a nine (so it is) and draws K.",
    ),
    "a lie": (
        at_table("7 4 3", "4"),
        [turn(0, "7x2", "7 4")],
        "Seat 0 lays two cards face down on the empty pile and says two sevens (they are 4 and 7).",
    ),
    "a lie with an effect": (
        at_table("7 4 3", "4", pile="8"),
        [turn(0, "10x1", "7")],
        "Seat 0 lays a card face down on 8 and says a ten (it is 7); nobody doubts it: the ten burns the pile "
        "(2 cards); seat 0 plays again.",
    ),
    "an ace on the empty pile": (
        at_table("7 4", "4", "5"),
        [turn(0, "Ax1", "7")],
        "says an ace (it is 7); nobody doubts it: seat 1 has to take the pile (1 card) and is passed over.",
    ),
    "a lie that is exposed": (
        at_table("7 4 3", "4", "5", pile="6 6"),
        [turn(0, "7x2", "7 4", "2 rightly")],
        "Seat 0 lays two cards face down on 6 and says two sevens (they are 4 and 7). Seat 2 doubts it: it was a lie, "
        "and seat 0 takes the pile (4 cards); seat 1 plays next.",
    ),
    "a wrong doubt": (
        at_table("7 4 3", "4", "5", pile="6", stock="K K K K K"),
        [turn(0, "7x1", "7", "2 wrongly")],
        "Seat 2 doubts it: it was true, and seat 2 takes the pile (2 cards); seat 0 draws K K K and plays again.",
    ),
    "a wrong doubt, and out": (
        at_table("7", "4", "5", pile="6"),
        [turn(0, "7x1", "7", "2 wrongly")],
        "and seat 2 takes the pile (2 cards); seat 0 is out, in first place; seat 1 plays next.",
    ),
    "a wrong doubt of what burns all the same": (
        at_table("10 3", "4", "5", pile="6", switches={"bluff.honest_burn": "burns"}),
        [turn(0, "10x1", "10", "1 wrongly")],
        "Seat 1 doubts it: it was true, and the pile burns all the same (2 cards); seat 0 plays again.",
    ),
    "the end": (
        at_table("7", "4", pile="6"),
        [turn(0, "7x1", "7", "1 wrongly")],
        "and seat 1 takes the pile (2 cards); seat 0 is out, in first place.",
    ),
    "taking though the truth would do": (
        at_table("9 3", "4", pile="8"),
        [turn(0, "take")],
        "Seat 0 could tell the truth but takes the pile (1 card: 8).",
    ),
    "taking rather than lying": (
        at_table("3", "4", pile="8"),
        [turn(0, "take")],
        "Seat 0 has no true card to lay on 8 and takes the pile (1 card: 8).",
    ),
    "nothing to say": (
        at_table("J", "Q", switches={"deck.ranks": "J-K"}),
        [turn(0, "pass")],
        "Seat 0 passes, since nothing may be said on the empty pile.",
    ),
    "a row": (
        at_table("", "Q", up=["9 9"], pile="8", switches={"deal.up": 2}),
        [{"seat": 0, "action": "play", "rank": "9", "count": 1}],
        "Seat 0 plays 9 from its up row on 8.",
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_turns(name: str) -> None:
    table, turns, text = TOLD[name]
    told = said(copy.deepcopy(table), *turns)
    assert told.endswith(text) or told == text


@pytest.mark.parametrize("name", VALEPASKA)
def test_whole_games(name: str) -> None:
    rules = RuleSet.load(name).with_switches({"limits.turns": 300})
    for names in (["lowest", "random", "any"], ["any"] * 2):
        record = play_game(rules, len(names), [BOTS[each] for each in names], 4, 5)
        lines = tell(record).splitlines()
        assert all(len(line) <= WIDTH for line in lines)
        steps, table = follow(record)
        assert len(steps) == record["turns_played"] + 1
        for step, before in zip(steps[1:], steps, strict=False):
            gained = [step.state.held(seat) - before.state.held(seat) for seat in range(len(names))]
            if step.taker >= 0:
                drawn = before.state.stock - step.state.stock
                blind = before.state.down[step.taker] - step.state.down[step.taker]
                own = len(step.laid) + blind - drawn if step.taker == step.seat else 0
                assert gained[step.taker] == step.took - own
            if step.taker >= 0 or step.burnt:
                assert step.state.pile == ()
        assert reason_of(record, table).sentences


def test_games_without_an_end() -> None:
    rules = RuleSet.load("valepaska").with_switches({"limits.turns": 100})
    told = tell(play_game(rules, 3, [BOTS["any"]] * 3, 1, 4))
    assert "(open): with bluff it is not looked for." in " ".join(told.split())
    rules = rules.with_switches({"deck.ranks": "3 4 J-A", "fours.except": ""})
    records = (play_game(rules, 3, [BOTS["lowest"]] * 3, 3, game) for game in range(20))
    record = next(record for record in records if record["proof"] == "state_repeats")
    assert "decide by what they know alone" in " ".join(tell(record).split())
    assert reason_of(record, first_table(record)).circle is not None


def test_rule_sets_from_the_whole_space() -> None:
    dice = random.Random("told with bluff")
    for _ in range(10):
        rules, players = drawn_bluff(dice, 5)
        record = play_game(rules, players, [BOTS[dice.choice(tuple(BOTS))] for _ in range(players)], 1, 1)
        table = first_table(record)
        for entry in record["turns"]:
            play_turn(table, entry)
        assert table.places == record["places"]
        assert tell(record).isascii()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"rank": "3"}, "3x2 is not legal"),
        ({"cards": ["9"]}, "9 can't be laid for 9x2"),
        ({"cards": ["9", "K"]}, "9 K can't be laid for 9x2; seat 0 holds: 9 9 3"),
        ({"challenge": {"by": 0, "honest": True}}, "seat 0 can't challenge; these can: 1"),
    ],
)
def test_what_cannot_be_told(wrong: dict[str, Any], why: str) -> None:
    entry = turn(0, "9x2", "9 9") | wrong
    with pytest.raises(PaskasimError, match="turn 1") as caught:
        play_turn(at_table("9 9 3", "4", pile="8"), entry)
    assert why in caught.value.what
