"""What `linear` claims and doubts, for any kernel that holds the weights; `scoring` tells how these are called.

`best_claim` compares the best true claim, scored as in open play, with taking and with lies. A lie lays the cards that
`linear` parts with most gladly, one to three of them, under every rank that may be claimed.
"""

from __future__ import annotations

from paskasim.kernels.cards import bits_in, count_of, has_two, lowest_rank, packed, ranks_in, size
from paskasim.kernels.claims import claim_counts
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACTIVE_COUNT,
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    DIRECTION,
    DOWN_SIZE,
    EFFECT,
    EMPTY,
    GONE,
    HAND_SIZE,
    KNOWN,
    LEGAL,
    NEXT_DOUBTS,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    PASS,
    PILE,
    PLAYERS,
    RANK_BITS,
    REFILL,
    RUN_SIZE,
    SEAT,
    STOCK,
    TAKE_BIT,
    TOP,
    UP,
)
from paskasim.kernels.options import cards_left, phase_of, playable_ranks
from paskasim.kernels.turn import neighbour
from paskasim.strategies.claiming import (
    CERTAIN,
    cards_that_fit,
    chance_of_lie,
    claim_of,
    claimed_count,
    claimed_rank,
    plausible_lie,
)
from paskasim.strategies.features import OFFSET
from paskasim.strategies.scoring import (
    FULL,
    LEAST,
    ONE,
    OUT,
    SPECIALS,
    alone_of,
    cover,
    effect_score,
    landing,
    left_score,
    no_answer,
    pile_said,
    price,
    scored_action,
    special_price,
    stays,
    survey,
)

LIES_OFTEN = 100  # of 1000: how often others are taken to lie who need not
LIES_WHEN_STUCK = 600  # of 1000: and those who can't tell the truth

_MORE = OFFSET["more"]
_SURPLUS = OFFSET["surplus"]
_BURN_SHUT = OFFSET["burn_shut"]
_FOLLOW = OFFSET["follow"]
_LIE = OFFSET["lie"]
_LIE_STUCK = OFFSET["lie_stuck"]
_LIE_OPEN = OFFSET["lie_open"]
_LIE_MORE = OFFSET["lie_more"]
_LIE_PILE = OFFSET["lie_pile"]
_LIE_SEEN = OFFSET["lie_seen"]
_LIE_SEEN_PILE = OFFSET["lie_seen_pile"]
_LIE_FREE = OFFSET["lie_free"]
_LIE_SAID = OFFSET["lie_said"]
_LIE_KNOWN = OFFSET["lie_known"]
_LIE_SHOWN = OFFSET["lie_shown"]
_LIE_SPECIAL = OFFSET["lie_special"]
_LIE_BURN = OFFSET["lie_burn"]
_LIE_NARROW = OFFSET["lie_narrow"]
_LIE_HAND = OFFSET["lie_hand"]
_LIE_FEW = OFFSET["lie_few"]
_LIE_LAST = OFFSET["lie_last"]
_LIE_THREAT = OFFSET["lie_threat"]
_LIE_TWO = OFFSET["lie_two"]
_DOUBT = OFFSET["doubt"]
_DOUBT_SURE = OFFSET["doubt_sure"]
_DOUBT_CHANCE = OFFSET["doubt_chance"]
_DOUBT_CHANCE_PILE = OFFSET["doubt_chance_pile"]
_DOUBT_PILE = OFFSET["doubt_pile"]
_DOUBT_OPEN = OFFSET["doubt_open"]
_DOUBT_PILE_SPECIAL = OFFSET["doubt_pile_special"]
_DOUBT_OVER = OFFSET["doubt_over"]
_DOUBT_MORE = OFFSET["doubt_more"]
_DOUBT_SPECIAL = OFFSET["doubt_special"]
_DOUBT_BURN = OFFSET["doubt_burn"]
_DOUBT_FORCED = OFFSET["doubt_forced"]
_DOUBT_NEXT = OFFSET["doubt_next"]
_DOUBT_STUCK = OFFSET["doubt_stuck"]
_DOUBT_LATER = OFFSET["doubt_later"]
_DOUBT_LAST = OFFSET["doubt_last"]
_DOUBT_NEAR = OFFSET["doubt_near"]
_DOUBT_OWN = OFFSET["doubt_own"]
_DOUBT_FEW = OFFSET["doubt_few"]
_DOUBT_TWO = OFFSET["doubt_two"]


