"""What a simulation is, and how its counts become a row of the page."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from paskasim.analysis.intervals import LEVEL, Interval

REPETITIONS = 10_000
HOLDS_TO = 3.0
"""Errors of the simulation by which a coverage may fall short and still be called right."""

Random = np.random.Generator


@dataclass(frozen=True)
class Held:
    """How many repetitions held the truth (at every look, where there are several), and the mean width."""

    repetitions: int
    held: int
    width: float

    @property
    def share(self) -> float:
        """The coverage found."""
        return self.held / self.repetitions

    @property
    def error(self) -> float:
        """The standard error of the coverage found."""
        inside = (self.held + 0.5) / (self.repetitions + 1)
        return math.sqrt(inside * (1 - inside) / self.repetitions)


@dataclass(frozen=True)
class Simulation:
    """An interval, what it is tried on, and how to draw so many repetitions of that.

    `meant` says whether the project uses the interval for such data; the others are there to show where it fails.
    """

    interval: str
    data: str
    draw: Callable[[Random, int], Held]
    level: float = LEVEL
    meant: bool = True

    def run(self, repetitions: int = REPETITIONS, seed: int = 1) -> Held:
        """Return what so many repetitions gave; the seed is mixed with the name, so that none shares its dice."""
        return self.draw(
            np.random.default_rng([seed, zlib.crc32(f"{self.interval}|{self.data}".encode())]), repetitions
        )


def verdict(found: Held, level: float) -> str:
    """Return in words how a coverage compares with the level that was asked for."""
    if found.share < level - 0.01 - HOLDS_TO * found.error:
        return "**too low**"
    if found.share < level - HOLDS_TO * found.error:
        return "a little low"
    return "cautious" if found.share > level + (1 - level) / 2 else "right"


def of_counts(function: Callable[[int, int], Interval], share: float, trials: int) -> Callable[[Random, int], Held]:
    """Return the simulation of an interval of one share."""

    def draw(random: Random, repetitions: int) -> Held:
        events, times = np.unique(random.binomial(trials, share, repetitions), return_counts=True)
        return weighed([function(int(k), trials) for k in events], times, share)

    return draw


def weighed(found: list[Interval], times: np.ndarray, truth: float) -> Held:
    """Return how often intervals hold a truth, each counted so many times."""
    inside = np.array([i.low <= truth <= i.high for i in found])
    width = np.array([i.high - i.low for i in found])
    finite = np.isfinite(width)
    mean = float(width[finite] @ times[finite] / times[finite].sum()) if finite.any() else math.inf
    return Held(int(times.sum()), int(times[inside].sum()), mean)


def of_repeats(one: Callable[[Random], tuple[Interval, float]]) -> Callable[[Random, int], Held]:
    """Return the simulation of a function that draws once and returns an interval and the truth."""

    def draw(random: Random, repetitions: int) -> Held:
        found = [one(random) for _ in range(repetitions)]
        inside = sum(i.low <= truth <= i.high for i, truth in found)
        widths = [i.high - i.low for i, _ in found if i.known]
        return Held(repetitions, inside, float(np.mean(widths)) if widths else math.inf)

    return draw
