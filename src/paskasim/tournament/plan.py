"""Who plays at which table, and how many games each table gets.

A table is a line-up with all its rotations, played on the same game numbers. There are tables of one kind of player
(the base), tables of one among others, for every ordered pair, and mixed tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from paskasim.errors import PaskasimError
from paskasim.lineups import Player, parse_player, split_lineup
from paskasim.strategies.door import built_in
from paskasim.tournament.blocks import whole_blocks
from paskasim.tournament.seating import Lineup, canonical, mixed_lineups, turned

FEWEST_NUMBERS = 128
"""Game numbers that a table gets however slow it is."""
MOST_ENTRIES = 60


@dataclass(frozen=True)
class Table:
    """A line-up that plays in all its rotations.

    Attributes
    ----------
    lineup
        Of all rotations the first in order, so that one table has one name.
    numbers
        Game numbers 0 .. numbers - 1 are played in every rotation.
    """

    lineup: Lineup
    numbers: int

    @cached_property
    def seatings(self) -> tuple[Lineup, ...]:
        """Every different rotation."""
        return tuple(dict.fromkeys(turned(self.lineup)))

    @property
    def games(self) -> int:
        """Games in all: every number in every rotation."""
        return self.numbers * len(self.seatings)


@dataclass(frozen=True)
class Plan:
    """The whole tournament before it is played.

    Attributes
    ----------
    entries
        Who takes part, in the order given.
    left_out
        Strategies that were not asked for by name and are too slow, with the reason.
    tables
        By line-up, in playing order.
    mixed
        Line-ups of the mixed tables.
    """

    entries: tuple[Player, ...]
    players: int
    left_out: tuple[tuple[str, str], ...]
    tables: dict[Lineup, Table]
    mixed: tuple[Lineup, ...]

    @property
    def names(self) -> list[str]:
        """Text of each entry."""
        return [player.spec for player in self.entries]

    def pair(self, one: int, among: int) -> Table:
        """Return the table of one among others; of both the same: the base."""
        return self.tables[canonical((one, *[among] * (self.players - 1)))]

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(table.games for table in self.tables.values())

    @property
    def seconds(self) -> float:
        """Rough time of play on one core, by the speeds that the strategies declare."""
        return sum(table.numbers * seconds_a_number(table.lineup, self.entries) for table in self.tables.values())


def make_plan(named: str | Sequence[str] | None, players: int, games: int, budget: float) -> Plan:
    """Return who plays whom.

    Parameters
    ----------
    named
        Strategies with commas, or a list; all built-in ones with their default parameters if not given.
    games
        Game numbers a table.
    budget
        Seconds on one core for a table: slow strategies get fewer games, FEWEST_NUMBERS at least.

    Raises
    ------
    PaskasimError
        If a strategy is not known or named twice, or there are not at least two.
    """
    entries, left_out = _entries(named, players, budget)
    mixed = tuple(mixed_lineups(len(entries), players))
    lineups: dict[Lineup, None] = {}
    everyone = range(len(entries))
    for among in everyone:
        for one in everyone:
            lineups.setdefault(canonical((one, *[among] * (players - 1))))
    for lineup in mixed:
        lineups.setdefault(lineup)
    tables = {lineup: Table(lineup, numbers_of(lineup, entries, games, budget)) for lineup in lineups}
    return Plan(entries, players, left_out, tables, mixed)


def _entries(
    named: str | Sequence[str] | None, players: int, budget: float
) -> tuple[tuple[Player, ...], tuple[tuple[str, str], ...]]:
    left_out: list[tuple[str, str]] = []
    if named is None:
        entries = []
        for name, strategy in built_in().items():
            if strategy.wraps:
                continue
            if budget * strategy.games_per_second < FEWEST_NUMBERS * players:
                left_out.append((name, f"about {strategy.games_per_second:,} games a second, too slow for the budget"))
            else:
                entries.append(parse_player(name))
    else:
        texts = [named] if isinstance(named, str) else named
        entries = [parse_player(spec) for text in texts for spec in split_lineup(text)]
    if len(entries) < 2:
        raise PaskasimError("strategies: a tournament needs two or more.", "Name more, such as random,lowest.")
    if len(entries) > MOST_ENTRIES:
        raise PaskasimError(f"strategies: {len(entries)} are more than {MOST_ENTRIES}.", "Name fewer.")
    specs = [player.spec for player in entries]
    for at, spec in enumerate(specs):
        if spec in specs[:at]:
            raise PaskasimError(f"strategies: {spec} is named twice.", "Name each once.")
    return tuple(entries), tuple(left_out)


def seconds_a_number(lineup: Lineup, entries: Sequence[Player]) -> float:
    """Return how long a game number takes with all rotations on one core, by the declared speeds.

    A declared speed is that of a table of one kind, so that a seat takes its share of it.
    """
    one = sum(1 / max(1, entries[entry].games_per_second) for entry in lineup) / len(lineup)
    return one * len(set(turned(lineup)))


def numbers_of(lineup: Lineup, entries: Sequence[Player], games: int, budget: float) -> int:
    """Return how many game numbers a table gets: what the budget allows in whole blocks, FEWEST_NUMBERS or more."""
    affordable = int(budget / seconds_a_number(lineup, entries))
    return min(games, max(FEWEST_NUMBERS, whole_blocks(affordable)))
