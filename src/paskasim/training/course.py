"""A list of tables of chances, what they lose against each other, and the mixed equilibrium of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from paskasim.strategies.mixed import TABLES
from paskasim.training.equilibrium import cost_of_each, equilibrium
from paskasim.training.gradient import Chances, Mixture
from paskasim.training.school import School

ALONE = 1 << 36
"""Game numbers from here on measure tables against each other."""
ENOUGH = 0.01
"""Share below which a table is left out of a mixture."""
GROUPS = 600
"""So many groups of tables meet each other at most; with three players that is fourteen tables."""


@dataclass
class Course:
    """What was learnt so far.

    Attributes
    ----------
    tables
        All that were found, in order.
    active
        Numbers of those that are still measured against each other: the list.
    losses
        Mean losses of the members of every set of tables at one table, in the order of the set, by the set.
    gains
        How much less than the others of the mixture the best response of each round lost.
    mixed
        The mixture that each round began with: the shares of its tables, by their numbers.
    """

    tables: list[Chances] = field(default_factory=list)
    active: list[int] = field(default_factory=list)
    losses: dict[tuple[int, ...], tuple[float, ...]] = field(default_factory=dict)
    gains: list[float] = field(default_factory=list)
    mixed: list[dict[int, float]] = field(default_factory=list)

    def add(self, table: Chances) -> None:
        """Add a table to the list."""
        self.active.append(len(self.tables))
        self.tables.append(table)

    def mixture(self, number: int) -> Mixture:
        """Return the mixture that a round began with."""
        shares = self.mixed[number]
        return Mixture(tuple(shares.values()), tuple(self.tables[i] for i in shares))


@dataclass(frozen=True)
class Standing:
    """Where a course stands: shares and losses of the tables of its list, in its order.

    Attributes
    ----------
    shares
        Of the mixed equilibrium.
    costs
        What each loses where all others choose by the shares.
    """

    active: tuple[int, ...]
    shares: NDArray[np.float64]
    costs: NDArray[np.float64]

    def ranked(self) -> list[int]:
        """Return the numbers of the tables, who loses least first; of equal ones the one with the larger share."""
        order = np.lexsort((-self.shares, np.round(self.costs, 3)))
        return [self.active[i] for i in order]


def most_active(players: int) -> int:
    """Return how many tables a list has at most before the new ones of a round."""
    count = 1
    while math.comb(count + players, players) <= GROUPS:
        count += 1
    return count


def measure(school: School, deals: int, course: Course) -> NDArray[np.float64]:
    """Return what tables of the list lose against each other, (tables x ...) an axis for each player, and keep it.

    Parameters
    ----------
    deals
        On which every group of tables meets, everyone in every seat.
    """
    players = school.players
    active = course.active
    found = np.zeros((len(active),) * players)
    for places in combinations_with_replacement(range(len(active)), players):
        group = tuple(active[place] for place in places)
        if group not in course.losses:
            total = np.zeros(players)
            for turn in range(players):  # everyone in every seat
                seats = [course.tables[group[(s + turn) % players]] for s in range(players)]
                lost = school.losses(seats, ALONE, deals)
                total += np.roll(lost.mean(axis=1), turn)
            course.losses[group] = tuple(float(each) for each in total / players)
        lost_by = course.losses[group]
        for order in set(permutations(range(players))):
            chosen = tuple(places[i] for i in order)
            same = [lost_by[i] for i in range(players) if places[i] == chosen[0]]
            found[chosen] = sum(same) / len(same)
    return found


def standing(course: Course, losses: NDArray[np.float64]) -> Standing:
    """Return the mixed equilibrium of the list, from what `measure` returned."""
    shares = equilibrium(losses)
    return Standing(tuple(course.active), shares, cost_of_each(losses, shares))


def mixed_by(now: Standing) -> dict[int, float]:
    """Return the shares of the mixed equilibrium, of as many tables as `mixed` has room for, by their numbers."""
    largest = np.argsort(-now.shares, kind="stable")[:TABLES]
    used = np.sort(largest[now.shares[largest] >= ENOUGH])
    kept = now.shares[used] / now.shares[used].sum()
    return {now.active[i]: float(share) for i, share in zip(used, kept, strict=True)}


def narrowed(now: Standing, players: int) -> list[int]:
    """Return the numbers of the tables that stay in the list: those that lose least."""
    return sorted(now.ranked()[: most_active(players)])


def worst_gain(school: School, course: Course, mixture: Mixture, first: int, deals: int) -> float:
    """Return how much less than players of a mixture the best of all tables loses that were ever found, among them."""
    own, _ = school.loss(mixture, mixture, first, deals)
    lost = [float(school.loss(each, mixture, first, deals)[0].mean()) for each in course.tables]
    return float(own.mean()) - min(lost)
