"""`mixed`: lies and doubts by chances that were learnt for each situation.

The situations stand in `situations`; the chances come from a file (`paskasim.weights`), by default the one learnt for
these rules and this number of players.
"""

from __future__ import annotations

from typing import Any, Final

from paskasim.kernels.cards import ranks_in
from paskasim.kernels.claims import lowest_cards
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import AS_PLAY, BELIEVE, DOUBT, HAND_SIZE, PARAMS, RANK_BITS
from paskasim.strategies.claiming import plausible_lie
from paskasim.strategies.door import Strategy
from paskasim.strategies.lowest import play, swap
from paskasim.strategies.moves import roll
from paskasim.strategies.situations import FIRST_DOUBT, WEIGHTS, claim_situation, doubt_situation

WHOLE: Final = 1000  # a chance of one
MOST_LAID: Final = 3
HONEST: Final = 0  # what it may do where it claims
LIE_WITH_ONE: Final = 1
LIE_WITH_MORE: Final = 2


@kernel
def claim_by(table: Any, hand: int, seat: int, options: int, choice: int) -> int:
    """The claim that one of HONEST, LIE_WITH_ONE, LIE_WITH_MORE stands for."""
    if choice == HONEST:
        return AS_PLAY
    ranks = options & RANK_BITS
    false = ranks & ~ranks_in(lowest_cards(hand, 1))
    count = 1 if choice == LIE_WITH_ONE else min(MOST_LAID, table[HAND_SIZE + seat])
    return plausible_lie(table, hand, seat, false if false != 0 else ranks, count)


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Lie with the chances of the situation, else claim or take as an honest player."""
    chances = PARAMS + 2 * claim_situation(table, hand, seat)
    drawn = roll(mine, WHOLE) - mine[chances]
    choice = LIE_WITH_ONE if drawn < 0 else (LIE_WITH_MORE if drawn < mine[chances + 1] else HONEST)
    return claim_by(table, hand, seat, options, choice)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt what cannot be, and else with the chance of the situation."""
    situation = doubt_situation(table, hand, seat, options)
    if situation < 0:
        return DOUBT
    return DOUBT if roll(mine, WHOLE) < mine[PARAMS + FIRST_DOUBT + situation] else BELIEVE


STRATEGY = Strategy(
    name="mixed",
    summary="Lies and doubts by chances learnt for each situation, so that others gain little by knowing how it plays; "
    "the truth goes lowest rank first.",
    source="own work: regret matching (Hart and Mas-Colell 2000) on sampled games against itself",
    questions={"play": play, "swap": swap, "claim": claim, "challenge": challenge},
    weights=WEIGHTS,
    deterministic=False,
    games_per_second=300_000,
    bluff_games_per_second=20_000,
)
