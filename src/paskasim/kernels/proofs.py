"""Proofs that a game cannot end (RULES.md sections 8 and 9)."""

from __future__ import annotations

from paskasim.kernels.cards import lowest_rank, ranks_in
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACTIVE,
    CHECKED_GONE,
    DEAD_RANKS,
    DEAL_DOWN,
    DEAL_UP,
    DOWN,
    DOWN_SIZE,
    EMPTY,
    GONE,
    HAND,
    JOKER,
    LEGAL,
    PLAYERS,
    RANK_BITS,
    REST_PHASE,
    RULE_WORDS,
    SEAT,
    SEATS,
    TABLE_WORDS,
    UP,
)

SAVED_WORDS = TABLE_WORDS - RULE_WORDS + 2 * SEATS
REST_ROW = LEGAL + (REST_PHASE << 4)


@kernel
def _reach(table: Words, hidden: Words, seat: int, live: int) -> int:
    """Spread set of the ranks within reach of `seat` while only the ranks in `live` can be played."""
    reach = ranks_in(hidden[HAND + seat])
    if reach & ~live:
        return reach
    reach |= ranks_in(table[UP + seat])
    if reach & ~live:
        return reach
    row = hidden[DOWN + seat]
    for _ in range(table[DOWN_SIZE + seat]):
        bit = 1 << ((row & 15) << 2)
        reach |= bit
        if bit & ~live:
            break
        row >>= 4
    return reach


@kernel
def _without_rows(table: Words) -> bool:
    """Whether the game has no rows, so that every card in play is always within reach."""
    return table[DEAL_DOWN] + table[DEAL_UP] == 0


@kernel
def _dead_ranks(table: Words, hidden: Words) -> int:
    """Spread set of the ranks within somebody's reach that can never again be played."""
    active = table[ACTIVE]
    players = table[PLAYERS]
    may_go = table[REST_ROW + EMPTY]
    no_rows = _without_rows(table)
    live = 0
    while True:
        reach = 0
        for seat in range(players):
            if active >> seat & 1:
                reach |= _reach(table, hidden, seat, live)
        fresh = reach & may_go & ~live
        live |= fresh
        if fresh == 0 or (no_rows and reach & ~live == 0):
            return reach & ~live
        fresh &= ~(1 << (JOKER << 2))
        while fresh != 0:
            may_go |= table[REST_ROW + lowest_rank(fresh)]
            fresh &= fresh - 1


@kernel
def cards_are_stuck(table: Words, hidden: Words) -> bool:
    """Whether two active players hold a card within reach whose rank can never again be played.

    To be asked when a turn ends with an empty pile and an empty stock. Without rows every card that is not gone lies
    within reach, so the dead ranks change only when cards burn: they are kept in between.
    """
    if not _without_rows(table) or hidden[CHECKED_GONE] != table[GONE]:
        hidden[CHECKED_GONE] = table[GONE]
        hidden[DEAD_RANKS] = _dead_ranks(table, hidden)
    dead = hidden[DEAD_RANKS]
    if dead == 0:
        return False
    holders = 0
    for seat in range(table[PLAYERS]):
        if table[ACTIVE] >> seat & 1 and _reach(table, hidden, seat, RANK_BITS & ~dead) & dead:
            holders += 1
    return holders >= 2


@kernel
def save_state(table: Words, hidden: Words, saved: Words) -> None:
    """Keep the whole state in `saved` (SAVED_WORDS): all that lies on the table, all hands and blind rows."""
    n = 0
    for word in range(RULE_WORDS, TABLE_WORDS):
        saved[n] = table[word]
        n += 1
    for word in range(2 * SEATS):
        saved[n] = hidden[word]
        n += 1


@kernel
def is_saved_state(table: Words, hidden: Words, saved: Words) -> bool:
    """Whether the state is the one in `saved`; the stock's order cannot differ while its size does not."""
    if table[SEAT] != saved[SEAT - RULE_WORDS]:
        return False
    n = TABLE_WORDS - RULE_WORDS
    for word in range(2 * SEATS):
        if hidden[word] != saved[n + word]:
            return False
    for word in range(RULE_WORDS, TABLE_WORDS):
        if table[word] != saved[word - RULE_WORDS]:
            return False
    return True
