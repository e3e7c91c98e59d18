"""The forecast of the loser: found again where it is planted, and judged as by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paskasim.forecast import Forecast, Moments, fit
from paskasim.studies.probes.character import BINS, FORECAST, MILLION, MOMENTS, WHOLE, judge

NAMES = [column.name for column in FORECAST]


def planted(n: int, by_cards: float, by_turn: float) -> tuple[Moments, np.ndarray]:
    """Return moments of three players, some of whom are out, and losers drawn by the forecast."""
    dice = np.random.default_rng(5)
    cards = dice.integers(1, 20, (n, 3)).astype(np.int16)
    cards[dice.random(n) < 0.3, 2] = 0
    moments = Moments(cards, (np.arange(n) % 2).astype(np.int16), dice.integers(0, 2, n).astype(np.int16))
    chances = Forecast(np.array([by_cards, 0.0, 0.0]), np.array([by_turn, 0.0, 0.0])).chances(moments)
    loser = (dice.random(n)[:, None] > chances.cumsum(axis=1)).sum(axis=1)
    return moments, loser


def test_what_is_planted_is_found_in_its_phase_alone() -> None:
    moments, loser = planted(40_000, 1.5, -0.4)
    found = fit(moments, loser, 3)
    assert found.by_cards[0] == pytest.approx(1.5, abs=0.06)
    assert found.by_turn[0] == pytest.approx(-0.4, abs=0.06)
    assert abs(found.by_cards[1]) < 0.06
    assert (found.by_cards[2], found.by_turn[2]) == (0, 0)  # nothing is known of this phase


def test_the_fit_is_where_the_likelihood_is_highest() -> None:
    moments, loser = planted(2_000, 1.0, 0.5)
    found = fit(moments, loser, 2)

    def loss(by_cards: float, by_turn: float) -> float:
        one = moments.of(moments.phase == 0)
        chances = Forecast(np.array([by_cards]), np.array([by_turn])).chances(one)
        own = chances[np.arange(len(one.phase)), loser[moments.phase == 0]]
        return float(-np.log(own).sum() + (by_cards**2 + by_turn**2) / 2)

    best = loss(found.by_cards[0], found.by_turn[0])
    for away in ((0.02, 0), (-0.02, 0), (0, 0.02), (0, -0.02)):
        assert loss(found.by_cards[0] + away[0], found.by_turn[0] + away[1]) > best


def test_chances_by_hand() -> None:
    moments = Moments(np.array([[3, 1, 0]], np.int16), np.array([0], np.int16), np.array([1], np.int16))
    (chances,) = Forecast(np.array([2.0]), np.array([math.log(3)])).chances(moments)
    assert chances == pytest.approx([16 / 28, 12 / 28, 0])


def test_judged_by_hand() -> None:
    """Seat 0 loses. Even at first, then seat 1 in danger, then named; from the middle on at 60 %, at last at 90 %."""
    chances = np.zeros((1, MOMENTS, 2))
    chances[0, :, 0] = [0.5] * 10 + [0.36] * 10 + [0.6] * 15 + [0.9] * 5
    chances[0, :, 1] = 1 - chances[0, :, 0]
    found = dict(zip(NAMES, judge(chances, np.array([0]))[0].tolist(), strict=True))
    loss = -(10 * math.log(0.5) + 10 * math.log(0.36) + 15 * math.log(0.6) + 5 * math.log(0.9)) / MOMENTS
    assert found["log_loss"] == round(MILLION * loss)
    assert found["log_loss_even"] == round(MILLION * math.log(2))
    assert found["ahead"] == 10
    assert found["drama"] == round(MILLION * math.sqrt(0.64 - 0.36))
    assert found["peak"] == 640_000
    assert (found["open_50"], found["open_80"]) == (20, 35)
    assert [found[f"named_{i}"] for i in (0, 10, 20, 39)] == [WHOLE // 2, 0, WHOLE, WHOLE]
    assert sum(found[f"chances_{i}"] for i in range(BINS)) == 2 * MOMENTS
    assert sum(found[f"expected_{i}"] for i in range(BINS)) == MOMENTS * MILLION
    assert [found[f"lost_{i}"] for i in range(BINS)] == [0, 0, 0, 10, 0, 10, 15, 0, 0, 5]


def test_a_forecast_that_never_knows() -> None:
    chances = np.full((2, MOMENTS, 4), 0.25)
    found = judge(chances, np.array([0, 3]))
    row = dict(zip(NAMES, found[0].tolist(), strict=True))
    assert (row["open_50"], row["drama"], row["ahead"], row["named_39"]) == (MOMENTS, 0, 0, WHOLE // 4)
    assert (found[0] == found[1]).all()
