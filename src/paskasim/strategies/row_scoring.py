"""How `linear` lays its up row, and which up card it takes along; `scoring` tells how these are called."""

from __future__ import annotations

from paskasim.kernels.cards import count_of, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import ACE, JACK, JOKER, TEN, TWO
from paskasim.strategies.features import OFFSET
from paskasim.strategies.scoring import LEAST, ONE

_SWAP = OFFSET["swap_place"]
_BRING = OFFSET["bring_place"]
_PAIR_OF_SWAP = OFFSET["swap_pair"]
_PAIR_OF_BRING = OFFSET["bring_pair"]


@kernel
def _row_score(weights: Words, first: int, rank: int) -> int:
    """Score of a rank by the six weights from `first` on: place, face, ace, ten, two, joker."""
    if rank == ACE:
        return weights[first + 2] * ONE
    if rank == TEN:
        return weights[first + 3] * ONE
    if rank == TWO:
        return weights[first + 4] * ONE
    if rank == JOKER:
        return weights[first + 5] * ONE
    return weights[first] * (rank * 6) + (weights[first + 1] * ONE if rank >= JACK else 0)


@kernel
def best_up_row(weights: Words, hand: int, up: int) -> int:
    """The cards to lie in the up row: one after the other that with the highest score; of equal ones the lowest."""
    cards = hand + up
    row = 0
    for _ in range(size(up)):
        best = 0
        best_score = LEAST
        ranks = ranks_in(cards)
        while ranks != 0:
            bit = ranks & -ranks
            ranks ^= bit
            score = _row_score(weights, _SWAP, lowest_rank(bit))
            if row & (bit * 15):
                score += weights[_PAIR_OF_SWAP] * ONE
            if score > best_score:
                best_score = score
                best = bit
        row += best
        cards -= best
    return row


@kernel
def best_row_card(weights: Words, row: int) -> int:
    """The up card to take along: that with the highest score; of equal ones the lowest."""
    best = 0
    best_score = LEAST
    ranks = ranks_in(row)
    while ranks != 0:
        bit = ranks & -ranks
        ranks ^= bit
        rank = lowest_rank(bit)
        score = _row_score(weights, _BRING, rank)
        if count_of(row, rank) > 1:
            score += weights[_PAIR_OF_BRING] * ONE
        if score > best_score:
            best_score = score
            best = bit
    return best
