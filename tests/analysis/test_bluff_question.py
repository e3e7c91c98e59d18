"""The question `bluff`: planted worths of lies and doubts are found, and from which share of lies on a doubt pays."""

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
from paskasim.analysis.bluffed import BY_LEFT, BY_PILE, DECISIONS, LIES, STUCK, WHOLE, bluffed_of
from paskasim.analysis.findings import Finding
from paskasim.studies import probes
from paskasim.studies.probes.bluff import FORKS, LEFTS, PILES, SITUATIONS, column

BLOCKS, TIMES = 20, 4
GAMES = BLOCKS * 1024
Chances = tuple[float, float]
WORTH: Mapping[tuple[str, str], Chances] = {
    ("lie", "stuck"): (0.30, 0.45),
    ("lie", "needless"): (0.28, 0.26),
    ("doubt", "true"): (0.38, 0.30),
    ("doubt", "false"): (0.24, 0.36),
}
LIE_SHARE = 0.3
"""Of the claims that are forked."""
NEEDED = 0.08 / (0.08 + 0.12)
"""A doubt costs 8 points against the truth and gains 12 against a lie."""


def plant(
    folder: Path,
    worth: Mapping[tuple[str, str], Chances] = WORTH,
    *,
    cases: int = 1,
    positions: int = 60,
    seed: int = 1,
    blocks: int = BLOCKS,
) -> pd.DataFrame:
    """Return the sums of forked games, also written, given the chance to lose in each branch of each situation.

    `positions` is how many there are in a block in each cell: of claims, with the share of lies.
    """
    random = np.random.default_rng(seed)
    rows = []
    for case in range(cases):
        for block in range(blocks):
            row: dict[str, Any] = {"case": f"case{case:03d}0", "block": block}
            row |= dict.fromkeys(probes.columns_of("bluff"), 0)
            for pile in PILES:
                for left in LEFTS:
                    lies = int(random.binomial(positions, LIE_SHARE))
                    for (fork, situation), chances in worth.items():
                        count = {"true": positions - lies, "false": lies}.get(situation, positions)
                        row[column(fork, situation, pile, left, "positions")] = count
                        for branch, chance in zip(("with", "without"), chances, strict=True):
                            ended = int(random.binomial(TIMES * count, 0.95))
                            lost = int(random.binomial(ended, chance))
                            row[column(fork, situation, pile, left, f"ended_{branch}")] = ended
                            row[column(fork, situation, pile, left, f"loses_{branch}")] = lost
                            row[column(fork, situation, pile, left, f"other_{branch}")] = ended // 5
            rows.append(row)
    sums = pd.DataFrame(rows)
    sums.to_parquet(folder / "bluff.parquet", index=False)
    return sums


def ask(folder: Path, planted: list[Planted], **more: Any) -> Finding:
    write_results(folder, planted)
    plant(folder, cases=len(planted), **more)
    (finding,) = analysis.answer(analysis.read(folder), ["bluff"])
    return finding


def table(finding: Finding, name: str) -> list[dict[str, Any]]:
    (found,) = [one for one in finding.tables if one.name == name]
    titles = [one.title for one in found.columns]  # of equal titles the last one is kept
    return [dict(zip(titles, row, strict=True)) for row in found.rows]


def test_planted_worths_are_found(tmp_path: Path) -> None:
    finding = ask(tmp_path / "study", [Planted(games=GAMES)])
    said = finding.headline.replace("\u00a0", " ")
    assert said.startswith("Who has nothing true to claim and lies loses 1")
    assert "less often" in said
    assert "To lie" not in finding.headline
    assert "to lie when stuck: −1" in finding.verdict
    truth = {
        "lie rather than take the pile": -0.15,
        "lie though something is true": 0.02,
        "doubt any claim": (1 - LIE_SHARE) * 0.08 - LIE_SHARE * 0.12,
        "doubt a lie": -0.12,
        "doubt a true claim": 0.08,
    }
    rows = table(finding, "bluff-decisions")
    assert len(rows) == len(DECISIONS)
    for row in rows:
        wanted = truth[row["decision"].partition(",")[0]]
        assert row["difference"] == pytest.approx(wanted, abs=0.03)
        assert row["low"] - 0.01 <= wanted <= row["high"] + 0.01
        assert row["loses: done"] - row["loses: not done"] == pytest.approx(row["difference"], abs=0.005)
    verdicts = {row["decision"]: row["verdict"] for row in rows}
    assert verdicts["lie rather than take the pile"] == verdicts["doubt a lie"] == "smaller"
    assert verdicts["doubt a true claim"] == "larger"


