"""Decisions: what is asked of a strategy, and whether its answer is legal."""

from __future__ import annotations

from collections.abc import Callable

from paskasim.kernels.cards import count_of, lowest_rank, packed, ranks_in
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.deal import exchange
from paskasim.kernels.layout import (
    ANSWER,
    ASKED_CARDS,
    ASKED_OPTIONS,
    CHOICES,
    FLIP,
    FOUL,
    FOUL_ANSWER,
    FOUL_MINE,
    GAME,
    HAND,
    HAND_SIZE,
    LAST_CHOICE,
    PASS,
    PASS_BIT,
    PLAY_QUESTION,
    PLAYERS,
    QUESTIONS,
    RANK_BITS,
    ROW_CARD_QUESTION,
    ROW_CARD_SHIFT,
    SEAT,
    SEATS,
    SEED_HIGH,
    SEED_LOW,
    STREAM,
    SWAP_QUESTION,
    TAKE,
    TAKE_BIT,
    TAKE_CARD,
    TRY,
    TRY_BIT,
    TURNS,
    UP,
)
from paskasim.kernels.options import counts_for, is_choice, options_for
from paskasim.kernels.pointers import ask, from_word
from paskasim.kernels.rng import fill_dice
from paskasim.kernels.turn import flips_next, has_row_choice

ROLLS_DICE = 1
REMEMBERS = 2
STRIDE = SEATS  # behind the seats' traits: words of `mine` for each seat
NO_FAULT = 0

Chooses = Callable[[Words, Words, Words, Words, Words, Words], tuple[int, int]]


@kernel
def consult(
    table: Words,
    hidden: Words,
    address: int,
    block: int,
    traits: Words,
    mine: Words,
    seat: int,
    cards: int,
    options: int,
) -> int:
    """Ask the strategy at `seat` the question whose answer lies at `address`, with the dice of `block` if it rolls."""
    things = from_word(mine, seat * traits[STRIDE])
    if traits[seat] & ROLLS_DICE:
        fill_dice(things, hidden[SEED_LOW], hidden[SEED_HIGH], block, hidden[STREAM] + seat, hidden[GAME])
    return answer_of(table, address, things, seat, cards, options)


@kernel
def answer_of(table: Words, address: int, things: Words, seat: int, cards: int, options: int) -> int:
    """What the strategy that owns `things` answers, FOUL_ANSWER if it reached beyond what is its own."""
    answer = ask(address, table, things, cards, seat, options)
    if table[FOUL] | things[FOUL_MINE]:
        answer = FOUL_ANSWER
    return answer


@kernel
def note(hidden: Words, answer: int, cards: int, options: int) -> None:
    """Keep what was answered, and to what, for the one who tells of it."""
    hidden[ANSWER] = answer
    hidden[ASKED_CARDS] = cards
    hidden[ASKED_OPTIONS] = options


@kernel
def is_legal(table: Words, cards: int, seat: int, options: int, action: int) -> bool:
    """Whether `action` is one of the legal actions that `options` stand for."""
    rank = (action >> 60) & 15
    if rank == 15:
        return (
            (action == TAKE and options & TAKE_BIT != 0)
            or (action == TRY and options & TRY_BIT != 0)
            or (action == PASS and options & PASS_BIT != 0)
        )
    if options >> (rank << 2) & 1 == 0:
        return False
    count = count_of(action, rank)
    if action != (rank << 60) | packed(rank, count):
        return False
    return counts_for(table, cards, seat, options, rank) >> count & 1 != 0


@kernel
def only_action(table: Words, cards: int, seat: int, options: int) -> int:
    """The one legal action where there is no choice."""
    ranks = options & RANK_BITS
    if ranks:
        rank = lowest_rank(ranks)
        counts = counts_for(table, cards, seat, options, rank)
        count = 0
        while counts > 1:
            counts >>= 1
            count += 1
        return (rank << 60) | packed(rank, count)
    if options & TAKE_BIT:
        return TAKE
    if options & TRY_BIT:
        return TRY
    return PASS


def choosing(consult: Callable[[Words, Words, int, int, Words, Words, int, int, int], int]) -> Chooses:
    """Make the kernel that finds out what the seat to play does, asking its strategy by `consult`."""

    @kernel
    def choose(
        table: Words,
        hidden: Words,
        tally: Words,
        bots: Words,
        traits: Words,
        mine: Words,
    ) -> tuple[int, int]:
        """The action of the seat to play, and the question that was answered illegally plus one, or NO_FAULT."""
        seat = table[SEAT]
        if flips_next(table, seat):
            return FLIP, NO_FAULT
        from_hand = table[HAND_SIZE + seat] > 0
        cards = hidden[HAND + seat] if from_hand else table[UP + seat]
        options = options_for(table, cards, seat, from_hand)
        if is_choice(table, cards, seat, options):
            tally[CHOICES] += 1
            tally[LAST_CHOICE] = tally[TURNS] + 1
            action = consult(
                table,
                hidden,
                bots[seat * QUESTIONS + PLAY_QUESTION],
                tally[TURNS] * 8 + PLAY_QUESTION,
                traits,
                mine,
                seat,
                cards,
                options,
            )
            if not is_legal(table, cards, seat, options, action):
                note(hidden, action, cards, options)
                return action, PLAY_QUESTION + 1
        else:
            action = only_action(table, cards, seat, options)
        if action == TAKE and table[TAKE_CARD] and not from_hand:
            row = table[UP + seat]
            card = 1 << (lowest_rank(ranks_in(row)) << 2)
            if has_row_choice(table, seat):
                tally[LAST_CHOICE] = tally[TURNS] + 1
                card = consult(
                    table,
                    hidden,
                    bots[seat * QUESTIONS + ROW_CARD_QUESTION],
                    tally[TURNS] * 8 + ROW_CARD_QUESTION,
                    traits,
                    mine,
                    seat,
                    row,
                    options,
                )
                if card <= 0 or card & ranks_in(row) != card or card & (card - 1) != 0:
                    note(hidden, card, row, options)
                    return card, ROW_CARD_QUESTION + 1
            action |= (lowest_rank(card) + 1) << ROW_CARD_SHIFT
        return action, NO_FAULT

    return choose


choose = choosing(consult)


@kernel
def swap_rows(
    table: Words,
    hidden: Words,
    tally: Words,
    bots: Words,
    traits: Words,
    mine: Words,
) -> tuple[int, int]:
    """Let each player lay the up row: (seat, fault) of the first illegal one, fault NO_FAULT if there is none."""
    for seat in range(table[PLAYERS]):
        if hidden[HAND + seat] != 0:
            up = consult(
                table,
                hidden,
                bots[seat * QUESTIONS + SWAP_QUESTION],
                tally[TURNS] * 8 + SWAP_QUESTION,
                traits,
                mine,
                seat,
                hidden[HAND + seat],
                table[UP + seat],
            )
            if not exchange(table, hidden, seat, up):
                note(hidden, up, hidden[HAND + seat], table[UP + seat])
                return seat, SWAP_QUESTION + 1
    return 0, NO_FAULT
