"""`search`: tries every action in games that may be the one it plays.

Before each decision it deals the cards that it has not seen anew, many times, in agreement with all that is known
(`unseen`), carries out each action on the same deals, lets all players play on (`playout`), and takes what costs
least (`race`). Called flat Monte Carlo, or perfect-information Monte Carlo with a search of depth one.
"""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import lowest_rank, ranks_in
from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import (
    HAND_SIZE,
    PARAMS,
    RANK_BITS,
    ROW_CARD_SHIFT,
    SCRATCH,
    TAKE,
    TAKE_BIT,
    TRY,
    TRY_BIT,
)
from paskasim.kernels.options import counts_for
from paskasim.kernels.pointers import from_word
from paskasim.strategies import lowest
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.features import WEIGHTS
from paskasim.strategies.moves import play_of, roll
from paskasim.strategies.playout import linear_action
from paskasim.strategies.race import CHANCE, ROOM_WORDS, add_candidate, best_of, lay_out
from paskasim.strategies.recall import entry_of, played_before, remember, visits_of
from paskasim.strategies.row_scoring import best_row_card, best_up_row

PLAYOUTS, TURNS, ENDLESS, PATIENCE = range(PARAMS, PARAMS + 4)
FIRST_WEIGHT = PARAMS + 4
SETTLED = 6  # visits beyond PATIENCE after which nothing is tried any more
ROW_TURNS = 300  # of a playout for a swap: rows matter at the end of the game

lowest_up_row = kernel(lowest.swap)


@kernel
def _set_out(table: Any, mine: Any) -> tuple[Words, Words, Words]:
    """The room with the seed of this decision, the table in it, and the weights."""
    room = from_word(mine, SCRATCH)
    room[CHANCE] = (roll(mine, 1 << 31) << 31) | roll(mine, 1 << 31)
    return room, lay_out(table, room), from_word(mine, FIRST_WEIGHT)


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The legal action that costs least; what only leads back here is taken to cost what an endless game does."""
    entry = entry_of(table, mine, hand)
    visits = visits_of(mine, entry)
    if visits >= mine[PATIENCE] + SETTLED:
        return played_before(mine, entry)
    room, here, weights = _set_out(table, mine)
    found = add_candidate(room, 0, linear_action(here, weights, hand, seat, options))
    if options & TAKE_BIT:
        found = add_candidate(room, found, TAKE)
    if options & TRY_BIT:
        found = add_candidate(room, found, TRY)
    # The larger numbers first: with very many cards, not every play may find room.
    for count in range(15, 0, -1):
        ranks = options & RANK_BITS
        while ranks != 0:
            rank = lowest_rank(ranks)
            ranks &= ranks - 1
            if counts_for(here, hand, seat, options, rank) >> count & 1:
                found = add_candidate(room, found, play_of(rank, count))
    own = hand if here[HAND_SIZE + seat] > 0 else 0
    stale = mine[entry + 1] if visits >= mine[PATIENCE] else 0
    best = best_of(room, weights, seat, own, found, mine[PLAYOUTS], mine[TURNS], mine[ENDLESS], False, stale)
    return remember(mine, entry, best)


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The up row that costs least: that of `linear`, that of `lowest`, or as it was dealt."""
    room, here, weights = _set_out(table, mine)
    found = add_candidate(room, 0, best_up_row(weights, hand, options))
    found = add_candidate(room, found, lowest_up_row(here, here, hand, seat, options))
    found = add_candidate(room, found, options)
    return best_of(room, weights, seat, hand, found, mine[PLAYOUTS], ROW_TURNS, mine[ENDLESS], True, 0)


def row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The up card that costs least to take along."""
    room, _, weights = _set_out(table, mine)
    first = lowest_rank(best_row_card(weights, hand))
    found = add_candidate(room, 0, TAKE | (first + 1) << ROW_CARD_SHIFT)
    ranks = ranks_in(hand)
    while ranks != 0:
        found = add_candidate(room, found, TAKE | (lowest_rank(ranks) + 1) << ROW_CARD_SHIFT)
        ranks &= ranks - 1
    taken = best_of(room, weights, seat, 0, found, mine[PLAYOUTS], mine[TURNS], mine[ENDLESS], False, 0)
    return 1 << ((((taken >> ROW_CARD_SHIFT) & 15) - 1) << 2)


STRATEGY = Strategy(
    name="search",
    summary="Deals the unseen cards anew, plays every action on as linear would, and picks the one that costs least.",
    source="determinised rollouts, as Ginsberg 2001 ('GIB') for bridge; dropping out by paired differences, the "
    "cut, and what is guessed behind it are own work (docs/search.md)",
    questions={"play": play, "swap": swap, "row_card": row_card},
    parameters=(
        Parameter("playouts", 96, 1, 2000, "playouts a decision"),
        Parameter("turns", 16, 1, 300, "turns of a playout, behind which the rest is guessed"),
        Parameter("endless", 1, 0, 10, "what a game without an end costs its active players together", 1000),
        Parameter("patience", 2, 1, 50, "visits of one position before what was played there counts as endless"),
    ),
    deterministic=False,
    memoryless=False,
    games_per_second=60,
    weights=WEIGHTS,
    words=SCRATCH + ROOM_WORDS,
)
