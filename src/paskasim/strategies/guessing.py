"""A game with bluff played on quickly, to see what it costs one of its players: `playout` for such games.

True claims are those that `linear` would play openly. Who has none lies or takes by chance, and a few lie who need not.
A claim is doubted where it can't be, for all that the asked player knows, and by a chance that rises with the number
of cards and with how few of them are left.
"""

from __future__ import annotations

from typing import Final

from paskasim.kernels.bluff import step_claim, step_openly
from paskasim.kernels.cards import size
from paskasim.kernels.claims import NOBODY, claim_options
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.knowing import look
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    CARD_BITS,
    DIRECTION,
    GONE,
    HAND,
    HAND_SIZE,
    NEXT_DOUBTS,
    PASS,
    PASSED,
    PILE,
    PILE_SIZE,
    RANK_BITS,
    SEAT,
    STOCK,
    TAKE,
    TAKE_BIT,
)
from paskasim.kernels.options import cards_left, playable_ranks
from paskasim.kernels.payoff import cost_of
from paskasim.kernels.turn import neighbour
from paskasim.strategies.claiming import cards_that_fit, plausible_lie
from paskasim.strategies.playout import NO_ACTION, linear_action, quick_action
from paskasim.strategies.prospect import prospect_of
from paskasim.strategies.unseen import draw_word

# Chances, of 256.
LIES: Final = 12  # though something true may be claimed
LIES_STUCK: Final = 100  # where nothing true may be claimed, and the pile is small
LIES_BIG: Final = 200  # and it is not
SMALL: Final = 3  # cards in a pile
LAST: Final = 120  # a claim with which its player would be out is doubted
EVER: Final = 8  # any claim is
PAIR: Final = 24  # a claim of two cards or more is
FEW: Final = 70  # and all but one that are left would have to be there
ALL: Final = 180  # and all that are left would


@routine
def turn_openly(table: Words, hidden: Words, tally: Words, action: int) -> None:
    """Carry out what all can see; a function of its own, since it is large."""
    step_openly(table, hidden, tally, action)


@routine
def turn_with_claim(table: Words, hidden: Words, tally: Words, claim: int, doubter: int) -> None:
    """Carry out a claim, which `doubter` doubts, or NOBODY."""
    step_claim(table, hidden, tally, claim, doubter)


@kernel
def quick_claim(table: Words, hidden: Words, weights: Words, chance: Words) -> int:
    """What the seat to play does with its hand: a claim, TAKE or PASS."""
    seat = table[SEAT]
    hand = hidden[HAND + seat]
    options = claim_options(table, seat)
    ranks = options & RANK_BITS
    takes = options & TAKE_BIT
    if ranks == 0:
        return TAKE if takes else PASS
    pile, gone = look(table, hidden, seat)
    true = playable_ranks(table, hand, seat)
    if true != 0:
        lies = LIES
    elif not takes:
        lies = 256
    else:
        lies = LIES_STUCK if table[PILE_SIZE] < SMALL else LIES_BIG
    if draw_word(chance) & 255 < lies:
        action = plausible_lie(table, hand, seat, ranks, 1)
    elif true == 0:
        action = TAKE
    else:
        action = linear_action(table, weights, hand, seat, true | takes)
    table[PILE] = pile
    table[GONE] = gone
    return action


@kernel
def quick_doubter(table: Words, hidden: Words, chance: Words, claim: int, asked: int) -> int:
    """Who doubts `claim`, or NOBODY, of those who are asked after `asked`."""
    claimant = table[SEAT]
    count = size(claim & CARD_BITS)
    said = (claim & ~CARD_BITS) | count
    least = EVER
    if table[STOCK] == 0 and cards_left(table, claimant) == count:
        least = LAST
    elif count > 1:
        least = PAIR
    pile = table[PILE]
    gone = table[GONE]
    doubter = NOBODY
    while doubter == NOBODY and not (table[NEXT_DOUBTS] and asked != claimant):
        asked = neighbour(table, asked, table[DIRECTION])
        if asked == claimant:
            break
        look(table, hidden, asked)
        spare = cards_that_fit(table, hidden[HAND + asked], asked, said) - count
        doubt = least
        if spare < 0:
            doubt = 256
        elif count > 1 and spare < 2:
            doubt = max(least, ALL if spare == 0 else FEW)
        if draw_word(chance) & 255 < doubt:
            doubter = asked
    table[PILE] = pile
    table[GONE] = gone
    return doubter


@kernel
def play_out_bluff(
    table: Words,
    hidden: Words,
    tally: Words,
    seat: int,
    first: int,
    doubter: int,
    asked: int,
    weights: Words,
    worth: Words,
    chance: Words,
    turns: int,
    endless: int,
) -> int:
    """Play `first`, if it is not NO_ACTION, and on for `turns` turns in all; what the game costs `seat`, 0 to LOSS.

    If `first` is a claim, `doubter` doubts it, or, if NOBODY, those who are asked after `asked` may. `endless` is in
    thousandths, as in `cost_of`.
    """
    action = first
    while True:
        if action == NO_ACTION:
            if table[ACTIVE] >> seat & 1 == 0 or table[ACTIVE_COUNT] == 1 or table[PASSED] == table[ACTIVE_COUNT]:
                return cost_of(table, seat, endless)
            if turns <= 0:
                return prospect_of(table, hidden, worth, seat)
            asked = table[SEAT]
            doubter = NOBODY
            if table[HAND_SIZE + asked] > 0:
                action = quick_claim(table, hidden, weights, chance)
            else:
                action = quick_action(table, hidden, weights, chance, 0)
        if table[HAND_SIZE + table[SEAT]] > 0 and (action >> 60) & 15 != 15:
            if doubter == NOBODY:
                doubter = quick_doubter(table, hidden, chance, action, asked)
            turn_with_claim(table, hidden, tally, action, doubter)
        else:
            turn_openly(table, hidden, tally, action)
        turns -= 1
        action = NO_ACTION
