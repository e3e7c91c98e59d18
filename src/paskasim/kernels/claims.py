"""Claims and challenges (RULES.md section 7): what is legal, and what the strategies are asked."""

from __future__ import annotations

from paskasim.kernels.cards import bits_in, count_of, has_two, lowest_rank, packed, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.decisions import NO_FAULT, choosing, is_legal, note, only_action
from paskasim.kernels.knowing import consult_knowing, consult_thrown, throw_dice
from paskasim.kernels.layout import (
    ACTION_BITS,
    ACTIVE_COUNT,
    AS_PLAY,
    BELIEVE,
    CARD_BITS,
    CHALLENGE_QUESTION,
    CHOICES,
    CLAIM_QUESTION,
    CLAIMABLE,
    COUNTS,
    DECK_CARDS,
    DIRECTION,
    DOUBT,
    HAND,
    HAND_SIZE,
    JOKER,
    LAST_CHOICE,
    NEXT_DOUBTS,
    NOT_WITH,
    PASS,
    PASS_BIT,
    PILE,
    PLAY_QUESTION,
    QUESTIONS,
    RANK_BITS,
    RESTRICTED,
    SEAT,
    STOCK,
    TAKE,
    TAKE_BIT,
    TAKE_FREE,
    TEN,
    TURNS,
    TWO,
)
from paskasim.kernels.options import cards_left, is_choice, legal_ranks, playable_ranks
from paskasim.kernels.turn import neighbour

LOW_BITS = RANK_BITS & ~(1 << (TEN << 2)) & ~(1 << (TWO << 2)) & ~(1 << (JOKER << 2))
NOBODY = -1

choose_openly = choosing(consult_knowing)


@kernel
def claim_counts(table: Words, seat: int, rank: int) -> int:
    """Bit set of the numbers of cards that a claim of `rank` may hold."""
    held = table[HAND_SIZE + seat]
    counts: int = ((2 << min(held, table[DECK_CARDS + rank])) - 2) & table[COUNTS + rank]
    if table[NOT_WITH] >> (rank << 2) & 1 and table[STOCK] == 0 and cards_left(table, seat) == held:
        counts &= ~(1 << min(held, 16))
    return counts


@kernel
def claim_options(table: Words, seat: int) -> int:
    """The ranks that `seat` may claim, spread, with TAKE_BIT or PASS_BIT."""
    options = legal_ranks(table) & table[CLAIMABLE]
    if table[RESTRICTED]:
        ranks = options
        while ranks != 0:
            bit = ranks & -ranks
            ranks ^= bit
            if claim_counts(table, seat, lowest_rank(bit)) == 0:
                options ^= bit
    if table[PILE] != 0 and (table[TAKE_FREE] or options == 0):
        options |= TAKE_BIT
    return options if options != 0 else PASS_BIT


@kernel
def holds(hand: int, cards: int) -> bool:
    """Whether all of `cards` are in `hand`."""
    ranks = ranks_in(cards)
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        if count_of(cards, rank) > count_of(hand, rank):
            return False
    return True


@kernel
def is_legal_claim(table: Words, hand: int, seat: int, options: int, claim: int) -> bool:
    """Whether `claim` (or TAKE) is one of the legal answers."""
    rank = (claim >> 60) & 15
    if rank == 15:
        return claim == TAKE and options & TAKE_BIT != 0
    cards = claim & CARD_BITS
    count = size(cards)
    if options >> (rank << 2) & 1 == 0 or count > 15 or not holds(hand, cards):
        return False
    return claim_counts(table, seat, rank) >> count & 1 != 0


@kernel
def in_one_way(hand: int, counts: int) -> bool:
    """Whether a claim of `counts`, one bit, leaves no choice of cards."""
    return not has_two(ranks_in(hand)) or 1 << min(size(hand), 16) == counts


