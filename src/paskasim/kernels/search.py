"""Can this game still end? The search behind the proofs `closed` and `escape` (RULES.md section 8).

From one state on, every legal action of every player, with all cards seen: hands, blind rows and the stock as they
lie. Best first, by the plays that it takes at least until the game is over; of equals the state that was seen first.
So an end that is there is mostly found within some dozens of states, and where none is found every state has been
seen. Only what lies behind a state is not looked at where `never_ends` shows already that nothing ends there; this is
asked of the first state, and from EASY_STATES on of all.
`paskasim.reference.search` does the same in plain Python, state by state in the same order.
"""

from __future__ import annotations

from paskasim.kernels.cards import lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import (
    ACTIVE,
    ACTIVE_COUNT,
    CLOSED,
    DOWN_SIZE,
    DRAWN,
    ESCAPE,
    FLIP,
    HAND,
    HAND_SIZE,
    HIDDEN_WORDS,
    OPEN,
    PASS,
    PASS_BIT,
    PLAYERS,
    RANK_BITS,
    ROW_CARD_SHIFT,
    SEAT,
    STOCK,
    TABLE_WORDS,
    TAKE,
    TAKE_BIT,
    TAKE_CARD,
    TALLY_WORDS,
    TRY,
    TRY_BIT,
    UP,
)
from paskasim.kernels.options import counts_for, options_for
from paskasim.kernels.packed import MOST_WORDS, pack, place_of, stride_of, unpack
from paskasim.kernels.pointers import from_word
from paskasim.kernels.proofs import never_ends
from paskasim.kernels.turn import flips_next, step

MOST_ACTIONS = 256
MOST_PLAYS = 512
MOST_STATES = 1 << 18
EASY_STATES = 256  # most ends are found among so many; `never_ends` would only cost time there, but for the first state
FIRST_PLACES = 256  # of the hash table, which is doubled when it is half full
SEARCH_WORDS = (
    1 + TABLE_WORDS + HIDDEN_WORDS + TALLY_WORDS + MOST_ACTIONS + 2 * MOST_PLAYS + 5 * MOST_STATES
    + MOST_WORDS * (MOST_STATES + 1)
)  # fmt: skip


@kernel
def actions_into(table: Words, hidden: Words, actions: Words) -> int:
    """Write every legal action of the seat to play, in the order of the records, and return how many there are."""
    seat = table[SEAT]
    if flips_next(table, seat):
        actions[0] = FLIP
        return 1
    from_hand = table[HAND_SIZE + seat] > 0
    cards = hidden[HAND + seat] if from_hand else table[UP + seat]
    options = options_for(table, cards, seat, from_hand)
    n = 0
    ranks = options & RANK_BITS
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        counts = counts_for(table, cards, seat, options, rank)
        for count in range(1, 16):
            if counts >> count & 1:
                actions[n] = (rank << 60) | (count << (rank << 2))
                n += 1
    if options & TAKE_BIT:
        if table[TAKE_CARD] and not from_hand:
            ranks = ranks_in(cards)
            while ranks != 0:
                actions[n] = TAKE | (lowest_rank(ranks) + 1) << ROW_CARD_SHIFT
                ranks &= ranks - 1
                n += 1
        else:
            actions[n] = TAKE
            n += 1
    if options & TRY_BIT:
        actions[n] = TRY
        n += 1
    if options & PASS_BIT:
        actions[n] = PASS
        n += 1
    return n


@kernel
def _plays_to_come(table: Words, hidden: Words) -> int:
    """How many plays it takes at least until the game is over: one a rank of each zone, and one a blind card.

    Of all active players but the one for whom it takes most.
    """
    total = 0
    most = 0
    for seat in range(table[PLAYERS]):
        if table[ACTIVE] >> seat & 1:
            plays = size(ranks_in(hidden[HAND + seat])) + size(ranks_in(table[UP + seat])) + table[DOWN_SIZE + seat]
            total += plays
            most = max(most, plays)
    return total - most


@routine
def search(table: Words, hidden: Words, most: int, space: Words) -> int:
    """Search from the state on, and see `most` states at most: CLOSED, ESCAPE or OPEN.

    `most` is MOST_STATES at most; `space` (SEARCH_WORDS) is scratch space, and its word 0 tells how many
    states were seen.
    """
    here = from_word(space, 1)
    secret = from_word(here, TABLE_WORDS)
    tally = from_word(secret, HIDDEN_WORDS)
    actions = from_word(tally, TALLY_WORDS)
    first = from_word(actions, MOST_ACTIONS)  # by plays to come: the states still to be looked at are a queue
    last = from_word(first, MOST_PLAYS)
    behind = from_word(last, MOST_PLAYS)  # by state: the next one in its queue
    seen = from_word(behind, MOST_STATES)
    states = from_word(seen, 4 * MOST_STATES)
    for word in range(TABLE_WORDS):
        here[word] = table[word]
    for word in range(HIDDEN_WORDS):
        secret[word] = hidden[word]
    for word in range(TALLY_WORDS):
        tally[word] = 0
    for plays in range(MOST_PLAYS):
        first[plays] = -1
    dealt = hidden[DRAWN] + table[STOCK]
    stride = stride_of(table)
    mask = 0
    count = 0
    number = -1  # the state that is looked at; none while the first one is put in its queue
    fewest = MOST_PLAYS
    while True:
        found = 1
        i = 0
        while i < found:
            if number >= 0:
                unpack(here, secret, from_word(states, number * stride), dealt)
                if i == 0:
                    argues = number == 0 or count >= EASY_STATES
                    found = 0 if argues and never_ends(here, secret) else actions_into(here, secret, actions)
                    if found == 0:
                        break
                step(here, secret, tally, actions[i])
                if here[ACTIVE_COUNT] == 1:
                    space[0] = count
                    return ESCAPE
            i += 1
            if 2 * count >= mask:  # half full
                mask = max(FIRST_PLACES, 2 * (mask + 1)) - 1
                for place in range(mask + 1):
                    seen[place] = -1
                for known in range(count):
                    seen[place_of(states, stride, seen, mask, known)] = known
            pack(here, secret, from_word(states, count * stride))
            place = place_of(states, stride, seen, mask, count)
            if seen[place] >= 0:
                continue
            if count == most:
                space[0] = count
                return OPEN
            seen[place] = count
            plays = _plays_to_come(here, secret)
            behind[count] = -1
            if first[plays] < 0:
                first[plays] = count
            else:
                behind[last[plays]] = count
            last[plays] = count
            fewest = min(fewest, plays)
            count += 1
        while fewest < MOST_PLAYS and first[fewest] < 0:
            fewest += 1
        if fewest == MOST_PLAYS:
            space[0] = count
            return CLOSED
        number = first[fewest]
        first[fewest] = behind[number]
