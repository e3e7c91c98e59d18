"""A game played on quickly, to see what it costs one of its players.

All play as `linear` does, but for a rare play at random. After a number of turns the rest is guessed (`prospect`).
"""

from __future__ import annotations

from paskasim.kernels.cards import lowest_rank
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    FLIP,
    HAND,
    HAND_SIZE,
    PASS,
    PASS_BIT,
    PASSED,
    RANK_BITS,
    ROW_CARD_SHIFT,
    SEAT,
    TAKE,
    TAKE_CARD,
    UP,
)
from paskasim.kernels.options import options_for
from paskasim.kernels.payoff import cost_of
from paskasim.kernels.turn import flips_next, step
from paskasim.strategies.moves import nth_play, plays_in
from paskasim.strategies.prospect import prospect_of
from paskasim.strategies.row_scoring import best_row_card
from paskasim.strategies.scoring import best_action
from paskasim.strategies.unseen import draw_below, draw_word

NO_ACTION = 0


@routine
def linear_action(table: Words, weights: Words, hand: int, seat: int, options: int) -> int:
    """What `linear` does; a function of its own, since it is large."""
    return best_action(table, weights, hand, seat, options)


@kernel
def quick_action(table: Words, hidden: Words, weights: Words, chance: Words, slips: int) -> int:
    """What the seat to play does: `slips` times in 256 any play, else what `linear` does."""
    seat = table[SEAT]
    if flips_next(table, seat):
        return FLIP
    from_hand = table[HAND_SIZE + seat] > 0
    cards = hidden[HAND + seat] if from_hand else table[UP + seat]
    options = options_for(table, cards, seat, from_hand)
    if options & PASS_BIT:
        return PASS
    if slips > 0 and options & RANK_BITS and draw_word(chance) & 255 < slips:
        return nth_play(table, cards, seat, options, draw_below(chance, plays_in(table, cards, seat, options)))
    action = linear_action(table, weights, cards, seat, options)
    if action == TAKE and table[TAKE_CARD] and not from_hand:
        action |= (lowest_rank(best_row_card(weights, cards)) + 1) << ROW_CARD_SHIFT
    return action


@kernel
def play_out(
    table: Words,
    hidden: Words,
    tally: Words,
    seat: int,
    first: int,
    weights: Words,
    worth: Words,
    chance: Words,
    slips: int,
    turns: int,
    endless: int,
) -> int:
    """Play `first`, if it is not NO_ACTION, and on for `turns` turns in all; what the game costs `seat`, 0 to LOSS.

    It is over for `seat` when `seat` is out. `endless` is in thousandths, as in `cost_of`.
    """
    action = first
    while True:
        if action == NO_ACTION:
            if table[ACTIVE] >> seat & 1 == 0 or table[ACTIVE_COUNT] == 1 or table[PASSED] == table[ACTIVE_COUNT]:
                return cost_of(table, seat, endless)
            if turns <= 0:
                return prospect_of(table, hidden, worth, seat)
            action = quick_action(table, hidden, weights, chance, slips)
        step(table, hidden, tally, action)
        turns -= 1
        action = NO_ACTION
