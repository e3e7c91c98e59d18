"""Playing a tournament: every seating of every table, on several threads, with sums that do not depend on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from paskasim.analysis.intervals import Array
from paskasim.analysis.plackett_luce import Orders
from paskasim.engine import Games, play
from paskasim.fault_places import place_of
from paskasim.faults import faults_at
from paskasim.kernels import layout as at
from paskasim.lineups import crew_of
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.threads import Stop, in_order
from paskasim.tournament.blocks import block_of, block_sizes
from paskasim.tournament.plan import Plan, Table
from paskasim.tournament.seating import Lineup

UNITS = 2_520_000
"""A loss in whole units, which thirds and tenths of thousandths divide: sums are exact in any order."""
PART_SECONDS = 0.5
LARGEST_PART = 131_072
PLACE_BITS = 4
NOBODY = 15

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """What a table showed, by kind of player and block of game numbers.

    Attributes
    ----------
    kinds
        The entries that sit there, in rising order.
    seats
        How many seats each holds.
    numbers
        (blocks) game numbers in each block.
    seatings
        Games of each number.
    losses
        (kinds x blocks) shares of loss in UNITS, over all seats of the kind and all games.
    places
        (kinds x blocks) doubled places, likewise; who is still in shares the places that are left.
    endless
        (blocks) games without an end.
    orders
        (rows x 3) block, finishing order as one number (PLACE_BITS a kind, the first to go out lowest), games.
    """

    kinds: tuple[int, ...]
    seats: tuple[int, ...]
    numbers: Counts
    seatings: int
    losses: Counts
    places: Counts
    endless: Counts
    orders: Counts

    @property
    def games(self) -> int:
        """Games in all."""
        return int(self.numbers.sum()) * self.seatings

    def loss(self, kind: int) -> tuple[Array, Array]:
        """Return by block the losses of a kind, and the games of its seats."""
        return _divided(self.losses[self.kinds.index(kind)], UNITS), self.trials(kind)

    def place(self, kind: int) -> tuple[Array, Array]:
        """Return by block the sum of places of a kind, and the games of its seats."""
        return _divided(self.places[self.kinds.index(kind)], 2), self.trials(kind)

    def no_end(self) -> tuple[Array, Array]:
        """Return by block the games without an end, and all games."""
        return _divided(self.endless, 1), _divided(self.numbers * self.seatings, 1)

    def trials(self, kind: int) -> Array:
        """Return by block the games of all seats of a kind together."""
        return _divided(self.numbers * (self.seatings * self.seats[self.kinds.index(kind)]), 1)

    @cached_property
    def ranked(self) -> Orders:
        """The finishing orders as the strengths are fitted to them."""
        seats = sum(self.seats)
        block, code, count = self.orders.T
        digits = code[:, None] >> (PLACE_BITS * np.arange(seats)) & NOBODY
        order = np.where(digits == NOBODY, -1, digits)
        return Orders(self.kinds, self.seats, block, order, _divided(count, 1), self.numbers)

    @cached_property
    def lost(self) -> Orders:
        """Who lost, as orders of one known step; parts of losses count as parts of games."""
        kind, block = np.nonzero(self.losses)
        order = np.full((kind.size, sum(self.seats)), -1, np.int64)
        order[:, 0] = kind
        return Orders(self.kinds, self.seats, block, order, _divided(self.losses[kind, block], UNITS), self.numbers)


def _divided(sums: Counts, units: int) -> Array:
    return sums.astype(np.float64) / units


def play_plan(
    plan: Plan,
    rules: RuleSet,
    seed: int,
    endless: float = 1.0,
    *,
    threads: int | None = None,
    played: Callable[[int], None] = lambda games: None,
) -> dict[Lineup, Sums]:
    """Play every table and return its sums, by line-up.

    Parameters
    ----------
    endless
        What a game without an end costs its active players together, in losses, to the thousandth.
    threads
        All cores if not given; the sums do not depend on it.
    played
        Told how many games each batch held.

    Raises
    ------
    PaskasimError
        If a strategy gives an illegal answer.
    """
    collected = {lineup: _Collected(table) for lineup, table in plan.tables.items()}
    words = rule_tables(rules, plan.players)

    def work(part: tuple[Table, Lineup, int, int], stop: Stop) -> tuple[Lineup, _Part]:
        table, seating, first, games = part
        seats = [plan.entries[entry] for entry in seating]
        crew = crew_of(seats, rules)
        with faults_at(lambda: place_of(rules, seats, seed)):
            found = play(words, plan.players, crew, seed, first, games, stop=stop, played=played)
        return table.lineup, _summed(found, table, seating, endless)

    for lineup, part in in_order(work, _parts(plan), threads):
        collected[lineup].add(part)
    return {lineup: sums.whole() for lineup, sums in collected.items()}


def _parts(plan: Plan) -> Iterator[tuple[Table, Lineup, int, int]]:
    """Yield table, seating, first game, games: half a second of play each, the slowest tables first."""
    for table in sorted(plan.tables.values(), key=lambda table: table.numbers):
        speed = len(table.lineup) / sum(1 / plan.entries[entry].games_per_second for entry in table.lineup)
        size = max(1, min(LARGEST_PART, int(speed * PART_SECONDS)))
        for seating in table.seatings:
            for first in range(0, table.numbers, size):
                yield table, seating, first, min(size, table.numbers - first)


@dataclass(frozen=True)
class _Part:
    """Sums of some games of one seating, from block `first` on."""

    first: int
    losses: Counts
    places: Counts
    endless: Counts
    orders: Counts


def _summed(games: Games, table: Table, seating: Lineup, endless: float) -> _Part:
    players = len(seating)
    kinds = sorted(set(seating))
    places = games.places[:players].astype(np.int64)
    number = places.shape[1]
    block = block_of(games.first + np.arange(number, dtype=np.int64))
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    shares = np.rint(share_of_loss(games.tallies, games.places[:players], endless) * UNITS).astype(np.int64)
    unfinished = games.tallies[at.OUTCOME] != at.FINISHED
    active = (places == 0).sum(axis=0)
    # The k players of a game without an end hold places n - k + 1 to n together.
    doubled = np.where(places == 0, 2 * players + 1 - active, 2 * places)
    of_kind = np.array([[entry == kind for entry in seating] for kind in kinds], np.int64)

    def by_block(values: Counts) -> Counts:
        return np.add.reduceat(values, starts, axis=-1)

    keys = np.stack([block, _orders(places, np.searchsorted(kinds, seating))])
    rows, counts = np.unique(keys, axis=1, return_counts=True)
    return _Part(
        int(block[0]),
        by_block(of_kind @ shares),
        by_block(of_kind @ doubled),
        by_block(unfinished.astype(np.int64)),
        np.vstack([rows, counts]).T,
    )


def _orders(places: Counts, kind_at: NDArray[np.intp]) -> Counts:
    """Return the finishing order of each game as one number."""
    players, games = places.shape
    code = np.full(games, (1 << PLACE_BITS * players) - 1, np.int64)
    for seat in range(players):
        at_place = PLACE_BITS * np.maximum(places[seat] - 1, 0)
        change = (NOBODY ^ int(kind_at[seat])) << at_place
        code ^= np.where(places[seat] > 0, change, 0)
    return code


class _Collected:
    """The sums of a table as they grow."""

    def __init__(self, table: Table) -> None:
        self.table = table
        kinds = sorted(set(table.lineup))
        self.kinds = tuple(kinds)
        self.seats = tuple(table.lineup.count(kind) for kind in kinds)
        self.numbers = block_sizes(table.numbers)
        self.losses = np.zeros((len(kinds), self.numbers.size), np.int64)
        self.places = np.zeros_like(self.losses)
        self.endless = np.zeros(self.numbers.size, np.int64)
        self.orders: list[Counts] = []

    def add(self, part: _Part) -> None:
        """Add some games of one seating."""
        here = slice(part.first, part.first + part.endless.size)
        self.losses[:, here] += part.losses
        self.places[:, here] += part.places
        self.endless[here] += part.endless
        self.orders.append(part.orders)

    def whole(self) -> Sums:
        """Return the finished sums."""
        rows = np.concatenate(self.orders)
        keys, which = np.unique(rows[:, :2], axis=0, return_inverse=True)
        counts = np.bincount(which.ravel(), weights=rows[:, 2]).astype(np.int64)
        return Sums(
            self.kinds, self.seats, self.numbers, len(self.table.seatings), self.losses, self.places, self.endless,
            np.column_stack([keys, counts]),
        )  # fmt: skip
