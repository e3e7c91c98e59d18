"""docs/mixed.md says what the code does and what the shipped files say."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

from paskasim.strategies.situations import CLAIM_SITUATIONS, DOUBT_SITUATIONS, HANDS, LEFTS, LIES, PILES
from paskasim.training.coarse import coarse_size

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "mixed.md").read_text(encoding="utf-8")


def test_tables_are_in_step_with_the_files() -> None:
    spec = importlib.util.spec_from_file_location("make_mixed", DOCS / "make_mixed.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.written(PAGE) == PAGE
    assert module.written(PAGE.replace("| `honest` |", "| `honset` |")) == PAGE
    assert PAGE.count("| `honest` |") == 2


def test_options_of_learn_are_all_told_with_their_defaults() -> None:
    from typer.main import get_command

    from paskasim.cli.app import app

    told = dict(re.findall(r"^\| `--([a-z]+)[^|]*\|\s*([^|]*?)\s*\|", PAGE, re.MULTILINE))
    there: Any = get_command(app)
    params = {each.name: each.default for each in there.commands["learn"].params}
    assert set(told) == set(params) - {"rules", "players"}
    for name, default in params.items():
        if name in told and type(default) in (int, float):
            assert float(told[name].replace(",", "")) == default, name


def test_numbers_of_situations_are_told() -> None:
    chances = CLAIM_SITUATIONS * len(LIES) + DOUBT_SITUATIONS
    assert (
        f"That makes {CLAIM_SITUATIONS} situations with {len(LIES) + 1} answers and {DOUBT_SITUATIONS} with two" in PAGE
    )
    assert f"{chances} chances a table" in PAGE
    assert f"coarse family of {coarse_size()} numbers" in PAGE
    assert (len(PILES), len(HANDS), len(LEFTS)) == (3, 7, 4)
