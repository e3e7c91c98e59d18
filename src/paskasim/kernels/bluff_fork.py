"""Games with bluff forked at a decision: to doubt a claim or to let it pass, to lie or not to.

As in `fork`, a game is played to its end, one of its decisions is picked by chance, the game is played anew up to
there, and both branches are played on several times, from the same hands, with the unseen stock shuffled anew and
fresh dice.

- DOUBT: a claim, and one of those who may challenge it, picked by chance: challenges it, or nobody does.
- LIE: a turn at which a player may claim something: lies with one card (`claiming.plausible_lie`), or does what an
  honest player does, as its own `play` has it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.bluff import choose_turn, play_claims_on, play_turn, step_claim, step_openly
from paskasim.kernels.cards import packed, ranks_in, size
from paskasim.kernels.claims import NOBODY, claim_as_play, claim_options, find_doubter, lowest_cards
from paskasim.kernels.compiled import Words, entry, kernel, routine
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT
from paskasim.kernels.fork import copy_memory, shuffle_stock
from paskasim.kernels.game import set_up
from paskasim.kernels.knowing import begin_knowing, look, throw_dice
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    BLUFF_HIDDEN_WORDS,
    CARD_BITS,
    CLAIMS,
    DECK_SIZE,
    DIRECTION,
    FINISHED,
    GAME,
    GONE,
    HAND,
    HAND_SIZE,
    KNOWING_WORDS,
    MEMORY_WORDS,
    NEXT_DOUBTS,
    OUTCOME,
    PILE,
    PLAYERS,
    RANK_BITS,
    RULE_WORDS,
    SEAT,
    SEATS,
    SEED_HIGH,
    SEED_LOW,
    STOCK,
    STREAM,
    TABLE_WORDS,
    TAKE,
    TAKE_BIT,
    TALLY_WORDS,
    TURNS,
)
from paskasim.kernels.options import cards_left, playable_ranks
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS
from paskasim.kernels.rng import DRAW_WORDS, FORK_DECK_STREAM, FORK_SEAT_STREAM, bounded_of
from paskasim.kernels.turn import neighbour
from paskasim.strategies.claiming import plausible_lie

BLUFF_STATE_WORDS: Final = TABLE_WORDS + BLUFF_HIDDEN_WORDS + TALLY_WORDS
BLUFF_FORK_WORK_WORDS: Final = (
    2 * BLUFF_STATE_WORDS + SAVED_WORDS + KNOWING_WORDS + DECK_SIZE + DRAW_WORDS + SEATS * MEMORY_WORDS
)

DOUBT_FORK: Final = 0
LIE_FORK: Final = 1
FORKS: Final = 2
FIRST_CODE: Final = 8  # keeps the dice of these forks apart from those of `fork`

# --- where a decision stands ----------------------------------------------------------------------------------
SITUATIONS: Final = 2  # DOUBT: 0 the claim is true, 1 a lie. LIE: 0 something true may be claimed, 1 nothing, but take
PILES: Final = 4  # by cards in the pile before the claim
LEFTS: Final = 3  # by cards that the claimant has left in all zones when the claim is laid
CELLS: Final = SITUATIONS * PILES * LEFTS

# --- columns of a cell ----------------------------------------------------------------------------------------
POSITIONS: Final = 0
WITH: Final = 1  # challenged; lied
WITHOUT: Final = 5
LOSES: Final = 0  # the player whose decision it is
OTHER: Final = 1  # DOUBT: the claimant loses. LIE: the lie was caught, or the alternative was one and was caught
ENDED: Final = 2
TURNS_AFTER: Final = 3
CELL_COLUMNS: Final = 9
BLUFF_FORK_COLUMNS: Final = CELLS * CELL_COLUMNS


@kernel
def pile_class(cards: int) -> int:
    """0 for up to 2 cards in the pile, 1 for up to 7, 2 for up to 14, 3 for more."""
    if cards <= 2:
        return 0
    if cards <= 7:
        return 1
    return 2 if cards <= 14 else 3


@kernel
def left_class(cards: int) -> int:
    """0 for none left, 1 for up to 3, 2 for more."""
    if cards == 0:
        return 0
    return 1 if cards <= 3 else 2


@kernel
def _may_lie(table: Words, hidden: Words) -> bool:
    """Whether the seat to play may claim something, and need not lie."""
    seat = table[SEAT]
    if table[HAND_SIZE + seat] == 0:
        return False
    options = claim_options(table, seat)
    if options & RANK_BITS == 0:
        return False
    return options & TAKE_BIT != 0 or playable_ranks(table, hidden[HAND + seat], seat) != 0


@routine
def _play_on(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words, saved: Words
) -> tuple[int, int]:
    return play_claims_on(table, hidden, tally, bots, traits, mine, saved, False)


@routine
def _replay(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words, deck: Words,
    size_of_deck: int, players: int, seed: int, game: int, fork: int, number: int, last: int,
) -> int:  # fmt: skip
    """Play a game anew until `number` decisions of a kind were made, or turn `last`; how many there were."""
    set_up(table, hidden, tally, bots, traits, mine, deck, size_of_deck, players, seed, game)
    begin_knowing(table, hidden)
    found = 0
    while tally[TURNS] < last and found != number:
        before = tally[CLAIMS]
        may_lie = _may_lie(table, hidden)
        play_turn(table, hidden, tally, bots, traits, mine)
        found += (1 if may_lie else 0) if fork == LIE_FORK else tally[CLAIMS] - before
    return found


@kernel
def _lie(table: Words, hidden: Words) -> int:
    """The lie of the seat to play, 0 where whatever it may claim with its lowest card would be true."""
    seat = table[SEAT]
    hand = hidden[HAND + seat]
    pile, gone = look(table, hidden, seat)
    ranks = claim_options(table, seat) & RANK_BITS & ~ranks_in(lowest_cards(hand, 1))
    lie = plausible_lie(table, hand, seat, ranks, 1) if ranks != 0 else 0
    table[PILE] = pile
    table[GONE] = gone
    return lie


@entry
def bluff_fork_batch(
    rules: NDArray[np.int64],
    players: int,
    addresses: NDArray[np.int64],
    traits: NDArray[np.int64],
    mine: NDArray[np.int64],
    work: NDArray[np.int64],
    seed: int,
    first: int,
    fork: int,
    continuations: int,
    sums: NDArray[np.int64],
    fault: NDArray[np.int64],
) -> int:
    """Fork the games `first`, `first + 1`, ... once each at a decision of the kind `fork`; how many were looked at.

    `sums[game, column]` gets CELL_COLUMNS counts for the cell in which the decision lies; a game without one leaves
    zeros. `work` has BLUFF_FORK_WORK_WORDS; `fault` is as in `batch.play_batch`.
    """
    table = words_of(work)
    hidden = from_word(table, TABLE_WORDS)
    tally = from_word(hidden, BLUFF_HIDDEN_WORDS)
    kept = from_word(tally, TALLY_WORDS)
    saved = from_word(kept, BLUFF_STATE_WORDS)
    deck = from_word(saved, SAVED_WORDS + KNOWING_WORDS)
    bots = words_of(addresses)
    kinds = words_of(traits)
    things = words_of(mine)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size_of_deck = sorted_deck(table, deck)
    games: int = sums.shape[0]
    for i in range(games):
        game = first + i
        for column in range(CELLS * CELL_COLUMNS):
            sums[i, column] = 0
        seat, wrong = set_up(table, hidden, tally, bots, kinds, things, deck, size_of_deck, players, seed, game)
        if wrong == NO_FAULT:
            begin_knowing(table, hidden)
            seat, wrong = _play_on(table, hidden, tally, bots, kinds, things, saved)
        if wrong == NO_FAULT:
            last = tally[TURNS]
            total = _replay(
                table, hidden, tally, bots, kinds, things, deck, size_of_deck, players, seed, game, fork, -1, last
            )
            if total > 0:
                purpose = ((FIRST_CODE + fork) << 12) | (FORK_DECK_STREAM << 4)
                number = 1 + bounded_of(hidden[SEED_LOW], hidden[SEED_HIGH], purpose, game, total)
                _replay(
                    table, hidden, tally, bots, kinds, things, deck, size_of_deck, players, seed, game, fork, number,
                    last,
                )  # fmt: skip
                last = tally[TURNS] - 1
                _replay(
                    table, hidden, tally, bots, kinds, things, deck, size_of_deck, players, seed, game, fork, -1, last
                )
                seat, wrong = _both_branches(
                    table, hidden, tally, kept, saved, deck, bots, kinds, things, fork, continuations, sums, i
                )
        if wrong != NO_FAULT:
            fault[0] = wrong
            fault[1] = seat
            fault[2] = game
            fault[3] = tally[TURNS]
            return i
    return games


@kernel
def _both_branches(
    table: Words, hidden: Words, tally: Words, kept: Words, saved: Words, deck: Words, bots: Words, traits: Words,
    mine: Words, fork: int, continuations: int, sums: NDArray[np.int64], row: int,
) -> tuple[int, int]:  # fmt: skip
    claimant = table[SEAT]
    decides = claimant
    action, _, wrong = choose_turn(table, hidden, tally, bots, traits, mine)
    if wrong != NO_FAULT:
        return claimant, wrong
    laid = 1
    if fork == DOUBT_FORK:
        laid = size(action & CARD_BITS)
        asked = 1 if table[NEXT_DOUBTS] else table[ACTIVE_COUNT] - 1
        purpose = ((FIRST_CODE + FORKS) << 12) | (FORK_DECK_STREAM << 4)
        for _ in range(1 + bounded_of(hidden[SEED_LOW], hidden[SEED_HIGH], purpose, hidden[GAME], asked)):
            decides = neighbour(table, decides, table[DIRECTION])
        situation = 0 if action & CARD_BITS == packed((action >> 60) & 15, laid) else 1
    else:
        action = _lie(table, hidden)
        if action == 0:
            return 0, NO_FAULT
        situation = 0 if playable_ranks(table, hidden[HAND + claimant], claimant) != 0 else 1
    cell = (situation * PILES + pile_class(size(table[PILE]))) * LEFTS
    cell = (cell + left_class(cards_left(table, claimant) - laid)) * CELL_COLUMNS
    sums[row, cell + POSITIONS] = 1
    for word in range(BLUFF_STATE_WORDS):
        kept[word] = table[word]
    memory = from_word(deck, DECK_SIZE + DRAW_WORDS)
    copy_memory(mine, memory, traits, table[PLAYERS], True)
    for continuation in range(1, continuations + 1):
        for branch in range(2):
            for word in range(BLUFF_STATE_WORDS):
                table[word] = kept[word]
            copy_memory(mine, memory, traits, table[PLAYERS], False)
            began = tally[TURNS]
            purpose = (continuation << 16) | ((FIRST_CODE + fork) << 12)
            shuffle_stock(hidden, table[STOCK], deck, purpose, False)
            hidden[STREAM] = purpose | (FORK_SEAT_STREAM << 4)
            done = action
            doubter = decides if branch == 0 else NOBODY
            if fork == LIE_FORK:
                if branch == 1:
                    done, wrong = claim_as_play(
                        table, hidden, tally, bots, traits, mine, claim_options(table, claimant)
                    )
                    if wrong != NO_FAULT:
                        return claimant, wrong
                doubter = NOBODY
                if done != TAKE:
                    throw_dice(table, hidden, tally, traits, mine)
                    doubter, wrong = find_doubter(table, hidden, tally, bots, traits, mine, done)
                    if wrong != NO_FAULT:
                        return doubter, wrong
            if done == TAKE:
                step_openly(table, hidden, tally, done)
            else:
                step_claim(table, hidden, tally, done, doubter)
            tally[OUTCOME] = FINISHED
            if table[ACTIVE_COUNT] > 1:
                seat, wrong = _play_on(table, hidden, tally, bots, traits, mine, saved)
                if wrong != NO_FAULT:
                    return seat, wrong
            base = cell + (WITH if branch == 0 else WITHOUT)
            if fork == LIE_FORK:
                sums[row, base + OTHER] += 1 if doubter != NOBODY else 0
            if tally[OUTCOME] == FINISHED:
                sums[row, base + ENDED] += 1
                sums[row, base + TURNS_AFTER] += tally[TURNS] - began
                sums[row, base + LOSES] += table[ACTIVE] >> decides & 1
                if fork == DOUBT_FORK:
                    sums[row, base + OTHER] += table[ACTIVE] >> claimant & 1
    return 0, NO_FAULT
