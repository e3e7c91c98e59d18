"""Whom a headline is about: the strongest players, and changes that hold with every number of players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from synthetic import Planted, rotate, write_results
from test_questions import check_whole
from test_rule_effects import TWO, endless, grid

from paskasim import analysis
from paskasim.analysis.foremost import CHANCE, RUNGS, foremost

LADDER = Path(__file__).parents[2] / "docs" / "ladder.md"


@pytest.mark.parametrize(
    ("lineups", "kept"),
    [
        (["random", "lowest", "linear"], ["linear"]),
        (["random", "any"], ["random", "any"]),
        (["random", "careful", "careful,random"], ["careful"]),
        (["lowest", "careful", "linear[noise=2]"], ["careful", "linear[noise=2]"]),
        (["linear,lowest", "lowest"], ["linear,lowest", "lowest"]),
        (["linear,lowest", "linear"], ["linear"]),
        (["careful"], ["careful"]),
    ],
)
def test_the_highest_rung_and_all_styles_are_left(tmp_path: Path, lineups: list[str], kept: list[str]) -> None:
    planted = [
        Planted(players=2, lineup=one, seats=rotate(one.split(",") if "," in one else [one] * 2), games=20)
        for one in lineups
    ]
    groups = analysis.read(write_results(tmp_path / "study", planted)).groups
    assert [group.lineup for group in foremost(groups)] == kept


def test_the_ladder_is_the_one_that_was_measured() -> None:
    text = LADDER.read_text(encoding="utf-8")
    told = re.search(r"each stronger than the one below: ([^.]*)\.", text)
    assert told
    assert re.findall(r"`(\w+)`", told[1]) == [name for name in RUNGS if name != "any"]
    assert RUNGS[: len(CHANCE)] == CHANCE


def test_headlines_are_about_the_strongest_and_what_holds_at_their_tables(tmp_path: Path) -> None:
    planted = []
    for players, sign in ((2, 1), (4, -1)):
        for lineup, scale in (("random", 2.0), ("linear", 1.0)):
            # Burning fours changes little but the same way at both tables; faces on an empty pile much, and both ways.
            planted += grid(
                TWO,
                lambda a, b, s=sign, k=scale: {
                    **endless(0.25 + 0.08 * s * k * a + 0.03 * k * b),
                    "length": 70 + 15 * b,
                },
                games=20_000,
                players=players,
                lineup=lineup,
            )
    folder = write_results(tmp_path / "study", planted, questions=("endings", "length", "rules"))
    endings, length, rules = analysis.answer(analysis.read(folder))
    for finding in (endings, length, rules):
        check_whole(finding)
        assert ", linear" in finding.headline
        assert ", random" not in finding.headline
        assert "strongest players that this study has (linear)" in finding.notes[0]
    assert "does not turn round" not in length.notes[0]
    for finding in (endings, rules):
        assert "does not turn round with the number of players" in finding.notes[0]
        assert "four of a kind do not burn" in finding.headline
    assert "largest change in this study" not in endings.headline
    assert length.headline.startswith("With the strongest players the median finished game lasts")


def test_with_one_kind_of_player_nothing_is_said(tmp_path: Path) -> None:
    planted = grid(TWO, lambda a, b: endless(0.2 + 0.05 * a), games=3000, lineup="random")
    (finding,) = analysis.answer(analysis.read(write_results(tmp_path / "study", planted)), ["endings"])
    assert not any("strongest" in note for note in finding.notes)
    assert "the largest change in this study" in finding.headline


def test_without_changes_the_level_is_that_of_the_strongest(tmp_path: Path) -> None:
    planted = [Planted(lineup=who, games=3000, **endless(share)) for who, share in (("random", 0.5), ("linear", 0.1))]
    (finding,) = analysis.answer(analysis.read(write_results(tmp_path / "study", planted)), ["endings"])
    assert "linear" in finding.headline
    assert "50" not in finding.headline.partition("%")[0]
