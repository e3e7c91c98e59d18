"""What a player has not seen, and a deal that it may lie in.

The unknown cards of the others' hands, all blind rows, the stock and the cards taken out of the deck are one shuffled
heap, from which each place is filled: every deal that agrees with the table has the same chance.
"""

from __future__ import annotations

import numpy as np

from paskasim.kernels.cards import count_of, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    DECK,
    DECK_CARDS,
    DOWN,
    DOWN_SIZE,
    DRAWN,
    DROP,
    GONE,
    HAND,
    HAND_SIZE,
    KNOWN,
    PILE,
    PLAYERS,
    RANKS,
    STOCK,
    UP,
)
from paskasim.kernels.rng import WORD

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_1 = np.uint64(30)
SHIFT_2 = np.uint64(27)
HALF = np.uint64(32)


@kernel
def draw_word(chance: Words) -> int:
    """The next 32 random bits of the generator whose state is word 0 of `chance`.

    SplitMix64 (Steele, Lea and Flood 2014, 'Fast splittable pseudorandom number generators').
    """
    state = np.uint64(chance[0]) + STEP
    chance[0] = int(state)
    state = (state ^ (state >> SHIFT_1)) * MIX_1
    state = (state ^ (state >> SHIFT_2)) * MIX_2
    return int(state >> HALF)


@kernel
def draw_below(chance: Words, n: int) -> int:
    """A number in 0..n-1, each with the same chance; n at most 2**31. As `moves.roll`, from `chance`."""
    while True:
        product = draw_word(chance) * n
        rest = product & WORD
        if rest >= n or rest >= (1 << 32) % n:
            return product >> 32


@kernel
def lay_unseen(table: Words, hidden: Words, seat: int, hand: int) -> int:
    """Lay the cards that `seat`, who holds `hand`, has not seen into the deck of `hidden`, and return their number."""
    seen = hand + table[PILE] + table[GONE]
    for other in range(table[PLAYERS]):
        seen += table[UP + other]
        if other != seat:
            seen += table[KNOWN + other]
    n = 0
    for rank in range(RANKS):
        for _ in range(table[DECK_CARDS + rank] - count_of(seen, rank)):
            hidden[DECK + n] = rank
            n += 1
    return n


@kernel
def deal_unseen(table: Words, hidden: Words, seat: int, hand: int, unseen: int, chance: Words) -> None:
    """Shuffle the `unseen` cards that lie in the deck of `hidden`, and fill hands and blind rows from them.

    What is first in the deck then is the stock.
    """
    for i in range(unseen - 1):
        j = i + draw_below(chance, unseen - i)
        card = hidden[DECK + i]
        hidden[DECK + i] = hidden[DECK + j]
        hidden[DECK + j] = card
    hidden[DRAWN] = 0
    place = DECK + table[STOCK]
    for other in range(table[PLAYERS]):
        held = hand
        if other != seat:
            held = table[KNOWN + other]
            for _ in range(table[HAND_SIZE + other] - size(held)):
                held += 1 << (hidden[place] << 2)
                place += 1
        hidden[HAND + other] = held
        row = 0
        for i in range(table[DOWN_SIZE + other]):
            row |= hidden[place] << (i << 2)
            place += 1
        hidden[DOWN + other] = row


@kernel
def is_certain(table: Words, seat: int) -> bool:
    """Whether all unseen cards must be in one hand, so that `seat` knows where everything is."""
    if table[STOCK] + table[DROP] > 0:
        return False
    hands = 0
    for other in range(table[PLAYERS]):
        if table[DOWN_SIZE + other] > 0:
            return False
        if other != seat and table[HAND_SIZE + other] > size(table[KNOWN + other]):
            hands += 1
    return hands <= 1
