"""`highest`: get rid of high cards first; the mirror of `lowest`."""

from __future__ import annotations

from typing import Any

from paskasim.kernels.cards import lowest_rank
from paskasim.kernels.layout import RANK_BITS, TAKE, TAKE_BIT, TRY
from paskasim.strategies.door import Strategy
from paskasim.strategies.foresight import highest_rank
from paskasim.strategies.lowest import IN_ORDER, swap
from paskasim.strategies.moves import all_of


def play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """All cards of the highest legal rank in the order A, K, Q, J, 9..3, 1; then 10, 2, joker.

    10, 2 and joker come last, as with `lowest`: a mirror that gave them away first would show what wasting them
    costs, and hide what the order of the other cards does.
    """
    ranks = options & IN_ORDER
    if ranks != 0:
        return all_of(table, hand, seat, options, highest_rank(ranks))
    ranks = options & RANK_BITS
    if ranks != 0:
        return all_of(table, hand, seat, options, lowest_rank(ranks))
    return TAKE if options & TAKE_BIT else TRY


STRATEGY = Strategy(
    name="highest",
    summary="Plays all its cards of the highest legal rank, from ace to 3, keeps tens, twos and jokers; never takes by "
    "choice.",
    source="the mirror of lowest: what the plainest player gives away last, this one gives away first",
    questions={"play": play, "swap": swap},
    games_per_second=110_000,
)
