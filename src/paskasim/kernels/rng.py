"""Random numbers that depend on what they are for, and on nothing else.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, 'Parallel random numbers: as easy as 1, 2, 3'): a block of four
32-bit words is a function of a key (the seed) and a counter (block, purpose and seat, game). Streams cannot overlap,
and any number of any game can be had without the ones before it.
"""

from __future__ import annotations

import numpy as np

from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import DICE, DICE_USED

DECK_STREAM = 0
SEAT_STREAM = 1
TABLE_STREAM = 2
FORK_DECK_STREAM = 3
FORK_SEAT_STREAM = 4
SPILL_STREAM = 5
SLIP_STREAM = 6

MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
WORD = 0xFFFFFFFF
LANE = 64  # blocks that `shuffle` can hold: enough for 240 cards, with room for rejections (one in 10**8 draws)
DRAW_WORDS = 5 * LANE


@kernel
def philox(
    key_0: int, key_1: int, counter_0: int, counter_1: int, counter_2: int, counter_3: int
) -> tuple[int, int, int, int]:
    """One block: four words of 32 bits for a key of two and a counter of four such words."""
    k0 = np.uint64(key_0) & LOW
    k1 = np.uint64(key_1) & LOW
    c0 = np.uint64(counter_0) & LOW
    c1 = np.uint64(counter_1) & LOW
    c2 = np.uint64(counter_2) & LOW
    c3 = np.uint64(counter_3) & LOW
    for _ in range(10):
        product_0 = MULTIPLIER_0 * c0
        product_1 = MULTIPLIER_1 * c2
        c0 = (product_1 >> HALF) ^ c1 ^ k0
        c1 = product_1 & LOW
        c2 = (product_0 >> HALF) ^ c3 ^ k1
        c3 = product_0 & LOW
        k0 = (k0 + WEYL_0) & LOW
        k1 = (k1 + WEYL_1) & LOW
    return int(c0), int(c1), int(c2), int(c3)


@kernel
def fill_dice(mine: Words, key_0: int, key_1: int, block: int, purpose: int, game: int) -> None:
    """Put a fresh block into the dice of `mine`.

    The dice hold nothing from which the seed, and so the deck, could be worked out.
    """
    w0, w1, w2, w3 = philox(key_0, key_1, block, purpose, game & WORD, (game >> 32) & WORD)
    hand_over(mine, w0, w1, w2, w3)


@kernel
def hand_over(mine: Words, w0: int, w1: int, w2: int, w3: int) -> None:
    """Make these words the dice of `mine`."""
    mine[DICE] = w0
    mine[DICE + 1] = w1
    mine[DICE + 2] = w2
    mine[DICE + 3] = w3
    mine[DICE_USED] = 0


@kernel
def _store_block(draws: Words, block: int, words: tuple[int, int, int, int]) -> None:
    draws[block] = words[0]
    draws[LANE + block] = words[1]
    draws[2 * LANE + block] = words[2]
    draws[3 * LANE + block] = words[3]


@routine
def _draw(draws: Words, blocks: int, key_0: int, key_1: int, purpose: int, low: int, high: int) -> None:
    """Make `blocks` blocks of a stream.

    The words of a kind lie side by side, so that the compiler makes several blocks at once. A function of its own, or
    what that needs in vector registers would be kept for the whole game and be loaded anew after every answer.
    """
    for block in range(blocks):
        _store_block(draws, block, philox(key_0, key_1, block, purpose, low, high))


@kernel
def shuffle(cards: Words, first: int, last: int, key_0: int, key_1: int, purpose: int, game: int, draws: Words) -> None:
    """Shuffle `cards[first:last]` in place (Fisher-Yates from the front), with the stream of `purpose` and `game`.

    Bounded integers by multiply-shift with rejection (Lemire 2019, 'Fast random integer generation in an
    interval'), so that every order has exactly the same chance. `draws` is scratch space (DRAW_WORDS).
    """
    low = game & WORD
    high = (game >> 32) & WORD
    blocks = (((last - first + 2) >> 2) + 3) & ~3
    _draw(draws, blocks, key_0, key_1, purpose, low, high)
    used = 0
    for i in range(first, last - 1):
        n = last - i
        while True:
            if used == blocks << 2:
                _store_block(draws, blocks, philox(key_0, key_1, blocks, purpose, low, high))
                blocks += 1
            product = draws[(used & 3) * LANE + (used >> 2)] * n
            used += 1
            rest = product & WORD
            if rest >= n or rest >= (1 << 32) % n:  # the division is hardly ever needed
                break
        j = i + (product >> 32)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@kernel
def bounded_of(key_0: int, key_1: int, purpose: int, game: int, n: int) -> int:
    """A number in 0..n-1 from the stream of `purpose` and `game`, each with the same chance; n at most 2**31."""
    threshold = (1 << 32) % n
    block = 0
    while True:
        w0, w1, w2, w3 = philox(key_0, key_1, block, purpose, game & WORD, (game >> 32) & WORD)
        block += 1
        for word in (w0, w1, w2, w3):
            product = word * n
            if product & WORD >= threshold:
                return product >> 32
