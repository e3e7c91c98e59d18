"""`paskasim sweep` with `precision`: what it says before, while and after."""

from __future__ import annotations

from pathlib import Path

import pytest
from told import Paskasim

from paskasim.cli import progress
from paskasim.cli.progress import Meter

STUDY = 'rules = "paskahousu"\nplayers = 2\ngames = 20_000\nprecision = 0.05\n'


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "one.toml"
    path.write_text(STUDY)
    return path


def test_dry_run(paskasim: Paskasim, study: Path) -> None:
    lines = paskasim("sweep", "one.toml", "--dry-run").out.splitlines()
    assert lines[1].startswith(
        "  a case stops when this is known to 5 points either way: the share of finished games that"
    )
    assert lines[2].endswith(": at most 20,000 games, about 2,048 expected at least")
    assert lines[3].startswith("  1 cases, at most 20,000 games, at most 0 s")


def test_dry_run__out_of_reach(paskasim: Paskasim, study: Path) -> None:
    study.write_text(STUDY.replace("0.05", "0.001"))
    (line,) = [line for line in paskasim("sweep", "one.toml", "--dry-run").out.splitlines() if "  1  " in line]
    assert "at most 20,000 games, too few: the goal is expected to need 5," in line
    study.write_text(STUDY.replace("0.05", "1e-9"))
    assert "to need over 1,000,000,000 at least" in paskasim("sweep", "one.toml", "--dry-run").out
    study.write_text(STUDY.replace("0.05", '{ goal = "5%", of = "endings" }'))
    assert "at most 20,000 games, as many as that figure needs" in paskasim("sweep", "one.toml", "--dry-run").out


def test_sweep_and_a_weaker_goal(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    told = paskasim("sweep", "one.toml")
    assert told.code == 0
    assert "one: 1 of 1 cases (rotations together) reached their goal; the results hold 2,048 games" in told.err
    assert "Each case was played only until its goal was reached" in (tmp_path / "reports" / "one.html").read_text()
    study.write_text(STUDY.replace("0.05", "0.2"))
    told = paskasim("sweep", "one.toml")
    assert "one: all 2,048 games are there already" in told.err
    assert "one: 1 cases keep the games that are there, more than their goal needs" in told.err


def test_meter__says_at_most(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    meter = Meter("x")
    meter.begin_open(5_000)
    meter.advance(1_000)
    assert "x: 1,000 games of at most 5,000, " in capsys.readouterr().err
