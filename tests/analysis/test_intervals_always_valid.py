"""Limits that hold at every look: closed forms, independent integrals, and what they do with little to go by."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import integrate, special, stats

from paskasim.analysis import intervals

COUNTS = [(0, 1), (1, 1), (1, 2), (5, 10), (0.75, 3.25), (3, 1000), (250, 1000), (212_345, 1_000_000), (7, 10**9)]


@pytest.mark.parametrize(("events", "trials"), COUNTS)
@pytest.mark.parametrize("level", [0.9, 0.95, 0.9999])
def test_the_mixture_reaches_its_bound_at_the_limits(events: float, trials: float, level: float) -> None:
    found = intervals.always_valid_share(events, trials, level)
    for share in (found.low, found.high):
        if 0 < share < 1:
            mixture = special.betaln(events + 0.5, trials - events + 0.5) - special.betaln(0.5, 0.5)
            mixture -= special.xlogy(events, share) + special.xlog1py(trials - events, -share)
            assert mixture == pytest.approx(-math.log(1 - level), abs=1e-4)
    assert found.low <= found.estimate <= found.high
    assert (found.low == 0) == (events == 0)
    assert (found.high == 1) == (events == trials)


def test_no_event_in_a_million_games() -> None:
    found = intervals.always_valid_share(0, 1_000_000)
    closed = -math.expm1((special.betaln(0.5, 1e6 + 0.5) - special.betaln(0.5, 0.5) + math.log(0.05)) / 1e6)
    assert found.high == pytest.approx(closed, rel=1e-6)
    assert found.high == pytest.approx(1.05e-5, rel=0.01)


@pytest.mark.parametrize(("events", "trials"), [(3, 17), (250, 1000), (1, 10**6)])
def test_a_share_and_its_rest_mirror_each_other(events: int, trials: int) -> None:
    one, rest = intervals.always_valid_share(events, trials), intervals.always_valid_share(trials - events, trials)
    assert (one.low, one.high) == pytest.approx((1 - rest.high, 1 - rest.low))


@pytest.mark.parametrize("trials", [1_000, 100_000, 10_000_000])
@pytest.mark.parametrize("share", [0.01, 0.25, 0.5])
def test_they_are_about_twice_as_wide_as_wilson(trials: int, share: float) -> None:
    valid, once = intervals.always_valid_share(share * trials, trials), intervals.wilson(share * trials, trials)
    assert valid.low < once.low < once.high < valid.high
    assert 1.5 < (valid.high - valid.low) / (once.high - once.low) < 2.6


def test_a_deal_in_four_rotations_counts_once() -> None:
    four, one = intervals.always_valid_share(1000, 4000, cluster=4), intervals.always_valid_share(250, 1000)
    assert (four.estimate, four.low, four.high) == (one.estimate, one.low, one.high)


def test_shares_of_seats_share_the_error_but_two_need_not() -> None:
    four = intervals.always_valid_shares([10, 20, 30, 40])
    assert four == [intervals.always_valid_share(k, 100, 1 - 0.05 / 4) for k in (10, 20, 30, 40)]
    assert intervals.always_valid_shares([30, 70])[0] == intervals.always_valid_share(30, 100)
    assert intervals.always_valid_shares([]) == []


def test_no_games_say_nothing() -> None:
    found = intervals.always_valid_share(0, 0)
    assert math.isnan(found.estimate)
    assert (found.low, found.high) == (0, 1)
    none = np.zeros(3, dtype=np.int64)
    nothing = intervals.always_valid_share_difference((none, none), (none, none), none)
    assert (nothing.low, nothing.high) == (-1, 1)


@pytest.mark.parametrize("blocks", [8, 20, 100])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_the_t_mixture_is_an_integral_over_effects(blocks: int, level: float) -> None:
    """Against scipy's noncentral t: its mean over normal effects, by the central t, is 1/(1 - level) at the limit."""
    limit = intervals.t_mixture(blocks, level)
    a = -2 * math.log(1 - level)
    spread = math.sqrt((a + math.log(a + 1)) / 32)

    def weight(effect: float) -> float:
        there = stats.nct.pdf(limit, blocks - 1, effect * math.sqrt(blocks))
        return float(there * stats.norm.pdf(effect, scale=spread))

    mixture, _ = integrate.quad(weight, -4 * spread, 8 * spread, points=[limit / math.sqrt(blocks)], limit=200)
    assert mixture / stats.t.pdf(limit, blocks - 1) == pytest.approx(1 / (1 - level), rel=1e-3)


def test_for_many_blocks_it_is_the_asymptotic_confidence_sequence() -> None:
    a = -2 * math.log(0.05)
    grown = (a + math.log(a + 1)) / 32 * 1_000_000
    asymptotic = math.sqrt(2 * (grown + 1) / grown * math.log(math.sqrt(grown + 1) / 0.05))
    assert intervals.t_mixture(1_000_000) == pytest.approx(asymptotic, rel=1e-4)


def test_limits_from_blocks_are_narrowest_where_they_are_asked_to_be() -> None:
    at = {best: intervals.t_mixture(400, best_at=best) for best in (10, 100, 400, 1600, 16_000)}
    assert min(at, key=lambda best: at[best]) == 400


def test_limits_from_blocks_stand_about_the_estimate() -> None:
    sums = np.random.default_rng(3).poisson(300, 40)
    numbers = np.full(40, 1024)
    found = intervals.block_ratio(sums, numbers, numbers)
    limits, once = intervals.always_valid_blocks(found), found.interval()
    assert (limits.low + limits.high) / 2 == pytest.approx(found.estimate)
    assert limits.high - found.estimate == pytest.approx(intervals.t_mixture(40) * found.error)
    assert 1.5 < (limits.high - limits.low) / (once.high - once.low) < 1.8


@pytest.mark.parametrize("blocks", [0, 1, 2, 4])
def test_a_few_blocks_give_no_limits(blocks: int) -> None:
    numbers = np.full(blocks, 1024)
    found = intervals.block_ratio(np.arange(blocks), numbers, numbers)
    assert not intervals.always_valid_blocks(found).known


@pytest.mark.parametrize(
    ("first", "second", "method"),
    [
        ([300, 280, 310, 290] * 4, [250, 260, 270, 240] * 4, "t mixture"),
        ([2, 0, 1, 0] * 4, [0, 0, 0, 0] * 4, "both beta mixtures"),
        ([300, 280], [250, 260], "both beta mixtures"),
        ([30, 28, 31, 29] * 4, [30, 28, 31, 29] * 4, "no block differs"),
        ([230], [230], "both beta mixtures"),  # the same by chance, perhaps
    ],
)
def test_a_difference_picks_the_limits_that_suit(first: list[int], second: list[int], method: str) -> None:
    numbers = np.full(len(first), 1024)
    found = intervals.always_valid_share_difference((np.array(first), numbers), (np.array(second), numbers), numbers)
    assert method in found.method
    assert found.low <= found.estimate <= found.high
    assert found.estimate == pytest.approx((sum(first) - sum(second)) / sum(numbers))


def test_a_difference_of_rotated_tables_waits_longer() -> None:
    numbers = np.full(16, 1024)
    sums: Any = (np.full(16, 10), np.full(16, 8))
    games = 4 * numbers
    found = intervals.always_valid_share_difference((sums[0], games), (sums[1], games), numbers, cluster=4)
    assert "both beta mixtures" in found.method  # 160 games of some 40 deals
