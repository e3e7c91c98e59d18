"""`honest`: the truth wherever it can be told, and no doubt but of what cannot be."""

from __future__ import annotations

from typing import Any

from paskasim.strategies.door import Strategy, doubt_impossible
from paskasim.strategies.lowest import claim_lowest, play, swap


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The truth, lowest rank first; where nothing is true, take or lie as one must."""
    return claim_lowest(table, hand, seat)


STRATEGY = Strategy(
    name="honest",
    summary="Claims the truth, lowest rank first; lies only if nothing true may be claimed nor the pile be taken; "
    "doubts only what its own cards and those that it knows make impossible.",
    source="the plainest player of bluffing games: how does one fare who trusts and can be trusted?",
    questions={"play": play, "swap": swap, "claim": claim, "challenge": doubt_impossible},
    games_per_second=300_000,
    bluff_games_per_second=180_000,
)
