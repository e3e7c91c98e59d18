"""Proofs that a game cannot end (RULES.md sections 8 and 9)."""

from __future__ import annotations

from paskasim.kernels.cards import lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import (
    ACTIVE,
    CHECKED_GONE,
    DEAD_RANKS,
    DEAL_DOWN,
    DEAL_UP,
    DECK,
    DOWN,
    DOWN_SIZE,
    DRAWN,
    EMPTY,
    GONE,
    HAND,
    JOKER,
    LEGAL,
    OPENING_RANK,
    PILE,
    PLAYERS,
    PROVES_STUCK,
    RANK_BITS,
    REFILL,
    REST_PHASE,
    RULE_WORDS,
    SEAT,
    SEATS,
    STOCK,
    TABLE_WORDS,
    TOP,
    TRY_STOCK,
    UP,
)
from paskasim.kernels.options import phase_of

SAVED_WORDS = TABLE_WORDS - RULE_WORDS + 2 * SEATS


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
def _may_go(table: Words, top: int, first_phase: int, last_phase: int) -> int:
    """Spread set of the ranks that may go on `top` in one of the two phases."""
    return table[LEGAL + (first_phase << 4) + top] | table[LEGAL + (last_phase << 4) + top]


@kernel
def _dead_ranks(table: Words, hidden: Words, top: int, loose: int, first_phase: int, last_phase: int) -> int:
    """Spread set of the ranks that can never again be played, of those within somebody's reach or `loose`.

    The tops are `empty` and `top` at first; there may be the two phases.
    """
    active = table[ACTIVE]
    players = table[PLAYERS]
    may_go = _may_go(table, EMPTY, first_phase, last_phase) | _may_go(table, top, first_phase, last_phase)
    no_rows = _without_rows(table)
    live = 0
    while True:
        reach = loose
        for seat in range(players):
            if active >> seat & 1:
                reach |= _reach(table, hidden, seat, live)
        fresh = reach & may_go & ~live
        live |= fresh
        if fresh == 0 or (no_rows and reach & ~live == 0):
            return reach & ~live
        fresh &= ~(1 << (JOKER << 2))
        while fresh != 0:
            may_go |= _may_go(table, lowest_rank(fresh), first_phase, last_phase)
            fresh &= fresh - 1


@kernel
def _two_hold(table: Words, hidden: Words, dead: int) -> bool:
    """Whether two active players hold a card within reach whose rank is in `dead`."""
    holders = 0
    for seat in range(table[PLAYERS]):
        if table[ACTIVE] >> seat & 1 and _reach(table, hidden, seat, RANK_BITS & ~dead) & dead:
            holders += 1
    return holders >= 2


@kernel
def cards_are_stuck(table: Words, hidden: Words) -> bool:
    """Whether two active players hold a card within reach whose rank can never again be played.

    To be asked when a turn ends with an empty pile and an empty stock. Without rows every card that is not gone lies
    within reach, so the dead ranks change only when cards burn: they are kept in between.
    """
    if not _without_rows(table) or hidden[CHECKED_GONE] != table[GONE]:
        hidden[CHECKED_GONE] = table[GONE]
        hidden[DEAD_RANKS] = _dead_ranks(table, hidden, EMPTY, 0, REST_PHASE, REST_PHASE)
    dead = hidden[DEAD_RANKS]
    return dead != 0 and _two_hold(table, hidden, dead)


@kernel
def _nobody_draws(table: Words, hidden: Words, dead: int) -> bool:
    """Whether every active player holds so many cards in hand that stay there that none will ever draw."""
    for seat in range(table[PLAYERS]):
        if table[ACTIVE] >> seat & 1 and size(hidden[HAND + seat] & dead * 15) < table[REFILL]:
            return False
    return True


@routine
def never_ends(table: Words, hidden: Words) -> bool:
    """Whether the argument of RULES.md section 9 holds, carried over to any pile and any stock.

    The pile may come to any hand. The stock may too, and once it is empty the phase is another one, unless nobody
    will ever draw from it.
    """
    if not table[PROVES_STUCK] or table[OPENING_RANK] >= 0:
        return False
    phase = phase_of(table)
    last_phase = phase
    loose = ranks_in(table[PILE])
    while True:
        dead = _dead_ranks(table, hidden, table[TOP], loose, phase, last_phase)
        if last_phase == REST_PHASE or dead == 0 or (table[TRY_STOCK] == 0 and _nobody_draws(table, hidden, dead)):
            return dead != 0 and _two_hold(table, hidden, dead)
        last_phase = REST_PHASE
        for place in range(hidden[DRAWN], hidden[DRAWN] + table[STOCK]):
            loose |= 1 << (hidden[DECK + place] << 2)


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
