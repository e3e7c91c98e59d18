"""`bluffer`: lies and doubts by chance, with a chance for each situation."""

from __future__ import annotations

from typing import Any, Final

from paskasim.kernels.cards import ranks_in
from paskasim.kernels.claims import lowest_cards
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    AS_PLAY,
    BELIEVE,
    DOUBT,
    HAND_SIZE,
    PARAMS,
    PILE_SIZE,
    RANK_BITS,
    SEAT,
    STOCK,
    TAKE_BIT,
)
from paskasim.kernels.options import cards_left, playable_ranks
from paskasim.strategies.claiming import cards_that_fit, claimed_count, plausible_lie
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.lowest import play, play_lowest, swap
from paskasim.strategies.moves import roll

WHOLE: Final = 1 << 16  # a chance of one
LIE: Final = PARAMS
STUCK: Final = PARAMS + 1
PAD: Final = PARAMS + 2
CHALLENGE: Final = PARAMS + 3
LAST: Final = PARAMS + 4
BIG: Final = PARAMS + 5
BIG_PILE: Final = 8  # cards


@kernel
def chance(mine: Any, weight: int) -> bool:
    """Whether something with a chance of `weight` of WHOLE happens."""
    if weight <= 0:
        return False
    happens: bool = roll(mine, WHOLE) < weight
    return happens


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Lie with the chance of the situation, else claim as `play` would have it."""
    true = playable_ranks(table, hand, seat)
    if true != 0:
        lies = chance(mine, mine[LIE])
    elif options & TAKE_BIT:
        lies = chance(mine, mine[STUCK])
    else:
        lies = True
    if not lies:
        return play_lowest(table, hand, seat, true) if true != 0 else AS_PLAY
    count = 1
    held = table[HAND_SIZE + seat]
    while count < 3 and count < held and chance(mine, mine[PAD]):
        count += 1
    ranks = options & RANK_BITS
    false = ranks & ~ranks_in(lowest_cards(hand, 1))
    return plausible_lie(table, hand, seat, false if false != 0 else ranks, count)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt what cannot be, and else with the chance of the situation."""
    if cards_that_fit(table, hand, seat, options) < claimed_count(options):
        return DOUBT
    claimant = table[SEAT]
    if table[STOCK] == 0 and cards_left(table, claimant) == claimed_count(options):
        return DOUBT if chance(mine, mine[LAST]) else BELIEVE
    big = table[PILE_SIZE] >= BIG_PILE
    return DOUBT if chance(mine, mine[BIG] if big else mine[CHALLENGE]) else BELIEVE


def _chance(name: str, default: float, meaning: str) -> Parameter:
    return Parameter(name, default, 0, 1, meaning, WHOLE)


STRATEGY = Strategy(
    name="bluffer",
    summary="Lies and doubts by chance, with a chance for each situation; the truth goes lowest rank first.",
    source="the usual mixed player of bluffing games, with what matters at a table as its chances",
    questions={"play": play, "swap": swap, "claim": claim, "challenge": challenge},
    parameters=(
        _chance("lie", 0.2, "chance to lie though something true may be claimed"),
        _chance("stuck", 0.6, "chance to lie rather than take the pile where nothing true may be claimed"),
        _chance("pad", 0.25, "chance to lay one more card with a lie, up to three"),
        _chance("challenge", 0.01, "chance that one who is asked doubts a claim that may be true"),
        _chance("last", 0.1, "the same where the claimant would be out with it"),
        _chance("big", 0, f"the same where {BIG_PILE} cards or more lie in the pile"),
    ),
    deterministic=False,
    games_per_second=300_000,
    bluff_games_per_second=100_000,
)
