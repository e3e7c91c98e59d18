"""`any`: whatever is legal, each action with the same chance."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.layout import BELIEVE, DOUBT, HAND_SIZE, TAKE
from paskasim.strategies.claiming import any_claim, claims_in
from paskasim.strategies.door import Strategy
from paskasim.strategies.moves import any_action, any_row_card, roll


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any legal action, each with the same chance: plays by rank and count, then taking, then trying."""
    return any_action(table, mine, hand, seat, options)


def row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any rank of the up row, each with the same chance."""
    return any_row_card(mine, hand)


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any legal claim, or taking, each with the same chance, of any cards."""
    claims = claims_in(table, seat, options)
    n = roll(mine, claims + (options >> 60 & 1))
    return any_claim(table, mine, hand, table[HAND_SIZE + seat], seat, options, n) if n < claims else TAKE


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubts every second claim."""
    return DOUBT if roll(mine, 2) == 0 else BELIEVE


STRATEGY = Strategy(
    name="any",
    summary="Picks among all legal actions with equal chances, taking the pile and trying the stock included.",
    source="the plainest null model; its up rows stay as dealt, which is already a random choice",
    questions={"play": play, "row_card": row_card, "claim": claim, "challenge": challenge},
    deterministic=False,
    games_per_second=60_000,
)
