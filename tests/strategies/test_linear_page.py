"""docs/linear.md and docs/train.md say what the code does."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

from paskasim.strategies.features import FEATURES

DOCS = Path(__file__).parents[2] / "docs"


def made() -> Any:
    spec = importlib.util.spec_from_file_location("make_linear", DOCS / "make_linear.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_in_step_with_the_code() -> None:
    page = (DOCS / "linear.md").read_text(encoding="utf-8")
    assert page == made().written(page)
    assert all(page.count(f"| `{feature.name}` |") == 1 for feature in FEATURES)


def test_a_table_out_of_step_is_noticed() -> None:
    page = (DOCS / "linear.md").read_text(encoding="utf-8")
    assert made().written(page.replace("| `burn` |", "| `bern` |")) == page


def test_options_of_train_are_all_told() -> None:
    from typer.main import get_command

    from paskasim.cli.app import app

    page = (DOCS / "train.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(--[a-z]+)", page, re.MULTILINE))
    there: Any = get_command(app)
    options = {option for each in there.commands["train"].params for option in each.opts if option.startswith("--")}
    assert told == options - {"--players"}


def test_the_python_example_runs() -> None:
    page = (DOCS / "train.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    found = names["found"]
    assert abs(found.gain.estimate - (found.own.estimate - found.loss.estimate)) < 1e-9
