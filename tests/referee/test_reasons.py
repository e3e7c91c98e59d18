"""Why a card may not go: the rule that is named is the one that decided."""

from __future__ import annotations

import random

import pytest
from rule_sets import drawn_setting

from paskasim.referee.reasons import deciding, why_not_on
from paskasim.reference.legality import may_go
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, RANKS

TOPS = (*RANKS[:-1], EMPTY)


@pytest.mark.parametrize(
    ("switches", "rank", "top", "phase", "why"),
    [
        ({}, "J", "5", "rest",
         'a jack may not go on a 5: rule 9 of section 3, faces.min_top = "7", faces.relaxed_at_rest = false'),
        ({"faces.on_empty": True}, "Q", "K", "stock", 'a queen may not go on a king: rule 9 of section 3, '
         'beat = "same_or_higher"'),
        ({}, "K", "empty", "stock", "a king may not open a pile: rule 9 of section 3, faces.on_empty = false"),
        ({}, "8", "9", "stock", 'an 8 may not go on a 9: rule 10 of section 3, beat = "same_or_higher"'),
        ({}, "A", "9", "stock", 'an ace may not go on a 9: rule 8 of section 3, aces.on = "faces"'),
        ({"tens.on_empty": "no"}, "10", "empty", "stock",
         'a 10 may not open a pile: rule 7 of section 3, tens.on_empty = "no"'),
        ({"tens.on_empty": "stays"}, "J", "10", "stock",
         'a jack may not go on a 10: rule 6 of section 3, tens.followed_by = "tens"'),
        ({}, "3", "2", "stock", 'a 3 may not go on a 2: rule 4 of section 3, twos.followed_by = "twos"'),
        ({"twos.on": "not_ace_ten"}, "2", "A", "stock",
         'a 2 may not go on an ace: rule 3 of section 3, twos.on = "not_ace_ten"'),
        ({"ceiling.rank": "7"}, "9", "7", "stock",
         'a 9 may not go on a 7: rule 5 of section 3, ceiling.rank = "7", ceiling.strict = false'),
        ({"deck.jokers": 1, "ceiling.rank": "7", "ceiling.specials": False}, "*", "7", "stock",
         'a joker may not go on a 7: rule 1 of section 3, ceiling.rank = "7", ceiling.specials = false'),
        ({"exceptions": [{"play": "9", "on": "8", "may": False}]}, "9", "8", "stock",
         "a 9 may not go on an 8: an entry of exceptions"),
    ],
)  # fmt: skip
def test_reasons(switches: dict[str, object], rank: str, top: str, phase: str, why: str) -> None:
    rules = RuleSet().with_switches(switches)
    assert not may_go(rules, rank, top, phase)
    assert why_not_on(rules, rank, top, phase) == why


def test_a_rule_that_always_says_yes_is_never_a_reason() -> None:
    dice = random.Random("reasons")
    seen = set()
    for _ in range(60):
        rules, _ = drawn_setting(dice)
        for rank in RANKS:
            for top in TOPS:
                for phase in ("stock", "rest"):
                    number, keys = deciding(rules, rank, top, phase)
                    seen.add(number)
                    if number == 2:
                        assert may_go(rules, rank, top, phase)
                    if number == 4:
                        assert may_go(rules, rank, top, phase) == (rules.twos.followed_by == "anything")
                    if number == 6:
                        assert not may_go(rules, rank, top, phase)
                    if number == 1 and not keys:
                        assert may_go(rules, rank, top, phase)
    assert seen == set(range(11))
