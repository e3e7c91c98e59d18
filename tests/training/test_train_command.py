"""`paskasim train` as the shell sees it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from told import Paskasim, refused

from paskasim.weights import read_weights

TINY = ["--players", "2", "--stages", "1", "--generations", "2", "--population", "4", "--games", "6", "--fresh", "10"]


def test_writes_weights_that_a_line_up_can_name(paskasim: Paskasim, tmp_path: Path) -> None:
    told = paskasim("train", "paskahousu", *TINY, "--start", "plain", "--out", "new/my.json")
    assert told.code == 0, told.err
    assert "at tables of lowest" in told.out
    file = read_weights(tmp_path / "new" / "my.json")
    assert (
        file.provenance["command"]
        == f"paskasim train paskahousu --players 2 --start plain --seed 1 {' '.join(TINY[2:])}"
    )
    assert not list(tmp_path.glob("*.training"))
    text = (tmp_path / "new" / "my.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    told = paskasim(
        "simulate", "paskahousu", "--players", "2", "--lineup", "linear[weights=new/my.json]", "--games", "20"
    )
    assert told.code == 0, told.err


def test_without_the_library__nothing_is_written(
    paskasim: Paskasim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    told = paskasim("train", "paskahousu", *TINY, "--out", "my.json")
    assert told.code == 2
    assert 'pip install "paskasim[tune]"' in told.err
    assert not list(tmp_path.glob("my.json*"))


def test_the_same_command_again_finds_it_done(paskasim: Paskasim, tmp_path: Path) -> None:
    first = paskasim("train", "paskahousu", *TINY, "--json")
    assert first.code == 0, first.err
    whole = json.loads(first.out)
    assert whole["schema"] == "paskasim-train/1"
    assert whole["file"] == "linear-paskahousu-2.json"
    written = (tmp_path / "linear-paskahousu-2.json").read_bytes()
    again = paskasim("train", "paskahousu", *TINY, "--json")
    assert json.loads(again.out) == whole
    assert "at its end already" in again.err
    refused(paskasim("train", "paskahousu", *TINY, "--seed", "2"))
    assert (tmp_path / "linear-paskahousu-2.json").read_bytes() == written


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["no-such-rules"], "no-such-rules"),
        (["paskahousu", "--population", "1"], "4 to"),
        (["paskahousu", "--against", "lowst"], "lowest"),
        (["paskahousu", "--start", "nothing.json"], "nothing.json"),
        (["paskahousu", "--against", "start", "--against", "strat"], "strat"),
        (["paskahousu", "--endless", "11"], "'--endless': 11: a number of losses from 0 to 10 is allowed."),
        (["paskahousu", "--spread", "0"], "'--spread': 0: a number from 0.1 to 10000 is allowed."),
        (["paskahousu", "--spread", "nan"], "'--spread': nan: a number from 0.1 to 10000 is allowed."),
        (["paskahousu", "--generations", "0"], "'--generations': 0: a number from 1 to 100,000 is allowed."),
        (["paskahousu", "--players", "2", "--against", "lowest,any"], "for 1 players"),
        (["paskahousu", "--out", "."], "folder"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(paskasim: Paskasim, arguments: list[str], told: str) -> None:
    assert told in refused(paskasim("train", *arguments))
    assert not list(Path().glob("*.training"))


def test_stopped_early_it_says_how_to_go_on_too(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    from paskasim.rules import RuleSet

    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RuleSet, "load", stop)
    told = paskasim("train", "paskahousu", *TINY)
    assert told.code == 130
    assert "To go on" in told.err


@pytest.mark.parametrize("content", ["", "{}\n", "[1]\n", "half a line", '{"schema": "paskasim-weights/1"}\n'])
def test_a_damaged_beginning_is_called_so(paskasim: Paskasim, tmp_path: Path, content: str) -> None:
    (tmp_path / "my.json.training").write_text(content, encoding="utf-8")
    told = refused(paskasim("train", "paskahousu", *TINY, "--out", "my.json", "--threads", "1"), 4)
    assert "my.json.training: damaged" in told


def test_stopped_it_says_how_to_go_on(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from paskasim.training import stages

    def stop(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stages, "held_out", stop)
    told = paskasim("train", "paskahousu", *TINY)
    assert told.code == 130
    assert "To go on" in told.err
    assert list(tmp_path.glob("*.training"))
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert paskasim("train", "paskahousu", *TINY).code == 0


def test_killed_in_the_middle_it_goes_on_to_the_same_bytes(paskasim: Paskasim, tmp_path: Path) -> None:
    arguments = ["train", "paskahousu", "--players", "2", "--start", "plain", "--stages", "1", "--generations", "24"]
    arguments += ["--population", "5", "--games", "40", "--fresh", "20", "--threads", "1", "--out"]
    command = [sys.executable, "-c", "import sys; from paskasim.cli import run; sys.exit(run(sys.argv[1:]))"]
    running = subprocess.Popen(
        [*command, *arguments, "killed.json"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    so_far = tmp_path / "killed.json.training"
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and (not so_far.exists() or so_far.read_bytes().count(b"\n") < 4):
        time.sleep(0.01)
    running.kill()
    running.wait()
    assert so_far.read_bytes().count(b"\n") >= 4
    assert not (tmp_path / "killed.json").exists()
    for name in ("killed.json", "whole.json"):
        told = paskasim(*arguments, name)
        assert told.code == 0, told.err
    assert (tmp_path / "killed.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
