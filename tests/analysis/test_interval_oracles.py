"""Intervals against other people's code and exact sums."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
from scipy import stats

from paskasim.analysis import intervals

COUNTS = [(0, 10), (1, 10), (5, 10), (10, 10), (3, 1000), (250, 1000), (212_345, 1_000_000), (1, 1_000_000)]


@pytest.fixture(scope="module")
def proportion() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("statsmodels.stats.proportion")


@pytest.mark.parametrize(("events", "trials"), COUNTS)
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(intervals.wilson, "wilson"), (intervals.clopper_pearson, "beta"), (intervals.jeffreys, "jeffreys")],
)
def test_single_shares_equal_statsmodels(
    proportion: Any, ours: Any, theirs: str, events: int, trials: int, level: float
) -> None:
    found = ours(events, trials, level)
    low, high = proportion.proportion_confint(events, trials, 1 - level, method=theirs)
    if theirs == "jeffreys":  # ours closes the interval where there is nothing, or nothing else
        low, high = (0.0 if events == 0 else low), (1.0 if events == trials else high)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)
    assert found.estimate == events / trials


@pytest.mark.parametrize("counts", [(10, 20, 30, 40), (0, 5, 5), (1, 999), (250_123, 249_870, 250_007, 250_000)])
def test_goodman_equals_statsmodels(proportion: Any, counts: tuple[int, ...]) -> None:
    theirs = proportion.multinomial_proportions_confint(counts, 0.05, method="goodman")
    ours = intervals.goodman(counts)
    assert [(i.low, i.high) for i in ours] == [pytest.approx(tuple(row), abs=1e-9) for row in theirs]


@pytest.mark.parametrize("trials", [1, 7, 1000, 10**6])
def test_zero_events_bound_is_that_of_the_binomial(trials: int) -> None:
    bound = intervals.zero_events(trials).high
    assert (1 - bound) ** trials == pytest.approx(0.05)
    assert stats.binomtest(0, trials, alternative="less").proportion_ci(0.95).high == pytest.approx(bound)


@pytest.mark.parametrize("seed", range(5))
def test_holm_equals_statsmodels(seed: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        multitest = pytest.importorskip("statsmodels.stats.multitest")
    chances = np.random.default_rng(seed).random(17) ** 3
    theirs = multitest.multipletests(chances, method="holm")[1]
    assert intervals.holm(list(chances)) == pytest.approx(list(theirs))


def test_holm_of_nothing_is_nothing() -> None:
    assert intervals.holm([]) == []


@pytest.mark.parametrize("method", ["few", "none", "all", "many"])
def test_share_picks_the_method_that_suits(method: str) -> None:
    events, name = {"few": (3, "Clopper-Pearson"), "none": (0, "bound"), "all": (500, "bound"), "many": (50, "Wilson")}[
        method
    ]
    found = intervals.share(events, 500)
    assert name in found.method
    assert 0 <= found.low <= found.estimate <= found.high <= 1


@pytest.mark.parametrize("function", [intervals.wilson, intervals.jeffreys, intervals.clopper_pearson, intervals.share])
def test_no_games_say_nothing(function: Any) -> None:
    found = function(0, 0)
    assert math.isnan(found.estimate)
    assert (found.low, found.high) == (0.0, 1.0)


def test_block_mean_of_equal_blocks_is_the_t_interval_of_scipy() -> None:
    sums = np.random.default_rng(1).poisson(300, 40)
    found = intervals.block_ratio(sums, np.full(40, 1024), np.full(40, 1024)).interval()
    theirs = stats.ttest_1samp(sums / 1024, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))


def test_paired_blocks_are_the_paired_t_of_scipy() -> None:
    random = np.random.default_rng(2)
    deal = random.normal(0, 10, 30)
    one, two = random.poisson(300 + deal), random.poisson(290 + deal)
    size = np.full(30, 1024)
    found = intervals.block_difference((one, size), (two, size), size).interval()
    theirs = stats.ttest_rel(one / 1024, two / 1024).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))


def test_short_last_block_weighs_by_its_games() -> None:
    found = intervals.block_ratio(
        np.array([100, 100, 100, 60]), np.array([1000] * 3 + [600]), np.array([1000] * 3 + [600])
    )
    assert found.estimate == 0.1
    assert found.error == pytest.approx(0, abs=1e-12)
    assert found.freedom == 3


def test_tiny_last_block_joins_the_one_before() -> None:
    size, sums = intervals.join_short_block(np.array([1024, 1024, 3]), np.array([5, 6, 1]))
    assert list(size) == [1024, 1027]
    assert list(sums) == [5, 7]


def test_one_block_gives_no_limits() -> None:
    found = intervals.block_ratio(np.array([10]), np.array([100]), np.array([100])).interval()
    assert found.estimate == 0.1
    assert not found.known


@pytest.mark.parametrize("at", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("trials", [30, 400])
def test_quantile_ranks_cover_by_the_binomial(at: float, trials: int) -> None:
    values = np.arange(1, trials + 1)
    found = intervals.quantile(values, np.ones(trials, dtype=np.int64), at)
    assert found.estimate == math.ceil(at * trials)
    if math.isfinite(found.high):
        assert 1 - stats.binom.cdf(found.high - 1, trials, at) <= 0.025
        assert 1 - stats.binom.cdf(found.high - 2, trials, at) > 0.025 or found.high - 1 <= at * trials
    if found.low > 0:
        assert stats.binom.cdf(found.low - 1, trials, at) <= 0.025


def test_quantile_of_three_games_has_no_limits() -> None:
    found = intervals.quantile(np.array([5, 8, 9]), np.array([1, 1, 1]), 0.5)
    assert (found.estimate, found.low, found.high) == (8, 0, math.inf)
    assert not found.known


def test_quantile_widens_with_clusters() -> None:
    values, counts = np.arange(100), np.full(100, 50)
    alone, four = (intervals.quantile(values, counts, 0.5, cluster=c) for c in (1, 4))
    assert four.low < alone.low <= alone.estimate <= alone.high < four.high


def test_total_variation_spans_the_box() -> None:
    found = intervals.total_variation(intervals.goodman([300, 200, 250, 250]), 0.25)
    assert found.estimate == pytest.approx(0.05)
    assert 0 <= found.low < 0.05 < found.high


def test_same_blocks_bound_is_a_rule_of_three() -> None:
    assert intervals.no_difference_seen(1_000_000) == pytest.approx(3.69e-6, rel=0.01)


@pytest.mark.parametrize("blocks", [60, 400])
def test_a_ratio_agrees_with_the_bootstrap_over_blocks(blocks: int) -> None:
    random = np.random.default_rng(11)
    numbers = np.full(blocks, 256)
    finished = random.binomial(numbers, 0.8)
    turns = random.gamma(2.0 * finished, 30.0)
    found = intervals.block_ratio(turns, finished, numbers).interval()

    def ratio(top: Any, bottom: Any, axis: int = -1) -> Any:
        return top.sum(axis=axis) / bottom.sum(axis=axis)

    theirs = stats.bootstrap(
        (turns, finished), ratio, paired=True, vectorized=True, n_resamples=4000, method="BCa", rng=random
    ).confidence_interval
    width = theirs.high - theirs.low
    assert found.high - found.low == pytest.approx(width, rel=0.1)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.1 * width)


@pytest.mark.parametrize(("events", "trials"), [(0, 12), (3, 12), (12, 12), (260, 1000)])
def test_a_share_against_an_even_one_is_the_binomial_test_of_scipy(events: int, trials: int) -> None:
    from paskasim.analysis.contrasts import ShareContrast

    found = ShareContrast(events, trials, 0.25)
    sides = [stats.binomtest(events, trials, 0.25, alternative=side).pvalue for side in ("greater", "less")]
    assert found.chance(0.0) == pytest.approx(tuple(sides))
    limits = stats.binomtest(events, trials).proportion_ci(method="wilson")
    assert (found.interval().low + 0.25, found.interval().high + 0.25) == pytest.approx((limits.low, limits.high))


@pytest.mark.parametrize("apart", [0.01, 0.46, 1.0, 2.0])
def test_a_block_seldom_hides_a_difference(apart: float) -> None:
    """The step that `no_difference_seen` rests on, and why one block alone is too few for it."""
    rates = np.array([1e-6, 0.01, 0.1, 1.0, 10.0, 1000.0])
    assert (stats.skellam.pmf(0, rates + apart, rates) <= math.exp(-apart) * (1 + 1e-6)).all()
    assert stats.skellam.pmf(0, 3 + math.log(40), 3) > 2 / 40
