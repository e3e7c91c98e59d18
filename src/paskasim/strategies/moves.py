"""What strategies say and ask: actions, counts, dice."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import bits_in, count_of, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    ALL_OF_IT,
    ANY_CARD,
    DICE,
    DICE_MORE,
    DICE_USED,
    RANK_BITS,
    RESTRICTED,
    TAKE,
    TAKE_BIT,
    TRY,
)
from paskasim.kernels.options import counts_for
from paskasim.kernels.rng import SPILL_STREAM, WORD, philox


@kernel
def play_of(rank: int, count: int) -> int:
    """The action of playing `count` cards of `rank`."""
    return (rank << 60) | (count << (rank << 2))


@kernel
def highest_count(counts: int) -> int:
    """The largest number in a bit set of counts that is not empty."""
    highest = 0
    while counts > 1:
        counts >>= 1
        highest += 1
    return highest


@kernel
def all_of(table: Any, hand: int, seat: int, options: int, rank: int) -> int:
    """The action of playing as many cards of `rank` as one play may hold."""
    return play_of(rank, highest_count(counts_for(table, hand, seat, options, rank)))


@kernel
def _any_count(table: Any, options: int) -> bool:
    """Whether a play may hold any number of the cards held."""
    return table[RESTRICTED] == 0 and options & (ALL_OF_IT | ANY_CARD) == 0


@kernel
def plays_in(table: Any, hand: int, seat: int, options: int) -> int:
    """How many plays (rank and count) are legal."""
    ranks = options & RANK_BITS
    if _any_count(table, options):
        return size(hand & (ranks * 15))
    plays = 0
    while ranks != 0:
        plays += bits_in(counts_for(table, hand, seat, options, lowest_rank(ranks)))
        ranks &= ranks - 1
    return plays


@kernel
def nth_play(table: Any, hand: int, seat: int, options: int, n: int) -> int:
    """Legal play number `n` from 0, by rank and then by count."""
    ranks = options & RANK_BITS
    if _any_count(table, options):
        while True:
            rank = lowest_rank(ranks)
            held = count_of(hand, rank)
            if n < held:
                return play_of(rank, n + 1)
            n -= held
            ranks &= ranks - 1
    while True:
        rank = lowest_rank(ranks)
        counts = counts_for(table, hand, seat, options, rank)
        here = bits_in(counts)
        if n < here:
            for _ in range(n):
                counts &= counts - 1
            return play_of(rank, highest_count(counts & -counts))
        n -= here
        ranks &= ranks - 1


@kernel
def any_action(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any legal action, each with the same chance: plays by rank and count, then taking, then trying."""
    plays = plays_in(table, hand, seat, options)
    n = roll(mine, plays + (options >> 60 & 1) + (options >> 61 & 1))
    if n < plays:
        return nth_play(table, hand, seat, options, n)
    return TAKE if n == plays and options & TAKE_BIT else TRY


@kernel
def any_row_card(mine: Any, row: int) -> int:
    """Any rank of the up row, each with the same chance."""
    ranks = ranks_in(row)
    for _ in range(roll(mine, bits_in(ranks))):
        ranks &= ranks - 1
    return ranks & -ranks


@kernel
def _next_word(mine: Any) -> int:
    used = mine[DICE_USED]
    mine[DICE_USED] = used + 1
    word: int
    if used < 4:
        word = mine[DICE + used]
        return word
    if used & 3 == 0:
        w0, w1, w2, w3 = philox(
            mine[DICE], mine[DICE + 1], (used >> 2) - 1, SPILL_STREAM << 4, mine[DICE + 2], mine[DICE + 3]
        )
        mine[DICE_MORE] = w0
        mine[DICE_MORE + 1] = w1
        mine[DICE_MORE + 2] = w2
        mine[DICE_MORE + 3] = w3
    word = mine[DICE_MORE + (used & 3)]
    return word


@kernel
def roll(mine: Any, n: int) -> int:
    """A number in 0..n-1, each with the same chance; n at most 2**31. Only for strategies that are not deterministic.

    Multiply-shift with rejection, as in `kernels.rng.shuffle`.
    """
    while True:
        product = _next_word(mine) * n
        rest = product & WORD
        if rest >= n or rest >= (1 << 32) % n:
            return product >> 32
