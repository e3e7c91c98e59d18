"""The question `events`: planted effects of events are found with sign and size, and nothing is made of nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from synthetic import Planted, write_results

from paskasim import analysis
from paskasim.analysis.findings import Finding
from paskasim.analysis.forked import MAKER, WHATS, forked_of
from paskasim.studies import probes
from paskasim.studies.probes.events import PHASES, column

BLOCKS, TIMES = 20, 4
Chances = tuple[float, float]


def plant(
    folder: Path,
    events: Mapping[str, Chances],
    *,
    cases: int = 1,
    share: float = 0.4,
    seed: int = 1,
    blocks: int = BLOCKS,
) -> pd.DataFrame:
    """Return the sums of games forked at events, also written, given the chance that the maker loses in each branch."""
    random = np.random.default_rng(seed)
    rows = []
    for case in range(cases):
        for block in range(blocks):
            row: dict[str, Any] = {"case": f"case{case:03d}0", "block": block}
            row |= dict.fromkeys(probes.columns_of("events"), 0)
            for event, chances in events.items():
                for phase in PHASES:
                    positions = int(random.binomial(1024, share))
                    times = TIMES * positions
                    row[column(event, phase, "positions")] = positions
                    row[column(event, phase, "continuations")] = times
                    ends = random.binomial(times, 0.9)
                    for branch, chance in zip(("with", "without"), chances, strict=True):
                        if branch == "without" and chances[0] == chances[1]:
                            for name in ("maker_loses", "next_loses", "maker_first", "next_first", "no_end", "turns"):
                                row[column(event, phase, f"{name}_without")] = row[column(event, phase, f"{name}_with")]
                            continue
                        maker, following, _ = random.multinomial(ends, (chance, 0.25, 0.75 - chance))
                        row[column(event, phase, f"maker_loses_{branch}")] = int(maker)
                        row[column(event, phase, f"next_loses_{branch}")] = int(following)
                        row[column(event, phase, f"maker_first_{branch}")] = int(random.binomial(times, 0.3))
                        row[column(event, phase, f"next_first_{branch}")] = int(random.binomial(times, 0.3))
                        row[column(event, phase, f"no_end_{branch}")] = times - int(ends)
                        row[column(event, phase, f"turns_{branch}")] = 40 * int(ends)
            rows.append(row)
    sums = pd.DataFrame(rows)
    sums.to_parquet(folder / "events.parquet", index=False)
    return sums


def ask(folder: Path, planted: list[Planted], events: Mapping[str, Chances], **more: Any) -> Finding:
    write_results(folder, planted)
    plant(folder, events, cases=len(planted), **more)
    (finding,) = analysis.answer(analysis.read(folder), ["events"])
    return finding


def table(finding: Finding, name: str) -> list[dict[str, Any]]:
    (found,) = [one for one in finding.tables if one.name == name]
    titles = [one.title for one in found.columns]
    return [dict(zip(titles, row, strict=True)) for row in found.rows]


def effect(finding: Finding, event: str, what: str) -> dict[str, Any]:
    (row,) = [r for r in table(finding, "events-compared") if (r["event"], r["what"]) == (event, what)]
    return row


GAMES = BLOCKS * 1024


def test_planted_effects_are_found(tmp_path: Path) -> None:
    events = {"ten": (0.20, 0.24), "take": (0.28, 0.25), "four": (0.25, 0.25)}
    finding = ask(tmp_path / "study", [Planted(games=GAMES)], events)
    said = finding.headline.replace("\u00a0", " ")
    assert "A pile burnt by a 10 helps its maker, who loses " in said
    assert "by: a pile taken though something else was legal +" in said
    assert "For a burnt four it can't be told." in said
    assert "more than 1 point, so it matters" in finding.verdict
    assert finding.verdict.endswith("more than that, too: a pile taken though something else was legal")
    for event, truth in (("ten", -0.04), ("take", 0.03)):
        for what in ("its maker loses", "its maker loses, phase stock", "its maker loses, phase rest"):
            row = effect(finding, event, what)
            assert row["low"] - 0.005 <= truth <= row["high"] + 0.005
            assert row["difference"] == pytest.approx(truth, abs=0.012)
        assert effect(finding, event, "its maker loses")["verdict"] == ("smaller" if truth < 0 else "larger")
    assert "a pile burnt by a 10 counts most" in finding.galleries[0].figures[0].title


def test_equal_branches__exactly_nothing_and_a_bound(tmp_path: Path) -> None:
    finding = ask(tmp_path / "study", [Planted(games=GAMES)], {"four": (0.25, 0.25)})
    for row in table(finding, "events-compared"):
        assert row["difference"] == 0
        if row["unit"] == "share":
            assert -0.001 < row["low"] < 0 < row["high"] < 0.001
    assert effect(finding, "four", "its maker loses")["verdict"] == "too small to matter"


def test_shares_of_all_add_to_one(tmp_path: Path) -> None:
    finding = ask(tmp_path / "study", [Planted(games=GAMES)], {"ace": (0.3, 0.2)})
    whose = ("its maker loses", "the next player loses", "the others lose, together")
    for branch in ("carried out", "left out"):
        assert sum(effect(finding, "ace", what)[branch] for what in whose) == pytest.approx(1)
    assert sum(effect(finding, "ace", what)["difference"] for what in whose) == pytest.approx(0)


def test_two_players__no_others(tmp_path: Path) -> None:
    finding = ask(tmp_path / "study", [Planted(games=GAMES, players=2)], {"ace": (0.3, 0.2)})
    assert "the others lose, together" not in {row["what"] for row in table(finding, "events-compared")}


def test_several_cases(tmp_path: Path) -> None:
    planted = [Planted(games=GAMES, lineup=who) for who in ("any", "lowest", "linear")]
    finding = ask(tmp_path / "study", planted, {"ten": (0.20, 0.24)})
    assert "in 3 of 3 cases" in finding.headline
    assert len(finding.galleries[0].figures) == 3
    assert finding.held is not None
    assert "Yes for all three line-ups" in finding.held.sentence


def test_without_forks__said(tmp_path: Path) -> None:
    results = analysis.read(write_results(tmp_path / "study", [Planted(games=2000)]))
    (finding,) = analysis.answer(results, ["events"])
    assert "can't tell what an event is worth" in finding.headline
    assert len(table(finding, "events-meant")) == 7


def test_a_change_of_rules_is_called_by_its_switches(tmp_path: Path) -> None:
    write_results(tmp_path / "study", [Planted(games=GAMES)])
    plant(tmp_path / "study", {"rule": (0.2, 0.25)})
    results = analysis.read(tmp_path / "study")
    for given in ({"faces.on_empty": True}, {"faces": {"on_empty": True}}):
        results.manifest["study"]["events"] = {"rule": given}
        (finding,) = analysis.answer(results, ["events"])
        assert finding.headline.startswith(
            "The change to faces.on_empty = true helps the one who is to play, who loses"
        )
        assert any("any turn of the game" in note for note in finding.notes)


@pytest.mark.parametrize("blocks", [1, 2])
@pytest.mark.parametrize("share", [0.001, 0.4])
def test_few_games__sentences_are_whole(tmp_path: Path, blocks: int, share: float) -> None:
    events = dict.fromkeys(("four", "ten", "rule"), (0.2, 0.3))
    planted = [Planted(games=blocks * 1024)]
    finding = ask(tmp_path / "study", planted, events, share=share, blocks=blocks, seed=3)
    for text in (finding.headline, finding.verdict, finding.sure, *finding.notes):
        assert not any(word in text for word in ("nan", "inf ", "None", "  "))
    assert finding.headline.endswith(".")


def test_no_effect__seldom_an_alarm(tmp_path: Path) -> None:
    """With the same chances drawn anew in both branches, a comparison at 5 % is apart about one time in twenty."""
    alarms = 0
    folder = write_results(tmp_path / "study", [Planted(games=GAMES)])
    results = analysis.read(folder)
    for seed in range(60):
        sums = plant(folder, {"ten": (0.25, 0.2500001)}, seed=seed)
        (forked,) = forked_of(replace(results, probes={"events": sums}))
        contrast = forked.contrast(MAKER)
        assert contrast is not None
        alarms += not contrast.interval().low <= 0 <= contrast.interval().high
    assert 0 < alarms <= 9  # 3 expected; outside in one of twenty such tests, nearly always for want of an alarm


def test_every_comparison_has_a_key_of_its_own(tmp_path: Path) -> None:
    write_results(tmp_path / "study", [Planted(games=GAMES), Planted(games=GAMES, lineup="b")])
    plant(tmp_path / "study", {"ten": (0.2, 0.24), "ace": (0.2, 0.24)}, cases=2)
    keys = [c.key for one in forked_of(analysis.read(tmp_path / "study")) for c in one.comparisons()]
    assert len(keys) == len({*keys}) == 4 * len(WHATS)
