"""Does it hold? One sentence a headline, for every line-up and number of players of a study."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from synthetic import OPEN, Planted, rotate, write_results
from test_questions import rows

from paskasim import analysis
from paskasim.analysis.comparisons import Comparison, Interest, Judged, judge
from paskasim.analysis.contrasts import BlockContrast
from paskasim.analysis.findings import Finding
from paskasim.analysis.holding import agreement
from paskasim.analysis.intervals import BlockEstimate


def judged(estimate: float, error: float = 0.0005) -> Judged:
    return judge([Comparison("a", BlockContrast(BlockEstimate(estimate, error, 500)), "loss")], Interest())["a"]


NOTHING, SMALL, LARGE, OPPOSITE = judged(0.0), judged(0.005), judged(0.05), judged(-0.05)
UNKNOWN, EDGE = judged(0.01, 0.02), judged(0.0102)


@pytest.mark.parametrize(
    ("one", "top", "wanted"),
    [
        (LARGE, LARGE, "holds"),
        (EDGE, LARGE, "holds"),
        (SMALL, LARGE, "less"),
        (NOTHING, LARGE, "gone"),
        (UNKNOWN, LARGE, "unknown"),
        (OPPOSITE, LARGE, "turned"),
        (LARGE, SMALL, "holds"),
        (NOTHING, NOTHING, "holds"),
        (SMALL, NOTHING, "holds"),
        (LARGE, NOTHING, "other"),
        (UNKNOWN, NOTHING, "unknown"),
        (UNKNOWN, UNKNOWN, "unknown"),
        (NOTHING, UNKNOWN, "unknown"),
    ],
)
def test_agreement_looks_at_sign_and_verdict(one: Judged, top: Judged, wanted: str) -> None:
    assert agreement(one, top) == wanted


def pairs(effects: dict[Any, float], games: int = 20_000) -> list[Planted]:
    """Return a base and a variant for each line-up, or number of players, with these effects on endless games."""
    planted = []
    for name, effect in effects.items():
        where: dict[str, Any] = {"lineup": name} if isinstance(name, str) else {"players": name}
        for label, varied, share in (("paskahousu", {}, 0.07), ("open", {"faces.on_empty": True}, 0.07 + effect)):
            endings = {"finished": 1 - share, "stuck_cards": share}
            planted.append(Planted(label=label, varied=varied, games=games, endings=endings, **where))
    return planted


def ask(folder: Path, planted: list[Planted], question: str = "endings") -> Finding:
    (finding,) = analysis.answer(analysis.read(write_results(folder / "study", planted)), [question])
    return finding


def sentence(finding: Finding) -> str:
    assert finding.held is not None
    return finding.held.sentence.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("effects", "games", "said"),
    [
        (
            {"a": -0.05, "b": -0.04, "c": -0.06},
            20_000,
            r"Yes for all three line-ups \(a, b and c\): −[56]\.\d+ to −[34]\.\d+ p",
        ),
        (
            {"a": -0.05, "b": -0.04, "c": 0.03},
            20_000,
            r"Yes for a and b; the opposite for c \(\+[23]\.\d+ points\)\.$",
        ),
        (
            {"a": -0.05, "b": 0.0, "c": -0.05},
            80_000,
            r"Yes for a and c; no for b \(under 0\.5 points\)\.$",
        ),
        ({"a": -0.05, "b": 0.001}, 2000, r"Yes for a; not certain for b\.$"),
        ({"a": -0.05, "b": -0.05}, 20_000, r"Yes for both line-ups \(a and b\): .*; the study has no third\.$"),
        ({"a": 0.0, "b": 0.0, "c": 0.0}, 2000, r"Not certain for any of the 3 line-ups\.$"),
        ({"a": -0.05}, 20_000, r"Seen for one kind of player only \(a\); others may differ\.$"),
    ],
    ids=["all", "turned", "gone", "unknown", "two", "none", "one"],
)
def test_sentences_by_who_plays(tmp_path: Path, effects: dict[Any, float], games: int, said: str) -> None:
    finding = ask(tmp_path, pairs(effects, games))
    assert re.match(said, sentence(finding)), sentence(finding)
    names = [table.name for table in finding.tables]
    assert ("endings-holds" in names) == (len(effects) > 1)


def test_other_numbers_of_players_are_told_after_the_line_ups(tmp_path: Path) -> None:
    finding = ask(tmp_path, pairs({2: 0.04, 3: -0.05, 4: -0.06}))
    assert "Seen for one kind of player only (lowest)" in sentence(finding)
    assert "With other numbers of players (lowest): yes for 3 players; the opposite for 2 players (+" in sentence(
        finding
    )
    assert [row["does it hold?"] for row in rows(finding, "endings-holds")] == ["turns round", "holds", "holds"]


@pytest.mark.parametrize("question", ["endings", "length", "seats"])
def test_every_question_tells_it_for_all_line_ups(tmp_path: Path, question: str) -> None:
    planted = [Planted(lineup=name, games=20_000, losers=(1, 1, 1, 1.3)) for name in ("a", "b", "c")]
    finding = ask(tmp_path, planted, question)
    said = "Yes for all three line-ups (a, b and c)" if question == "seats" else "By who plays it runs from"
    assert sentence(finding).startswith(said)
    assert len(rows(finding, f"{question}-holds")) == 3


def test_a_level_without_comparison_shows_its_range(tmp_path: Path) -> None:
    planted = [
        Planted(lineup=name, games=20_000, endings={"finished": 1 - share, "stuck_cards": share})
        for name, share in (("a", 0.1), ("b", 0.2), ("c", 0.3))
    ]
    said = sentence(ask(tmp_path, planted))
    assert said.startswith("By who plays it runs from ")
    assert " for a to " in said
    assert said.endswith(" for c (3 line-ups).")
    same = [Planted(lineup=name, games=900, endings=OPEN) for name in ("a", "b")]
    assert "which can't be told apart" in sentence(ask(tmp_path / "same", same))


def test_fours_and_strategies_tell_it_too(tmp_path: Path) -> None:
    planted = [
        one
        for name in ("a", "b", "c")
        for one in (
            Planted(lineup=name, games=60_000, fork=(0.22, 0.26)),
            Planted(lineup=name, label="no fours", varied={"fours.burn": False}, games=60_000),
        )
    ]
    assert sentence(ask(tmp_path / "f", planted, "fours")).startswith("Yes for all three line-ups (a, b and c): −")
    mixed = [
        Planted(
            players=3,
            lineup=f"{first},{other}",
            seats=rotate([first, other, other]),
            loses_at={first: weight, other: 1.0},
            games=20_000,
            endings=OPEN,
        )
        for other, worse in (("x", 1.4), ("y", 1.3), ("z", 0.7))
        for first, weight in (("good", 1.0), ("bad", worse))
    ]
    said = sentence(ask(tmp_path / "s", mixed, "strategies"))
    assert said.startswith(
        "Yes for 2 x (paskahousu, 3 players) and 2 y (paskahousu, 3 players); the opposite for 2 z ("
    )
