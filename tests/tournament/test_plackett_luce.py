"""Plackett-Luce strengths: against another program, against brute force, and whether intervals cover."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

from paskasim.analysis.plackett_luce import Orders, fit, loser_chances, mean_places

choix = pytest.importorskip("choix", reason="choix, a development dependency, is not installed")
LOGS = np.array([0.6, 0.1, -0.2, -0.5])


def drawn(
    games: int, logs: Sequence[float], seed: int, *, cut: float = 0.0, cluster: int = 1, spread: float = 0.0
) -> np.ndarray:
    """Return finishing orders; `cluster` games share a deal that shifts strengths by `spread`; some are cut short."""
    dice = np.random.default_rng(seed)
    shift = np.repeat(dice.normal(0.0, spread, (games // cluster, len(logs))), cluster, axis=0)
    order = np.argsort(-(dice.gumbel(size=(games, len(logs))) + np.array(logs) + shift), axis=1)
    for game in np.flatnonzero(dice.random(games) < cut):
        order[game, dice.integers(0, len(logs) - 1) :] = -1
    return order


def orders(order: np.ndarray, cluster: int = 1, members: Sequence[int] | None = None) -> Orders:
    games, kinds = order.shape
    block = np.arange(games) // cluster
    return Orders(
        tuple(members or range(kinds)), (1,) * kinds, block, order, np.ones(games, np.int64),
        np.ones(games // cluster, np.int64),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_whole_orders_as_choix_fits_them(seed: int) -> None:
    order = drawn(200, LOGS, seed)
    theirs = choix.ilsr_rankings(4, [tuple(row) for row in order], tol=1e-9)
    ours = fit([orders(order)], 4)
    assert ours is not None
    assert ours.logs == pytest.approx(theirs - theirs.mean(), abs=1e-5)


@pytest.mark.parametrize("seed", range(2))
def test_orders_cut_short_as_choix_fits_their_choices(seed: int) -> None:
    order = drawn(200, LOGS, seed, cut=0.3)
    choices = []
    for row in order:
        left = set(range(4))
        for item in row[:-1]:
            if item < 0:
                break
            left -= {int(item)}
            choices.append((int(item), tuple(left)))
    theirs = choix.ilsr_top1(4, choices, tol=1e-9)
    ours = fit([orders(order)], 4)
    assert ours is not None
    assert ours.logs == pytest.approx(theirs - theirs.mean(), abs=1e-5)


def test_cut_orders_do_not_mislead_where_dropping_them_would() -> None:
    # The games of the strongest are cut after it went out: without these games it looks weaker.
    order = drawn(6000, LOGS, 1)
    cut = order.copy()
    cut[(order[:, 0] == 0) & (np.arange(6000) % 2 == 0), 1:] = -1
    ours, dropped = fit([orders(cut)], 4), fit([orders(order[cut[:, 1] >= 0])], 4)
    assert ours is not None
    assert dropped is not None
    assert ours.logs == pytest.approx(LOGS, abs=0.1)
    assert dropped.logs[0] < LOGS[0] - 0.2


def test_several_seats_of_one_kind_are_as_many_chances() -> None:
    # Kinds 0 0 1 2: as seats 0 1 2 3 of which the first two are equal.
    logs = np.array([0.5, 0.5, 0.0, -0.7])
    order = np.array([0, 0, 1, 2])[drawn(20_000, logs, 3)]
    table = Orders((0, 1, 2), (2, 1, 1), np.arange(20_000), order, np.ones(20_000, np.int64), np.ones(20_000, np.int64))
    ours = fit([table], 3)
    assert ours is not None
    assert ours.logs == pytest.approx(logs[1:] - logs[1:].mean(), abs=0.03)


def test_tables_weigh_the_same_however_many_games_they_played() -> None:
    first, second = drawn(500, LOGS, 1), drawn(500, LOGS[::-1], 2)
    once = fit([orders(first), orders(second)], 4)
    often = fit([orders(np.repeat(first, 7, axis=0)), orders(second)], 4)
    assert once is not None
    assert often is not None
    assert often.logs == pytest.approx(once.logs, abs=1e-8)


def test_no_finite_strengths() -> None:
    assert fit([orders(np.array([[0, 1, 2], [0, 2, 1]]))], 3) is None
    joined = fit([orders(np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0]]))], 3)
    assert joined is not None
    assert joined.logs == pytest.approx([0, 0, 0], abs=1e-9)
    # Never seen together, and no chain between them.
    apart = np.array([[0, 1], [1, 0]])
    assert fit([orders(apart, members=(0, 1)), orders(apart, members=(2, 3))], 4) is None


def covered(cluster_told: int) -> float:
    """Return how often the 95 % interval of a strength covers the truth, six games on a deal."""
    deals, cluster, runs, hits = 100, 6, 150, 0
    wide = fit([orders(drawn(100_000, LOGS, 99, cluster=1, spread=0.8))], 4)  # what the fit tends to, deals mixed
    assert wide is not None
    for run in range(runs):
        found = fit([orders(drawn(deals * cluster, LOGS, run, cluster=cluster, spread=0.8), cluster_told)], 4)
        assert found is not None
        for item in range(4):
            interval = found.interval(item)
            hits += interval.low <= math.exp(wide.logs[item]) <= interval.high
    return hits / (4 * runs)


def test_intervals_cover() -> None:
    assert 0.92 <= covered(6) <= 0.98


def test_intervals_would_not_cover_if_games_on_a_deal_counted_as_independent() -> None:
    assert covered(1) < 0.90


@pytest.mark.parametrize("seats", [(1, 1, 1, 1), (2, 1, 1), (1, 3), (2, 2, 1)])
def test_predictions_by_brute_force(seats: tuple[int, ...]) -> None:
    worth = [2.0, 0.7, 1.3, 0.4][: len(seats)]
    seat_kinds = [kind for kind, n in enumerate(seats) for _ in range(n)]
    place = np.zeros(len(seats))
    for order in permutations(range(len(seat_kinds))):
        chance = 1.0
        for at, seat in enumerate(order):
            chance *= worth[seat_kinds[seat]] / sum(worth[seat_kinds[other]] for other in order[at:])
        for at, seat in enumerate(order):
            place[seat_kinds[seat]] += chance * (at + 1)
    assert mean_places(worth, seats) == pytest.approx(place / np.array(seats))
    chances = loser_chances(worth, seats)
    assert np.dot(chances, seats) == pytest.approx(1)
    assert np.array(chances) * worth == pytest.approx(chances[0] * worth[0])


def test_losers_as_choix_fits_them() -> None:
    losers = drawn(300, -LOGS, 8)[:, 0]
    theirs = choix.ilsr_top1(4, [(int(one), tuple({0, 1, 2, 3} - {int(one)})) for one in losers], tol=1e-9)
    order = np.full((300, 4), -1)
    order[:, 0] = losers
    ours = fit([orders(order)], 4)
    assert ours is not None
    assert ours.logs == pytest.approx(theirs - theirs.mean(), abs=1e-5)
    assert ours.turned().logs == pytest.approx(-ours.logs)
    # At one table of single seats the shares seen are the shares fitted.
    assert loser_chances(ours.turned().worth, (1, 1, 1, 1)) == pytest.approx(np.bincount(losers) / 300, abs=1e-8)


def test_ratio_is_that_of_the_strengths_with_the_smaller_error_of_a_pair() -> None:
    found = fit([orders(drawn(2000, LOGS, 5))], 4)
    assert found is not None
    ratio = found.ratio(0, 3)
    assert ratio.estimate == pytest.approx(found.worth[0] / found.worth[3])
    assert ratio.low < ratio.estimate < ratio.high
    assert found.ratio(1, 1).low == found.ratio(1, 1).high == 1
