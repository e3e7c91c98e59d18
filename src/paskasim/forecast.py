"""Who will lose, forecast from how many cards everybody holds.

At any moment the chances to lose of those still in the game go with

    (cards + 1)^a, times e^b for the player whose turn it is,

divided by their sum. `a` and `b` depend on the phase alone: a quarter of the stock, or how many are out. This is a
conditional logit (D. McFadden 1974, 'Conditional logit analysis of qualitative choice behavior'), fitted with a small
penalty on a squared and b squared, so that phases without games stay at even chances.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

PENALTY = 1.0
MOST_STEPS = 25
DIGITS = 4
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Moments:
    """Moments of games, any shape (...).

    Attributes
    ----------
    cards
        (..., seats) cards in all zones, 0 for a player who is out.
    phase, to_play
        (...) the phase, and the seat whose turn it is.
    """

    cards: NDArray[np.int16]
    phase: NDArray[np.int16]
    to_play: NDArray[np.int16]

    def of(self, chosen: Any) -> Moments:
        """Return some of them, by any index."""
        return Moments(self.cards[chosen], self.phase[chosen], self.to_play[chosen])


@dataclass(frozen=True)
class Forecast:
    """The powers of the cards and of the turn, each of shape (phases,)."""

    by_cards: Floats
    by_turn: Floats

    def chances(self, moments: Moments) -> Floats:
        """Return the chance of each seat to lose, (..., seats); 0 for who is out."""
        return _chances(self.by_cards[moments.phase], self.by_turn[moments.phase], *_features(moments))


def fit(moments: Moments, loser: NDArray[np.int64], phases: int) -> Forecast:
    """Return the forecast that fits best.

    Parameters
    ----------
    moments
        Of shape (n,).
    loser
        (n,) the seat that lost in the end.
    """
    fitted = [_fit_phase(moments.of(at), loser[at]) for at in (moments.phase == phase for phase in range(phases))]
    by_cards, by_turn = np.round(np.array(fitted, dtype=np.float64).T, DIGITS)
    return Forecast(by_cards, by_turn)


def _features(moments: Moments) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    cards = np.log1p(moments.cards.astype(np.float64))
    turn = (np.arange(moments.cards.shape[-1]) == moments.to_play[..., None]).astype(np.float64)
    return cards, turn, moments.cards > 0


def _chances(by_cards: object, by_turn: object, cards: Floats, turn: Floats, active: NDArray[np.bool_]) -> Floats:
    score = np.asarray(by_cards)[..., None] * cards + np.asarray(by_turn)[..., None] * turn
    score = np.where(active, score, -np.inf)
    weights = np.exp(score - score.max(axis=-1, keepdims=True))
    found: Floats = weights / weights.sum(axis=-1, keepdims=True)
    return found


def _fit_phase(moments: Moments, loser: NDArray[np.int64]) -> tuple[float, float]:
    """Return the two powers by Newton's method."""
    cards, turn, active = _features(moments)
    rows = np.arange(len(loser))
    lost_cards, lost_turn = cards[rows, loser], turn[rows, loser]
    a = b = 0.0
    for _ in range(MOST_STEPS):  # sums alone: a matrix product may differ with the number of threads
        chance = _chances(a, b, cards, turn, active)
        mean_cards, mean_turn = (chance * cards).sum(axis=-1), (chance * turn).sum(axis=-1)
        up_a = float((lost_cards - mean_cards).sum()) - PENALTY * a
        up_b = float((lost_turn - mean_turn).sum()) - PENALTY * b
        aa = float(((chance * cards * cards).sum(axis=-1) - mean_cards**2).sum()) + PENALTY
        bb = float(((chance * turn * turn).sum(axis=-1) - mean_turn**2).sum()) + PENALTY
        ab = float(((chance * cards * turn).sum(axis=-1) - mean_cards * mean_turn).sum())
        size = aa * bb - ab * ab
        step_a, step_b = (bb * up_a - ab * up_b) / size, (aa * up_b - ab * up_a) / size
        a, b = a + step_a, b + step_b
        if abs(step_a) + abs(step_b) < 10.0 ** (-DIGITS - 4):
            break
    return a, b
