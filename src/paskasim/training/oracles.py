"""Double oracle: a list of tables of chances, to which best responses to its mixed equilibrium are added.

The list begins with plain tables and with two that were learnt in games of learners among themselves. What all of them
lose against each other is measured, which makes a game of few choices, and its mixed equilibrium is found
(`equilibrium`). Then chances are learnt against players who draw a table each by this mixture; they join the list, and
so on (McMahan, Gordon and Blum 2003; Lanctot et al. 2017, 'PSRO'). A best response is found, in turn, by gradient from
the best of the tables that began at a player who doubts everything, by gradient from the best of the others, and by
CMA-ES in a coarse family (`coarse`): each of the three is often blind to what the others find.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.lesson import ANSWERS
from paskasim.strategies.mixed import TABLES
from paskasim.strategies.situations import CLAIM_SITUATIONS, SITUATIONS
from paskasim.training.coarse import evolved
from paskasim.training.equilibrium import cost_of_each, equilibrium
from paskasim.training.gradient import EVEN, Chances, Mixture, chances_of, explored, logits_of, stepped
from paskasim.training.school import School, Seat

ALONE = 1 << 36
"""Game numbers from here on measure tables against each other."""
SEARCHED = 1 << 37
"""Game numbers from here on teach best responses, and from here times two on those of the last word."""
DOUBTING, COARSE, FAMILIES = 0, 2, 3
"""What a round begins with, in turn: the best table that began at DOUBTER, the best of the others, CMA-ES."""
ENOUGH = 0.01
"""Share below which a table is left out of a mixture."""


def table_of(true: tuple[float, ...], stuck: tuple[float, ...], doubt: float) -> Chances:
    """Return a table with the same chances everywhere: of lies with and without a true claim, and of doubts."""
    found = np.zeros((SITUATIONS, ANSWERS))
    found[: CLAIM_SITUATIONS // 2, 1:] = true
    found[CLAIM_SITUATIONS // 2 : CLAIM_SITUATIONS, 1:] = stuck
    found[CLAIM_SITUATIONS:, 1] = doubt
    found[:, 0] = 1 - found.sum(axis=1)
    return found


HONEST = table_of((0, 0, 0), (0, 0, 0), 0)
NEARLY_HONEST: Chances = 0.75 * HONEST + 0.25 * EVEN
BEGINNINGS = (NEARLY_HONEST, EVEN)
DOUBTER = table_of((0.1, 0.1, 0.1), (0.3, 0.3, 0.3), 0.98)


@dataclass(frozen=True)
class Lessons:
    """How long to learn.

    Attributes
    ----------
    alone
        Steps of learners among themselves, from each of two beginnings.
    rounds
        Best responses that are found one after the other.
    steps
        Of each best response.
    games
        Of a step.
    rate
        Of the first step, in logits for a loss; it falls to a fifth of it.
    deals
        On which tables are measured against each other.
    turns, endless, seed
        As `School` has them.
    fresh
        Deals on which the result is measured, each in every seat.
    """

    alone: int = 200
    rounds: int = 24
    steps: int = 40
    games: int = 800
    rate: float = 60.0
    deals: int = 200
    turns: int = 2000
    endless: float = 2.0
    seed: int = 1
    fresh: int = 1000


def climb(
    school: School, lessons: Lessons, start: Chances, others: Seat | None, steps: int, first: int
) -> tuple[Chances, Chances]:
    """Return the chances that so many steps end with, and their mean over the last half, by how often they came up.

    Parameters
    ----------
    others
        Who sits at all other seats; learners with the same chances if it is None.
    first
        Number of the first game.
    """
    logits = logits_of(start)
    mean = np.zeros((SITUATIONS, ANSWERS))
    rate = lessons.rate if others is not None else lessons.rate / 2
    for number in range(steps):
        now = chances_of(logits)
        played = explored(now)
        seat = number % school.players
        seats = [played if others is None or s == seat else others for s in range(school.players)]
        learners = (1 << school.players) - 1 if others is None else 1 << seat
        lesson = school.lesson(seats, learners, first + number * lessons.games, lessons.games)
        logits = stepped(logits, played, lesson, rate * (1 - 0.8 * number / steps))
        if number >= steps // 2:
            mean += now * lesson.times.sum(axis=1, keepdims=True)
    seen = mean.sum(axis=1, keepdims=True)
    end = chances_of(logits)
    return end, np.where(seen > 0, mean / np.where(seen > 0, seen, 1), end)


@dataclass
class Course:
    """What was learnt so far.

    Attributes
    ----------
    tables
        The list.
    losses
        Mean losses of the members of every set of tables at one table, in the order of the set, by the set.
    gains
        How much less than an even share the best response of each round lost, measured for the list.
    """

    tables: list[Chances] = field(default_factory=list)
    losses: dict[tuple[int, ...], tuple[float, ...]] = field(default_factory=dict)
    gains: list[float] = field(default_factory=list)


def measure(school: School, lessons: Lessons, course: Course) -> NDArray[np.float64]:
    """Return what tables lose against each other, (tables x ...) an axis for each player, and keep it."""
    players = school.players
    numbers = range(len(course.tables))
    found = np.zeros((len(numbers),) * players)
    for group in combinations_with_replacement(numbers, players):
        if group not in course.losses:
            total = np.zeros(players)
            for turn in range(players):  # everyone in every seat
                seats = [course.tables[group[(s + turn) % players]] for s in range(players)]
                lost = school.losses(seats, ALONE, lessons.deals)
                total += np.roll(lost.mean(axis=1), turn)
            course.losses[group] = tuple(float(each) for each in total / players)
        lost_by = course.losses[group]
        for order in set(permutations(range(players))):
            chosen = tuple(group[i] for i in order)
            same = [lost_by[i] for i in range(players) if group[i] == chosen[0]]
            found[chosen] = sum(same) / len(same)
    return found


def mixture_of(course: Course, losses: NDArray[np.float64]) -> Mixture:
    """Return the mixed equilibrium of the list, of as many tables as `mixed` has room for."""
    shares = equilibrium(losses)
    largest = np.argsort(-shares, kind="stable")[:TABLES]
    used = np.sort(largest[shares[largest] >= ENOUGH])
    kept = shares[used] / shares[used].sum()
    return Mixture(tuple(float(share) for share in kept), tuple(course.tables[i] for i in used))


def _beginning(course: Course, losses: NDArray[np.float64], family: int) -> int:
    """Return which table loses least in the equilibrium: of those that began at DOUBTER, or of the others."""
    first = 2 + len(BEGINNINGS)
    doubters = [1, *range(first + DOUBTING, len(course.tables), FAMILIES)]
    costs = cost_of_each(losses, equilibrium(losses))
    members = [i for i in range(1, len(costs)) if (i in doubters) == (family == DOUBTING)]
    return min(members, key=lambda i: float(costs[i]))


def learn(
    school: School,
    lessons: Lessons,
    course: Course,
    keep: Callable[[], None] = lambda: None,
    tell: Callable[[str], None] = lambda line: None,
) -> Mixture:
    """Return the mixture that the rounds end with; `keep` is called after each."""
    if not course.tables:
        course.tables += [HONEST, DOUBTER]
    while len(course.tables) < 2 + len(BEGINNINGS):
        number = len(course.tables) - 2
        end, mean = climb(school, lessons, BEGINNINGS[number], None, lessons.alone, number << 30)
        course.tables.append(mean)
        tell(f"beginning {number + 1} of {len(BEGINNINGS)} is learnt")
        keep()
    while len(course.gains) < lessons.rounds:
        number = len(course.gains)
        losses = measure(school, lessons, course)
        mixture = mixture_of(course, losses)
        first = SEARCHED + (number << 24)
        family = number % FAMILIES
        if family == COARSE:
            end = evolved(school, mixture, lessons.steps, lessons.games, first, (lessons.seed << 8) + number)
        else:
            start = course.tables[_beginning(course, losses, family)]
            end, _ = climb(school, lessons, start, mixture, lessons.steps, first)
        lost, endless = school.loss(end, mixture, ALONE * 3, lessons.deals)
        own, own_endless = school.loss(mixture, mixture, ALONE * 3, lessons.deals)
        gain = float(own.mean() - lost.mean())
        course.tables.append(end)
        course.gains.append(gain)
        keep()
        tell(
            f"round {number + 1} of {lessons.rounds}: a best response to {len(mixture.tables)} tables loses {gain:.3f} "
            f"less; {own_endless:.1%} of their games have no end, {endless:.1%} with it"
        )
    return mixture_of(course, measure(school, lessons, course))
