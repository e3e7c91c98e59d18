"""The situations that `mixed` tells apart, and what it may do in each."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from paskasim.kernels.cards import ranks_in
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import HAND_SIZE, INVISIBLE, JOKER, LEGAL, PILE_SIZE, SEAT, STOCK, TOP
from paskasim.kernels.options import cards_left, phase_of, playable_ranks
from paskasim.strategies.claiming import CERTAIN, chance_of_lie, claimed_count, claimed_rank
from paskasim.strategies.ruses import is_loud

PILES: Final = ("0-2", "3-7", "8+")
HANDS: Final = (
    "stock, hand 1-5",
    "stock, hand 6-14",
    "stock, hand 15+",
    "hand 1-2",
    "hand 3-5",
    "hand 6-14",
    "hand 15+",
)
TRUTHS: Final = ("true", "stuck")
CHANCES_OF_LIE: Final = ("0-15", "15-50", "50-100")
ANSWERED: Final = ("an answer", "no answer", "loud")
LEFTS: Final = ("out", "1-3", "4-13", "14+")

CLAIM_SITUATIONS: Final = len(TRUTHS) * len(PILES) * len(HANDS)
DOUBT_SITUATIONS: Final = len(CHANCES_OF_LIE) * len(ANSWERED) * len(PILES) * len(LEFTS)
SITUATIONS: Final = CLAIM_SITUATIONS + DOUBT_SITUATIONS
LIES: Final = ("one", "more", "loud")
"""What `mixed` may do in a claim situation but what an honest player does."""

CHANCES: Final = (
    *(
        f"{truth}, pile {pile}, {hand}: lie with {lie}"
        for truth, pile, hand, lie in product(TRUTHS, PILES, HANDS, LIES)
    ),
    *(
        f"lie {chance} %, {answer}, pile {pile}, claimant {left}: doubt"
        for chance, answer, pile, left in product(CHANCES_OF_LIE, ANSWERED, PILES, LEFTS)
    ),
)
"""Names of the chances of a table, in the order in which they lie in memory."""

FIRST_DOUBT: Final = CLAIM_SITUATIONS * len(LIES)
USUAL_LIE: Final = 100  # thousandths; how often others are thought to lie, only to tell situations apart
USUAL_STUCK: Final = 600


@kernel
def pile_class(cards: int) -> int:
    """Number in PILES."""
    if cards <= 2:
        return 0
    return 1 if cards <= 7 else 2


@kernel
def answer_class(table: Any, hand: int, rank: int, count: int) -> int:
    """Number in ANSWERED: whether `hand` could answer a claim truthfully that is believed, or that would do more."""
    if is_loud(table, rank, count):
        return 2
    top = table[TOP] if rank == JOKER or rank == table[INVISIBLE] else rank
    return 0 if table[LEGAL + (phase_of(table) << 4) + top] & ranks_in(hand) else 1


@kernel
def claim_situation(table: Any, hand: int, seat: int) -> int:
    """Number of the situation of the seat to play, below CLAIM_SITUATIONS."""
    held = table[HAND_SIZE + seat]
    situation = 0 if playable_ranks(table, hand, seat) != 0 else 1
    situation = 3 * situation + pile_class(table[PILE_SIZE])
    hands = (held > 5) + (held > 14)
    if table[STOCK] == 0:
        hands += 3 + (held > 2)
    number: int = 7 * situation + hands
    return number


@kernel
def doubt_situation(table: Any, hand: int, seat: int, options: int) -> int:
    """Number of the situation of one who is asked, below DOUBT_SITUATIONS; -1 where the claim can't be true."""
    lie = chance_of_lie(table, hand, seat, options, USUAL_LIE, USUAL_STUCK)
    if lie >= CERTAIN:
        return -1
    percent = lie * 100 // CERTAIN
    situation = (percent >= 15) + (percent >= 50)
    situation = 3 * situation + answer_class(table, hand, claimed_rank(options), claimed_count(options))
    situation = 3 * situation + pile_class(table[PILE_SIZE])
    left = cards_left(table, table[SEAT]) - claimed_count(options)
    if left == 0 and table[STOCK] > 0:
        left = 1  # nobody is out who may still draw
    return 4 * situation + (left > 0) + (left > 3) + (left > 13)
