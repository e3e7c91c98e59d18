"""Comparisons judged together: verdicts, words, false alarms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from paskasim.analysis import words
from paskasim.analysis.comparisons import Comparison, Interest, Judged, Scale, judge
from paskasim.analysis.contrasts import BlockContrast, LimitContrast, ShareContrast, paired_shares
from paskasim.analysis.intervals import BlockEstimate, Interval, clopper_pearson


def block(estimate: float, error: float) -> BlockContrast:
    return BlockContrast(BlockEstimate(estimate, error, 500))


def judged(contrast: Any, scale: Scale = "loss") -> Judged:
    return judge([Comparison("a", contrast, scale)], Interest())["a"]


@pytest.mark.parametrize(
    ("estimate", "error", "verdict", "apart"),
    [
        (0.03, 0.001, "larger", True),
        (-0.03, 0.001, "smaller", True),
        (0.004, 0.001, "too small to matter", True),
        (0.0005, 0.001, "too small to matter", False),
        (0.0095, 0.001, "undecided", True),
        (0.01, 0.02, "undecided", False),
    ],
)
def test_verdict_by_interval_against_the_yardstick(estimate: float, error: float, verdict: str, apart: bool) -> None:
    found = judged(block(estimate, error))
    assert (found.verdict, found.apart) == (verdict, apart)


@pytest.mark.parametrize(("scale", "estimate"), [("turns", 6.0), ("endless", 0.006)])
def test_each_scale_has_its_yardstick(scale: Scale, estimate: float) -> None:
    assert judged(block(estimate, estimate / 100), scale).verdict == "larger"
    assert judged(block(estimate / 2, estimate / 100), scale).verdict == "too small to matter"


def test_many_comparisons_make_a_claim_harder() -> None:
    alone = judged(block(0.0125, 0.001))
    crowd = [Comparison("a", block(0.0125, 0.001), "loss")]
    crowd += [Comparison(str(i), block(0.01, 0.01), "loss") for i in range(100)]
    assert alone.verdict == "larger"
    assert judge(crowd, Interest())["a"].verdict == "undecided"


def test_same_key_counts_once_and_unknown_ones_not_at_all() -> None:
    one = Comparison("a", block(0.03, 0.001), "loss")
    none = Comparison("b", block(float("nan"), 0.001), "loss")
    found = judge([one, one, none], Interest())
    assert list(found) == ["a"]
    assert judge([], Interest()) == {}


def test_no_spread_known_is_undecided() -> None:
    found = judged(block(0.5, float("inf")))
    assert found.verdict == "undecided"
    assert "too few games" in words.difference(found)


def test_false_alarms_of_a_whole_report_stay_near_five_per_cent() -> None:
    random = np.random.default_rng(11)
    alarms = 0
    for _ in range(400):
        shares = random.binomial(50_000, 0.25, 20)
        found = judge(
            [Comparison(str(i), ShareContrast(k, 50_000, 0.25), "loss") for i, k in enumerate(shares)], Interest()
        )
        alarms += any(j.apart for j in found.values())
    assert 0.02 <= alarms / 400 <= 0.08


def test_same_rules_on_other_deals_are_seldom_told_apart() -> None:
    random = np.random.default_rng(12)
    numbers = np.full(50, 1024)
    alarms = 0
    for _ in range(1000):
        one, two = random.binomial(numbers, 0.2), random.binomial(numbers, 0.2)
        contrast = paired_shares((one, numbers), (two, numbers), numbers)
        alarms += judged(contrast, "endless").apart
    assert 25 <= alarms <= 75


def test_share_contrast_is_exact_for_a_handful() -> None:
    above, below = ShareContrast(3, 3, 1 / 6).chance(0.0)
    assert above == pytest.approx((1 / 6) ** 3)
    assert below == 1.0
    assert ShareContrast(0, 3, 1 / 6).chance(-0.5) == (1.0, 1.0)


def test_limit_contrast_inverts_its_limits() -> None:
    def limits(level: float) -> tuple[float, float]:
        found = clopper_pearson(40, 100, level)
        return found.low, found.high

    above, below = LimitContrast(0.4, limits, "exact").chance(0.3)
    assert above == pytest.approx(sum_tail(40, 100, 0.3), rel=1e-6)
    assert below == 1.0


def sum_tail(events: int, trials: int, share: float) -> float:
    from scipy import stats

    return float(stats.binom.sf(events - 1, trials, share))


def test_pairs_without_one_differing_block_get_a_bound() -> None:
    numbers = np.full(100, 1024)
    same = np.full(100, 200)
    found = judged(paired_shares((same, numbers), (same, numbers), numbers), "endless")
    assert found.interval.method == "no block differs"
    assert found.interval.high < 0.0001
    assert (found.verdict, found.apart) == ("too small to matter", False)


@pytest.mark.parametrize(
    ("interval", "shown"),
    [
        (Interval(0.212, 0.2101, 0.2139, ""), "21.2\u00a0% (21.0 to 21.4)"),
        (Interval(0.0, 0.0, 0.00003, ""), "0\u00a0% (at most 0.0030\u00a0%)"),
        (Interval(1.0, 0.999, 1.0, ""), "100\u00a0% (at least 99.9\u00a0%)"),
        (Interval(float("nan"), 0.0, 1.0, ""), "no share (no games)"),
        (Interval(0.00038, 0.0003, 0.00048, ""), "0.038\u00a0% (0.030 to 0.048)"),
    ],
)
def test_shares_in_words(interval: Interval, shown: str) -> None:
    assert words.share(interval) == shown


@pytest.mark.parametrize(
    ("fraction", "shown"),
    [
        (0.0, "0.0\u00a0%"),
        (0.0001, "<\u00a00.1\u00a0%"),
        (0.9999, ">\u00a099.9\u00a0%"),
        (1.0, "100.0\u00a0%"),
        (0.25, "25.0\u00a0%"),
    ],
)
def test_plain_shares_are_never_rounded_to_none_or_all(fraction: float, shown: str) -> None:
    assert words.percent(fraction) == shown


def test_no_negative_zero() -> None:
    assert words.number(-0.0001, 1, signed=True) == "0.0"
