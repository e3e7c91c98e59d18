"""`tidy`: get rid of many cards at a time."""

from paskasim.bots import RANK_BITS, TAKE, TAKE_BIT, TRY, Strategy, all_of

from .counting import most_frequent


def play(table, mine, hand, seat, options):
    """Lay the rank of which it holds most."""
    if options & RANK_BITS:
        return all_of(table, hand, seat, options, most_frequent(hand, options))
    return TAKE if options & TAKE_BIT else TRY


STRATEGY = Strategy(
    name="tidy",
    summary="Plays the rank of which it holds most.",
    source="an example of docs/strategies.md",
    questions={"play": play},
)
