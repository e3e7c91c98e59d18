"""The contrasts of `compare`: limits cover the truth, and agree with plain formulas."""

from __future__ import annotations

import numpy as np
import pytest

from paskasim.analysis.compare.contrasts import (
    both,
    largest,
    single_seats,
    subsets,
    unpaired_means,
    unpaired_shares,
)
from paskasim.analysis.compare.match import Side
from paskasim.analysis.contrasts import FEW_BLOCKS, at_every_look, paired_means
from paskasim.analysis.intervals import Array, Interval

EVEN = np.full(4, 0.25)
TILTED = np.array([0.22, 0.25, 0.26, 0.27])
BLOCKS, GAMES = 60, 800


def side(shares: Array, random: np.random.Generator, blocks: int = BLOCKS, games: int = GAMES) -> Side:
    tops = random.multinomial(games, shares, size=blocks).T
    return Side(tops, np.full(blocks, games), np.full(blocks, games))


def mixed(one: Side, share: float, random: np.random.Generator, shares: Array) -> Side:
    """Return a side of which a share of each block is the same games as in another."""
    kept = random.binomial(one.top.astype(np.int64), share)
    rest = one.bottom - kept.sum(axis=0)
    new = np.array([random.multinomial(n, shares) for n in rest]).T
    return Side(kept + new, one.bottom, one.numbers)


def distance(shares: Array) -> float:
    return float(np.abs(shares - 1 / len(shares)).sum() / 2)


def test_subsets_and_seats_give_the_plain_formulas() -> None:
    random = np.random.default_rng(1)
    for players in (2, 3, 6, 10):
        shares = random.dirichlet(np.full(players, 5.0))
        excess = shares - 1 / players
        assert np.max(subsets(players) @ excess) == pytest.approx(distance(shares))
        assert np.max(single_seats(players) @ excess) == pytest.approx(np.abs(excess).max())
    assert subsets(3).shape == (6, 3)


def test_the_estimate_is_the_difference_of_the_distances() -> None:
    random = np.random.default_rng(2)
    one, two = side(TILTED, random), side(EVEN, random)
    shares = [each.top.sum(axis=1) / each.bottom.sum() for each in (one, two)]
    found = largest(one, two, subsets(4), True, 1)
    assert found.estimate == pytest.approx(distance(shares[0]) - distance(shares[1]))
    furthest = [np.abs(each - 0.25).max() for each in shares]
    assert largest(one, two, single_seats(4), True, 1).estimate == pytest.approx(furthest[0] - furthest[1])
    limits = found.interval()
    assert limits.low < found.estimate < limits.high


COVERED = {
    "even": (EVEN, EVEN, 0.0),
    "even, paired": (EVEN, EVEN, 0.7),
    "one tilted": (TILTED, EVEN, 0.0),
    "both": (TILTED, TILTED, 0.0),
    "both, paired": (TILTED, TILTED, 0.7),
    "mirrored": (TILTED, TILTED[::-1], 0.0),
}


@pytest.mark.parametrize("rows", [subsets(4), single_seats(4)], ids=["all seats", "furthest"])
@pytest.mark.parametrize("case", COVERED)
def test_limits_cover_the_truth(case: str, rows: Array) -> None:
    """At least 95 %, also where seats are even and the estimate is biased."""
    first, second, shared = COVERED[case]
    random = np.random.default_rng(3)
    truth = float(np.max(rows @ (first - 0.25)) - np.max(rows @ (second - 0.25)))
    inside = 0
    for _ in range(300):
        one = side(first, random)
        two = mixed(one, shared, random, second) if shared else side(second, random)
        limits = largest(one, two, rows, bool(shared), 1).interval()
        inside += limits.low <= truth <= limits.high
    assert inside / 300 >= 0.93


def test_limits_allow_for_the_bias_of_many_even_seats() -> None:
    """Ten even seats seem uneven by chance alone, five times as much as one seat's error; the limits know."""
    random = np.random.default_rng(10)
    even = np.full(10, 0.1)
    tilted = even + np.repeat([0.02, -0.02], 5)
    rows = subsets(10)
    estimates = []
    for _ in range(30):
        found = largest(side(tilted, random, 20), side(even, random, 20), rows, False, 1)
        limits = found.interval()
        estimates.append(found.estimate)
        assert limits.low <= 0.1 <= limits.high
    assert np.mean(estimates) < 0.095


def test_limits_are_narrow_where_another_seat_may_be_furthest_in_a_pair() -> None:
    random = np.random.default_rng(11)
    first, second = np.array([0.2, 0.27, 0.265, 0.265]), np.array([0.22, 0.25, 0.265, 0.265])
    one = side(first, random)
    two = mixed(one, 0.8, random, (second - 0.8 * first) / 0.2)
    limits = largest(one, two, subsets(4), True, 1).interval()
    seat = (one.top[0], one.bottom), (two.top[0], two.bottom)
    plain = paired_means(seat[0], seat[1], one.numbers).interval()
    assert limits.low < 0.02 < limits.high
    assert limits.high - limits.low < 1.6 * (plain.high - plain.low)


def test_pairing_makes_limits_narrow() -> None:
    random = np.random.default_rng(4)
    one = side(TILTED, random)
    two = mixed(one, 0.95, random, TILTED)
    paired, unpaired = (largest(one, two, subsets(4), way, 1).interval() for way in (True, False))
    assert paired.high - paired.low < 0.5 * (unpaired.high - unpaired.low)


