"""The question `minutes` against a slow computation game by game, with planted faults, and studies with little."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from synthetic import Planted, write_results
from test_questions import check_whole, rows

from paskasim import analysis
from paskasim.analysis import minutes as module
from paskasim.analysis.comparisons import Interest, judge
from paskasim.analysis.intervals import kaplan_meier
from paskasim.analysis.minutes import Timed, timed
from paskasim.analysis.questions import minutes as question
from paskasim.analysis.results import Results
from paskasim.analysis.waiting import Waiting, waitings
from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet
from paskasim.studies.pace import Pace, read_pace, steps
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

STUDY = """\
rules = ["paskahousu", "shithead"]
players = 3
lineups = ["lowest", ["any", "lowest"]]
games = 1_200
seed = 5
questions = ["minutes"]
character = { games = 1_024 }
pace = { flip = 7 }
[vary]
limits.turns = [100, 10_000]
"""
OURS = {step.name: step.seconds for step in steps()}


def played(folder: Path, text: str = STUDY) -> Results:
    (folder / "study.toml").write_text(text)
    sweep(load_study(folder / "study.toml", ("minutes",)), folder, threads=1, command="x")
    return analysis.read(folder / "study")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return played(tmp_path_factory.mktemp("minutes"))


def games_of(results: Results, one: Timed) -> list[dict[str, Any]]:
    assert results.folder is not None
    parts = [
        part for case in one.group.cases for part in sorted((results.folder / f"games/case={case.name}").glob("*"))
    ]
    return [row for part in parts for row in pq.ParquetFile(part).read().to_pylist()]


def cost_of(row: dict[str, Any], rules: str, flip: float = 7) -> int:
    """Return the hundredths of a second of a game of three: `paskahousu` has no rows, `shithead` two of three cards."""
    own = {name: round(100 * value) for name, value in (OURS | {"flip": flip}).items()}
    dealt = 15 if rules == "paskahousu" else 27
    total = own["game"] + 52 * own["shuffle_card"] + dealt * own["deal_card"]
    total += 3 * own["swap"] if rules == "shithead" else 0
    kinds = {"take": row["takes"], "try": row["tries"], "flip": row["flips"], "pass": row["passes"]}
    total += sum(own[kind] * count for kind, count in kinds.items())
    total += own["play"] * (row["turns"] - sum(kinds.values()))
    total += own["take_card"] * row["taken_cards"] + own["forced_take"] * row["forced_takes"]
    burnt = sum(row[f"burns_{cause}"] for cause in ("ten", "ace", "four", "joker", "rule"))
    return int(total + own["burn"] * burnt)


def longer(ended: Sequence[int], left: Sequence[int], dead: int, minutes: int) -> float:
    """Return the product of Kaplan and Meier, one end after the other; a game left at a time saw the ends of it."""
    share = 1.0
    events = sorted([(time, 0) for time in ended] + [(time, 1) for time in left])
    for index, (time, kind) in enumerate(events):
        if kind == 0 and time <= 6000 * minutes:
            share *= 1 - 1 / (len(events) - index + dead)
    return share


def check(results: Results, one: Timed) -> None:
    """Compare a group with its games, one after the other."""
    games = games_of(results, one)
    times: dict[str, list[int]] = {kind: [] for kind in ("finished", "deadlock", "livelock", "unresolved")}
    late = [0] * len(one.group.blocks)
    idle, turns = 0.0, 0
    for row in games:
        time = cost_of(row, one.group.rules_name)
        times[row["outcome"]].append(time)
        late[row["game"] // 1024] += row["outcome"] != "finished" or time > 180_000
        if row["outcome"] == "finished":
            idle += (row["turns"] - row["first_out_turn"]) / row["turns"] * (time - one.setup)
            turns += row["turns"]
    ended = sorted(times["finished"])
    dead = len(times["deadlock"]) + len(times["livelock"])
    assert one.rows is not None
    assert one.mean is not None
    assert one.mean.estimate == pytest.approx(sum(ended) / len(ended) / 6000)
    for at in (0.05, 0.5, 0.95):
        found = one.quantile(at)
        assert found is not None
        assert found.estimate == pytest.approx(ended[math.ceil(at * len(ended)) - 1] / 6000)
    assert one.rows.late.tolist() == late
    for minutes in (5, 8, 10, 15, 30):
        share = one.longer(minutes)
        assert share is not None
        expected = longer(ended, times["unresolved"], dead, minutes)
        assert share.estimate == pytest.approx(expected, abs=1e-9)
        over = sum(time <= 6000 * minutes for time in ended)
        left = sum(time <= 6000 * minutes for time in times["unresolved"])
        assert share.low <= 1 - (over + left) / len(games) <= share.estimate + 1e-12
        assert share.estimate - 1e-12 <= 1 - over / len(games) <= share.high
    counted = one.rows.idle
    assert counted[1].sum() == len(ended)
    assert (counted[0] * counted[1]).sum() == pytest.approx(idle, abs=len(ended))
    assert one.seconds_a_turn == pytest.approx((sum(ended) - len(ended) * one.setup) / turns / 100)


def test_every_group__as_game_by_game(results: Results) -> None:
    every = timed(results)
    assert len(every) == 8
    assert every[0].group.total("outcome_deadlock") > 50  # the one that faults are planted in
    for one in every:
        check(results, one)
    assert any(one.group.rotations == 3 for one in every)
    assert sum(one.group.total("outcome_unresolved") for one in every) > 100
    assert sum(one.group.total("outcome_deadlock") for one in every) > 100


FAULTS = {
    "cards taken cost nothing": lambda pace: {**pace, "taken_cards": 0},
    "a pass is a play": lambda pace: {**pace, "passes": 0},
    "a burn counts twice": lambda pace: {**pace, "burns_ten": 2 * pace["burns_ten"]},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_pace__is_caught(results: Results, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = Pace.weights.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Pace, "weights", property(lambda pace: FAULTS[fault](weights(pace))))
    module._read_rows.cache_clear()
    with pytest.raises(AssertionError):
        check(results, timed(results)[0])
    module._read_rows.cache_clear()


def test_endless_games_taken_for_undecided_ones__are_caught(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(at: Any, ended: Any, left: Any, dead: float, cluster: int) -> Any:
        return kaplan_meier(at, ended, left, 0, cluster=cluster)

    monkeypatch.setattr(module, "kaplan_meier", forgets)
    with pytest.raises(AssertionError):
        check(results, timed(results)[0])


def test_the_plateau__is_the_share_that_never_ends(results: Results) -> None:
    one = next(one for one in timed(results) if not one.group.total("outcome_unresolved") and one.rows is not None)
    assert one.curve is not None
    endless = one.group.total("outcome_deadlock") + one.group.total("outcome_livelock")
    assert endless
    assert one.curve.plateau.estimate == pytest.approx(endless / one.group.games)


def test_before_the_first_turn__by_hand() -> None:
    pace, wrong = read_pace({})
    assert not wrong
    # 20 + 52 cards x 0.6 + 4 x 5 cards x 0.8; with rows 4 x 11 cards, and four who may swap for 15 each.
    assert pace.setup(RuleSet.load("paskahousu"), 4) == 6720
    assert pace.setup(RuleSet.load("paskahousu-rows"), 4) == 14640
    assert pace.setup(RuleSet.load("ruotsalainen"), 4) == 2000 + 52 * 140


def test_sums_alone__tell_the_mean_only_where_every_game_ends(results: Results) -> None:
    without = replace(results, folder=None)
    told = 0
    for one, poor in zip(timed(results), timed(without), strict=True):
        assert poor.rows is None
        assert poor.longer(30) is poor.quantile(0.5) is None
        if one.group.finished < one.group.games:
            assert poor.mean is None
            continue
        told += 1
        assert poor.time is not None
        assert one.time is not None
        assert np.array_equal(poor.time, one.time)
    assert told
    (finding,) = analysis.answer(without, ["minutes"])
    check_whole(finding)
    assert 'keep = "games"' in finding.sure
    assert "on average" in finding.headline


def test_the_finding(results: Results) -> None:
    (finding,) = analysis.answer(results, ["minutes"])
    check_whole(finding)
    said = finding.headline.replace("\u00a0", " ")
    assert said.startswith("At the pace of this study (not measured) the median finished game takes from ")
    assert re.search(
        r"Long games are most frequent under .*: \d+\.\d % \(.*\) of all games are not over after 30", said
    )
    (alone,) = analysis.answer(replace(results, groups=results.groups[:1]), ["minutes"])
    check_whole(alone)
    assert re.search(r"% never end\.", alone.headline.replace("\u00a0", " "))
    assert "the study sets flip, the rest are our estimates" in finding.sure
    assert "Nobody timed them" in finding.sure
    table = rows(finding, "minutes")
    assert len(table) == 8
    for row in table:
        assert row["5 %"] < row["median"] < row["95 %"]
        assert row["longer than 15 min"] >= row["longer than 30 min"] >= row["longer than 90 min"] - 1e-12
        assert row["longer than 90 min"] >= row["never end"] - 1e-12
    compared = rows(finding, "minutes-compared")
    assert {row["what"] for row in compared} == {"mean minutes, finished games", "not over after 30 minutes"}
    assert {row["key"]: row["from"] for row in rows(finding, "minutes-pace")}["flip"] == "the study"
    assert len(rows(finding, "minutes-waits")) == 8
    assert any("when people do, and how long they play on, was not measured" in note for note in finding.notes)


def test_differences__are_those_of_the_levels(results: Results) -> None:
    every = {one.group.key: one for one in timed(results)}
    judged = judge(question.compare(results), Interest())
    for one, other in results.pairs():
        found = judged[f"minutes|{one.key}|{other.key}"]
        means = [every[group.key].mean for group in (one, other)]
        assert means[0] is not None
        assert means[1] is not None
        assert found.estimate == pytest.approx(means[0].estimate - means[1].estimate)
        assert found.smallest == 2
        long = judged[f"long|{one.key}|{other.key}"]
        late = [every[group.key].rows.late.sum() / group.games for group in (one, other)]  # type: ignore[union-attr]
        assert long.estimate == pytest.approx(late[0] - late[1])


def test_watched_games__have_wider_limits(results: Results) -> None:
    watched = replace(results, groups=tuple(replace(group, watched=True) for group in results.groups))
    for one, other in zip(timed(results), timed(watched), strict=True):
        for found, wider in (
            (one.mean, other.mean),
            (one.quantile(0.5), other.quantile(0.5)),
            (one.longer(10), other.longer(10)),
        ):
            assert found is not None
            assert wider is not None
            assert wider.estimate == found.estimate
            assert wider.low <= found.low <= found.high <= wider.high


def test_another_pace__plays_nothing_again(tmp_path: Path) -> None:
    text = STUDY.replace('["paskahousu", "shithead"]', '"shithead"').replace("1_200", "600").replace('"lowest", [', "[")
    first = timed(played(tmp_path, text))[-1]
    part = next((tmp_path / "study" / "games").rglob("*.parquet"))
    before = part.stat().st_mtime_ns
    second = timed(played(tmp_path, text.replace("flip = 7", "flip = 9.25")))[-1]
    assert part.stat().st_mtime_ns == before
    flips = sum(
        row["flips"] for row in games_of(analysis.read(tmp_path / "study"), second) if row["outcome"] == "finished"
    )
    assert first.time is not None
    assert second.time is not None
    assert second.time.sum() - first.time.sum() == 225 * flips > 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pace = { plya = 5 }", 'pace.plya is no key of a study; there are pace.play, .* (did you mean "pace.play"?).'),
        ("pace = { play = -1 }", "pace.play = -1 is not allowed; seconds from 0 to 3,600, to the hundredth, are."),
        ("pace = { play = 0.125 }", "pace.play = 0.125 is not allowed; "),
        ("pace = { play = nan }", "pace.play = nan is not allowed; "),
        ("pace = { take = true }", "pace.take = true is not allowed; "),
        ("pace = 5", "pace = 5 is not allowed; a table such as \\[pace\\] is."),
    ],
)
def test_mistakes(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "s.toml").write_text(f'rules = "paskahousu"\n{line}\n')
    with pytest.raises(PaskasimError) as error:
        load_study(tmp_path / "s.toml", ("minutes",))
    assert re.search(said.replace("(did", r"\(did").replace("?)", r"\?\)"), error.value.what), error.value.what
    assert "s.toml:2:" in error.value.what


def test_damaged_rows__are_told(tmp_path: Path) -> None:
    text = 'rules = "shithead"\nplayers = 2\ngames = 200\nquestions = ["minutes"]\ncharacter = { games = 50 }\n'
    results = played(tmp_path, text)
    part = next((tmp_path / "study" / "games").rglob("*.parquet"))
    whole = part.read_bytes()
    for content in (whole[:-1], whole.replace(b"finished", b"finishes")):
        part.write_bytes(content)
        module._read_rows.cache_clear()
        with pytest.raises(PaskasimError) as error:
            analysis.answer(results, ["minutes"])
        assert error.value.exit_code == 4
        assert "checksum" in error.value.what
    part.unlink()
    with pytest.raises(PaskasimError, match="missing"):
        analysis.answer(results, ["minutes"])


@pytest.mark.parametrize("endings", [{"finished": 1.0}, {"all_pass": 1.0}, {"finished": 0.5, "all_pass": 0.5}])
def test_without_rows_and_probe__said_whole(tmp_path: Path, endings: dict[str, float]) -> None:
    results = analysis.read(write_results(tmp_path / "s", [Planted(games=3000, endings=endings)]))
    (finding,) = analysis.answer(results, ["minutes"])
    check_whole(finding)
    assert "finished" not in endings or ("can't be told" in finding.headline) == (len(endings) == 2)


def test_waiting__from_known_sums(results: Results) -> None:
    (first, *_) = waitings(results, results.groups).values()
    measured = first.measured
    assert first.mean.estimate == measured.total("wait_turns") / measured.total("waits")
    assert sum(first.shares) == pytest.approx(1)
    assert 0 < first.shares[2] < 1
    counts = {f"wait_{turns}": np.array([share]) for turns, share in enumerate((10, 60, 25, 4, 1))}
    known = Waiting(replace(measured, cases={"x": {**counts, "wait_turns": np.array([1])}}))
    assert known.most == 2
    assert known.shares == (0.1, 0.6, 0.25, 0.04, 0.01)


def test_the_docs_hold_the_table_of_seconds() -> None:
    page = (Path(__file__).parents[2] / "docs" / "minutes.md").read_text(encoding="utf-8")
    for step in steps():
        assert f"| `{step.name}` | {step.seconds:g} | {step.meaning} |" in page
