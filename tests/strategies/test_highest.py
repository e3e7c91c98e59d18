"""`highest`: the mirror of `lowest`."""

from __future__ import annotations

import pytest
from positions import Position, lays, plays


@pytest.mark.parametrize(
    ("position", "action"),
    [
        (Position(hand="3 4 4 9 10 2"), "9"),
        (Position(hand="3 8 8 9", pile="7"), "9"),
        (Position(hand="3 8 8 10 2", pile="7"), "8 8"),
        (Position(hand="8 Q K A", pile="Q"), "A"),
        (Position(hand="3 10 2 2", pile="9"), "10"),
        (Position(hand="3 2 2", pile="9"), "2 2"),
        (Position(hand="3 4", pile="9"), "take"),
        (Position(hand="3 4", pile="9", rules="paskahousu-try"), "take"),
    ],
)
def test_plays_high_cards_first_and_specials_last(position: Position, action: str) -> None:
    assert plays("highest", position) == action


def test_lays_its_row_as_lowest_does() -> None:
    position = Position(hand="3 4 9 2 A", up="5 K 10", rules="paskahousu-rows")
    assert lays("highest", position) == lays("lowest", position) == "10 A 2"