def test_a_clear_tilt_is_found_with_nearly_the_width_of_a_plain_interval() -> None:
    random = np.random.default_rng(5)
    one, two = side(np.array([0.1, 0.3, 0.3, 0.3]), random), side(np.array([0.15, 0.25, 0.3, 0.3]), random)
    limits = largest(one, two, subsets(4), False, 1).interval()
    plain = unpaired_means(
        Side(one.bottom - one.top[0], one.bottom, one.numbers), Side(two.bottom - two.top[0], two.bottom, two.numbers)
    ).interval()
    assert limits.high - limits.low < 1.3 * (plain.high - plain.low)
    above, below = largest(one, two, subsets(4), False, 1).chance(0.0)
    assert (above < 0.001, below) == (True, 1.0)


def test_the_same_sums_differ_by_nothing() -> None:
    for seed in range(10):
        one = side(TILTED, np.random.default_rng(seed))
        limits = largest(one, one, subsets(4), True, 1).interval()
        # Whichever seats are furthest: the pair differs in none.
        assert (limits.estimate, limits.low, limits.high) == (0.0, 0.0, 0.0)


def test_few_blocks_fall_back_on_simultaneous_limits() -> None:
    random = np.random.default_rng(7)
    one, two = (side(EVEN, random, FEW_BLOCKS - 1, 50) for _ in range(2))
    for rows in (subsets(4), single_seats(4)):
        limits = largest(one, two, rows, True, 1).interval()
        assert limits.low < 0 < limits.high
        wide = largest(one, two, rows, True, 4).interval()
        assert wide.high - wide.low > limits.high - limits.low


def test_no_games_have_no_estimate() -> None:
    none = Side(np.zeros((4, 1)), np.zeros(1), np.full(1, 5))
    assert np.isnan(largest(none, none, subsets(4), True, 1).estimate)


def test_unpaired_means_are_welchs() -> None:
    from scipy import stats

    random = np.random.default_rng(8)
    values = random.normal(10, 2, 30), random.normal(9, 5, 50)
    sides = [Side(each, np.ones(len(each)), np.ones(len(each), np.int64)) for each in values]
    found = unpaired_means(sides[0], sides[1])
    wanted = stats.ttest_ind(*values, equal_var=False)
    assert 2 * min(found.chance(0.0)) == pytest.approx(wanted.pvalue, rel=0.03)  # whole degrees of freedom
    limits = found.interval()
    assert (limits.low, limits.high) == pytest.approx(tuple(wanted.confidence_interval()), rel=0.02)


def test_unpaired_shares_of_rare_events_are_exact() -> None:
    numbers = np.full(40, 1024)
    none, few = np.zeros(40), np.append(np.ones(3), np.zeros(37))
    found = unpaired_shares(Side(few, numbers, numbers), Side(none, numbers, numbers), 1)
    assert found.interval().method == "both exact intervals together"
    assert found.interval().low < 0 < found.estimate < found.interval().high
    many = np.full(40, 200)
    assert unpaired_shares(Side(many, numbers, numbers), Side(none, numbers, numbers), 1).interval().low > 0.19


def test_unpaired_games_seldom_alarm() -> None:
    random = np.random.default_rng(9)
    numbers = np.full(30, 1024)
    alarms = 0
    for _ in range(1000):
        one, two = (Side(random.binomial(numbers, 0.2), numbers, numbers) for _ in range(2))
        alarms += 2 * min(unpaired_shares(one, two, 1).chance(0.0)) < 0.05
    assert 25 <= alarms <= 75


def test_both_takes_half_the_error_for_each() -> None:
    found = both(1.0, lambda level: Interval(3, 3 - level, 3 + level, ""), lambda level: Interval(2, 2, 2, ""), "x")
    assert found.limits(0.9) == pytest.approx((0.05, 1.95))


def test_looking_again_and_again__alarms_seldom_by_limits_for_that() -> None:
    """Stopped at the first look at which A and B seem to differ, they do not in five of a hundred runs."""
    random = np.random.default_rng(10)
    plain = always = 0
    for _ in range(120):
        numbers = np.full(160, 1024)
        tops = [random.multinomial(1024, [0.2, 0.3, 0.5], 160).T for _ in range(2)]
        for blocks in range(10, 161, 15):
            one, two = (Side(top[:, :blocks], numbers[:blocks], numbers[:blocks]) for top in tops)
            first = [Side(side.top[0], side.bottom, side.numbers) for side in (one, two)]
            found = [unpaired_shares(*first, 1), unpaired_means(*first), largest(one, two, subsets(3), False, 1)]
            plain += 2 * min(found[0].chance(0.0)) < 0.05
            always += any(not (limits := at_every_look(each).interval()).low <= 0 <= limits.high for each in found)
    assert plain > 18
    assert always == 0  # each interval holds in 97.5 % of runs, both together give away more


def test_limits_for_every_look__tell_a_difference_that_is_there() -> None:
    random = np.random.default_rng(11)
    numbers = np.full(160, 1024)
    tops = [random.multinomial(1024, shares, 160).T for shares in ([0.2, 0.3, 0.5], [0.3, 0.3, 0.4])]
    one, two = (Side(top, numbers, numbers) for top in tops)
    first = [Side(side.top[0], side.bottom, side.numbers) for side in (one, two)]
    for found, true in (
        (unpaired_shares(*first, 1), -0.1),
        (unpaired_means(*first), -0.1),
        (largest(one, two, subsets(3), False, 1), 0.1),
        (largest(one, two, single_seats(3), False, 1), 0.1),
    ):
        plain, always = found.interval(), at_every_look(found).interval()
        assert always.low < plain.low < plain.high < always.high
        assert always.low < true < always.high
        assert 2 * min(at_every_look(found).chance(0.0)) < 0.001
        assert "always" in always.method
