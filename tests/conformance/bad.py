"""Strategies that break a promise each."""

from __future__ import annotations

import numpy as np

from paskasim.bots import (
    ACE,
    CARD_BITS,
    DICE,
    DICE_MORE,
    HAND,
    MEMORY,
    MINE_WORDS,
    PARAMS,
    RANK_BITS,
    SCRATCH,
    STOCK,
    TABLE_WORDS,
    TAKE,
    TAKE_BIT,
    TOP,
    TRY,
    Parameter,
    Strategy,
    all_of,
    any_action,
    count_of,
    from_word,
    kernel,
    lowest_rank,
    nth_play,
    play_of,
    plays_in,
    roll,
)


@kernel
def low(table, hand, seat, options):
    """What a sound strategy says."""
    if options & RANK_BITS:
        return all_of(table, hand, seat, options, lowest_rank(options & RANK_BITS))
    return TAKE if options & TAKE_BIT else TRY


@kernel
def one_of_two(table, hand, seat, options, second):
    """The second legal play if `second` and there is one, else the first."""
    plays = plays_in(table, hand, seat, options)
    if plays == 0:
        return TAKE if options & TAKE_BIT else TRY
    return nth_play(table, hand, seat, options, 1 if second and plays > 1 else 0)


def sound(table, mine, hand, seat, options):
    return low(table, hand, seat, options)


# --- illegal answers ------------------------------------------------------------------------------------------


def always_takes(table, mine, hand, seat, options):
    return TAKE


def one_too_many(table, mine, hand, seat, options):
    if options & RANK_BITS:
        rank = lowest_rank(options & RANK_BITS)
        return play_of(rank, count_of(hand, rank) + 1)
    return low(table, hand, seat, options)


def divides_by_zero(table, mine, hand, seat, options):
    return 1 // (table[TOP] - table[TOP])


def raises(table, mine, hand, seat, options):
    raise ValueError


def whole_hand(table, mine, hand, seat, options):
    return hand


def card_that_is_none(table, mine, hand, seat, options):
    return options - (options & -options) + CARD_BITS + 1


def row_card_of_others(table, mine, hand, seat, options):
    return 2 << (lowest_rank(options & RANK_BITS) << 2)


def rank_of_parameter(table, mine, hand, seat, options):
    if mine[PARAMS] == 9:
        return play_of(ACE, 9)
    return low(table, hand, seat, options)


def rank_of_parameter_legally(table, mine, hand, seat, options):
    return one_of_two(table, hand, seat, options, mine[PARAMS] >= 5)


def goes_by_the_stock(table, mine, hand, seat, options):
    return one_of_two(table, hand, seat, options, table[STOCK] & 1)


# --- words that are not its own -------------------------------------------------------------------------------


def looks_under_the_cards(table, mine, hand, seat, options):
    other = 0
    for word in range(TABLE_WORDS + HAND, TABLE_WORDS + HAND + 10):
        other += table[word]
    return one_of_two(table, hand, seat, options, other & 1)


def writes_its_parameter(table, mine, hand, seat, options):
    mine[PARAMS + (hand & 0)] = 3
    return low(table, hand, seat, options)


def writes_its_parameter_behind_the_door(table, mine, hand, seat, options):
    from_word(mine, PARAMS)[0] += 1
    return low(table, hand, seat, options)


def tells_its_partner(table, mine, hand, seat, options):
    from_word(mine, SCRATCH)[MINE_WORDS] = hand
    return low(table, hand, seat, options)


def listens_to_its_partner(table, mine, hand, seat, options):
    return one_of_two(table, hand, seat, options, from_word(mine, SCRATCH)[MINE_WORDS] & 1)


# --- dice and memory ------------------------------------------------------------------------------------------


def rolls(table, mine, hand, seat, options):
    return any_action(table, mine, hand, seat, options)


def rolls_dice_of_its_own(table, mine, hand, seat, options):
    return one_of_two(table, hand, seat, options, np.random.randint(2))


def counts_in_memory(table, mine, hand, seat, options):
    mine[MEMORY] += 1
    return one_of_two(table, hand, seat, options, mine[MEMORY] & 1)


def counts_in_scratch(table, mine, hand, seat, options):
    mine[SCRATCH] += 1
    return one_of_two(table, hand, seat, options, mine[SCRATCH] & 1)


def counts_among_its_dice(table, mine, hand, seat, options):
    mine[DICE_MORE] += 1
    mine[DICE] = roll(mine, 2)
    return one_of_two(table, hand, seat, options, mine[DICE_MORE] & 1)


# --- what can't be compiled -----------------------------------------------------------------------------------


class Helper:
    number = 3


def plain_helper(hand):
    return hand + 1


def writes_to_the_table(table, mine, hand, seat, options):
    table[TOP] = 3
    return low(table, hand, seat, options)


def calls_plain_python(table, mine, hand, seat, options):
    return plain_helper(hand)


def uses_an_object(table, mine, hand, seat, options):
    return Helper().number


def uses_what_is_not_there(table, mine, hand, seat, options):
    rank = lowest_rank(options)
    return play_off(rank, 1)  # noqa: F821


def answers_in_words(table, mine, hand, seat, options):
    return "take"


def forgets_to_answer(table, mine, hand, seat, options):  # noqa: RET503
    if options & TAKE_BIT:
        return TAKE


def takes_four(table, mine, hand, seat):
    return TAKE


def imports_inside(table, mine, hand, seat, options):
    import math

    return math.floor(3)


def opens_a_file(table, mine, hand, seat, options):
    with open("cards.txt") as file:  # noqa: PTH123
        return len(file.read())


def calls_a_helper_wrongly(table, mine, hand, seat, options):
    return all_of(table, hand, seat)


def asks_for_an_attribute(table, mine, hand, seat, options):
    return table.stock


def bad(play=sound, **fields) -> Strategy:
    """Return a strategy whose `play` is as given, and else what is given."""
    questions = {"play": play, **fields.pop("more", {})}
    given = {"name": "bad", "summary": "Breaks a promise.", "source": "a test", "questions": questions}
    return Strategy(**{**given, **fields})


KEEP = Parameter("keep", 1, 0, 9, "cards")
