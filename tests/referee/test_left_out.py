"""What a record leaves out is no mistake: true records stay without complaint whatever is taken away from them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import SPECS, Record, played, sample
from rule_sets import drawn_setting

from paskasim.referee import judge

KEYS = (
    "format", "name", "players", "seed", "game", "strategies", "deck", "deal", "swap", "turned", "starter", "turns",
    "outcome", "proof", "witness", "places", "loser", "turns_played",
)  # fmt: skip
TURN_KEYS = (
    "seat", "phase", "zone", "top", "run", "legal", "action", "rank", "count", "flipped", "row_card", "effect", "took",
    "drew", "out",
)  # fmt: skip


def without(record: Record, keys: Sequence[str], turn_keys: Sequence[str], dice: random.Random, share: float) -> Record:
    """Return a record without some keys; those of turns and single cards are missing here and there."""
    left = {key: value for key, value in record.items() if key not in keys}

    def hidden(cards: list[str]) -> list[str]:
        return ["?" if dice.random() < share else card for card in cards]

    if "deck" in left:
        left["deck"] = hidden(left["deck"])
    if "deal" in left:
        deal = {key: value for key, value in left["deal"].items() if dice.random() >= share}
        left["deal"] = {
            key: hidden(value)
            if key == "stock"
            else [hidden(cards) if dice.random() < 0.8 else None for cards in value]
            for key, value in deal.items()
        }
    if "swap" in left:
        left["swap"] = [
            {key: hidden(value) if key != "seat" else value for key, value in entry.items() if dice.random() >= share}
            for entry in left["swap"]
        ]
    if "turns" in left:
        left["turns"] = [
            {key: value for key, value in turn.items() if key not in turn_keys or dice.random() >= share}
            for turn in left["turns"]
        ]
    return left


def complaints(record: Record) -> list[str]:
    found = judge(record, most_states=300)
    return [str(complaint) for complaint in found.complaints]


@given(
    st.sampled_from(sorted(SPECS)),
    st.lists(st.sampled_from(KEYS), unique=True),
    st.lists(st.sampled_from(TURN_KEYS), unique=True),
    st.sampled_from((0.02, 0.2, 0.5, 0.9, 1.0)),
    st.integers(0, 999),
)
@settings(max_examples=150)
def test_no_false_complaint(name: str, keys: list[str], turn_keys: list[str], share: float, number: int) -> None:
    assert complaints(without(sample(name), keys, turn_keys, random.Random(number), share)) == []


@pytest.mark.parametrize("part", range(2))
def test_no_false_complaint_under_other_rules(part: int) -> None:
    dice = random.Random(f"left out {part}")
    for _ in range(4):
        rules, players = drawn_setting(dice, 5)
        names = [dice.choice(("lowest", "any")) for _ in range(players)]
        record = played(rules, players, names, dice.randrange(2**64), 0)
        for _ in range(5):
            keys = dice.sample(KEYS, dice.randint(0, 8))
            turn_keys = dice.sample(TURN_KEYS, dice.randint(0, 12))
            poorer = without(record, keys, turn_keys, dice, dice.choice((0.05, 0.5, 1.0)))
            assert complaints(poorer) == [], (rules.flat(), players)


@pytest.mark.parametrize("name", SPECS)
def test_who_did_what_is_enough(name: str) -> None:
    """With nothing but the actions every turn is followed, however little is known of the cards."""
    told = ("seat", "action", "rank", "count", "flipped", "row_card")
    record = sample(name)
    poorer: dict[str, Any] = {key: record[key] for key in ("rules", "players", "turned", "starter")}
    poorer["turns"] = [{key: turn[key] for key in told if key in turn} for turn in record["turns"]]
    found = judge(poorer)
    assert found.complaints == ()
    assert found.turns == len(record["turns"])


@pytest.mark.parametrize("name", ["finished", "rows", "row cards", "effects"])
def test_seats_follow_from_the_rules(name: str) -> None:
    record = sample(name)
    for turn in record["turns"][1:]:
        del turn["seat"]
    found = judge(record)
    assert (found.complaints, found.turns) == ((), record["turns_played"])
