"""Learning the chances of `mixed` from regret, and what a best response to them gains.

In every round games are played by the chances of that round, a few per cent of the answers at random. In each game one
of the situations in which a player was is picked, the game is played anew with each answer that it could always have
given there (`kernels.trial`), and what these cost, against the mean by the chances, is added to the regret of not
having given them. One decision alone decides too little to be learnt from: there are a hundred in a game. The next chances are
proportional to the regrets above zero (regret matching: Hart and Mas-Colell 2000; regrets never fall below zero, and
later rounds count more in the mean, by the square of their number: Tammelin 2014, 'CFR+'; Brown and
Sandholm 2019, 'Discounted regret minimization'). The mean of all rounds is what is learnt.

With two players such means come near an equilibrium of the game in which one remembers nothing but the situation; with
more there is no such promise. How near is measured: `best_response` learns against the finished chances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paskasim.analysis.intervals import Interval
from paskasim.engine import InterruptedPlayError, Workspace, play
from paskasim.kernels.layout import PARAMS
from paskasim.kernels.payoff import LOSS
from paskasim.kernels.trial import ANSWERS, COSTS, SEEN_BY_ALL, SITUATION, TRIAL_COLUMNS, TRIAL_WORK_WORDS, trial_batch
from paskasim.lineups import Crew, Player, crew_of
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.mixed import WHOLE
from paskasim.strategies.situations import CLAIM_SITUATIONS, FIRST_DOUBT, SITUATIONS, WEIGHTS
from paskasim.training.fresh import CHOOSING, HELD_OUT, mean_interval
from paskasim.training.learner import LEARNER

Chances = NDArray[np.float64]
"""(situations x answers) chances; a situation in which one doubts or not has no third answer."""

RESPONDING = 1 << 39
"""Game numbers from here on teach the best response."""
BATCH = 500
LOST_BY_ALL = 1000
"""While learning, a game without an end costs all who are in it a loss: else two who doubt everything never end one."""
KEEP_ROUNDS = 5
POSSIBLE = np.arange(ANSWERS) < np.where(np.arange(SITUATIONS) < CLAIM_SITUATIONS, ANSWERS, 2)[:, None]
EVEN: Chances = POSSIBLE / POSSIBLE.sum(axis=1, keepdims=True)
START: Chances = np.where(np.arange(SITUATIONS)[:, None] < CLAIM_SITUATIONS, (0.6, 0.2, 0.2), (0.95, 0.05, 0.0))
"""Where nothing is regretted yet."""


@dataclass(frozen=True)
class Lessons:
    """How long to learn.

    Attributes
    ----------
    rounds
        Changes of the chances.
    games
        Games of a round; one situation is tried in each.
    explore
        Share of the answers that are given at random while learning, so that seldom situations are seen.
    turns
        Longest game while learning, in turns; a longer one counts as one without an end.
    seed
        Of all games.
    fresh
        Deals on which the result is measured, each in every seat.
    """

    rounds: int = 150
    games: int = 20_000
    explore: float = 0.04
    turns: int = 400
    seed: int = 1
    fresh: int = 20_000


@dataclass
class School:
    """Rules and number of players, ready to try answers.

    Attributes
    ----------
    stop
        Asked now and then; True ends everything with `engine.InterruptedPlayError`.
    played
        Told how many games were tried.
    pool
        Where games are played at the same time; results do not depend on it.
    """

    rules: RuleSet
    players: int
    lessons: Lessons
    stop: Callable[[], bool] = lambda: False
    played: Callable[[int], None] = lambda games: None
    pool: Executor | None = None
    _crew: Crew = field(init=False)

    def __post_init__(self) -> None:
        turns = min(self.lessons.turns, self.rules.limits.turns)
        self._short = rule_tables(self.rules.with_switches({"limits.turns": turns}), self.players)
        self._whole = rule_tables(self.rules, self.players)
        self._crew = crew_of((Player(LEARNER, ()),) * self.players, self.rules)
        self._answers = POSSIBLE.sum(axis=1).astype(np.int64)

    def crew(self, seats: Sequence[Chances]) -> Crew:
        """Return a crew of learners with these chances at the seats."""
        mine = self._crew.mine.copy()
        for seat, chances in enumerate(seats):
            mine[seat, PARAMS : PARAMS + len(WEIGHTS)] = weights_from(chances)
        return replace(self._crew, mine=mine)

    def costs(self, seats: Sequence[Chances], learners: int, first: int, games: int) -> tuple[Chances, NDArray[Any]]:
        """Return what answers cost: (situations x answers) sums in losses, and in how many games each came up.

        `learners` is the bit set of the seats whose situations are tried. A situation stands for all that came up in
        its game, so that each counts as often as it comes up.
        """
        crew = self.crew(seats)

        def part(numbers: range) -> NDArray[np.int64]:
            if self.stop():
                raise InterruptedPlayError
            found = np.zeros((len(numbers), TRIAL_COLUMNS), np.int64)
            space = Workspace(self.players, crew, self.lessons.seed, TRIAL_WORK_WORDS)
            space.run(
                trial_batch, self._short, numbers[0], len(numbers), learners, self._answers, LOST_BY_ALL * self.players, found
            )  # fmt: skip
            self.played(len(numbers))
            return found

        parts = [range(start, min(start + BATCH, first + games)) for start in range(first, first + games, BATCH)]
        rows = np.concatenate(list((self.pool.map if self.pool else map)(part, parts)))
        rows = rows[rows[:, SEEN_BY_ALL] > 0]
        where, times = rows[:, SITUATION], rows[:, SEEN_BY_ALL].astype(np.float64)
        sums = [np.bincount(where, times * rows[:, COSTS + a] / LOSS, SITUATIONS) for a in range(ANSWERS)]
        return np.stack(sums, axis=1), np.bincount(where, times, SITUATIONS)

    def losses(self, one: Chances | Player, others: Chances, first: int) -> NDArray[np.float64]:
        """Return the mean loss of `one` among `others` for each of the fresh deals, over all seats."""
        total = np.zeros(self.lessons.fresh)
        for seat in range(self.players):
            crew = self.crew([others if isinstance(one, Player) or s != seat else one for s in range(self.players)])
            if isinstance(one, Player):
                crew = _joined(crew, one, seat, self.rules)
            games = play(self._whole, self.players, crew, self.lessons.seed, first, self.lessons.fresh, stop=self.stop)
            total += share_of_loss(games.tallies, games.places[: self.players], 1.0)[seat]
        return total / self.players


def _joined(crew: Crew, one: Player, seat: int, rules: RuleSet) -> Crew:
    """Return the crew with `one` at `seat`."""
    players = [one if s == seat else each for s, each in enumerate(crew.players)]
    joined = crew_of(players, rules)
    width = min(joined.mine.shape[1], crew.mine.shape[1])
    for other in range(len(players)):
        if other != seat:
            joined.mine[other, :width] = crew.mine[other, :width]
    return joined


def weights_from(chances: Chances) -> tuple[int, ...]:
    """Return chances as `mixed` holds them, in thousandths."""
    lies = np.rint(WHOLE * chances[:CLAIM_SITUATIONS, 1:]).astype(int).ravel()
    doubts = np.rint(WHOLE * chances[CLAIM_SITUATIONS:, 1]).astype(int)
    return tuple(int(each) for each in (*lies, *doubts))


def chances_from(weights: Sequence[int]) -> Chances:
    """Return what `weights_from` was made from, to the thousandth."""
    found = np.zeros((SITUATIONS, ANSWERS))
    found[:CLAIM_SITUATIONS, 1:] = np.reshape(weights[:FIRST_DOUBT], (CLAIM_SITUATIONS, 2)) / WHOLE
    found[CLAIM_SITUATIONS:, 1] = np.array(weights[FIRST_DOUBT:]) / WHOLE
    found[:, 0] = 1 - found.sum(axis=1)
    return found


def matched(regrets: Chances) -> Chances:
    """Return chances proportional to the regrets; START where nothing is regretted."""
    total = regrets.sum(axis=1, keepdims=True)
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), START)


@dataclass
class State:
    """How far one course of rounds has come.

    Attributes
    ----------
    rounds
        How many are done.
    regrets, mean
        (situations x answers) sums over them.
    """

    rounds: int = 0
    regrets: Chances = field(default_factory=lambda: np.zeros((SITUATIONS, ANSWERS)))
    mean: Chances = field(default_factory=lambda: np.zeros((SITUATIONS, ANSWERS)))


def _taught(
    school: School,
    state: State,
    first: int,
    costs_of: Callable[[Chances, int], tuple[Chances, NDArray[Any]]],
    keep: Callable[[], None],
) -> tuple[Chances, Chances]:
    """Return the mean chances of all rounds, and those of the last; `keep` is called when some are done."""
    lessons = school.lessons
    for number in range(state.rounds, lessons.rounds):
        now = matched(state.regrets)
        played = np.where(POSSIBLE, (1 - lessons.explore) * now + lessons.explore * EVEN, 0)
        costs, times = costs_of(played, first + number * lessons.games)
        own = (now * costs).sum(axis=1, keepdims=True)
        state.regrets = np.where(POSSIBLE, np.maximum(state.regrets + own - costs, 0), 0)
        state.mean += (number + 1) ** 2 * times[:, None] * now
        state.rounds = number + 1
        if state.rounds % KEEP_ROUNDS == 0:
            keep()
    seen = state.mean.sum(axis=1, keepdims=True)
    return np.where(seen > 0, state.mean / np.where(seen > 0, seen, 1), START), matched(state.regrets)


def learn(school: School, state: State, keep: Callable[[], None] = lambda: None) -> Chances:
    """Return the chances learnt in games of learners among themselves; in thousandths, as `mixed` plays them."""
    everybody = (1 << school.players) - 1

    def costs_of(chances: Chances, first: int) -> tuple[Chances, NDArray[Any]]:
        return school.costs([chances] * school.players, everybody, first, school.lessons.games)

    mean, _ = _taught(school, state, 0, costs_of, keep)
    return chances_from(weights_from(mean))


def best_response(school: School, others: Chances, state: State, keep: Callable[[], None] = lambda: None) -> Chances:
    """Return the chances found that lose least among players who play by the chances `others`.

    Of those that the rounds end with, and of those with one answer for sure in each situation, the ones are taken that
    lose least in games of their own.
    """

    def costs_of(chances: Chances, first: int) -> tuple[Chances, NDArray[Any]]:
        games = -(-school.lessons.games // school.players)
        costs, times = np.zeros((SITUATIONS, ANSWERS)), np.zeros(SITUATIONS)
        for seat in range(school.players):
            seats = [chances if s == seat else others for s in range(school.players)]
            found = school.costs(seats, 1 << seat, first + seat * games, games)
            costs, times = costs + found[0], times + found[1]
        return costs, times

    mean, last = _taught(school, state, RESPONDING, costs_of, keep)
    sure = [np.eye(ANSWERS)[np.argmax(each, axis=1)] for each in (mean, last)]
    return min((mean, last, *sure), key=lambda each: float(school.losses(each, others, CHOOSING).mean()))


def gain(school: School, one: Chances | Player, others: Chances) -> Interval:
    """Return how much less than an even share `one` loses among `others`, on deals that nothing before has seen."""
    return mean_interval(1 / school.players - school.losses(one, others, HELD_OUT))
