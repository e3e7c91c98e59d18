"""Forked games: the same position played on with one burnt run carried out and left out.

In each game one of its burnt runs is picked by chance. From the position before it the game goes on several times:
the cards still in the stock are shuffled anew and the strategies get other dice, both the same for the two branches
of one continuation. Left out means that for this one turn no run burns; the rules stay as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.compiled import Words, entry, kernel
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT, REMEMBERS, STRIDE, choose
from paskasim.kernels.game import play_on, set_up
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    BURNS,
    DECK,
    DECK_SIZE,
    DRAWN,
    FINISHED,
    GAME,
    HIDDEN_WORDS,
    MEMORY,
    MEMORY_WORDS,
    OUTCOME,
    PLACE,
    PLAYERS,
    RULE_WORDS,
    RUN_BURNS,
    SEAT,
    SEATS,
    SEED_HIGH,
    SEED_LOW,
    STOCK,
    STREAM,
    TABLE_WORDS,
    TALLY_WORDS,
    TRY,
    TURNS,
)
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS
from paskasim.kernels.rng import DRAW_WORDS, FORK_DECK_STREAM, FORK_SEAT_STREAM, bounded_of, shuffle
from paskasim.kernels.search import SEARCH_WORDS
from paskasim.kernels.turn import step

STATE_WORDS = TABLE_WORDS + HIDDEN_WORDS + TALLY_WORDS
FORK_WORK_WORDS = 2 * STATE_WORDS + SAVED_WORDS + DECK_SIZE + DRAW_WORDS + SEATS * MEMORY_WORDS + SEARCH_WORDS
FOURS = BURNS + 2
# Columns of the result: forked positions, then for each branch the four sums below.
POSITIONS = 0
CONTINUATIONS = 1
WITH = 2
WITHOUT = 6
MAKER_LOSES = 0
MAKER_FIRST = 1
NO_END = 2
TURNS_AFTER = 3
FORK_COLUMNS = 10


@kernel
def _play_until(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words, word: int, value: int
) -> int:
    """Play until a word of the tally has reached `value`; NO_FAULT, or the fault of `choose`."""
    while tally[word] < value:
        action, fault = choose(table, hidden, tally, bots, traits, mine)
        if fault != NO_FAULT:
            return fault
        step(table, hidden, tally, action)
    return NO_FAULT


@entry
def fork_batch(
    rules: NDArray[np.int64],
    players: int,
    addresses: NDArray[np.int64],
    traits: NDArray[np.int64],
    mine: NDArray[np.int64],
    work: NDArray[np.int64],
    seed: int,
    first: int,
    continuations: int,
    sums: NDArray[np.int64],
    fault: NDArray[np.int64],
) -> int:
    """Fork the games `first`, `first + 1`, ... once each, and return how many were looked at.

    `sums[game, column]` gets the counts named above; a game without a burnt run leaves zeros. `work` has
    FORK_WORK_WORDS; `fault` is as in `batch.play_batch`.
    """
    table = words_of(work)
    hidden = from_word(table, TABLE_WORDS)
    tally = from_word(hidden, HIDDEN_WORDS)
    kept = from_word(tally, TALLY_WORDS)
    saved = from_word(kept, STATE_WORDS)
    deck = from_word(saved, SAVED_WORDS)
    space = from_word(deck, DECK_SIZE + DRAW_WORDS + SEATS * MEMORY_WORDS)
    bots = words_of(addresses)
    kinds = words_of(traits)
    things = words_of(mine)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size = sorted_deck(table, deck)
    games: int = sums.shape[0]
    for i in range(games):
        game = first + i
        for column in range(FORK_COLUMNS):
            sums[i, column] = 0
        _, wrong = set_up(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game)
        if wrong == NO_FAULT:
            wrong = play_on(table, hidden, tally, bots, kinds, things, saved, space, False)
        runs = tally[FOURS]
        action = 0
        if wrong == NO_FAULT and runs > 0:
            # Three passes over the beginning of a game cost less than keeping every state that may turn out to be it.
            number = 1 + bounded_of(hidden[SEED_LOW], hidden[SEED_HIGH], FORK_DECK_STREAM << 4, game, runs)
            set_up(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game)
            _play_until(table, hidden, tally, bots, kinds, things, FOURS, number)
            turn = tally[TURNS]
            set_up(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game)
            _play_until(table, hidden, tally, bots, kinds, things, TURNS, turn - 1)
            action, wrong = choose(table, hidden, tally, bots, kinds, things)
        if wrong == NO_FAULT and runs > 0:
            for word in range(STATE_WORDS):
                kept[word] = table[word]
            _copy_memory(things, from_word(deck, DECK_SIZE + DRAW_WORDS), kinds, players, True)
            wrong = _both_branches(
                table, hidden, tally, kept, saved, space, deck, bots, kinds, things, action, continuations, sums, i
            )
        if wrong != NO_FAULT:
            fault[0] = wrong
            fault[1] = table[SEAT]
            fault[2] = game
            fault[3] = tally[TURNS]
            return i
    return games


@kernel
def _both_branches(
    table: Words,
    hidden: Words,
    tally: Words,
    kept: Words,
    saved: Words,
    space: Words,
    deck: Words,
    bots: Words,
    traits: Words,
    mine: Words,
    action: int,
    continuations: int,
    sums: NDArray[np.int64],
    row: int,
) -> int:
    maker = table[SEAT]
    sums[row, POSITIONS] = 1
    for continuation in range(1, continuations + 1):
        sums[row, CONTINUATIONS] += 1
        for branch in range(2):
            for word in range(STATE_WORDS):
                table[word] = kept[word]
            _copy_memory(mine, from_word(deck, DECK_SIZE + DRAW_WORDS), traits, table[PLAYERS], False)
            _shuffle_stock(hidden, table[STOCK], deck, continuation, action == TRY)
            hidden[STREAM] = (continuation << 16) | (FORK_SEAT_STREAM << 4)
            began = tally[TURNS]
            burns = table[RUN_BURNS]
            if branch == 1:
                table[RUN_BURNS] = 0
            step(table, hidden, tally, action)
            table[RUN_BURNS] = burns
            tally[OUTCOME] = FINISHED
            if table[ACTIVE_COUNT] > 1:
                wrong = play_on(table, hidden, tally, bots, traits, mine, saved, space, False)
                if wrong != NO_FAULT:
                    return wrong
            base = WITH if branch == 0 else WITHOUT
            if tally[OUTCOME] == FINISHED:
                sums[row, base + MAKER_LOSES] += table[ACTIVE] >> maker & 1
            else:
                sums[row, base + NO_END] += 1
            sums[row, base + MAKER_FIRST] += 1 if table[PLACE + maker] == 1 else 0
            sums[row, base + TURNS_AFTER] += tally[TURNS] - began
    return NO_FAULT


@kernel
def _copy_memory(mine: Words, kept: Words, traits: Words, players: int, keep: bool) -> None:
    """Keep what the strategies remember at the fork, or give it back to them."""
    for seat in range(players):
        if traits[seat] & REMEMBERS:
            for word in range(MEMORY_WORDS):
                place = seat * traits[STRIDE] + MEMORY + word
                if keep:
                    kept[seat * MEMORY_WORDS + word] = mine[place]
                else:
                    mine[place] = kept[seat * MEMORY_WORDS + word]


@kernel
def _shuffle_stock(hidden: Words, stock: int, deck: Words, continuation: int, keep_top: bool) -> None:
    """Shuffle the cards still in the stock, except the top one where that is being tried."""
    begin = hidden[DRAWN] + (1 if keep_top else 0)
    end = hidden[DRAWN] + stock
    purpose = (continuation << 16) | (FORK_DECK_STREAM << 4)
    draws = from_word(deck, DECK_SIZE)
    cards = from_word(hidden, DECK)
    shuffle(cards, begin, end, hidden[SEED_LOW], hidden[SEED_HIGH], purpose, hidden[GAME], draws)
