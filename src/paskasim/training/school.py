"""Rules and number of players, ready to play tables of chances against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import InterruptedPlayError, Workspace, play
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
BATCH = 250


@dataclass
class School:
    """Where games are played while learning, and afterwards.

    Attributes
    ----------
    turns
        Longest game while learning, in turns; a longer one counts as one without an end.
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

        parts = [range(start, min(start + BATCH, first + games)) for start in range(first, first + games, BATCH)]
        told = list((self.pool.map if self.pool else map)(part, parts))
        times, costs, sums = (np.sum([each[i] for each in told], axis=0) for i in range(3))
        return Lesson(times, costs / LOSS, int(sums[0]), float(sums[1] / LOSS), int(sums[2]))

    def losses(
        self, seats: Sequence[Seat], first: int, games: int, *, learning: bool = False
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return (seats x games) what games cost those at the seats, and (games) which of them have no end.

        `learning`: with turns and costs as while learning, else those of the rules, where a game without an end is an
        even share of one loss.
        """
        crew = self.crew(seats)
        rules, endless = (self._short, self.endless) if learning else (self._whole, 1.0)

        def part(numbers: range) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
            found = play(
                rules, self.players, crew, self.seed, numbers[0], len(numbers), stop=self.stop, played=self.played
            )
            shares = share_of_loss(found.tallies, found.places[: self.players], endless)
            return shares, found.tallies[at.OUTCOME] != at.FINISHED

        parts = [range(start, min(start + BATCH, first + games)) for start in range(first, first + games, BATCH)]
        told = list((self.pool.map if self.pool else map)(part, parts))
        return np.concatenate([each[0] for each in told], axis=1), np.concatenate([each[1] for each in told])

    def loss(
        self, one: Seat, others: Seat, first: int, games: int, *, learning: bool = False
    ) -> tuple[NDArray[np.float64], float]:
        """Return the mean loss of `one` among `others` for each deal, over all seats, and the share without an end."""
        total = np.zeros(games)
        endless = 0.0
        for seat in range(self.players):
            seats = [one if s == seat else others for s in range(self.players)]
            lost, open_ends = self.losses(seats, first, games, learning=learning)
            total += lost[seat]
            endless += float(open_ends.mean())
        return total / self.players, endless / self.players


def _player(seat: Seat) -> Player:
    if isinstance(seat, Player):
        return seat
    return Player(MIXED if isinstance(seat, Mixture) else LEARNER, ())
