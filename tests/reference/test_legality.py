"""Section 3 against answers worked out by hand: every top with the ranks that may go on it."""

from __future__ import annotations

import pytest
from tables import rules_with

from paskasim.reference.legality import may_go
from paskasim.rules.ranks import EMPTY, RANKS

# What may go on each top by the default switches (the joker may always).
DEFAULT = {
    EMPTY: "1 3 4 5 6 7 8 9 10 A 2",
    "1": "1 3 4 5 6 7 8 9 10 2",
    "3": "3 4 5 6 7 8 9 10 2",
    "6": "6 7 8 9 10 2",
    "7": "7 8 9 10 J Q K 2",
    "9": "9 10 J Q K 2",
    "10": "10 2",
    "J": "J Q K A 2",
    "Q": "Q K A 2",
    "K": "K A 2",
    "A": "2",
    "2": "2",
}


def goes_on(switches: dict[str, object], top: str, phase: str = "stock") -> str:
    rules = rules_with(switches)
    return " ".join(rank for rank in RANKS if may_go(rules, rank, top, phase))


@pytest.mark.parametrize("top", DEFAULT)
def test_default_rules(top: str) -> None:
    assert goes_on({}, top) == f"{DEFAULT[top]} *"


@pytest.mark.parametrize(
    ("switches", "top", "ranks"),
    [
        ({"beat": "higher"}, "9", "10 J Q K 2 *"),
        ({"beat": "higher"}, "10", "10 2 *"),  # rule 7 knows no beating
        ({"beat": "higher", "aces.on": "faces_aces"}, "A", "A 2 *"),  # nor does rule 8
        ({"beat": "higher"}, "2", "2 *"),
        ({"beat": "higher", "tens.followed_by": "order"}, "10", "10 J Q K 2 *"),
        ({"faces.min_top": "1"}, "3", "3 4 5 6 7 8 9 10 J Q K 2 *"),
        ({"faces.min_top": "K"}, "Q", "A 2 *"),
        ({"faces.on_empty": True}, EMPTY, "1 3 4 5 6 7 8 9 10 J Q K A 2 *"),
        ({"aces.on": "lower"}, "4", "4 5 6 7 8 9 10 A 2 *"),
        ({"aces.on": "lower"}, "A", "A 2 *"),
        ({"aces.on": "lower"}, "10", "10 2 *"),
        ({"aces.on": "lower", "tens.followed_by": "order"}, "10", "10 J Q K A 2 *"),
        ({"aces.on_empty": "no", "tens.on_empty": "no"}, EMPTY, "1 3 4 5 6 7 8 9 2 *"),
        ({"tens.on": "any"}, "A", "10 2 *"),
        ({"tens.on": "any"}, "2", "2 *"),  # rule 4 comes first
        ({"tens.on": "any_but_ace"}, "K", "10 K A 2 *"),
        ({"tens.on": "any_but_ace"}, "A", "2 *"),
        ({"twos.on": "not_ace_ten"}, "10", "10 *"),
        ({"twos.on": "not_ace_ten"}, "A", "*"),
        ({"twos.on": "not_ace_ten"}, "K", "K A 2 *"),
        ({"twos.followed_by": "anything"}, "2", "1 3 4 5 6 7 8 9 10 J Q K A 2 *"),
        ({"ceiling.rank": "7"}, "7", "1 3 4 5 6 7 2 *"),
        ({"ceiling.rank": "7", "ceiling.strict": True}, "7", "1 3 4 5 6 2 *"),
        ({"ceiling.rank": "7", "ceiling.specials": False}, "7", "1 3 4 5 6 7"),
        ({"ceiling.rank": "7", "tens.on": "any"}, "7", "1 3 4 5 6 7 10 2 *"),
        ({"ceiling.rank": "Q", "ceiling.specials": False}, "Q", "1 3 4 5 6 7 8 9 10 J Q"),
        ({"ceiling.rank": "10", "twos.on": "not_ace_ten"}, "10", "1 3 4 5 6 7 8 9 10 2 *"),
        ({"ceiling.rank": "10", "ceiling.strict": True}, "10", "1 3 4 5 6 7 8 9 2 *"),
        ({"ceiling.rank": "10", "ceiling.strict": True, "tens.on": "any"}, "10", "1 3 4 5 6 7 8 9 10 2 *"),
        ({"invisible.rank": "3"}, "A", "3 2 *"),
        ({"invisible.rank": "3", "ceiling.rank": "7", "ceiling.specials": False}, "7", "1 3 4 5 6 7"),
        ({"invisible.rank": "K", "ceiling.rank": "7"}, "7", "1 3 4 5 6 7 K 2 *"),
        ({"invisible.rank": "J"}, EMPTY, "1 3 4 5 6 7 8 9 10 A 2 *"),  # an ordinary card there
        ({"exceptions": [{"play": "Q *", "on": "6", "may": True}]}, "6", "6 7 8 9 10 Q 2 *"),
        ({"exceptions": [{"play": "*", "on": "empty 6", "may": False}]}, EMPTY, "1 3 4 5 6 7 8 9 10 A 2"),
        ({"exceptions": [{"play": "3-9", "on": "9", "may": True}, {"play": "4", "on": "9", "may": False}]}, "9",
         "3 5 6 7 8 9 10 J Q K 2 *"),
        ({"exceptions": [{"play": "2", "on": "9", "may": False, "at": "rest"}]}, "9", "9 10 J Q K 2 *"),
    ],
)  # fmt: skip
def test_switches(switches: dict[str, object], top: str, ranks: str) -> None:
    assert goes_on(switches, top) == ranks


@pytest.mark.parametrize(
    ("switches", "top", "ranks"),
    [
        ({"faces.relaxed_at_rest": True}, EMPTY, "1 3 4 5 6 7 8 9 10 J Q K A 2 *"),
        ({"faces.relaxed_at_rest": True}, "3", "3 4 5 6 7 8 9 10 J Q K 2 *"),
        ({"faces.relaxed_at_rest": True}, "Q", "Q K A 2 *"),
        ({"faces.relaxed_at_rest": True}, "A", "2 *"),
        ({"exceptions": [{"play": "2", "on": "9", "may": False, "at": "rest"}]}, "9", "9 10 J Q K *"),
        ({"exceptions": [{"play": "2", "on": "9", "may": False, "at": "stock"}]}, "9", "9 10 J Q K 2 *"),
    ],
)
def test_phase_rest(switches: dict[str, object], top: str, ranks: str) -> None:
    assert goes_on(switches, top, "rest") == ranks
