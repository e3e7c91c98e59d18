"""What strategies say and ask where cards are laid face down: claims, and how likely they are."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import bits_in, count_of, lowest_rank, ranks_in
from paskasim.kernels.claims import claim_counts, lowest_cards
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import DECK_CARDS, GONE, KNOWN, PILE, PLAYERS, RANK_BITS, SEAT, UP
from paskasim.strategies.moves import highest_count, roll


@kernel
def claim_of(rank: int, cards: int) -> int:
    """The claim that `cards` (packed) are all of `rank`."""
    return (rank << 60) | cards


@kernel
def claimed_rank(options: int) -> int:
    """The rank of the claim that may be challenged."""
    return (options >> 60) & 15


@kernel
def claimed_count(options: int) -> int:
    """How many cards the claim is about that may be challenged."""
    return options & 255


@kernel
def seen_elsewhere(table: Any, hand: int, seat: int, but: int) -> int:
    """Cards (packed) of which `seat` is sure that they are not among those that seat `but` holds unseen.

    Its own, and those that it knows in the pile, burnt, in other hands, and in the up rows.
    """
    seen: int = hand + table[PILE] + table[GONE]
    for other in range(table[PLAYERS]):
        seen += table[UP + other]
        if other != seat and other != but:
            seen += table[KNOWN + other]
    return seen


@kernel
def cards_that_fit(table: Any, hand: int, seat: int, options: int) -> int:
    """How many cards of the claimed rank the claimant may have, for all that `seat` knows."""
    rank = claimed_rank(options)
    left: int = table[DECK_CARDS + rank] - count_of(seen_elsewhere(table, hand, seat, table[SEAT]), rank)
    return left


@kernel
def claims_in(table: Any, seat: int, options: int) -> int:
    """How many claims (rank and count) are legal."""
    claims = 0
    ranks = options & RANK_BITS
    while ranks != 0:
        claims += bits_in(claim_counts(table, seat, lowest_rank(ranks)))
        ranks &= ranks - 1
    return claims


@kernel
def nth_claim(table: Any, seat: int, options: int, n: int) -> tuple[int, int]:
    """Legal claim number `n` from 0, by rank and then by count: (rank, count)."""
    ranks = options & RANK_BITS
    while True:
        rank = lowest_rank(ranks)
        counts = claim_counts(table, seat, rank)
        here = bits_in(counts)
        if n < here:
            for _ in range(n):
                counts &= counts - 1
            return rank, highest_count(counts & -counts)
        n -= here
        ranks &= ranks - 1


@kernel
def any_cards(mine: Any, hand: int, held: int, count: int) -> int:
    """`count` of the `held` cards of `hand`, each with the same chance."""
    cards = 0
    for drawn in range(count):
        n = roll(mine, held - drawn)
        ranks = ranks_in(hand)
        while True:
            bit = ranks & -ranks
            here = count_of(hand, lowest_rank(bit))
            if n < here:
                break
            n -= here
            ranks ^= bit
        hand -= bit
        cards += bit
    return cards


@kernel
def any_claim(table: Any, mine: Any, hand: int, held: int, seat: int, options: int, n: int) -> int:
    """Legal claim number `n`, of any cards."""
    rank, count = nth_claim(table, seat, options, n)
    return claim_of(rank, any_cards(mine, hand, held, count))


@kernel
def most_likely_rank(table: Any, seat: int, ranks: int, count: int) -> int:
    """The rank in `ranks` of which others have seen fewest cards for all that `seat` knows, the lowest of equal ones.

    Of ranks that a claim of `count` may name; -1 where there is none.
    """
    seen = seen_elsewhere(table, 0, seat, seat)
    best = -1
    most = -1
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        left = table[DECK_CARDS + rank] - ((seen >> (rank << 2)) & 15)
        if claim_counts(table, seat, rank) >> count & 1 and left > most:
            most = left
            best = rank
    return best


@kernel
def plausible_lie(table: Any, hand: int, seat: int, ranks: int, count: int) -> int:
    """`count` of the lowest cards, or fewer, claimed to be the one of `ranks` that is hardest to disprove."""
    while count > 0:
        rank = most_likely_rank(table, seat, ranks, count)
        if rank >= 0:
            return claim_of(rank, lowest_cards(hand, count))
        count -= 1
    # One card may never be laid: the fewest that may.
    rank = lowest_rank(ranks)
    counts = claim_counts(table, seat, rank)
    return claim_of(rank, lowest_cards(hand, bits_in((counts & -counts) - 1)))
