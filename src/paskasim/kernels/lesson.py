"""Games with bluff that tell what the answers of learners came to.

A learner counts in its memory, a word for each situation, how often it gave each answer there. After a game the counts
are added up, and so are the counts times what the game cost the learner.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.bluff import BLUFF_WORK_WORDS, play_claims_on
from paskasim.kernels.compiled import entry, kernel
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT, STRIDE
from paskasim.kernels.game import set_up
from paskasim.kernels.knowing import begin_knowing
from paskasim.kernels.layout import (
    ACTIVE_COUNT,
    BLUFF_HIDDEN_WORDS,
    KNOWING_WORDS,
    MEMORY,
    RULE_WORDS,
    TABLE_WORDS,
    TALLY_WORDS,
    TURNS,
)
from paskasim.kernels.payoff import cost_of
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS

LESSON_WORK_WORDS: Final = BLUFF_WORK_WORDS
ANSWERS: Final = 4
COUNT_BITS: Final = 15  # of each answer in the word of a situation: games are kept shorter than 2**15 turns
COUNT_MASK: Final = (1 << COUNT_BITS) - 1


@kernel
def note_answer(mine: Any, situation: int, answer: int) -> None:
    """Count an answer that the learner gives."""
    mine[MEMORY + situation] += 1 << (COUNT_BITS * answer)


@entry
def lesson_batch(
    rules: NDArray[np.int64],
    players: int,
    addresses: NDArray[np.int64],
    traits: NDArray[np.int64],
    mine: NDArray[np.int64],
    work: NDArray[np.int64],
    seed: int,
    first: int,
    games: int,
    learners: int,
    endless: int,
    times: NDArray[np.int64],
    costs: NDArray[np.int64],
    sums: NDArray[np.int64],
    fault: NDArray[np.int64],
) -> int:
    """Play games `first`, `first + 1`, ... and return how many were played.

    `learners` is the bit set of the seats whose answers count. `times[situation, answer]` and
    `costs[situation, answer]` get what is told above, costs as of `payoff.cost_of`; `sums` how many learners had
    a game, what it cost them together, and how many of these games have no end. `work` has LESSON_WORK_WORDS; `fault`
    is as in `batch.play_batch`.
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
    situations: int = times.shape[0]
    for i in range(games):
        game = first + i
        seat, wrong = set_up(table, hidden, tally, bots, kinds, things, deck, size_of_deck, players, seed, game)
        if wrong == NO_FAULT:
            begin_knowing(table, hidden)
            seat, wrong = play_claims_on(table, hidden, tally, bots, kinds, things, saved, False)
        if wrong != NO_FAULT:
            fault[0] = wrong
            fault[1] = seat
            fault[2] = game
            fault[3] = tally[TURNS]
            return i
        for learner in range(players):
            if learners >> learner & 1 == 0:
                continue
            cost = cost_of(table, learner, endless)
            sums[0] += 1
            sums[1] += cost
            if table[ACTIVE_COUNT] > 1:
                sums[2] += 1
            for situation in range(situations):
                counts = things[learner * kinds[STRIDE] + MEMORY + situation]
                if counts != 0:
                    for answer in range(ANSWERS):
                        given = (counts >> (COUNT_BITS * answer)) & COUNT_MASK
                        times[situation, answer] += given
                        costs[situation, answer] += given * cost
    return games
