"""`any`: whatever is legal, each action with the same chance."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import bits_in, ranks_in
from paskasim.kernels.layout import TAKE, TAKE_BIT, TRY
from paskasim.strategies.door import Strategy
from paskasim.strategies.moves import nth_play, plays_in, roll


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any legal action, each with the same chance: plays by rank and count, then taking, then trying."""
    plays = plays_in(table, hand, seat, options)
    take = options >> 60 & 1
    n = roll(mine, plays + take + (options >> 61 & 1))
    if n < plays:
        return nth_play(table, hand, seat, options, n)
    return TAKE if n == plays and options & TAKE_BIT else TRY


def row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any rank of the up row, each with the same chance."""
    ranks = ranks_in(hand)
    for _ in range(roll(mine, bits_in(ranks))):
        ranks &= ranks - 1
    return ranks & -ranks


STRATEGY = Strategy(
    name="any",
    summary="Picks among all legal actions with equal chances, taking the pile and trying the stock included.",
    source="the plainest null model; its up rows stay as dealt, which is already a random choice",
    questions={"play": play, "row_card": row_card},
    deterministic=False,
    games_per_second=60_000,
)
