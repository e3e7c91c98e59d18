"""How a game ends (section 8), and when that is noticed: the schedule that both engines share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paskasim.reference.proofs import has_stuck_cards, live_ranks
from paskasim.reference.search import Found
from paskasim.reference.search import search as search_plainly
from paskasim.reference.table import Table
from paskasim.reference.turns import state_of

FIRST_KEPT = 32  # turns before the first state is kept; later ones at twice as many
STATES_BEFORE_LIVELOCK = 1 << 11
STATES_A_TURN = 16  # of the limit
MOST_STATES = 1 << 18

Search = Callable[[Table, int], Found]


@dataclass(frozen=True)
class Ending:
    """The outcome of a game, the proof that goes with it, and a witness, as in TRACE.md."""

    outcome: str
    proof: str | None
    witness: Sequence[Mapping[str, Any]] = ()


FINISHED = Ending("finished", None)
ALL_PASS = Ending("deadlock", "all_pass")
STUCK_CARDS = Ending("deadlock", "stuck_cards")
FORCED_LOOP = Ending("deadlock", "forced_loop")
CLOSED = Ending("deadlock", "closed")
STATE_REPEATS = Ending("livelock", "state_repeats")
OPEN = Ending("unresolved", "open")


class Schedule:
    """Looks for an ending at the end of each turn.

    Parameters
    ----------
    repeats_itself
        Whether each seat's strategy is deterministic and without memory.
    search
        The search for `closed` and `escape`, given a table and how many states it may see.
    """

    def __init__(self, repeats_itself: Sequence[bool], search: Search = search_plainly) -> None:
        self._repeats_itself = repeats_itself
        self._search = search
        self._kept: tuple[object, ...] = ()
        self._kept_seat: int | None = None  # compared first, as it costs nothing
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
        if table.rules.bluff.on:  # no deadlock is ever claimed, and nothing searched for (8)
            return self._same_players(table) or self._limit_of_bluff(table) or self._mark(table)
        if table.passes == len(table.active):
            return ALL_PASS
        if has_stuck_cards(table):
            return STUCK_CARDS
        return self._repetition(table) or self._limit(table) or self._mark(table)

    def _repeats(self, table: Table) -> bool:
        return table.to_play == self._kept_seat and state_of(table) == self._kept

    def _all_repeat_themselves(self, table: Table) -> bool:
        return all(self._repeats_itself[seat] for seat in table.active)

    def _same_players(self, table: Table) -> Ending | None:
        return STATE_REPEATS if self._repeats(table) and self._all_repeat_themselves(table) else None

    def _limit_of_bluff(self, table: Table) -> Ending | None:
        return OPEN if table.turns_played >= table.rules.limits.turns else None

    def _repetition(self, table: Table) -> Ending | None:
        if not self._repeats(table):
            return None
        if not self._free:
            return FORCED_LOOP
        if not self._all_repeat_themselves(table):
            return None
        return CLOSED if self._search(table, STATES_BEFORE_LIVELOCK).proof == "closed" else STATE_REPEATS

    def _limit(self, table: Table) -> Ending | None:
        limit = table.rules.limits.turns
        if table.turns_played < limit:
            return None
        found = self._search(table, min(STATES_A_TURN * limit, MOST_STATES))
        return CLOSED if found.proof == "closed" else Ending("unresolved", found.proof, found.witness)

    def _mark(self, table: Table) -> Ending | None:
        if table.turns_played != self._keep_at:
            return None
        if live_ranks(table) is not None:
            return CLOSED
        self._kept, self._kept_seat, self._free = state_of(table), table.to_play, False
        self._keep_at *= 2
        return None
