"""`careful`: the tips of the German and Italian guides, one parameter a tip.

A tip that speaks of a rank means what the rank does, and houses change that; so 'a 2 or 10' is here a *special*: a
rank that goes on most tops above it, or that burns an ordinary pile (`foresight`). What each tip was taken to mean
stands at its parameter. Every tip can be switched off by 0; with all of them off, `careful` plays the games of
`lowest`.

All plays are ranked by the order of `lowest`, and the tips move a play up or down:

1. `fours` (and `track`, once nobody else can hold a card that burns): a play that burns by a run goes first;
2. `ace`: against a next player who is about to go out, an ace;
3. `shed` turns the order of the ordinary ranks round;
4. `threshold`, `fours`, `ace`: cards held back go after the other ordinary ranks, and
5. `specials`, `keep`: specials after those.

`keep` speaks last: it may put a special off by taking the pile, and says how many go at once.

`shed`, `ace` and `fours` are off unless asked for: they lose games (`experiments/tips`).
"""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import count_of, lowest_rank, ranks_in, size
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    ACE,
    ACTIVE,
    BURN_FOUR,
    BURN_RULE,
    BURN_TEN,
    DECK_CARDS,
    EFFECT,
    GONE,
    HAND_SIZE,
    KING,
    PARAMS,
    PILE,
    PLAYERS,
    RANK_BITS,
    RANKS,
    RUN_BURNS,
    RUN_SIZE,
    STOCK,
    TAKE,
    TAKE_BIT,
    TEN,
    TRY,
    TWO,
)
from paskasim.kernels.options import cards_left, counts_for, phase_of
from paskasim.strategies import lowest
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.foresight import (
    burning_ranks,
    cards_of,
    followers,
    following,
    held_off_ranks,
    highest_rank,
    lifting_ranks,
    outcome_of_play,
    roaming_ranks,
    up_to,
)
from paskasim.strategies.moves import highest_count

SWAP, KEEP, HEAVY, THRESHOLD, TRACK, SHED, TRAP, FOURS, SPECIALS = range(PARAMS, PARAMS + 9)
TO_THE_LETTER, AS_DEALT, LOWEST_UP = 1, 2, 3

ORDINARY = lowest.IN_ORDER
ALL_CARDS = 15
LAST_FIRST_UP = lowest.FIRST_UP[::-1]
as_lowest = kernel(lowest.swap)

# What a tip adds to the cost of a play: twice the place in the order of lowest, which is 0 to 12 for ordinary ranks
# and 13 to 15 for 10, 2 and joker.
HELD_BACK = 25
OTHER_SPECIAL = 8
HELD_LAST = 1 << 7
TRAPS_FIRST = 1 << 16
RUNS_FIRST = 1 << 20


@kernel
def place_of(rank: int) -> int:
    """Place of a rank in the order of `lowest`: 3..9, J..K, A, 10, 2, joker."""
    if rank == TEN:
        return 13
    return rank if rank < TWO else rank + 1


@kernel
def _smallest_hand(table: Any, seat: int) -> int:
    """Cards in the smallest hand of the other active players."""
    fewest = 1 << 20
    for other in range(table[PLAYERS]):
        if other != seat and table[ACTIVE] >> other & 1:
            fewest = min(fewest, table[HAND_SIZE + other])
    return fewest


@kernel
def _none_left(table: Any, hand: int, ranks: int) -> bool:
    """Whether nobody else can hold a card of `ranks`: all are burnt or in `hand`."""
    left = 0
    while ranks != 0:
        rank = lowest_rank(ranks)
        ranks &= ranks - 1
        left += table[DECK_CARDS + rank] - count_of(table[GONE], rank) - count_of(hand, rank)
    return left <= 0


