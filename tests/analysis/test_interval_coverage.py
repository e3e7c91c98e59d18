"""Coverage by simulation: how often the intervals hold the truth they were drawn from.

Seeds are fixed, so a test that passes always passes; the bounds leave room for chance of a few in a
million had the seed been another (10,000 repetitions: 4.5 standard errors of 0.95 are 0.01).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from paskasim.analysis import contrasts, intervals

REPEATS = 10_000


def covered(function: Any, truth: float, trials: int, seed: int) -> float:
    draws, times = np.unique(np.random.default_rng(seed).binomial(trials, truth, REPEATS), return_counts=True)
    inside = [function(int(k), trials) for k in draws]
    return float(sum(n for i, n in zip(inside, times, strict=True) if i.low <= truth <= i.high) / REPEATS)


@pytest.mark.parametrize(("truth", "trials"), [(0.25, 100), (0.25, 10_000), (0.5, 1000), (0.02, 5000)])
def test_wilson(truth: float, trials: int) -> None:
    assert 0.93 <= covered(intervals.wilson, truth, trials, 1) <= 0.97


@pytest.mark.parametrize(("truth", "trials"), [(0.001, 3000), (0.0005, 10_000)])
def test_jeffreys_for_rare_events(truth: float, trials: int) -> None:
    assert 0.91 <= covered(intervals.jeffreys, truth, trials, 2) <= 0.985


@pytest.mark.parametrize(("truth", "trials"), [(0.3, 20), (0.001, 3000), (0.0001, 1000)])
def test_clopper_pearson_never_covers_less(truth: float, trials: int) -> None:
    assert covered(intervals.clopper_pearson, truth, trials, 3) >= 0.94


@pytest.mark.parametrize(("truth", "trials"), [(0.25, 2000), (0.003, 1000), (0.0002, 5000), (0.00002, 5000)])
def test_share_whatever_method_it_picks(truth: float, trials: int) -> None:
    assert covered(intervals.share, truth, trials, 4) >= 0.935


@pytest.mark.parametrize("shares", [(0.25,) * 4, (0.4, 0.3, 0.2, 0.08, 0.02)])
def test_goodman_covers_all_shares_together(shares: tuple[float, ...]) -> None:
    draws = np.random.default_rng(5).multinomial(2000, shares, 3000)
    held = [
        all(i.low <= p <= i.high for i, p in zip(intervals.goodman(list(row)), shares, strict=True)) for row in draws
    ]
    assert 0.94 <= np.mean(held) <= 0.98


@pytest.mark.parametrize("blocks", [3, 12, 100])
def test_block_mean_with_a_shorter_last_block(blocks: int) -> None:
    random = np.random.default_rng(6)
    numbers = np.array([1024] * (blocks - 1) + [600])
    held = 0
    for _ in range(2000):
        sums = random.binomial(numbers, 0.2)
        found = intervals.block_ratio(sums, numbers, numbers).interval()
        held += found.low <= 0.2 <= found.high
    assert 0.93 <= held / 2000 <= 0.97


@pytest.mark.parametrize("blocks", [12, 100])
def test_block_ratio_over_finished_games(blocks: int) -> None:
    random = np.random.default_rng(7)
    numbers = np.array([1024] * blocks)
    held = 0
    for _ in range(2000):
        finished = random.binomial(numbers, 0.8)
        turns = random.normal(60 * finished, 25 * np.sqrt(finished))
        found = intervals.block_ratio(turns, finished, numbers).interval()
        held += found.low <= 60 <= found.high
    assert 0.93 <= held / 2000 <= 0.97


def test_paired_difference_uses_what_the_deals_share() -> None:
    random = np.random.default_rng(8)
    numbers = np.array([1024] * 29 + [700])
    held, widths = 0, []
    for _ in range(2000):
        both = random.binomial(numbers, 0.15)  # games lost under either rule set
        one, two = both + random.binomial(numbers - both, 0.05), both + random.binomial(numbers - both, 0.03)
        found = intervals.block_difference((one, numbers), (two, numbers), numbers).interval()
        widths.append(found.high - found.low)
        held += found.low <= 0.85 * 0.02 <= found.high
    assert 0.93 <= held / 2000 <= 0.97
    apart = 2 * 1.96 * np.sqrt((0.1925 * 0.8075 + 0.1755 * 0.8245) / numbers.sum())
    assert np.mean(widths) < 0.7 * apart


@pytest.mark.parametrize(
    ("one", "two", "blocks"), [(0.0, 0.0, 20), (0.0001, 0.0002, 20), (0.2, 0.19, 1), (0.3, 0.0, 40)]
)
def test_paired_shares_hold_with_few_events_or_blocks(one: float, two: float, blocks: int) -> None:
    random = np.random.default_rng(9)
    numbers = np.full(blocks, 1024)
    held = 0
    for _ in range(400):
        first, second = random.binomial(numbers, one), random.binomial(numbers, two)
        found = contrasts.paired_shares((first, numbers), (second, numbers), numbers).interval()
        held += found.low <= one - two <= found.high
    assert held / 400 >= 0.92


@pytest.mark.parametrize("at", [0.5, 0.95])
def test_quantile_of_lengths(at: float) -> None:
    random = np.random.default_rng(10)
    truth = float(np.ceil(np.log(1 - at) / np.log(1 - 0.05)))  # quantile of a geometric law
    held = 0
    for _ in range(2000):
        values, counts = np.unique(random.geometric(0.05, 500), return_counts=True)
        found = intervals.quantile(values, counts, at)
        held += found.low <= truth <= found.high
    assert held / 2000 >= 0.94
