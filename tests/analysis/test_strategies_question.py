"""The question `strategies` on planted data with known truth, and on data that leave little to say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from synthetic import OPEN, Planted, rotate, write_results
from test_questions import ask, check_whole, rows

from paskasim import analysis
from paskasim.analysis import question_names
from paskasim.analysis.findings import Finding, Lanes
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

TABLE = "strategies-compared"


def line_up(first: str, players: int = 4, weight: float = 1.0, games: int = 60_000, **more: Any) -> Planted:
    """Return a mixed line-up; among lowest a seat of its first strategy loses `weight` times as often as another."""
    return Planted(
        players=players,
        lineup=f"{first},lowest",
        seats=rotate([first, *["lowest"] * (players - 1)]),
        loses_at={first: weight, "lowest": 1.0},
        games=games,
        endings=OPEN,
        **more,
    )


def truth(weight: float, players: int = 4) -> float:
    return weight / (weight + players - 1)


def near(row: dict[str, Any], value: str, low: str, high: str, wanted: float) -> bool:
    """Return whether an estimate lies within twice its 95 % limits: of a few dozen checks none should fail."""
    return abs(row[value] - wanted) <= row[high] - row[low]


def has_share(row: dict[str, Any], wanted: float) -> bool:
    return near(row, "lost", "lost, low", "lost, high", wanted)


def differs_by(row: dict[str, Any], wanted: float) -> bool:
    return near(row, "difference", "low", "high", wanted)


def one_row(finding: Finding, strategy: str) -> dict[str, Any]:
    (row,) = [row for row in rows(finding, TABLE) if row["strategy"] == strategy]
    return row


def test_it_finds_planted_shares_and_differences(tmp_path: Path) -> None:
    weights = {"careful": 0.8, "careful[keep=0]": 0.82, "careful[shed=3]": 1.3, "careful[swap=2]": 0.6}
    planted = [line_up(name, weight=weight) for name, weight in weights.items()]
    finding = ask(tmp_path, planted, "strategies")
    for name, weight in weights.items():
        row = one_row(finding, name)
        assert has_share(row, truth(weight))
        if name != "careful":
            assert differs_by(row, truth(weight) - truth(0.8))
            assert row["against"] == "careful"
    verdicts = [one_row(finding, name)["verdict"] for name in weights]
    assert verdicts == ["", "too small to matter", "larger", "smaller"]
    assert "careful[shed=3] loses 30." in finding.headline
    assert "of the finished games and careful 2" in finding.headline
    assert "in 1 a strategy loses over 1 point less" in finding.headline
    assert "in 1 over 1 point more, in 1 the difference is too small to matter" in finding.headline
    check_whole(finding)


def test_fewer_games_than_a_block__are_compared_by_their_totals(tmp_path: Path) -> None:
    """Slow strategies get fewer games (`games_with`): those share no whole block with the others."""
    finding = ask(tmp_path, [line_up("careful"), line_up("a", weight=0.2, games=400)], "strategies")
    row = one_row(finding, "a")
    assert row["verdict"] == "smaller"
    assert differs_by(row, truth(0.2) - truth(1.0))
    assert row["high"] - row["low"] > row["lost, high"] - row["lost, low"]
    check_whole(finding)


def test_the_picture_is_sorted_by_effect(tmp_path: Path) -> None:
    weights = {"careful": 1.0, "a": 1.4, "b": 0.7, "c": 1.1}
    finding = ask(
        tmp_path, [line_up(name, weight=weight, games=20_000) for name, weight in weights.items()], "strategies"
    )
    assert isinstance(finding.lead, Lanes)
    assert [heading for heading, _ in finding.lead.rows] == ["b", "c", "a"]
    values = [lane.value for _, (lane,) in finding.lead.rows]
    assert values == sorted(values)
    assert "lost by a" in finding.lead.title


def test_a_table_of_the_others_alone_is_a_base_with_an_even_share(tmp_path: Path) -> None:
    finding = ask(tmp_path, [Planted(games=30_000, endings=OPEN), line_up("careful", weight=0.7)], "strategies")
    assert one_row(finding, "lowest")["lost"] == 0.25
    row = one_row(finding, "careful")
    assert row["against"] == "lowest"
    assert differs_by(row, truth(0.7) - 0.25)
    assert row["verdict"] == "smaller"
    assert "fewer (95 % interval" in finding.headline.replace("\u00a0", " ")


OFF = "careful[swap=0,keep=0,threshold=0,track=0,specials=0]"


@pytest.mark.parametrize("players", [3, 4])
def test_the_same_play_by_another_name_differs_in_nothing(
    write: Callable[..., Path], tmp_path: Path, players: int
) -> None:
    text = f"""
        rules = "paskahousu"
        players = {players}
        lineups = ["lowest", ["{OFF}", "lowest"], ["careful", "lowest"]]
        games = 9_216
        seed = 5
        keep = "summary"
    """
    outcome = sweep(load_study(write(text), question_names()), tmp_path / "results", threads=1, command="x")
    (finding,) = analysis.answer(analysis.read(outcome.folder), ["strategies"])
    same = one_row(finding, OFF)
    assert same["difference"] == 0
    assert 0 < same["high"] == -same["low"] < 0.01
    assert same["verdict"] == "too small to matter"
    better = one_row(finding, "careful")
    assert better["verdict"] == "smaller"
    assert better["high"] - better["low"] < 0.03


def test_only_the_same_company_is_compared(tmp_path: Path) -> None:
    planted = [
        line_up("careful", players=3, games=9000),
        line_up("careful", players=4, games=9000),
        line_up("careful", players=4, games=9000, label="other", varied={"faces.on_empty": True}),
        line_up("careful[keep=0]", players=4, games=9000),
        Planted(players=4, lineup="careful,any", seats=rotate(["careful", "any", "any", "any"]), games=9000),
    ]
    found = rows(ask(tmp_path, planted, "strategies"), TABLE)
    assert [row["against"] for row in found].count("careful") == 1
    assert len(found) == 5


def test_more_seats_of_the_first_strategy_count_for_each_seat(tmp_path: Path) -> None:
    seats = rotate(["careful", "careful", "lowest", "lowest"])
    weights = {"careful": 0.5, "lowest": 1.0}
    planted = Planted(seats=seats, lineup="careful,careful,lowest", loses_at=weights, games=30_000)
    row = one_row(ask(tmp_path, [planted], "strategies"), "careful")
    assert row["among"] == "1 careful and 2 lowest"
    assert has_share(row, 0.5 / 3)


def test_alike_is_not_distinguishable(tmp_path: Path) -> None:
    finding = ask(tmp_path, [line_up("careful"), line_up("careful[keep=0]")], "strategies")
    assert "not distinguishable on the same deals." in finding.headline
    assert one_row(finding, "careful[keep=0]")["verdict"] in ("too small to matter", "not distinguishable")


def test_a_single_mixed_line_up_is_held_against_an_even_share(tmp_path: Path) -> None:
    finding = ask(tmp_path, [line_up("careful", weight=0.7)], "strategies")
    assert "instead of 25" in finding.headline
    assert "against an even share" in finding.verdict
    even = ask(tmp_path / "even", [line_up("careful", games=400)], "strategies")
    assert "can't be told from an even share of 25" in even.headline


@pytest.mark.parametrize(
    "planted",
    [
        [Planted(games=500)],
        [Planted(games=500), Planted(games=500, lineup="any")],
        [line_up("careful", games=1)],
        [line_up("careful", games=3), line_up("b", games=3)],
        [Planted(seats=rotate(["a", "b"]), players=2, lineup="a,b", games=300, endings={"all_pass": 1.0})],
        [line_up("a" * 200, games=2000), *(line_up(f"careful[keep={n}]", games=2000) for n in range(20))],
        [line_up("a", players=n, games=2000, label=f"rules {m}") for n in (2, 3, 4) for m in range(4)],
    ],
    ids=["pure", "two pure", "one game", "three games", "endless", "twenty", "twelve tables"],
)
def test_sentences_are_whole_where_there_is_little_to_say(tmp_path: Path, planted: list[Planted]) -> None:
    (finding,) = analysis.answer(analysis.read(write_results(tmp_path / "study", planted)), ["strategies"])
    assert finding.headline.endswith(".")
    if finding.tables:
        check_whole(finding)
    panels = [figure for gallery in finding.galleries for figure in gallery.figures]
    assert len(panels) <= 8
    assert all(isinstance(panel, Lanes) and 0 < len(panel.rows) <= 16 for panel in panels)
