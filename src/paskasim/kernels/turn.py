"""One turn: what an action does (RULES.md sections 4 to 6).

`step` asks nobody and draws no lots, so that any copied state can be played on.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.deal import next_card
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    AFTER_TAKE,
    AGAIN,
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    BURNS,
    BURNS_OF,
    DIRECTION,
    DOWN,
    DOWN_SIZE,
    EFFECT,
    EFFECT_NOW,
    EMPTY,
    FAILED_FLIPS,
    FIRST_OUT_TURN,
    FLIPS,
    FORCED_TAKES,
    FOURS_OF,
    GONE,
    HAND,
    HAND_SIZE,
    IN_RUN,
    INVISIBLE,
    JOKER,
    KNOWN,
    LARGEST_TAKE,
    NEXT_TAKES_AGAIN,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    NONE,
    OPENING_RANK,
    PASS,
    PASSED,
    PASSES,
    PILE,
    PLACE,
    PLAYERS,
    REFILL,
    REVERSE,
    ROW_CARD_SHIFT,
    RUN,
    RUN_AGAIN,
    RUN_BURNS,
    RUN_RANK,
    RUN_SIZE,
    SEAT,
    SKIP,
    SKIP_PER_CARD,
    STOCK,
    STOCK_OUT_TURN,
    TAKE,
    TAKEN_CARDS,
    TAKES,
    TAKES_OF,
    TOP,
    TRIES,
    TRY,
    TURNS,
    TURNS_OF,
    UP,
)
from paskasim.kernels.options import cards_left, may_turn_over, phase_of


@kernel
def neighbour(table: Words, seat: int, direction: int) -> int:
    """The active player who comes after `seat` in `direction` (1 or -1)."""
    players = table[PLAYERS]
    active = table[ACTIVE]
    while True:
        seat += direction
        if seat >= players:
            seat = 0
        elif seat < 0:
            seat = players - 1
        if active >> seat & 1:
            return seat


@kernel
def clear_pile(table: Words) -> None:
    """Leave nothing in the middle."""
    table[PILE] = 0
    table[TOP] = EMPTY
    table[RUN] = 0
    table[RUN_RANK] = EMPTY


@kernel
def lay(table: Words, phase: int, rank: int, count: int) -> int:
    """Put `count` cards of `rank` on the pile, and return the effect code (RULES.md sections 4 and 5)."""
    top = table[TOP]
    table[PILE] += count << (rank << 2)
    extends = rank != JOKER
    if rank == table[INVISIBLE] and top != EMPTY:
        if table[IN_RUN] == 0:
            extends = False
        elif table[IN_RUN] == 1:
            table[RUN] = table[RUN] + count if table[RUN_RANK] == rank else count
            table[RUN_RANK] = rank
        else:
            table[RUN] += count
    elif extends:
        table[RUN] = table[RUN] + count if table[RUN_RANK] == rank else count
        table[RUN_RANK] = rank
        table[TOP] = rank
    if extends and table[RUN] >= table[RUN_SIZE] and table[RUN_BURNS] >> (table[RUN_RANK] << 2) & 1:
        return BURN_FOUR
    effect = table[EFFECT + (((phase << 4) + top) << 4) + rank]
    return NONE if effect == REVERSE and table[ACTIVE_COUNT] == 2 else effect


@kernel
def is_burn(effect: int) -> bool:
    """Whether an effect burns the pile."""
    return BURN_TEN <= effect <= BURN_RULE


@kernel
def burn_pile(table: Words) -> None:
    """Let the pile leave the game."""
    table[GONE] += table[PILE]
    clear_pile(table)


@kernel
def take_pile(table: Words, hidden: Words, seat: int) -> int:
    """Move the pile to the hand of `seat`, and return how many cards that is."""
    pile = table[PILE]
    cards = size(pile)
    hidden[HAND + seat] += pile
    table[KNOWN + seat] += pile
    table[HAND_SIZE + seat] += cards
    clear_pile(table)
    return cards


@kernel
def _show_to_hand(table: Words, hidden: Words, seat: int, rank: int) -> None:
    """A card that everybody has seen goes to the hand."""
    hidden[HAND + seat] += 1 << (rank << 2)
    table[KNOWN + seat] += 1 << (rank << 2)
    table[HAND_SIZE + seat] += 1


@kernel
def _leave_zone(table: Words, hidden: Words, seat: int, rank: int, count: int) -> None:
    """Take `count` cards of `rank` out of the hand, or with an empty hand out of the up row."""
    shift = rank << 2
    if table[HAND_SIZE + seat] == 0:
        table[UP + seat] -= count << shift
        return
    hidden[HAND + seat] -= count << shift
    table[HAND_SIZE + seat] -= count
    known = (table[KNOWN + seat] >> shift) & 15
    table[KNOWN + seat] -= min(known, count) << shift


@kernel
def count_taken(tally: Words, taken: int) -> None:
    """Count cards that the seat to play took itself."""
    tally[TAKEN_CARDS] += taken
    tally[LARGEST_TAKE] = max(tally[LARGEST_TAKE], taken)


@kernel
def _turn_up(table: Words, hidden: Words, tally: Words, seat: int, action: int) -> tuple[int, bool]:
    """Turn over the next blind card (flip) or the top of the stock (try): the rank, and whether it is played."""
    if action == TRY:
        tally[TRIES] += 1
        rank = next_card(hidden)
        played = may_turn_over(table, seat, rank, False)
        table[STOCK] -= 1
    else:
        tally[FLIPS] += 1
        rank = hidden[DOWN + seat] & 15
        played = may_turn_over(table, seat, rank, cards_left(table, seat) == 1)
        hidden[DOWN + seat] >>= 4
        table[DOWN_SIZE + seat] -= 1
    if played:
        return rank, True
    if action != TRY:
        tally[FAILED_FLIPS] += 1
    taken = take_pile(table, hidden, seat) + 1
    _show_to_hand(table, hidden, seat, rank)
    count_taken(tally, taken)
    return rank, False


@kernel
def apply_effect(table: Words, hidden: Words, tally: Words, seat: int, effect: int, count: int) -> tuple[int, int, int]:
    """Carry out `effect`: (seat to count on from, steps to go on, seat that plays if it is still in or -1)."""
    if is_burn(effect):
        burn_pile(table)
        tally[BURNS + effect - BURN_TEN] += 1
        tally[BURNS_OF + seat] += 1
        if effect == BURN_FOUR:
            tally[FOURS_OF + seat] += 1
            return seat, 1, seat if table[RUN_AGAIN] else -1
        return seat, 1, seat
    if NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
        taker = neighbour(table, seat, table[DIRECTION])
        take_pile(table, hidden, taker)
        tally[FORCED_TAKES] += 1
        if effect == NEXT_TAKES_PASS:
            return taker, 1, -1
        return taker, 0, seat if effect == NEXT_TAKES_AGAIN else taker
    if effect == SKIP:
        return seat, 1 + (count if table[SKIP_PER_CARD] else 1), -1
    if effect == REVERSE:
        table[DIRECTION] = -table[DIRECTION]
    return seat, 1, seat if effect == AGAIN else -1


@kernel
def _refill(table: Words, hidden: Words, tally: Words, seat: int) -> int:
    """Draw up to the refill size, and return how many cards were drawn."""
    drawn = min(table[REFILL] - table[HAND_SIZE + seat], table[STOCK])
    if drawn <= 0:
        return 0
    for _ in range(drawn):
        hidden[HAND + seat] += 1 << (next_card(hidden) << 2)
    table[HAND_SIZE + seat] += drawn
    table[STOCK] -= drawn
    return drawn


@kernel
def _go_out(table: Words, tally: Words, seat: int) -> None:
    table[PLACE + seat] = table[PLAYERS] - table[ACTIVE_COUNT] + 1
    table[ACTIVE] &= ~(1 << seat)
    table[ACTIVE_COUNT] -= 1
    table[KNOWN + seat] = 0
    if tally[FIRST_OUT_TURN] < 0:
        tally[FIRST_OUT_TURN] = tally[TURNS]


@kernel
def step(table: Words, hidden: Words, tally: Words, action: int) -> None:
    """Carry out one action of the seat to play, up to the moment at which the next seat is to play.

    `action` must be legal. Nothing is asked and nothing is random, so that a copied state can be played on.
    Afterwards `table[ACTIVE_COUNT] == 1` tells that the game is over.
    """
    seat = table[SEAT]
    phase = phase_of(table)
    tally[TURNS] += 1
    tally[TURNS_OF + seat] += 1
    rank = (action >> 60) & 15
    count = 0
    effect = NONE
    base = seat
    steps = 1
    stays = -1
    plays = True
    passed = False
    if rank != 15:
        count = count_of(action, rank)
        _leave_zone(table, hidden, seat, rank, count)
    elif action == PASS:
        plays = False
        passed = True
        tally[PASSES] += 1
    elif action & ~(0xFF << ROW_CARD_SHIFT) == TAKE:
        plays = False
        tally[TAKES] += 1
        tally[TAKES_OF + seat] += 1
        taken = take_pile(table, hidden, seat)
        row_card = (action >> ROW_CARD_SHIFT) & 15
        if row_card:
            table[UP + seat] -= 1 << ((row_card - 1) << 2)
            _show_to_hand(table, hidden, seat, row_card - 1)
            taken += 1
        count_taken(tally, taken)
        if table[AFTER_TAKE] == 1:
            stays = seat
        elif table[AFTER_TAKE] == 2:
            base = neighbour(table, seat, -table[DIRECTION])
            steps = 0
    else:
        rank, plays = _turn_up(table, hidden, tally, seat, action)
        count = 1
    table[OPENING_RANK] = -1
    if plays:
        effect = lay(table, phase, rank, count)
        base, steps, stays = apply_effect(table, hidden, tally, seat, effect, count)
    tally[EFFECT_NOW] = effect
    finish_turn(table, hidden, tally, seat, base, steps, stays, passed)


@kernel
def finish_turn(
    table: Words, hidden: Words, tally: Words, seat: int, base: int, steps: int, stays: int, passed: bool
) -> None:
    """Draw, go out where no card is left, and hand the turn on."""
    drawn = _refill(table, hidden, tally, seat)
    table[PASSED] = table[PASSED] + 1 if passed and drawn == 0 else 0
    if table[STOCK] == 0 and tally[STOCK_OUT_TURN] < 0:
        tally[STOCK_OUT_TURN] = tally[TURNS]
    if table[HAND_SIZE + seat] == 0 and table[UP + seat] == 0 and table[DOWN_SIZE + seat] == 0:
        _go_out(table, tally, seat)
        if table[ACTIVE_COUNT] == 1:
            return
    if stays >= 0 and table[ACTIVE] >> stays & 1:
        table[SEAT] = stays
        return
    following = base
    for _ in range(steps):
        following = neighbour(table, following, table[DIRECTION])
    table[SEAT] = following


@kernel
def flips_next(table: Words, seat: int) -> bool:
    """Whether `seat` has only blind cards left, so that its turn is a flip."""
    return table[HAND_SIZE + seat] == 0 and table[UP + seat] == 0


@kernel
def has_row_choice(table: Words, seat: int) -> bool:
    """Whether the up row of `seat` offers two ranks or more to take along."""
    ranks = ranks_in(table[UP + seat])
    return ranks & (ranks - 1) != 0
