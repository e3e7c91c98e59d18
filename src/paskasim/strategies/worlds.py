"""Deals that a game with bluff may lie in, as one of its players sees it (docs/search.md).

As `unseen` has them, with two differences. Cards of the pile and of the burnt ones are unknown, too: those of the pile
are mostly what they were called. And of a claim that may be doubted the cards are true or false, as asked for.
"""

from __future__ import annotations

from typing import Final

from paskasim.kernels.cards import count_of, lowest_rank, packed, ranks_in, size
from paskasim.kernels.claims import lowest_cards
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.knowing import begin_knowing, without
from paskasim.kernels.layout import (
    CLAIMED,
    DECK,
    DOWN,
    DOWN_SIZE,
    DRAWN,
    GONE,
    GONE_KNOWN,
    GONE_SIZE,
    HAND,
    HAND_SIZE,
    KNOWN,
    PILE,
    PILE_KNOWN,
    PILE_SIZE,
    PLAYERS,
    SEAT,
    STOCK,
)
from paskasim.strategies.claiming import claim_of
from paskasim.strategies.unseen import draw_below, draw_word

TRUSTED: Final = 192  # of 256 cards of the pile, those that are taken to be what they were called


@kernel
def begin_guessing(table: Words, hidden: Words, seat: int) -> None:
    """Let all players of an imagined game know what `seat` knows of the hands, and `seat` alone what lies where."""
    pile = table[PILE]
    pile_size = table[PILE_SIZE]
    claimed = table[CLAIMED]
    table[PILE] = 0
    begin_knowing(table, hidden)
    table[PILE] = pile
    table[PILE_SIZE] = pile_size
    table[CLAIMED] = claimed
    hidden[PILE_KNOWN + seat] = pile
    hidden[GONE_KNOWN + seat] = table[GONE]


@kernel
def _set_aside(hidden: Words, heap: int, rank: int) -> bool:
    """Move a card of `rank` behind the first `heap - 1` cards of the deck, if one is among the first `heap`."""
    for i in range(heap):
        if hidden[DECK + i] == rank:
            hidden[DECK + i] = hidden[DECK + heap - 1]
            hidden[DECK + heap - 1] = rank
            return True
    return False


@kernel
def _named_pile(table: Words, hidden: Words, heap: int, chance: Words) -> tuple[int, int]:
    """Choose cards of the pile that are what they were called: (cards left in the heap, cards of the pile so far)."""
    pile = table[PILE]
    lacks = table[PILE_SIZE] - size(pile)
    named = without(table[CLAIMED], pile)
    left = size(named)
    while named != 0 and lacks > 0:
        rank = lowest_rank(ranks_in(named))
        named -= 1 << (rank << 2)
        if draw_below(chance, left) < lacks:
            lacks -= 1
            if draw_word(chance) & 255 < TRUSTED and _set_aside(hidden, heap, rank):
                heap -= 1
                pile += 1 << (rank << 2)
        left -= 1
    return heap, pile


@kernel
def _from_heap(hidden: Words, place: int, cards: int, number: int) -> int:
    """`cards` filled up to `number` with what lies at `place` of the hidden words and behind it."""
    for i in range(number - size(cards)):
        cards += 1 << (hidden[place + i] << 2)
    return cards


@kernel
def deal_world(table: Words, hidden: Words, seat: int, hand: int, unseen: int, true: int, chance: Words) -> None:
    """Deal the `unseen` cards that `unseen.lay_unseen` laid into the deck of `hidden`.

    Hands and rows are filled, the pile and the burnt cards of `table` made whole; what is first in the deck then is
    the stock. `true` are cards that the seat to play holds for certain, as far as there are so many.
    """
    heap = unseen
    claimant = table[KNOWN + table[SEAT]]
    ranks = ranks_in(true)
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        while count_of(claimant, rank) < count_of(true, rank) and _set_aside(hidden, heap, rank):
            heap -= 1
            claimant += 1 << (rank << 2)
    heap, pile = _named_pile(table, hidden, heap, chance)
    for i in range(heap - 1):
        j = i + draw_below(chance, heap - i)
        card = hidden[DECK + i]
        hidden[DECK + i] = hidden[DECK + j]
        hidden[DECK + j] = card
    hidden[DRAWN] = 0
    place = DECK + table[STOCK]
    for other in range(table[PLAYERS]):
        held = hand
        if other != seat:
            known = claimant if other == table[SEAT] else table[KNOWN + other]
            held = _from_heap(hidden, place, known, table[HAND_SIZE + other])
            place += table[HAND_SIZE + other] - size(known)
        hidden[HAND + other] = held
        row = 0
        for i in range(table[DOWN_SIZE + other]):
            row |= hidden[place] << (i << 2)
            place += 1
        hidden[DOWN + other] = row
    table[PILE] = _from_heap(hidden, place, pile, table[PILE_SIZE])
    place += table[PILE_SIZE] - size(pile)
    table[GONE] = _from_heap(hidden, place, table[GONE], table[GONE_SIZE])


@kernel
def likely_lie(hand: int, rank: int, count: int) -> int:
    """The claim of `count` cards of `rank` by who holds `hand` and lays its lowest others; 0 if it holds no others."""
    others = hand & ~packed(rank, 15)
    if others == 0:
        return 0
    cards = lowest_cards(others, count)
    return claim_of(rank, cards + packed(rank, count - size(cards)))
