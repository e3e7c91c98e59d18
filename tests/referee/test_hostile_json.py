"""Whatever a file holds: an answer, never a traceback."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import SPECS, Record, sample

from paskasim.referee import Judgement, Line, judge, lines_of
from paskasim.referee.shape import DEAL, RECORD, SWAP, TURN

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.floats(),
    st.sampled_from(["3", "10", "A", "2", "*", "?", "empty", "take", "9x2", "hand", "play", "", "\x1b[31m", "\ud800"]),
    st.text(max_size=5),
)
KEYS = st.one_of(st.sampled_from([*RECORD, *TURN, *DEAL, *SWAP]), st.text(max_size=5))
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 10**30, 1.5, float("nan"), "", "3", "?", "empty", "pass", [], {}, [[]], ["3"], ["?"],
    [None], [{}], {"seat": 0}, {"hand": [["3"]]}, "\x1b[2J",
)  # fmt: skip


def told(found: Judgement) -> str:
    return "\n".join([*map(str, found.complaints), *found.remarks, found.not_judged])


@given(ANYTHING)
@settings(max_examples=150)
def test_anything(value: Any) -> None:
    assert told(judge(value)).replace("\n", "").isprintable()


@given(
    st.dictionaries(st.sampled_from(list(RECORD)), ANYTHING, max_size=6),
    st.lists(st.dictionaries(st.sampled_from(list(TURN)), SCALARS, max_size=6), max_size=3),
)
@settings(max_examples=60)
def test_anything_under_known_keys(record: dict[str, Any], turns: list[Any]) -> None:
    found = judge({"rules": "paskahousu", "players": 2} | record)
    assert told(found).replace("\n", "").isprintable()
    assert told(judge({"rules": "shithead", "players": 3, "turns": turns})).replace("\n", "").isprintable()


@pytest.mark.parametrize("part", range(4))
def test_true_records_with_something_odd_in_them(part: int) -> None:
    dice = random.Random(f"odd {part}")
    for _ in range(30):
        record = copy.deepcopy(sample(dice.choice(sorted(SPECS))))
        for _ in range(dice.randint(1, 3)):
            spoil(record, dice)
        found = judge(record, most_states=50)
        assert told(found).replace("\n", "").isprintable()


def spoil(record: Record, dice: random.Random) -> None:
    """Put something odd, or something out of another place, somewhere into a record."""
    at: Any = record
    while True:
        key = dice.choice(list(at) if isinstance(at, dict) else range(len(at)))
        inner = at[key]
        if not isinstance(inner, dict | list) or not inner or dice.random() < 0.2:
            break
        at = inner
    if dice.random() < 0.2:
        del at[key]
    else:
        at[key] = dice.choice(ODD)


def test_huge_numbers_and_long_texts() -> None:
    found = judge({"rules": "paskahousu", "players": 10**5000, "name": "x" * 10**6, "turns": [{"count": -(10**400)}]})
    assert "how many played" in found.not_judged
    found = judge(
        {"rules": "paskahousu", "players": 2, "x" * 10**5: 1, "turns": [{"run": 10**400, "rank": "9" * 10**5}]}
    )
    assert len(told(found)) < 2000
    assert [complaint.said for complaint in found.complaints[:1]] == ['"a very long number"']


def read(raw: bytes) -> list[Line]:
    return list(lines_of(raw.splitlines(keepends=True)))


def test_lines() -> None:
    raw = b'\xef\xbb\xbf{"players": 2}\r\n\r\n{"players": 3}\n'
    assert read(raw) == [Line(1, {"players": 2}), Line(3, {"players": 3})]


def test_a_record_over_several_lines() -> None:
    record = sample("finished")
    raw = json.dumps(record, indent=1).encode() + b"\n" + json.dumps({"players": 2}).encode()
    lines = read(raw)
    assert [line.value for line in lines] == [record, {"players": 2}]
    assert lines[1].number == raw.count(b"\n") + 1


@pytest.mark.parametrize(
    ("raw", "numbers", "why"),
    [
        (b'{"players": 2\n{"players": 3}\n', [1], "breaks off, and another record begins"),
        (b'{"players": 3}\n{"players": [2,\n\n', [2], "breaks off, and the file ends"),
        (b"\xff\xfe\x00\n", [1], "no UTF-8 text"),
        (b"title = 3\n[table]\n", [1, 2], "not valid JSON"),
        (b'{"seat": 1, "seat": 2}\n', [1], 'the key "seat" stands twice'),
        (b"9" * 5000, [1], "a number is too long"),
        (b"[" * 100_000, [1], "nested too deeply"),
        (b'{"players": "\n{"players": 3}\n', [1], "not valid JSON"),
    ],
)
def test_broken_lines(raw: bytes, numbers: list[int], why: str) -> None:
    lines = read(raw)
    wrong = [line for line in lines if line.wrong]
    assert [line.number for line in wrong] == numbers
    assert why in wrong[0].wrong
    assert all(line.value == {"players": 3} for line in lines if not line.wrong)


@given(st.binary(max_size=60))
def test_any_bytes(raw: bytes) -> None:
    for line in read(raw):
        assert line.wrong.isprintable()


def test_one_record_is_held_at_a_time() -> None:
    """The reader asks for a line only when the one before has been dealt with."""
    asked: list[int] = []

    def endless() -> Any:
        for number in range(10**9):
            asked.append(number)
            yield b'{"players": 2}\n'

    lines: Callable[[], Line] = iter(lines_of(endless())).__next__
    for _ in range(3):
        lines()
    assert len(asked) == 3
