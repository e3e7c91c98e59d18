"""Studies that stopped when enough was known: limits that hold at every look, told to readers, and why it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from synthetic import HOSTILE, OPEN, Planted, rotate, write_results

from paskasim import analysis
from paskasim.analysis import anytime, stopped
from paskasim.analysis.contrasts import BlockContrast, at_every_look, paired_means, paired_shares
from paskasim.analysis.factorial_contrasts import cells_of, weighted
from paskasim.analysis.findings import Finding
from paskasim.analysis.intervals import always_valid_share, block_ratio
from paskasim.analysis.results import Results
from paskasim.report import build

MIXED = ("careful", "lowest", "lowest")
PLANTED = [
    Planted(games=30_000, losers=(1.0, 1.0, 1.0, 1.2)),
    Planted(label='faces.min_top = "3"', varied={"faces.min_top": "3"}, games=20_000, endings=OPEN),
    Planted(
        players=3, lineup="careful,lowest", seats=rotate(MIXED), games=20_000, loses_at={"careful": 0.5, "lowest": 1.0}
    ),
]
QUESTIONS = ["seats", "endings", "length", "strategies"]


def watch(folder: Path, **about: Any) -> Path:
    """Write into a folder of results that it stopped when enough was known."""
    manifest = json.loads((folder / "manifest.json").read_text())
    stop = {"why": "goal reached", "games": 30_000, "reached": 30_000, "looks": 36, "figure": "seat 3"}
    stop |= {"estimate": 0.28, "low": 0.27, "high": 0.29, "interval": "always valid (beta mixture)"}
    weaker = stop | {"games": 20_000, "reached": 10_240}
    used = stop | {"why": "all games used", "reached": None, "games": 20_000, "high": None}
    groups = {"group000": stop, "group001": weaker, "group002": used}
    manifest["precision"] = {"goal": "1 points", "meaning": "the share", "unit": "share", "groups": groups} | about
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same results with a number of games fixed beforehand, and stopped."""
    folder = tmp_path_factory.mktemp("stopped")
    fixed, other = (write_results(folder / name, PLANTED) for name in ("fixed", "stopped"))
    return fixed, watch(other)


@pytest.fixture(scope="module")
def found(folders: tuple[Path, Path]) -> tuple[list[Finding], list[Finding]]:
    fixed, other = (analysis.answer(analysis.read(folder), QUESTIONS) for folder in folders)
    return fixed, other


def numbers(finding: Finding, table: str, title: str) -> list[Any]:
    (chosen,) = [one for one in finding.tables if one.name == table]
    at = [column.title for column in chosen.columns].index(title)
    return [row[at] for row in chosen.rows]


LIMITS = [
    ("seats", "lost, of finished", ", low", ", high"),
    ("seats", "lost, of all", ", low", ", high"),
    ("seats", "first out", ", low", ", high"),
    ("endings", "no end", "low", "high"),
    ("endings-compared", "difference", "low", "high"),
    ("length", "median", ", low", ", high"),
    ("length", "mean", ", low", ", high"),
    ("length", "no end", ", low", ", high"),
    ("length-compared", "difference", "low", "high"),
    ("strategies-compared", "lost", ", low", ", high"),
]


@pytest.mark.parametrize(("table", "figure", "low", "high"), LIMITS)
def test_every_limit_is_wider_around_the_same_figure(
    found: tuple[list[Finding], list[Finding]], table: str, figure: str, low: str, high: str
) -> None:
    fixed, other = (next(f for f in side if any(t.name == table for t in f.tables)) for side in found)
    assert numbers(fixed, table, figure) == numbers(other, table, figure)
    names = [name if name in ("low", "high") else figure + name for name in (low, high)]
    for lows, highs in zip(
        zip(*(numbers(side, table, names[0]) for side in (fixed, other)), strict=True),
        zip(*(numbers(side, table, names[1]) for side in (fixed, other)), strict=True),
        strict=True,
    ):
        ordinary, valid = highs[0] - lows[0], highs[1] - lows[1]
        # Medians are whole turns, and a rule of three is one-sided.
        assert ordinary <= valid if figure == "median" else 1.2 * ordinary < valid < 4 * ordinary


def test_what_stopped_a_case_is_what_is_shown(folders: tuple[Path, Path]) -> None:
    results = analysis.read(folders[1])
    finding = analysis.answer(results, ["seats"])[0]
    shown = numbers(finding, "seats", "lost, of finished, low")
    group = results.groups[0]
    tops = [group.sums(f"loser_{seat}") for seat in range(4)]
    limits = anytime.shares(tops, group.sums("outcome_finished"), group.numbers)
    assert shown[:4] == [one.low for one in limits]
    assert shown[0] == always_valid_share(group.total("loser_0"), group.finished, 1 - 0.05 / 4).low
    assert {one.method for one in limits} == {"always valid (beta mixture)"}
    mixed = results.groups[2]
    limits = anytime.shares([mixed.sums("loser_0")] * 3, mixed.sums("outcome_finished"), mixed.numbers, 3)
    assert shown[8] == limits[0].low
    assert limits[0].method == "always valid (t mixture over blocks)"


