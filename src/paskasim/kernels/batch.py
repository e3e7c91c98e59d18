"""Many games at a time into columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.compiled import Words, entry, kernel
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT
from paskasim.kernels.game import play_on, set_up
from paskasim.kernels.layout import (
    DECK_SIZE,
    FINISHED,
    HIDDEN_WORDS,
    OUTCOME,
    PLACE,
    PLAYERS,
    RULE_WORDS,
    SEAT,
    TABLE_WORDS,
    TALLY_WORDS,
    TURNS,
)
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS
from paskasim.kernels.rng import DRAW_WORDS
from paskasim.kernels.search import SEARCH_WORDS

WORK_WORDS = TABLE_WORDS + HIDDEN_WORDS + TALLY_WORDS + SAVED_WORDS + DECK_SIZE + DRAW_WORDS + SEARCH_WORDS


@entry
def play_batch(
    rules: NDArray[np.int64],
    players: int,
    addresses: NDArray[np.int64],
    traits: NDArray[np.int64],
    mine: NDArray[np.int64],
    work: NDArray[np.int64],
    seed: int,
    first: int,
    tallies: NDArray[np.int32],
    places: NDArray[np.int8],
    detail: bool,
    fault: NDArray[np.int64],
) -> int:
    """Play games `first`, `first + 1`, ... and return how many were played.

    `tallies[word, game]` gets the tally, as far as it has rows; `places[seat, game]` the finishing places, 0 for a
    seat without one. A strategy's illegal answer ends the batch early and stands in `fault`: question + 1, seat,
    game number, turns played. `work` (WORK_WORDS) is scratch space; like `mine` it belongs to this call alone.
    """
    table = words_of(work)
    hidden = from_word(table, TABLE_WORDS)
    tally = from_word(hidden, HIDDEN_WORDS)
    saved = from_word(tally, TALLY_WORDS)
    deck = from_word(saved, SAVED_WORDS)
    space = from_word(deck, DECK_SIZE + DRAW_WORDS)
    bots = words_of(addresses)
    kinds = words_of(traits)
    things = words_of(mine)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size = sorted_deck(table, deck)
    games: int = tallies.shape[1]
    for i in range(games):
        game = first + i
        seat, wrong = set_up(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game)
        if wrong == NO_FAULT:
            wrong = play_on(table, hidden, tally, bots, kinds, things, saved, space, detail)
            seat = table[SEAT]
        if wrong != NO_FAULT:
            fault[0] = wrong
            fault[1] = seat
            fault[2] = game
            fault[3] = tally[TURNS]
            return i
        store_results(table, tally, tallies, places, i)
    return games


@kernel
def store_results(
    table: Words, tally: Words, tallies: NDArray[np.int32], places: NDArray[np.int8], column: int
) -> None:
    """Write what a game that is over came to into a column of the results."""
    if tally[OUTCOME] == FINISHED:
        _place_loser(table)
    words: int = tallies.shape[0]
    for word in range(words):
        tallies[word, column] = tally[word]
    for seat in range(table[PLAYERS]):
        places[seat, column] = table[PLACE + seat]


@kernel
def _place_loser(table: Words) -> None:
    for seat in range(table[PLAYERS]):
        if table[PLACE + seat] == 0:
            table[PLACE + seat] = table[PLAYERS]
