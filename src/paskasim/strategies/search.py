"""`search`: tries every action in games that may be the one it plays.

Before each decision it deals the cards that it has not seen anew, many times, in agreement with all that is known
(`unseen`), carries out each action on the same deals, lets all players play on (`playout`), and takes what costs
least (`race`). Games with bluff have worlds, playouts and a race of their own (`worlds`, `guessing`, `bluff_race`);
there the choice of `linear` stands unless something is clearly better. Called flat Monte Carlo, or perfect-information
Monte Carlo with a search of depth one.
"""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import lowest_rank, ranks_in
from paskasim.kernels.compiled import Words, kernel, routine
from paskasim.kernels.layout import (
    BELIEVE,
    BLUFF,
    DOUBT,
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
from paskasim.kernels.options import counts_for, playable_ranks
from paskasim.kernels.pointers import from_word
from paskasim.strategies import lowest
from paskasim.strategies.bluff_race import NO_CLAIM, best_with_bluff, lie_share
from paskasim.strategies.claim_scoring import best_claim, doubts
from paskasim.strategies.claiming import PARTS
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.features import WEIGHTS
from paskasim.strategies.lies import add_lies
from paskasim.strategies.moves import play_of, roll
from paskasim.strategies.playout import linear_action
from paskasim.strategies.race import CHANCE, ROOM_WORDS, add_candidate, best_of, lay_out
from paskasim.strategies.recall import entry_of, played_before, remember, visits_of
from paskasim.strategies.row_scoring import best_row_card, best_up_row

PLAYOUTS, TURNS, ENDLESS, PATIENCE, LIE, STUCK = range(PARAMS, PARAMS + 6)
FIRST_WEIGHT = PARAMS + 6
SETTLED = 6  # visits beyond PATIENCE after which nothing is tried any more
ROW_TURNS = 300  # of a playout for a swap: rows matter at the end of the game

lowest_up_row = kernel(lowest.swap)


@kernel
def _set_out(table: Any, mine: Any) -> tuple[Words, Words, Words]:
    """The room with the seed of this decision, the table in it, and the weights."""
    room = from_word(mine, SCRATCH)
    room[CHANCE] = (roll(mine, 1 << 31) << 31) | roll(mine, 1 << 31)
    return room, lay_out(table, room), from_word(mine, FIRST_WEIGHT)


@kernel
def bluff_turns(mine: Any) -> int:
    """Turns of a playout with bluff, where dice decide so much that the guess behind them tells more."""
    half: int = (mine[TURNS] + 1) // 2
    return half


@kernel
def add_plays(here: Words, room: Words, weights: Words, hand: int, seat: int, options: int, found: int) -> int:
    """Add all that is legal, what `linear` would do first; how many candidates there are."""
    found = add_candidate(room, found, linear_action(here, weights, hand, seat, options))
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
    return found


@routine
def play_with_bluff(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """`play` in a game with bluff: of an up row, or the true claims of a hand."""
    room, here, weights = _set_out(table, mine)
    found = add_plays(here, room, weights, hand, seat, options, 0)
    own = hand if here[HAND_SIZE + seat] > 0 else 0
    return best_with_bluff(
        room, weights, seat, own, found, mine[PLAYOUTS], bluff_turns(mine), mine[ENDLESS], NO_CLAIM, 0
    )


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The legal action that costs least; what only leads back here is taken to cost what an endless game does."""
    if table[BLUFF]:
        return play_with_bluff(table, mine, hand, seat, options)
    entry = entry_of(table, mine, hand)
    visits = visits_of(mine, entry)
    if visits >= mine[PATIENCE] + SETTLED:
        return played_before(mine, entry)
    room, here, weights = _set_out(table, mine)
    found = add_plays(here, room, weights, hand, seat, options, 0)
    own = hand if here[HAND_SIZE + seat] > 0 else 0
    stale = mine[entry + 1] if visits >= mine[PATIENCE] else 0
    best = best_of(room, weights, seat, own, found, mine[PLAYOUTS], mine[TURNS], mine[ENDLESS], False, stale)
    return remember(mine, entry, best)


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The up row that costs least: that of `linear`, with bluff in any case, that of `lowest`, or as it was dealt."""
    row = best_up_row(from_word(mine, FIRST_WEIGHT), hand, options)
    if table[BLUFF]:
        return row
    room, here, weights = _set_out(table, mine)
    found = add_candidate(room, 0, row)
    found = add_candidate(room, found, lowest_up_row(here, here, hand, seat, options))
    found = add_candidate(room, found, options)
    return best_of(room, weights, seat, hand, found, mine[PLAYOUTS], ROW_TURNS, mine[ENDLESS], True, 0)


def row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The up card that costs least to take along; with bluff that which `linear` takes."""
    first = best_row_card(from_word(mine, FIRST_WEIGHT), hand)
    if table[BLUFF]:
        return first
    room, _, weights = _set_out(table, mine)
    found = add_candidate(room, 0, TAKE | (lowest_rank(first) + 1) << ROW_CARD_SHIFT)
    ranks = ranks_in(hand)
    while ranks != 0:
        found = add_candidate(room, found, TAKE | (lowest_rank(ranks) + 1) << ROW_CARD_SHIFT)
        ranks &= ranks - 1
    taken = best_of(room, weights, seat, 0, found, mine[PLAYOUTS], mine[TURNS], mine[ENDLESS], False, 0)
    return 1 << ((((taken >> ROW_CARD_SHIFT) & 15) - 1) << 2)


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The claim that costs least: a true one, a lie that is hard to disprove, or none but taking the pile."""
    room, here, weights = _set_out(table, mine)
    true = playable_ranks(here, hand, seat) | (options & TAKE_BIT)
    found = add_candidate(room, 0, best_claim(here, weights, hand, seat, options))
    if true != 0:
        found = add_plays(here, room, weights, hand, seat, true, found)
    found = add_lies(here, room, hand, seat, options & RANK_BITS, found)
    return best_with_bluff(
        room, weights, seat, hand, found, mine[PLAYOUTS], bluff_turns(mine), mine[ENDLESS], NO_CLAIM, 0
    )


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Whether it costs less to doubt the claim or to believe it."""
    room, here, weights = _set_out(table, mine)
    share = lie_share(here, hand, seat, options, mine[LIE], mine[STUCK])
    doubt = doubts(here, weights, hand, seat, options)
    found = add_candidate(room, 0, DOUBT if doubt else BELIEVE)
    found = add_candidate(room, found, BELIEVE if doubt else DOUBT)
    return best_with_bluff(
        room, weights, seat, hand, found, mine[PLAYOUTS], bluff_turns(mine), mine[ENDLESS], options, share
    )


STRATEGY = Strategy(
    name="search",
    summary="Deals the unseen cards anew, plays every action on as linear would, and picks the one that costs least; "
    "with bluff it tries claims, lies and doubts in the same way.",
    source="determinised rollouts, as Ginsberg 2001 ('GIB') for bridge; dropping out by paired differences, the "
    "cut, and what is guessed behind it are own work (docs/search.md)",
    questions={"play": play, "swap": swap, "claim": claim, "challenge": challenge, "row_card": row_card},
    parameters=(
        Parameter("playouts", 96, 1, 2000, "playouts a decision"),
        Parameter("turns", 16, 1, 300, "turns of a playout, behind which the rest is guessed"),
        Parameter("endless", 1, 0, 10, "what a game without an end costs its active players together", 1000),
        Parameter("patience", 2, 1, 50, "visits of one position before what was played there counts as endless"),
        Parameter("lie", 0.1, 0, 1, "with bluff: how often others who need not lie are taken to", PARTS),
        Parameter("stuck", 0.6, 0, 1, "the same of others who can't tell the truth", PARTS),
    ),
    deterministic=False,
    memoryless=False,
    games_per_second=60,
    bluff_games_per_second=30,
    weights=WEIGHTS,
    words=SCRATCH + ROOM_WORDS,
)