def test_readers_are_told(found: tuple[list[Finding], list[Finding]]) -> None:
    fixed, other = found
    assert all("always valid" not in finding.sure and stopped.LIMITS not in finding.sure for finding in fixed)
    assert all(finding.sure.endswith(stopped.LIMITS) for finding in other)
    assert not any(name in finding.sure for finding in other for name in ("Wilson", "Goodman", "Student", "order stat"))


def test_page__goal_and_reasons(folders: tuple[Path, Path], tmp_path: Path) -> None:
    page = build(folders[1], tmp_path).read_text()
    assert (
        "<dt>Goal</dt><dd>1 points either way, for the share; reached by 2 of 3 cases, rotations together</dd>" in page
    )
    assert "How many games each case took, and why it stopped" in page
    assert "goal reached at 10,240; more games were there" in page
    assert "all games used" in page


def test_page__a_fixed_number_of_games(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "s", [Planted(games=2_000)], questions=["seats"])
    page = build(folder, tmp_path).read_text()
    assert "How many games each case took" not in page
    assert "<dt>Goal</dt>" not in page


@pytest.mark.parametrize(
    "about", [{"groups": 5}, {"groups": {"group000": 5}}, {"goal": HOSTILE, "meaning": [1], "unit": None}]
)
def test_page__an_odd_manifest(tmp_path: Path, about: dict[str, Any]) -> None:
    folder = watch(write_results(tmp_path / "s", [Planted(games=2_000)]), **about)
    assert "<script>alert" not in build(folder, tmp_path).read_text()


def test_read__says_which(folders: tuple[Path, Path]) -> None:
    fixed, other = (analysis.read(folder) for folder in folders)
    assert isinstance(other, Results)
    assert (fixed.watched, other.watched) == (False, True)
    assert [group.watched for group in other.groups] == [True] * 3


def test_nothing_differs__stopped_when_it_seems_so() -> None:
    """Two rule sets that are alike, looked at after each third of 40 blocks, stopped once they seem to differ."""
    dice = np.random.default_rng(3)
    numbers, times = np.full(40, 1024), 100
    alarms = {"fixed": 0, "watched": 0, "means": 0, "factorial": 0}
    for _ in range(times):
        one, two = dice.binomial(1024, 0.2, (2, 40))
        seen = dict.fromkeys(alarms, False)
        for b in range(2, 41, 3):
            first, second, size = (one[:b], numbers[:b]), (two[:b], numbers[:b]), numbers[:b]
            shares = paired_shares(first, second, size)
            cells = cells_of([one[:b], two[:b]], [size, size], size, 1, share=True)
            for name, contrast in (
                ("fixed", shares),
                ("watched", at_every_look(shares)),
                ("means", at_every_look(paired_means(first, second, size))),
                ("factorial", at_every_look(weighted(cells, np.array([1.0, -1.0])))),
            ):
                limits = contrast.interval()
                seen[name] |= limits.low > 0 or limits.high < 0
        for name in alarms:
            alarms[name] += seen[name]
    assert alarms["fixed"] > 0.15 * times
    assert max(alarms["watched"], alarms["means"], alarms["factorial"]) <= 0.05 * times


def test_a_difference_is_still_found() -> None:
    dice = np.random.default_rng(4)
    one, two, numbers = dice.binomial(1024, 0.25, 60), dice.binomial(1024, 0.20, 60), np.full(60, 1024)
    contrast = at_every_look(paired_shares((one, numbers), (two, numbers), numbers))
    assert contrast.interval().low > 0.04
    assert contrast.chance(0.0)[0] < 1e-6
    assert contrast.chance(0.0)[1] == 1.0


@pytest.mark.parametrize("count", [0, 3, 40, 600])
def test_chances_agree_with_limits(count: int) -> None:
    """A bound has a two-sided chance under 5 % just where the 95 % limits leave it out."""
    numbers = np.full(20, 1024)
    top = np.resize([count, count + 2, count + 1], 20)
    contrasts = [
        at_every_look(paired_shares((top, numbers), (np.resize([1, 0], 20), numbers), numbers)),
        at_every_look(BlockContrast(block_ratio(top, numbers, numbers), 0.1)),
    ]
    for contrast in contrasts:
        limits = contrast.interval()
        for bound in (limits.low - 1e-6, limits.low + 1e-6, limits.high - 1e-6, limits.high + 1e-6):
            inside = limits.low <= bound <= limits.high
            assert (2 * min(contrast.chance(bound)) > 0.05) == inside
