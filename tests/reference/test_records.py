"""Records and the columns read off them, against a small game written down by hand."""

from __future__ import annotations

import collections
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from paskasim.errors import PaskasimError
from paskasim.reference import BOTS, Action, LowestBot, View, play_game, row_of
from paskasim.rules import RuleSet

# Three players, two cards each, four in the stock. Seat 1 must take an ace, then flips.
RECORD: dict[str, Any] = {
    "rules": {"bluff.on": False},
    "game": 4,
    "players": 3,
    "starter": 0,
    "deal": {
        "down": [[], ["J", "3"], []],
        "up": [[], [], []],
        "hand": [["A", "9"], ["3", "4"], ["9", "9"]],
        "stock": ["5", "6"],
    },
    "turned": ["5"],
    "turns": [
        {"seat": 0, "legal": ["9x1", "take"], "action": "take", "effect": "none", "took": ["5"]},
        {"seat": 1, "legal": ["3x1", "4x1"], "action": "play", "rank": "3", "count": 1, "effect": "none",
         "drew": ["6"]},
        {"seat": 2, "legal": ["9x1", "9x2", "take"], "action": "play", "rank": "9", "count": 2, "effect": "burn_rule",
         "out": True},
        {"seat": 0, "legal": ["9x1", "Ax1"], "action": "play", "rank": "A", "count": 1, "effect": "next_takes_again"},
        {"seat": 0, "legal": ["9x1", "5x1"], "action": "play", "rank": "5", "count": 1, "effect": "none"},
        {"seat": 1, "legal": ["flip"], "action": "flip", "flipped": "J", "effect": "none", "took": ["5", "J"]},
    ],
    "outcome": "unresolved",
    "proof": "open",
    "places": [None, None, 1],
    "loser": None,
}  # fmt: skip


def test_columns_of_a_record() -> None:
    row = row_of(RECORD, detail=True)
    given = {name: value for name, value in row.items() if value}
    assert given == {
        "game": 4,
        "outcome": "unresolved",
        "proof": "open",
        "place_2": 1,
        "turns": 6,
        "choices": 5,
        "burns_rule": 1,
        "takes": 1,
        "taken_cards": 3,
        "forced_takes": 1,
        "flips": 1,
        "failed_flips": 1,
        "stock_out_turn": 2,
        "first_out_turn": 3,
        "largest_take": 2,
        "turns_0": 3,
        "turns_1": 2,
        "turns_2": 1,
        "takes_0": 1,
        "burns_2": 1,
    }
    assert row["starter"] == 0
    assert row["burns_four"] == 0
    assert not {"claims", "lies", "challenges", "caught"} & {*row}  # columns of games with bluff only
    # Cards held after each turn: 3 4 2, 3 4 2, 3 4 0, 2 5 0, 1 5 0, 1 6 0: seat 2 leads from the first on.
    assert row["lead_changes"] == 0
    assert [row[f"place_{seat}"] for seat in (0, 1, 3, 9)] == [None] * 4
    assert (row["turns_3"], row["fours_0"], row["loser"]) == (None, 0, None)
    assert "largest_take" not in row_of(RECORD)


@pytest.mark.parametrize(
    ("held", "changes"),
    [
        ([[5, 5], [5, 4], [4, 4], [3, 4], [4, 4], [4, 3]], 2),  # none, 1, 1, 0, 0, 1
        ([[5, 4], [4, 4], [5, 4]], 0),
        ([[5, 5], [5, 5]], 0),
        ([[0, 0, 3], [0, 1, 3]], 0),
    ],
)
def test_lead_changes(monkeypatch: pytest.MonkeyPatch, held: list[list[int]], changes: int) -> None:
    monkeypatch.setattr("paskasim.reference.rows.cards_held", lambda record: iter(held))
    assert row_of(RECORD, detail=True)["lead_changes"] == changes


def test_a_stock_that_is_empty_from_the_start_or_never() -> None:
    assert row_of({**RECORD, "turned": ["5", "6"]})["stock_out_turn"] == 0
    assert row_of({**RECORD, "turned": []})["stock_out_turn"] is None


def first_legal(view: View) -> Action:
    return view.legal[0]


def test_any_callable_can_play() -> None:
    record = play_game(RuleSet.load("shithead"), 2, [first_legal, BOTS["random"]], 1, 1)
    assert record["strategies"] == ["first_legal", "random"]
    assert record["outcome"] in ("finished", "unresolved")


def test_a_view_shows_the_own_zone_and_nothing_hidden() -> None:
    views: list[View] = []

    def looks(view: View) -> Action:
        views.append(view)
        return view.legal[0]

    play_game(RuleSet.load("poytapaska").with_switches({"limits.turns": 300}), 3, [looks] * 3, 1, 1)
    assert len(views) > 20
    for view in views:
        own = view.hand or view.up[view.seat]
        assert view.cards == own
        assert len(view.hand) == view.hand_sizes[view.seat]
        assert len(view.legal) > 1
        assert {action.rank for action in view.legal if action.rank} <= set(own)


class WrongRow:
    name = "wrong"

    def __call__(self, view: View) -> Action:
        return view.legal[-1]

    def swap(self, view: View) -> tuple[str, ...]:
        return ("*",) * len(view.up[view.seat])


class WrongRowCard(LowestBot):
    def row_card(self, view: View) -> str:
        return "*"


def too_many(view: View) -> Action:
    return Action("play", view.cards[0], 9)


@pytest.mark.parametrize("wrong", [too_many, WrongRow(), WrongRowCard()])
def test_answers_that_are_not_allowed_are_refused(wrong: Callable[[View], Action]) -> None:
    rules = RuleSet.load("shithead")
    with pytest.raises(PaskasimError, match=r"Seat \d"):
        # Not every game comes to such a question.
        collections.deque(play_game(rules, 2, [wrong, wrong], 1, game) for game in range(20))


@pytest.mark.parametrize(
    ("choosers", "seed", "game"), [([first_legal], 1, 1), ([first_legal] * 2, -1, 1), ([first_legal] * 2, 1, 2**64)]
)
def test_wrong_arguments(choosers: list[Callable[[View], Action]], seed: int, game: int) -> None:
    with pytest.raises(PaskasimError):
        play_game(RuleSet(), 2, choosers, seed, game)


def test_the_readable_engine_needs_neither_numpy_nor_numba() -> None:
    code = "import sys, paskasim.reference; sys.exit(bool({'numpy', 'numba', 'pandas'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
