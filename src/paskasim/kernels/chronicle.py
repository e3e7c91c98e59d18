"""Games followed turn by turn: who led, who was behind, who waited, and the cards of all at even moments.

Each game is played twice. The first time by `play_on`, proofs and all, which tells the outcome and the number of
turns; if somebody lost, a second time with the same `choose` and `step`, looking on. So nothing here knows a rule, and
what is measured may depend on how the game will end.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.compiled import Words, entry, kernel
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT, choose
from paskasim.kernels.game import note_lead, play_on, set_up
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    BURNS,
    CHOICES,
    DECK_SIZE,
    FINISHED,
    FIRST_OUT_TURN,
    HIDDEN_WORDS,
    LEAD_CHANGES,
    OUTCOME,
    PLACE,
    PLAYERS,
    RULE_WORDS,
    SEAT,
    SEATS,
    STOCK,
    STOCK_OUT_TURN,
    TABLE_WORDS,
    TALLY_WORDS,
    TURNS,
)
from paskasim.kernels.options import cards_left
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS
from paskasim.kernels.rng import DRAW_WORDS
from paskasim.kernels.search import SEARCH_WORDS
from paskasim.kernels.turn import step

OWN_WORDS: Final = 2 * SEATS
CHRONICLE_WORK_WORDS = (
    TABLE_WORDS + HIDDEN_WORDS + TALLY_WORDS + SAVED_WORDS + DECK_SIZE + DRAW_WORDS + OWN_WORDS + SEARCH_WORDS
)
OTHER_GAME: Final = -1  # the fault of a strategy that plays the same game otherwise the second time

# --- own words ------------------------------------------------------------------------------------------------
LAST_TURN: Final = 0  # [seat] turn that this seat played last, 0 before its first
LEFT: Final = SEATS  # [seat] cards in all zones

# --- columns of a game, all of them 0 for one without a loser ---------------------------------------------------
PLAYED: Final = 0  # 1, also for a game without a loser
ENDED: Final = 1
LENGTH: Final = 2
WITH_CHOICE: Final = 3
BURNT: Final = 4
LED_ANEW: Final = 5  # changes of the seat with the fewest cards
BEHIND_ANEW: Final = 6  # changes of the seat with the most cards
WINNER_TURNS: Final = 7  # turns until somebody was out first
WINNER_BEHIND: Final = 8  # those after which that player had more cards than somebody else
WINNER_CARDS: Final = 9  # by how many cards, summed over them
MOST_ALONE: Final = 10  # 1 if one seat alone had most cards when the stock ran out, or at half time
MOST_SAVED: Final = 11  # 1 if that seat did not lose
OUT_TURNS: Final = 12  # turns that those who were out sat idle, all together
FIRST_IDLE: Final = 13  # turns that the first one out sat idle
GAPS: Final = 14  # times that a seat had a turn and later another
GAP_TURNS: Final = 15  # turns of others in between, summed
LONGEST_GAP: Final = 16
GAP_OF: Final = 17  # [turns in between, the last stands for all longer ones]
GAP_KINDS: Final = 16
IDLE_OF: Final = GAP_OF + GAP_KINDS  # [tens of turns that the first one out sat idle, likewise]
IDLE_KINDS: Final = 16
LOSER: Final = IDLE_OF + IDLE_KINDS
COLUMNS: Final = LOSER + 1

# --- moments ----------------------------------------------------------------------------------------------------
MOMENTS: Final = 40
PHASE: Final = SEATS  # behind the cards of each seat
TO_PLAY: Final = SEATS + 1
MOMENT_WORDS: Final = SEATS + 2
STOCK_PHASES: Final = 4
PHASES: Final = STOCK_PHASES + SEATS - 1


@kernel
def phase_of_game(table: Words, full: int) -> int:
    """How far the game is, as all can see: by quarters of the stock (`full` is all of it), then by players out."""
    if table[STOCK] > 0:
        return STOCK_PHASES - (STOCK_PHASES * table[STOCK] + full - 1) // full
    return STOCK_PHASES + table[PLAYERS] - table[ACTIVE_COUNT]


@kernel
def count_cards(table: Words, own: Words) -> tuple[int, int]:
    """Count the cards of each seat; the fewest of anybody, and the seat that alone has most, or -1."""
    fewest = 1 << 30
    most = -1
    last = -1
    for seat in range(table[PLAYERS]):
        cards = cards_left(table, seat)
        own[LEFT + seat] = cards
        fewest = min(fewest, cards)
        if cards > most:
            most = cards
            last = seat
        elif cards == most:
            last = -1
    return fewest, last


@kernel
def _note_gap(own: Words, rows: NDArray[np.int64], i: int, seat: int, turn: int) -> None:
    """Note how long `seat` has waited for this turn."""
    if own[LAST_TURN + seat] > 0:
        gap = turn - own[LAST_TURN + seat] - 1
        rows[i, GAPS] += 1
        rows[i, GAP_TURNS] += gap
        rows[i, LONGEST_GAP] = max(rows[i, LONGEST_GAP], gap)
        rows[i, GAP_OF + min(gap, GAP_KINDS - 1)] += 1
    own[LAST_TURN + seat] = turn


@kernel
def _note_moment(table: Words, own: Words, moments: NDArray[np.int16], i: int, moment: int, full: int) -> None:
    for seat in range(table[PLAYERS]):
        moments[i, moment, seat] = own[LEFT + seat]
    moments[i, moment, PHASE] = phase_of_game(table, full)
    moments[i, moment, TO_PLAY] = table[SEAT]


@kernel
def _look_on(
    table: Words,
    hidden: Words,
    tally: Words,
    bots: Words,
    traits: Words,
    mine: Words,
    own: Words,
    rows: NDArray[np.int64],
    moments: NDArray[np.int16],
    i: int,
    turns: int,
    mark: int,
    winner: int,
    loser: int,
) -> bool:
    """Play a game of `turns` turns that is set up, and note what happens; False if it is another game."""
    players = table[PLAYERS]
    for seat in range(players):
        own[LAST_TURN + seat] = 0
    full = table[STOCK]
    fewest, last = count_cards(table, own)
    behind = last
    moment = 0
    while True:
        turn = tally[TURNS]
        while moment < MOMENTS and moment * turns // MOMENTS == turn:
            _note_moment(table, own, moments, i, moment, full)
            moment += 1
        if turn == mark and last >= 0:
            rows[i, MOST_ALONE] = 1
            rows[i, MOST_SAVED] = 1 if last != loser else 0
        if turn == turns:
            break
        if table[ACTIVE_COUNT] == 1:
            return False
        seat = table[SEAT]
        action, fault = choose(table, hidden, tally, bots, traits, mine)
        if fault != NO_FAULT:
            return False
        _note_gap(own, rows, i, seat, turn + 1)
        rows[i, OUT_TURNS] += players - table[ACTIVE_COUNT]
        step(table, hidden, tally, action)
        note_lead(table, tally)
        fewest, last = count_cards(table, own)
        if last >= 0 and last != behind:
            if behind >= 0:
                rows[i, BEHIND_ANEW] += 1
            behind = last
        if table[PLACE + winner] == 0:
            rows[i, WINNER_TURNS] += 1
            rows[i, WINNER_CARDS] += own[LEFT + winner] - fewest
            if own[LEFT + winner] > fewest:
                rows[i, WINNER_BEHIND] += 1
    return table[ACTIVE_COUNT] == 1 and table[ACTIVE] >> loser & 1 == 1 and table[PLACE + winner] == 1


@entry
def chronicle_batch(
    rules: NDArray[np.int64],
    players: int,
    addresses: NDArray[np.int64],
    traits: NDArray[np.int64],
    mine: NDArray[np.int64],
    work: NDArray[np.int64],
    seed: int,
    first: int,
    rows: NDArray[np.int64],
    moments: NDArray[np.int16],
    fault: NDArray[np.int64],
) -> int:
    """Follow the games `first`, `first + 1`, ... and return how many were followed.

    `rows[game, column]` gets the columns above, `moments[game, moment, word]` the cards of each seat, the phase and
    the seat to play after `moment * turns // MOMENTS` turns; both are 0 at first. `work` has CHRONICLE_WORK_WORDS;
    `fault` is as in `batch.play_batch`, with OTHER_GAME where the second game was not the first.
    """
    table = words_of(work)
    hidden = from_word(table, TABLE_WORDS)
    tally = from_word(hidden, HIDDEN_WORDS)
    saved = from_word(tally, TALLY_WORDS)
    deck = from_word(saved, SAVED_WORDS)
    own = from_word(deck, DECK_SIZE + DRAW_WORDS)
    space = from_word(own, OWN_WORDS)
    bots = words_of(addresses)
    kinds = words_of(traits)
    things = words_of(mine)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size = sorted_deck(table, deck)
    games: int = rows.shape[0]
    for i in range(games):
        game = first + i
        seat, wrong = set_up(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game)
        if wrong == NO_FAULT:
            wrong = play_on(table, hidden, tally, bots, kinds, things, saved, space, False)
            seat = table[SEAT]
        rows[i, PLAYED] = 1
        rows[i, LOSER] = -1
        if wrong == NO_FAULT and tally[OUTCOME] == FINISHED:
            turns = tally[TURNS]
            mark = tally[STOCK_OUT_TURN] if tally[STOCK_OUT_TURN] > 0 else turns // 2
            winner = 0
            loser = 0
            for s in range(players):
                if table[PLACE + s] == 1:
                    winner = s
                elif table[PLACE + s] == 0:
                    loser = s
            idle = turns - tally[FIRST_OUT_TURN]
            rows[i, ENDED] = 1
            rows[i, LENGTH] = turns
            rows[i, WITH_CHOICE] = tally[CHOICES]
            for cause in range(5):
                rows[i, BURNT] += tally[BURNS + cause]
            rows[i, FIRST_IDLE] = idle
            rows[i, IDLE_OF + min(idle // 10, IDLE_KINDS - 1)] = 1
            rows[i, LOSER] = loser
            set_up(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game)
            if _look_on(table, hidden, tally, bots, kinds, things, own, rows, moments, i, turns, mark, winner, loser):
                rows[i, LED_ANEW] = tally[LEAD_CHANGES]
            else:
                wrong = OTHER_GAME
                seat = table[SEAT]
        if wrong != NO_FAULT:
            fault[0] = wrong
            fault[1] = seat
            fault[2] = game
            fault[3] = tally[TURNS]
            return i
    return games
