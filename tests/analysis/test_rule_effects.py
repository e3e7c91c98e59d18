"""The question `rules`: planted effects and interactions, what is inert, what turns, and a real factorial."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from synthetic import Planted, write_results
from test_questions import ask, check_whole, rows

from paskasim import analysis, report
from paskasim.analysis.factorial import Factorial, factorials
from paskasim.analysis.findings import Finding, Lanes
from paskasim.analysis.inert import Inert, inert_switches
from paskasim.analysis.questions import load
from paskasim.analysis.results import Results
from paskasim.designs import smallest_fraction
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

Vary = Mapping[str, Sequence[Any]]
TWO: Vary = {"faces.on_empty": [False, True], "fours.burn": [True, False]}
FIVE: Vary = TWO | {"turn.take": ["free", "stuck"], "beat": ["same_or_higher", "higher"], "deal.hand": [5, 6]}


def grid(vary: Vary, truth: Callable[..., Mapping[str, Any]], **more: Any) -> list[Planted]:
    """Return a case for each combination; `truth` gives what is planted from how far each switch is off its first."""
    planted = []
    for levels in product(*(range(len(values)) for values in vary.values())):
        varied = {key: values[level] for (key, values), level in zip(vary.items(), levels, strict=True)}
        label = ", ".join(f"{key} = {json.dumps(value)}" for key, value in varied.items())
        planted.append(Planted(label=label, varied=varied, **(more | truth(*levels))))
    return planted


def endless(share: float) -> dict[str, Any]:
    return {"endings": {"finished": 1 - share, "stuck_cards": share}}


def row(finding: Finding, table: str, **wanted: Any) -> dict[str, Any]:
    (found,) = [one for one in rows(finding, table) if all(one[key] == value for key, value in wanted.items())]
    return found


def near(found: Mapping[str, Any], truth: float) -> bool:
    """Return whether an estimate lies within twice its 95 % limits: of a few dozen checks none should fail."""
    return bool(abs(found["difference"] - truth) <= found["high"] - found["low"])


WHAT = "games without an end"


def test_it_finds_planted_effects_and_their_interaction(tmp_path: Path) -> None:
    # From the base −8 and +2 points; together 3 points more than their sum.
    planted = grid(TWO, lambda a, b: endless(0.2 - 0.08 * a + 0.02 * b + 0.03 * a * b), games=50_000)
    finding = ask(tmp_path, planted, "rules")
    at = {"line-up": "lowest", "what": WHAT}
    truth = {("faces.on_empty", "from the base"): -0.08, ("faces.on_empty", "on average"): -0.065}
    truth |= {("fours.burn", "from the base"): 0.02, ("fours.burn", "on average"): 0.035}
    for (switch, kind), effect in truth.items():
        found = row(finding, "rule-effects", switch=switch, effect=kind, **at)
        assert near(found, effect)
        assert not near(found, effect + 0.02)
        assert found["verdict"] == ("larger" if effect > 0 else "smaller")
    assert near(row(finding, "rule-interactions", **at), 0.03)
    assert finding.headline.startswith(
        "Of 2 switches, faces.on_empty does most: with ‘faces may open a pile’ instead of"
    )
    said = finding.headline.replace("\u00a0", " ")
    assert re.search(r"games without an end are [78]\.\d+ points rarer \(95 % interval", said)
    assert re.search(r"on average over the other switches 6\.\d+ points rarer", said)
    assert re.search(
        r"depends on the others: .*by −[78]\.\d+ points .*, but by −[45]\.\d+ points with ‘four of a kind do n",
        said,
    )
    untouched = row(finding, "rule-effects", switch="faces.on_empty", effect="on average", what="finished games")
    assert (untouched["from"], untouched["to"]) == ("false", "true")
    assert untouched["verdict"] == "too small to matter"
    check_whole(finding)


def test_what_adds_up_is_said_to_do_so(tmp_path: Path) -> None:
    planted = grid(TWO, lambda a, b: endless(0.2 - 0.05 * a + 0.02 * b), games=30_000)
    finding = ask(tmp_path, planted, "rules")
    assert "No two switches can be told to do more or less together on games without an end." in finding.headline
    assert row(finding, "rule-interactions", what=WHAT)["verdict"] in ("not distinguishable", "too small to matter")


def test_the_picture_is_sorted_and_tells_base_from_average(tmp_path: Path) -> None:
    vary = TWO | {"turn.take": ["free", "stuck"]}
    planted = grid(vary, lambda a, b, c: endless(0.1 + 0.02 * a + 0.08 * b + 0.04 * c), games=20_000)
    finding = ask(tmp_path, planted, "rules")
    assert isinstance(finding.lead, Lanes)
    assert [heading.partition(":")[0] for heading, _ in finding.lead.rows] == [
        "fours.burn",
        "turn.take",
        "faces.on_empty",
    ]
    assert all([lane.label for lane in row] == ["from the base", "on average"] for _, row in finding.lead.rows)
    assert all(lane.low < lane.value < lane.high for _, row in finding.lead.rows for lane in row)


def test_levels_are_compared_with_the_value_of_the_named_rule_set(tmp_path: Path) -> None:
    vary: Vary = {"faces.min_top": ["6", "7", "8"], "fours.burn": [False, True]}
    by_top = (0.12, 0.18, 0.27)
    planted = grid(vary, lambda top, burn: endless(by_top[top] + 0.03 * burn), games=30_000)
    finding = ask(tmp_path, planted, "rules")
    for to, effect in (('"6"', -0.06), ('"8"', 0.09)):
        found = row(finding, "rule-effects", switch="faces.min_top", to=to, effect="from the base", what=WHAT)
        assert found["from"] == '"7"'
        assert near(found, effect)
    assert row(finding, "rule-effects", switch="fours.burn", effect="on average", what=WHAT)["from"] == "true"
    assert len([one for one in rows(finding, "rule-interactions") if one["what"] == WHAT]) == 2


def only(folder: Path) -> Factorial:
    (found,) = factorials(analysis.read(folder))
    return found


def test_the_base_of_a_rule_file_is_the_one_in_the_manifest(tmp_path: Path) -> None:
    planted = grid(TWO, lambda a, b: endless(0.1), games=2000, rules_name="Grandmother's table")
    folder = write_results(tmp_path / "study", planted)
    assert not only(folder).named
    assert only(folder).base is only(folder).groups[0] or only(folder).base.varied["faces.on_empty"] is False
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["bases"] = {"Grandmother's table": {"faces.on_empty": True, "fours.burn": False}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    found = only(folder)
    assert found.named
    assert dict(found.base.varied) == {"faces.on_empty": True, "fours.burn": False}


def test_single_cases_beside_a_factorial_do_not_spoil_it(tmp_path: Path) -> None:
    planted = grid(TWO, lambda a, b: endless(0.1), games=2000)
    odd = Planted(label="odd", varied={"faces.min_top": "8"}, games=2000)
    assert len(only(write_results(tmp_path / "a", [odd, *planted, Planted(games=2000)])).cells) == 4


@pytest.mark.parametrize("left", [1, 2, 3])
def test_part_of_a_factorial_is_none(tmp_path: Path, left: int) -> None:
    vary = TWO | {"turn.take": ["free", "stuck"]}
    planted = grid(vary, lambda a, b, c: endless(0.1), games=1100)[:-left]
    finding = ask(tmp_path, planted, "rules")
    assert finding.headline.startswith("This study can't tell what each rule does: no table plays all combinations")
    check_whole(finding)


def test_one_switch_has_an_effect_from_the_base_only(tmp_path: Path) -> None:
    planted = grid({"fours.burn": [True, False]}, lambda a: endless(0.1 + 0.05 * a), games=20_000)
    finding = ask(tmp_path, planted, "rules")
    assert {one["effect"] for one in rows(finding, "rule-effects")} == {"from the base"}
    assert near(row(finding, "rule-effects", what=WHAT), 0.05)
    assert finding.headline.startswith(
        "fours.burn makes a difference: with ‘four of a kind do not burn’ instead of ‘four of a kind burn’, games wi"
    )
    check_whole(finding)


def half(vary: Vary, truth: Callable[..., Mapping[str, Any]], **more: Any) -> list[Planted]:
    fraction = smallest_fraction(len(vary))
    assert fraction is not None
    levels = product(*(range(len(values)) for values in vary.values()))
    return [one for one, run in zip(grid(vary, truth, **more), levels, strict=True) if fraction.holds(run)]


def test_a_fraction_finds_the_same_effects_and_shows_its_aliases(tmp_path: Path) -> None:
    def truth(a: int, b: int, c: int, d: int, e: int) -> dict[str, Any]:
        return endless(0.2 - 0.08 * a + 0.02 * b + 0.04 * c + 0.05 * a * b)

    finding = ask(tmp_path, half(FIVE, truth, games=20_000), "rules")
    truths = {"faces.on_empty": -0.055, "fours.burn": 0.045, "turn.take": 0.04, "beat": 0.0, "deal.hand": 0.0}
    for switch, effect in truths.items():
        assert near(row(finding, "rule-effects", switch=switch, effect="on average", what=WHAT), effect)
    assert all(one["effect"] == "on average" for one in rows(finding, "rule-effects"))
    pair = row(
        finding, "rule-interactions", first="faces.on_empty: false → true", second="fours.burn: true → false", what=WHAT
    )
    assert near(pair, 0.05)
    aliases = rows(finding, "rule-fraction")
    assert aliases[0]["switches"] == " × ".join(FIVE)
    assert len(aliases) == 1 + 5 + 10
    both = next(one for one in aliases if one["switches"] == "faces.on_empty × fours.burn")
    assert both["aliases of up to 4 switches"] == "turn.take × beat × deal.hand"
    assert any("16 of 32 combinations, a fraction of resolution 5" in note for note in finding.notes)
    assert "on average over the other switches" in finding.headline
    check_whole(finding)


def players(effects: Mapping[str, float], games: int = 20_000) -> list[Planted]:
    """Return the same two switches played by several line-ups, the first with another effect for each."""
    return [
        one
        for lineup, effect in effects.items()
        for one in grid(TWO, lambda a, b, e=effect: endless(0.06 + e * a + 0.02 * b), games=games, lineup=lineup)
    ]


def test_effects_that_turn_with_the_strategy_are_flagged(tmp_path: Path) -> None:
    finding = ask(tmp_path, players({"lowest": -0.05, "careful": -0.04, "linear": 0.03}), "rules")
    found = row(
        finding, "rule-effects", switch="faces.on_empty", effect="from the base", what=WHAT, **{"line-up": "linear"}
    )
    assert found["turns"] == "sign differs by strategies"
    other = row(
        finding, "rule-effects", switch="fours.burn", effect="from the base", what=WHAT, **{"line-up": "linear"}
    )
    assert other["turns"] == ""
    turning = [one for one in rows(finding, "rule-turns") if one["what turns"] == "sign"]
    assert {(one["where"], one["differs by"]) for one in turning} == {
        (lineup, "strategies") for lineup in ("lowest", "careful", "linear")
    }
    assert any("faces.on_empty: false → true" in note and "linear: +" in note for note in finding.notes)
    assert any("turn round, by who plays or by the other switches" in note for note in finding.notes)
    assert finding.held is not None
    assert finding.held.sentence.startswith("Yes for lowest and careful; the opposite for linear (+")


def test_effects_that_turn_with_the_players_or_away_from_the_base_are_flagged(tmp_path: Path) -> None:
    def truth(a: int, b: int, c: int = 0) -> dict[str, Any]:
        return endless(0.1 + 0.04 * a - 0.12 * a * b + 0.1 * b)

    planted = grid(TWO, truth, games=20_000)
    planted += grid(TWO, lambda a, b: endless(0.2 - 0.04 * a), games=20_000, players=3)
    finding = ask(tmp_path, planted, "rules")
    found = row(finding, "rule-effects", switch="faces.on_empty", effect="from the base", what=WHAT, players=4)
    assert "sign differs by numbers of players" in found["turns"]
    assert "sign differs between base and average" in found["turns"]
    away = [one for one in rows(finding, "rule-turns") if one["differs by"] == "base and average"]
    assert {one["where"] for one in away} == {"from the base, 4 players, lowest", "on average, 4 players, lowest"}


def test_a_verdict_that_turns_is_flagged_where_both_are_certain(tmp_path: Path) -> None:
    finding = ask(tmp_path, players({"lowest": -0.05, "careful": 0.0}, games=60_000), "rules")
    turning = [one for one in rows(finding, "rule-turns") if one["effect"] == "from the base"]
    assert {(one["what turns"], one["verdict"]) for one in turning} == {
        ("verdict", "smaller"),
        ("verdict", "too small to matter"),
    }


@pytest.mark.parametrize(
    "truth",
    [
        lambda a, b: endless(1.0),
        lambda a, b: endless(float(a)),
        lambda a, b: endless(0.0),
        lambda a, b: endless(0.0002 * a),
    ],
    ids=["all", "half", "none", "rare"],
)
@pytest.mark.parametrize("games", [1, 9000])
def test_sentences_are_whole_where_little_can_be_said(
    tmp_path: Path, truth: Callable[..., Mapping[str, Any]], games: int
) -> None:
    finding = ask(tmp_path, grid(TWO, truth, games=games), "rules")
    check_whole(finding)
    if games == 1:
        assert "can be told" in finding.headline or "can't tell" in finding.headline


# A real factorial, played once: two switches that work together, and one that does nothing.
STUDY = """\
title = "Three rules"
rules = "paskahousu"
games = 9_216
questions = ["rules", "endings"]
[vary]
"faces.on_empty" = [false, true]
"fours.burn" = [true, false]
"skip.per_card" = [false, true]
"""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("factorial")
    (folder / "three.toml").write_text(STUDY, encoding="utf-8")
    study = load_study(folder / "three.toml", analysis.question_names())
    return sweep(study, folder / "out", threads=2, command="paskasim sweep three.toml").folder


@pytest.fixture(scope="session")
def results(played: Path) -> Results:
    return analysis.read(played)


@pytest.fixture(scope="session")
def finding(results: Results) -> Finding:
    return analysis.answer(results)[0]


def test_burning_fours_turns_its_effect_where_faces_may_open_a_pile(finding: Finding) -> None:
    # Where a face may not open, burnt fours take away the cards that faces need: without the burn far fewer games get
    # stuck. Where it may, the burn brings games to an end that would go round in circles.
    base = row(finding, "rule-effects", switch="fours.burn", effect="from the base", what=WHAT)
    assert base["verdict"] == "smaller"
    pair = row(
        finding, "rule-interactions", first="faces.on_empty: false → true", second="fours.burn: true → false", what=WHAT
    )
    assert pair["verdict"] == "larger"
    where_open = base["difference"] + pair["difference"]
    assert base["high"] < -0.1
    assert where_open > 0.03


def test_a_switch_without_effect_is_inert_row_by_row(finding: Finding, results: Results) -> None:
    inert = rows(finding, "rule-inert")
    assert [(one["switch"], one["compared"], one["pairs of cases"]) for one in inert] == [
        ("skip.per_card", "every row", 4)
    ]
    assert inert[0]["games a side"] == 4 * 9216
    assert "skip.per_card changed no game that was played." in finding.headline
    for one in rows(finding, "rule-effects"):
        if one["switch"] == "skip.per_card":
            assert one["difference"] == 0
            assert one["p (Holm)"] == 1
            assert one["verdict"] == "too small to matter"
            assert one["low"] <= 0 <= one["high"] < 0.001
    pairs = [one for one in rows(finding, "rule-interactions") if "skip" in one["second"]]
    assert pairs
    assert all(one["difference"] == 0 for one in pairs)


def test_an_effect_that_other_questions_ask_for_is_counted_once(results: Results) -> None:
    rules = {comparison.key: comparison.contrast.estimate for comparison in load("rules").compare(results)}
    endings = {comparison.key: comparison.contrast.estimate for comparison in load("endings").compare(results)}
    shared = rules.keys() & endings.keys()
    assert len(shared) == 3
    assert all(rules[key] == endings[key] for key in shared)


def test_effects_are_differences_of_the_cases(results: Results, finding: Finding) -> None:
    (design,) = factorials(results)
    share = {run: 1 - group.finished / group.games for run, group in design.cells.items()}
    on = np.mean([share[run] for run in share if run[0]])
    off = np.mean([share[run] for run in share if not run[0]])
    average = row(finding, "rule-effects", switch="faces.on_empty", effect="on average", what=WHAT)
    assert average["difference"] == pytest.approx(on - off)
    base = row(finding, "rule-effects", switch="faces.on_empty", effect="from the base", what=WHAT)
    assert base["difference"] == pytest.approx(share[1, 0, 0] - share[0, 0, 0])


def find_inert(results: Results, folder: Path | None) -> list[Inert]:
    (design,) = factorials(results)
    return inert_switches(design, results.manifest["files"], folder)


def test_without_rows_the_sums_are_the_evidence(results: Results, tmp_path: Path) -> None:
    assert [(one.key, one.evidence) for one in find_inert(results, None)] == [("skip.per_card", "sums")]
    assert [(one.key, one.evidence) for one in find_inert(results, tmp_path)] == [("skip.per_card", "sums")]


def test_one_game_changed_is_noticed_though_its_sums_are_not(results: Results, played: Path, tmp_path: Path) -> None:
    """Swap the turns of two games of a block: all sums stay, the rows don't."""
    (design,) = factorials(results)
    for group in design.groups:
        (part,) = (played / "games" / f"case={group.cases[0].name}").iterdir()
        target = tmp_path / "games" / part.parent.name / part.name
        target.parent.mkdir(parents=True)
        table = pq.ParquetFile(part).read()
        if group is design.groups[-1]:
            frame = table.to_pandas()
            turns = frame["turns"].to_numpy(copy=True)
            other = int(np.flatnonzero(turns[:1000] != turns[0])[0])
            turns[[0, other]] = turns[[other, 0]]
            table = table.set_column(table.column_names.index("turns"), table.schema.field("turns"), [turns])
        pq.write_table(table, target)
    assert find_inert(results, tmp_path) == []


