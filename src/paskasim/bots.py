"""All that a strategy file needs: `from paskasim.bots import ...` (docs/strategies.md).

Names in capitals are words of `table` and `mine`, codes of ranks and effects, and actions; the functions are compiled
helpers for use inside a strategy.
"""

from __future__ import annotations

from paskasim.kernels.cards import bits_in, count_of, has_two, lowest_rank, packed, ranks_in, size
from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import *  # noqa: F403
from paskasim.kernels.options import cards_left, counts_for, legal_ranks, phase_of
from paskasim.kernels.payoff import LOSS, cost_of
from paskasim.kernels.pointers import from_word
from paskasim.strategies.door import Parameter, Strategy
from paskasim.strategies.moves import all_of, any_action, any_row_card, highest_count, nth_play, play_of, plays_in, roll

__all__ = [
    "LOSS",
    "Parameter",
    "Strategy",
    "all_of",
    "any_action",
    "any_row_card",
    "bits_in",
    "cards_left",
    "cost_of",
    "count_of",
    "counts_for",
    "from_word",
    "has_two",
    "highest_count",
    "kernel",
    "legal_ranks",
    "lowest_rank",
    "nth_play",
    "packed",
    "phase_of",
    "play_of",
    "plays_in",
    "ranks_in",
    "roll",
    "size",
]
