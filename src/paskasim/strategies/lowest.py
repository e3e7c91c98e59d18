"""`lowest`: get rid of low cards first and keep the specials."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import count_of, lowest_rank, size
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    ACE,
    AS_PLAY,
    JACK,
    JOKER,
    KING,
    ONE,
    RANK_BITS,
    TAKE,
    TAKE_BIT,
    TEN,
    THREE,
    TRY,
    TWO,
)
from paskasim.kernels.options import playable_ranks
from paskasim.strategies.door import Strategy
from paskasim.strategies.moves import all_of

IN_ORDER = RANK_BITS & ~(1 << (TEN << 2)) & ~(1 << (TWO << 2)) & ~(1 << (JOKER << 2))
FIRST_UP = (TWO, TEN, ACE, JOKER, KING, 10, JACK, 7, 6, 5, 4, 3, 2, THREE, ONE)


@kernel
def play_lowest(table: Any, hand: int, seat: int, options: int) -> int:
    """All cards of the lowest legal rank in the order 3..9, J..K, A, 10, 2, joker."""
    ranks = options & IN_ORDER
    if ranks == 0:
        ranks = options & RANK_BITS
    if ranks != 0:
        return all_of(table, hand, seat, options, lowest_rank(ranks))
    return TAKE if options & TAKE_BIT else TRY


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """What `play_lowest` says."""
    return play_lowest(table, hand, seat, options)


@kernel
def claim_lowest(table: Any, hand: int, seat: int) -> int:
    """The truth as `play` would have it, without asking for it; with nothing true, what the engine makes of that."""
    true = playable_ranks(table, hand, seat)
    return play_lowest(table, hand, seat, true) if true != 0 else AS_PLAY


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Lay 2s, 10s, aces and jokers in the up row, in this order of need, then the highest cards that are left."""
    cards = hand + options
    room = size(options)
    row = 0
    for rank in FIRST_UP:
        count = min(count_of(cards, rank), room)
        row += count << (rank << 2)
        room -= count
    return row


STRATEGY = Strategy(
    name="lowest",
    summary="Plays all its cards of the lowest legal rank, keeps aces, tens, twos and jokers, never takes by choice.",
    source="the plainest sensible player; puts twos, tens, aces and jokers into the up row where rows may be swapped",
    questions={"play": play, "swap": swap},
    games_per_second=300_000,
)
