"""What each player can know where cards are laid face down, as lower bounds that are certain (docs/bluff.md).

An observer is a player, or PUBLIC, who holds no cards and sees what lies open. For each there are the cards that it
knows in the pile, among those that burnt, and in every other hand. While a strategy is asked, PILE, GONE and KNOWN of
the table hold what its player knows; in between PILE and GONE are the truth, and KNOWN is what PUBLIC knows.
"""

from __future__ import annotations

from paskasim.kernels.cards import count_of, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.decisions import consult
from paskasim.kernels.layout import (
    CLAIMED,
    GONE,
    GONE_KNOWN,
    GONE_SIZE,
    HAND_KNOWN,
    KNOWING_WORDS,
    KNOWN,
    PILE,
    PILE_KNOWN,
    PILE_SIZE,
    PLAYERS,
    PUBLIC,
    SEATS,
)

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
