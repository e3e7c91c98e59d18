"""Double oracle: a list of tables of chances, to which best responses to its mixed equilibrium are added.

The list begins with plain tables and with two that were learnt in games of learners among themselves. What all of them
lose against each other is measured, which makes a game of few choices, and its mixed equilibrium is found
(`equilibrium`). Then chances are learnt against players who draw a table each by this mixture; what gains among them
joins the list, what loses much is dropped from it, and so on (McMahan, Gordon and Blum 2003; Lanctot et al. 2017,
'PSRO'). Best responses are searched for in several ways, since each is often blind to what the others find: by CMA-ES
in a coarse family (`coarse`) and on from there by gradient, by gradient from a good table of the list, and now and then
by gradient from a player who doubts everything; half of the time as if a game without an end cost no more than by the
rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from paskasim.kernels.lesson import ANSWERS
from paskasim.strategies.situations import CLAIM_SITUATIONS, SITUATIONS
from paskasim.training.coarse import evolved
from paskasim.training.course import Course, Standing, measure, mixed_by, narrowed, standing, worst_gain
from paskasim.training.gradient import EVEN, Chances, Mixture, chances_of, explored, logits_of, stepped
from paskasim.training.school import School, Seat

SEARCHED = 1 << 37
"""Game numbers from here on teach best responses, and from here times two on those of the last word."""
JUDGED = 1 << 39
"""Game numbers from here on tell which responses of a round gain."""
JUDGED_TIMES = 2
"""A response is judged on so many times the deals on which tables meet each other."""
ROUND = 30
SEARCH = 26
"""Games of rounds are so many bits apart, and those of their searches."""
COMPARED = 3 << 38
"""Game numbers from here on tell which round's mixture is the hardest to exploit."""
IN_TURN = 3
"""A round begins at the best table of the list, at the second, at the third; every third one at DOUBTER as well."""
JOIN = 2
"""So many responses of a round join the list at most."""


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
    endless: float = 4.0
    seed: int = 1
    fresh: int = 1000


def usual_endless(players: int) -> float:
    """Return what a game without an end costs while learning: twice what a loss costs, for each player."""
    return 2.0 * players


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


def coarse_response(school: School, lessons: Lessons, others: Seat, first: int, seed: int) -> tuple[Chances, Chances]:
    """Return what CMA-ES finds against `others`, and what steps by gradient make of that."""
    found = evolved(school, others, lessons.steps, lessons.games, first, seed)
    return found, climb(school, lessons, found, others, lessons.steps, first + (1 << SEARCH))[0]


def responses(school: School, lessons: Lessons, mixture: Mixture, course: Course, now: Standing) -> list[Chances]:
    """Return the best responses of a round, as each search ends.

    Half of them are searched for with the costs of the rules, where a game without an end is an even share: a search
    that shuns such games never gets past them to what lies beyond.
    """
    number = len(course.gains)
    first = SEARCHED + (number << ROUND)
    by_rules = replace(school, endless=1.0)
    costs = (school, by_rules)
    start = course.tables[now.ranked()[number % IN_TURN]]
    climbs = [(start, school), (start, by_rules)]
    if number % IN_TURN == 0:
        climbs.append((DOUBTER, costs[number // IN_TURN % 2]))
    found = [*coarse_response(costs[number % 2], lessons, mixture, first, (lessons.seed << 8) + number)]
    for place, (begin, where) in enumerate(climbs):
        found.append(climb(where, lessons, begin, mixture, lessons.steps, first + ((2 + place) << SEARCH))[0])
    return found


def learn(
    school: School,
    lessons: Lessons,
    course: Course,
    keep: Callable[[], None] = lambda: None,
    tell: Callable[[str], None] = lambda line: None,
) -> Mixture:
    """Return the mixture of the rounds that is hardest to exploit; `keep` is called after each."""
    if not course.tables:
        course.add(HONEST)
        course.add(DOUBTER)
    while len(course.tables) < 2 + len(BEGINNINGS):
        number = len(course.tables) - 2
        _, mean = climb(school, lessons, BEGINNINGS[number], None, lessons.alone, number << ROUND)
        course.add(mean)
        tell(f"beginning {number + 1} of {len(BEGINNINGS)} is learnt")
        keep()
    while len(course.gains) < lessons.rounds:
        number = len(course.gains)
        now = standing(course, measure(school, lessons.deals, course))
        course.mixed = [*course.mixed[:number], mixed_by(now)]
        mixture = course.mixture(number)
        found = responses(school, lessons, mixture, course, now)
        first, deals = JUDGED + (number << ROUND), JUDGED_TIMES * lessons.deals
        own, own_endless = school.loss(mixture, mixture, first, deals)
        told = [school.loss(each, mixture, first, deals) for each in found]
        gained = [float(own.mean() - lost.mean()) for lost, _ in told]
        order = sorted(range(len(found)), key=lambda i: -gained[i])
        best = order[0]
        course.active = narrowed(now, school.players)
        for i in order[:JOIN]:
            if i == best or gained[i] > 0:
                course.add(found[i])
        course.gains.append(gained[best])
        keep()
        tell(
            f"round {number + 1} of {lessons.rounds}: the best response to {len(mixture.tables)} tables loses "
            f"{gained[best]:.3f} less; {own_endless:.1%} of their games have no end, {told[best][1]:.1%} with it"
        )
    return hardest(school, lessons, course, tell)


def hardest(school: School, lessons: Lessons, course: Course, tell: Callable[[str], None]) -> Mixture:
    """Return that of the mixtures of all rounds among which the best of all tables gains least.

    That of the list as it is at the end is none of them: no search has been made for what gains there.
    """
    if not course.mixed:
        course.mixed.append(mixed_by(standing(course, measure(school, lessons.deals, course))))
    mixtures = [course.mixture(number) for number in range(len(course.mixed))]
    found = [worst_gain(school, course, each, COMPARED, lessons.deals) for each in mixtures]
    best = int(np.argmin(found))
    tell(f"those of round {best + 1} are the hardest to exploit: the best of all tables gains {found[best]:.3f}")
    return mixtures[best]
