"""What a game that goes on will cost each of its players, guessed from the cards that they hold.

The chance to lose is proportional to exp(score): Luce's choice (Luce 1959, 'Individual choice behavior'). A score adds
up what the number of cards is worth, blind and up cards, the turn, having nothing to open with, and the worth of
each rank held. That worth is worked out from the rules: what the rank may go on, what may follow on it, what
it burns. So the coefficients, fitted once to games of `linear` by nine presets with 2 to 5 players, serve any rules;
those for games with bluff are fitted to games of `honest`, `bluffer` and `bayes` by four presets.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from paskasim.kernels.cards import lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    ACTIVE,
    BLUFF,
    BURN_RULE,
    BURN_TEN,
    DECK_CARDS,
    DOWN_SIZE,
    EFFECT,
    EMPTY,
    HAND,
    HAND_SIZE,
    KING,
    LEGAL,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    PLAYERS,
    RANKS,
    SEAT,
    UP,
)
from paskasim.kernels.options import phase_of
from paskasim.kernels.payoff import LOSS

SCALE: Final = 64  # of scores: so much is a factor of e
MOST: Final = 8 * SCALE
COEFFICIENTS: Final[dict[str, tuple[float, float]]] = {  # in each phase
    "logarithm of the number of cards": (0.017, 0.283),
    "blind cards": (0.0, 0.326),
    "up cards": (0.0, 0.086),
    "to move": (-0.009, -0.062),
    "no rank held may open a pile": (0.216, -0.184),
    "each rank held": (-0.100, 0.107),
    "share of the deck that it may go on": (-0.306, -0.343),
    "it may open a pile": (-0.056, -0.269),
    "share of the deck that may go on it": (0.534, 0.562),
    "share of the deck that it burns": (0.040, 0.024),
    "opening with it makes the next player take": (0.036, 0.012),
    "opening with it burns": (-0.267, -0.284),
    "its place in the order, from 1 to K as 0 to 1; A and above 0": (0.122, 0.164),
}
BLUFF_COEFFICIENTS: Final[dict[str, tuple[float, float]]] = {  # fitted to games with bluff
    "logarithm of the number of cards": (0.110, -0.032),
    "blind cards": (0.000, 0.565),
    "up cards": (0.000, 0.259),
    "to move": (-0.004, -0.077),
    "no rank held may open a pile": (0.084, -0.098),
    "each rank held": (-0.071, 0.184),
    "share of the deck that it may go on": (0.036, -0.049),
    "it may open a pile": (-0.084, -0.278),
    "share of the deck that may go on it": (0.239, 0.372),
    "share of the deck that it burns": (-0.377, -0.495),
    "opening with it makes the next player take": (0.150, 0.190),
    "opening with it burns": (-0.169, -0.099),
    "its place in the order, from 1 to K as 0 to 1; A and above 0": (0.102, 0.158),
}
LOG, BLIND, OPEN, MOVES, SHUT, EACH, COVERS, OPENS, ANSWERS, BURNS, FORCES, OPENS_BURNING, PLACE = range(13)
COLUMN: Final = len(COEFFICIENTS)
SIZES: Final = 256

_BY_PHASE = [
    [pair[phase] * SCALE for pair in table.values()] for table in (COEFFICIENTS, BLUFF_COEFFICIENTS) for phase in (0, 1)
]
WORTH_OF = np.array([round(worth) for column in _BY_PHASE for worth in column], np.int64)
LOG_OF = np.array([round(column[0] * math.log(max(n, 1))) for column in _BY_PHASE for n in range(SIZES)], np.int64)
EXP_OF = np.array([round((1 << 14) * math.exp(score / SCALE)) for score in range(-MOST, MOST + 1)], np.int64)
WORDS: Final = 32


@kernel
def prepare_prospects(table: Words, worth: Words) -> None:
    """Work out from the rules of `table` the worth of every rank: `worth[phase * 16 + rank]`."""
    deck = 0
    for rank in range(RANKS):
        deck += table[DECK_CARDS + rank]
    for phase in range(2):
        legal = LEGAL + (phase << 4)
        line = (phase + (table[BLUFF] << 1)) * COLUMN
        for rank in range(RANKS):
            shift = rank << 2
            effects = EFFECT + (phase << 8) + rank
            total = WORTH_OF[line + EACH] * deck
            for top in range(RANKS):
                cards = table[DECK_CARDS + top]
                if table[legal + top] >> shift & 1:
                    total += WORTH_OF[line + COVERS] * cards
                    if BURN_TEN <= table[effects + (top << 4)] <= BURN_RULE:
                        total += WORTH_OF[line + BURNS] * cards
                if table[legal + rank] >> (top << 2) & 1:
                    total += WORTH_OF[line + ANSWERS] * cards
            if table[legal + EMPTY] >> shift & 1:
                effect = table[effects + (EMPTY << 4)]
                total += WORTH_OF[line + OPENS] * deck
                if NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
                    total += WORTH_OF[line + FORCES] * deck
                if BURN_TEN <= effect <= BURN_RULE:
                    total += WORTH_OF[line + OPENS_BURNING] * deck
            if rank <= KING:
                total += WORTH_OF[line + PLACE] * deck * rank // KING
            worth[(phase << 4) + rank] = total // deck


@kernel
def prospect_of(table: Words, hidden: Words, worth: Words, seat: int) -> int:
    """What the game, which goes on and in which `seat` is active, costs `seat` on average: 0 to LOSS."""
    phase = phase_of(table)
    case = phase + (table[BLUFF] << 1)
    line = case * COLUMN
    opening = table[LEGAL + (phase << 4) + EMPTY]
    total = 0
    own = 0
    for other in range(table[PLAYERS]):
        if table[ACTIVE] >> other & 1 == 0:
            continue
        up = size(table[UP + other])
        down = table[DOWN_SIZE + other]
        score = LOG_OF[case * SIZES + table[HAND_SIZE + other] + up + down]
        score += WORTH_OF[line + BLIND] * down + WORTH_OF[line + OPEN] * up
        if other == table[SEAT]:
            score += WORTH_OF[line + MOVES]
        ranks = ranks_in(hidden[HAND + other] | table[UP + other])
        if ranks & opening == 0:
            score += WORTH_OF[line + SHUT]
        while ranks != 0:
            score += worth[(phase << 4) + lowest_rank(ranks)]
            ranks &= ranks - 1
        chance = EXP_OF[min(max(score, -MOST), MOST) + MOST]
        total += chance
        if other == seat:
            own = chance
    return LOSS * own // total
