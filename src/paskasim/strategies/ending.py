"""Endings between two players without unknown cards, laid out for the analysis (`kernels.retrograde`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.cards import has_two, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, entry, kernel, routine
from paskasim.kernels.graph import DRAW_BEFORE_LOSS, HERE, LOSS_BEFORE_DRAW, SECRET
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    DEAL_DOWN,
    DEAL_UP,
    DECK_CARDS,
    DIRECTION,
    DOWN,
    DOWN_SIZE,
    DROP,
    GONE,
    HAND,
    HAND_SIZE,
    KNOWN,
    OPENING_RANK,
    PILE,
    PLAYERS,
    RANKS,
    SEAT,
    STOCK,
    TABLE_WORDS,
    UP,
)
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.retrograde import analyse
from paskasim.kernels.turn import neighbour

EVEN = 2000  # `endless` at which a draw costs each of the two what a loss costs
NOT_ASKED = -1  # in place of a value, where some card is unknown


@kernel
def _row_of(ranks: int, cards: int) -> int:
    """A blind row of `cards` cards, all of the one rank in `ranks`."""
    row = 0
    for place in range(cards):
        row |= lowest_rank(ranks) << (place << 2)
    return row


@kernel
def _cards_at(table: Words, seat: int, other: int, own: int) -> int:
    """All cards of which everyone, or `seat` with its hand `own`, knows where they are."""
    return own + table[UP + seat] + table[UP + other] + table[PILE] + table[GONE] + table[KNOWN + other]


@routine
def lay_out_ending(table: Words, own: int, seat: int, space: Words) -> bool:
    """Lay out an ending for two as a table of two seats, if `seat`, who holds `own` in hand, knows every card.

    True if there are two active players and no stock, and the cards that `seat` has not seen, by what is public,
    lie all in the hand of the other, or are all of one rank. Seats keep their order.
    """
    if table[ACTIVE_COUNT] != 2 or table[STOCK] != 0 or table[OPENING_RANK] >= 0:
        return False
    other = neighbour(table, seat, 1)
    unseen = -_cards_at(table, seat, other, own)
    for rank in range(RANKS):
        unseen += table[DECK_CARDS + rank] << (rank << 2)
    in_hand = table[HAND_SIZE + other] - size(table[KNOWN + other])
    elsewhere = table[DOWN_SIZE + seat] + table[DOWN_SIZE + other] + table[DROP]
    ranks = ranks_in(unseen)
    if has_two(ranks) and elsewhere > 0 and (in_hand > 0 or elsewhere > table[DROP]):
        return False
    here = from_word(space, HERE)
    secret = from_word(space, SECRET)
    for word in range(TABLE_WORDS):
        here[word] = table[word]
    rows = 0
    for player in (seat, other):
        place = 1 if player > seat + other - player else 0
        cards = own
        if player == other:
            cards = table[KNOWN + other] + (unseen if elsewhere == 0 else ranks * in_hand)
        secret[HAND + place] = cards
        secret[DOWN + place] = _row_of(ranks, table[DOWN_SIZE + player])
        here[HAND_SIZE + place] = table[HAND_SIZE + player]
        here[UP + place] = table[UP + player]
        here[DOWN_SIZE + place] = table[DOWN_SIZE + player]
        rows |= table[UP + player] | table[DOWN_SIZE + player]
        if player == seat:
            here[SEAT] = place
    here[PLAYERS] = 2
    here[ACTIVE] = 3
    here[DIRECTION] = 1
    here[DEAL_UP] = 1 if rows else 0  # without rows packed states are shorter
    here[DEAL_DOWN] = 0
    return True


@kernel
def order_of(endless: int) -> int:
    """The order of the results where a game without an end costs `endless` thousandths of a loss."""
    return LOSS_BEFORE_DRAW if endless > EVEN else DRAW_BEFORE_LOSS


@entry
def settle_table(
    table: NDArray[np.int64], own: int, seat: int, states: int, endless: int, space: NDArray[np.int64]
) -> int:
    """Value of the position for `seat`, who is to play and holds `own` in hand, or NOT_ASKED; from Python.

    `states` is the most that an analysis may see, `endless` the cost of a game without an end in thousandths of a loss.
    `space` has SPACE_WORDS.
    """
    words = words_of(space)
    if not lay_out_ending(words_of(table), own, seat, words):
        return NOT_ASKED
    return analyse(words, states, order_of(endless))
