"""Tables at which a set of weights is tried: one seat for it, the others for one opponent, and the seat goes round."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import play
from paskasim.faults import Place, faults_at
from paskasim.kernels.layout import PARAMS
from paskasim.lineups import Crew, Player, crew_of, parse_lineup
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.linear import STRATEGY

Values = tuple[int, ...]
TRAINED = replace(STRATEGY, weights=())  # they are filled in here, not read from a file


@dataclass(frozen=True)
class Opponents:
    """Who sits at all the other seats.

    Attributes
    ----------
    name
        For people and provenance.
    players
        As many as there are other seats, in the order of the seats after the tried one.
    weights
        With which they play if they are `linear` in training; empty for others.
    alike
        Whether they play with the weights that are tried.
    """

    name: str
    players: tuple[Player, ...]
    weights: Values = ()
    alike: bool = False


def opponents_of(lineup: str, players: int) -> Opponents:
    """Return opponents from a line-up for the other seats; its last strategy fills those that are left.

    Raises
    ------
    PaskasimError
        If the line-up is wrong.
    """
    return Opponents(lineup, parse_lineup(lineup, players - 1))


def trained_opponents(name: str, weights: Values, players: int) -> Opponents:
    """Return opponents who all play `linear` with these weights."""
    return Opponents(name, (Player(TRAINED, ()),) * (players - 1), weights)


def alike_opponents(name: str, players: int) -> Opponents:
    """Return opponents who all play `linear` with the weights that are tried."""
    return Opponents(name, (Player(TRAINED, ()),) * (players - 1), alike=True)


@dataclass(frozen=True)
class Deals:
    """Games number `first` to `first + games - 1` of a seed."""

    seed: int
    first: int
    games: int


@dataclass(frozen=True)
class Hall:
    """Rules and number of players, ready to play.

    Attributes
    ----------
    endless
        What a game without an end costs its active players together, in losses.
    stop
        Asked now and then; True ends everything with `engine.InterruptedPlayError`.
    played
        Told how many games were played.
    pool
        Where tables are played at the same time; results do not depend on it.
    """

    rules: RuleSet
    players: int
    endless: float = 1.0
    stop: Callable[[], bool] = lambda: False
    played: Callable[[int], None] = lambda games: None
    pool: Executor | None = None
    _crews: dict[tuple[str, Values, int], Crew] = field(default_factory=dict)

    @cached_property
    def words(self) -> NDArray[np.int64]:
        """The rules, as compiled games take them."""
        return rule_tables(self.rules, self.players)

    def _crew(self, tried: Player | None, opponents: Opponents, seat: int) -> Crew:
        """Return the crew with the tried one at `seat`, `linear` with weights still to be filled in if it is None."""
        after = opponents.players
        players = self.players
        around = [
            tried or Player(TRAINED, ()) if s == seat else after[(s - seat - 1) % players] for s in range(players)
        ]
        crew = crew_of(around, self.rules)
        if opponents.weights:
            for other in range(players):
                if other != seat:
                    crew.mine[other, PARAMS : PARAMS + len(opponents.weights)] = opponents.weights
        return crew

    def crew(self, weights: Values, opponents: Opponents, seat: int) -> Crew:
        """Return the crew in which `linear` plays with `weights` at `seat`."""
        key = (opponents.name, opponents.weights, seat)
        kept = self._crews.get(key)
        if kept is None:
            kept = self._crews[key] = self._crew(None, opponents, seat)
        mine = kept.mine.copy()
        seats = slice(self.players) if opponents.alike else seat
        mine[seats, PARAMS : PARAMS + len(weights)] = weights
        return replace(kept, mine=mine)

    def costs(self, tried: Values | Player, opponents: Opponents, deals: Deals) -> NDArray[np.float64]:
        """Return the mean loss of the tried weights or player for each deal, over all the seats."""
        total = np.zeros(deals.games)
        for seat in range(1 if opponents.alike else self.players):
            if isinstance(tried, Player):
                crew = self._crew(tried, opponents, seat)
            else:
                crew = self.crew(tried, opponents, seat)
            with faults_at(lambda: Place(self.rules.name)):  # no line-up can name weights that are being tried
                games = play(
                    self.words, self.players, crew, deals.seed, deals.first, deals.games, stop=self.stop,
                    played=self.played,
                )  # fmt: skip
            lost = share_of_loss(games.tallies, games.places[: self.players], self.endless)
            total += lost.sum(axis=0) if opponents.alike else lost[seat]
        return total / self.players

    def all_costs(self, tried: list[Values], tables: list[Opponents], deals: Deals) -> list[float]:
        """Return the mean loss of each of the tried weights over all tables, on the same deals."""
        jobs = [(each, table) for each in tried for table in tables]
        for table in tables:
            for seat in range(self.players):
                self.crew((), table, seat)  # compiled and kept before threads begin

        def cost(job: tuple[Values, Opponents]) -> float:
            return float(self.costs(job[0], job[1], deals).mean())

        found = list((self.pool.map if self.pool else map)(cost, jobs))
        count = len(tables)
        return [sum(found[i : i + count]) / count for i in range(0, len(found), count)]
