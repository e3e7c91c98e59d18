"""States packed into few words, and a hash table of them, for the search (`search`).

A packed state is all that the rest of the game depends on. What is burnt, known or past is no part of it.
"""

from __future__ import annotations

import numpy as np

from paskasim.kernels.cards import size
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    DEAL_DOWN,
    DEAL_UP,
    DIRECTION,
    DOWN,
    DOWN_SIZE,
    DRAWN,
    GONE,
    HAND,
    HAND_SIZE,
    KNOWN,
    PILE,
    PLAYERS,
    RUN,
    RUN_RANK,
    SEAT,
    SEATS,
    STOCK,
    TOP,
    UP,
)
from paskasim.kernels.pointers import from_word

MOST_WORDS = 2 + 3 * SEATS  # of a packed state
MIX = np.uint64(0x9E3779B97F4A7C15)
FOLD = np.uint64(29)


@kernel
def stride_of(table: Words) -> int:
    """Words of a packed state: two, a hand each, and with rows two more each."""
    seats = table[PLAYERS]
    return 2 + (3 * seats if table[DEAL_DOWN] + table[DEAL_UP] else seats)


@kernel
def pack(table: Words, hidden: Words, state: Words) -> None:
    """Write all that the rest of the game depends on."""
    seats = table[PLAYERS]
    state[0] = table[PILE]
    state[1] = (
        table[SEAT]
        | table[TOP] << 4
        | table[RUN_RANK] << 8
        | table[RUN] << 12
        | table[STOCK] << 20
        | table[ACTIVE] << 28
        | (table[DIRECTION] + 1) << 40
    )
    for seat in range(seats):
        state[2 + seat] = hidden[HAND + seat]
    if table[DEAL_DOWN] + table[DEAL_UP]:
        for seat in range(seats):
            state[2 + seats + seat] = table[UP + seat]
            state[2 + 2 * seats + seat] = hidden[DOWN + seat] | table[DOWN_SIZE + seat] << 32


@kernel
def unpack(table: Words, hidden: Words, state: Words, dealt: int) -> None:
    """Lay a packed state out again; `dealt` cards of the deck are not in its stock when that is full."""
    seats = table[PLAYERS]
    facts = state[1]
    table[PILE] = state[0]
    table[SEAT] = facts & 15
    table[TOP] = (facts >> 4) & 15
    table[RUN_RANK] = (facts >> 8) & 15
    table[RUN] = (facts >> 12) & 255
    table[STOCK] = (facts >> 20) & 255
    table[ACTIVE] = (facts >> 28) & 1023
    table[DIRECTION] = ((facts >> 40) & 3) - 1
    hidden[DRAWN] = dealt - table[STOCK]
    active = 0
    for seat in range(seats):
        active += table[ACTIVE] >> seat & 1
        hidden[HAND + seat] = state[2 + seat]
        table[HAND_SIZE + seat] = size(state[2 + seat])
        table[KNOWN + seat] = 0
    table[ACTIVE_COUNT] = active
    table[GONE] = 0  # nothing depends on what burnt, nor on what is known
    if table[DEAL_DOWN] + table[DEAL_UP]:
        for seat in range(seats):
            table[UP + seat] = state[2 + seats + seat]
            hidden[DOWN + seat] = state[2 + 2 * seats + seat] & 0xFFFFFFFF
            table[DOWN_SIZE + seat] = state[2 + 2 * seats + seat] >> 32


@kernel
def _scramble(state: Words, words: int) -> int:
    mixed = np.uint64(0)
    for word in range(words):
        mixed = (mixed ^ np.uint64(state[word])) * MIX
        mixed ^= mixed >> FOLD
    return int(mixed >> np.uint64(1))


@routine
def place_of(states: Words, stride: int, seen: Words, mask: int, number: int) -> int:
    """The place of state `number` in the hash table `seen`, or the free one where it would stand."""
    state = from_word(states, number * stride)
    place = _scramble(state, stride) & mask
    while True:
        known = seen[place]
        if known < 0:
            return place
        other = from_word(states, known * stride)
        word = 0
        while word < stride and other[word] == state[word]:
            word += 1
        if word == stride:
            return place
        place = (place + 1) & mask