@kernel
def lowest_cards(hand: int, count: int) -> int:
    """The `count` lowest cards of `hand`, tens, twos and jokers last."""
    cards = 0
    for part in range(2):
        ranks = ranks_in(hand) & (LOW_BITS if part == 0 else ~LOW_BITS)
        while ranks != 0 and count > 0:
            rank = lowest_rank(ranks)
            ranks &= ranks - 1
            laid = min(count, count_of(hand, rank))
            cards |= packed(rank, laid)
            count -= laid
    return cards


@kernel
def lowest_claim(table: Words, hand: int, seat: int, options: int) -> int:
    """A claim of the lowest rank that may be claimed, with as few cards as may be, the lowest ones."""
    ranks = options & LOW_BITS
    rank = lowest_rank(ranks if ranks != 0 else options & RANK_BITS)
    counts = claim_counts(table, seat, rank)
    return (rank << 60) | lowest_cards(hand, bits_in((counts & -counts) - 1))


@kernel
def claim_as_play(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words, options: int
) -> tuple[int, int]:
    """The truth as `play` would have it; where nothing is true, take if that is legal, else lie: (claim, fault)."""
    seat = table[SEAT]
    hand = hidden[HAND + seat]
    true = playable_ranks(table, hand, seat)
    if true == 0:
        return TAKE if options & TAKE_BIT else lowest_claim(table, hand, seat, options), NO_FAULT
    plays = true | (options & TAKE_BIT)
    if not is_choice(table, hand, seat, plays):
        return only_action(table, hand, seat, plays), NO_FAULT
    answer = consult_knowing(
        table, hidden, bots[seat * QUESTIONS + PLAY_QUESTION], tally[TURNS] * 8 + PLAY_QUESTION, traits, mine, seat,
        hand, plays,
    )  # fmt: skip
    if not is_legal(table, hand, seat, plays, answer):
        note(hidden, answer, hand, plays)
        return answer, PLAY_QUESTION + 1
    return answer, NO_FAULT


@kernel
def choose_claim(table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words) -> tuple[int, int]:
    """What the seat to play does with its hand: (claim, TAKE or PASS; fault as in `decisions.choose`).

    Where it claims, the dice of those who may challenge it are thrown.
    """
    seat = table[SEAT]
    hand = hidden[HAND + seat]
    options = claim_options(table, seat)
    ranks = options & RANK_BITS
    if ranks == 0:
        return TAKE if options & TAKE_BIT else PASS, NO_FAULT
    throw_dice(table, hidden, tally, traits, mine)
    if has_two(options & ACTION_BITS) or has_two(claim_counts(table, seat, lowest_rank(ranks))):
        tally[CHOICES] += 1
    elif in_one_way(hand, claim_counts(table, seat, lowest_rank(ranks))):
        return lowest_claim(table, hand, seat, options), NO_FAULT
    tally[LAST_CHOICE] = tally[TURNS] + 1
    claim = consult_thrown(
        table, hidden, bots[seat * QUESTIONS + CLAIM_QUESTION], traits, mine, seat, hand, options
    )  # fmt: skip
    if claim == AS_PLAY:
        return claim_as_play(table, hidden, tally, bots, traits, mine, options)
    if not is_legal_claim(table, hand, seat, options, claim):
        note(hidden, claim, hand, options)
        return claim, CLAIM_QUESTION + 1
    return claim, NO_FAULT


@kernel
def find_doubter(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words, claim: int
) -> tuple[int, int]:
    """Who challenges `claim`, or NOBODY, and the fault; with a fault, whose it is. The dice are thrown already."""
    said = (claim & ~CARD_BITS) | size(claim & CARD_BITS)
    who = table[SEAT]
    for _ in range(1 if table[NEXT_DOUBTS] else table[ACTIVE_COUNT] - 1):
        who = neighbour(table, who, table[DIRECTION])
        hand = hidden[HAND + who]
        answer = consult_thrown(
            table, hidden, bots[who * QUESTIONS + CHALLENGE_QUESTION], traits, mine, who, hand, said
        )  # fmt: skip
        if answer == DOUBT:
            return who, NO_FAULT
        if answer != BELIEVE:
            note(hidden, answer, hand, said)
            return who, CHALLENGE_QUESTION + 1
    return NOBODY, NO_FAULT
