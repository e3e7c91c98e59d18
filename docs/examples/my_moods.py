"""A helper, memory and dice: paskasim simulate shithead --lineup "docs/examples/my_moods.py:restless"."""

from paskasim.bots import (
    MEMORY,
    PARAMS,
    RANK_BITS,
    TAKE,
    TAKE_BIT,
    TRY,
    Parameter,
    Strategy,
    all_of,
    any_action,
    kernel,
    lowest_rank,
    roll,
)


@kernel
def lowest(table, hand, seat, options):
    """Lay all cards of the lowest rank; what another compiled function calls needs @kernel."""
    if options & RANK_BITS:
        return all_of(table, hand, seat, options, lowest_rank(options & RANK_BITS))
    return TAKE if options & TAKE_BIT else TRY


def play(table, mine, hand, seat, options):
    """Play low cards, and the longer the game lasts the more often anything at all."""
    mine[MEMORY] += 1  # the memory is empty when a game begins
    if roll(mine, mine[PARAMS]) < mine[MEMORY]:
        return any_action(table, mine, hand, seat, options)
    return lowest(table, hand, seat, options)


STRATEGY = Strategy(
    name="restless",
    summary="Plays its lowest cards, and loses its patience little by little.",
    source="an example of docs/strategies.md",
    questions={"play": play},
    parameters=(Parameter("patience", 50, 1, 1000, "decisions after which it plays anything"),),
    deterministic=False,
    memoryless=False,
    games_per_second=100_000,
)
