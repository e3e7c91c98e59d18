"""`honest`: the truth wherever it can be told, and no doubt but of what cannot be."""

from __future__ import annotations

from paskasim.strategies.door import Strategy, claim_as_play, doubt_impossible
from paskasim.strategies.lowest import play, swap

STRATEGY = Strategy(
    name="honest",
    summary="Claims the truth, lowest rank first; lies only if nothing true may be claimed nor the pile be taken; "
    "doubts only what its own cards and those that it knows make impossible.",
    source="the plainest player of bluffing games: how does one fare who trusts and can be trusted?",
    questions={"play": play, "swap": swap, "claim": claim_as_play, "challenge": doubt_impossible},
    games_per_second=300_000,
    bluff_games_per_second=100_000,
)