@kernel
def _shares(table: Words, seat: int, part: int) -> tuple[int, int, int]:
    """How likely others hold unseen cards: the chance for each, summed over players, and its square and cube.

    Of FULL. `part` is 2**24 over the number of unseen cards.
    """
    once = 0
    twice = 0
    thrice = 0
    for other in range(table[PLAYERS]):
        if other != seat:
            chance = min((max(0, table[HAND_SIZE + other] - size(table[KNOWN + other])) * part) >> 12, FULL)
            square = (chance * chance) >> 12
            once += chance
            twice += square
            thrice += (square * chance) >> 12
    return once, twice, thrice


@kernel
def _chance_of_seeing(unseen: int, needed: int, once: int, twice: int, thrice: int) -> int:
    """Chance, in 64ths, that one player holds `needed` of `unseen` copies; an upper bound, 0 for more than three."""
    if needed <= 0:
        return ONE
    if needed > unseen or needed > 3:
        return 0
    if needed == 1:
        chance = unseen * once
    elif needed == 2:
        chance = (unseen * (unseen - 1) >> 1) * twice
    else:
        chance = unseen * (unseen - 1) * (unseen - 2) // 6 * thrice
    return min(chance >> 6, ONE)


@kernel
def _gladly_laid(weights: Words, phase: int, hand: int, special_worth: int) -> tuple[int, int, int, int, int]:
    """The three cards of `hand` with the highest prices, of equal ones the lowest, -1 where there are fewer.

    And the score of laying the second and the third of them besides the first.
    """
    first = -1
    second = -1
    third = -1
    first_price = LEAST
    second_price = LEAST
    third_price = LEAST
    ranks = ranks_in(hand)
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        worth = price(weights, phase, rank, special_worth)
        if worth > first_price:
            third, third_price = second, second_price
            second, second_price = first, first_price
            first, first_price = rank, worth
        elif worth > second_price:
            third, third_price = second, second_price
            second, second_price = rank, worth
        elif worth > third_price:
            third, third_price = rank, worth
    here = count_of(hand, first)
    if here > 2:
        third = first
    elif here == 2 or (second >= 0 and count_of(hand, second) > 1):
        third = second
    if here > 1:
        second = first
    more = weights[_MORE + phase] * ONE
    second_worth = more
    third_worth = more
    if second >= 0 and (1 << (second << 2)) & SPECIALS:
        second_worth = price(weights, phase, second, special_worth)
    if third >= 0 and (1 << (third << 2)) & SPECIALS:
        third_worth = price(weights, phase, third, special_worth)
    return first, second, third, second_worth, third_worth


@kernel
def best_claim(table: Words, weights: Words, hand: int, seat: int, options: int) -> int:
    """The claim with the highest score, or TAKE; of equal ones what is true, then the lowest rank, the fewest cards."""
    true = playable_ranks(table, hand, seat)
    unseen, fewest, following, next_cards = survey(table, hand, seat)
    covered, even, odd = cover(table, phase_of(table), unseen, ranks_in(hand))
    best = PASS
    best_score = LEAST
    if true != 0 or options & TAKE_BIT:
        best, best_score = scored_action(
            table, weights, hand, seat, true | (options & TAKE_BIT), unseen, fewest, following, next_cards, covered,
            even, odd,
        )  # fmt: skip
    if best_score < OUT:
        best = _best_lie(
            table, weights, hand, seat, options, true == 0, best, best_score, unseen, fewest, following, next_cards,
            covered, even, odd,
        )  # fmt: skip
    # A house may want more cards in a claim than a lie of ours has.
    return best if best != PASS else plausible_lie(table, hand, seat, options & RANK_BITS, 1)


