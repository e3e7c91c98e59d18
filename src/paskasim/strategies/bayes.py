"""`bayes`: doubts by the chance that a claim is a lie, from its own cards, what it knows, and counts.

The chance that the claimant holds the cards is hypergeometric: the hand is drawn from all cards that the asked player
has not seen, but for those that it knows in that hand. Whole numbers only, so that every processor doubts the same.
"""

from __future__ import annotations

from typing import Any, Final

from paskasim.kernels.layout import (
    ACTIVE_COUNT,
    AS_PLAY,
    BELIEVE,
    DOUBT,
    PARAMS,
    PILE_SIZE,
    RANK_BITS,
    SEAT,
    STOCK,
    TAKE_BIT,
)
from paskasim.kernels.options import cards_left, playable_ranks
from paskasim.strategies.claiming import CERTAIN, PARTS, chance_of_lie, claimed_count, plausible_lie
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.lowest import play, swap

THRESHOLD: Final = PARAMS
WEIGHT: Final = PARAMS + 1
LAST: Final = PARAMS + 2
LIE: Final = PARAMS + 3
STUCK: Final = PARAMS + 4
BOLD: Final = PARAMS + 5


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The truth as `play` would have it; where nothing is true, a lie if the pile is worth it, else take."""
    if playable_ranks(table, hand, seat) != 0 or not options & TAKE_BIT or table[PILE_SIZE] < mine[BOLD]:
        return AS_PLAY
    return plausible_lie(table, hand, seat, options & RANK_BITS, 1)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt where a lie is more likely than the threshold, which rises with the pile that would have to be taken."""
    lie = chance_of_lie(table, hand, seat, options, mine[LIE], mine[STUCK])
    if lie == CERTAIN:
        return DOUBT
    threshold = mine[THRESHOLD] + mine[WEIGHT] * (table[PILE_SIZE] + claimed_count(options))
    if table[STOCK] == 0 and cards_left(table, table[SEAT]) == claimed_count(options):
        # With two players left nothing can be lost: if the claim is true, the game is.
        threshold = mine[LAST] if table[ACTIVE_COUNT] > 2 else 0
    return DOUBT if lie * PARTS > threshold * CERTAIN else BELIEVE


STRATEGY = Strategy(
    name="bayes",
    summary="Doubts by the chance of a lie, from its own cards, what it knows and counts, the more carefully the "
    "larger the pile; lies where nothing is true and the pile is worth it.",
    source="Bayes' rule on a hand drawn from the cards not seen, as counting players of such games do it",
    questions={"play": play, "swap": swap, "claim": claim, "challenge": challenge},
    parameters=(
        Parameter("threshold", 0.8, 0, 1, "chance of a lie from which it doubts, with nothing at stake", PARTS),
        Parameter("weight", 0.03, 0, 0.1, "how much the threshold rises for each card at stake", PARTS),
        Parameter("last", 0.5, 0, 1, "the threshold for a claim with which a player would be out", PARTS),
        Parameter("lie", 0.1, 0, 1, "how often it thinks that others lie who need not", PARTS),
        Parameter("stuck", 0.6, 0, 1, "how often it thinks that others lie who can't tell the truth", PARTS),
        Parameter("bold", 0, 0, 60, "smallest pile for which it lies rather than take it, in cards"),
    ),
    games_per_second=300_000,
    bluff_games_per_second=30_000,
)