def test_from_which_share_on_a_doubt_pays(tmp_path: Path) -> None:
    finding = ask(tmp_path / "study", [Planted(games=GAMES)], positions=400)
    rows = table(finding, "bluff-doubts")
    assert len(rows) == len(PILES) * len(LEFTS)
    for row in rows:
        assert row["lies"] == pytest.approx(LIE_SHARE, abs=0.03)
        assert row["doubt pays from"] == pytest.approx(NEEDED, abs=0.1)
        assert row["so"] in ("a doubt does not pay", "can't be told")
    assert sum(row["so"] == "a doubt does not pay" for row in rows) >= 4
    assert "A doubt pays only where at least" in finding.headline


def test_limits_of_that_share_cover_it(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "study", [Planted(games=GAMES)])
    results = analysis.read(folder)
    covered = []
    for seed in range(40):
        sums = plant(folder, seed=seed, positions=60)
        (one,) = bluffed_of(replace(results, probes={"bluff": sums}))
        covered += [cell.needed.low <= NEEDED <= cell.needed.high for cell in one.cells()]
    assert len(covered) == 40 * len(PILES) * len(LEFTS)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)


def test_parts_add_up_to_the_whole(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "study", [Planted(games=GAMES)])
    plant(folder)
    (one,) = bluffed_of(analysis.read(folder))
    whats = ("positions", "loses_with", "ended_with", "loses_without", "ended_without", "other_with")
    for lie in LIES:
        for parts in (BY_PILE[lie], BY_LEFT[lie]):
            for what in whats:
                assert sum(one.sums(part, what).sum() for part in parts) == one.sums(lie, what).sum() > 0


def test_a_lie_with_few_cards_left_is_told_apart(tmp_path: Path) -> None:
    """Planted: only who is out by it gains."""
    folder = write_results(tmp_path / "study", [Planted(games=GAMES)])
    sums = plant(folder, {("lie", "stuck"): (0.4, 0.4)})
    for pile in PILES:
        sums[column("lie", "stuck", pile, "out", "loses_with")] //= 4
    sums.to_parquet(folder / "bluff.parquet", index=False)
    (finding,) = analysis.answer(analysis.read(folder), ["bluff"])
    rows = {row["decision"]: row for row in table(finding, "bluff-decisions")}
    name = f"{STUCK.told}, {{}} left after a lie of one"
    assert rows[name.format(LEFTS["out"])]["verdict"] == "smaller"
    assert rows[name.format(LEFTS["out"])]["difference"] == pytest.approx(-0.3, abs=0.03)
    for left in ("few", "more"):
        assert rows[name.format(LEFTS[left])]["difference"] == pytest.approx(0, abs=0.03)


def test_no_worth__seldom_an_alarm(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "study", [Planted(games=GAMES)])
    results = analysis.read(folder)
    alarms, looks = 0, 0
    for seed in range(30):
        sums = plant(folder, dict.fromkeys(WORTH, (0.25, 0.25)), seed=seed)
        (one,) = bluffed_of(replace(results, probes={"bluff": sums}))
        for comparison in one.comparisons():
            if any(comparison.key == one.key(decision) for decision in WHOLE):
                looks += 1
                alarms += not comparison.contrast.interval().low <= 0 <= comparison.contrast.interval().high
    assert looks == 30 * len(WHOLE)
    assert 0 < alarms <= 16  # 7.5 expected, not independent of each other


def test_every_comparison_has_a_key_of_its_own(tmp_path: Path) -> None:
    write_results(tmp_path / "study", [Planted(games=GAMES), Planted(games=GAMES, lineup="b")])
    plant(tmp_path / "study", cases=2)
    keys = [c.key for one in bluffed_of(analysis.read(tmp_path / "study")) for c in one.comparisons()]
    assert len(keys) == len({*keys}) == 2 * len(DECISIONS)


def test_without_forks__said(tmp_path: Path) -> None:
    results = analysis.read(write_results(tmp_path / "study", [Planted(games=2000)]))
    (finding,) = analysis.answer(results, ["bluff"])
    assert "can't tell when to lie or to doubt" in finding.headline


@pytest.mark.parametrize("blocks", [1, 2])
@pytest.mark.parametrize("positions", [1, 30])
def test_few_games__sentences_are_whole(tmp_path: Path, blocks: int, positions: int) -> None:
    finding = ask(tmp_path / "study", [Planted(games=blocks * 1024)], positions=positions, blocks=blocks, seed=3)
    for text in (finding.headline, finding.verdict, finding.sure, *finding.notes):
        assert not any(word in text for word in ("nan", "inf ", "None", "  "))
    assert finding.headline.endswith((".", ")."))


def test_all_columns_are_planted() -> None:
    assert {(fork, situation) for fork in FORKS for situation in SITUATIONS[fork]} == {*WORTH}
