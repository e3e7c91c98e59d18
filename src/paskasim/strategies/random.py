"""`random`: any card that may be played, each play with the same chance."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.layout import BELIEVE, DOUBT, HAND_SIZE, RANK_BITS, TAKE, TAKE_BIT, TRY, TRY_BIT
from paskasim.strategies.claiming import any_claim, claims_in
from paskasim.strategies.door import Strategy
from paskasim.strategies.moves import nth_play, plays_in, roll
from paskasim.strategies.uniform import row_card


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any legal play, each with the same chance; takes or tries only if no card may be played."""
    if options & RANK_BITS:
        return nth_play(table, hand, seat, options, roll(mine, plays_in(table, hand, seat, options)))
    if options & TAKE_BIT and options & TRY_BIT:
        return TAKE if roll(mine, 2) == 0 else TRY
    return TAKE if options & TAKE_BIT else TRY


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any legal claim, each with the same chance, of any cards."""
    n = roll(mine, claims_in(table, seat, options))
    return any_claim(table, mine, hand, table[HAND_SIZE + seat], seat, options, n)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubts every fourth claim."""
    return DOUBT if roll(mine, 4) == 0 else BELIEVE


STRATEGY = Strategy(
    name="random",
    summary="Picks among all plays with equal chances; takes, tries or passes only when no card may be played.",
    source="the usual random player of the literature on card games",
    questions={"play": play, "row_card": row_card, "claim": claim, "challenge": challenge},
    deterministic=False,
    games_per_second=120_000,
)
