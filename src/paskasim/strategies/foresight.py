"""What a play leads to, and what a rank is good for, read from the rule words instead of from names of ranks.

A house may turn every rank into something else, so strategies ask here which ranks burn, which go on higher tops,
and which are kept out by the face rule. All sets of ranks are spread (`kernels.layout`).
"""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import count_of, lowest_rank, size
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    ACE,
    ACTIVE,
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    DECK_CARDS,
    DIRECTION,
    EFFECT,
    EMPTY,
    IN_RUN,
    INVISIBLE,
    JOKER,
    LEGAL,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    PLAYERS,
    RANK_BITS,
    RANKS,
    RUN,
    RUN_BURNS,
    RUN_RANK,
    RUN_SIZE,
    THREE,
    TOP,
    TWO,
)
from paskasim.kernels.options import phase_of
from paskasim.strategies.moves import highest_count, play_of

MIDDLING = 4  # a 6: neither face nor special under any usual house rule
OUTSIDE = (1 << (TWO << 2)) | (1 << (JOKER << 2))
IN_CODES = RANK_BITS & ~OUTSIDE


@kernel
def highest_rank(ranks: int) -> int:
    """Code of the highest rank in a spread set that is not empty."""
    while ranks & (ranks - 1) != 0:
        ranks &= ranks - 1
    return lowest_rank(ranks)


@kernel
def following(table: Any, seat: int) -> int:
    """The active player who comes after `seat` in the direction of play; `seat` itself must not be the only one."""
    players = table[PLAYERS]
    while True:
        seat += table[DIRECTION]
        if seat >= players:
            seat = 0
        elif seat < 0:
            seat = players - 1
        if table[ACTIVE] >> seat & 1:
            return seat


@kernel
def outcome_of_play(table: Any, rank: int, count: int) -> tuple[int, int]:
    """What `count` cards of `rank` do now: (effect code, top afterwards); a reading of RULES.md sections 4 and 5.

    Burns and forced takes leave the top EMPTY.
    """
    top = table[TOP]
    run = table[RUN]
    run_rank = table[RUN_RANK]
    after = top
    extends = rank != JOKER
    if rank == table[INVISIBLE] and top != EMPTY:
        if table[IN_RUN] == 0:
            extends = False
        elif table[IN_RUN] == 1:
            run = run + count if run_rank == rank else count
            run_rank = rank
        else:
            run += count
    elif extends:
        run = run + count if run_rank == rank else count
        run_rank = rank
        after = rank
    if extends and run >= table[RUN_SIZE] and table[RUN_BURNS] >> (run_rank << 2) & 1:
        return BURN_FOUR, EMPTY
    effect = table[EFFECT + (((phase_of(table) << 4) + top) << 4) + rank]
    if BURN_TEN <= effect <= BURN_RULE or NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
        after = EMPTY
    return effect, after


@kernel
def burning_ranks(table: Any) -> int:
    """Ranks that burn an ordinary pile by themselves: on a 6, that is, and not only on faces."""
    row = EFFECT + (((phase_of(table) << 4) + MIDDLING) << 4)
    burning = 0
    for rank in range(RANKS):
        effect = table[row + rank]
        if BURN_TEN <= effect <= BURN_RULE:
            burning |= 1 << (rank << 2)
    return burning


@kernel
def roaming_ranks(table: Any) -> int:
    """Ranks that go on half of the tops above them in the order, two at least: 2s, jokers, invisible cards, many a 10.

    2 and joker stand outside the order: for them all tops from 3 to A are above.
    """
    row = LEGAL + (phase_of(table) << 4)
    goes = 0  # a field a rank: on how many higher tops it goes
    for top in range(THREE, ACE + 1):
        below = (1 << (top << 2)) - 1
        goes += table[row + top] & (below | OUTSIDE) & RANK_BITS
    roaming = 0
    ranks = (goes >> 1 | goes >> 2 | goes >> 3) & RANK_BITS  # one top alone may be an exception of the house
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        above = ACE - rank if rank <= ACE else ACE
        if 2 * count_of(goes, rank) >= above:
            roaming |= 1 << (rank << 2)
    return roaming


@kernel
def held_off_ranks(table: Any) -> int:
    """Ranks that two or more tops below them keep off, as the face rule does (a ceiling is only one top)."""
    row = LEGAL + (phase_of(table) << 4)
    refused = 0  # a field a rank: how many lower tops refuse it
    for top in range(THREE, ACE):
        above = IN_CODES & ~((16 << (top << 2)) - 1)
        refused += above & ~table[row + top]
    return (refused >> 1 | refused >> 2 | refused >> 3) & RANK_BITS


@kernel
def followers(table: Any, top: int) -> int:
    """Cards of the whole deck that may go on `top`."""
    legal = table[LEGAL + (phase_of(table) << 4) + top]
    cards = 0
    while legal != 0:
        cards += table[DECK_CARDS + lowest_rank(legal)]
        legal &= legal - 1
    return cards


@kernel
def up_to(counts: int, rank: int, most: int) -> int:
    """The play of `rank` with the largest allowed number of cards up to `most`, or else the smallest allowed."""
    few = counts & ((2 << most) - 1)
    return play_of(rank, highest_count(few if few != 0 else counts & -counts))


@kernel
def cards_of(cards: int, ranks: int) -> int:
    """How many of `cards` are of `ranks`."""
    return size(cards & (ranks * 15))
