"""The truth lies within the limits at which a case stops, in real games whose exact shares are known."""

from __future__ import annotations

import numpy as np
import pytest

from paskasim.analysis import anytime
from paskasim.analysis.intervals import t_mixture, wilson
from paskasim.engine import play
from paskasim.laws.exact_values import exact_endings
from paskasim.laws.miniature.catalogue import EXACT, miniatures
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules.tables import rule_tables
from paskasim.studies.plan import case_of
from paskasim.studies.precision import Precision, looks
from paskasim.studies.stopping import Stop, Watch
from paskasim.studies.sums import BLOCK_GAMES, block_sums

TIMES = 300
BLOCKS = 8
GOAL = 0.03


@pytest.fixture(scope="module")
def truth() -> tuple[float, ...]:
    return exact_endings(forced_takes(), "lowest").loses


def forced_takes():  # type: ignore[no-untyped-def]
    (found,) = [m for m in miniatures(EXACT) if m.name == "forced takes, 3 players"]
    return found


@pytest.fixture(scope="module")
def runs() -> list[tuple[Stop, list[list[int]]]]:
    """Where each run stopped, and its losers by seat and block."""
    mini = forced_takes()
    crew = crew_of(parse_lineup("lowest", mini.players))
    tables = rule_tables(mini.rules, mini.players)
    found = []
    for seed in range(TIMES):
        case = case_of(mini.rules, mini.players, "lowest", seed, BLOCKS * BLOCK_GAMES)
        sums = block_sums(play(tables, mini.players, crew, seed, 0, case.games))
        watch = Watch(Precision(GOAL), [case], case.games, 0)
        watch.add(case, 0, sums)
        total = watch.total()
        assert total is not None
        found.append((watch.stop(total), [sums[f"loser_{seat}"].to_pylist() for seat in range(mini.players)]))
    return found


def test_the_truth_is_inside(runs: list[tuple[Stop, list[list[int]]]], truth: tuple[float, ...]) -> None:
    """All seats at once, where the case stopped; an ordinary interval with the same goal misses more often."""
    missed = missed_at_any_look = naive = 0
    for stop, losers in runs:
        assert stop.reached is not None
        assert stop.reached < BLOCKS * BLOCK_GAMES
        assert max(stop.found.high - stop.found.estimate, stop.found.estimate - stop.found.low) <= GOAL
        running = np.cumsum(losers, axis=1)
        missed += not _hold(running[:, stop.reached // BLOCK_GAMES - 1], truth)
        missed_at_any_look += not all(_hold(running[:, look - 1], truth) for look in looks(BLOCKS))
        naive += _naive(running, truth)
    assert missed <= missed_at_any_look <= 0.05 * TIMES
    assert naive > 0.02 * TIMES
    assert naive > missed + 3


def _hold(counts: np.ndarray, truth: tuple[float, ...]) -> bool:
    tops = [np.array([count]) for count in counts]
    found = anytime.shares(tops, np.array([counts.sum()]), np.array([counts.sum()]))
    return all(one.low <= share <= one.high for one, share in zip(found, truth, strict=True))


def _naive(running: np.ndarray, truth: tuple[float, ...]) -> bool:
    """Whether Wilson's interval of one seat, stopped when it is narrow enough, misses."""
    for look in looks(BLOCKS):
        counts = running[:, look - 1]
        found = wilson(float(counts[1]), float(counts.sum()))
        if (found.high - found.low) / 2 <= GOAL:
            break
    return not found.low <= truth[1] <= found.high


@pytest.mark.parametrize(("share", "alike"), [(0.25, 0.3), (0.002, 0.5)])
def test_rotations_on_one_deal(share: float, alike: float) -> None:
    """Games on one deal that may have the same loser, looked at after each of 40 blocks."""
    dice = np.random.default_rng(int(1000 * share))
    rotations, deals = 4, 1024
    missed = 0
    for _ in range(TIMES):
        same = dice.binomial(deals, alike, 40)
        top = rotations * dice.binomial(same, share) + dice.binomial(rotations * (deals - same), share)
        bottom, numbers = np.full(40, rotations * deals), np.full(40, deals)
        found = [anytime.share(top[:b], bottom[:b], numbers[:b], rotations) for b in looks(40)]
        missed += not all(one.low <= share <= one.high for one in found)
    assert missed <= 0.05 * TIMES


def test_quantile__holds_at_every_look() -> None:
    dice = np.random.default_rng(5)
    for at in (0.5, 0.95):
        true = int(np.ceil(np.log(1 - at) / np.log(0.95)))
        missed = narrow = 0
        for _ in range(100):
            lengths = dice.geometric(0.05, 4096)
            for games in (64, 128, 256, 512, 1024, 2048, 4096):
                values, counts = np.unique(lengths[:games], return_counts=True)
                found = anytime.quantile(values, counts, at)
                missed += not found.low <= true <= found.high
            narrow += found.high - found.low < 20
        assert missed <= 5
        assert narrow == 100


def test_quantile__nothing_and_little() -> None:
    assert not anytime.quantile(np.array([3]), np.array([0]), 0.5).known
    found = anytime.quantile(np.array([3, 9]), np.array([1, 1]), 0.5)
    assert (found.low, found.estimate, found.high) == (0.0, 3.0, np.inf)


def test_limits_of_a_higher_level_hold_those_of_a_lower_one() -> None:
    """So that the smallest level that leaves a bound out is a p-value at every look."""
    for blocks in (8, 16, 32, 64, 512, 10_000):
        factors = [t_mixture(blocks, level) for level in (0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.999999)]
        assert factors == sorted(factors)
