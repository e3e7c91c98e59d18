"""Rules and number of players, ready to play tables of chances against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import Games, InterruptedPlayError, Workspace, play
from paskasim.kernels import layout as at
from paskasim.kernels.layout import FAR
from paskasim.kernels.lesson import ANSWERS, LESSON_WORK_WORDS, lesson_batch
from paskasim.kernels.payoff import LOSS
from paskasim.lineups import Crew, Player, crew_of
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.situations import SITUATIONS
from paskasim.training.gradient import Chances, Lesson, Mixture
from paskasim.training.learner import LEARNER, MIXED

Seat = Chances | Mixture | Player
"""Who sits somewhere: a learner with its chances, `mixed` with a mixture, or another strategy."""
Columns = NDArray[np.signedinteger[Any]]
BATCH = 250


@dataclass
class School:
    """Where games are played while learning, and afterwards.

    Attributes
    ----------
    turns
        Longest game of a search, in turns; a longer one counts as one without an end.
    endless
        What a game without an end costs its active players together while learning, in losses.
    stop
        Asked now and then; True ends everything with `engine.InterruptedPlayError`.
    played
        Told how many games were played.
    pool
        Where games are played at the same time; results do not depend on it.
    """

    rules: RuleSet
    players: int
    seed: int = 1
    turns: int = 1500
    endless: float = 1.0
    stop: Callable[[], bool] = lambda: False
    played: Callable[[int], None] = lambda games: None
    pool: Executor | None = None
    _crews: dict[tuple[str, ...], Crew] = field(default_factory=dict)

    def __post_init__(self) -> None:
        turns = min(self.turns, self.rules.limits.turns)
        self._short = rule_tables(self.rules.with_switches({"limits.turns": turns}), self.players)
        self._whole = rule_tables(self.rules, self.players)

    def crew(self, seats: Sequence[Seat]) -> Crew:
        """Return a crew of those at the seats."""
        players = [_player(each) for each in seats]
        key = tuple(player.spec for player in players)
        kept = self._crews.get(key)
        if kept is None:
            kept = self._crews[key] = crew_of(players, self.rules)
        mine = kept.mine.copy()
        for seat, each in enumerate(seats):
            if isinstance(each, np.ndarray):
                each = Mixture((1.0,), (each,))
            if isinstance(each, Mixture):
                weights = each.weights()
                mine[seat, FAR : FAR + len(weights)] = weights
        return replace(kept, mine=mine)

    def lesson(self, seats: Sequence[Seat], learners: int, first: int, games: int) -> Lesson:
        """Play games number `first` on, and return what they told; `learners` is the bit set of the learners' seats."""
        crew = self.crew(seats)

        def part(numbers: range) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
            if self.stop():
                raise InterruptedPlayError
            times, costs = np.zeros((2, SITUATIONS, ANSWERS), np.int64)
            sums = np.zeros(3, np.int64)
            space = Workspace(self.players, crew, self.seed, LESSON_WORK_WORDS)
            count = len(numbers)
            space.run(
                lesson_batch, self._short, numbers[0], count, count, learners, round(1000 * self.endless), times, costs,
                sums,
            )  # fmt: skip
            self.played(count)
            return times, costs, sums

        told = list((self.pool.map if self.pool else map)(part, _parts(first, games)))
        times, costs, sums = (np.sum([each[i] for each in told], axis=0) for i in range(3))
        return Lesson(times, costs / LOSS, int(sums[0]), float(sums[1] / LOSS), int(sums[2]))

    def _played(self, seats: Sequence[Seat], first: int, games: int, short: bool) -> tuple[Columns, Columns]:
        """Return the columns of games by the rules, or with the turns of a search if `short`: tallies and places."""
        crew = self.crew(seats)
        rules = self._short if short else self._whole

        def part(numbers: range) -> Games:
            return play(
                rules, self.players, crew, self.seed, numbers[0], len(numbers), stop=self.stop, played=self.played
            )

        told = list((self.pool.map if self.pool else map)(part, _parts(first, games)))
        tallies = np.concatenate([each.tallies for each in told], axis=1)
        return tallies, np.concatenate([each.places[: self.players] for each in told], axis=1)

    def losses(self, seats: Sequence[Seat], first: int, games: int, *, short: bool = False) -> NDArray[np.float64]:
        """Return (seats x games) what games cost those at the seats, with the costs of learning.

        `short`: no game is longer than in a search.
        """
        return share_of_loss(*self._played(seats, first, games, short), self.endless)

    def loss(
        self, one: Seat, others: Seat, first: int, games: int, *, short: bool = False
    ) -> tuple[NDArray[np.float64], float]:
        """Return the mean loss of `one` among `others` for each deal, over all seats, and the share without an end.

        With the costs of learning. `short`: no game is longer than in a search.
        """
        _, lost, endless = self.judged(one, others, first, games, short=short)
        return lost, endless

    def judged(
        self, one: Seat, others: Seat, first: int, games: int, *, short: bool = False
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """Return the mean losses of `one` among `others` for each deal, over all seats, and the share without an end.

        First those by the rules, where a game without an end is an even share of one loss, then those with the costs
        of learning. `short`: no game is longer than in a search.
        """
        even, lost = np.zeros((2, games))
        endless = 0.0
        columns = None
        for seat in range(self.players):
            if columns is None or one is not others:  # among its like it is the same game for all seats
                seats = [one if s == seat else others for s in range(self.players)]
                columns = self._played(seats, first, games, short)
            even += share_of_loss(*columns)[seat]
            lost += share_of_loss(*columns, self.endless)[seat]
            endless += float((columns[0][at.OUTCOME] != at.FINISHED).mean())
        return even / self.players, lost / self.players, endless / self.players


def _parts(first: int, games: int) -> list[range]:
    """Return the numbers of games in batches."""
    return [range(start, min(start + BATCH, first + games)) for start in range(first, first + games, BATCH)]


def _player(seat: Seat) -> Player:
    if isinstance(seat, Player):
        return seat
    return Player(MIXED if isinstance(seat, Mixture) else LEARNER, ())
