"""A whole game: ask the strategies, carry out what they say, notice when it cannot end.

The schedule of the proofs, on which every implementation has to agree: after each turn, first whether the game is
over, then `all_pass`, then `stuck_cards`, then repetition, then the limit, then the marks. At the marks, the ends of
turns 32, 64, 128, ..., the game is over if `never_ends` holds; else the state is kept, and each later turn is compared
with the last one kept (Brent 1980, 'An improved Monte Carlo factorization algorithm'). Before a livelock is stated,
and at the limit, the search for `closed` is tried.
"""

from __future__ import annotations

from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.deal import begin, deal
from paskasim.kernels.decisions import NO_FAULT, REMEMBERS, STRIDE, choose, swap_rows
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    ALL_PASS,
    CLOSED,
    DEADLOCK,
    DEAL_UP,
    ESCAPE,
    FINISHED,
    FORCED_LOOP,
    LAST_CHOICE,
    LEAD_CHANGES,
    LEADER,
    LIMIT,
    LIVELOCK,
    MEMORY,
    MEMORY_WORDS,
    NO_PROOF,
    OUTCOME,
    PASSED,
    PILE,
    PLAYERS,
    PROOF,
    PROVES_STUCK,
    RULE_WORDS,
    STATE_REPEATS,
    STOCK,
    STUCK_CARDS,
    SWAP,
    TURNS,
    UNRESOLVED,
)
from paskasim.kernels.options import cards_left
from paskasim.kernels.proofs import cards_are_stuck, is_saved_state, never_ends, save_state
from paskasim.kernels.search import MOST_STATES, search
from paskasim.kernels.turn import step

FIRST_KEPT_TURN = 32
STATES_BEFORE_LIVELOCK = 1 << 11
STATES_A_TURN = 16  # of the limit


@kernel
def proof_now(table: Words, hidden: Words) -> int:
    """The proof that holds at the end of this turn without looking back, or NO_PROOF."""
    if table[PASSED] == table[ACTIVE_COUNT]:
        return ALL_PASS
    if table[PILE] == 0 and table[STOCK] == 0 and table[PROVES_STUCK] and cards_are_stuck(table, hidden):
        return STUCK_CARDS
    return NO_PROOF


@kernel
def repeats_for_ever(table: Words, traits: Words) -> bool:
    """Whether every strategy still in the game is deterministic and without memory of its own."""
    for seat in range(table[PLAYERS]):
        if table[ACTIVE] >> seat & 1 and traits[seat] != 0:
            return False
    return True


@kernel
def play_on(
    table: Words,
    hidden: Words,
    tally: Words,
    bots: Words,
    traits: Words,
    mine: Words,
    saved: Words,
    space: Words,
    detail: bool,
) -> int:
    """Play from a turn's beginning until the outcome is known; NO_FAULT, or the fault of `choose`.

    The turn number goes on from the tally. On a fault the state is that of the decision.
    """
    kept = -1
    keep_at = FIRST_KEPT_TURN
    while keep_at <= tally[TURNS]:
        keep_at *= 2
    proof = NO_PROOF
    while True:
        action, fault = choose(table, hidden, tally, bots, traits, mine)
        if fault != NO_FAULT:
            return fault
        step(table, hidden, tally, action)
        if detail:
            note_lead(table, tally)
        if table[ACTIVE_COUNT] == 1:
            break
        proof = proof_now(table, hidden)
        if proof != NO_PROOF:
            break
        turns = tally[TURNS]
        states = 0
        if kept >= 0 and table[PILE] == saved[PILE - RULE_WORDS] and is_saved_state(table, hidden, saved):
            if tally[LAST_CHOICE] <= kept:
                proof = FORCED_LOOP
                break
            if repeats_for_ever(table, traits):
                states = STATES_BEFORE_LIVELOCK
        livelock = states > 0
        if turns >= table[LIMIT] and not livelock:
            states = min(STATES_A_TURN * table[LIMIT], MOST_STATES)
        if states > 0:
            proof = search(table, hidden, states, space)
            if livelock and proof != CLOSED:
                proof = STATE_REPEATS
            break
        if turns == keep_at:
            if never_ends(table, hidden):
                proof = CLOSED
                break
            save_state(table, hidden, saved)
            kept = turns
            keep_at *= 2
    tally[PROOF] = proof
    tally[OUTCOME] = outcome_of(proof)
    return NO_FAULT


@kernel
def outcome_of(proof: int) -> int:
    """The outcome that a proof stands for."""
    if proof == NO_PROOF:
        return FINISHED
    if proof == STATE_REPEATS:
        return LIVELOCK
    return UNRESOLVED if proof >= ESCAPE else DEADLOCK


@kernel
def note_lead(table: Words, tally: Words) -> None:
    """Follow the leader: the seat that alone has the fewest cards in all zones; a tie keeps the former one."""
    fewest = 1 << 30
    leader = -1
    for seat in range(table[PLAYERS]):
        cards = cards_left(table, seat)
        if cards < fewest:
            fewest = cards
            leader = seat
        elif cards == fewest:
            leader = -1
    if leader >= 0 and leader != tally[LEADER]:
        if tally[LEADER] >= 0:
            tally[LEAD_CHANGES] += 1
        tally[LEADER] = leader


@kernel
def set_up(
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
) -> tuple[int, int]:
    """Deal game number `game` and let the rows be laid, up to the first turn: (seat, fault) as `swap_rows`."""
    deal(table, hidden, tally, deck, size, players, seed, game)
    for seat in range(players):
        if traits[seat] & REMEMBERS:
            for word in range(MEMORY_WORDS):
                mine[seat * traits[STRIDE] + MEMORY + word] = 0
    if table[SWAP] and table[DEAL_UP]:
        seat, fault = swap_rows(table, hidden, tally, bots, traits, mine)
        if fault != NO_FAULT:
            return seat, fault
    begin(table, hidden, tally)
    return 0, NO_FAULT
