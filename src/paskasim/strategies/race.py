"""Candidates raced against each other by playouts from the same deals; who falls behind drops out.

A candidate drops out when it costs more than the best one by BEHIND standard errors of the paired difference, so that
most playouts are spent where it is close. Where all cards are known, the playouts differ by slips alone.
"""

from __future__ import annotations

from typing import Final

from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.deal import begin, exchange
from paskasim.kernels.layout import (
    DECK,
    HAND,
    HIDDEN_WORDS,
    KNOWING_WORDS,
    PLAYERS,
    RULE_WORDS,
    SEED_LOW,
    TABLE_WORDS,
    TALLY_WORDS,
    UP,
)
from paskasim.kernels.payoff import cost_of
from paskasim.kernels.pointers import from_word
from paskasim.strategies import prospect
from paskasim.strategies.playout import NO_ACTION, play_out
from paskasim.strategies.prospect import prepare_prospects
from paskasim.strategies.recall import bit_of
from paskasim.strategies.row_scoring import best_up_row
from paskasim.strategies.unseen import deal_unseen, draw_word, is_certain, lay_unseen

MOST_CANDIDATES: Final = 48
MOST_DEALS: Final = 256
BATCH: Final = 8  # deals between two looks at who is behind
BEHIND: Final = 3  # halves of a standard error
CERTAIN_SLIPS: Final = 16  # of 256 plays of a playout, where all cards are known

# --- the room to work in --------------------------------------------------------------------------------------
PUBLIC_WORDS: Final = TABLE_WORDS - RULE_WORDS
CHANCE: Final = 0  # states of two generators: that of the deals, and that of the playouts of one deal
STATE: Final = 2  # table, hidden, tally
SECRET: Final = STATE + TABLE_WORDS
TALLY: Final = SECRET + HIDDEN_WORDS + KNOWING_WORDS
KEPT: Final = TALLY + TALLY_WORDS  # what playouts change of the table, and of the hidden words
KEPT_SECRET: Final = KEPT + PUBLIC_WORDS
KEPT_KNOWING: Final = KEPT_SECRET + DECK
WORTH: Final = KEPT_KNOWING + KNOWING_WORDS
CANDIDATES: Final = WORTH + prospect.WORDS
STILL_IN: Final = CANDIDATES + MOST_CANDIDATES
COSTS: Final = STILL_IN + MOST_CANDIDATES  # of each candidate so far
COST_OF: Final = COSTS + MOST_CANDIDATES  # [candidate * MOST_DEALS + deal]
ROOM_WORDS: Final = COST_OF + MOST_CANDIDATES * MOST_DEALS


@kernel
def add_candidate(room: Words, found: int, candidate: int) -> int:
    """Add what is not yet among the `found` candidates, as far as there is room, and return how many there are."""
    for i in range(found):
        if room[CANDIDATES + i] == candidate:
            return found
    if found == MOST_CANDIDATES:
        return found
    room[CANDIDATES + found] = candidate
    return found + 1


@kernel
def _lay_rows(table: Words, hidden: Words, tally: Words, seat: int, up: int, weights: Words) -> None:
    """Lay `up`, let those who come after `seat` swap, too, and begin."""
    exchange(table, hidden, seat, up)
    for other in range(seat + 1, table[PLAYERS]):
        if hidden[HAND + other] != 0:
            exchange(table, hidden, other, best_up_row(weights, hidden[HAND + other], table[UP + other]))
    begin(table, hidden, tally)


@kernel
def drop_out(room: Words, racing: int, deals: int, patience: int) -> int:
    """Put the best candidate first, drop those that are behind, and return how many still race.

    Candidate 0 is behind from `patience` halves of a standard error on, the others from BEHIND.
    """
    best = 0
    for k in range(1, racing):
        if room[COSTS + room[STILL_IN + k]] < room[COSTS + room[STILL_IN + best]]:
            best = k
    leader = room[STILL_IN + best]
    room[STILL_IN + best] = room[STILL_IN]
    room[STILL_IN] = leader
    kept = 1
    for k in range(1, racing):
        other = room[STILL_IN + k]
        behind = room[COSTS + other] - room[COSTS + leader]
        spread = 0
        for deal in range(deals):
            gap = room[COST_OF + other * MOST_DEALS + deal] - room[COST_OF + leader * MOST_DEALS + deal]
            spread += gap * gap
        margin = patience if other == 0 else BEHIND
        if 4 * behind * behind <= margin * margin * spread:
            room[STILL_IN + kept] = other
            kept += 1
    return kept


@kernel
def lay_out(table: Words, room: Words) -> Words:
    """Copy `table` into `room`, and return the copy."""
    here = from_word(room, STATE)
    for word in range(TABLE_WORDS):
        here[word] = table[word]
    return here


@routine
def best_of(
    room: Words,
    weights: Words,
    seat: int,
    hand: int,
    found: int,
    playouts: int,
    turns: int,
    endless: int,
    swaps: bool,
    stale: int,
) -> int:
    """The candidate that costs `seat` least, of the `found` ones in `room`; of equal ones the first.

    Candidates are actions, or up rows if `swaps`. The table is laid out in `room` (`lay_out`), and its generator has
    its seed. `hand` is what `seat` holds in the hand; `turns` and `endless` as in `play_out`. An action whose bit
    (`recall`) is in `stale` is taken to lead to a game without an end.
    """
    here = from_word(room, STATE)
    secret = from_word(room, SECRET)
    tally = from_word(room, TALLY)
    worth = from_word(room, WORTH)
    for word in range(PUBLIC_WORDS):
        room[KEPT + word] = here[RULE_WORDS + word]
    for word in range(DECK):
        secret[word] = 0
    for i in range(found):
        room[STILL_IN + i] = i
        room[COSTS + i] = 0
    prepare_prospects(here, worth)
    unseen = lay_unseen(here, secret, seat, hand)
    slips = CERTAIN_SLIPS if is_certain(here, seat) else 0
    racing = found
    deals = 0
    while racing > 1 and playouts >= racing and deals < MOST_DEALS:
        playouts -= racing
        for word in range(PUBLIC_WORDS):
            here[RULE_WORDS + word] = room[KEPT + word]
        deal_unseen(here, secret, seat, hand, unseen, from_word(room, CHANCE))
        secret[SEED_LOW] = draw_word(from_word(room, CHANCE))
        for word in range(DECK):
            room[KEPT_SECRET + word] = secret[word]
        for k in range(racing):
            i = room[STILL_IN + k]
            for word in range(PUBLIC_WORDS):
                here[RULE_WORDS + word] = room[KEPT + word]
            for word in range(DECK):
                secret[word] = room[KEPT_SECRET + word]
            room[CHANCE + 1] = room[CHANCE]
            first = room[CANDIDATES + i]
            if stale & bit_of(first):
                cost = cost_of(here, seat, endless)
            else:
                if swaps:
                    _lay_rows(here, secret, tally, seat, first, weights)
                    first = NO_ACTION
                dice = from_word(room, CHANCE + 1)
                cost = play_out(here, secret, tally, seat, first, weights, worth, dice, slips, turns, endless)
            room[COST_OF + i * MOST_DEALS + deals] = cost
            room[COSTS + i] += cost
        deals += 1
        if deals % BATCH == 0 or playouts < racing:
            racing = drop_out(room, racing, deals, BEHIND)
    return room[CANDIDATES + room[STILL_IN]]
