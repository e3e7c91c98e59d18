"""Whatever a person can put into a rule file ends as a rule set or as an error in sentences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paskasim.errors import PaskasimError
from paskasim.rules import SWITCHES, RuleSet, presets
from paskasim.rules.document import parse_document
from paskasim.rules.messages import written
from paskasim.rules.ranks import RANKS
from paskasim.rules.text import as_toml

KEYS = [entry.key for entry in SWITCHES]
META = ["name", "summary", "source", "notes", "players", "readings", "deviations", "extends", "scenario"]
WORDS = sorted({word for entry in SWITCHES for word in entry.allowed.replace('"', " ").replace(",", " ").split()})
RANK_TEXTS = st.lists(st.sampled_from([*RANKS, "3-9", "J-K", "empty", "any", "2-3"]), max_size=3).map(" ".join)
COUNT_TEXTS = st.lists(st.sampled_from(["1", "2", "4+", "1-3", "15", "0"]), max_size=2).map(" ".join)

TEXTS = st.one_of(st.sampled_from([*WORDS, *presets()]), RANK_TEXTS, COUNT_TEXTS, st.text(max_size=8))
PLAIN = st.one_of(
    st.booleans(),
    st.integers(-2, 16),
    st.integers(),
    st.floats(),
    st.dates(),
    st.times(),
    st.datetimes(),
    TEXTS,
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(RANK_TEXTS, st.text(max_size=4)), inner, max_size=3),
        st.dictionaries(st.sampled_from(["play", "on", "may", "do", "at", "x"]), inner, max_size=4),
    ),
    max_leaves=8,
)
# Values of the right sort, so that many rule sets are good or differ from good ones in how they hang together.
GOOD = {
    entry.key: st.one_of(
        st.just(entry.default),
        st.sampled_from([word.strip().strip('"') for word in entry.allowed.split(",")]),
        st.booleans() if isinstance(entry.default, bool) else st.integers(0, 13),
        RANK_TEXTS if entry.default == "" or entry.key.endswith("ranks") else st.just(entry.default),
        st.dictionaries(RANK_TEXTS, COUNT_TEXTS if entry.key == "turn.counts" else st.integers(1, 8), max_size=2)
        if isinstance(entry.default, dict)
        else st.just(entry.default),
    )
    for entry in SWITCHES
}


def outcome(make: Callable[[], Any]) -> Any:
    """What is made, or none if there was a proper error."""
    try:
        return make()
    except PaskasimError as caught:
        error = caught
    lines = error.what.split("\n")
    assert error.exit_code == 2
    assert 1 <= len(lines) <= 51
    assert all(line.isprintable() and line.strip() for line in lines)
    assert error.do.isprintable()
    return None


def check(rules: RuleSet) -> None:
    """Laws of every good rule set."""
    assert list(rules.flat()) == KEYS
    assert RuleSet.from_dict(rules.flat()).flat() == rules.flat()
    assert rules.with_switches({}) == rules
    for rank in RANKS:
        assert rules.counts_allowed(rank)
    assert rules.deal_for(2).stock >= 0
    for players in range(3, 11):
        outcome(lambda players=players: rules.deal_for(players))


@given(st.sampled_from([*KEYS, *META]), VALUES)
def test_any_value_for_any_key(key: str, value: Any) -> None:
    rules = outcome(lambda: RuleSet.from_dict({key: value}))
    if rules is not None:
        check(rules)


@given(
    st.sets(st.sampled_from(KEYS), max_size=5).flatmap(
        lambda keys: st.fixed_dictionaries({key: GOOD[key] for key in sorted(keys)})
    )
)
def test_switches_of_the_right_sort_together(switches: dict[str, Any]) -> None:
    rules = outcome(lambda: RuleSet.from_dict(switches))
    if rules is None:
        return
    check(rules)
    again = parse_document(as_toml(rules).encode(), "again.toml").data
    assert RuleSet.from_dict(again) == rules


@given(st.sampled_from(presets()), st.sampled_from(KEYS), VALUES)
def test_any_value_varied_in_a_preset(preset: str, key: str, value: Any) -> None:
    rules = outcome(lambda: RuleSet.load(preset).with_switches({key: value}, where="study.toml", lines={key: 3}))
    if rules is not None:
        check(rules)


@given(
    st.dictionaries(
        st.one_of(st.sampled_from([*KEYS, *META, "faces", "deck"]), st.text(max_size=6)), VALUES, max_size=4
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_keys_and_values_in_a_file(tmp_path: Path, data: dict[str, Any]) -> None:
    path = tmp_path / "house.toml"
    text = "".join(f"{written(key)} = {written(value)}\n" for key, value in data.items())
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    rules = outcome(lambda: RuleSet.load(path))
    if rules is not None:
        check(rules)


LINES = st.one_of(
    st.sampled_from([f"{key} = " for key in KEYS]),
    st.sampled_from(['"8"\n', "true\n", "{", "}\n", "[", "]\n", "[[", "\n", "# x\n", "=", ",", "'", '"""', "1_0", "."]),
    st.sampled_from([f"[{key.partition('.')[0]}]\n" for key in KEYS]),
    st.text(max_size=3),
)


@pytest.mark.parametrize("form", ["bytes", "pieces", "damaged"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_bytes(tmp_path: Path, form: str, data: st.DataObject) -> None:
    if form == "bytes":
        raw = data.draw(st.binary(max_size=60))
    elif form == "pieces":
        raw = "".join(data.draw(st.lists(LINES, max_size=8))).encode("utf-8", "surrogatepass")
    else:
        good = as_toml(RuleSet.load(data.draw(st.sampled_from(presets())))).encode()
        at = data.draw(st.integers(0, len(good)))
        raw = good[:at] + data.draw(st.binary(max_size=3)) + good[at + data.draw(st.integers(0, 3)) :]
    path = tmp_path / "house.toml"
    path.write_bytes(raw)
    rules = outcome(lambda: RuleSet.load(path))
    if rules is not None:
        check(rules)


@given(st.text(max_size=20))
def test_any_name(name: str) -> None:
    outcome(lambda: RuleSet.load(name))
