"""Games with bluff played anew for every answer that a learner could have given wherever it was in one situation.

A learner is a strategy that keeps the words below in its memory: it notes the situations in which it was, and in the
one that it is told of it always gives the answer that it is told. All dice belong to a turn and a question, so that
the games of one deal are the same up to the first time that it is there, whatever the answer.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.bluff import BLUFF_WORK_WORDS, play_claims_on
from paskasim.kernels.cards import bits_in
from paskasim.kernels.compiled import Words, entry, kernel, routine
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT, STRIDE
from paskasim.kernels.game import set_up
from paskasim.kernels.knowing import begin_knowing
from paskasim.kernels.layout import (
    BLUFF_HIDDEN_WORDS,
    KNOWING_WORDS,
    MEMORY,
    RULE_WORDS,
    SEED_HIGH,
    SEED_LOW,
    TABLE_WORDS,
    TALLY_WORDS,
    TURNS,
)
from paskasim.kernels.payoff import cost_of
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS
from paskasim.kernels.rng import FORK_DECK_STREAM, bounded_of

TRIAL_WORK_WORDS: Final = BLUFF_WORK_WORDS
SEEN: Final = MEMORY  # bit sets of the situations in which the learner was, SITUATION_BITS to a word
SEEN_WORDS: Final = 4
SITUATION_BITS: Final = 60
TRIED: Final = MEMORY + SEEN_WORDS  # the situation that is tried, plus one; 0 for none
TOLD: Final = TRIED + 1  # its answer there
CODE: Final = 13  # keeps the dice that pick a decision apart from those of forks

SEEN_BY_ALL: Final = 0  # columns: in how many situations the learners were, each counted for itself
SITUATION: Final = 1
COSTS: Final = 2  # [answer]
ANSWERS: Final = 3
TRIAL_COLUMNS: Final = COSTS + ANSWERS


@routine
def _whole_game(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words, saved: Words, deck: Words,
    size_of_deck: int, players: int, seed: int, game: int, seat: int, tried: int, answer: int,
) -> tuple[int, int]:  # fmt: skip
    asked, wrong = set_up(table, hidden, tally, bots, traits, mine, deck, size_of_deck, players, seed, game)
    if wrong != NO_FAULT:
        return asked, wrong
    begin_knowing(table, hidden)
    if tried >= 0:
        mine[seat * traits[STRIDE] + TRIED] = tried + 1
        mine[seat * traits[STRIDE] + TOLD] = answer
    return play_claims_on(table, hidden, tally, bots, traits, mine, saved, False)


@kernel
def note_situation(mine: Any, situation: int) -> bool:
    """Note that the learner was there, and say whether its answer is told."""
    mine[SEEN + situation // SITUATION_BITS] |= 1 << (situation % SITUATION_BITS)
    told: bool = mine[TRIED] == situation + 1
    return told


@kernel
def _pick(hidden: Words, traits: Words, mine: Words, game: int, players: int, learners: int) -> tuple[int, int, int]:
    """One of the learners' situations, each with the same chance: (how many there were, seat, situation)."""
    total = 0
    for seat in range(players):
        if learners >> seat & 1:
            for word in range(SEEN_WORDS):
                total += bits_in(mine[seat * traits[STRIDE] + SEEN + word])
    if total == 0:
        return 0, 0, 0
    purpose = (CODE << 12) | (FORK_DECK_STREAM << 4)
    number = bounded_of(hidden[SEED_LOW], hidden[SEED_HIGH], purpose, game, total)
    seat = 0
    word = 0
    while True:
        if learners >> seat & 1:
            seen = mine[seat * traits[STRIDE] + SEEN + word]
            here = bits_in(seen)
            if number < here:
                for _ in range(number):
                    seen &= seen - 1
                return total, seat, word * SITUATION_BITS + bits_in((seen & -seen) - 1)
            number -= here
        word += 1
        if word == SEEN_WORDS:
            word = 0
            seat += 1


@entry
def trial_batch(
    rules: NDArray[np.int64],
    players: int,
    addresses: NDArray[np.int64],
    traits: NDArray[np.int64],
    mine: NDArray[np.int64],
    work: NDArray[np.int64],
    seed: int,
    first: int,
    learners: int,
    answers: NDArray[np.int64],
    endless: int,
    results: NDArray[np.int64],
    fault: NDArray[np.int64],
) -> int:
    """Try every answer in one situation of each of the games `first`, `first + 1`, ...; how many were looked at.

    `learners` is the bit set of the seats whose situations are looked at; `answers[situation]` tells how many answers
    there are in a situation. `results[game]` gets TRIAL_COLUMNS numbers, costs as of `payoff.cost_of`; a game without
    one leaves zeros. `work` has TRIAL_WORK_WORDS; `fault` is as in `batch.play_batch`.
    """
    table = words_of(work)
    hidden = from_word(table, TABLE_WORDS)
    tally = from_word(hidden, BLUFF_HIDDEN_WORDS)
    saved = from_word(tally, TALLY_WORDS)
    deck = from_word(saved, SAVED_WORDS + KNOWING_WORDS)
    bots = words_of(addresses)
    kinds = words_of(traits)
    things = words_of(mine)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size_of_deck = sorted_deck(table, deck)
    games: int = results.shape[0]
    for i in range(games):
        game = first + i
        for column in range(TRIAL_COLUMNS):
            results[i, column] = 0
        asked, wrong = _whole_game(
            table, hidden, tally, bots, kinds, things, saved, deck, size_of_deck, players, seed, game, 0, -1, 0
        )
        if wrong == NO_FAULT:
            total, seat, situation = _pick(hidden, kinds, things, game, players, learners)
            results[i, SEEN_BY_ALL] = total
            results[i, SITUATION] = situation
            answer = 0
            while total > 0 and wrong == NO_FAULT:
                asked, wrong = _whole_game(
                    table, hidden, tally, bots, kinds, things, saved, deck, size_of_deck, players, seed, game, seat,
                    situation, answer,
                )  # fmt: skip
                results[i, COSTS + answer] = cost_of(table, seat, endless)
                answer += 1
                if answer == answers[situation]:
                    break
        if wrong != NO_FAULT:
            fault[0] = wrong
            fault[1] = asked
            fault[2] = game
            fault[3] = tally[TURNS]
            return i
    return games
