"""Whatever a person can put into a study file ends as a plan or as an error in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paskasim.analysis.questions import names
from paskasim.errors import PaskasimError
from paskasim.lineups import parse_lineup
from paskasim.rules import SWITCHES, presets
from paskasim.rules.messages import written
from paskasim.studies.plan import plan
from paskasim.studies.reading import load_study

KEYS = ["title", "question", "rules", "players", "lineups", "games", "seed", "questions", "keep", "detail", "forks"]
SWITCH_KEYS = [entry.key for entry in SWITCHES]
NAMES = st.sampled_from([*presets(), "lowest", "any", "random", "any,lowest", "seats", "fours", "3-5", "summary", "x"])
PLAIN = st.one_of(
    st.booleans(), st.integers(-2, 12), st.integers(), st.floats(), st.dates(), NAMES, st.text(max_size=6)
)
LISTS = st.lists(PLAIN, max_size=3)
TABLES = st.dictionaries(st.one_of(st.sampled_from(["games", "continuations", "name"]), st.text(max_size=3)), PLAIN)
VALUES = st.one_of(PLAIN, LISTS, st.lists(LISTS, max_size=2), TABLES)
VARIED = st.dictionaries(
    st.one_of(st.sampled_from(SWITCH_KEYS), st.text(max_size=6)),
    st.one_of(
        st.lists(st.one_of(PLAIN, st.sampled_from(["7", "K", "on_faces", "any", "3-9"])), max_size=3), PLAIN, TABLES
    ),
    max_size=3,
)
CASES = st.lists(st.one_of(VARIED.map(lambda switches: {"name": "a"} | switches), VARIED, PLAIN), max_size=3)
GOOD = {
    "rules": st.lists(st.sampled_from(presets()), min_size=1, max_size=2, unique=True),
    "players": st.one_of(st.integers(2, 10), st.lists(st.integers(2, 10), min_size=1, max_size=2)),
    "lineups": st.lists(st.sampled_from(["lowest", "any", "any,lowest", "random,any"]), min_size=1, max_size=2),
    "games": st.integers(1, 10**9),
}
LIMITS = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def check(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        cases = plan(load_study(path, names()))
    except PaskasimError as caught:
        error = caught
    else:
        assert cases
        assert len({case.identity for case in cases}) == len(cases)
        assert all(len(case.seats) == case.players for case in cases)
        return
    assert error.exit_code == 2
    lines = error.what.split("\n")
    assert 1 <= len(lines) <= 51
    assert all(line.isprintable() and line.strip() for line in lines)
    assert all(line.startswith((str(path), "... and ")) for line in lines)
    assert error.do.isprintable()


def toml(data: dict[str, Any]) -> bytes:
    return "".join(f"{written(key)} = {written(value)}\n" for key, value in data.items()).encode(
        "utf-8", "surrogatepass"
    )


@LIMITS
@given(st.sampled_from(KEYS), VALUES)
def test_any_value_for_any_key(tmp_path: Path, key: str, value: Any) -> None:
    check(tmp_path / "s.toml", toml({"rules": "paskahousu"} | {key: value}))


@LIMITS
@given(st.fixed_dictionaries({}, optional={**dict.fromkeys(KEYS, VALUES), "vary": VARIED, "case": CASES}))
def test_any_values_together(tmp_path: Path, data: dict[str, Any]) -> None:
    check(tmp_path / "s.toml", toml(data))


@LIMITS
@given(st.fixed_dictionaries(GOOD, optional={"vary": VARIED, "case": CASES}))
def test_good_values_with_any_variation(tmp_path: Path, data: dict[str, Any]) -> None:
    check(tmp_path / "s.toml", toml(data))


PIECES = [*(f"{key} = " for key in KEYS), "[vary]\n", "[[case]]\n", "[forks]\n", '"paskahousu"\n', "[", "]\n", "{", "}"]


@LIMITS
@given(st.one_of(st.binary(max_size=60), st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3))).map(
    lambda pieces: "".join(pieces).encode("utf-8", "surrogatepass")
)))  # fmt: skip
def test_any_bytes(tmp_path: Path, content: bytes) -> None:
    check(tmp_path / "s.toml", content)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(st.text(max_size=12), st.text("lowestany,[]= 0", max_size=16), st.lists(st.text("any,[]=", max_size=4))),
    st.integers(2, 10),
)
def test_any_lineup(lineup: str | list[str], players: int) -> None:
    try:
        seats = parse_lineup(lineup, players)
    except PaskasimError as caught:
        error = caught
    else:
        assert len(seats) == players
        return
    assert error.what.isprintable()
    assert error.what.startswith("line-up: ")


@pytest.mark.long
@settings(max_examples=20_000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.fixed_dictionaries({}, optional={**dict.fromkeys(KEYS, VALUES), "vary": VARIED, "case": CASES} | GOOD))
def test_any_values_together__many(tmp_path: Path, data: dict[str, Any]) -> None:
    check(tmp_path / "s.toml", toml(data))
