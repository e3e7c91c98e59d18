"""The lies that `search` tries: its lowest cards, as the ranks hardest to disprove and as those that do most."""

from __future__ import annotations

from typing import Final

from paskasim.kernels.cards import lowest_rank
from paskasim.kernels.claims import claim_counts, lowest_cards, lowest_claim
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    BURN_RULE,
    BURN_TEN,
    EFFECT,
    HAND_SIZE,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    RUN,
    RUN_BURNS,
    RUN_RANK,
    RUN_SIZE,
    TOP,
)
from paskasim.kernels.options import phase_of
from paskasim.strategies.claiming import claim_of, most_likely_rank
from paskasim.strategies.race import add_candidate

MOST_CARDS: Final = 3  # of a lie
RANKS_TRIED: Final = 2  # for each number of cards, besides those that burn or make the next player take


@kernel
def does_much(table: Words, rank: int, count: int) -> bool:
    """Whether a claim of `count` cards of `rank` would burn the pile, or make the next player take it."""
    effect = table[EFFECT + (((phase_of(table) << 4) + table[TOP]) << 4) + rank]
    if BURN_TEN <= effect <= BURN_RULE or NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
        return True
    burns = table[RUN_BURNS] >> (rank << 2) & 1 != 0
    return burns and table[RUN_RANK] == rank and table[RUN] + count >= table[RUN_SIZE]


@kernel
def add_lies(table: Words, room: Words, hand: int, seat: int, ranks: int, found: int) -> int:
    """Add claims of the worst cards of `hand` to be some of `ranks`; how many candidates there are, at least one."""
    for count in range(1, min(MOST_CARDS, table[HAND_SIZE + seat]) + 1):
        cards = lowest_cards(hand, count)
        left = ranks
        for _ in range(RANKS_TRIED):
            rank = most_likely_rank(table, seat, left, count)
            if rank >= 0:
                left &= ~(1 << (rank << 2))
                found = add_candidate(room, found, claim_of(rank, cards))
        while left != 0:
            rank = lowest_rank(left)
            left &= left - 1
            if does_much(table, rank, count) and claim_counts(table, seat, rank) >> count & 1:
                found = add_candidate(room, found, claim_of(rank, cards))
    if found == 0:
        found = add_candidate(room, found, lowest_claim(table, hand, seat, ranks))
    return found
