"""`mixed` as it learns: it may be told what to answer in one of its situations (`kernels.trial`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paskasim.kernels.layout import BELIEVE, DOUBT, PARAMS
from paskasim.kernels.trial import TOLD, note_situation
from paskasim.strategies import mixed
from paskasim.strategies.mixed import HONEST, LIE_WITH_MORE, LIE_WITH_ONE, WHOLE, claim_by
from paskasim.strategies.moves import roll
from paskasim.strategies.situations import CLAIM_SITUATIONS, FIRST_DOUBT, claim_situation, doubt_situation


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Claim as `mixed` does, or what it is told."""
    situation = claim_situation(table, hand, seat)
    chances = PARAMS + 2 * situation
    drawn = roll(mine, WHOLE) - mine[chances]
    choice = LIE_WITH_ONE if drawn < 0 else (LIE_WITH_MORE if drawn < mine[chances + 1] else HONEST)
    if note_situation(mine, situation):
        choice = mine[TOLD]
    return claim_by(table, hand, seat, options, choice)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt as `mixed` does, or as it is told."""
    situation = doubt_situation(table, hand, seat, options)
    if situation < 0:
        return DOUBT
    doubts = roll(mine, WHOLE) < mine[PARAMS + FIRST_DOUBT + situation]
    if note_situation(mine, CLAIM_SITUATIONS + situation):
        doubts = mine[TOLD] == 1
    return DOUBT if doubts else BELIEVE


LEARNER = replace(
    mixed.STRATEGY,
    questions={**mixed.STRATEGY.questions, "claim": claim, "challenge": challenge},
    weights=(),  # they are filled in while it learns
    memoryless=False,
)
