"""Seat advantage taken apart: planted orders of play and of dealing are found, and real games come out as they must."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from synthetic import Planted, write_results

from paskasim import analysis
from paskasim.analysis import starts
from paskasim.analysis.comparisons import Interest, judge
from paskasim.analysis.questions import names, seats
from paskasim.analysis.results import Case, Group, Results
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

PLAYERS = 3
BLOCKS, BLOCK = 24, 4096
TURN = (-0.05, 0.03, 0.02)
DEAL = (0.04, 0.0, -0.04)
CARDS = 0.06


def group(key: str, start: str, who: tuple[float, ...], *, cards: float = 0.0, seed: int = 1) -> Group:
    """Return games in which orders of play and of dealing add up, and a starter by cards loses `cards` more often."""
    random = np.random.default_rng(seed)
    starter = random.choice(PLAYERS, (BLOCKS, BLOCK), p=who)
    distance = (np.arange(PLAYERS) - starter[..., None]) % PLAYERS
    chances = 1 / PLAYERS + np.array(TURN)[distance] + np.array(DEAL)
    chances += np.where(distance == 0, cards, -cards / (PLAYERS - 1))
    drawn = random.random((BLOCKS, BLOCK, 1))
    loser = (drawn > np.cumsum(chances, axis=-1)).sum(axis=-1)
    sums: dict[str, Any] = {"outcome_finished": np.full(BLOCKS, BLOCK)}
    for seat in range(PLAYERS):
        sums |= {
            f"loser_{seat}": (loser == seat).sum(axis=1),
            f"starter_{seat}": (starter == seat).sum(axis=1),
            f"loser_after_start_{seat}": ((loser - starter) % PLAYERS == seat).sum(axis=1),
            f"first_out_{seat}": ((loser + 1) % PLAYERS == seat).sum(axis=1),
            f"place_{seat}": np.full(BLOCKS, 2 * BLOCK),
        }
    sums["loser_is_starter"] = sums["loser_after_start_0"]
    rules = {"start.player": start, "deck.decks": 1}
    numbers = np.full(BLOCKS, BLOCK)
    case = Case(key, 0, ("lowest",) * PLAYERS, key, sums)
    none = np.zeros(0, np.int64)
    return Group(
        key, key, "mine", {}, rules, PLAYERS, "lowest", 1, np.arange(BLOCKS), numbers, (case,), none, none, none
    )


def taken_apart(played: Group) -> tuple[starts.Apart, dict[str, list[float]], dict[str, Any]]:
    """Return the pair of a group and one with a random start, the estimates by part, and what was judged."""
    results = Results({}, (played, group("random", "random", (1 / 3,) * 3, seed=2)), {})
    (pair,) = starts.pairs_of(results)
    judged = judge(seats.compare(results), Interest())
    return pair, {part: [judged[pair.key(part, s)].estimate for s in range(3)] for part in starts.PARTS}, judged


CLOSE = 0.008  # about five standard errors of the rest, which has the largest


def test_fixed_start__order_of_play_and_of_dealing_are_found() -> None:
    _, found, judged = taken_apart(group("mine", "left_of_dealer", (1.0, 0.0, 0.0)))
    assert found["turn"] == pytest.approx(TURN, abs=CLOSE)
    assert found["deal"] == pytest.approx(DEAL, abs=CLOSE)
    assert found["rest"] == pytest.approx((0, 0, 0), abs=CLOSE)
    for seat in range(PLAYERS):
        assert sum(found[part][seat] for part in ("turn", "deal", "rest")) == pytest.approx(found["played"][seat])
        assert judged[f"seats|mine|random|turn|{seat}"].apart
        assert not judged[f"seats|mine|random|rest|{seat}"].apart


def test_start_by_cards__the_cards_are_found_beside_the_order_of_play() -> None:
    where = (0.5, 0.3, 0.2)
    pair, found, judged = taken_apart(group("mine", "lowest", where, cards=CARDS))
    turn = [sum(where[k] * TURN[(seat - k) % 3] for k in range(3)) for seat in range(3)]
    rest = [where[seat] * CARDS - (1 - where[seat]) * CARDS / 2 for seat in range(3)]
    assert found["turn"] == pytest.approx(turn, abs=CLOSE)
    assert found["rest"] == pytest.approx(rest, abs=CLOSE)
    assert judged[pair.cards_key].estimate == pytest.approx(CARDS + DEAL[0] * 0.5 + DEAL[2] * 0.2, abs=CLOSE)
    shares = [judged[starts.after_key(pair.random, d)].estimate for d in range(3)]
    assert shares == pytest.approx(TURN, abs=CLOSE)
    assert judged[starts.direction_key(pair.random)].estimate == pytest.approx(TURN[1] - TURN[2], abs=CLOSE)


def test_planted__a_start_that_turns_the_wrong_way_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = starts.lost_after
    monkeypatch.setattr(starts, "lost_after", lambda group, distance: right(group, -distance % group.players))
    with pytest.raises(AssertionError):
        test_fixed_start__order_of_play_and_of_dealing_are_found()


def test_only_the_start_may_differ() -> None:
    played, other = group("a", "left_of_dealer", (1.0, 0.0, 0.0)), group("b", "random", (1 / 3,) * 3)
    other.rules["deck.decks"] = 2  # type: ignore[index]
    assert starts.pairs_of(Results({}, (played, other), {})) == []


def test_folders_without_these_sums__read_and_reported(tmp_path: Path) -> None:
    planted = [
        Planted(label="as played", games=12_000, varied={"start.opening": "free"}),
        Planted(label="random", games=12_000, random_start=True, varied={"start.player": "random"}),
    ]
    results = analysis.read(write_results(tmp_path / "old", planted))
    assert not starts.knows_distance(results.groups[1])
    (finding,) = analysis.answer(results, ["seats"])
    assert "Taken apart" not in finding.headline
    assert {table.name for table in finding.tables} == {"seats"}


STUDY = """\
rules = "ruotsalainen"
players = 3
games = 9_000
keep = "summary"
questions = ["seats"]
[[case]]
name = "as played"
[[case]]
name = "random start"
"start.player" = "random"
"""


def test_real_games__one_card_more_is_the_order_of_dealing(tmp_path: Path) -> None:
    """52 cards for three: seat 0 gets one more. What is left of the start is the order of play."""
    (tmp_path / "study.toml").write_text(STUDY)
    sweep(load_study(tmp_path / "study.toml", names()), tmp_path, threads=1)
    results = analysis.read(tmp_path / "study")
    (finding,) = analysis.answer(results, ["seats"])
    assert "Taken apart (as played, 3 players, lowest, seat" in finding.headline
    names_ = [column.title for column in next(t for t in finding.tables if t.name == "seats-apart").columns]
    rows = [
        dict(zip(names_, row, strict=True)) for row in next(t for t in finding.tables if t.name == "seats-apart").rows
    ]
    assert len(rows) == 3 * 4
    by = {(row["seat"], row["part"]): row["against even"] for row in rows}
    for part in starts.PARTS.values():
        assert sum(by[seat, part] for seat in range(3)) == pytest.approx(0, abs=1e-9)
    random = results.groups[1]
    assert sum(random.total(f"loser_after_start_{d}") for d in range(3)) == random.finished
    assert random.total("loser_after_start_0") == random.total("loser_is_starter")
    fixed = results.groups[0]
    assert [fixed.total(f"loser_after_start_{d}") for d in range(3)] == fixed.seat_totals("loser")
