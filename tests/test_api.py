"""The public interface: few names, documented, lazy, and errors in sentences."""

from __future__ import annotations

import doctest
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import paskasim
from paskasim import PaskasimError, RuleSet, read_results, simulate, trace
from paskasim.cli import run


def test_names() -> None:
    assert {"PaskasimError", "RuleSet", "__version__", "read_results", "simulate", "trace"} <= {*paskasim.__all__}
    for name in paskasim.__all__:
        assert getattr(paskasim, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'simulat'"):
        paskasim.simulat  # noqa: B018


def test_importing__costs_nothing() -> None:
    program = (
        "import sys, paskasim; print(*sorted({'numba', 'pandas', 'numpy', 'pyarrow', 'pydantic'} & {*sys.modules}))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""


def test_examples_in_docstrings() -> None:
    from paskasim import simulation

    for thing in (simulation.simulate, simulation.read_results, RuleSet.load):
        for example in doctest.DocTestFinder().find(thing, globs={"simulate": simulate, "RuleSet": RuleSet}):
            assert doctest.DocTestRunner().run(example).failed == 0


def test_simulate__defaults_and_kinds_of_arguments(tmp_path: Path, write: Callable[..., Path]) -> None:
    frame = simulate("paskahousu", games=300)
    assert len(frame) == 300
    for same in (
        simulate(RuleSet.load("paskahousu"), games=300),
        simulate("paskahousu", players=np.int64(4), games=np.int32(300), seed=np.uint64(1), threads=np.int8(1)),
        simulate("paskahousu", games=3e2, lineup=["lowest"]),
        simulate(write('extends = "paskahousu"\n', "house.toml"), games=300),
        simulate(str(tmp_path / "house.toml"), games=300, lineup=("lowest", "lowest")),
    ):
        pd.testing.assert_frame_equal(same, frame)


ARGUMENTS = {
    "rules": [5, None, b"paskahousu", "paskahouse", "", ["paskahousu"]],
    "players": [1, 11, 40, "4", 3.5, True, None, [4]],
    "lineup": ["", "lowst", 5, None, ["lowest", 5], [], "any,any,any,any,any"],
    "games": [0, -1, 1e99, 10**10, 1.5, "many", True, None, float("nan"), float("inf")],
    "seed": [-1, 2**64, 1.0, 0.5, "x", True, None],
    "threads": [0, -1, 1.5, "all", True, 10**6],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in ARGUMENTS.items() for value in values])
def test_simulate__mistakes(name: str, value: object) -> None:
    arguments: dict[str, object] = {"rules": "paskahousu", "games": 10} | {name: value}
    with pytest.raises(PaskasimError) as caught:
        simulate(**arguments)
    error = caught.value
    assert error.exit_code == 2
    assert str(error) == f"{error.what}\n{error.do}"
    assert error.what.isprintable()
    assert name in error.what or name in ("rules", "lineup")


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in ARGUMENTS.items() if name != "threads" for value in values]
    + [("first", value) for value in (-1, 10**10, 1.0, "x", None, True)],
)
def test_trace__mistakes__at_once(name: str, value: object) -> None:
    arguments: dict[str, object] = {"rules": "paskahousu", "games": 1} | {name: value}
    with pytest.raises(PaskasimError) as caught:
        trace(**arguments)  # not only when the first record is asked for
    assert caught.value.what.isprintable()
    assert name in caught.value.what or name in ("rules", "lineup")


def test_trace__kinds_of_arguments() -> None:
    records = [*trace("paskahousu", games=2, first=3)]
    assert [record["game"] for record in records] == [3, 4]
    numbers = np.array([4, 1, 3, 2])
    assert [*trace("paskahousu", numbers[0], ["lowest"], numbers[1], first=numbers[2], games=2.0)] == records
    json.dumps(records)


def test_simulate__a_deal_that_does_not_fit() -> None:
    with pytest.raises(PaskasimError, match="the deal for 5 players needs 65 cards, 1 deck has 52"):
        simulate("poytapaska", players=5)


def test_read_results(tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        'rules = "paskahousu"\nplayers = [2, 3]\nlineups = ["lowest", "any,lowest"]\ngames = 200\nseed = 3\n', "s.toml"
    )
    assert run(["sweep", "s.toml"]) == 0
    frame = read_results("results/s")
    columns = simulate("paskahousu", games=1).columns
    assert [*frame.columns] == ["case", *columns, "label", "players", "lineup", "rotation"]
    assert len(frame) == 200 * (2 + 2 + 3)
    one = frame[(frame["players"] == 3) & (frame["lineup"] == "any,lowest") & (frame["rotation"] == 2)]
    same = simulate("paskahousu", players=3, lineup="lowest,any,lowest", games=200, seed=3)
    pd.testing.assert_frame_equal(one[same.columns].reset_index(drop=True), same)
    pd.testing.assert_frame_equal(read_results(Path("results") / "s"), frame)


def test_read_results__nothing_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for place in (tmp_path / "gone", tmp_path / "empty"):
        with pytest.raises(PaskasimError, match="there are no finished results here") as caught:
            read_results(place)
        assert caught.value.exit_code == 4


def test_read_results__a_summary(tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write('rules = "paskahousu"\ngames = 10\nkeep = "summary"\n', "s.toml")
    assert run(["sweep", "s.toml"]) == 0
    with pytest.raises(PaskasimError, match="holds no game rows"):
        read_results("results/s")


@pytest.mark.parametrize("damage", ["no cases", "no files", "other case", "odd files", "part gone", "cases gone"])
def test_read_results__damaged(
    tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write('rules = "paskahousu"\ngames = 10\n', "s.toml")
    monkeypatch.setattr("paskasim.report.build", lambda results, reports: reports)
    assert run(["sweep", "s.toml"]) == 0
    path = tmp_path / "results" / "s" / "manifest.json"
    manifest = json.loads(path.read_text())
    case = manifest["cases"][0]
    if damage == "no cases":
        del manifest["cases"]
    elif damage == "no files":
        del manifest["files"]
    elif damage == "other case":
        manifest["cases"] = ["abc"]
        manifest["files"] = {"games/case=abc/x.parquet": "0"} | manifest["files"]
    elif damage == "odd files":
        manifest["files"] = [1]
    elif damage == "part gone":
        next(path.parent.glob(f"games/case={case}/*.parquet")).unlink()
    else:
        (path.parent / "cases.parquet").unlink()
    path.write_text(json.dumps(manifest))
    with pytest.raises(PaskasimError, match="damaged") as caught:
        read_results(path.parent)
    assert caught.value.exit_code == 4


def test_errors_travel_between_processes() -> None:
    error = PaskasimError("what", "do", exit_code=4)
    again = pickle.loads(pickle.dumps(error))
    assert (again.what, again.do, again.exit_code, str(again)) == ("what", "do", 4, "what\ndo")
