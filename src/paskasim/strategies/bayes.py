"""`bayes`: doubts by the chance that a claim is a lie, from its own cards, what it knows, and counts.

The chance that the claimant holds the cards is hypergeometric: the hand is drawn from all cards that the asked player
has not seen, but for those that it knows in that hand. Whole numbers only, so that every processor doubts the same.
"""

from __future__ import annotations

from typing import Any, Final

from paskasim.kernels.cards import bits_in, count_of, size
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import (
    ACTIVE_COUNT,
    AS_PLAY,
    BELIEVE,
    CLAIMABLE,
    DECK_CARDS,
    DOUBT,
    HAND_SIZE,
    KNOWN,
    PARAMS,
    PILE_SIZE,
    RANK_BITS,
    RANKS,
    SEAT,
    STOCK,
    TAKE_BIT,
)
from paskasim.kernels.options import cards_left, legal_ranks, playable_ranks
from paskasim.strategies.claiming import claimed_count, claimed_rank, plausible_lie, seen_elsewhere
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.lowest import play, swap

ONE: Final = 1 << 30  # a chance of one
PARTS: Final = 1000
THRESHOLD: Final = PARAMS
WEIGHT: Final = PARAMS + 1
LAST: Final = PARAMS + 2
LIE: Final = PARAMS + 3
STUCK: Final = PARAMS + 4
BOLD: Final = PARAMS + 5


@kernel
def chance_of_fewer(unseen: int, fitting: int, drawn: int, wanted: int) -> int:
    """Chance, of ONE, that `drawn` of `unseen` cards hold fewer than `wanted` of the `fitting` ones among them."""
    others = unseen - fitting
    least = max(0, drawn - others)
    if wanted <= least:
        return 0
    # The chance of `least` first: all that are drawn are others, or all others are drawn.
    term = ONE
    if least == 0:
        for i in range(drawn):
            term = term * (others - i) // (unseen - i)
    else:
        for i in range(unseen - drawn):
            term = term * (fitting - i) // (unseen - i)
    total = term
    for held in range(least, min(wanted - 1, fitting, drawn)):
        term = term * ((fitting - held) * (drawn - held)) // ((held + 1) * (others - drawn + held + 1))
        total += term
    return min(total, ONE)


@kernel
def chance_of_lie(table: Any, hand: int, seat: int, options: int, lie: int, stuck: int) -> int:
    """Chance, of ONE, that the claim is a lie.

    A player who could play something true is taken to lie `lie` of PARTS times, one who could not `stuck` of PARTS
    times, and to claim any legal rank then; who tells the truth claims any legal rank that it holds.
    """
    claimant = table[SEAT]
    rank = claimed_rank(options)
    count = claimed_count(options)
    known = table[KNOWN + claimant]
    seen = seen_elsewhere(table, hand, seat, claimant) + known
    legal = legal_ranks(table) & table[CLAIMABLE]
    unseen = 0
    fitting = 0
    for each in range(RANKS):
        left = table[DECK_CARDS + each] - count_of(seen, each)
        unseen += left
        if legal >> (each << 2) & 1:
            fitting += left
    drawn = min(max(0, table[HAND_SIZE + claimant] - size(known)), unseen)
    copies = table[DECK_CARDS + rank] - count_of(seen, rank)
    cannot = chance_of_fewer(unseen, copies, drawn, count - count_of(known, rank))
    can = ONE - cannot
    if can == 0:
        return ONE
    nothing = 0 if known & (legal * 15) else chance_of_fewer(unseen, fitting, drawn, 1)
    lies = (nothing * stuck + (ONE - nothing) * lie) // (PARTS * max(1, bits_in(legal)))
    held = max(unseen, drawn * fitting)  # `unseen` times the legal ranks that the hand may be thought to hold
    truths = can * unseen // held if held > 0 else can
    return ONE * lies // max(1, lies + truths)


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """The truth as `play` would have it; where nothing is true, a lie if the pile is worth it, else take."""
    if playable_ranks(table, hand, seat) != 0 or not options & TAKE_BIT or table[PILE_SIZE] < mine[BOLD]:
        return AS_PLAY
    return plausible_lie(table, hand, seat, options & RANK_BITS, 1)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt where a lie is more likely than the threshold, which rises with the pile that would have to be taken."""
    lie = chance_of_lie(table, hand, seat, options, mine[LIE], mine[STUCK])
    if lie == ONE:
        return DOUBT
    threshold = mine[THRESHOLD] + mine[WEIGHT] * (table[PILE_SIZE] + claimed_count(options))
    if table[STOCK] == 0 and cards_left(table, table[SEAT]) == claimed_count(options):
        # With two players left nothing can be lost: if the claim is true, the game is.
        threshold = mine[LAST] if table[ACTIVE_COUNT] > 2 else 0
    return DOUBT if lie * PARTS > threshold * ONE else BELIEVE


STRATEGY = Strategy(
    name="bayes",
    summary="Doubts by the chance of a lie, from its own cards, what it knows and counts, the more carefully the "
    "larger the pile; lies where nothing is true and the pile is worth it.",
    source="Bayes' rule on a hand drawn from the cards not seen, as counting players of such games do it",
    questions={"play": play, "swap": swap, "claim": claim, "challenge": challenge},
    parameters=(
        Parameter("threshold", 0.4, 0, 1, "chance of a lie from which it doubts, with nothing at stake", PARTS),
        Parameter("weight", 0.01, 0, 0.1, "how much the threshold rises for each card at stake", PARTS),
        Parameter("last", 0.1, 0, 1, "the threshold for a claim with which a player would be out", PARTS),
        Parameter("lie", 0.1, 0, 1, "how often it thinks that others lie who need not", PARTS),
        Parameter("stuck", 0.6, 0, 1, "how often it thinks that others lie who can't tell the truth", PARTS),
        Parameter("bold", 3, 0, 60, "smallest pile for which it lies rather than take it, in cards"),
    ),
    games_per_second=300_000,
    bluff_games_per_second=25_000,
)
