"""`linear`: the action with the highest score, which is linear in documented features.

The features stand in `features`, the arithmetic in `scoring` (the interface for look-ahead, too), `row_scoring` and
`claim_scoring`; the weights come from a file (`paskasim.weights`), by default the one trained for these rules and this
number of players.
"""

from __future__ import annotations

from typing import Any

from paskasim.kernels.layout import BELIEVE, DOUBT, PARAMS
from paskasim.kernels.pointers import from_word
from paskasim.strategies.claim_scoring import best_claim, doubts
from paskasim.strategies.door import Strategy
from paskasim.strategies.features import WEIGHTS
from paskasim.strategies.row_scoring import best_row_card, best_up_row
from paskasim.strategies.scoring import best_action


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The legal action with the highest score."""
    return best_action(table, from_word(mine, PARAMS), hand, seat, options)


def swap(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The row whose cards have the highest scores."""
    return best_up_row(from_word(mine, PARAMS), hand, options)


def row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The up card with the highest score."""
    return best_row_card(from_word(mine, PARAMS), hand)


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The true claim, the lie or the take with the highest score."""
    return best_claim(table, from_word(mine, PARAMS), hand, seat, options)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt where that has a score above zero."""
    return DOUBT if doubts(table, from_word(mine, PARAMS), hand, seat, options) else BELIEVE


STRATEGY = Strategy(
    name="linear",
    summary="Scores every legal action by weighted features and picks the best; weights trained for each rule set.",
    source="own; the features name what the guides 000, 001 and 003 advise to look at, the weights are from "
    "`paskasim train` (CMA-ES against a growing pool)",
    questions={"play": play, "swap": swap, "row_card": row_card, "claim": claim, "challenge": challenge},
    weights=WEIGHTS,
    games_per_second=60_000,
    bluff_games_per_second=8_000,
)
