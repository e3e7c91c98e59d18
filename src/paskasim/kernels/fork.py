"""Forked games: the same position played on with one event carried out and left out.

In each game one of the turns at which the event occurs is picked by chance. From the position before it the game goes
on several times: the cards still in the stock are shuffled anew and the strategies get other dice, both the same for
the two branches of one continuation. What leaving out means is told by one of four ways; every way goes through the
ordinary turn, with other words for the rules or with another action, so that no rule of the game stands here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.cards import lowest_rank, packed
from paskasim.kernels.compiled import Words, entry, kernel, routine
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT, REMEMBERS, STRIDE, choose, consult, is_legal, only_action
from paskasim.kernels.game import play_on, set_up
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    CHECKED_GONE,
    CHOICES,
    DECK,
    DECK_SIZE,
    DIRECTION,
    DRAWN,
    FINISHED,
    GAME,
    HAND,
    HAND_SIZE,
    HIDDEN_WORDS,
    MEMORY,
    MEMORY_WORDS,
    OUTCOME,
    PASS,
    PASSED,
    PLACE,
    PLAY_QUESTION,
    PLAYERS,
    QUESTIONS,
    RANK_BITS,
    RULE_WORDS,
    SEAT,
    SEATS,
    SEED_HIGH,
    SEED_LOW,
    STOCK,
    STREAM,
    TABLE_WORDS,
    TAKE_BIT,
    TALLY_WORDS,
    TRY,
    TURNS,
    UP,
)
from paskasim.kernels.options import counts_for, is_choice, options_for, phase_of
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS
from paskasim.kernels.rng import DRAW_WORDS, FORK_DECK_STREAM, FORK_SEAT_STREAM, bounded_of, shuffle
from paskasim.kernels.search import SEARCH_WORDS
from paskasim.kernels.turn import neighbour, step

STATE_WORDS = TABLE_WORDS + HIDDEN_WORDS + TALLY_WORDS
FORK_WORK_WORDS = 2 * STATE_WORDS + SAVED_WORDS + DECK_SIZE + DRAW_WORDS + SEATS * MEMORY_WORDS + SEARCH_WORDS

# Ways of leaving an event out.
ONE_TURN = 0  # the action is carried out by other rules, which hold for this turn alone
PLAYS = 1  # the player who would take does something else that is legal
PASSES = 2  # the player who would take passes, and the pile stays
CHANGE = 3  # the event is the change to other rules from this turn on; left out, the rules stay

# Words of `event`.
WAY = 0
COUNTER = 1  # word of the tally that goes up where the event occurs
CHOSEN = 2  # 1 if it counts only where the player had a choice, 0 only where not, -1 always
CODE = 3  # keeps the dice of events apart
AT_TURN = 4  # the turn at which to fork if the event occurs there; 0: a turn picked by chance
EVENT_WORDS = 5
EVERY = -1  # to play on whenever the event occurs

# Columns of the result, first for forks in the stock phase and then, PHASE_COLUMNS further, for those in the rest.
POSITIONS = 0
CONTINUATIONS = 1
WITH = 2
WITHOUT = 9
MAKER_LOSES = 0
NEXT_LOSES = 1
MAKER_FIRST = 2
NEXT_FIRST = 3
NO_END = 4
TURNS_AFTER = 5
TURNS_FINISHED = 6
PHASE_COLUMNS = 16
FORK_COLUMNS = 2 * PHASE_COLUMNS


@routine
def _replay(
    table: Words,
    hidden: Words,
    tally: Words,
    bots: Words,
    traits: Words,
    mine: Words,
    deck: Words,
    size: int,
    players: int,
    seed: int,
    game: int,
    event: Words,
    number: int,
    last: int,
) -> int:
    """Play a game anew until the event occurred for the `number`th time, or turn `last`; how often it occurred."""
    set_up(table, hidden, tally, bots, traits, mine, deck, size, players, seed, game)
    counter = event[COUNTER]
    chosen = event[CHOSEN]
    found = 0
    while tally[TURNS] < last:
        before = tally[counter]
        choices = tally[CHOICES]
        action, fault = choose(table, hidden, tally, bots, traits, mine)
        if fault != NO_FAULT:
            break  # the same game was played before without one
        step(table, hidden, tally, action)
        if tally[counter] > before and (chosen < 0 or tally[CHOICES] - choices == chosen):
            found += 1
            if found == number:
                break
    return found


@kernel
def _turn_before_event(
    table: Words,
    hidden: Words,
    tally: Words,
    bots: Words,
    traits: Words,
    mine: Words,
    deck: Words,
    size: int,
    players: int,
    seed: int,
    game: int,
    event: Words,
) -> int:
    """Turns before the event at which this game, which has just been played, is to be forked; -1 if there is none."""
    turns = tally[TURNS]
    total = tally[event[COUNTER]]
    last = turns
    if event[AT_TURN] > 0:
        last = event[AT_TURN]
        if last > turns:
            return -1
        before = _replay(
            table, hidden, tally, bots, traits, mine, deck, size, players, seed, game, event, EVERY, last - 1
        )
        number = before + 1
    else:
        if event[CHOSEN] >= 0 and total > 0:
            total = _replay(
                table, hidden, tally, bots, traits, mine, deck, size, players, seed, game, event, EVERY, last
            )
        if total == 0:
            return -1
        purpose = (event[CODE] << 12) | (FORK_DECK_STREAM << 4)
        number = 1 + bounded_of(hidden[SEED_LOW], hidden[SEED_HIGH], purpose, game, total)
    found = _replay(table, hidden, tally, bots, traits, mine, deck, size, players, seed, game, event, number, last)
    return tally[TURNS] - 1 if found == number else -1


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
    other: NDArray[np.int64],
    event: NDArray[np.int64],
    continuations: int,
    sums: NDArray[np.int64],
    fault: NDArray[np.int64],
) -> int:
    """Fork the games `first`, `first + 1`, ... once each, and return how many were looked at.

    `other` has the rules of the other branch, where the way of the event needs any. `sums[game, column]` gets the
    counts named above; a game without the event leaves zeros. `work` has FORK_WORK_WORDS; `fault` is as in
    `batch.play_batch`.
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
    changed = words_of(other)
    what = words_of(event)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size = sorted_deck(table, deck)
    games: int = sums.shape[0]
    for i in range(games):
        game = first + i
        for column in range(FORK_COLUMNS):
            sums[i, column] = 0
        for word in range(RULE_WORDS):
            table[word] = rules[word]
        _, wrong = set_up(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game)
        if wrong == NO_FAULT:
            wrong = play_on(table, hidden, tally, bots, kinds, things, saved, space, False)
        if wrong == NO_FAULT:
            # Playing the beginning of a game again costs less than keeping every state that may turn out to be it.
            turn = _turn_before_event(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game, what)
            if turn >= 0:
                _replay(table, hidden, tally, bots, kinds, things, deck, size, players, seed, game, what, EVERY, turn)
                for word in range(STATE_WORDS):
                    kept[word] = table[word]
                copy_memory(things, from_word(deck, DECK_SIZE + DRAW_WORDS), kinds, players, True)
                wrong = _both_branches(
                    table, hidden, tally, kept, saved, space, deck, bots, kinds, things, changed, what, continuations,
                    sums, i,
                )  # fmt: skip
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
    other: Words,
    event: Words,
    continuations: int,
    sums: NDArray[np.int64],
    row: int,
) -> int:
    maker = table[SEAT]
    follower = neighbour(table, maker, table[DIRECTION])
    phase = phase_of(table) * PHASE_COLUMNS
    way = event[WAY]
    sums[row, phase + POSITIONS] = 1
    sums[row, phase + CONTINUATIONS] = continuations
    for continuation in range(1, continuations + 1):
        for branch in range(2):
            for word in range(STATE_WORDS):
                table[word] = kept[word]
            copy_memory(mine, from_word(deck, DECK_SIZE + DRAW_WORDS), traits, table[PLAYERS], False)
            began = tally[TURNS]
            # Asked with the dice of the game itself, so that it is the action of the game.
            action = PASS
            if way == ONE_TURN or (way != CHANGE and branch == 0):
                action, wrong = choose(table, hidden, tally, bots, traits, mine)
                if wrong != NO_FAULT:
                    return wrong
            elif way == PLAYS:
                action = _choose_but_take(table, hidden, tally, bots, traits, mine)
            purpose = (continuation << 16) | (event[CODE] << 12)
            shuffle_stock(hidden, table[STOCK], deck, purpose, way == ONE_TURN and action == TRY)
            hidden[STREAM] = purpose | (FORK_SEAT_STREAM << 4)
            if way == CHANGE:
                # What was found out by the rules up to now proves nothing under others; the same in both branches.
                table[PASSED] = 0
                hidden[CHECKED_GONE] = -1
                if branch == 0:
                    for word in range(RULE_WORDS):
                        table[word] = other[word]
            else:
                if way == ONE_TURN and branch == 1:
                    for word in range(RULE_WORDS):
                        table[word] = other[word]
                step(table, hidden, tally, action)
                if branch == 1:
                    if way == ONE_TURN:
                        for word in range(RULE_WORDS):
                            table[word] = kept[word]
                    elif way == PASSES:
                        table[PASSED] = 0  # such a pass, on a pile that could be taken, is no step of a proof
            tally[OUTCOME] = FINISHED
            if table[ACTIVE_COUNT] > 1:
                wrong = play_on(table, hidden, tally, bots, traits, mine, saved, space, False)
                if wrong != NO_FAULT:
                    return wrong
            base = phase + (WITH if branch == 0 else WITHOUT)
            turns = tally[TURNS] - began
            if tally[OUTCOME] == FINISHED:
                sums[row, base + MAKER_LOSES] += table[ACTIVE] >> maker & 1
                sums[row, base + NEXT_LOSES] += table[ACTIVE] >> follower & 1
                sums[row, base + TURNS_FINISHED] += turns
            else:
                sums[row, base + NO_END] += 1
            sums[row, base + MAKER_FIRST] += 1 if table[PLACE + maker] == 1 else 0
            sums[row, base + NEXT_FIRST] += 1 if table[PLACE + follower] == 1 else 0
            sums[row, base + TURNS_AFTER] += turns
    return NO_FAULT


