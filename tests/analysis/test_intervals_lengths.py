"""The curve of games still running, against scipy's and against what must be so."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from paskasim.analysis.intervals import Running, kaplan_meier, zero_events

FOREVER = 10**6


def counted(seed: int, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return lengths, and whether each was seen to its end, with many ties."""
    random = np.random.default_rng(seed)
    length, left = random.geometric(0.05, games), random.integers(5, 60, games)
    return np.minimum(length, left), length <= left, np.unique(np.minimum(length, left))


def curve(seed: int, games: int, endless: int, level: float = 0.95) -> Running:
    lengths, seen, turns = counted(seed, games)
    ends, leave = ([int(((lengths == turn) & which).sum()) for turn in turns] for which in (seen, ~seen))
    return kaplan_meier(turns, np.array(ends), np.array(leave), endless, level)


@pytest.mark.filterwarnings("ignore:The confidence interval is undefined:RuntimeWarning")  # scipy's, at the ends
@pytest.mark.parametrize("endless", [0, 25])
@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize(("seed", "games"), [(1, 300), (2, 12)])
def test_it_equals_scipy(seed: int, games: int, endless: int, level: float) -> None:
    lengths, seen, turns = counted(seed, games)
    found = curve(seed, games, endless, level)
    right = np.concatenate([lengths[~seen], np.full(endless, FOREVER)])
    theirs = stats.ecdf(stats.CensoredData(uncensored=lengths[seen], right=right)).sf
    limits = theirs.confidence_interval(level, method="log-log")
    compared = 0
    for place, turn in enumerate(theirs.quantiles):
        ours = found.after(turn)
        assert ours.estimate == pytest.approx(theirs.probabilities[place])
        if 0 < ours.estimate < 1:
            theirs_at = limits.low.probabilities[place], limits.high.probabilities[place]
            assert (ours.low, ours.high) == pytest.approx(theirs_at)
            compared += 1
    assert compared > len(turns) / 2


def test_without_games_left_early_it_is_the_share_still_running() -> None:
    found = kaplan_meier(np.array([3, 5, 9]), np.array([2, 5, 1]), endless=2)
    assert [found.after(turn).estimate for turn in (0, 2, 3, 4, 5, 8.5, 9, 1000)] == pytest.approx(
        [1, 1, 0.8, 0.8, 0.3, 0.3, 0.2, 0.2]
    )
    assert found.plateau.estimate == pytest.approx(0.2)


def test_endless_games_hold_the_curve_up_and_unresolved_ones_do_not() -> None:
    turns, ends = np.array([10, 20]), np.array([60, 20])
    endless = kaplan_meier(turns, ends, endless=20)
    unresolved = kaplan_meier(turns, ends, np.array([20, 0]))
    assert endless.plateau.estimate == pytest.approx(0.2)
    assert unresolved.plateau.estimate == 0
    assert unresolved.after(10).estimate == pytest.approx(0.4)


def test_before_the_first_end_and_after_the_last() -> None:
    found = kaplan_meier(np.array([10, 20]), np.array([50, 50]))
    early, late = found.after(9), found.after(20)
    assert (early.estimate, early.high) == (1, 1)
    assert early.low == pytest.approx(1 - zero_events(100).high)
    assert (late.estimate, late.low) == (0, 0)
    assert late.high == found.after(19).high


def test_limits_fall_and_hold_the_curve() -> None:
    found = curve(4, 200, 10)
    assert (found.low <= found.share).all()
    assert (found.share <= found.high).all()
    for values in (found.share, found.high):
        assert (np.diff(values) <= 0).all()


def test_rotations_of_a_deal_widen_the_limits() -> None:
    turns, ends = np.array([10, 20, 30]), np.array([40, 40, 40])
    once, four = (kaplan_meier(turns, ends, endless=40, cluster=cluster).after(20) for cluster in (1, 4))
    assert four.low < once.low < once.estimate == four.estimate < once.high < four.high


def test_no_games_and_no_ends() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    empty = kaplan_meier(nothing, nothing).plateau
    assert math.isnan(empty.estimate)
    assert (empty.low, empty.high) == (0, 1)
    endless = kaplan_meier(nothing, nothing, endless=50).plateau
    assert endless.estimate == endless.high == 1
    assert 0.9 < endless.low < 1
