"""What `linear` does, for any kernel that holds the weights: the interface for look-ahead.

`best_action(table, weights, hand, seat, options)` is the action of `seat`, who plays from the zone `hand` and has the
legal `options` (`kernels.options.options_for`); there has to be at least one. `table` are the words of a state, or a
strategy's view of them; only what is public is read. `weights` are words that hold the weights in the order of
`features.WEIGHTS`: inside a strategy whose metadata declares them, `from_word(mine, PARAMS + number of parameters)`.
`row_scoring` answers `swap` and `row_card` in the same way. Nothing is written anywhere.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of, lowest_rank, packed, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACE,
    AGAIN,
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    DECK_CARDS,
    DIRECTION,
    DOWN_SIZE,
    EFFECT,
    EMPTY,
    GONE,
    HAND_SIZE,
    IN_RUN,
    INVISIBLE,
    JACK,
    JOKER,
    KING,
    KNOWN,
    LEGAL,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    NONE,
    PASS,
    PILE,
    PLAYERS,
    RANK_BITS,
    RANKS,
    REFILL,
    RUN,
    RUN_BURNS,
    RUN_RANK,
    RUN_SIZE,
    STOCK,
    TAKE,
    TAKE_BIT,
    TEN,
    TOP,
    TRY,
    TRY_BIT,
    TWO,
    UP,
)
from paskasim.kernels.options import counts_for, phase_of
from paskasim.kernels.turn import neighbour
from paskasim.strategies.features import OFFSET

ONE = 64
LEAST = -(1 << 60)
FULL = 1 << 12  # one, while chances are worked out
SPECIALS = (1 << (TEN << 2)) | (1 << (ACE << 2)) | (1 << (TWO << 2)) | (1 << (JOKER << 2))
FACES = (1 << (JACK << 2)) | (1 << ((JACK + 1) << 2)) | (1 << (KING << 2))

EVEN = 0x0101010101010101  # of a spread set of ranks

_PLACE = OFFSET["place"]
_BEND = OFFSET["bend"]
_FACE = OFFSET["face"]
_ACE = OFFSET["ace"]
_TEN = OFFSET["ten"]
_TWO = OFFSET["two"]
_JOKER = OFFSET["joker"]
_SPECIAL_EARLY = OFFSET["special_early"]
_SPECIAL_THREAT = OFFSET["special_threat"]
_SPECIAL_FEW = OFFSET["special_few"]
_MORE = OFFSET["more"]
_LEFT = OFFSET["left"]
_SURPLUS = OFFSET["surplus"]
_BURN = OFFSET["burn"]
_BURN_PILE = OFFSET["burn_pile"]
_BURN_SHUT = OFFSET["burn_shut"]
_BURN_SPECIAL = OFFSET["burn_special"]
_BURN_RUN = OFFSET["burn_run"]
_FORCE = OFFSET["force"]
_AGAIN = OFFSET["again"]
_SKIP = OFFSET["skip"]
_BLOCK = OFFSET["block"]
_BLOCK_PILE = OFFSET["block_pile"]
_BLOCK_THREAT = OFFSET["block_threat"]
_BLOCK_SPECIAL = OFFSET["block_special"]
_ONE_SHORT = OFFSET["one_short"]
_OWN_RUN = OFFSET["own_run"]
_COVER = OFFSET["cover"]
_FOLLOW = OFFSET["follow"]
_OPENS = OFFSET["opens"]
_BARE = OFFSET["bare"]
_LAST_HAND = OFFSET["last_hand"]
_TAKE = OFFSET["take"]
_TAKE_PILE = OFFSET["take_pile"]
_TAKE_SPECIAL = OFFSET["take_special"]
_TAKE_FACE = OFFSET["take_face"]
_TAKE_EARLY = OFFSET["take_early"]
_TAKE_OPEN = OFFSET["take_open"]
_TAKE_THREAT = OFFSET["take_threat"]
_TRY = OFFSET["try"]
_TRY_FITS = OFFSET["try_fits"]
_TRY_PILE = OFFSET["try_pile"]


@kernel
def _cover(table: Words, phase: int, unseen: int, ranks: int) -> tuple[int, int, int]:
    """How many of the unseen cards, as tops, `ranks` could answer, and how many of them one rank alone could.

    The latter in fields of eight bits, first for the even ranks, then for the odd ones.
    """
    covered = 0
    even = 0
    odd = 0
    tops = ranks_in(unseen)
    row = LEGAL + (phase << 4)
    while tops != 0:
        top = lowest_rank(tops)
        tops &= tops - 1
        answers = table[row + top] & ranks
        if answers != 0:
            number = count_of(unseen, top)
            covered += number
            if answers & (answers - 1) == 0:
                even += (answers & EVEN) * number
                odd += ((answers >> 4) & EVEN) * number
    return covered, even, odd


@kernel
def _no_answer(table: Words, following: int, unseen: int, part: int, legal: int) -> int:
    """Chance, in 64ths, that `following` has none of the `legal` ranks in the zone to be played from.

    `part` is 2**24 over the number of unseen cards. Cards not known are taken as drawn from the unseen ones.
    """
    ranks = legal * 15
    cards = table[HAND_SIZE + following]
    if cards > 0:
        known = table[KNOWN + following]
        if known & ranks:
            return 0
        cards -= size(known)
    elif table[UP + following] != 0:
        return 0 if table[UP + following] & ranks else ONE
    else:
        cards = 1
    miss = FULL - ((size(unseen & ranks) * part) >> 12)
    chance = FULL
    while cards > 0 and chance > 0:
        if cards & 1:
            chance = (chance * miss) >> 12
        miss = (miss * miss) >> 12
        cards >>= 1
    return chance >> 6


@kernel
def best_action(table: Words, weights: Words, hand: int, seat: int, options: int) -> int:
    """The legal action with the highest score; of equal ones the lowest rank, fewest cards, then TAKE, then TRY."""
    phase = phase_of(table)
    top = table[TOP]
    pile = table[PILE]
    pile_size = size(pile)
    held = size(hand)
    hand_size = table[HAND_SIZE + seat]
    stock = table[STOCK]
    stock_share = min(stock, 32) << 1
    own_ranks = ranks_in(hand)
    rows = table[DOWN_SIZE + seat]
    if hand_size > 0:
        rows += size(table[UP + seat])
    following = neighbour(table, seat, table[DIRECTION])
    fewest = 255
    next_cards = 1
    unseen = 0
    for rank in range(RANKS):
        unseen += table[DECK_CARDS + rank] << (rank << 2)
    unseen -= pile + table[GONE]
    if hand_size > 0:
        unseen -= hand
    for other in range(table[PLAYERS]):
        cards = table[HAND_SIZE + other] + table[DOWN_SIZE + other]
        up = table[UP + other]
        if up != 0:
            unseen -= up
            cards += size(up)
        if other != seat and cards > 0:
            unseen -= table[KNOWN + other]
            fewest = min(fewest, cards)
            if other == following:
                next_cards = cards
    part = (1 << 24) // max(size(unseen), 1)
    covered, even, odd = _cover(table, phase, unseen, own_ranks)
    pile_specials = size(pile & (SPECIALS * 15))
    threat = ONE // fewest
    best = PASS
    best_score = LEAST
    special_worth = (
        weights[_SPECIAL_EARLY] * stock_share
        + weights[_SPECIAL_THREAT] * threat
        + weights[_SPECIAL_FEW] * (ONE // (held + rows))
    )
    next_threat = ONE // next_cards
    legal_on_empty = table[LEGAL + (phase << 4) + EMPTY]
    ranks = options & RANK_BITS
    while ranks != 0:
        rank = lowest_rank(ranks)
        bit = ranks & -ranks
        ranks ^= bit
        count = count_of(hand, rank)
        effect_alone = table[EFFECT + (((phase << 4) + top) << 4) + rank]
        # Once for the rank: its worth, and what the next player can answer if it stays.
        each = weights[_MORE + phase] * ONE
        base = 0
        if bit & SPECIALS:
            each = special_worth
            if rank == TWO:
                each += weights[_TWO + phase] * ONE
            elif rank == TEN:
                each += weights[_TEN + phase] * ONE
            elif rank == ACE:
                each += weights[_ACE + phase] * ONE
            else:
                each += weights[_JOKER] * ONE
            base = each
        else:
            base = weights[_PLACE + phase] * (rank * 6) + weights[_BEND + phase] * (rank * rank >> 1)
            if bit & FACES:
                base += weights[_FACE + phase] * ONE
        new_top = rank
        run = 0
        run_rank = rank
        extends = 1
        if rank == table[INVISIBLE] and top != EMPTY:
            new_top = top
            if table[IN_RUN] == 0:
                extends = 0
            elif table[IN_RUN] == 1:
                run = table[RUN] if table[RUN_RANK] == rank else 0
            else:
                run = table[RUN]
                run_rank = table[RUN_RANK]
        elif rank == JOKER:
            extends = 0
            new_top = top
        elif table[RUN_RANK] == rank:
            run = table[RUN]
        run_burns = extends != 0 and table[RUN_BURNS] >> (run_rank << 2) & 1 != 0
        legal = table[LEGAL + (phase << 4) + new_top]
        block = -1
        alone = ((odd >> ((rank - 1) << 2)) if rank & 1 else (even >> (rank << 2))) & 255
        counts = counts_for(table, hand, seat, options, rank)
        number = 0
        while counts > 1:
            counts >>= 1
            number += 1
            if counts & 1 == 0:
                continue
            if number == held and rows == 0 and stock == 0:
                return (rank << 60) | packed(rank, number)  # nothing beats being out
            left = count - number
            left_ranks = own_ranks if left > 0 else own_ranks & ~bit
            score = base + each * (number - 1) + weights[_LEFT + phase] * (left << 6)
            if hand_size > table[REFILL]:
                score += weights[_SURPLUS] * (number << 6)
            effect = BURN_FOUR if run_burns and run + number >= table[RUN_SIZE] else effect_alone
            if BURN_TEN <= effect <= BURN_RULE:
                score += weights[_BURN + phase] * ONE + weights[_BURN_PILE + phase] * ((pile_size + number) << 2)
                specials = pile_specials + (number if bit & SPECIALS else 0)
                score += weights[_BURN_SPECIAL] * (specials << 6)
                if effect == BURN_FOUR:
                    score += weights[_BURN_RUN] * ONE
                if left_ranks & legal_on_empty == 0:
                    score += weights[_BURN_SHUT] * ONE
            elif NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
                score += weights[_FORCE] * ONE
            else:
                if effect == AGAIN:
                    score += weights[_AGAIN] * ONE
                elif effect != NONE:
                    score += weights[_SKIP] * ONE
                if block < 0:
                    block = _no_answer(table, following, unseen, part, legal)
                specials = pile_specials + (number if bit & SPECIALS else 0)
                score += (
                    weights[_BLOCK + phase] * block
                    + weights[_BLOCK_PILE + phase] * (block * (pile_size + number) >> 4)
                    + weights[_BLOCK_SPECIAL] * (block * specials)
                    + weights[_BLOCK_THREAT] * (block * next_threat >> 6)
                )
                if run_burns:
                    lacks = table[RUN_SIZE] - run - number
                    if lacks <= left:
                        score += weights[_OWN_RUN] * ONE
                    if lacks == 1:
                        score += weights[_ONE_SHORT] * ((count_of(unseen, run_rank) * part) >> 18)
                if left_ranks & legal:
                    score += weights[_FOLLOW + phase] * ONE
            score += weights[_COVER + phase] * (((covered if left > 0 else covered - alone) * part) >> 18)
            if left_ranks & legal_on_empty:
                score += weights[_OPENS + phase] * ONE
            if left_ranks & SPECIALS == 0:
                score += weights[_BARE] * ONE
            if number == hand_size and rows > 0 and stock == 0:
                score += weights[_LAST_HAND] * ONE
            if score > best_score:
                best_score = score
                best = (rank << 60) | packed(rank, number)
    if options & TAKE_BIT:
        score = _take_score(weights, phase, pile, pile_size, pile_specials, stock_share, own_ranks)
        score += weights[_TAKE_THREAT] * threat
        if score > best_score:
            best_score = score
            best = TAKE
    if options & TRY_BIT:
        fits = (size(unseen & (table[LEGAL + (phase << 4) + top] * 15)) * part) >> 18
        score = weights[_TRY] * ONE + weights[_TRY_FITS] * fits + weights[_TRY_PILE] * ((ONE - fits) * pile_size >> 4)
        if score > best_score:
            best = TRY
    return best


@kernel
def _take_score(
    weights: Words,
    phase: int,
    pile: int,
    pile_size: int,
    pile_specials: int,
    stock_share: int,
    own_ranks: int,
) -> int:
    return (
        weights[_TAKE + phase] * ONE
        + weights[_TAKE_PILE + phase] * (pile_size << 2)
        + weights[_TAKE_SPECIAL + phase] * (pile_specials << 6)
        + weights[_TAKE_FACE] * (size(pile & (FACES * 15)) << 6)
        + weights[_TAKE_EARLY] * stock_share
        + weights[_TAKE_OPEN] * (size(ranks_in(pile) & own_ranks) << 6)
    )
