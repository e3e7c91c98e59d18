"""Every switch: default, allowed values and strict types, against a table written down apart from the code."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pydantic
import pytest

from paskasim.errors import PaskasimError
from paskasim.rules import SWITCHES, RuleSet
from paskasim.rules.sections import Faces

ON_EMPTY = ["next_takes_pass", "next_takes_again", "next_takes_lead", "stays", "no", "burns"]
ORDER = ["1", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
LISTS = ["", "2", "2 10 J", "3-9", "3-A 2"]

# key: default, other values that must be accepted, values that must be refused
TABLE: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "deck.decks": ("auto", [1, 2, 3], [0, 4, "1", "Auto", True, 1.0, None]),
    "deck.jokers": (0, [1, 2, 3, 4], [-1, 5, "0", False, 0.0]),
    "deck.ranks": ("3-A 2", ["3-6", "1-A 2", "3 4 5"], ["", " ", "*", "3-A 2 *", "2-3", 3, ["3"], True]),
    "deck.suits": (4, [1, 2, 3], [0, 5, "4", True]),
    "deck.copies": ({}, [{"2": 6}, {"3-9": 1, "J-K": 2}], [{"2": 0}, {"2": 16}, {"2": "6"}, {"*": 2}, [], {"": 1}]),
    "deck.drop": (0, [1, 40], [-1, 41, "0", False]),
    "deal.hand": (5, [1, 13], [0, 14, "5", 5.0, True]),
    "deal.down": (0, [1, 6], [-1, 7, "0", False]),
    "deal.up": (0, [1, 6], [-1, 7, "0", False]),
    "deal.all": (False, [True], [0, 1, "true", None]),
    "deal.turned": (0, [1], [2, -1, False, True, "1"]),
    "deal.swap": ("none", ["any"], ["None", "", True, 0]),
    "start.player": ("left_of_dealer", ["lowest", "lowest_first", "random"], ["left", "", 0]),
    "start.opening": ("free", [], ["lowest", "", True]),
    "turn.take": ("free", ["stuck"], ["Free", "never", True]),
    "turn.try_stock": ("never", ["stuck", "any_time"], ["any", "", False]),
    "turn.refill": ("hand", [1, 5, 13], [0, 14, "5", "Hand", True]),
    "turn.stuck": ("pass", ["open_any"], ["any", ""]),
    "turn.after_take": ("next", ["again", "previous"], ["last", ""]),
    "turn.counts": (
        {},
        [{"8-A 2": "1 4+"}, {"J-K": "1"}, {"3": "1-3", "3-5": "2+"}],
        [{"J-K": 1}, {"J-K": ""}, {"": "1"}, {"J-K": "0"}, {"J-2": "1"}, {"3": "1", "3-5": "2+"}, "1", []],
    ),
    "beat": ("same_or_higher", ["higher"], ["lower", "", True]),
    "faces.min_top": ("7", [rank for rank in ORDER if rank not in ("7", "A")], ["A", "2", "*", "", 8, "8 "]),
    "faces.on_empty": (False, [True], [0, "false"]),
    "faces.relaxed_at_rest": (False, [True], [1, "true"]),
    "aces.on": ("faces", ["faces_aces", "lower"], ["any", ""]),
    "aces.on_empty": ("next_takes_pass", ON_EMPTY[1:], ["pass", False, True]),
    "aces.burn": ("on_faces", ["never", "always"], ["on_lower", False]),
    "tens.on": ("lower", ["any", "any_but_ace"], ["higher", ""]),
    "tens.on_empty": ("next_takes_pass", ON_EMPTY[1:], ["yes", 10]),
    "tens.burn": ("on_lower", ["always", "never"], ["on_faces", True]),
    "tens.followed_by": ("tens", ["order"], ["ten", ""]),
    "twos.on": ("any", ["not_ace_ten"], ["not_ace", ""]),
    "twos.followed_by": ("twos", ["anything"], ["any", ""]),
    "ceiling.rank": ("", [rank for rank in ORDER if rank not in ("1", "A")], ["1", "A", "2", "*", 7]),
    "ceiling.strict": (False, [True], ["no", 0]),
    "ceiling.specials": (True, [False], ["no", 1]),
    "invisible.rank": ("", [rank for rank in ORDER if rank not in ("1", "A")], ["1", "A", "2", "*", 3]),
    "invisible.in_run": ("ignored", ["breaks", "counts"], ["count", ""]),
    "exceptions": (
        [],
        [
            [{"play": "Q", "on": "6", "may": True}],
            [{"play": "3-9 2", "on": "empty J", "may": False, "at": "rest"}],
            [{"play": "A", "on": "10", "may": True, "at": "stock"}, {"play": "A", "on": "10", "may": False}],
        ],
        [
            {},
            "Q",
            ["Q"],
            [{"play": "Q", "on": "6"}],
            [{"play": "Q", "on": "6", "may": 1}],
            [{"play": "", "on": "6", "may": True}],
            [{"play": "Q", "on": "any", "may": True}],
            [{"play": "empty", "on": "6", "may": True}],
            [{"play": "Q", "on": "6", "may": True, "at": "end"}],
            [{"play": "Q", "on": "6", "may": True, "do": "burn"}],
        ],
    ),
    "fours.burn": (True, [False], ["true", 1]),
    "fours.size": (4, [3, 8], [2, 9, "4", True]),
    "fours.except": ("", LISTS[1:], ["2,3", 2, None]),
    "fours.again": (True, [False], [1, "true"]),
    "skip.rank": ("", ["3", "10", "A", "2"], ["3 4", 8, "8-9"]),
    "skip.per_card": (False, [True], [1]),
    "reverse.rank": ("", ["3", "10", "A", "2"], ["3 4", 8]),
    "again.ranks": ("", LISTS[1:], ["2;3", 2]),
    "effects": (
        [],
        [
            [{"play": "2", "on": "3-A", "do": do}]
            for do in [
                "none",
                "burn",
                "skip",
                "reverse",
                "again",
                "next_takes_pass",
                "next_takes_again",
                "next_takes_lead",
            ]
        ]
        + [[{"play": "3-5", "on": "any", "do": "burn", "at": "stock"}], [{"play": "9", "on": "empty 9", "do": "skip"}]],
        [
            {},
            [1],
            [{"play": "2", "on": "3", "do": "stays"}],
            [{"play": "2", "on": "3"}],
            [{"play": "any", "on": "3", "do": "burn"}],
            [{"play": "2", "on": "3", "do": "burn", "may": True}],
        ],
    ),
    "rows.take_card": (False, [True], ["true", 0]),
    "finish.not_with": ("", LISTS[1:], ["two", 2]),
    "bluff.on": (False, [True], [0, "false"]),
    "bluff.who": ("any", ["next"], ["all", ""]),
    "bluff.after_honest": ("player", ["next", "after_challenger"], ["challenger", ""]),
    "bluff.after_lie": ("next", ["challenger"], ["player", ""]),
    "bluff.honest_burn_continues": (True, [False], [1]),
    "bluff.honest_burn": ("taken", ["burns"], ["burn", ""]),
    "limits.turns": (10000, [100, 1_000_000], [99, 1_000_001, "10000", 1e4, True]),
}


def cases(column: int) -> list[Any]:
    return [pytest.param(key, value, id=f"{key}={value}") for key, row in TABLE.items() for value in row[column]]


def test_every_switch_is_there_in_order_with_its_default() -> None:
    assert list(RuleSet().flat()) == list(TABLE)
    assert RuleSet().flat() == {key: row[0] for key, row in TABLE.items()}
    assert [entry.key for entry in SWITCHES] == list(TABLE)
    assert {entry.key: entry.default for entry in SWITCHES} == RuleSet().flat()


@pytest.mark.parametrize(("key", "value"), cases(1))
def test_allowed_values(key: str, value: Any) -> None:
    rules = RuleSet.from_dict({key: value})
    assert rules.flat()[key] == value
    assert rules.changed_from(RuleSet()) == {key: (value, TABLE[key][0])}
    assert RuleSet.from_dict(rules.flat()).flat() == rules.flat()


@pytest.mark.parametrize(("key", "value"), cases(2))
def test_refused_values(key: str, value: Any) -> None:
    with pytest.raises(PaskasimError) as caught:
        RuleSet.from_dict({key: value}, where="house")
    assert caught.value.what.startswith(f"house: {key}: ")
    assert caught.value.exit_code == 2


def test_values_that_need_others() -> None:
    rules = RuleSet.from_dict({"start.player": "lowest_up", "deal.up": 1})
    assert rules.start.player == "lowest_up"
    for player in ("lowest", "lowest_first"):
        rules = RuleSet.from_dict({"start": {"player": player, "opening": "lowest_all"}})
        assert rules.start.opening == "lowest_all"


def test_jokers_can_be_named_where_the_deck_has_them() -> None:
    rules = RuleSet.from_dict(
        {
            "deck.jokers": 1,
            "skip.rank": "*",
            "finish.not_with": "2 *",
            "turn.counts": {"*": "1"},
            "effects": [{"play": "*", "on": "any", "do": "none"}],
        }
    )
    assert rules.counts_allowed("*") == {1}


@pytest.mark.parametrize("entry", SWITCHES, ids=lambda entry: entry.key)
def test_every_switch_says_what_it_means_and_takes(entry: Any) -> None:
    assert entry.meaning[0].isupper()
    assert entry.meaning.endswith(".")
    assert ". " not in entry.meaning
    assert entry.allowed


def test_counts_allowed() -> None:
    rules = RuleSet.from_dict({"turn": {"counts": {"8-A 2": "1 4+", "J-K": "1-4"}}})
    assert rules.counts_allowed("7") == set(range(1, 16))
    assert rules.counts_allowed("8") == {1, *range(4, 16)}
    assert rules.counts_allowed("Q") == {1, 4}


def test_rule_sets_cannot_be_changed() -> None:
    rules = RuleSet()
    with pytest.raises(pydantic.ValidationError):
        rules.faces.min_top = "8"  # type: ignore[misc]
    with pytest.raises(pydantic.ValidationError):
        rules.beat = "higher"  # type: ignore[misc]


def test_a_section_checks_its_values_too() -> None:
    with pytest.raises(pydantic.ValidationError, match='write "8"'):
        Faces(min_top=8)  # type: ignore[arg-type]
    with pytest.raises(pydantic.ValidationError):
        Faces(on_empty=1)  # type: ignore[arg-type]
    with pytest.raises(pydantic.ValidationError):
        Faces(on_empti=True)  # type: ignore[call-arg]


def test_rule_sets_can_be_stored_compared_and_counted() -> None:
    rules = RuleSet.from_dict({"deck.copies": {"2": 6}, "exceptions": [{"play": "Q", "on": "6", "may": True}]})
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert len({rules, again, RuleSet()}) == 2
    assert json.loads(json.dumps(rules.flat())) == rules.flat()


def test_flat_gives_copies() -> None:
    rules = RuleSet.from_dict({"deck.copies": {"2": 6}})
    flat = rules.flat()
    flat["deck.copies"]["2"] = 1  # type: ignore[index]
    assert rules.deck.copies == {"2": 6}
