"""Maps over two switches: planted values in the right cells, means, holes, and where the maps stand."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from synthetic import Planted, face_rules, write_results
from test_questions import check_whole, rows
from test_rule_effects import TWO, endless, grid, half, players

from paskasim import analysis
from paskasim.analysis.factorial import grids
from paskasim.analysis.findings import Finding, HeatCell, HeatMap
from paskasim.rules.phrases import phrase_of

FIVE = TWO | {"turn.take": ["free", "stuck"], "beat": ["same_or_higher", "higher"], "deal.hand": [5, 6]}
THREE = TWO | {"turn.take": ["free", "stuck"]}


def answered(folder: Path, planted: list[Planted], questions: Sequence[str] = ("endings",)) -> list[Finding]:
    found = analysis.answer(analysis.read(write_results(folder / "study", planted, questions=questions)))
    for finding in found:
        check_whole(finding)
    return found


def maps(finding: Finding) -> list[HeatMap]:
    return [figure for gallery in finding.galleries for figure in gallery.figures if isinstance(figure, HeatMap)]


def at(figure: HeatMap, **wanted: str) -> HeatCell:
    """Return the cell at values of the two switches (as JSON), named by the last part of their keys."""

    def said(key: str) -> str:
        return phrase_of(key, json.loads(wanted[key.rpartition(".")[2]]))

    return figure.cells[figure.rows.index(said(figure.down))][figure.columns.index(said(figure.across))]


def test_planted_values_stand_in_their_cells(tmp_path: Path) -> None:
    planted = face_rules(50_000, players=[4], lineups=["lowest"])
    finding, length, seats = answered(tmp_path, planted, ("endings", "length", "seats"))
    (found,) = maps(finding)
    assert (found.across, found.columns) == ("faces.min_top", tuple(f"faces only on {top} or higher" for top in "768"))
    assert (found.down, found.rows) == ("faces.on_empty", ("faces may not open a pile", "faces may open a pile"))
    for top, truth in (("6", 0.12), ("7", 0.18), ("8", 0.27)):
        for on_empty, share in (("false", truth), ("true", 0.0004)):
            one = at(found, min_top=f'"{top}"', on_empty=on_empty)
            error = (share * (1 - share) / 50_000) ** 0.5
            assert one.value == pytest.approx(share, abs=4 * error)
            assert float(one.shown) == pytest.approx(100 * one.value, abs=0.06)
            assert float(one.spread.split()[-1]) == pytest.approx(196 * error, rel=0.5)
            assert one.unit == "%"
            assert one.own == (top == "7" and on_empty == "false")
            by_row = found.words.replace("\u00a0%", "").partition(
                f"{phrase_of('faces.on_empty', on_empty == 'true')}: "
            )[2]
            assert f"faces only on {top} or higher: {one.shown}" in by_row
    assert re.fullmatch(
        r"4 players, lowest: games without an end, 0\.0\d? % to 2[67]\.\d %, most where faces only on 8 or higher and "
        r"faces may not open a pile",
        found.title.replace("\u00a0", " "),
    )
    assert finding.lead == found
    (turns,) = maps(length)
    assert at(turns, min_top='"7"', on_empty="true").value - at(turns, min_top='"7"', on_empty="false").value > 4
    assert "turns on average, longest where" in turns.title
    mean = {(row["rule set"]): row["mean"] for row in rows(length, "length")}
    assert at(turns, min_top='"7"', on_empty="true").value == mean["paskahousu (min_top=7, on_empty=true)"]
    (loss,) = maps(seats)
    seat = re.fullmatch(r"finished games lost by seat ([03]), %", loss.scale)
    assert seat
    for row in rows(seats, "seats"):
        if row["seat"] == int(seat[1]):
            values = re.findall(r"=(\w+)", row["rule set"])
            one = at(loss, min_top=f'"{values[0]}"', on_empty=values[1])
            assert one.value == pytest.approx(row["lost, of finished"])
    assert not [table.name for table in finding.tables if "map" in table.name]  # each cell stands in another table


def test_averages_over_the_others_and_orders_by_interaction(tmp_path: Path) -> None:
    def truth(a: int, b: int, c: int) -> float:
        return 0.2 - 0.05 * a + 0.02 * b + 0.04 * c + 0.08 * b * c

    finding, rules = answered(
        tmp_path, grid(THREE, lambda *run: endless(truth(*run)), games=20_000), ("endings", "rules")
    )
    found = maps(finding)
    assert len(found) == 3
    assert not any(gallery.folded for gallery in finding.galleries if "together" in gallery.heading)
    assert {found[0].across, found[0].down} == {"fours.burn", "turn.take"}
    for b, burn in enumerate(("true", "false")):
        for c, take in enumerate(('"free"', '"stuck"')):
            one, both = at(found[0], burn=burn, take=take), [truth(a, b, c) for a in (0, 1)]
            assert one.value == pytest.approx(sum(both) / 2, abs=0.008)
            # Of two cases with deals of their own; half of what one case alone has, and a half.
            assert 0.2 < float(one.spread.split()[-1]) < 0.6
            (row,) = [
                row
                for row in rows(finding, "endings-map")
                if (row["first switch"], row["its value"], row["value of that"]) == ("fours.burn", burn, take)
            ]
            assert row["mean"] == one.value
            assert row["low"] < one.value < row["high"]
            assert [row["least"], row["most"]] == pytest.approx(sorted(both), abs=0.012)
            assert row["cases"] == 2
    assert "each cell is the mean of 2 cases, over what is played of faces.on_empty" in found[0].remarks
    assert "on average" in found[0].title
    pair = next(row for row in rows(rules, "rule-interactions") if row["second"].startswith("turn.take"))
    corners = [at(found[0], burn=b, take=t).value for b, t in (("false", '"stuck"'), ("true", '"stuck"'))]
    corners += [at(found[0], burn=b, take=t).value for b, t in (("false", '"free"'), ("true", '"free"'))]
    if pair["first"].startswith("fours.burn"):
        assert corners[0] - corners[1] - corners[2] + corners[3] == pytest.approx(pair["difference"])
    assert [figure.scale for figure in maps(rules)] == ["mean turns of finished games"] * 3 + [
        figure.scale for figure in maps(rules)[3:]
    ]  # what no other question of this study owns
    assert "finished games lost by seat" in maps(rules)[-1].scale
    assert all(gallery.folded for gallery in rules.galleries if "together: " in gallery.heading)


def test_many_switches_show_the_largest_interactions_first_and_fold_the_rest(tmp_path: Path) -> None:
    def truth(a: int, b: int, c: int, d: int, e: int) -> float:
        return 0.2 - 0.02 * a + 0.02 * b + 0.08 * c * e - 0.05 * a * d

    finding, _ = answered(tmp_path, half(FIVE, lambda *run: endless(truth(*run)), games=9216), ("endings", "rules"))
    galleries = [gallery for gallery in finding.galleries if "together" in gallery.heading]
    assert [gallery.heading.partition(" together")[0] for gallery in galleries[:2]] == [
        "turn.take and deal.hand",
        "faces.on_empty and beat",
    ]
    assert [gallery.folded for gallery in galleries] == [False] * 2 + [True] * 8
    assert all(not cell.missing for figure in maps(finding) for row in figure.cells for cell in row)
    figure = maps(finding)[0]
    away = at(figure, take='"stuck"', hand="6").value - at(figure, take='"free"', hand="6").value
    assert away == pytest.approx(0.08, abs=0.02)


def test_holes__what_does_not_fit_is_told_from_what_is_left_out(tmp_path: Path) -> None:
    vary = {"deal.hand": [5, 7, 9], "deal.down": [3, 5, 4]}
    planted = [
        one
        for one in grid(vary, lambda a, b: endless(0.05 * a * b), games=2000, players=5)
        if (one.varied["deal.hand"], one.varied["deal.down"]) not in ((9, 5), (9, 4), (5, 4))
    ]
    (finding,) = answered(tmp_path, planted)
    (found,) = maps(finding)
    assert found.rows == ("3 blind cards", "4 blind cards", "5 blind cards")
    assert at(found, hand="9", down="5").missing == "does not fit"
    assert at(found, hand="5", down="4").missing == "not played"
    assert "does not fit: these rules can't be dealt to 5 players" in found.remarks
    assert any("9 hand cards and 5 blind cards, does not fit: " in note for note in finding.notes)
    assert "9 hand cards: does not fit" in found.words or "5 blind cards: does not fit" in found.words
    assert at(found, hand="7", down="5").value == pytest.approx(0.05, abs=0.02)


def test_too_few_cases_are_no_grid(tmp_path: Path) -> None:
    planted = grid(TWO, lambda a, b: endless(0.1), games=1100)
    for left, many in (([0, 3], 0), ([0, 1, 3], 1), ([0, 1], 0)):
        folder = write_results(tmp_path / str(left), [planted[i] for i in left])
        assert len(grids(analysis.read(folder))) == many


def test_values_that_are_alike_are_said_to_be(tmp_path: Path) -> None:
    vary = {"deal.hand": [3, 4, 5, 6, 7], "faces.min_top": ["5", "6", "7", "8", "9"]}
    (finding,) = answered(tmp_path, grid(vary, lambda a, b: endless(0.1), games=2000))
    (found,) = maps(finding)
    assert found.title.endswith("which can't be told apart")


def test_each_table_has_its_map_and_nothing_else_a_home(tmp_path: Path) -> None:
    planted = players({"lowest": -0.05, "linear": 0.03}, games=5000)
    (finding,) = answered(tmp_path, planted)
    assert [figure.about.lineup for figure in maps(finding)] == ["lowest", "linear"]
    assert isinstance(finding.lead, HeatMap)


@pytest.mark.parametrize("share", [0.0, 1.0])
@pytest.mark.parametrize("games", [1, 900])
def test_none_and_all_are_said_with_their_bounds(tmp_path: Path, share: float, games: int) -> None:
    planted = grid(THREE if games > 1 else TWO, lambda *run: endless(share), games=games)
    findings = answered(tmp_path, planted, ("endings", "length", "seats"))
    (one, *_) = maps(findings[0])
    cell = one.cells[0][0]
    assert (cell.shown, cell.spread[0]) == (("0", "≤") if share == 0 else ("100", "≥"))
    if share:
        assert not maps(findings[1])  # no game has a length


def test_no_switch_varied_no_map(tmp_path: Path) -> None:
    (finding,) = answered(tmp_path, [Planted(games=2000), Planted(label="x", varied={"fours.burn": False}, games=2000)])
    assert not maps(finding)
