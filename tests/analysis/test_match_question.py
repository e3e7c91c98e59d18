"""The question `match` on matches with a planted truth."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from synthetic import Planted, rotate, write_results
from test_questions import check_whole, rows

from paskasim import analysis
from paskasim.analysis.findings import Finding, Lanes
from paskasim.matches import NOBODY, People, play_match
from paskasim.studies.probes import match as probe

PLAYERS = 4
EVEN = (0.25, 0.25, 0.25, 0.25)
DEALER = (0.23, 0.23, 0.23, 0.31)


def asked(
    folder: Path,
    chances: tuple[float, ...] = EVEN,
    *,
    matches: int = 1000,
    letters: int = 0,
    rounds: int = 12,
    without: float = 0.0,
    lineup: tuple[float, ...] = (1.0,),
) -> Finding:
    """Return the finding for matches in which a seat loses with these chances, times those of the person there."""
    seats = rotate(["a", "b", "b", "b"]) if len(lineup) > 1 else None
    planted = Planted(games=2000, seats=seats, lineup="a,b" if seats else "lowest")
    path = write_results(folder / "study", [planted], questions=["match"])
    found = []
    for rotation, _ in enumerate(seats or [()]):
        random_ = random.Random(rotation)
        known: dict[tuple[People, int], tuple[int, int]] = {}

        def deal(
            people: People,
            game: int,
            rotation: int = rotation,
            random_: random.Random = random_,
            known: dict[tuple[People, int], tuple[int, int]] = known,
        ) -> tuple[int, int]:
            if (people, game) not in known:
                weights = [chances[i - len(people)] for i in range(len(people))]
                if len(lineup) > 1:
                    weights = [w * lineup[(p + rotation) % PLAYERS] for w, p in zip(weights, people, strict=True)]
                seat = random_.choices(range(len(people)), weights)[0]
                known[people, game] = (NOBODY if random_.random() < without else seat), random_.randint(40, 60)
            return known[people, game]

        table = np.zeros((matches, len(probe.PROBE.columns)), np.int64)
        table[:, 0] = 1
        for number in range(matches):
            known.clear()
            for i, way in enumerate(probe.WAYS):
                match = play_match(
                    number, PLAYERS, loser_deals=way == "loser", rounds=rounds, letters=letters, deal=deal
                )
                first = 1 + i * len(probe.COUNTED)
                table[number, first : first + len(probe.COUNTED)] = probe.counted(match, PLAYERS)
        sums = np.add.reduceat(table, np.arange(0, matches, 64), axis=0)
        frame = pd.DataFrame(sums, columns=[column.name for column in probe.PROBE.columns])
        frame.insert(0, "block", range(len(frame)))
        frame.insert(0, "case", f"case000{rotation}")
        found.append(frame)
    pd.concat(found).to_parquet(path / "match.parquet", index=False)
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["study"]["match"] = {"letters": letters, "rounds": rounds}
    (path / "manifest.json").write_text(json.dumps(manifest))
    (finding,) = analysis.answer(analysis.read(path), ["match"])
    check_whole(finding)
    return finding


def test_a_dealer_who_loses_more__feeds_back(tmp_path: Path) -> None:
    finding = asked(tmp_path, DEALER)
    said = finding.headline.replace("\u00a0", " ")
    assert re.search(
        r"When the loser deals, whoever lost a round loses the next one in (29|3[0-3])\.\d % \(95 % interval", said
    )
    assert "The place at the first deal" in said or "No place at the first deal" in said
    assert said.count(". ") <= 2  # a number, and one sentence after the other
    assert finding.verdict.startswith("Losing again")
    verdict = finding.verdict.replace("\u00a0", " ")
    assert re.search(r"against the deal going round, on the same deals: \+[5-8]\.\d points", verdict)
    assert "so it matters" in finding.verdict
    table = {(row["who deals"], row["who"]): row for row in rows(finding, "match-next")}
    again = table["the loser deals", "the same again"]
    assert again["loses the next"] == pytest.approx(0.31, abs=4 * (0.31 * 0.69 / again["rounds"]) ** 0.5)
    assert again["high"] - again["low"] == pytest.approx(2 * 1.96 * (0.31 * 0.69 / again["rounds"]) ** 0.5, rel=0.5)
    assert again["verdict"] == "larger"
    # Where the deal goes round, seat s becomes seat s - 1.
    truth = sum(DEALER[seat] * DEALER[seat - 1] for seat in range(PLAYERS))
    other = table["the deal goes round", "the same again"]
    assert other["loses the next"] == pytest.approx(truth, abs=4 * (truth * (1 - truth) / other["rounds"]) ** 0.5)
    seats = [row["seat loses"] for row in rows(finding, "match-next") if row["who deals"] == "the loser deals"]
    assert seats == pytest.approx(DEALER, abs=0.02)
    assert isinstance(finding.lead, Lanes)
    lead = finding.lead.title.replace("\u00a0", " ")
    assert re.fullmatch(r"Who lost before matters: loses the next round, too, in (29|3[0-3])\.\d %, even is 25 %", lead)


def test_even_seats__nothing_is_told(tmp_path: Path) -> None:
    finding = asked(tmp_path)
    assert "no difference that can be told" in finding.headline
    assert "No place at the first deal can be told from an even one" in finding.headline
    assert "not distinguishable" in finding.verdict
    assert any(note.startswith("Furthest from even at the first deal: ") for note in finding.notes)
    for row in rows(finding, "match-fairness"):
        assert row["won, verdict"] != "larger"
        assert row["rounds lost a match"] == pytest.approx(3, abs=0.2)


def test_length__in_rounds_and_turns(tmp_path: Path) -> None:
    finding = asked(tmp_path, matches=400, letters=3, without=0.2)
    assert any("matches to 3 letters are over within 1" in note.replace("\u00a0", " ") for note in finding.notes)
    row = rows(finding, "match-length")[0]
    assert 9 <= row["rounds, 5 %"] <= row["rounds, median"] <= row["rounds, 95 %"] <= 11
    assert row["rounds, mean, low"] <= row["rounds, mean"] <= row["rounds, mean, high"]
    assert row["deals a round"] == pytest.approx(1.25, abs=0.04)
    mean = row["rounds, mean"] * row["deals a round"] * 50
    assert row["turns, mean"] == pytest.approx(mean, rel=0.01)
    assert row["turns, median, low"] <= mean <= row["turns, median, high"]
    assert row["turns, 5 %"] < row["turns, median"] < row["turns, 95 %"]
    again = 100 * (row["deals a round"] - 1)
    assert any(f"Deals without a loser: {again:.1f} for every 100 rounds" in note for note in finding.notes)
    assert any("goes on until one is left" in note for note in finding.notes)


def test_strategies__a_stronger_person_loses_fewer_matches(tmp_path: Path) -> None:
    finding = asked(tmp_path, matches=200, lineup=(0.5, 1.0, 1.0, 1.0))
    table = {row["strategy"]: row for row in rows(finding, "match-strategies") if row["who deals"] == "the loser deals"}
    assert table["a"]["lost"] < 0.14 < 0.25 < table["b"]["lost"]
    assert table["a"]["lost, verdict"] == "smaller"
    assert table["a"]["won"] > table["b"]["won"]
    assert table["a"]["lost"] + 3 * table["b"]["lost"] == pytest.approx(1)
    for row in rows(finding, "match-length"):
        assert (row["played"], row["decided"]) == (PLAYERS * 200, PLAYERS * 200)  # each rotation has its own
    assert not any("left out" in note for note in finding.notes)


@pytest.mark.parametrize(
    "settings", [{"matches": 1}, {"rounds": 1}, {"matches": 70, "letters": 1}, {"without": 1.0, "matches": 2}]
)
def test_little_to_say__said_whole(tmp_path: Path, settings: dict[str, float]) -> None:
    finding = asked(tmp_path, **({"matches": 130} | settings))  # type: ignore[arg-type]
    assert ("can't tell" in finding.headline) == ("without" in settings)
