"""Every switch and every value has words of its own."""

from __future__ import annotations

import json

import pytest

from paskasim.rules import RuleSet, presets
from paskasim.rules.phrases import PHRASES, phrase_of
from paskasim.rules.text import BY_KEY


def values_of(key: str) -> list[object]:
    """All values of a switch that takes few of them, else those that presets and these examples have."""
    default = RuleSet().flat()[key]
    found: list[object] = [default, *(RuleSet.load(name).flat()[key] for name in presets())]
    if isinstance(default, bool):
        found += [True, False]
    found += list(getattr(BY_KEY[key].kind, "words", ()))
    return [json.loads(text) for text in dict.fromkeys(json.dumps(each) for each in found)]


def test_no_switch_is_left_out() -> None:
    assert sorted(PHRASES) == sorted(RuleSet().flat())


@pytest.mark.parametrize("key", sorted(RuleSet().flat()))
def test_every_value_has_its_own_words(key: str) -> None:
    said = [phrase_of(key, value) for value in values_of(key)]
    assert all(said)
    assert len(set(said)) == len(said)
    assert max(map(len, said)) <= 48 or key in ("turn.counts", "deck.ranks", "deck.copies")


def test_enumerations_are_whole() -> None:
    """A value that RULES.md names and that has no words shows as an empty text."""
    by_enumeration = {key: phrase for key, phrase in PHRASES.items() if not callable(phrase)}
    assert len(by_enumeration) >= 30
    for key, phrase in by_enumeration.items():
        for value in phrase:
            RuleSet().with_switches({key: value, **COMPANY.get(key, {}).get(value, {})})


COMPANY: dict[str, dict[object, dict[str, object]]] = {
    "start.opening": {"lowest_all": {"start.player": "lowest"}},
    "start.player": {"lowest_up": {"deal.up": 3}},
}


def test_what_has_no_words_is_empty() -> None:
    assert phrase_of("faces.on_empty", "perhaps") == ""
    assert phrase_of("no.switch", 1) == ""


def test_words_are_those_of_the_rules() -> None:
    assert phrase_of("faces.min_top", "8") == "faces only on 8 or higher"
    assert phrase_of("fours.burn", False) == "four of a kind do not burn"
    assert phrase_of("bluff.after_lie", "challenger") == "after a caught lie the doubter plays"
