"""A whole game: ask the strategies, carry out what they say, notice when it cannot end.

The schedule of the proofs, on which every implementation has to agree: after each turn, first whether the game is
over, then `all_pass`, then `stuck_cards`, then repetition, then the limit. For repetition the state is kept at the
end of turns 32, 64, 128, ... and each later turn is compared with the last one kept (Brent 1980, 'An improved Monte
Carlo factorization algorithm').
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of, lowest_rank, packed, ranks_in
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.deal import begin, deal, exchange
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    ALL_PASS,
    CHOICES,
    DEADLOCK,
    DEAL_UP,
    ESCAPE,
    FINISHED,
    FLIP,
    FORCED_LOOP,
    GAME,
    HAND,
    HAND_SIZE,
    LAST_CHOICE,
    LEAD_CHANGES,
    LEADER,
    LIMIT,
    LIVELOCK,
    MEMORY,
    MEMORY_WORDS,
    MINE_WORDS,
    NO_PROOF,
    OPEN,
    OUTCOME,
    PASS,
    PASS_BIT,
    PASSED,
    PILE,
    PLAY_QUESTION,
    PLAYERS,
    PROOF,
    PROVES_STUCK,
    QUESTIONS,
    RANK_BITS,
    ROW_CARD_QUESTION,
    ROW_CARD_SHIFT,
    RULE_WORDS,
    SEAT,
    SEED_HIGH,
    SEED_LOW,
    STATE_REPEATS,
    STOCK,
    STREAM,
    STUCK_CARDS,
    SWAP,
    SWAP_QUESTION,
    TAKE,
    TAKE_BIT,
    TAKE_CARD,
    TRY,
    TRY_BIT,
    TURNS,
    UNRESOLVED,
    UP,
)
from paskasim.kernels.options import cards_left, counts_for, is_choice, options_for
from paskasim.kernels.pointers import ask, from_word
from paskasim.kernels.proofs import cards_are_stuck, is_saved_state, save_state
from paskasim.kernels.rng import fill_dice
from paskasim.kernels.turn import flips_next, has_row_choice, step

FIRST_KEPT_TURN = 32
ROLLS_DICE = 1
REMEMBERS = 2
NO_FAULT = 0


@kernel
def consult(
    table: Words,
    hidden: Words,
    address: int,
    block: int,
    traits: Words,
    mine: Words,
    seat: int,
    cards: int,
    options: int,
) -> int:
    """Ask the strategy at `seat` the question whose answer lies at `address`, with the dice of `block` if it rolls."""
    things = from_word(mine, seat * MINE_WORDS)
    if traits[seat] & ROLLS_DICE:
        fill_dice(things, hidden[SEED_LOW], hidden[SEED_HIGH], block, hidden[STREAM] + seat, hidden[GAME])
    return ask(address, table, things, cards, seat, options)


@kernel
def is_legal(table: Words, cards: int, seat: int, options: int, action: int) -> bool:
    """Whether `action` is one of the legal actions that `options` stand for."""
    rank = (action >> 60) & 15
    if rank == 15:
        return (
            (action == TAKE and options & TAKE_BIT != 0)
            or (action == TRY and options & TRY_BIT != 0)
            or (action == PASS and options & PASS_BIT != 0)
        )
    if options >> (rank << 2) & 1 == 0:
        return False
    count = count_of(action, rank)
    if action != (rank << 60) | packed(rank, count):
        return False
    return counts_for(table, cards, seat, options, rank) >> count & 1 != 0


@kernel
def only_action(table: Words, cards: int, seat: int, options: int) -> int:
    """The one legal action where there is no choice."""
    ranks = options & RANK_BITS
    if ranks:
        rank = lowest_rank(ranks)
        counts = counts_for(table, cards, seat, options, rank)
        count = 0
        while counts > 1:
            counts >>= 1
            count += 1
        return (rank << 60) | packed(rank, count)
    if options & TAKE_BIT:
        return TAKE
    if options & TRY_BIT:
        return TRY
    return PASS


@kernel
def choose(
    table: Words,
    hidden: Words,
    tally: Words,
    bots: Words,
    traits: Words,
    mine: Words,
) -> tuple[int, int]:
    """The action of the seat to play, and the question that was answered illegally plus one, or NO_FAULT."""
    seat = table[SEAT]
    if flips_next(table, seat):
        return FLIP, NO_FAULT
    from_hand = table[HAND_SIZE + seat] > 0
    cards = hidden[HAND + seat] if from_hand else table[UP + seat]
    options = options_for(table, cards, seat, from_hand)
    if is_choice(table, cards, seat, options):
        tally[CHOICES] += 1
        tally[LAST_CHOICE] = tally[TURNS] + 1
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
        if not is_legal(table, cards, seat, options, action):
            return action, PLAY_QUESTION + 1
    else:
        action = only_action(table, cards, seat, options)
    if action == TAKE and table[TAKE_CARD] and not from_hand:
        row = table[UP + seat]
        card = 1 << (lowest_rank(ranks_in(row)) << 2)
        if has_row_choice(table, seat):
            tally[LAST_CHOICE] = tally[TURNS] + 1
            card = consult(
                table,
                hidden,
                bots[seat * QUESTIONS + ROW_CARD_QUESTION],
                tally[TURNS] * 8 + ROW_CARD_QUESTION,
                traits,
                mine,
                seat,
                row,
                options,
            )
            if card <= 0 or card & ranks_in(row) != card or card & (card - 1) != 0:
                return card, ROW_CARD_QUESTION + 1
        action |= (lowest_rank(card) + 1) << ROW_CARD_SHIFT
    return action, NO_FAULT


@kernel
def swap_rows(
    table: Words,
    hidden: Words,
    tally: Words,
    bots: Words,
    traits: Words,
    mine: Words,
) -> tuple[int, int]:
    """Let each player lay the up row: (seat, fault) of the first illegal one, fault NO_FAULT if there is none."""
    for seat in range(table[PLAYERS]):
        if hidden[HAND + seat] != 0:
            up = consult(
                table,
                hidden,
                bots[seat * QUESTIONS + SWAP_QUESTION],
                tally[TURNS] * 8 + SWAP_QUESTION,
                traits,
                mine,
                seat,
                hidden[HAND + seat],
                table[UP + seat],
            )
            if not exchange(table, hidden, seat, up):
                return seat, SWAP_QUESTION + 1
    return 0, NO_FAULT


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
        if kept >= 0 and table[PILE] == saved[PILE - RULE_WORDS] and is_saved_state(table, hidden, saved):
            if tally[LAST_CHOICE] <= kept:
                proof = FORCED_LOOP
                break
            if repeats_for_ever(table, traits):
                proof = STATE_REPEATS
                break
        if turns >= table[LIMIT]:
            proof = OPEN
            break
        if turns == keep_at:
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
                mine[seat * MINE_WORDS + MEMORY + word] = 0
    if table[SWAP] and table[DEAL_UP]:
        seat, fault = swap_rows(table, hidden, tally, bots, traits, mine)
        if fault != NO_FAULT:
            return seat, fault
    begin(table, hidden, tally)
    return 0, NO_FAULT
