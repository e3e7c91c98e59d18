"""What each player can know where cards are laid face down, as lower bounds that are certain (docs/bluff.md).

An observer is a player, or PUBLIC, who holds no cards and sees what lies open. For each there are the cards that it
knows in the pile, among those that burnt, and in every other hand. While a strategy is asked, PILE, GONE and KNOWN of
the table hold what its player knows; in between PILE and GONE are the truth, and KNOWN is what PUBLIC knows.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.decisions import ROLLS_DICE, STRIDE, answer_of, consult
from paskasim.kernels.layout import (
    CHALLENGE_QUESTION,
    CLAIM_QUESTION,
    CLAIMED,
    GAME,
    GONE,
    GONE_KNOWN,
    GONE_SIZE,
    HAND_KNOWN,
    KNOWING_WORDS,
    KNOWN,
    LANE,
    LANES,
    PILE,
    PILE_KNOWN,
    PILE_SIZE,
    PLAYERS,
    PUBLIC,
    SEAT,
    SEATS,
    SEED_HIGH,
    SEED_LOW,
    STREAM,
    TURNS,
)
from paskasim.kernels.pointers import from_word
from paskasim.kernels.rng import WORD, hand_over, philox

MOST_OF_A_RANK = 15


@kernel
def at_least(cards: int, laid: int) -> int:
    """What is surely left of `cards` when `laid` cards, any at all, have gone."""
    left = 0
    ranks = ranks_in(cards)
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        left |= max(0, count_of(cards, rank) - laid) << (rank << 2)
    return left


@kernel
def without(cards: int, shown: int) -> int:
    """What is left of `cards` without as many of `shown` as there are."""
    left = 0
    ranks = ranks_in(cards)
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        left |= max(0, count_of(cards, rank) - count_of(shown, rank)) << (rank << 2)
    return left


@kernel
def _observers(table: Words, turn: int) -> int:
    """Observer number `turn`: the players, then PUBLIC."""
    return turn if turn < table[PLAYERS] else PUBLIC


@kernel
def begin_knowing(table: Words, hidden: Words) -> None:
    """Before the first turn: all know what lies open and what was taken out of the up rows."""
    for word in range(KNOWING_WORDS):
        hidden[HAND_KNOWN + word] = 0
    for turn in range(table[PLAYERS] + 1):
        who = _observers(table, turn)
        hidden[PILE_KNOWN + who] = table[PILE]
        for seat in range(table[PLAYERS]):
            if seat != who:
                hidden[HAND_KNOWN + who * SEATS + seat] = table[KNOWN + seat]
    table[PILE_SIZE] = size(table[PILE])
    table[CLAIMED] = table[PILE]


@kernel
def pile_shows(table: Words, hidden: Words, cards: int) -> None:
    """`cards` join the pile and all see them."""
    for turn in range(table[PLAYERS] + 1):
        hidden[PILE_KNOWN + _observers(table, turn)] += cards


@kernel
def pile_moves(table: Words, hidden: Words, taker: int) -> None:
    """The pile goes to the hand of `taker`."""
    for turn in range(table[PLAYERS] + 1):
        who = _observers(table, turn)
        if who != taker:
            hidden[HAND_KNOWN + who * SEATS + taker] += hidden[PILE_KNOWN + who]
        hidden[PILE_KNOWN + who] = 0


@kernel
def pile_burns(table: Words, hidden: Words) -> None:
    """The pile leaves the game."""
    for turn in range(table[PLAYERS] + 1):
        who = _observers(table, turn)
        hidden[GONE_KNOWN + who] += hidden[PILE_KNOWN + who]
        hidden[PILE_KNOWN + who] = 0


@kernel
def hand_shows(table: Words, hidden: Words, seat: int, cards: int) -> None:
    """`cards` come to the hand of `seat` and all see them."""
    for turn in range(table[PLAYERS] + 1):
        who = _observers(table, turn)
        if who != seat:
            hidden[HAND_KNOWN + who * SEATS + seat] += cards


@kernel
def hand_lays(table: Words, hidden: Words, seat: int, cards: int, shown: bool) -> None:
    """`cards` leave the hand of `seat` face down; `shown` if a challenge turned them up."""
    laid = size(cards)
    for turn in range(table[PLAYERS] + 1):
        who = _observers(table, turn)
        known = hidden[HAND_KNOWN + who * SEATS + seat]
        if known != 0 and who != seat:
            hidden[HAND_KNOWN + who * SEATS + seat] = without(known, cards) if shown else at_least(known, laid)
    if not shown:
        hidden[PILE_KNOWN + seat] += cards


@kernel
def forget_hand(table: Words, hidden: Words, seat: int) -> None:
    """`seat` is out."""
    for turn in range(table[PLAYERS] + 1):
        hidden[HAND_KNOWN + _observers(table, turn) * SEATS + seat] = 0


@kernel
def show_public(table: Words, hidden: Words, rank: int, count: int) -> None:
    """Set the words that all see when a turn has ended, in which `count` cards were played as `rank`, or none."""
    for seat in range(table[PLAYERS]):
        table[KNOWN + seat] = hidden[HAND_KNOWN + PUBLIC * SEATS + seat]
    table[PILE_SIZE] = size(table[PILE])
    table[GONE_SIZE] = size(table[GONE])
    if table[PILE] == 0:
        table[CLAIMED] = 0
    elif count > 0:
        before = count_of(table[CLAIMED], rank)
        table[CLAIMED] += (min(before + count, MOST_OF_A_RANK) - before) << (rank << 2)


@kernel
def look(table: Words, hidden: Words, seat: int) -> tuple[int, int]:
    """Show on the table what `seat` knows; PILE and GONE, to be put back."""
    pile = table[PILE]
    gone = table[GONE]
    table[PILE] = hidden[PILE_KNOWN + seat]
    table[GONE] = hidden[GONE_KNOWN + seat]
    for other in range(table[PLAYERS]):
        table[KNOWN + other] = hidden[HAND_KNOWN + seat * SEATS + other]
    table[KNOWN + seat] = hidden[HAND_KNOWN + PUBLIC * SEATS + seat]
    return pile, gone


@kernel
def consult_knowing(
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
    """Ask as `decisions.consult` does, with what the player at `seat` knows on the table."""
    pile, gone = look(table, hidden, seat)
    answer = consult(table, hidden, address, block, traits, mine, seat, cards, options)
    table[PILE] = pile
    table[GONE] = gone
    return answer


@routine
def _throw(hidden: Words, claimant: int, lanes: int, turn: int) -> None:
    """Make the dice of `lanes` seats side by side.

    A function of its own, or what it needs in vector registers would be kept for the whole game and be loaded anew
    after every answer of a strategy.
    """
    stream = hidden[STREAM]
    low = hidden[GAME] & WORD
    high = (hidden[GAME] >> 32) & WORD
    key_0 = hidden[SEED_LOW]
    key_1 = hidden[SEED_HIGH]
    for seat in range(lanes):
        question = CLAIM_QUESTION if seat == claimant else CHALLENGE_QUESTION
        w0, w1, w2, w3 = philox(key_0, key_1, turn + question, stream + seat, low, high)
        hidden[LANES + seat] = w0
        hidden[LANES + LANE + seat] = w1
        hidden[LANES + 2 * LANE + seat] = w2
        hidden[LANES + 3 * LANE + seat] = w3


@kernel
def throw_dice(table: Words, hidden: Words, tally: Words, traits: Words, mine: Words) -> None:
    """Give all who roll dice those of this turn: the seat to play for its claim, the others for their challenge.

    The same as `decisions.consult` would give them.
    """
    players = table[PLAYERS]
    rolling = 0
    for seat in range(players):
        rolling |= traits[seat] & ROLLS_DICE
    if rolling == 0:
        return
    # In whole eights, which a processor with wide registers makes at once; it would make what is left one by one.
    _throw(hidden, table[SEAT], (players + 7) & ~7, tally[TURNS] * 8)
    for seat in range(players):
        if traits[seat] & ROLLS_DICE:
            hand_over(
                from_word(mine, seat * traits[STRIDE]),
                hidden[LANES + seat],
                hidden[LANES + LANE + seat],
                hidden[LANES + 2 * LANE + seat],
                hidden[LANES + 3 * LANE + seat],
            )


@kernel
def consult_thrown(
    table: Words, hidden: Words, address: int, traits: Words, mine: Words, seat: int, cards: int, options: int
) -> int:
    """Ask as `consult_knowing` does, with the dice that were thrown for the turn."""
    pile, gone = look(table, hidden, seat)
    answer = answer_of(table, address, from_word(mine, seat * traits[STRIDE]), seat, cards, options)
    table[PILE] = pile
    table[GONE] = gone
    return answer
