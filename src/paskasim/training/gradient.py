"""Chances that lose less: steps along the gradient of the mean cost of whole games, each answer's chance for itself.

What an answer in a situation costs is told by the games in which it was given (`kernels.lesson`), against the mean of
all games (REINFORCE: Williams 1992). Chances are those of a softmax, and a step is as large for each situation as the
cost of an answer there each time, less where it seldom came up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels.lesson import ANSWERS
from paskasim.strategies.mixed import TABLES, WHOLE
from paskasim.strategies.situations import CHANCES, CLAIM_SITUATIONS, FIRST_DOUBT, SITUATIONS

Chances = NDArray[np.float64]
"""(situations x answers) chances; a situation in which one doubts or not has no third answer."""

POSSIBLE = np.arange(ANSWERS) < np.where(np.arange(SITUATIONS) < CLAIM_SITUATIONS, ANSWERS, 2)[:, None]
EVEN: Chances = POSSIBLE / POSSIBLE.sum(axis=1, keepdims=True)
EXPLORED = 0.002
"""Share of the answers that are given at random while learning."""
SELDOM = 0.02
"""Times in a game below which a situation's step is shortened."""
LONGEST = 0.5
"""Step of a logit."""
LOWEST = -9.0
FINEST = 6
"""Digits of logits: the last digits of `exp` differ from processor to processor."""


@dataclass(frozen=True)
class Mixture:
    """Tables of chances and the share of the games that each is drawn for."""

    shares: tuple[float, ...]
    tables: tuple[Chances, ...]

    def weights(self) -> tuple[int, ...]:
        """Return shares and chances as `mixed` holds them."""
        empty = TABLES - len(self.tables)
        shares = [*_thousandths(np.array([self.shares]))[0], *[0] * empty]
        chances = [weight for table in self.tables for weight in weights_from(table)]
        return (*(int(each) for each in shares), *chances, *[0] * (empty * len(CHANCES)))


def mixture_from(weights: Sequence[int]) -> Mixture:
    """Return what `Mixture.weights` was made from, to the thousandth."""
    tables = np.reshape(weights[TABLES:], (TABLES, len(CHANCES)))
    used = [i for i in range(TABLES) if weights[i] > 0]
    return Mixture(tuple(weights[i] / WHOLE for i in used), tuple(chances_from(tables[i].tolist()) for i in used))


def _thousandths(rows: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return rows that sum to one as whole numbers that sum to WHOLE."""
    found = np.rint(WHOLE * rows).astype(np.int64)
    found[np.arange(len(rows)), np.argmax(rows, axis=1)] += WHOLE - found.sum(axis=1)
    return found


def weights_from(chances: Chances) -> tuple[int, ...]:
    """Return the chances of a table as `mixed` holds them."""
    whole = _thousandths(chances)
    return tuple(int(each) for each in (*whole[:CLAIM_SITUATIONS, 1:].ravel(), *whole[CLAIM_SITUATIONS:, 1]))


def chances_from(weights: Sequence[int]) -> Chances:
    """Return what `weights_from` was made from, to the thousandth."""
    found = np.zeros((SITUATIONS, ANSWERS))
    found[:CLAIM_SITUATIONS, 1:] = np.reshape(weights[:FIRST_DOUBT], (CLAIM_SITUATIONS, ANSWERS - 1)) / WHOLE
    found[CLAIM_SITUATIONS:, 1] = np.array(weights[FIRST_DOUBT:]) / WHOLE
    found[:, 0] = 1 - found.sum(axis=1)
    return found


def logits_of(chances: Chances) -> NDArray[np.float64]:
    """Return logits to begin with; nothing is impossible."""
    return np.where(POSSIBLE, np.round(np.log(np.maximum(chances, 0.01)), FINEST), 0)


def chances_of(logits: NDArray[np.float64]) -> Chances:
    """Return the chances that logits stand for."""
    odds = np.where(POSSIBLE, np.exp(logits - logits.max(axis=1, keepdims=True)), 0)
    chances: Chances = odds / odds.sum(axis=1, keepdims=True)
    return chances


def explored(chances: Chances) -> Chances:
    """Return the chances with which to play while learning."""
    mixed: Chances = (1 - EXPLORED) * chances + EXPLORED * EVEN
    return mixed


@dataclass(frozen=True)
class Lesson:
    """What games told of their learners' answers.

    Attributes
    ----------
    times, costs
        (situations x answers) how often each was given, and the sum of what the games cost, in losses, as often.
    games, cost, endless
        Sums over the learners: their games, what these cost them, and those without an end.
    """

    times: NDArray[np.int64]
    costs: NDArray[np.float64]
    games: int
    cost: float
    endless: int


def stepped(logits: NDArray[np.float64], played: Chances, lesson: Lesson, rate: float) -> NDArray[np.float64]:
    """Return the logits one step further; the lesson's games were played by the chances `played`."""
    against_mean = lesson.costs - lesson.cost / lesson.games * lesson.times
    slope = against_mean - played * against_mean.sum(axis=1, keepdims=True)
    step = -rate * slope / (lesson.times.sum(axis=1, keepdims=True) + SELDOM * lesson.games)
    moved = logits + np.where(POSSIBLE, np.clip(step, -LONGEST, LONGEST), 0)
    moved = np.where(POSSIBLE, moved - np.where(POSSIBLE, moved, -np.inf).max(axis=1, keepdims=True), 0)
    return np.asarray(np.round(np.maximum(moved, LOWEST), FINEST), np.float64)
