"""Effects of exactly known size, planted in miniature games, are found with the right size and named rightly."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from simulating import make_coverage, planted

import paskasim.laws.miniature
from paskasim import analysis
from paskasim.analysis import question_names
from paskasim.analysis.results import Results
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

PAGE = make_coverage.PAGE.read_text(encoding="utf-8")
REPETITIONS = 60
STUDY = """
rules = "{rules}"
players = {players}
lineups = ["{strategy}"]
games = {games}
seed = 77
keep = "summary"
questions = ["seats", "endings", "length"]
{more}
"""


def study(tmp_path: Path, name: str, strategy: str, games: int, more: str = "") -> Results:
    """Sweep a miniature as anyone would, and read what it left."""
    folder = Path(paskasim.laws.miniature.__file__).parent / "exact"
    file = next(path for path in folder.glob("*.toml") if f'name = "{name}"' in path.read_text(encoding="utf-8"))
    players = planted.miniature(name).players
    path = tmp_path / "study.toml"
    fields = {"rules": file.as_posix(), "players": players, "strategy": strategy, "games": games, "more": more}
    path.write_text(STUDY.format(**fields), encoding="utf-8")
    outcome = sweep(load_study(path, question_names()), tmp_path / "results", threads=1, command="x")
    return analysis.read(outcome.folder)


def test_the_page_finds_every_truth() -> None:
    rows = list(make_coverage.cells_of(make_coverage.between(PAGE, "planted")).values())[1:]
    assert len(rows) == 10
    for what, truth, mean, error, held, _, wrong in rows:
        assert float(held.removesuffix(" %")) >= 95 - 1, what
        if truth != "—":
            assert abs(float(mean) - float(truth)) <= 4.5 * float(error), what
            assert float(wrong.removesuffix(" %")) <= 5, what


@pytest.mark.parametrize("part", [planted.seats, planted.rule_effects])
def test_a_few_studies_find_them_too(part: object) -> None:
    least = 0.95 - 4.5 * math.sqrt(0.95 * 0.05 / REPETITIONS)
    for one in part(REPETITIONS):  # type: ignore[operator]
        assert one.share >= least, one
        assert math.isnan(one.truth) or planted.unbiased(one), one


def test_another_truth_would_not_pass() -> None:
    """The same games against the truth of the seat beside it: nothing fits."""
    found = planted.seats(30)
    first, second = found[0], found[1]
    assert abs(first.mean - second.truth) > 20 * first.error
    moved = planted.Recovered(
        *[getattr(first, name) for name in ("what",)],
        second.truth,
        *[getattr(first, name) for name in ("mean", "error", "repetitions", "held", "named", "wrong")],
    )
    assert not planted.unbiased(moved)


def test_a_sweep_and_its_report_name_the_biased_seat(tmp_path: Path) -> None:
    results = study(tmp_path, "forced takes", "lowest", 20_480)
    truth = planted.exact(planted.miniature("forced takes"), "lowest").loses
    assert truth == pytest.approx((34 / 105, 43 / 105, 28 / 105))
    (finding,) = analysis.answer(results, ["seats"])
    assert "seat 1" in finding.headline
    assert "the most off its even share" in finding.headline
    table = finding.tables[0]
    titles = [column.title for column in table.columns]
    rows = [dict(zip(titles, row, strict=True)) for row in table.rows]
    for seat, row in enumerate(rows):
        assert row["lost, of finished, low"] <= truth[seat] <= row["lost, of finished, high"]
    assert [row["verdict"] for row in rows][1:] == ["larger", "smaller"]


def test_a_sweep_finds_what_a_switch_does(tmp_path: Path) -> None:
    more = f'[vary]\n"{planted.SWITCH}" = [false, true]'
    results = study(tmp_path, "strict faces", "random", 20_480, more)
    one, two = (planted.exact(each, planted.STRATEGY) for each in planted.varied())
    questions = [analysis.questions.load(name) for name in ("endings", "length")]
    judged = [c for question in questions for c in question.compare(results)]
    truths = {"endless": one.never - two.never, "turns": one.mean_turns - two.mean_turns}
    for scale, truth in truths.items():
        (found,) = [c.contrast.interval() for c in judged if c.scale == scale]
        assert found.low <= truth <= found.high
        assert np.sign(found.estimate) == np.sign(truth)
