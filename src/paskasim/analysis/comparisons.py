"""Comparisons of a report: each against zero and against what would matter, all judged together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from paskasim.analysis.contrasts import Contrast
from paskasim.analysis.intervals import LEVEL, Interval, holm

Verdict = Literal["larger", "smaller", "too small to matter", "undecided"]
Scale = Literal["loss", "endless", "turns", "burns", "choices", "fours", "takes", "cards", "minutes", "long"]


@dataclass(frozen=True, slots=True)
class Interest:
    """The smallest effects that anyone at a table would care about.

    `loss`, `endless`, `fours` (games with a burnt four) and `long` (games not over after half an hour) are fractions of
    games, `choices` (turns with a real choice) of turns; `turns` are turns, `minutes` minutes, `burns` burns a game,
    `takes` takes (or other turns of one kind) a game, `cards` cards taken a game.
    """

    loss: float = 0.01
    endless: float = 0.005
    turns: float = 5.0
    burns: float = 0.2
    choices: float = 0.01
    fours: float = 0.01
    takes: float = 0.5
    cards: float = 2.0
    minutes: float = 2.0
    long: float = 0.01

    def of(self, scale: Scale) -> float:
        """Return the smallest effect of interest on a scale."""
        return float(getattr(self, scale))


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing that is compared: a key unique in the report, the contrast and its scale."""

    key: str
    contrast: Contrast
    scale: Scale


@dataclass(frozen=True, slots=True)
class Judged:
    """A comparison with its interval, p-values adjusted for all others of the report, and verdict.

    `verdict` says where the effect lies against the smallest effect of interest: 'larger' than it,
    'smaller' than minus it, in between ('too small to matter'), or 'undecided'.
    `apart` says whether the effect can be told from zero.
    """

    key: str
    scale: Scale
    interval: Interval
    smallest: float
    p_holm: float
    apart: bool
    verdict: Verdict

    @property
    def estimate(self) -> float:
        """The effect found."""
        return self.interval.estimate


def _claim(contrast: Contrast, smallest: float) -> tuple[Verdict, float]:
    """Return the best supported verdict and the p-value of its opposite (two-sided size)."""
    above = contrast.chance(smallest)
    below = contrast.chance(-smallest)
    claims: list[tuple[Verdict, float]] = [
        ("larger", above[0]),
        ("smaller", below[1]),
        ("too small to matter", max(above[1], below[0])),
    ]
    verdict, chance = min(claims, key=lambda claim: claim[1])
    return verdict, min(1.0, 2 * chance)


def judge(comparisons: Sequence[Comparison], interest: Interest, level: float = LEVEL) -> dict[str, Judged]:
    """Return all comparisons by key, judged together by Holm's method.

    Two families: is the effect zero, and does the verdict stand. Each verdict is a one-sided test at
    half the error (two of them for 'too small to matter'), so that a wrong verdict anywhere in the
    report has a chance of about 1 - level at most. Intervals are those of single comparisons.
    """
    unique = list({c.key: c for c in comparisons if not math.isnan(c.contrast.estimate)}.values())
    zero = holm([min(1.0, 2 * min(c.contrast.chance(0.0))) for c in unique])
    claims = [_claim(c.contrast, interest.of(c.scale)) for c in unique]
    stands = holm([chance for _, chance in claims])
    judged = {}
    for comparison, p_zero, (verdict, _), p_verdict in zip(unique, zero, claims, stands, strict=True):
        apart = p_zero < 1 - level
        if p_verdict >= 1 - level or (verdict in ("larger", "smaller") and not apart):
            verdict = "undecided"
        judged[comparison.key] = Judged(
            comparison.key,
            comparison.scale,
            comparison.contrast.interval(level),
            interest.of(comparison.scale),
            p_zero,
            apart,
            verdict,
        )
    return judged