@kernel
def _best_lie(
    table: Words,
    weights: Words,
    hand: int,
    seat: int,
    options: int,
    stuck: bool,
    best: int,
    best_score: int,
    unseen: int,
    fewest: int,
    following: int,
    next_cards: int,
    covered: int,
    even: int,
    odd: int,
) -> int:
    """The lie with the highest score if that is above `best_score`, else `best`."""
    phase = phase_of(table)
    held = size(hand)
    rows = size(table[UP + seat]) + table[DOWN_SIZE + seat]
    part = (1 << 24) // max(size(unseen), 1)
    once, twice, thrice = _shares(table, seat, part)
    said, pile_size = pile_said(table)
    specials = size(said & (SPECIALS * 15))
    special_worth = special_price(weights, table[STOCK], fewest, held + rows)
    own_known = table[KNOWN + seat]
    unknown = held - size(own_known)
    legal_on_empty = table[LEGAL + (phase << 4) + EMPTY]
    own_ranks = ranks_in(hand)
    first, second, third, second_worth, third_worth = _gladly_laid(weights, phase, hand, special_worth)
    base = (
        price(weights, phase, first, special_worth)
        + weights[_LIE + phase] * ONE
        + (weights[_LIE_STUCK] * ONE if stuck else 0)
        + (weights[_LIE_OPEN] * ONE if pile_size == 0 else 0)
        + weights[_LIE_SHOWN] * ((size(own_known) << 6) // held)
        + weights[_LIE_NARROW] * (ONE // bits_in(options & RANK_BITS))
        + weights[_LIE_HAND] * (held << 2)
        + weights[_LIE_THREAT] * (ONE // fewest)
        + (weights[_LIE_TWO] * ONE if table[ACTIVE_COUNT] == 2 else 0)
    )
    # What is the same whatever rank is claimed: cards, ranks left, and score, for one, two and three cards.
    most = min(3, held)
    one = 1 << (first << 2)
    two = one + (1 << (max(second, 0) << 2))
    three = two + (1 << (max(third, 0) << 2))
    one_left = ranks_in(hand - one)
    two_left = ranks_in(hand - two) if most > 1 else 0
    three_left = ranks_in(hand - three) if most > 2 else 0
    one_score = base
    two_score = base + second_worth
    three_score = base + second_worth + third_worth
    for number in range(1, most + 1):
        left_ranks = one_left if number == 1 else (two_left if number == 2 else three_left)
        gone = own_ranks & ~left_ranks
        fits = covered
        if has_two(gone):
            fits, _, _ = cover(table, phase, unseen, left_ranks)
        elif gone != 0:
            fits -= alone_of(lowest_rank(gone), even, odd)
        score = (
            left_score(weights, phase, (fits * part) >> 18, left_ranks, legal_on_empty)
            + weights[_LIE_MORE + phase] * ((number - 1) << 6)
            + weights[_LIE_PILE + phase] * ((pile_size + number) << 2)
            + weights[_LIE_FEW] * (ONE // max(1, held + rows - number))
        )
        if held > table[REFILL]:
            score += weights[_SURPLUS] * (number << 6)
        if number == held and rows == 0 and table[STOCK] == 0:
            score += weights[_LIE_LAST] * ONE
        if number == 1:
            one_score += score
        elif number == 2:
            two_score += score
        else:
            three_score += score
    row = EFFECT + (((phase << 4) + table[TOP]) << 4)
    next_threat = ONE // next_cards
    ranks = options & RANK_BITS
    while ranks != 0:
        rank = lowest_rank(ranks)
        bit = ranks & -ranks
        ranks ^= bit
        counts = claim_counts(table, seat, rank)
        new_top, run, _, run_burns = landing(table, table[TOP], rank)
        effect_alone = table[row + rank]
        legal = table[LEGAL + (phase << 4) + new_top]
        block = no_answer(table, following, unseen, part, legal) if stays(effect_alone) else 0
        # Whoever holds more of the rank than a true claim would leave, knows.
        out = count_of(unseen, rank)
        own = count_of(hand, rank) + count_of(table[PILE], rank) + count_of(table[GONE], rank)
        known = count_of(own_known, rank)
        for_rank = weights[_LIE_FREE] * (own << 6) + weights[_LIE_SAID] * (count_of(said, rank) << 6)
        if bit & SPECIALS:
            for_rank += weights[_LIE_SPECIAL + phase] * ONE
        for number in range(1, most + 1):
            laid = one if number == 1 else (two if number == 2 else three)
            if counts >> number & 1 == 0 or laid == packed(rank, number):
                continue
            score = for_rank + (one_score if number == 1 else (two_score if number == 2 else three_score))
            left_ranks = one_left if number == 1 else (two_left if number == 2 else three_left)
            effect = BURN_FOUR if run_burns and run + number >= table[RUN_SIZE] else effect_alone
            pile = pile_size + number
            score += effect_score(
                weights, phase, effect, pile, specials + (number if bit & SPECIALS else 0), block, next_threat
            )
            if BURN_TEN <= effect <= BURN_RULE:
                score += weights[_LIE_BURN] * ONE
                if left_ranks & legal_on_empty == 0:
                    score += weights[_BURN_SHUT] * ONE
            elif stays(effect) and left_ranks & legal:
                score += weights[_FOLLOW + phase] * ONE
            seen = ONE  # all know the hand, and that it lacks these
            if number - known <= unknown:
                seen = _chance_of_seeing(out, out + own - number + 1, once, twice, thrice)
            score += (
                weights[_LIE_SEEN + phase] * seen
                + weights[_LIE_SEEN_PILE] * (seen * pile >> 4)
                + weights[_LIE_KNOWN] * (min(number, known) << 6)
            )
            if score > best_score:
                best_score = score
                best = claim_of(rank, laid)
    return best


@kernel
def doubts(table: Words, weights: Words, hand: int, seat: int, said: int) -> bool:
    """Whether `seat`, whose hand is `hand`, challenges the claim `said` (`claimed_rank`, `claimed_count`)."""
    claimant = table[SEAT]
    rank = claimed_rank(said)
    number = claimed_count(said)
    left = cards_left(table, claimant) - number
    out = left == 0 and table[STOCK] == 0
    if out and table[ACTIVE_COUNT] == 2:
        return True  # if it is true, the game is lost anyway
    phase = phase_of(table)
    pile, pile_size = pile_said(table)
    stake = pile_size + number
    special = number if (1 << (rank << 2)) & SPECIALS else 0
    new_top, run, _, run_burns = landing(table, table[TOP], rank)
    effect = table[EFFECT + (((phase << 4) + table[TOP]) << 4) + rank]
    if run_burns and run + number >= table[RUN_SIZE]:
        effect = BURN_FOUR
    own = cards_left(table, seat)
    later = 0
    if table[NEXT_DOUBTS] == 0:
        other = seat
        while neighbour(table, other, table[DIRECTION]) != claimant:
            other = neighbour(table, other, table[DIRECTION])
            later += 1
    fits = cards_that_fit(table, hand, seat, said)
    over = max(0, count_of(pile, rank) - count_of(table[PILE], rank)) + number - fits
    score = (
        weights[_DOUBT + phase] * ONE
        + weights[_DOUBT_PILE + phase] * (stake << 2)
        + weights[_DOUBT_PILE_SPECIAL] * ((size(pile & (SPECIALS * 15)) + special) << 6)
        + weights[_DOUBT_MORE] * ((number - 1) << 6)
        + weights[_DOUBT_LATER] * (later << 6)
        + weights[_DOUBT_NEAR] * (ONE // max(1, left))
        + weights[_DOUBT_OWN] * (own << 2)
        + weights[_DOUBT_FEW] * (ONE // max(1, own))
    )
    if pile_size == 0:
        score += weights[_DOUBT_OPEN] * ONE
    if over > 0:
        score += weights[_DOUBT_OVER] * (over << 6)
    if special > 0:
        score += weights[_DOUBT_SPECIAL + phase] * ONE
    if out:
        score += weights[_DOUBT_LAST] * ONE
    if table[ACTIVE_COUNT] == 2:
        score += weights[_DOUBT_TWO] * ONE
    if BURN_TEN <= effect <= BURN_RULE:
        score += weights[_DOUBT_BURN] * ONE
    elif neighbour(table, claimant, table[DIRECTION]) == seat:
        if NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
            score += weights[_DOUBT_FORCED] * ONE
        elif stays(effect):
            score += weights[_DOUBT_NEXT] * ONE
            zone = hand if hand != 0 else table[UP + seat]
            if table[LEGAL + (phase << 4) + new_top] & ranks_in(zone) == 0:
                score += weights[_DOUBT_STUCK] * ONE
    if fits < number:
        score += weights[_DOUBT_SURE] * ONE
    by_chance = weights[_DOUBT_CHANCE + phase] * 16 + weights[_DOUBT_CHANCE_PILE] * stake
    score <<= 4
    if fits < number:
        return score + by_chance * ONE > 0
    # The chance takes long to work out, and seldom matters.
    if max(score, score + by_chance * ONE) <= 0:
        return False
    if min(score, score + by_chance * ONE) > 0:
        return True
    chance = chance_of_lie(table, hand, seat, said, LIES_OFTEN, LIES_WHEN_STUCK) // (CERTAIN // ONE)
    return score + by_chance * chance > 0
