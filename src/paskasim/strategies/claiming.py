"""What strategies say and ask where cards are laid face down: claims, and how likely they are."""

from __future__ import annotations

from typing import Any, Final

from paskasim.kernels.cards import bits_in, count_of, lowest_rank, ranks_in, size
from paskasim.kernels.claims import claim_counts, lowest_cards
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    CLAIMABLE,
    DECK_CARDS,
    GONE,
    HAND_SIZE,
    KNOWN,
    PILE,
    PLAYERS,
    RANK_BITS,
    RANKS,
    SEAT,
    UP,
)
from paskasim.kernels.options import legal_ranks
from paskasim.strategies.moves import highest_count, roll

CERTAIN: Final = 1 << 30  # a chance of one
PARTS: Final = 1000


@kernel
def claim_of(rank: int, cards: int) -> int:
    """The claim that `cards` (packed) are all of `rank`; no claim at all (-1) where there is no such rank."""
    return (rank << 60) | cards if 0 <= rank < RANKS else -1


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
        seen += table[UP + other] + table[KNOWN + other]
    seen -= table[KNOWN + seat]
    return seen if but == seat else seen - table[KNOWN + but]


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
        if left > most and claim_counts(table, seat, rank) >> count & 1:
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


@kernel
def chance_of_fewer(unseen: int, fitting: int, drawn: int, wanted: int) -> int:
    """Chance, of CERTAIN, that `drawn` of `unseen` cards hold fewer than `wanted` of the `fitting` ones among them."""
    others = unseen - fitting
    least = max(0, drawn - others)
    if wanted <= least:
        return 0
    if wanted > min(fitting, drawn):
        return CERTAIN  # what is summed below may be short of it by what is rounded off
    # The chance of `least` first: all that are drawn are others, or all others are drawn.
    term = CERTAIN
    if least == 0:
        for i in range(drawn):
            term = term * (others - i) // (unseen - i)
    else:
        for i in range(unseen - drawn):
            term = term * (fitting - i) // (unseen - i)
    total = term
    for held in range(least, min(wanted - 1, fitting, drawn)):
        term = term * ((fitting - held) * (drawn - held)) // ((held + 1) * (others - drawn + held + 1))
        total += term
    return min(total, CERTAIN)


@kernel
def chance_of_lie(table: Any, hand: int, seat: int, options: int, lie: int, stuck: int) -> int:
    """Chance, of CERTAIN, that the claim is a lie.

    A player who could play something true is taken to lie `lie` of PARTS times, one who could not `stuck` of PARTS
    times, and to claim any legal rank then; who tells the truth claims any legal rank that it holds.
    """
    claimant = table[SEAT]
    rank = claimed_rank(options)
    count = claimed_count(options)
    known = table[KNOWN + claimant]
    seen = seen_elsewhere(table, hand, seat, claimant) + known
    legal = legal_ranks(table) & table[CLAIMABLE]
    unseen = 0
    fitting = 0
    for each in range(RANKS):
        left = table[DECK_CARDS + each] - count_of(seen, each)
        unseen += left
        if legal >> (each << 2) & 1:
            fitting += left
    drawn = min(max(0, table[HAND_SIZE + claimant] - size(known)), unseen)
    copies = table[DECK_CARDS + rank] - count_of(seen, rank)
    cannot = chance_of_fewer(unseen, copies, drawn, count - count_of(known, rank))
    can = CERTAIN - cannot
    if can == 0:
        return CERTAIN
    nothing = 0 if known & (legal * 15) else chance_of_fewer(unseen, fitting, drawn, 1)
    lies = (nothing * stuck + (CERTAIN - nothing) * lie) // (PARTS * max(1, bits_in(legal)))
    held = max(unseen, drawn * fitting)  # `unseen` times the legal ranks that the hand may be thought to hold
    truths = can * unseen // held if held > 0 else can
    return CERTAIN * lies // max(1, lies + truths)
