"""`slip`: another strategy that now and then does anything at all.

Whether it slips is decided by dice of its own, so that the other sees the same dice as without it: with a rate of 0
every decision is the other's, and with a small one most are. A game in circles is not stated to be endless, though,
since dice could end it: it runs to the limit of turns.
"""

from __future__ import annotations

from typing import Any

from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    DICE,
    PLAY_QUESTION,
    ROW_CARD_QUESTION,
    SWAP_QUESTION,
    WRAP,
    WRAPPED,
)
from paskasim.kernels.pointers import ask
from paskasim.kernels.rng import SLIP_STREAM, philox
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.moves import any_action, any_row_card

ALWAYS = 1 << 32


@kernel
def slips(mine: Any) -> bool:
    """Whether this decision is left to chance."""
    word = philox(mine[DICE], mine[DICE + 1], 0, SLIP_STREAM << 4, mine[DICE + 2], mine[DICE + 3])[0]
    left: bool = word < mine[WRAP]
    return left


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any legal action if it slips, else what the other says."""
    if slips(mine):
        return any_action(table, mine, hand, seat, options)
    return ask(mine[WRAPPED + PLAY_QUESTION], table, mine, hand, seat, options)


def row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Any card of the row if it slips, else what the other says."""
    if slips(mine):
        return any_row_card(mine, hand)
    return ask(mine[WRAPPED + ROW_CARD_QUESTION], table, mine, hand, seat, options)


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """What the other says."""
    return ask(mine[WRAPPED + SWAP_QUESTION], table, mine, hand, seat, options)


STRATEGY = Strategy(
    name="slip",
    summary="Plays as the strategy that it is put around, but with a small chance any legal action.",
    source="the usual way to ask how much a finding depends on play without mistakes; it also breaks livelocks",
    questions={"play": play, "swap": swap, "row_card": row_card},
    parameters=(Parameter("rate", 0.05, 0, 1, "chance that a decision is left to chance", ALWAYS),),
    deterministic=False,
    games_per_second=120_000,
    wraps=True,
)
