"""The legal actions of the seat to play (RULES.md section 6), as one word.

Works on arrays inside the engine and on views inside strategies: both are indexed alike.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of, has_two, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACTION_BITS,
    ALL_OF_IT,
    ANY_CARD,
    COUNTS,
    DOWN_SIZE,
    HAND_SIZE,
    LEGAL,
    NOT_WITH,
    OPEN_ANY,
    OPENING_RANK,
    PASS_BIT,
    PILE,
    RANK_BITS,
    RESTRICTED,
    STOCK,
    TAKE_BIT,
    TAKE_FREE,
    TOP,
    TRY_BIT,
    TRY_STOCK,
    UP,
)


@kernel
def phase_of(table: Words) -> int:
    """STOCK_PHASE or REST_PHASE, as the turn begins."""
    return 1 if table[STOCK] == 0 else 0


@kernel
def legal_ranks(table: Words) -> int:
    """Spread set of the ranks that RULES.md section 3 lets go on the top."""
    return table[LEGAL + (phase_of(table) << 4) + table[TOP]]


@kernel
def cards_left(table: Words, seat: int) -> int:
    """Cards of `seat` in all zones."""
    return table[HAND_SIZE + seat] + size(table[UP + seat]) + table[DOWN_SIZE + seat]


@kernel
def counts_for(table: Words, cards: int, seat: int, options: int, rank: int) -> int:
    """Bit set of the numbers of cards of `rank` that a play from `cards` may hold, among the `options`.

    `cards` is the zone that is played from, `options` the word of the same decision.
    """
    held = count_of(cards, rank)
    if table[RESTRICTED] == 0 and options & ALL_OF_IT == 0:
        return (2 << held) - 2
    if options & ALL_OF_IT:
        return 1 << held
    counts = ((2 << held) - 2) & table[COUNTS + rank]
    if (
        table[NOT_WITH] >> (rank << 2) & 1
        and table[STOCK] == 0
        and not options & ANY_CARD
        and cards_left(table, seat) == held
    ):
        counts &= ~(1 << held)
    return counts


@kernel
def _allowed(table: Words, cards: int, seat: int, ranks: int, flags: int) -> int:
    allowed = 0
    while ranks != 0:
        bit = ranks & -ranks
        ranks ^= bit
        if counts_for(table, cards, seat, flags, lowest_rank(bit)) != 0:
            allowed |= bit
    return allowed


@kernel
def playable_ranks(table: Words, cards: int, seat: int) -> int:
    """Spread set of the ranks in the zone `cards` of `seat` that may be played, `turn.stuck` apart."""
    ranks = legal_ranks(table) & ranks_in(cards)
    return _allowed(table, cards, seat, ranks, 0) if table[RESTRICTED] else ranks


@kernel
def options_for(table: Words, cards: int, seat: int, from_hand: bool) -> int:
    """Options word of `seat`, who plays from the zone `cards` (the hand, or the up row)."""
    if table[OPENING_RANK] >= 0:
        return (1 << (table[OPENING_RANK] << 2)) | ALL_OF_IT
    options = playable_ranks(table, cards, seat)
    playable = options
    if table[PILE] != 0 and (table[TAKE_FREE] or playable == 0):
        options |= TAKE_BIT
    if table[TRY_STOCK] and from_hand and table[STOCK] > 0 and (table[TRY_STOCK] == 2 or playable == 0):
        options |= TRY_BIT
    if options == 0:
        if table[OPEN_ANY]:
            options = _allowed(table, cards, seat, ranks_in(cards), options | ANY_CARD)
        options = options | ANY_CARD if options != 0 else PASS_BIT
    return options


@kernel
def may_turn_over(table: Words, seat: int, rank: int, last: bool) -> bool:
    """Whether a card just turned over (flip or try) may be played; `last` if its player holds no other card."""
    if legal_ranks(table) >> (rank << 2) & 1 == 0 or table[COUNTS + rank] & 2 == 0:
        return False
    return not (last and table[STOCK] == 0 and table[NOT_WITH] >> (rank << 2) & 1)


@kernel
def is_choice(table: Words, cards: int, seat: int, options: int) -> bool:
    """Whether `options` hold two legal actions or more."""
    actions = options & ACTION_BITS
    if has_two(actions):
        return True
    return actions & RANK_BITS != 0 and has_two(
        counts_for(table, cards, seat, options, lowest_rank(actions & RANK_BITS))
    )
