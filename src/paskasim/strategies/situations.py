"""The situations that `mixed` tells apart, and what it may do in each."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import HAND_SIZE, PILE_SIZE, SEAT, STOCK
from paskasim.kernels.options import cards_left, playable_ranks
from paskasim.strategies.claiming import CERTAIN, chance_of_lie, claimed_count

PILES: Final = ("0-2", "3-7", "8-14", "15+")
HANDS: Final = ("1-2", "3-5", "6+")
STOCKS: Final = ("stock", "rest")
TRUTHS: Final = ("true", "stuck")
CHANCES: Final = ("0-10", "10-25", "25-45", "45-70", "70-100")
LEFTS: Final = ("out", "1-3", "4+")
OWN: Final = ("1-3", "4+")

CLAIM_SITUATIONS: Final = len(PILES) * len(HANDS) * len(STOCKS) * len(TRUTHS)
DOUBT_SITUATIONS: Final = len(CHANCES) * len(PILES) * len(LEFTS) * len(OWN)
SITUATIONS: Final = CLAIM_SITUATIONS + DOUBT_SITUATIONS
LIES: Final = ("one", "more")
"""What `mixed` may do in a claim situation but what an honest player does: lie with one card, or with up to three."""

WEIGHTS: Final = (
    *(
        f"{truth}, {stock}, pile {pile}, hand {hand}: lie with {lie}"
        for truth, stock, pile, hand, lie in product(TRUTHS, STOCKS, PILES, HANDS, LIES)
    ),
    *(
        f"lie {chance} %, pile {pile}, claimant {left}, hand {own}: doubt"
        for chance, pile, left, own in product(CHANCES, PILES, LEFTS, OWN)
    ),
)
"""Names of the chances, in thousandths, in the order in which they lie in memory."""

FIRST_DOUBT: Final = CLAIM_SITUATIONS * len(LIES)
USUAL_LIE: Final = 100  # thousandths; how often others are thought to lie, only to tell situations apart
USUAL_STUCK: Final = 600
MANY: Final = 99  # cards: nobody is out who may still draw


@kernel
def pile_class(cards: int) -> int:
    """Number in PILES."""
    if cards <= 2:
        return 0
    if cards <= 7:
        return 1
    return 2 if cards <= 14 else 3


@kernel
def claim_situation(table: Any, hand: int, seat: int) -> int:
    """Number of the situation of the seat to play, below CLAIM_SITUATIONS."""
    held = table[HAND_SIZE + seat]
    situation = 0 if playable_ranks(table, hand, seat) != 0 else 1
    situation = 2 * situation + (0 if table[STOCK] > 0 else 1)
    situation = 4 * situation + pile_class(table[PILE_SIZE])
    return 3 * situation + (0 if held <= 2 else (1 if held <= 5 else 2))


@kernel
def doubt_situation(table: Any, hand: int, seat: int, options: int) -> int:
    """Number of the situation of one who is asked, below DOUBT_SITUATIONS; -1 where the claim can't be true."""
    lie = chance_of_lie(table, hand, seat, options, USUAL_LIE, USUAL_STUCK)
    if lie >= CERTAIN:
        return -1
    percent = lie * 100 // CERTAIN
    situation = (percent >= 10) + (percent >= 25) + (percent >= 45) + (percent >= 70)
    situation = 4 * situation + pile_class(table[PILE_SIZE])
    left = cards_left(table, table[SEAT]) - claimed_count(options)
    if table[STOCK] > 0:
        left = MANY
    situation = 3 * situation + (left > 0) + (left > 3)
    return 2 * situation + (0 if table[HAND_SIZE + seat] <= 3 else 1)
