"""What `linear` does, for any kernel that holds the weights: the interface for look-ahead.

`best_action(table, weights, hand, seat, options)` is the action of `seat`, who plays from the zone `hand` and has the
legal `options` (`kernels.options.options_for`); there has to be at least one. `table` are the words of a state, or a
strategy's view of them; only what is public is read. `weights` are words that hold the weights in the order of
`features.WEIGHTS`: inside a strategy whose metadata declares them, `from_word(mine, PARAMS + number of parameters)`.
`row_scoring` answers `swap` and `row_card` in the same way, `claim_scoring` claims and challenges. Nothing is written
anywhere.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of, lowest_rank, packed, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACE,
    AGAIN,
    BLUFF,
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    CLAIMED,
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
    PILE_SIZE,
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
OUT = 1 << 60  # score of a play by which its player is out
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
def cover(table: Words, phase: int, unseen: int, ranks: int) -> tuple[int, int, int]:
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
def alone_of(rank: int, even: int, odd: int) -> int:
    """How many of the unseen cards, as tops, `rank` alone could answer, from `cover`."""
    return ((odd >> ((rank - 1) << 2)) if rank & 1 else (even >> (rank << 2))) & 255


@kernel
def no_answer(table: Words, following: int, unseen: int, part: int, legal: int) -> int:
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
def survey(table: Words, hand: int, seat: int) -> tuple[int, int, int, int]:
    """What the others may hold: (unseen cards, cards of who has fewest, the next player and its cards)."""
    following = neighbour(table, seat, table[DIRECTION])
    fewest = 255
    next_cards = 1
    unseen = 0
    for rank in range(RANKS):
        unseen += table[DECK_CARDS + rank] << (rank << 2)
    unseen -= table[PILE] + table[GONE]
    if table[HAND_SIZE + seat] > 0:
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
    return unseen, fewest, following, next_cards


@kernel
def pile_said(table: Words) -> tuple[int, int]:
    """The cards of the pile, or with bluff what it was called, and their number."""
    if table[BLUFF]:
        return table[CLAIMED], table[PILE_SIZE]
    return table[PILE], size(table[PILE])


@kernel
def special_price(weights: Words, stock: int, fewest: int, cards: int) -> int:
    """What is the same in the price of every 10, A, 2 and joker; `cards` are the own ones."""
    return (
        weights[_SPECIAL_EARLY] * (min(stock, 32) << 1)
        + weights[_SPECIAL_THREAT] * (ONE // fewest)
        + weights[_SPECIAL_FEW] * (ONE // cards)
    )


@kernel
def price(weights: Words, phase: int, rank: int, special_worth: int) -> int:
    """Score of laying one card of `rank`, for what it is."""
    if (1 << (rank << 2)) & SPECIALS:
        if rank == TWO:
            return special_worth + weights[_TWO + phase] * ONE
        if rank == TEN:
            return special_worth + weights[_TEN + phase] * ONE
        if rank == ACE:
            return special_worth + weights[_ACE + phase] * ONE
        return special_worth + weights[_JOKER] * ONE
    worth = weights[_PLACE + phase] * (rank * 6) + weights[_BEND + phase] * (rank * rank >> 1)
    if (1 << (rank << 2)) & FACES:
        worth += weights[_FACE + phase] * ONE
    return worth


@kernel
def landing(table: Words, top: int, rank: int) -> tuple[int, int, int, bool]:
    """What `rank` on `top` leads to: (the new top, the run that it adds to, its rank, whether it may burn)."""
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
    return new_top, run, run_rank, extends != 0 and table[RUN_BURNS] >> (run_rank << 2) & 1 != 0


@kernel
def stays(effect: int) -> bool:
    """Whether the pile stays where it is."""
    return effect < BURN_TEN or effect > NEXT_TAKES_LEAD


@kernel
def effect_score(
    weights: Words, phase: int, effect: int, pile_size: int, specials: int, block: int, next_threat: int
) -> int:
    """Score of what a play does, but for what its player has left; pile and its specials with the cards laid."""
    if BURN_TEN <= effect <= BURN_RULE:
        score = weights[_BURN + phase] * ONE + weights[_BURN_PILE + phase] * (pile_size << 2)
        score += weights[_BURN_SPECIAL] * (specials << 6)
        if effect == BURN_FOUR:
            score += weights[_BURN_RUN] * ONE
        return score
    if NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
        return weights[_FORCE] * ONE
    score = (
        weights[_BLOCK + phase] * block
        + weights[_BLOCK_PILE + phase] * (block * pile_size >> 4)
        + weights[_BLOCK_SPECIAL] * (block * specials)
        + weights[_BLOCK_THREAT] * (block * next_threat >> 6)
    )
    if effect == AGAIN:
        score += weights[_AGAIN] * ONE
    elif effect != NONE:
        score += weights[_SKIP] * ONE
    return score


@kernel
def left_score(weights: Words, phase: int, share: int, left_ranks: int, legal_on_empty: int) -> int:
    """Score of the ranks that are left; `share` of the unseen cards, in 64ths, could be answered with them."""
    score = weights[_COVER + phase] * share
    if left_ranks & legal_on_empty:
        score += weights[_OPENS + phase] * ONE
    if left_ranks & SPECIALS == 0:
        score += weights[_BARE] * ONE
    return score


@kernel
def best_action(table: Words, weights: Words, hand: int, seat: int, options: int) -> int:
    """The legal action with the highest score; of equal ones the lowest rank, fewest cards, then TAKE, then TRY."""
    unseen, fewest, following, next_cards = survey(table, hand, seat)
    covered, even, odd = cover(table, phase_of(table), unseen, ranks_in(hand))
    action, _ = scored_action(
        table, weights, hand, seat, options, unseen, fewest, following, next_cards, covered, even, odd
    )
    return action


@kernel
def scored_action(
    table: Words,
    weights: Words,
    hand: int,
    seat: int,
    options: int,
    unseen: int,
    fewest: int,
    following: int,
    next_cards: int,
    covered: int,
    even: int,
    odd: int,
) -> tuple[int, int]:
    """The action of `best_action` and its score, OUT for one by which its player is out, from `survey` and `cover`."""
    phase = phase_of(table)
    top = table[TOP]
    pile, pile_size = pile_said(table)
    held = size(hand)
    hand_size = table[HAND_SIZE + seat]
    stock = table[STOCK]
    stock_share = min(stock, 32) << 1
    own_ranks = ranks_in(hand)
    rows = table[DOWN_SIZE + seat]
    if hand_size > 0:
        rows += size(table[UP + seat])
    part = (1 << 24) // max(size(unseen), 1)
    pile_specials = size(pile & (SPECIALS * 15))
    threat = ONE // fewest
    best = PASS
    best_score = LEAST
    special_worth = special_price(weights, stock, fewest, held + rows)
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
        base = price(weights, phase, rank, special_worth)
        each = base if bit & SPECIALS else weights[_MORE + phase] * ONE
        new_top, run, run_rank, run_burns = landing(table, top, rank)
        legal = table[LEGAL + (phase << 4) + new_top]
        block = -1
        alone = alone_of(rank, even, odd)
        counts = counts_for(table, hand, seat, options, rank)
        number = 0
        while counts > 1:
            counts >>= 1
            number += 1
            if counts & 1 == 0:
                continue
            if number == held and rows == 0 and stock == 0:
                return (rank << 60) | packed(rank, number), OUT  # nothing beats being out
            left = count - number
            left_ranks = own_ranks if left > 0 else own_ranks & ~bit
            score = base + each * (number - 1) + weights[_LEFT + phase] * (left << 6)
            if hand_size > table[REFILL]:
                score += weights[_SURPLUS] * (number << 6)
            effect = BURN_FOUR if run_burns and run + number >= table[RUN_SIZE] else effect_alone
            specials = pile_specials + (number if bit & SPECIALS else 0)
            if block < 0 and stays(effect):
                block = no_answer(table, following, unseen, part, legal)
            score += effect_score(weights, phase, effect, pile_size + number, specials, block, next_threat)
            if BURN_TEN <= effect <= BURN_RULE:
                if left_ranks & legal_on_empty == 0:
                    score += weights[_BURN_SHUT] * ONE
            elif stays(effect):
                if run_burns:
                    lacks = table[RUN_SIZE] - run - number
                    if lacks <= left:
                        score += weights[_OWN_RUN] * ONE
                    if lacks == 1:
                        score += weights[_ONE_SHORT] * ((count_of(unseen, run_rank) * part) >> 18)
                if left_ranks & legal:
                    score += weights[_FOLLOW + phase] * ONE
            share = ((covered if left > 0 else covered - alone) * part) >> 18
            score += left_score(weights, phase, share, left_ranks, legal_on_empty)
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
            best_score = score
            best = TRY
    return best, best_score


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
