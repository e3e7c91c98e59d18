"""Line-ups: text into strategies at seats, parameters in brackets, rotations, and every mistake."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from paskasim import sources
from paskasim.errors import PaskasimError
from paskasim.kernels.layout import PARAMS, WRAP
from paskasim.lineups import crew_of, lineup_text, parse_lineup, parse_player, rotations, split_lineup
from paskasim.strategies.door import Parameter, Strategy, built_in
from paskasim.studies.plan import case_of

PARAMETERS = (
    Parameter("keep", 2, 0, 5, "twos that it keeps"),
    Parameter("boldness", 0.5, -1, 1, "how bold it is", scale=1000),
)
THERE_ARE = ", ".join(dict.fromkeys([*built_in(), "careful"]))


@pytest.fixture
def careful(monkeypatch: pytest.MonkeyPatch) -> Strategy:
    """A strategy with parameters, beside those of the package."""
    strategy = replace(built_in()["lowest"], name="careful", parameters=PARAMETERS)
    known = MappingProxyType({**built_in(), "careful": strategy})
    monkeypatch.setattr(sources, "built_in", lambda: known)
    return strategy


def specs(lineup: str | list[str], players: int) -> list[str]:
    return [player.spec for player in parse_lineup(lineup, players)]


def test_the_last_one_fills_the_seats() -> None:
    assert specs("lowest", 3) == ["lowest"] * 3
    assert specs("any,lowest", 4) == ["any", "lowest", "lowest", "lowest"]
    assert specs(" any , lowest", 2) == ["any", "lowest"]
    assert specs(["any", "random,lowest"], 3) == ["any", "random", "lowest"]
    assert specs(("any",), 2) == ["any", "any"]
    assert specs("lowest[]", 2) == ["lowest", "lowest"]


@pytest.mark.parametrize("lineup", ["any", "any,lowest", "any,lowest,any", "any,lowest,lowest,any"])
def test_text__the_shortest_that_says_the_same(lineup: str) -> None:
    for players in range(lineup.count(",") + 1, 11):
        seats = parse_lineup(lineup, players)
        assert parse_lineup(lineup_text(seats), players) == seats
        assert lineup_text(parse_lineup(",".join(player.spec for player in seats), players)) == lineup_text(seats)


@pytest.mark.parametrize(
    ("lineup", "turned"),
    [
        ("a,b", ["ab", "ba"]),
        ("a,a", ["aa"]),
        ("a,b,b", ["abb", "bba", "bab"]),
        ("a,b,a,b", ["abab", "baba"]),
        ("a,b,a", ["aba", "baa", "aab"]),
        ("a,b,r,a,b,r", ["abrabr", "brabra", "rabrab"]),
    ],
)
def test_rotations(lineup: str, turned: list[str]) -> None:
    names = {"a": "any", "b": "lowest", "r": "random"}
    seats = parse_lineup(",".join(names[letter] for letter in lineup.split(",")), len(turned[0]))
    found = rotations(seats)
    letters = {name: letter for letter, name in names.items()}
    assert ["".join(letters[player.spec] for player in each) for each in found] == turned
    for seat in range(len(seats)):  # every strategy sits in every seat equally often
        at_seat = sorted(each[seat].spec for each in found)
        assert at_seat == sorted(each[0].spec for each in found)


def test_split() -> None:
    assert split_lineup("a[x=1,y=2],b") == ["a[x=1,y=2]", "b"]
    assert split_lineup("") == [""]
    for text in ("a]b,c[d,e", "[[,],]", ",,"):
        assert ",".join(split_lineup(text)) == text


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("careful", "careful"),
        ("careful[keep=2]", "careful"),
        ("careful[ keep = 3 ]", "careful[keep=3]"),
        ("careful[boldness=1,keep=0]", "careful[keep=0,boldness=1]"),
        ("careful[boldness=-.25]", "careful[boldness=-0.25]"),
        ("careful[boldness=1e-3,]", "careful[boldness=0.001]"),
        ("careful[boldness=0.123]", "careful[boldness=0.123]"),
        ("slip[lowest,rate=0.123456789]", "slip[lowest,rate=0.123456789]"),
    ],
)
def test_parameters(careful: Strategy, text: str, spec: str) -> None:
    player = parse_player(text)
    assert player.spec == spec
    assert parse_player(spec) == player


def test_parameters__in_a_lineup(careful: Strategy) -> None:
    seats = parse_lineup("careful[keep=1,boldness=-1],careful[keep=4],lowest", 4)
    assert lineup_text(seats) == "careful[keep=1,boldness=-1],careful[keep=4],lowest"
    mine = crew_of(seats).mine
    assert mine[:3, PARAMS : PARAMS + 2].tolist() == [[1, -1000], [4, 500], [0, 0]]
    assert len(rotations(seats)) == 4


def test_parameters__every_digit_makes_another_case(careful: Strategy, rules: object) -> None:
    texts = ("careful", "careful[boldness=0.123]", "careful[boldness=0.124]", "careful[keep=3]")
    cases = [case_of(rules, 3, text, 1, 10) for text in texts]
    assert len({case.identity for case in cases}) == 4
    assert case_of(rules, 3, "careful[keep=2,boldness=0.5]", 1, 10).identity == cases[0].identity


@pytest.fixture
def rules() -> object:
    from paskasim.rules import RuleSet

    return RuleSet.load("paskahousu")


MISTAKES = {
    "": 'line-up: "" is no strategy, such as lowest or any.',
    ",": 'line-up: "" is no strategy',
    "lowest,": 'line-up: "" is no strategy: nothing stands beside a comma.',
    "lowest,,any": 'line-up: "" is no strategy: nothing stands beside a comma.',
    "slip[lowest]]": 'line-up: "slip[lowest]]" is no strategy: its brackets do not match.',
    "slip[lowest][x]": 'line-up: "slip[lowest][x]" is no strategy: its brackets do not match.',
    "any,slip[lowest": 'line-up: "slip[lowest" is no strategy: its brackets do not match.',
    "linear[weights=]": "line-up: linear[weights=]: no file is named.",
    "linear[weights=a,b.json]": "line-up: linear[weights=a,b.json]: a path with a comma can't be named.",
    "linear[weights=a]b.json]": 'line-up: "linear[weights=a]b.json]" is no strategy: its brackets do not match.',
    "careful[keep=0.5]": "careful[keep=0.5]: keep is a number from 0 to 5, and whole numbers are told apart.",
    "careful[boldness=0.0004]": "is a number from -1 to 1, and numbers with at most 3 decimals are told apart.",
    "slip[lowest,rate=0.0000000001]": "is a number from 0 to 1, and numbers with at most 9 decimals are told apart.",
    "lowest[": 'line-up: "lowest[" is no strategy',
    "lowest]": 'line-up: "lowest]" is no strategy',
    "[keep=2]": 'line-up: "[keep=2]" is no strategy',
    "careful[[keep=2]]": 'line-up: careful[[keep=2]]: there is no parameter "[keep"',
    "careful[keep=2]x": 'line-up: "careful[keep=2]x" is no strategy',
    "LOWEST": f'there is no strategy "LOWEST"; there are {THERE_ARE} (did you mean "lowest"?).',
    "carefull": '(did you mean "careful"?).',
    "\x1b[2J": r'line-up: "\u001b[2J" is no strategy',
    "zebra": f'line-up: there is no strategy "zebra"; there are {THERE_ARE}.',
    "careful[keeps=2]": '[keeps=2]: there is no parameter "keeps"; there are: keep, boldness (did you mean "keep"?).',
    "careful[keep]": "careful[keep]: keep is a number from 0 to 5.",
    "careful[keep=]": "careful[keep=]: keep is a number from 0 to 5.",
    "careful[keep=x]": "keep is a number from 0 to 5.",
    "careful[keep=6]": "keep is a number from 0 to 5.",
    "careful[keep=nan]": "keep is a number from 0 to 5.",
    "careful[keep=inf]": "keep is a number from 0 to 5.",
    "careful[boldness=-1.01]": "boldness is a number from -1 to 1.",
    "careful[keep=1,keep=2]": "careful[keep=2]: keep is set a second time.",
    "lowest[keep=2]": 'lowest[keep=2]: there is no parameter "keep"; there are: none.',
    "any,lowest,any,lowest": "4 strategies are named (any, lowest, any, lowest) for 3 players.",
}


def test_no_two_values_are_played_alike(careful: Strategy) -> None:
    words = {crew_of([parse_player(f"slip[lowest,rate={i}e-9]")]).mine[0, WRAP] for i in range(49_999_000, 50_001_000)}
    assert len(words) == 2000
    assert crew_of([parse_player("slip[lowest,rate=0.25]")]).mine[0, WRAP] == 1 << 30


def test_a_comma_in_the_name_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a,b.py").write_text("")
    with pytest.raises(PaskasimError, match=r'line-up: "a,b.py": a path with a comma can.t be named'):
        parse_lineup("a,b.py:mine", 3, tmp_path)


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes(careful: Strategy, text: str) -> None:
    with pytest.raises(PaskasimError) as caught:
        parse_lineup(text, 3)
    assert caught.value.what.startswith("line-up: ")
    assert MISTAKES[text] in caught.value.what
    assert caught.value.what.isprintable()
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("lineup", [5, None, ["lowest", 5], [], {"lowest"}, {"lowest": 1}, b"lowest"])
def test_mistakes__no_text_at_all(lineup: object) -> None:
    call: Callable[..., object] = parse_lineup
    with pytest.raises(PaskasimError, match="line-up: "):
        call(lineup, 3)


def test_crew() -> None:
    crew = crew_of(parse_lineup("any,lowest", 3))
    assert crew.addresses[:3, 1].all()
    assert not crew.addresses[3:].any()
    assert crew.traits.tolist()[:3] == [1, 0, 0]
    assert (crew.addresses[1] == crew.addresses[2]).all()
    assert crew.mine.dtype == np.int64
