"""What a play leads to, and what a rank is good for, read from the rule words instead of from names of ranks.

A house may turn every rank into something else, so strategies ask here which ranks burn, which go on higher tops,
and which are kept out by the face rule. All sets of ranks are spread (`kernels.layout`).
"""

from __future__ import annotations

from paskasim.kernels.cards import lowest_rank, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACTIVE,
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    DECK_CARDS,
    DIRECTION,
    EFFECT,
    EMPTY,
    IN_RUN,
    INVISIBLE,
    JOKER,
    KING,
    LEGAL,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    PLAYERS,
    RANK_BITS,
    RANKS,
    RUN,
    RUN_BURNS,
    RUN_RANK,
    RUN_SIZE,
    THREE,
    TOP,
    TWO,
)
from paskasim.kernels.options import phase_of
from paskasim.strategies.moves import highest_count, play_of

FOUR, SIX, QUEEN = 2, 4, 10
OUTSIDE = (1 << (TWO << 2)) | (1 << (JOKER << 2))
IN_CODES = RANK_BITS & ~OUTSIDE
BELOW_QUEEN = IN_CODES & ((1 << (QUEEN << 2)) - 1)
ABOVE_FOUR = IN_CODES & ~((16 << (FOUR << 2)) - 1)


@kernel
def highest_rank(ranks: int) -> int:
    """Code of the highest rank in a spread set that is not empty."""
    while ranks & (ranks - 1) != 0:
        ranks &= ranks - 1
    return lowest_rank(ranks)


@kernel
def following(table: Words, seat: int) -> int:
    """The active player who comes after `seat` in the direction of play; `seat` itself must not be the only one."""
    players = table[PLAYERS]
    while True:
        seat += table[DIRECTION]
        if seat >= players:
            seat = 0
        elif seat < 0:
            seat = players - 1
        if table[ACTIVE] >> seat & 1:
            return seat


@kernel
def outcome_of_play(table: Words, rank: int, count: int) -> tuple[int, int]:
    """What `count` cards of `rank` do now: (effect code, top afterwards); a reading of RULES.md sections 4 and 5.

    Burns and forced takes leave the top EMPTY.
    """
    top = table[TOP]
    run = table[RUN]
    run_rank = table[RUN_RANK]
    after = top
    extends = rank != JOKER
    if rank == table[INVISIBLE] and top != EMPTY:
        if table[IN_RUN] == 0:
            extends = False
        elif table[IN_RUN] == 1:
            run = run + count if run_rank == rank else count
            run_rank = rank
        else:
            run += count
    elif extends:
        run = run + count if run_rank == rank else count
        run_rank = rank
        after = rank
    if extends and run >= table[RUN_SIZE] and table[RUN_BURNS] >> (run_rank << 2) & 1:
        return BURN_FOUR, EMPTY
    effect = table[EFFECT + (((phase_of(table) << 4) + top) << 4) + rank]
    if BURN_TEN <= effect <= BURN_RULE or NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
        after = EMPTY
    return effect, after


@kernel
def _burning_in(table: Words, row: int) -> int:
    burning = 0
    for rank in range(RANKS):
        effect = table[EFFECT + (row + SIX) * 16 + rank]
        if BURN_TEN <= effect <= BURN_RULE:
            burning |= 1 << (rank << 2)
    return burning


@kernel
def burning_ranks(table: Words) -> int:
    """Ranks that burn an ordinary pile by themselves: on a 6, that is, and not only on faces."""
    # Two sets of constant indices: those are not checked at the door.
    return _burning_in(table, 16) if phase_of(table) else _burning_in(table, 0)


@kernel
def burns(table: Words, rank: int) -> bool:
    """Whether `rank` is one of `burning_ranks`."""
    effect = table[EFFECT + (((phase_of(table) << 4) + SIX) << 4) + rank]
    return BURN_TEN <= effect <= BURN_RULE


@kernel
def roaming_ranks(table: Words) -> int:
    """Ranks that go on a Q and on a K although they are not higher: 2s, jokers, invisible cards, many a 10.

    Two tops, as one may be the ceiling, or an exception of the house.
    """
    row = LEGAL + (phase_of(table) << 4)
    return table[row + QUEEN] & table[row + KING] & (BELOW_QUEEN | OUTSIDE)


@kernel
def held_off_ranks(table: Words) -> int:
    """Ranks that neither a 3 nor a 4 lets go, although they are higher: faces, by the face rule, and many an ace."""
    row = LEGAL + (phase_of(table) << 4)
    return ABOVE_FOUR & ~(table[row + THREE] | table[row + FOUR])


@kernel
def lifting_ranks(table: Words, own: int, held_off: int) -> int:
    """The ranks of `own` on which some rank of `held_off` in `own` may go: the number cards that let faces follow.

    None where there is no such face in hand.
    """
    faces = own & held_off
    if faces == 0:
        return 0
    row = LEGAL + (phase_of(table) << 4)
    numbers = own & IN_CODES & ~held_off
    lifting = 0
    while numbers != 0:
        bit = numbers & -numbers
        numbers ^= bit
        if table[row + lowest_rank(bit)] & faces:
            lifting |= bit
    return lifting


@kernel
def followers(table: Words, top: int) -> int:
    """Cards of the whole deck that may go on `top`."""
    legal = table[LEGAL + (phase_of(table) << 4) + top]
    cards = 0
    while legal != 0:
        cards += table[DECK_CARDS + lowest_rank(legal)]
        legal &= legal - 1
    return cards


@kernel
def up_to(counts: int, rank: int, most: int) -> int:
    """The play of `rank` with the largest allowed number of cards up to `most`, or else the smallest allowed."""
    few = counts & ((2 << most) - 1)
    return play_of(rank, highest_count(few if few != 0 else counts & -counts))


@kernel
def cards_of(cards: int, ranks: int) -> int:
    """How many of `cards` are of `ranks`."""
    return size(cards & (ranks * 15))
