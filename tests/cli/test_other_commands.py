"""`paskasim rules`, `strategies`, and calls that are no command at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from told import Paskasim, refused

from paskasim import RuleSet, __version__
from paskasim.rules import SWITCHES, presets
from paskasim.strategies.door import built_in


def test_version(paskasim: Paskasim) -> None:
    assert paskasim("--version") == paskasim("--version")
    assert paskasim("--version").out == f"paskasim {__version__}\n"


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("rules",), ("strategies",)])
def test_help_without_arguments(paskasim: Paskasim, arguments: tuple[str, ...]) -> None:
    told = paskasim(*arguments)
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("Usage: paskasim")


MISTAKES = {
    "sweeep x": "No such command 'sweeep'. Did you mean 'sweep'?",
    "rules lst": "No such command 'lst'. Did you mean 'list'?",
    "strategies shw": "No such command 'shw'. Did you mean 'show'?",
    "nonsense": "No such command 'nonsense'.",
    "--hlp": "No such option: --hlp",
    "sweep": "Missing argument 'FILE...'.",
    "simulate": "Missing argument 'RULES'.",
    "init": "Missing argument 'DIR'.",
    "report": "Missing argument 'DIR...'.",
    "rules show": "Missing argument 'RULES'.",
    "rules show paskahouse": 'there is no preset and no file "paskahouse" (did you mean "paskahousu"',
    "rules diff paskahousu shitheads": '(did you mean "shithead"?)',
    "rules check gone.toml": 'there is no preset and no file "gone.toml"',
    "rules check poytapaska --players 7": "the deal for 7 players needs 91 cards, 1 deck has 52",
    "rules check paskahousu --players 11": "a number of players from 2 to 10 is allowed",
    "trace": "Missing argument 'RULES'.",
    "trace paskahouse": 'there is no preset and no file "paskahouse"',
    "trace paskahousu --first -1": "-1: a number from 0 to 1,000,000,000 is allowed.",
    "trace paskahousu --games 0": "0: a number from 1 to 1,000,000,000 is allowed.",
    "trace paskahousu --lineup lowst": '(did you mean "lowest"?)',
    "trace poytapaska --players 5": "the deal for 5 players needs 65 cards, 1 deck has 52",
    "strategies show lowst": '(did you mean "lowest"?)',
    "strategies show lowest[x=1]": 'there is no parameter "x"',
    "strategies show any,lowest": '"any,lowest" is no strategy',
}


@pytest.mark.parametrize("arguments", MISTAKES)
def test_mistakes(paskasim: Paskasim, arguments: str) -> None:
    assert MISTAKES[arguments] in refused(paskasim(*arguments.split()))


def test_rules_list(paskasim: Paskasim) -> None:
    told = paskasim("rules", "list")
    assert (told.code, told.err) == (0, "")
    assert [line.split()[0] for line in told.out.splitlines()] == [*presets()]
    found = json.loads(paskasim("rules", "list", "--json").out)
    assert [entry["name"] for entry in found] == [*presets()]
    assert all([*entry] == ["name", "summary", "source", "players"] for entry in found)


def test_rules_show(paskasim: Paskasim) -> None:
    told = paskasim("rules", "show", "shithead")
    assert (told.code, told.err) == (0, "")
    lines = told.out.partition("\nswitches")[2].splitlines()[1:]
    assert len(lines) == len(SWITCHES)
    changed = RuleSet.load("shithead").changed_from(RuleSet())
    assert {line.split()[1] for line in lines if line.startswith("*")} == set(changed)
    found = json.loads(paskasim("rules", "show", "shithead", "--json").out)
    assert found["rules"] == RuleSet.load("shithead").flat()
    assert found["name"] == "shithead"


def test_rules_check(paskasim: Paskasim, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "Ours"\nextends = "poytapaska"\n[fours]\nburn = false\nsize = 5\n')
    told = paskasim("rules", "check", "mine.toml")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[0] == "Ours: in order; the deal fits 2, 3, 4 players"
    assert "note: fours.size is not read here" in told.out
    (tmp_path / "mine.toml").write_text('extends = "poytapaska"\n[fours]\nburn = 5\nsizes = 5\n')
    text = refused(paskasim("rules", "check", "mine.toml"))
    assert "mine.toml:3: fours.burn: 5" in text
    assert "mine.toml:4: fours.sizes: there is no such key" in text


def test_rules_diff(paskasim: Paskasim) -> None:
    told = paskasim("rules", "diff", "paskahousu", "paskahousu-faces-8-open")
    assert told.out.splitlines() == [
        'faces.min_top: paskahousu "7", paskahousu-faces-8-open "8"',
        "faces.on_empty: paskahousu false, paskahousu-faces-8-open true",
    ]
    assert "have the same switches" in paskasim("rules", "diff", "shithead", "shithead").out


def test_strategies(paskasim: Paskasim) -> None:
    told = paskasim("strategies", "list")
    assert (told.code, told.err) == (0, "")
    assert [line.split()[0] for line in told.out.splitlines()] == [*built_in()]
    found = json.loads(paskasim("strategies", "list", "--json").out)
    assert [entry["name"] for entry in found] == [*built_in()]
    assert [*found[0]] == [
        "name", "summary", "source", "from", "identity", "deterministic", "memoryless", "wraps", "games_per_second",
        "questions", "parameters", "weights",
    ]  # fmt: skip
    assert json.loads(paskasim("strategies", "show", "lowest", "--json").out) in found
    told = paskasim("strategies", "show", "lowest")
    assert told.out.startswith("lowest: ")
    assert "deterministic: yes, memoryless: yes" in told.out
