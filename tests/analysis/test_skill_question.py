"""The question `skill` on games with a planted truth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from synthetic import Planted, write_results
from test_questions import check_whole, rows

from paskasim import analysis, report
from paskasim.analysis.findings import Curves, Finding
from paskasim.analysis.leads import rounds_to_lead
from paskasim.skill import WHOLE, by_player, outcome, seatings, squares
from paskasim.studies.probes import skill as probe

PLAYERS = 4
WIDTH = len(probe.COUNTED)


def cost_of(weights: Sequence[float], deals: int, luck: float, seat: float, random: np.random.Generator) -> np.ndarray:
    """Return costs (seatings x seats x deals) where the loser is picked by who plays, by the seat and by the cards.

    Whatever plays loses by `weights` (lower rung, higher rung); the first seat `seat` times as often. In a share `luck`
    of the deals the cards alone say which seat loses, all equally often.
    """
    ways = seatings(PLAYERS)
    cost = np.zeros((len(ways), PLAYERS, deals), np.int64)
    doomed = np.where(random.random(deals) < luck, random.integers(PLAYERS, size=deals), -1)
    for i, way in enumerate(ways):
        chances = np.array([weights[kind] * (seat if place == 0 else 1.0) for place, kind in enumerate(way)])
        loser = random.choice(PLAYERS, deals, p=chances / chances.sum())
        loser = np.where(doomed >= 0, doomed, loser)
        cost[i, loser, np.arange(deals)] = WHOLE
    return cost


def asked(
    folder: Path,
    *groups: tuple[Sequence[float], float, float],
    deals: int = 1024,
    no_loser: bool = False,
) -> Finding:
    """Return the finding for rule sets with these (weights, luck, seat), the two rungs being 'lowest' and 'linear'."""
    planted = [
        Planted(games=2000, label=f"rules {i}", rules_name=f"rules {i}", varied={"faces.min_top": str(5 + i)})
        for i in range(len(groups))
    ]
    path = write_results(folder / "study", planted, questions=["skill"])
    found = []
    random = np.random.default_rng(1)
    for i, (weights, luck, seat) in enumerate(groups):
        cost = cost_of(weights, deals, luck, seat, random)
        table = np.zeros((deals, len(probe.PROBE.columns)), np.int64)
        table[:, 0] = 1
        places = np.where(cost > 0, PLAYERS, 1)
        finished = np.full((cost.shape[0], deals), not no_loser)
        table[:, 1 : 1 + len(probe.OUTCOME)] = outcome(cost, places, finished)
        for start in range(0, deals, probe.BLOCK):
            block = slice(start, start + probe.BLOCK)
            table[block, 1 + len(probe.OUTCOME) : 1 + WIDTH] = squares(by_player(cost)[:, :, block])
        sums = np.add.reduceat(table, np.arange(0, deals, probe.BLOCK), axis=0)
        frame = pd.DataFrame(sums, columns=[column.name for column in probe.PROBE.columns])
        frame.insert(0, "block", range(len(frame)))
        frame.insert(0, "case", f"case{i:03d}0")
        found.append(frame)
    pd.concat(found).to_parquet(path / "skill.parquet", index=False)
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["study"]["skill"] = {"rungs": ["lowest", "linear"]}
    (path / "manifest.json").write_text(json.dumps(manifest))
    (finding,) = analysis.answer(analysis.read(path), ["skill"])
    check_whole(finding)
    return finding


def truth(weights: Sequence[float], luck: float, seat: float) -> dict[str, float]:
    """Return the chances to lose of the two kinds and the parts of the variance, from the law that was planted."""
    ways = seatings(PLAYERS)
    cell = np.zeros((PLAYERS, len(ways)))
    lost = np.zeros(2)
    for way in ways:
        chances = np.array([weights[kind] * (seat if place == 0 else 1.0) for place, kind in enumerate(way)])
        chances = luck / PLAYERS + (1 - luck) * chances / chances.sum()
        for place, kind in enumerate(way):
            lost[kind] += chances[place] / 2 / len(ways)
            cell[place, ways.index(way[place:] + way[:place])] = chances[place] - 1 / PLAYERS
    whole = 1 / PLAYERS - 1 / PLAYERS**2
    first, line = cell.mean(axis=1), cell.mean(axis=0)
    # Free games throw dice of their own for each seating: of the mean over these, a sixth of one game's is left.
    free = (1 - luck) * np.mean((chance := (cell / (1 - luck) + 0.25)) * (1 - chance)) / len(ways)
    doomed = luck * whole + (1 - luck) * np.mean((first / (1 - luck)) ** 2) - np.mean(first**2)
    return {
        **{"low": lost[0], "high": lost[1]},
        **{"the seat": float(np.mean(first**2)) / whole, "who plays": float(np.mean(line**2)) / whole},
        **{"the cards": float(free + doomed) / whole},
    }


def test_planted_truth__found(tmp_path: Path) -> None:
    planted = ((3.0, 1.0), 0.4, 1.5)
    finding = asked(tmp_path, planted, deals=4096)
    known = truth(*planted)
    (ahead,) = rows(finding, "skill-ahead")
    assert ahead["difference, low"] < known["low"] - known["high"] < ahead["difference, high"]
    assert ahead["difference, high"] - ahead["difference, low"] < 0.02
    assert ahead["lower loses"] == pytest.approx(known["low"], abs=0.01)
    # Who does not lose is first here, so that only the loser is ever behind.
    assert ahead["ahead"] == pytest.approx(0.5 + (known["low"] - known["high"]) / 2, abs=0.01)
    assert ahead["verdict"] == "larger"
    (parts,) = rows(finding, "skill-parts")
    for name in ("the seat", "who plays", "the cards"):
        assert parts[f"{name}, low"] <= known[name] <= parts[f"{name}, high"]
        assert parts[f"{name}, high"] - parts[f"{name}, low"] < 0.05
    named = ("the cards", "the seat", "who plays", "who plays at which seat", "these cards with these players")
    assert sum(parts[name] for name in named) == pytest.approx(1, abs=0.01)
    (told,) = rows(finding, "skill-rounds")
    for level in (75, 95):
        rounds = rounds_to_lead(level / 100, known["low"], known["high"])
        assert told[f"rounds for {level} %, low"] <= rounds <= told[f"rounds for {level} %, high"]
    said = finding.headline.replace("\u00a0", " ")
    assert said.startswith("linear finishes ahead of lowest in 5")
    assert "Of 100 parts of what decides who loses, " in said
    assert said.count(". ") == 1  # two sentences
    assert any(note.startswith("Until linear has lost fewer rounds than lowest it takes ") for note in finding.notes)
    assert isinstance(finding.lead, Curves)
    assert finding.lead.curves[0].shares[0] == 0.5
    assert finding.lead.curves[0].shares[-1] == pytest.approx(0.95, abs=0.03)


def test_two_rule_sets__which_rewards_skill_more(tmp_path: Path) -> None:
    finding = asked(tmp_path, ((3.0, 1.0), 0.4, 1.0), ((3.0, 1.0), 0.8, 1.0))
    (row,) = rows(finding, "skill-rules")
    known = [truth((3.0, 1.0), luck, 1.0) for luck in (0.4, 0.8)]
    less = known[1]["low"] - known[1]["high"] - known[0]["low"] + known[0]["high"]
    assert row["difference, low"] < less < row["difference, high"]
    assert (row["rule set"], row["verdict"]) == ("rules 1", "smaller")
    assert "where that shows most (rules 0, 4 players), in " in finding.headline
    assert "where least (rules 1, 4 players)" in finding.headline
    assert any(note.startswith("It shows least under rules 1, 4 players: linear loses ") for note in finding.notes)
    assert finding.lead is not None
    assert finding.lead.title.startswith("4 players: linear leads lowest")


def test_the_page_names_the_rungs_beside_the_line_ups(tmp_path: Path) -> None:
    asked(tmp_path, ((3.0, 1.0), 0.4, 1.0), deals=128)
    manifest = json.loads((tmp_path / "study" / "manifest.json").read_text())
    manifest["study"]["skill"] = {"rungs": ["random", "linear[noise=2]"]}
    (tmp_path / "study" / "manifest.json").write_text(json.dumps(manifest))
    page = report.build(tmp_path / "study", tmp_path / "reports").read_text(encoding="utf-8")
    assert (
        "played by programs, not by people: lowest (always the lowest card). "
        "Skill is measured in games of its own, between random and linear." in page
    )
    assert "random: any legal play with the same chance" in page


def test_alike__nothing_is_told(tmp_path: Path) -> None:
    finding = asked(tmp_path, ((1.0, 1.0), 0.3, 1.0))
    assert "can't be told" in finding.headline
    assert "not distinguishable" in finding.verdict
    (told,) = rows(finding, "skill-rounds")
    assert told["rounds for 95 %, high"] is None
    (parts,) = rows(finding, "skill-parts")
    assert parts["who plays, high"] < 0.01
    assert parts["the seat, high"] < 0.01


def test_a_higher_rung_that_is_weaker__said(tmp_path: Path) -> None:
    finding = asked(tmp_path, ((1.0, 2.0), 0.0, 1.0))
    assert "points more often" in finding.headline.replace("\u00a0", " ")
    assert "more than 1,000,000 rounds" in finding.notes[0]


def test_cases_that_stopped__says_which_limits_are_which(tmp_path: Path) -> None:
    plain = asked(tmp_path, ((3.0, 1.0), 0.4, 1.0))
    assert "Student's t over blocks of 32 deals" in plain.sure
    manifest = json.loads((tmp_path / "study" / "manifest.json").read_text())
    (tmp_path / "study" / "manifest.json").write_text(json.dumps(manifest | {"precision": {"goal": "0.5 points"}}))
    (finding,) = analysis.answer(analysis.read(tmp_path / "study"), ["skill"])
    check_whole(finding)
    assert "Student" not in finding.sure
    assert "always valid: they hold wherever a case stopped" in finding.sure
    assert "their 95 % limits are ordinary ones" in finding.sure
    # What has a verdict got wider limits, what was measured in a fixed number of deals did not.
    before, after = (rows(one, "skill-ahead")[0] for one in (plain, finding))
    assert after["ahead, low"] == before["ahead, low"]
    assert after["difference, low"] < before["difference, low"]


@pytest.mark.parametrize("deals", [1, 32, 33, 70])
def test_little_to_say__said_whole(tmp_path: Path, deals: int) -> None:
    finding = asked(tmp_path, ((2.0, 1.0), 0.5, 1.0), deals=deals)
    assert "too few games for an interval" in finding.headline.replace("\u00a0", " ") or deals > 32
    assert ("One deal can't tell" in finding.headline) == (deals == 1)


def test_no_game_with_a_loser(tmp_path: Path) -> None:
    assert "can't tell skill from luck" in asked(tmp_path, ((1.0, 1.0), 0.0, 1.0), deals=64, no_loser=True).headline
