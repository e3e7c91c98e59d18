"""The examples of docs/examples run as they stand, and keep every promise."""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from told import Paskasim

from paskasim import sources
from paskasim.conformance.judging import judge
from paskasim.conformance.subject import Subject
from paskasim.conformance.subjects import candidates_of, one_player
from paskasim.lineups import parse_player
from paskasim.rules import RuleSet
from paskasim.simulation import simulate

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_examples_keep_every_promise(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    for candidate in candidates_of(file.name):
        assert candidate.mistakes == ()
        results = judge(Subject(candidate.player, quick=True))
        assert [result.check for result in results if result.found and result.check != "speed"] == []
        assert all(result.holds for result in results)


def test_there_are_examples_and_the_first_is_short() -> None:
    assert [file.name for file in FILES] == ["my_bluffs.py", "my_bots.py", "my_moods.py"]
    assert len(FILES[1].read_text(encoding="utf-8").splitlines()) < 30


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_command_of_an_example_runs(file: Path, paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    import shlex

    first = file.read_text(encoding="utf-8").splitlines()[0]
    words = shlex.split(first.strip('"').partition("paskasim ")[2].removesuffix('".') + '"')
    monkeypatch.chdir(EXAMPLES.parents[1])
    told = paskasim(*words, "--games", "200")
    assert told.code == 0, told.err
    assert file.stem in told.out


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The example package as an installer would leave it: the modules, and metadata beside them."""
    site = tmp_path / "site"
    project = tomllib.loads((EXAMPLES / "package" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(EXAMPLES / "package" / "paskasim_tidy", site / "paskasim_tidy")
    metadata = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(site))
    forget()
    yield site
    forget()


def forget() -> None:
    """As in a process that begins."""
    sources.entry_points.cache_clear()
    sources._from_package.cache_clear()
    for name in [name for name in sys.modules if name.startswith("paskasim_tidy")]:
        del sys.modules[name]


def test_a_package_offers_its_strategies(installed: Path, paskasim: Paskasim) -> None:
    listed = json.loads(paskasim("strategies", "list", "--json").out)
    (found,) = (each for each in listed if each["name"] == "tidy")
    assert found["from"] == "package paskasim-tidy"
    assert len(found["identity"]) == 12
    assert "tidy  " in paskasim("strategies", "list").out
    assert (
        f"from: package paskasim-tidy (source hash {found['identity']})" in paskasim("strategies", "show", "tidy").out
    )
    assert "from: package paskasim-tidy" in paskasim("strategies", "show", "paskasim-tidy:tidy").out
    assert len(simulate("paskahousu", 3, "tidy,lowest", 50, 1)) == 50


def test_a_helper_of_a_package_is_part_of_its_identity(installed: Path) -> None:
    def identity() -> str:
        forget()
        return parse_player("tidy").identity(RuleSet.load("paskahousu"), 3)

    first = identity()
    assert identity() == first
    helper = installed / "paskasim_tidy" / "counting.py"
    helper.write_text(helper.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    assert identity() != first


def test_the_strategy_of_the_package_plays_everywhere(installed: Path) -> None:
    names = ("metadata", "compiles", "legal")
    assert all(result.holds for result in judge(Subject(one_player("tidy"), quick=True), names))


def test_a_broken_package_is_told_of_and_left_out(installed: Path, paskasim: Paskasim) -> None:
    (installed / "paskasim_tidy" / "tidy.py").write_text("import nowhere_to_be_found\n", encoding="utf-8")
    forget()
    told = paskasim("strategies", "list")
    assert told.code == 0
    assert "lowest  " in told.out
    assert "tidy" not in told.out
    assert "the strategy tidy, of the package paskasim-tidy" in told.err
    assert "nowhere_to_be_found" in told.err