def test_one_metric_of_one_block_off_is_not_inert(results: Results) -> None:
    (design,) = factorials(results)
    run, group = list(design.cells.items())[-1]
    case = group.cases[0]
    takes = case.sums["takes"].copy()
    takes[3] += 1
    touched = replace(group, cases=(replace(case, sums={**case.sums, "takes": takes}),))
    assert inert_switches(replace(design, cells={**design.cells, run: touched}), {}, None) == []


def test_what_was_offered_and_never_taken_is_told_apart(results: Results) -> None:
    (design,) = factorials(results)
    cells = dict(design.cells)
    for run, group in design.cells.items():
        if run[2]:
            case = group.cases[0]
            more = {**case.sums, "choices": case.sums["choices"] + 5}
            cells[run] = replace(group, cases=(replace(case, sums=more),))
    (found,) = inert_switches(replace(design, cells=cells), {}, None)
    assert (found.key, found.offers) == ("skip.per_card", True)


def test_the_report_shows_it_and_says_where_it_holds(played: Path, tmp_path: Path) -> None:
    page = report.build(played, tmp_path).read_text(encoding="utf-8")
    assert "What each rule does" in page
    assert "from the base" in page
    assert page.count("<dt>Does it hold?</dt><dd>Seen for one kind of player only (lowest); others may differ.") == 2
    assert "three-rule-effects.csv" in page
    assert "three-rule-interactions.csv" in page


def test_cases_tell_nothing_that_their_file_does_not(played: Path) -> None:
    cases = pd.read_parquet(played / "cases.parquet")
    assert len(cases) == 8
    manifest = json.loads((played / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["bases"] == {"paskahousu": {"faces.on_empty": False, "fours.burn": True, "skip.per_card": False}}
