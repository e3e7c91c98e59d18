"""Each question on planted data with known truth, and on data that leave little to say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from synthetic import OPEN, Planted, face_rules, rotate, write_results

from paskasim import analysis
from paskasim.analysis import question_names
from paskasim.analysis.findings import Finding, Lanes
from paskasim.errors import PaskasimError

UNEVEN = (1.0, 1.0, 1.0, 1.2)


def ask(folder: Path, planted: list[Planted], question: str) -> Finding:
    (finding,) = analysis.answer(analysis.read(write_results(folder / "study", planted)), [question])
    return finding


def rows(finding: Finding, name: str) -> list[dict[str, Any]]:
    table = next(t for t in finding.tables if t.name == name)
    return [dict(zip([c.title for c in table.columns], row, strict=True)) for row in table.rows]


def test_questions_are_found_by_their_files() -> None:
    assert {"endings", "fours", "length", "rules", "seats", "strategies"} <= set(question_names())


def test_unknown_question_is_an_error(tmp_path: Path) -> None:
    results = analysis.read(write_results(tmp_path / "s", [Planted(games=100)]))
    with pytest.raises(PaskasimError, match=f"nonsense.*{', '.join(question_names())}"):
        analysis.answer(results, ["nonsense"])


def test_seats_find_the_planted_unfair_seat(tmp_path: Path) -> None:
    finding = ask(tmp_path, [Planted(losers=UNEVEN, games=100_000)], "seats")
    assert "seat 3 (the dealer) loses 28." in finding.headline
    assert "instead" not in finding.headline
    assert "matters" in finding.verdict
    table = rows(finding, "seats")
    truth = [1 / 4.2] * 3 + [1.2 / 4.2]
    assert all(
        row["lost, of finished, low"] <= p <= row["lost, of finished, high"]
        for row, p in zip(table, truth, strict=True)
    )
    assert table[3]["verdict"] == "larger"
    assert table[3]["unevenness, low"] <= 1.2 / 4.2 - 0.25 <= table[3]["unevenness, high"]
    of_all = [row["lost, of all"] / row["lost, of finished"] for row in table]
    assert of_all == pytest.approx([table[0]["finished"] / table[0]["games"]] * 4)


def test_even_seats_are_not_distinguishable(tmp_path: Path) -> None:
    finding = ask(tmp_path, [Planted(games=100_000)], "seats")
    assert "no seat can be told from an even share" in finding.headline
    assert "too small to matter" in finding.verdict
    assert all(row["verdict"] == "too small to matter" for row in rows(finding, "seats"))


def test_few_games_decide_nothing(tmp_path: Path) -> None:
    finding = ask(tmp_path, [Planted(games=40)], "seats")
    assert "not distinguishable" in finding.headline
    assert "can't rule out 1 point" in finding.verdict


def test_seats_of_many_cases_name_the_worst(tmp_path: Path) -> None:
    planted = [
        Planted(games=100_000),
        Planted(label="odd", losers=UNEVEN, games=100_000, varied={"faces.on_empty": True}),
    ]
    finding = ask(tmp_path, planted, "seats")
    assert "under odd with 4 players, lowest: seat 3 (the dealer) loses" in finding.headline
    assert "cases" not in finding.headline
    assert isinstance(finding.lead, Lanes)
    assert any(heading == "odd" for heading, _ in finding.lead.rows)


def test_rotated_line_up_tells_strategies_from_seats(tmp_path: Path) -> None:
    seats = rotate(["careful", "lowest", "lowest", "lowest"])
    planted = Planted(seats=seats, lineup="careful,lowest", loses_at={"careful": 0.7, "lowest": 1.1}, games=30_000)
    finding = ask(tmp_path, [planted], "seats")
    careful, lowest = rows(finding, "strategies")
    assert careful["low"] <= 0.7 / 4 <= careful["high"]
    assert lowest["low"] <= 1.1 / 4 <= lowest["high"]
    assert (careful["verdict"], lowest["verdict"]) == ("smaller", "larger")
    assert "careful: a seat of it loses 17." in finding.headline
    assert "no seat can be told" in finding.headline
    assert "blocks of whole rotations" in finding.sure


def test_few_rotated_games_count_deals_not_games(tmp_path: Path) -> None:
    seats = rotate(["careful", "lowest"])
    finding = ask(tmp_path, [Planted(players=2, seats=seats, lineup="careful,lowest", games=500)], "seats")
    row = rows(finding, "seats")[0]
    assert row["lost, of finished, high"] - row["lost, of finished, low"] > 2 * 2.2 * (0.25 / 500) ** 0.5


def test_starter_is_told_apart_only_where_it_varies(tmp_path: Path) -> None:
    fixed = ask(tmp_path / "a", [Planted(games=5000)], "seats")
    assert any("same seat starts every game" in note for note in fixed.notes)
    varied = ask(tmp_path / "b", [Planted(games=5000, random_start=True)], "seats")
    assert any("starter loses" in note for note in varied.notes)


def test_endings_compare_variants_on_the_same_deals(tmp_path: Path) -> None:
    finding = ask(tmp_path, face_rules(50_000, players=[4], lineups=["lowest"]), "endings")
    assert re.search(
        r"1[78]\.\d % \(.*points fewer \(95 % interval 1\d\.\d to 1\d\.\d\) on the same deals",
        finding.headline.replace("\u00a0", " "),
    )
    compared = rows(finding, "endings-compared")
    truth = {"8": 0.27, "6": 0.12, "7": 0.18}
    assert len(compared) == 5
    for row in compared:
        top = re.search(r"min_top=(\d)", row["rule set"])
        assert top is not None
        wanted = (0.0004 if "on_empty=true" in row["rule set"] else truth[top.group(1)]) - 0.18
        assert row["low"] - 0.002 <= wanted <= row["high"] + 0.002
    assert {row["verdict"] for row in compared} == {"larger", "smaller"}


def test_endings_shares_add_to_one_and_zero_events_have_a_bound(tmp_path: Path) -> None:
    finding = ask(tmp_path, [Planted(games=20_000, endings={"finished": 1.0})], "endings")
    (row,) = rows(finding, "endings")
    assert row["no end"] == 0
    assert row["high"] == pytest.approx(1 - 0.05 ** (1 / 20_000))
    assert finding.headline.startswith("Every game ended under paskahousu")
    assert "at most 0.015" in finding.headline
    assert (
        sum(value for key, value in row.items() if key in ("finished", "livelock", "unresolved") or "deadlock" in key)
        == 1
    )


def test_unresolved_games_are_not_called_endless(tmp_path: Path) -> None:
    finding = ask(tmp_path, [Planted(games=5000, endings={"finished": 0.9, "open": 0.08, "escape": 0.02})], "endings")
    assert "do not end" in finding.headline
    assert "never end" not in finding.headline
    assert any("turn limit" in note for note in finding.notes)
    sure = ask(tmp_path / "b", [Planted(games=5000, endings={"finished": 0.9, "all_pass": 0.1})], "endings")
    assert "never end" in sure.headline


def fours(games: int = 60_000, fork: tuple[float, float] | None = (0.22, 0.26)) -> list[Planted]:
    less = {"finished": 0.9, "stuck_cards": 0.1}
    more = {"finished": 0.85, "stuck_cards": 0.15}
    with_burn = Planted(games=games, endings=less, fork=fork, length=60)
    return [with_burn, Planted(label="no fours", varied={"fours.burn": False}, games=games, endings=more, length=68)]


def test_fours_measure_rule_and_maker(tmp_path: Path) -> None:
    finding = ask(tmp_path, fours(), "fours")
    said = finding.headline.replace("\u00a0", " ")
    assert re.search(r"A burnt four helps its maker, who loses [34]\.\d points less often \(95 % interval", said)
    assert re.search(r"of games never end instead of [0-9.]+ %, [45]\.\d points fewer", said)
    assert "turns shorter" in said
    assert finding.notes[0] == "No change in who loses, by seat, can be told."
    (fork,) = rows(finding, "fours-forks")
    assert fork["low"] <= -0.04 <= fork["high"]
    assert fork["verdict"] == "smaller"
    ends = rows(finding, "fours-compared")[0]
    assert ends["low"] <= -0.05 <= ends["high"]


def test_fours_without_forks_or_without_pairs_say_so(tmp_path: Path) -> None:
    only_pairs = ask(tmp_path / "a", fours(20_000, fork=None), "fours")
    assert any("no forked games" in note for note in only_pairs.notes)
    only_forks = ask(tmp_path / "b", fours(20_000)[:1], "fours")
    assert any("No two cases differ" in note for note in only_forks.notes)
    neither = ask(tmp_path / "c", [Planted(games=2000)], "fours")
    assert "can't tell what burning four of a kind does" in neither.headline


def test_forks_without_effect_are_not_distinguishable(tmp_path: Path) -> None:
    finding = ask(tmp_path, fours(20_000, fork=(0.25, 0.25)), "fours")
    assert "can't be told" in finding.headline


def test_length_tells_quantiles_of_finished_games_only(tmp_path: Path) -> None:
    planted = Planted(games=50_000, length=60)
    finding = ask(tmp_path, [planted], "length")
    (row,) = rows(finding, "length")
    from synthetic import lengths

    turns, chances = lengths(60)
    median = int(turns[chances.cumsum().searchsorted(0.5)])
    assert row["median, low"] <= median <= row["median, high"]
    assert row["mean, low"] <= float((turns * chances).sum()) <= row["mean, high"]
    assert row["no end"] == pytest.approx(0.21, abs=0.01)
    assert row["running after 400"] == pytest.approx(row["no end"])
    assert "of games reach no end and have no length" in finding.headline


def test_length_compares_means_in_turns(tmp_path: Path) -> None:
    finding = ask(tmp_path, face_rules(30_000, players=[4], lineups=["lowest"]), "length")
    effects = rows(finding, "length-compared")
    assert all(row["low"] < 5.9 < row["high"] + 0.4 for row in effects if "on_empty=true" in row["rule set"])
    assert "turns longer (95 % interval" in finding.headline.replace("\u00a0", " ")


@pytest.mark.parametrize(
    "planted",
    [
        [Planted(games=1)],
        [Planted(games=3, players=2)],
        [Planted(games=2000, endings={"all_pass": 1.0})],
        [
            Planted(games=2000),
            Planted(games=2000, endings={"all_pass": 1.0}, varied={"faces.on_empty": True}, label="b"),
        ],
        [Planted(games=2, endings={"open": 1.0}, fork=(0.1, 0.2))],
        [Planted(games=1500), Planted(games=1500, label="b")],
        [Planted(games=1500, players=10, varied={"deck.decks": 2})],
        fours(1000),
        fours(5),
        [Planted(games=900, players=3, lineup="a,b", seats=rotate(["a", "b", "b"]))],
        [replace(one, seats=rotate(["a", "b", "b"]), lineup="a,b", players=3) for one in fours(3000)],
        [Planted(games=300, label="<script>\"&' $x$ {{ 7*7 }}", lineup="=cmd|x")],
    ],
    ids=[
        "one",
        "three",
        "endless",
        "half-endless",
        "two-open",
        "twins",
        "ten",
        "fours",
        "five",
        "mixed",
        "mixed-fours",
        "names",
    ],
)
def test_sentences_are_whole_for_any_data(tmp_path: Path, planted: list[Planted]) -> None:
    results = analysis.read(write_results(tmp_path / "study", planted))
    for finding in analysis.answer(results, question_names()):
        check_whole(finding)


def check_whole(finding: Finding) -> None:
    words = [finding.headline, finding.sure, finding.verdict, *finding.notes]
    words += [f"{f.title} {f.words}" for g in finding.galleries for f in g.figures]
    for text in words:
        assert not re.search(r"\bnan\b|\binf\b|None(?! of)|  |\(\)", text), text
    assert finding.headline.endswith(".")
    assert finding.sure.endswith((".", "equal."))
    for table in finding.tables:
        assert table.rows
        for row in table.rows:
            assert len(row) == len(table.columns)
            assert all(value is None or value == value for value in row)


def test_identical_rule_sets_differ_in_nothing(tmp_path: Path) -> None:
    twin = Planted(games=30_000, endings=OPEN)
    results = analysis.read(write_results(tmp_path / "s", [twin, replace(twin, label="twin")]))
    endings, length = analysis.answer(results, ["endings", "length"])
    for finding in (endings, length):
        assert "not distinguishable" in finding.headline or "can be told" in finding.headline


def test_many_cases_stay_legible(tmp_path: Path) -> None:
    planted = [
        Planted(label=f"set {i}", players=p, lineup=who, games=1100, varied={"limits.turns": 1000 + i})
        for i in range(9)
        for p in (2, 3, 4)
        for who in ("any", "random", "lowest")
    ]
    finding = ask(tmp_path, planted, "seats")
    panels = finding.galleries[0].figures
    assert len(panels) == 9
    assert all(isinstance(panel, Lanes) and len(panel.rows) <= 8 for panel in panels)
    assert any("The pictures show 72 cases of 81" in note for note in finding.notes)
    assert len(rows(finding, "seats")) == 9 * 3 * (2 + 3 + 4)
