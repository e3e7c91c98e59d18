"""What games are like: measures found again from the games themselves, crossings by hand, and studies with little."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from synthetic import Planted, write_results

from paskasim import analysis
from paskasim.analysis.character import BY_NAME, MEASURES, WHOLE, Character, characters, difference, pairs_of
from paskasim.analysis.findings import Finding
from paskasim.analysis.questions import character as question
from paskasim.analysis.results import Measured, Results
from paskasim.studies import probing
from paskasim.studies.probes import character as probe
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

STUDY = """\
rules = ["paskahousu", "paskahousu-rows"]
players = 3
lineups = ["lowest", "random"]
games = 9_216
seed = 5
questions = ["character"]
detail = true
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("character")
    (folder / "study.toml").write_text(STUDY)
    sweep(load_study(folder / "study.toml", ("character",)), folder, threads=2, command="x")
    return analysis.read(folder / "study")


@pytest.fixture(scope="module")
def games(results: Results, tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """The finished games of the first case, a row each."""
    folder = next(tmp_path_factory.getbasetemp().glob("character*/study/games")) / f"case={results.groups[0].key}"
    rows = pd.concat([pd.read_parquet(part) for part in sorted(folder.glob("*.parquet"))])
    return rows[rows["outcome"] == "finished"]


@pytest.fixture(scope="module")
def finding(results: Results) -> Finding:
    return analysis.answer(results, ["character"])[0]


def rows(finding: Finding, name: str) -> list[dict[str, Any]]:
    table = next(t for t in finding.tables if t.name == name)
    return [dict(zip([c.title for c in table.columns], row, strict=True)) for row in table.rows]


def test_what_the_game_rows_hold__is_found_again(results: Results, games: pd.DataFrame) -> None:
    one = characters(results)[0]
    expected = {
        "turns with a choice": games["choices"].sum() / games["turns"].sum(),
        "burns a game": games.filter(like="burns_").loc[:, "burns_ten":"burns_rule"].sum(axis=1).mean(),
        "lead changes a game": games["lead_changes"].mean(),
        "first one out idle": (games["turns"] - games["first_out_turn"]).sum() / games["turns"].sum(),
    }
    for name, value in expected.items():
        found = one.value(BY_NAME[name])
        assert found.estimate == pytest.approx(value), name
        assert found.low < found.estimate < found.high


def test_every_measure__lies_where_it_can(results: Results) -> None:
    for one in characters(results):
        for measure in MEASURES:
            found = one.value(measure)
            assert found.low <= found.estimate <= found.high
            assert found.estimate > 0
            if measure.kind == "share":
                assert found.estimate <= 1, measure.name
        opened = [one.value(BY_NAME[f"open until {level} %"]).estimate for level in (50, 80)]
        assert opened[0] < opened[1]


def test_the_forecast__is_right_about_its_chances_and_gains_something(results: Results) -> None:
    for one in characters(results):
        for given, chance, lost in one.calibration():
            if given > 5_000:  # moments of one game are alike: far fewer games than moments
                assert abs(chance - lost) < 0.05
        assert one.value(BY_NAME["told by card counts"]).low > 0
        assert one.curve[0].estimate < 0.4 < one.curve[-1].estimate


def test_a_difference__is_that_of_the_levels_with_its_sign(results: Results) -> None:
    pair = pairs_of(results)[0]
    for measure in MEASURES:
        found = difference(pair, measure)
        levels = [character.value(measure).estimate for character in pair]
        sign = -1 if measure.rest else 1
        assert sign * measure.factor * found.estimate == pytest.approx(levels[0] - levels[1])


def test_the_finding(finding: Finding) -> None:
    assert re.match(
        r"From what everybody can count, .* earliest when \d\d\s% of the turns are played", finding.headline
    )
    assert "95 % interval" in finding.headline
    assert "66.7" in finding.headline  # even chances of three players
    assert "turns with a choice, under paskahousu-rows:" in finding.verdict
    assert "so it matters" in finding.verdict
    assert len(rows(finding, "character")) == 4 * len(MEASURES)
    compared = rows(finding, "character-compared")
    weighed = {row["measure"] for row in compared if row["verdict"] != "not weighed"}
    assert weighed == {"turns with a choice", "burns a game"}
    assert {row["formula"] for row in rows(finding, "character-measures")} == {measure.formula for measure in MEASURES}
    assert finding.held is not None
    told = finding.held.sentence.replace("\u00a0", " ")
    assert re.match(r"By who plays it runs from \d\d % of the turns \(\d+ to \d+\) for (lowest|random) to ", told)
    assert told.endswith("(2 line-ups).")
    assert [type(gallery.figures[0]).__name__ for gallery in finding.galleries] == ["Curves", "Lanes"]


def known(results: Results, shares: list[float]) -> Character:
    """Return a character whose loser is named in these shares of games, with a little noise between blocks."""
    group = results.groups[0]
    dice = np.random.default_rng(1)
    sizes = np.full(40, 1024)
    columns = {column.name: np.zeros(40, np.int64) for column in probing.load("character").columns}
    columns |= {"judged": sizes // 2, "finished": sizes, "turns": 60 * sizes}
    for moment, share in enumerate(shares):
        columns[f"named_{moment}"] = WHOLE * dice.binomial(512, share, 40)
    return Character(Measured(group, np.arange(40), sizes, {"case": columns}))


def test_known_from__the_first_moment_after_which_it_stays_so(results: Results) -> None:
    rising = known(results, [0.3] * 10 + [0.6] * 5 + [0.4] * 5 + [0.7] * 10 + [0.9] * 10)
    half, most = rising.known_from(0.5), rising.known_from(0.8)
    assert (half.low, half.estimate, half.high) == (0.5, 0.5, 0.5)
    assert most.estimate == 0.75
    unclear = known(results, [0.3] * 20 + [0.505] * 10 + [0.9] * 10).known_from(0.5)
    assert unclear.low == 0.5
    assert 0.65 < unclear.high <= 0.75
    never = known(results, [0.3] * 40)
    assert never.known_from(0.5).estimate == 1
    assert question._known(never, 0.5) == "only in the last turns"
    assert known(results, [0.9] * 40).known_from(0.5).estimate == 0


def test_a_study_without_the_probe__says_so(tmp_path: Path) -> None:
    found = analysis.answer(analysis.read(write_results(tmp_path / "s", [Planted(games=100)])), ["character"])[0]
    assert "can't tell" in found.headline
    assert "sweep again" in found.sure


@pytest.mark.parametrize("count", [1, 2, 6, 40])
def test_a_handful_of_games__is_worded_all_the_same(tmp_path: Path, count: int) -> None:
    (tmp_path / "study.toml").write_text(STUDY.replace("9_216", str(count)))
    sweep(load_study(tmp_path / "study.toml", ("character",)), tmp_path, threads=1, command="x")
    (found,) = analysis.answer(analysis.read(tmp_path / "study"), ["character"])
    assert "nan" not in found.headline + found.verdict + found.sure
    assert found.headline.endswith(".")


def test_constants_of_probe_and_analysis_agree() -> None:
    from paskasim.analysis import character

    assert (character.MILLION, character.WHOLE, character.BINS) == (probe.MILLION, probe.WHOLE, probe.BINS)
    columns = {column.name for column in probing.load("character").columns}
    assert {name for measure in MEASURES for name in (measure.above, measure.below)} <= columns


def test_the_docs_name_every_measure_with_its_formula() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "character.md").read_text(encoding="utf-8").split())
    for measure in MEASURES:
        assert f"| {measure.name} | {measure.meaning} | {measure.formula} | {measure.source} |" in page