@kernel
def _choose_but_take(table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words) -> int:
    """The action of the seat to play where taking the pile is not offered, though something else is legal.

    A strategy that answers with something else than is offered plays the lowest rank, as few cards as may go.
    """
    seat = table[SEAT]
    from_hand = table[HAND_SIZE + seat] > 0
    cards = hidden[HAND + seat] if from_hand else table[UP + seat]
    options = options_for(table, cards, seat, from_hand) & ~TAKE_BIT
    if not is_choice(table, cards, seat, options):
        return only_action(table, cards, seat, options)
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
    if is_legal(table, cards, seat, options, action):
        return action
    rank = lowest_rank(options & RANK_BITS)
    counts = counts_for(table, cards, seat, options, rank)
    count = 1
    while counts >> count & 1 == 0:
        count += 1
    return (rank << 60) | packed(rank, count)


@kernel
def copy_memory(mine: Words, kept: Words, traits: Words, players: int, keep: bool) -> None:
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
def shuffle_stock(hidden: Words, stock: int, deck: Words, purpose: int, keep_top: bool) -> None:
    """Shuffle the cards still in the stock, except the top one where that is being tried."""
    begin = hidden[DRAWN] + (1 if keep_top else 0)
    end = hidden[DRAWN] + stock
    draws = from_word(deck, DECK_SIZE)
    cards = from_word(hidden, DECK)
    stream = purpose | (FORK_DECK_STREAM << 4)
    shuffle(cards, begin, end, hidden[SEED_LOW], hidden[SEED_HIGH], stream, hidden[GAME], draws)
