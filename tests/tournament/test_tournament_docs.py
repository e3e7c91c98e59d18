"""docs/tournament.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from paskasim.cli.app import app
from paskasim.tournament import BUDGET, GAMES, exploit
from paskasim.tournament.plan import FEWEST_NUMBERS
from paskasim.tournament.seating import MOST_MIXED

TEXT = (Path(__file__).parent.parent.parent / "docs" / "tournament.md").read_text(encoding="utf-8")


def test_options() -> None:
    command = get_command(app).commands["tournament"]  # type: ignore[attr-defined]
    there = {name for parameter in command.params for name in parameter.opts if name.startswith("--")}
    told = set(re.findall(r"`(--[a-z]+)", TEXT.split("## What is played")[0]))
    assert told == there - {"--help"}
    defaults = {parameter.name: parameter.default for parameter in command.params}
    assert (defaults["games"], defaults["budget"]) == (GAMES, BUDGET)
    assert f"deals for each table ({GAMES:,})" in TEXT
    assert f"on one core ({BUDGET:g})" in TEXT
    assert f"{FEWEST_NUMBERS} at least" in TEXT
    assert TEXT.count(f"{MOST_MIXED} ") == 2
    assert f"{exploit.PATIENCE} times `--budget`" in TEXT


def test_example(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert code is not None
    exec(compile(code[1], "docs/tournament.md", "exec"), {})
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["lowest", "random"]
