"""How a game ends without a loser: sections 8 and 9, and the schedule that both engines share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paskasim.reference.legality import may_go
from paskasim.reference.table import REST, Table
from paskasim.reference.turns import state_of
from paskasim.rules.ranks import EMPTY, JOKER

FIRST_KEPT = 32  # turns before the first state is kept; later ones at twice as many


class Ending(NamedTuple):
    """The outcome of a game and the proof that goes with it, as in TRACE.md."""

    outcome: str
    proof: str | None


FINISHED = Ending("finished", None)
ALL_PASS = Ending("deadlock", "all_pass")
STUCK_CARDS = Ending("deadlock", "stuck_cards")
FORCED_LOOP = Ending("deadlock", "forced_loop")
STATE_REPEATS = Ending("livelock", "state_repeats")
OPEN = Ending("unresolved", "open")

Search = Callable[[Table], Ending | None]


def no_search(table: Table) -> Ending | None:
    """Stand where the search for `closed` and for an `escape` will be; it finds nothing."""
    return None


class Schedule:
    """Looks for an ending at the end of each turn.

    Parameters
    ----------
    repeats_itself
        Whether each seat's strategy is deterministic and without memory.
    search
        Asked before a livelock is stated and when `limits.turns` is reached; what it finds comes first.
    """

    def __init__(self, repeats_itself: Sequence[bool], search: Search = no_search) -> None:
        self._repeats_itself = repeats_itself
        self._search = search
        self._kept: tuple[object, ...] | None = None
        self._keep_at = FIRST_KEPT
        self._free = False  # had anyone more than one possibility since the kept state?

    def ending(self, table: Table, possibilities: int) -> Ending | None:
        """Return how the game ended with this turn, or nothing.

        Parameters
        ----------
        possibilities
            Of the seat that played: legal actions, or row cards where there are more of them.
        """
        self._free |= possibilities > 1
        if table.over:
            return FINISHED
        if table.passes == len(table.active):
            return ALL_PASS
        if has_stuck_cards(table):
            return STUCK_CARDS
        return self._repetition(table) or self._limit(table)

    def _repetition(self, table: Table) -> Ending | None:
        if table.turns_played < FIRST_KEPT:
            return None
        state = state_of(table)
        if state == self._kept:
            if not self._free:
                return FORCED_LOOP
            if all(self._repeats_itself[seat] for seat in table.active):
                return self._search(table) or STATE_REPEATS
        if table.turns_played == self._keep_at:
            self._kept, self._free = state, False
            self._keep_at *= 2
        return None

    def _limit(self, table: Table) -> Ending | None:
        return (self._search(table) or OPEN) if table.turns_played == table.rules.limits.turns else None


def has_stuck_cards(table: Table) -> bool:
    """Return whether two active players hold cards within reach that can never be played (9)."""
    if table.pile or table.stock or table.rules.bluff.on or table.rules.turn.stuck != "pass":
        return False
    tops, live = {EMPTY}, set[str]()
    while True:
        reach = [within_reach(table, seat, live) for seat in table.active]
        not_live = set[str]().union(*reach) - live
        more = {rank for rank in not_live if any(may_go(table.rules, rank, top, REST) for top in tops)}
        if not more:
            return sum(not ranks <= live for ranks in reach) >= 2
        live |= more
        tops |= more - {JOKER}


def within_reach(table: Table, seat: int, live: set[str]) -> set[str]:
    """Return the ranks of a seat's cards within reach, while only `live` ranks can be played."""
    reach = set(table.hands[seat])
    if reach <= live:
        reach |= set(table.up[seat])
    for card in table.down[seat]:
        if not reach <= live:
            break
        reach.add(card)
    return reach
