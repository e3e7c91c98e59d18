"""Rule sets as text."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from paskasim.rules import SWITCHES, RuleSet, presets
from paskasim.rules.text import as_toml, describe, switch_table, without_effect


def test_describe() -> None:
    rules = RuleSet.load("paskahousu-one-face")
    rows = describe(rules)
    assert [key for key, _, _ in rows] == list(rules.flat())
    values = {key: value for key, value, _ in rows}
    assert values["turn.counts"] == '{ "J-K" = "1" }'
    assert values["faces.min_top"] == '"7"'
    assert values["deck.decks"] == "1"
    assert values["fours.burn"] == "true"
    assert values["exceptions"] == "[]"
    assert values["deck.copies"] == "{}"
    assert all(meaning for _, _, meaning in rows)


@pytest.mark.parametrize("name", presets())
def test_as_toml__of_presets(name: str, tmp_path: Path) -> None:
    rules = RuleSet.load(name)
    path = tmp_path / "copy.toml"
    path.write_text(as_toml(rules), encoding="utf-8")
    again = RuleSet.load(path)
    assert again.flat() == rules.flat()
    for field in ("name", "summary", "source", "notes", "players", "readings", "deviations"):
        assert getattr(again, field) == getattr(rules, field)


def test_as_toml__of_odd_texts(tmp_path: Path) -> None:
    odd = 'quote " backslash \\ tab \t line \n bell \x07 delete \x7f no-break \xa0 hidden \u202e'
    odd += " far \U0001f0a1 \U000e0001"
    rules = RuleSet.from_dict(
        {
            "notes": [odd],
            "exceptions": [{"play": "Q", "on": "empty 6", "may": False, "at": "rest"}],
            "deck.copies": {"2": 6, "3-5": 1},
        }
    )
    text = as_toml(rules)
    assert all(line.isprintable() for line in text.splitlines())
    assert 'exceptions = [{ play = "Q", on = "empty 6", may = false, at = "rest" }]\n' in text
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    assert RuleSet.load(path) == rules


def test_switch_table() -> None:
    lines = switch_table().splitlines()
    assert lines[2].startswith('| `deck.decks` | `"auto"` | "auto", whole numbers from 1 to 3 | How many decks')
    assert len(lines) == 2 + len(SWITCHES)
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 5 for line in lines)


@pytest.mark.parametrize("name", presets())
def test_without_effect__nothing_in_presets(name: str) -> None:
    assert list(without_effect(RuleSet.load(name))) == []


def test_without_effect__after_an_honest_claim() -> None:
    rules = RuleSet.load("valepaska").with_switches({"bluff.honest_burn_continues": False})
    assert dict(without_effect(rules)) == {"bluff.honest_burn_continues": 'bluff.after_honest = "player"'}
    assert not dict(without_effect(rules.with_switches({"bluff.after_honest": "next"})))


def test_without_effect() -> None:
    rules = RuleSet.from_dict(
        {"rows.take_card": True, "fours": {"burn": False, "size": 5}, "deal": {"all": True}, "skip.per_card": True}
    )
    assert dict(without_effect(rules)) == {
        "rows.take_card": "deal.up = 0",
        "fours.size": "fours.burn = false",
        "skip.per_card": 'skip.rank = ""',
    }
    assert dict(without_effect(rules.with_switches({"skip.rank": "8", "deal.up": 2, "deal.hand": 6}))) == {
        "fours.size": "fours.burn = false",
        "deal.hand": "deal.all = true",
    }


def test_rules_import_nothing_heavy() -> None:
    code = (
        "import sys, paskasim.rules, paskasim.rules.text; "
        "print([name for name in ('numpy', 'numba', 'pandas', 'pyarrow', 'typer') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
