"""Plackett-Luce strengths from finishing orders, with intervals that respect whose games share a deal.

The model: at each step the next to go out is one of those still in, with chances in proportion to their strengths.
A finishing order is then a chain of choices, each from those who are left; the loser is the one left over. A game
without an end is a chain cut short: who was still in comes after all who went out, in an order that nobody knows. So
its known choices count and no more; leaving such games out would favour whoever goes out late in them, and calling
the rest equal would be an observation that nobody made.

Several seats of one strategy are choices of one strength: they go out next with a chance of as many shares.

Seen from its end a game is one choice, that of the loser (Luce's choice). The same fit, given orders of one known step
each, finds how safe each player is from being chosen; a game without an end may count in parts, one for each that it
leaves. The two need not agree: who is often first or last and seldom between is strong and not safe.

Sources: R. D. Luce, Individual Choice Behavior (1959); R. L. Plackett, Applied Statistics 24 (1975) 193-202. That the
likelihood is concave in the logarithms of the strengths, and when it has a maximum: D. R. Hunter, Annals of
Statistics 32 (2004) 384-406. Errors by sums over independent blocks ('sandwich'): H. White, Econometrica 50 (1982)
1-25; K.-Y. Liang, S. L. Zeger, Biometrika 73 (1986) 13-22.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from paskasim.analysis.intervals import LEVEL, Array, BlockEstimate, Interval

ENOUGH = 1e-10
MOST_STEPS = 100


@dataclass(frozen=True)
class Orders:
    """Finishing orders that one table saw, counted by block of game numbers.

    Attributes
    ----------
    members
        Which item (0, 1, ...) each kind of player at the table is.
    seats
        How many seats each kind holds.
    block
        (rows) block of each row; blocks of one number hold the same game numbers at every table.
    order
        (rows x seats) kinds in the order in which they went out, -1 from where nobody is known to have come next.
    count
        (rows) games, or parts of games.
    numbers
        (blocks) game numbers in each block, those without any row included.
    """

    members: tuple[int, ...]
    seats: tuple[int, ...]
    block: NDArray[np.int64]
    order: NDArray[np.int64]
    count: Array
    numbers: NDArray[np.int64]

    @cached_property
    def chain(self) -> Chain:
        """The orders taken apart into choices."""
        return _chain(self)


@dataclass(frozen=True)
class Chain:
    """Choices: the sets that were chosen from, and what was chosen.

    Attributes
    ----------
    sets
        (sets x kinds) seats of each kind still in.
    taken
        (sets x kinds) how often a kind was chosen from a set.
    steps
        (orders x steps) index of the set of each step of each distinct order, -1 where it is known no more.
    picks
        (orders x steps) the kind chosen.
    which
        (rows) the distinct order of each row.
    """

    sets: Array
    taken: Array
    steps: NDArray[np.int64]
    picks: NDArray[np.int64]
    which: NDArray[np.int64]

    def chances(self, worth: Array) -> Array:
        """Return (sets x kinds) the chance that a kind is chosen from a set."""
        shares = self.sets * worth
        found: Array = shares / shares.sum(axis=1, keepdims=True)
        return found


def _chain(orders: Orders) -> Chain:
    distinct, which = np.unique(orders.order, axis=0, return_inverse=True)
    rows, kinds = np.arange(len(distinct)), len(orders.members)
    games = np.bincount(which.ravel(), weights=orders.count, minlength=len(distinct))
    left = np.tile(np.array(orders.seats, np.int64), (len(distinct), 1))
    states, picks, known = [], [], np.full(len(distinct), True)
    for step in range(distinct.shape[1] - 1):
        pick = distinct[:, step]
        # With one kind left there is nothing to choose.
        known = known & (pick >= 0) & ((left > 0).sum(axis=1) > 1)
        states.append(np.where(known, left @ (16 ** np.arange(kinds)), -1))
        picks.append(pick)
        left = left.copy()
        left[rows, np.maximum(pick, 0)] -= pick >= 0
    codes, steps = np.unique(np.array(states).T, return_inverse=True)
    steps = steps.reshape(len(distinct), -1)
    if codes[0] == -1:
        codes, steps = codes[1:], steps - 1
    sets = (codes[:, None] // 16 ** np.arange(kinds) % 16).astype(np.float64)
    taken = np.zeros_like(sets)
    chosen = np.array(picks).T
    seen = steps >= 0
    np.add.at(taken, (steps[seen], chosen[seen]), np.broadcast_to(games[:, None], steps.shape)[seen])
    return Chain(sets, taken, steps, chosen, which.ravel())


@dataclass(frozen=True)
class Strengths:
    """Fitted strengths.

    Attributes
    ----------
    logs
        (items) natural logarithms of the strengths, their mean 0.
    covariance
        (items x items) of `logs`.
    freedom
        Degrees of freedom of the errors: blocks less one.
    """

    logs: Array
    covariance: Array
    freedom: int

    def turned(self) -> Strengths:
        """Return the reciprocal strengths: of being chosen to lose, those of not being chosen."""
        return Strengths(-self.logs, self.covariance, self.freedom)

    @property
    def worth(self) -> Array:
        """The strengths; their geometric mean is 1."""
        found: Array = np.exp(self.logs)
        return found

    def interval(self, item: int, level: float = LEVEL) -> Interval:
        """Return a strength with limits: e to the t interval of its logarithm."""
        found = self._estimate(self.logs[item], self.covariance[item, item]).interval(level)
        return Interval(
            math.exp(found.estimate), math.exp(found.low), math.exp(min(found.high, 700.0)), "t over blocks, of logs"
        )

    def ratio(self, one: int, other: int, level: float = LEVEL) -> Interval:
        """Return how many times as strong one is as another, with limits."""
        spread = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        found = self._estimate(self.logs[one] - self.logs[other], spread).interval(level)
        return Interval(
            math.exp(found.estimate), math.exp(found.low), math.exp(min(found.high, 700.0)), "t over blocks, of logs"
        )

    def _estimate(self, value: float, variance: float) -> BlockEstimate:
        return BlockEstimate(float(value), math.sqrt(max(float(variance), 0.0)), self.freedom)


def fit(tables: Sequence[Orders], items: int) -> Strengths | None:
    """Return the strengths under which the orders of all tables are likeliest; every table weighs the same.

    Parameters
    ----------
    tables
        What each table saw. However many games a table played, its mean log-likelihood of a game counts once: else
        the figures would depend on which tables had time for more games.
    items
        How many strengths there are; each must sit at some table.

    Returns
    -------
    Strengths
        Or None where no finite strengths are likeliest: some never went out before any of the others (Hunter's
        assumption 1 does not hold).

    Notes
    -----
    Newton's method, steps halved where they overshoot. Errors are those of a sandwich: the scores of a block of game
    numbers are summed over all tables, each table's mean taken off first (where the model does not fit, the tables
    pull in different directions, which is no chance), so games on one deal need not be independent.
    """
    weights = [1.0 / max(float(orders.count.sum()), 1e-9) for orders in tables]
    if not _joined(tables, items):
        return None
    logs = np.zeros(items)
    likelihood, slope, curve = _likelihood(tables, weights, logs)
    for _ in range(MOST_STEPS):
        # Adding the same to all logarithms changes nothing: the matrix of ones fills that gap in the curvature.
        step = np.linalg.solve(curve + np.ones((items, items)) * np.trace(curve) / items**2, slope)
        size = 1.0
        while True:
            tried = _likelihood(tables, weights, logs + size * step)
            if tried[0] >= likelihood - 1e-12 or size < 1e-6:
                break
            size /= 2
        logs = logs + size * step
        likelihood, slope, curve = tried
        if float(np.abs(size * step).max()) < ENOUGH:
            break
    logs = logs - logs.mean()
    inverse = np.linalg.pinv(curve, hermitian=True)
    scores = _scores(tables, weights, logs)
    blocks = len(scores)
    if blocks < 2:
        return Strengths(logs, np.full((items, items), math.inf), 0)
    spread = scores.T @ scores * blocks / (blocks - 1)
    return Strengths(logs, inverse @ spread @ inverse, blocks - 1)


def _joined(tables: Sequence[Orders], items: int) -> bool:
    """Tell whether from every item a chain of 'went out before' leads to every other."""
    before = np.eye(items, dtype=bool)
    for orders in tables:
        members, chain = np.array(orders.members), orders.chain
        for kind, other in combinations(range(len(members)), 2):
            for first, second in ((kind, other), (other, kind)):
                if bool((chain.taken[:, first] * chain.sets[:, second] > 0).any()):
                    before[members[first], members[second]] = True
    for middle in range(items):
        before |= before[:, middle : middle + 1] & before[middle]
    return bool(before.all())


def _likelihood(tables: Sequence[Orders], weights: Sequence[float], logs: Array) -> tuple[float, Array, Array]:
    """Return the log-likelihood, its slope, and minus its curvature."""
    likelihood, slope, curve = 0.0, np.zeros(len(logs)), np.zeros((len(logs), len(logs)))
    for orders, weight in zip(tables, weights, strict=True):
        members, chain = np.array(orders.members), orders.chain
        worth = np.exp(logs[members])
        chances = chain.chances(worth)
        times = chain.taken.sum(axis=1)
        likelihood += weight * float((chain.taken.sum(axis=0) * logs[members]).sum())
        likelihood -= weight * float(times @ np.log((chain.sets * worth).sum(axis=1)))
        np.add.at(slope, members, weight * (chain.taken.sum(axis=0) - times @ chances))
        inner = np.diag(times @ chances) - (chances * times[:, None]).T @ chances
        curve[np.ix_(members, members)] += weight * inner
    return likelihood, slope, curve


def _scores(tables: Sequence[Orders], weights: Sequence[float], logs: Array) -> Array:
    """Return (blocks x items) the slope that each block adds, each table's mean taken off."""
    blocks = max(len(orders.numbers) for orders in tables)
    scores = np.zeros((blocks, len(logs)))
    for orders, weight in zip(tables, weights, strict=True):
        members, chain = np.array(orders.members), orders.chain
        chances = np.vstack([chain.chances(np.exp(logs[members])), np.zeros(len(members))])
        single = -chances[chain.steps].sum(axis=1)  # index -1 is the row of zeros
        seen = chain.steps >= 0
        np.add.at(single, (np.nonzero(seen)[0], chain.picks[seen]), 1.0)
        mine = np.zeros((len(orders.numbers), len(members)))
        np.add.at(mine, orders.block, orders.count[:, None] * single[chain.which])
        mine -= orders.numbers[:, None] * (mine.sum(axis=0) / orders.numbers.sum())
        for kind, member in enumerate(members):
            scores[: len(mine), member] += weight * mine[:, kind]
    return scores


def loser_chances(safety: Sequence[float], seats: Sequence[int]) -> list[float]:
    """Return for a seat of each kind the chance to lose, in inverse proportion to safety."""
    whole = sum(n / safe for n, safe in zip(seats, safety, strict=True))
    return [1 / safe / whole for safe in safety]


def mean_places(worth: Sequence[float], seats: Sequence[int]) -> list[float]:
    """Return the mean place of a seat of each kind, by the model: one more than those expected before it."""
    return [
        1 + (seats[kind] - 1) / 2 + sum(
            n * w / (w + mine) for other, (w, n) in enumerate(zip(worth, seats, strict=True)) if other != kind
        )
        for kind, mine in enumerate(worth)
    ]  # fmt: skip
