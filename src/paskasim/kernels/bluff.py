"""Games with bluff (RULES.md section 7): plays from the hand are claims, everything else is as in open play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.batch import store_results
from paskasim.kernels.cards import packed, size
from paskasim.kernels.claims import NOBODY, choose_claim, choose_openly, find_doubter
from paskasim.kernels.compiled import Words, entry, kernel
from paskasim.kernels.deal import sorted_deck
from paskasim.kernels.decisions import NO_FAULT
from paskasim.kernels.game import FIRST_KEPT_TURN, note_lead, repeats_for_ever, set_up
from paskasim.kernels.knowing import (
    begin_knowing,
    forget_hand,
    hand_lays,
    hand_shows,
    pile_burns,
    pile_moves,
    pile_shows,
    show_public,
)
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    AFTER_HONEST,
    AFTER_LIE,
    BLUFF_HIDDEN_WORDS,
    BURN_BURNS,
    BURN_CONTINUES,
    CARD_BITS,
    CAUGHT,
    CHALLENGES,
    CLAIMS,
    DECK_SIZE,
    DIRECTION,
    DOWN,
    EFFECT_NOW,
    FAILED_FLIPS,
    FINISHED,
    FLIP,
    HAND,
    HAND_KNOWN,
    HAND_SIZE,
    HONEST_BURN,
    KNOWING_WORDS,
    LIES,
    LIMIT,
    LIVELOCK,
    NEXT_TAKES_LEAD,
    NEXT_TAKES_PASS,
    NO_PROOF,
    NONE,
    OPEN,
    OPENING_RANK,
    OUTCOME,
    PASS,
    PILE,
    PROOF,
    ROW_CARD_SHIFT,
    RULE_WORDS,
    SEAT,
    STATE_REPEATS,
    TABLE_WORDS,
    TALLY_WORDS,
    TURNS,
    TURNS_OF,
    UNRESOLVED,
)
from paskasim.kernels.options import phase_of
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.proofs import SAVED_WORDS, is_saved_state, save_state
from paskasim.kernels.rng import DRAW_WORDS
from paskasim.kernels.turn import (
    apply_effect,
    burn_pile,
    count_taken,
    finish_turn,
    is_burn,
    lay,
    neighbour,
    step,
    take_pile,
)

BLUFF_WORK_WORDS = TABLE_WORDS + BLUFF_HIDDEN_WORDS + TALLY_WORDS + SAVED_WORDS + KNOWING_WORDS + DECK_SIZE + DRAW_WORDS


@kernel
def step_openly(table: Words, hidden: Words, tally: Words, action: int) -> None:
    """Carry out an action that all can see, as `turn.step` does, and note what it tells."""
    seat = table[SEAT]
    rank = (action >> 60) & 15
    turned = hidden[DOWN + seat] & 15
    failed = tally[FAILED_FLIPS]
    following = neighbour(table, seat, table[DIRECTION])
    step(table, hidden, tally, action)
    count = 0
    if action == FLIP:
        rank = turned
        if tally[FAILED_FLIPS] == failed:
            count = 1
        else:
            pile_moves(table, hidden, seat)
            hand_shows(table, hidden, seat, 1 << (rank << 2))
    elif rank != 15:
        count = size(action & CARD_BITS)
    elif action != PASS:
        pile_moves(table, hidden, seat)
        row_card = (action >> ROW_CARD_SHIFT) & 15
        if row_card:
            hand_shows(table, hidden, seat, 1 << ((row_card - 1) << 2))
    if count > 0:
        pile_shows(table, hidden, packed(rank, count))
    effect = tally[EFFECT_NOW]
    _note_effect(table, hidden, effect, following)
    if table[ACTIVE] >> seat & 1 == 0:
        forget_hand(table, hidden, seat)
    show_public(table, hidden, rank, count)


@kernel
def _note_effect(table: Words, hidden: Words, effect: int, following: int) -> None:
    if is_burn(effect):
        pile_burns(table, hidden)
    elif NEXT_TAKES_PASS <= effect <= NEXT_TAKES_LEAD:
        pile_moves(table, hidden, following)


@kernel
def step_claim(table: Words, hidden: Words, tally: Words, claim: int, doubter: int) -> None:
    """Carry out a legal claim of the seat to play, which `doubter` challenges, or NOBODY, to the end of the turn."""
    seat = table[SEAT]
    phase = phase_of(table)
    tally[TURNS] += 1
    tally[TURNS_OF + seat] += 1
    rank = (claim >> 60) & 15
    cards = claim & CARD_BITS
    count = size(cards)
    honest = cards == packed(rank, count)
    tally[CLAIMS] += 1
    if not honest:
        tally[LIES] += 1
    table[OPENING_RANK] = -1
    hidden[HAND + seat] -= cards
    table[HAND_SIZE + seat] -= count
    pile = table[PILE] + cards
    effect = lay(table, phase, rank, count)
    table[PILE] = pile
    following = neighbour(table, seat, table[DIRECTION])
    hand_lays(table, hidden, seat, cards, doubter != NOBODY)
    if doubter == NOBODY:
        base, steps, stays = apply_effect(table, hidden, tally, seat, effect, count)
        _note_effect(table, hidden, effect, following)
    else:
        pile_shows(table, hidden, cards)
        base, steps, stays = _settle(table, hidden, tally, seat, doubter, honest, is_burn(effect))
        effect = NONE
    tally[EFFECT_NOW] = effect
    finish_turn(table, hidden, tally, seat, base, steps, stays, False)
    if table[ACTIVE] >> seat & 1 == 0:
        forget_hand(table, hidden, seat)
    show_public(table, hidden, rank, count)


@kernel
def _settle(
    table: Words, hidden: Words, tally: Words, seat: int, doubter: int, honest: bool, burns: bool
) -> tuple[int, int, int]:
    """Settle a challenge: who takes the pile, and who plays next, told as by `turn.apply_effect`."""
    tally[CHALLENGES] += 1
    if not honest:
        tally[CAUGHT] += 1
        count_taken(tally, take_pile(table, hidden, seat))
        pile_moves(table, hidden, seat)
        return seat, 1, doubter if table[AFTER_LIE] == 1 else -1
    if burns and table[HONEST_BURN] & BURN_BURNS:
        burn_pile(table)
        pile_burns(table, hidden)
    else:
        take_pile(table, hidden, doubter)
        pile_moves(table, hidden, doubter)
    if table[AFTER_HONEST] == 0 or (burns and table[HONEST_BURN] & BURN_CONTINUES):
        return seat, 1, seat
    return seat if table[AFTER_HONEST] == 1 else doubter, 1, -1


@kernel
def choose_turn(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words
) -> tuple[int, bool, int]:
    """What the seat to play does: (action, whether it is a claim, fault)."""
    if table[HAND_SIZE + table[SEAT]] > 0:
        action, fault = choose_claim(table, hidden, tally, bots, traits, mine)
        return action, (action >> 60) & 15 != 15, fault
    action, fault = choose_openly(table, hidden, tally, bots, traits, mine)
    return action, False, fault


@kernel
def play_turn(table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words) -> tuple[int, int]:
    """Play one turn: (seat, fault) of an illegal answer, or NO_FAULT."""
    action, claims, fault = choose_turn(table, hidden, tally, bots, traits, mine)
    if fault != NO_FAULT:
        return table[SEAT], fault
    if not claims:
        step_openly(table, hidden, tally, action)
        return 0, NO_FAULT
    doubter, fault = find_doubter(table, hidden, tally, bots, traits, mine, action)
    if fault != NO_FAULT:
        return doubter, fault
    step_claim(table, hidden, tally, action, doubter)
    return 0, NO_FAULT


@kernel
def play_claims_on(
    table: Words, hidden: Words, tally: Words, bots: Words, traits: Words, mine: Words, saved: Words, detail: bool
) -> tuple[int, int]:
    """Play from a turn's beginning until the outcome is known: (seat, fault) of an illegal answer, or NO_FAULT.

    Nothing proves that such a game can't end; it repeats for ever once its whole state returns and no strategy in it
    rolls dice or remembers. The states compared are those that `game.play_on` compares.
    """
    kept = -1
    keep_at = FIRST_KEPT_TURN
    while keep_at <= tally[TURNS]:
        keep_at *= 2
    while True:
        seat, fault = play_turn(table, hidden, tally, bots, traits, mine)
        if fault != NO_FAULT:
            return seat, fault
        if detail:
            note_lead(table, tally)
        if table[ACTIVE_COUNT] == 1:
            tally[PROOF] = NO_PROOF
            tally[OUTCOME] = FINISHED
            break
        turns = tally[TURNS]
        if (
            kept >= 0
            and table[PILE] == saved[PILE - RULE_WORDS]
            and is_saved_state(table, hidden, saved)
            and _is_known(hidden, saved)
            and repeats_for_ever(table, traits)
        ):
            tally[PROOF] = STATE_REPEATS
            tally[OUTCOME] = LIVELOCK
            break
        if turns >= table[LIMIT]:
            tally[PROOF] = OPEN
            tally[OUTCOME] = UNRESOLVED
            break
        if turns == keep_at:
            save_state(table, hidden, saved)
            for word in range(KNOWING_WORDS):
                saved[SAVED_WORDS + word] = hidden[HAND_KNOWN + word]
            kept = turns
            keep_at *= 2
    return 0, NO_FAULT


@kernel
def _is_known(hidden: Words, saved: Words) -> bool:
    """Whether everybody knows what was known in the saved state."""
    for word in range(KNOWING_WORDS):
        if hidden[HAND_KNOWN + word] != saved[SAVED_WORDS + word]:
            return False
    return True


@entry
def bluff_batch(
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
    """Play games with bluff as `batch.play_batch` plays open ones; `work` has BLUFF_WORK_WORDS."""
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
    games: int = places.shape[1]
    for i in range(games):
        game = first + i
        seat, wrong = set_up(table, hidden, tally, bots, kinds, things, deck, size_of_deck, players, seed, game)
        if wrong == NO_FAULT:
            begin_knowing(table, hidden)
            seat, wrong = play_claims_on(table, hidden, tally, bots, kinds, things, saved, detail)
        if wrong != NO_FAULT:
            fault[0] = wrong
            fault[1] = seat
            fault[2] = game
            fault[3] = tally[TURNS]
            return i
        store_results(table, tally, tallies, places, i)
    return games
