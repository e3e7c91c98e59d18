"""The lies that `mixed` tells: its lowest cards, as a rank of which others can hardly know that it lacks them."""

from __future__ import annotations

from typing import Any, Final

from paskasim.kernels.cards import count_of, lowest_rank, packed, size
from paskasim.kernels.claims import claim_counts, lowest_cards
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    AS_PLAY,
    BURN_RULE,
    BURN_TEN,
    DECK_CARDS,
    EFFECT,
    JACK,
    KING,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    RUN,
    RUN_BURNS,
    RUN_RANK,
    RUN_SIZE,
    TOP,
)
from paskasim.kernels.options import phase_of, playable_ranks
from paskasim.strategies.claiming import claim_of, seen_elsewhere
from paskasim.strategies.lowest import play_lowest

FACES: Final = (1 << (JACK << 2)) | (1 << ((JACK + 1) << 2)) | (1 << (KING << 2))
SAFE: Final = 100
"""Of a lie that no hand of others can disprove: as many cards of its rank as it claims are known to the liar alone."""


@kernel
def is_loud(table: Any, rank: int, count: int) -> bool:
    """Whether a claim would burn the pile or make the next player take it."""
    effect = table[EFFECT + (((phase_of(table) << 4) + table[TOP]) << 4) + rank]
    if BURN_TEN <= effect <= BURN_RULE or NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
        return True
    burns = table[RUN_BURNS] >> (rank << 2) & 1 != 0
    loud: bool = burns and table[RUN_RANK] == rank and table[RUN] + count >= table[RUN_SIZE]
    return loud


@kernel
def worst_cards(hand: int, count: int) -> int:
    """The `count` cards of `hand` that are hardest to get rid of truthfully: faces, then the lowest."""
    faces = hand & (FACES * 15)
    held = size(faces)
    if held >= count:
        return lowest_cards(faces, count)
    return faces + lowest_cards(hand - faces, count - held)


@kernel
def truth(table: Any, hand: int, seat: int) -> int:
    """All cards of the lowest face that may be claimed truthfully, else of the lowest rank; AS_PLAY where none may."""
    true = playable_ranks(table, hand, seat)
    if true == 0:
        return AS_PLAY
    return play_lowest(table, hand, seat, true & FACES if true & FACES else true)


@kernel
def safety(table: Any, hand: int, seat: int, rank: int, count: int) -> int:
    """How many unseen cards of `rank` another one would have to hold to know a claim of `count` to be a lie.

    SAFE where there are not so many.
    """
    seen = count_of(seen_elsewhere(table, hand, seat, seat), rank)
    unseen = table[DECK_CARDS + rank] - seen
    own = count_of(hand, rank)
    return SAFE if own >= count else unseen - (count - own) + 1


@kernel
def ruse(table: Any, hand: int, seat: int, ranks: int, count: int, loudly: bool) -> int:
    """A claim of the `count` lowest cards to be one of `ranks`, or 0 where there is none that is a lie.

    Of claims that do what `loudly` says the one that is hardest to disprove; of equal ones the highest rank.
    """
    cards = worst_cards(hand, count)
    best = -1
    most = 0
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        if claim_counts(table, seat, rank) >> count & 1 == 0 or cards == packed(rank, count):
            continue
        worth = safety(table, hand, seat, rank, count)
        if is_loud(table, rank, count) == loudly:
            worth += 2 * SAFE
        if worth >= most:
            most = worth
            best = rank
    return claim_of(best, cards) if best >= 0 else 0
