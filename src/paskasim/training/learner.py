"""`mixed` with one table of chances, as it learns: it counts its answers (`kernels.lesson`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paskasim.kernels.layout import BELIEVE, DOUBT, FAR
from paskasim.kernels.lesson import note_answer
from paskasim.kernels.pointers import from_word
from paskasim.strategies import mixed
from paskasim.strategies.mixed import TABLES, WHOLE, chosen, claim_by
from paskasim.strategies.moves import roll
from paskasim.strategies.situations import CLAIM_SITUATIONS, FIRST_DOUBT, claim_situation, doubt_situation


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Claim as `mixed` does."""
    situation = claim_situation(table, hand, seat)
    choice = chosen(mine, from_word(mine, FAR + TABLES), situation)
    note_answer(mine, situation, choice)
    return claim_by(table, hand, seat, options, choice)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt as `mixed` does."""
    situation = doubt_situation(table, hand, seat, options)
    if situation < 0:
        return DOUBT
    doubts = roll(mine, WHOLE) < from_word(mine, FAR + TABLES)[FIRST_DOUBT + situation]
    note_answer(mine, CLAIM_SITUATIONS + situation, 1 if doubts else 0)
    return DOUBT if doubts else BELIEVE


LEARNER = replace(
    mixed.STRATEGY,
    name="learner",
    questions={**mixed.STRATEGY.questions, "claim": claim, "challenge": challenge},
    weights=(),  # they are filled in while it learns
)
MIXED = replace(mixed.STRATEGY, weights=())
