"""The state graph of a game: every state that legal actions can reach, and whether the game can still end there.

Built with the turns of the readable engine and nothing of its proofs or its search, so that these can be judged by
it. Cards that lie face down, the stock too, are taken as they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from paskasim.reference.table import Table
from paskasim.reference.turns import PLAY, Action, carry_out, legal_actions, row_cards

GOES_ON = -1


class TooManyStatesError(Exception):
    """A state graph outgrew its limit."""


class Way(NamedTuple):
    """One way out of a state.

    Attributes
    ----------
    target
        The state that it leads to.
    is_play
        Whether the action lays cards of the own zone.
    chance
        Its chance where every legal action, and then every row card, is equally likely.
    """

    target: int
    is_play: bool
    chance: float


def copied(table: Table) -> Table:
    """Return a table of its own in the same state; what everyone knows of the hands is left out."""
    twin = object.__new__(Table)  # `copy` takes longer than a turn
    vars(twin).update(vars(table))
    twin.stock, twin.pile, twin.gone = list(table.stock), list(table.pile), list(table.gone)
    twin.places = list(table.places)
    twin.hands, twin.up, twin.down = ([list(cards) for cards in zone] for zone in (table.hands, table.up, table.down))
    twin.known = [Counter() for _ in range(table.players)]
    return twin


def situation(table: Table) -> Hashable:
    """Return all that the legal actions from here on, and what they do, can depend on."""
    return (
        tuple([tuple(sorted(cards)) for cards in (*table.hands, *table.up, table.pile)]),
        tuple([tuple(row) for row in (*table.down, table.stock)]),
        (table.top, table.run, table.run_rank, table.to_play, table.direction, table.opening),
    )


class StateGraph:
    """States by number, and the ways between them; it grows by `add`.

    Parameters
    ----------
    players
        Players of the game.
    most_states
        Beyond so many states `add` gives up.

    Attributes
    ----------
    loser
        By state: who has lost there, or `GOES_ON`.
    ways
        By state: the ways out of it; none where the game is over.
    """

    def __init__(self, players: int, most_states: int) -> None:
        self.players = players
        self.most_states = most_states
        self.loser: list[int] = []
        self.ways: list[list[Way]] = []
        self._numbers: dict[Hashable, int] = {}
        self._waiting: list[tuple[int, Table]] = []
        self._can_end: list[bool] = []

    def __len__(self) -> int:
        return len(self.loser)

    def add(self, table: Table) -> int:
        """Return the number of a state, after all that can be reached from it was added, too.

        Raises
        ------
        TooManyStatesError
            If the graph has more states than it may.
        """
        number = self._number(copied(table))
        while self._waiting:
            self._explore(*self._waiting.pop())
            if len(self) > self.most_states:
                raise TooManyStatesError
        return number

    def number(self, table: Table) -> int:
        """Return the number of a state that the graph has."""
        return self._numbers[_over(table) if table.over else situation(table)]

    def can_end(self, number: int) -> bool:
        """Return whether some legal actions of the players lead from a state to the end of the game."""
        if len(self._can_end) < len(self):
            self._can_end = _reaches(self.ways, [seat != GOES_ON for seat in self.loser])
        return self._can_end[number]

    def _number(self, table: Table) -> int:
        key = _over(table) if table.over else situation(table)
        known = self._numbers.get(key)
        if known is not None:
            return known
        number = self._numbers[key] = len(self)
        self.loser.append(table.places.index(table.players) if table.over else GOES_ON)
        self.ways.append([])
        if not table.over:
            self._waiting.append((number, table))
        return number

    def _explore(self, number: int, table: Table) -> None:
        possible = list(possibilities(table))
        for place, (action, card, chance) in enumerate(possible):
            after = copied(table) if place + 1 < len(possible) else table
            carry_out(after, action, card)
            self.ways[number].append(Way(self._number(after), action.kind == PLAY, chance))


def possibilities(table: Table) -> Iterator[tuple[Action, str, float]]:
    """Yield every legal action with every row card, and its chance if each of them is equally likely."""
    legal = legal_actions(table)
    for action in legal:
        cards = row_cards(table, action) or [""]
        for card in cards:
            yield action, card, 1 / len(legal) / len(cards)


def _over(table: Table) -> Hashable:
    return table.places.index(table.players)


def _reaches(ways: list[list[Way]], ends: list[bool]) -> list[bool]:
    """Return by state whether an end can be reached, going backwards from the ends."""
    before: list[list[int]] = [[] for _ in ways]
    for number, leading in enumerate(ways):
        for way in leading:
            before[way.target].append(number)
    found = list(ends)
    waiting = [number for number, end in enumerate(ends) if end]
    while waiting:
        for number in before[waiting.pop()]:
            if not found[number]:
                found[number] = True
                waiting.append(number)
    return found
