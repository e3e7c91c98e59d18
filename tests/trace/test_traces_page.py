"""What docs/traces.md shows is what the commands print."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import paskasim
from paskasim.cli import run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "traces.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ paskasim (.*?) \| (head|tail) -n (\d+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["first", "second"])
def test_examples(example: tuple[str, str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    command, part, count, shown = example
    assert run(shlex.split(command)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert shown.splitlines() == (lines[: int(count)] if part == "head" else lines[-int(count) :])


def test_the_example_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code[0])
    assert capsys.readouterr().out.count("The game can't end") == 2


def test_every_key_of_a_record_is_named() -> None:
    for record in paskasim.trace("shithead", 3, "any,lowest", where="flips>2", games=3):
        for key in {*record, *(key for turn in record["turns"] for key in turn)}:
            assert f"`{key}`" in PAGE, key
        assert json.loads(json.dumps(record)) == record


def test_every_option_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "--help"]) == 0
    for option in re.findall(r"^ +(--\w+)", capsys.readouterr().out, re.MULTILINE):
        assert option in PAGE or option == "--threads", option
