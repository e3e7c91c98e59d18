"""What stands in README.md and docs/ is what the code does."""

from __future__ import annotations

import importlib.util
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from paskasim import simulate
from paskasim.analysis.questions import names
from paskasim.engine import ENGINE_VERSION
from paskasim.rules import RuleSet, presets
from paskasim.studies.plan import plan
from paskasim.studies.reading import load_study

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    command = next(block for block in blocks("sh") if "pytest -q -n 2" in block).strip()
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_rule_file_of_the_readme_loads(tmp_path: Path) -> None:
    text = next(block for block in blocks("toml") if "Grandmother" in block)
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    rules = RuleSet.load(file)
    assert rules.faces.min_top == "8"
    assert rules.fours.except_ == "2"


def test_the_study_of_the_readme_loads(tmp_path: Path) -> None:
    text = next(block for block in blocks("toml") if "lineups" in block)
    (tmp_path / "my-table.toml").write_text('extends = "paskahousu"\n', encoding="utf-8")
    file = tmp_path / "study.toml"
    file.write_text(text, encoding="utf-8")
    cases = plan(load_study(file, names()))
    # 7 rule sets; 3 players: 1 + 3 seatings, 4 players: 1 + 4.
    assert len(cases) == 7 * (1 + 3 + 1 + 4)


def test_the_readme_names_every_question() -> None:
    table = README.partition("| question | asks |\n|---|---|\n")[2].partition("\n\n")[0]
    assert sorted(line.split("`")[1] for line in table.splitlines()) == sorted(names())


def test_commands_of_the_readme_exist() -> None:
    from typer.testing import CliRunner

    from paskasim.cli.app import app

    for block in blocks("sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["paskasim"]:
                known = {"rules": 2, "strategies": 2}.get(words[1], 1)
                result = CliRunner().invoke(app, [*words[1 : 1 + known], "--help"])
                assert result.exit_code == 0, line


def script(name: str) -> Any:
    """Import a script of docs/."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", ["columns.md", "probes.md", "switches.md"])
def test_tables_are_those_of_the_code(page: str) -> None:
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == script("make_tables").PAGES[page]()


def test_the_example_of_a_strategy_is_the_file() -> None:
    example = (ROOT / "docs" / "examples" / "my_bots.py").read_text(encoding="utf-8")
    assert f"```python\n{example}```\n" in (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
    assert len(example.splitlines()) < 30


def test_tables_of_proofs_are_those_of_the_stored_counts() -> None:
    made = script("make_proofs")
    page = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")
    assert page == made.written(page)
    rows = made.kept("endings")
    assert {(row["preset"], int(row["players"])) for row in rows} == set(made.cases())
    assert {row["engine"] for row in rows} == {ENGINE_VERSION}
    assert all(sum(int(row[proof]) for proof in made.PROOFS) == int(row["games"]) >= 100_000 for row in rows)
    assert all(int(row["open"]) / int(row["games"]) < 0.0001 for row in rows)


@pytest.mark.long
@pytest.mark.parametrize("case", [("ruotsalainen", "3", "lowest"), ("poytapaska", "2", "random")])
def test_stored_counts_are_found_again(case: tuple[str, str, str]) -> None:
    made = script("make_proofs")
    row = next(row for row in made.kept("endings") if tuple(row[key] for key in made.CASE) == case)
    frame = simulate(case[0], int(case[1]), case[2], int(row["games"]), seed=1)
    found = frame["proof"].astype(object).fillna("finished").value_counts().to_dict()
    assert found == {proof: int(row[proof]) for proof in made.PROOFS if int(row[proof])}


def test_every_config_and_example_can_be_played() -> None:
    files = [*(ROOT / "configs").glob("*.toml"), ROOT / "src/paskasim/examples/my-study.toml"]
    assert len(files) >= 4
    for file in files:
        cases = plan(load_study(file, names()))
        assert cases
        if file.parent.name != "configs":
            continue
        if cases[0].rules.bluff.on:
            # Such games take long, and all of configs/ has to be done in three minutes.
            assert {case.players for case in cases} == {4}
            assert min(case.games for case in cases) >= 8_000
        else:
            assert {case.players for case in cases} == {2, 3, 4, 5}
            assert {case.lineup for case in cases} == {"random", "lowest", "linear"}
            assert min(case.games for case in cases if case.lineup != "linear") >= 160_000
            assert min(case.games for case in cases) >= 30_000


def test_the_changelog_counts_the_presets() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"{len(presets())} presets" in text


def test_constraints_hold_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+!-]+", line) for line in lines)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in lines}
    for requirement in project["project"]["dependencies"]:
        assert re.split(r"[<>=]", requirement)[0].lower() in pinned