@kernel
def _trap_rank(table: Any, hand: int) -> int:
    """The highest ordinary rank in `hand`, if it stays on a face and less than a third of the deck may follow; or -1.

    That is an ace where aces do not burn, else a king.
    """
    row = (phase_of(table) << 4) + KING
    ranks = ranks_in(hand) & ORDINARY & ~0xFFFFFFFF
    while ranks != 0:
        rank = highest_rank(ranks)
        ranks &= ~(1 << (rank << 2))
        effect = table[EFFECT + (row << 4) + rank]
        if effect < BURN_TEN or effect > BURN_RULE:
            cards = 0
            for other in range(RANKS):
                cards += table[DECK_CARDS + other]
            return rank if 3 * followers(table, rank) < cards else -1
    return -1


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The play that comes first by the order of `lowest` and the tips that are on."""
    ranks = options & RANK_BITS
    if ranks == 0:
        return TAKE if options & TAKE_BIT else TRY

    keep = mine[KEEP]
    burning = 0
    specials = 0
    if keep or mine[SPECIALS] or mine[THRESHOLD] or mine[TRACK]:
        burning = burning_ranks(table)
        specials = burning | roaming_ranks(table)
    runs_first = mine[FOURS] != 0
    if mine[TRACK]:
        if _none_left(table, hand, burning):
            runs_first = True
        if keep and _none_left(table, hand, specials):
            keep += 1
    turned = mine[SHED] != 0 and table[STOCK] == 0 and _smallest_hand(table, seat) <= mine[SHED]
    trap = -1
    trapping = False
    if mine[TRAP]:
        trap = _trap_rank(table, hand)
        trapping = trap >= 0 and cards_left(table, following(table, seat)) <= mine[TRAP]
    lifting = 0
    if mine[THRESHOLD]:
        lifting = lifting_ranks(table, ranks_in(hand) & ~specials, held_off_ranks(table))
    last_lifting = cards_of(hand, lifting)

    held_specials = cards_of(hand, specials)
    heavy = size(table[PILE]) >= mine[HEAVY]
    # A hand of specials only, that no stock fills up, is about to be got rid of: then nothing is kept.
    if table[HAND_SIZE + seat] == 0 or (table[STOCK] == 0 and held_specials == size(hand)):
        keep = 0

    best = -1
    best_counts = 0
    least = 1 << 40
    while ranks != 0:
        rank = lowest_rank(ranks)
        bit = 1 << (rank << 2)
        ranks &= ranks - 1
        counts = counts_for(table, hand, seat, options, rank)
        cost = 2 * place_of(rank)
        if turned and bit & ORDINARY:
            cost = 2 * (ACE - rank)
        if mine[FOURS] and table[STOCK] and bit & table[RUN_BURNS] and count_of(hand, rank) == table[RUN_SIZE] - 1:
            cost = max(cost, HELD_BACK)
        if rank == trap and count_of(hand, rank) == 1:
            cost = HELD_BACK
        if rank == trap and trapping:
            cost = -TRAPS_FIRST
        if bit & lifting and count_of(hand, rank) == last_lifting:
            cost = max(cost, HELD_BACK)
        if keep and bit & specials and (bit & burning != 0) != heavy:
            cost += OTHER_SPECIAL
        if bit & specials and (mine[SPECIALS] or (keep and held_specials <= keep)):
            cost += HELD_LAST
        if runs_first:
            effect, _ = outcome_of_play(table, rank, highest_count(counts))
            if effect == BURN_FOUR:
                cost -= RUNS_FIRST
        if cost < least:
            least = cost
            best = rank
            best_counts = counts

    most = ALL_CARDS
    if least < -TRAPS_FIRST:
        return up_to(best_counts, best, most)  # the whole run
    if best == trap and not trapping:
        most = max(1, count_of(hand, best) - 1)
    if specials >> (best << 2) & 1 and size(hand) > count_of(hand, best):
        if mine[SPECIALS]:
            most = 1
        elif keep:
            most = max(1, held_specials - keep)
        if keep and held_specials <= keep and not heavy and options & TAKE_BIT:
            return TAKE
    return up_to(best_counts, best, most)


@kernel
def _filled(row: int, cards: int, most: int, ranks: int) -> int:
    """`row` filled up to `most` cards with those of `cards` that are of `ranks`, the highest first."""
    ranks &= ranks_in(cards)
    room = most - size(row)
    while ranks != 0 and room > 0:
        rank = highest_rank(ranks)
        ranks &= ~(1 << (rank << 2))
        count = min(count_of(cards, rank), room)
        row += count << (rank << 2)
        room -= count
    return row


@kernel
def _row(table: Any, hand: int, row: int) -> int:
    """The tip to the letter: specials, then aces go up; beside them stays the highest of what was dealt there."""
    room = size(row)
    specials = burning_ranks(table) | roaming_ranks(table)
    laid = _filled(0, hand + row, room, specials)
    laid = _filled(laid, hand + row, room, (1 << (ACE << 2)) & ~specials)
    return _filled(laid, row, room, RANK_BITS & ~(specials | (1 << (ACE << 2))))


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The up row as the parameter `swap` says."""
    how = mine[SWAP]
    if how == TO_THE_LETTER:
        return _row(table, hand, options)
    if how == AS_DEALT:
        return options
    if how == LOWEST_UP:
        cards = hand + options
        room = size(options)
        row = 0
        for rank in LAST_FIRST_UP:
            count = min(count_of(cards, rank), room)
            row += count << (rank << 2)
            room -= count
        return row
    return as_lowest(table, mine, hand, seat, options)


STRATEGY = Strategy(
    name="careful",
    summary="Plays like lowest, and follows the tips of the guides that are switched on.",
    source="the section of tips in the German and Italian house guides; `fours` and `specials` are styles of our own",
    questions={"play": play, "swap": swap},
    parameters=(
        Parameter(
            "swap",
            1,
            0,
            3,
            "2s, 10s and aces go into the up row: 1 specials and aces, the rest as dealt; 0 as lowest does, which adds "
            "the highest cards; 2 the row stays as dealt; 3 the lowest cards go up",
        ),
        Parameter(
            "keep",
            1,
            0,
            8,
            "specials kept in the hand while the pile is light: they go last, no more at once than leaves this many, "
            "and where one would have to go the pile is taken instead if the rules let one choose; of those that may "
            "go, one that burns goes on a heavy pile and another one on a light pile",
        ),
        Parameter("heavy", 1, 1, 99, "cards from which a pile is heavy, for `keep`"),
        Parameter(
            "threshold",
            1,
            0,
            1,
            "no hand of faces only: while faces (what a 3 and a 4 keep off) are in hand, the last number cards on "
            "which they may go are held back",
        ),
        Parameter(
            "track",
            1,
            0,
            1,
            "watch what burnt: when nobody else can hold a card that burns the pile, runs that burn are completed "
            "first; when nobody else can hold any special, one more is kept (with `keep`)",
        ),
        Parameter(
            "shed",
            0,
            0,
            20,
            "once the stock is empty and another player's hand holds at most this many cards, high cards go first",
        ),
        Parameter(
            "ace",
            0,
            0,
            20,
            "an ace for someone about to go out (a king where aces burn): the last one in hand is held back, and "
            "goes first once the next player has at most this many cards in all",
        ),
        Parameter(
            "fours",
            0,
            0,
            1,
            "a play that burns by a run goes first; one card short of a run, the cards of a rank are held together "
            "while the stock lasts",
        ),
        Parameter("specials", 1, 0, 1, "specials go after all other cards, and one at a time"),
    ),
    games_per_second=120_000,
)
