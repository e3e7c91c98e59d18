"""What a law is, and how a check is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

# A run of all laws holds some sixty p-values, so that it raises a false alarm about once in a million times.
SMALLEST_P = 1e-8
MOST_P_VALUES = 100
MOST_DETAILS = 5


@dataclass(frozen=True)
class Check:
    """One line of the table.

    Attributes
    ----------
    name
        What was looked at.
    statistic
        What `value` is.
    value
        The statistic.
    cases
        How many games, deals or states went into it.
    p
        The chance of a statistic as far off as this one, if all is well; nothing for a check that counts mistakes.
    holds
        The verdict.
    details
        Where it fails: what was found, a line each.
    """

    name: str
    statistic: str
    value: float
    cases: int
    p: float | None
    holds: bool
    details: tuple[str, ...] = ()

    @property
    def bound(self) -> float:
        """What `p` may not fall below, or `value` not exceed."""
        return 0.0 if self.p is None else SMALLEST_P


@dataclass(frozen=True)
class Effort:
    """How much is looked at.

    Attributes
    ----------
    seed
        Of all games; every seed is a trial of its own, so looking at many makes a false alarm likelier.
    times
        How many times as many games as in the short form.
    """

    seed: int = 1
    times: int = 1


@dataclass(frozen=True)
class Law:
    """A law by name, with what it says in a sentence, and the function that yields its checks."""

    name: str
    summary: str
    checks: Callable[[Effort], Iterator[Check]]


def by_p(name: str, statistic: str, value: float, cases: int, p: float, found: Sequence[str] = ()) -> Check:
    """Return the check of a p-value; `found` is told if it fails."""
    holds = bool(p >= SMALLEST_P)  # which may come as a number of numpy
    return Check(name, statistic, float(value), cases, float(p), holds, () if holds else tuple(found))


def by_mistakes(name: str, statistic: str, mistakes: Sequence[str], cases: int) -> Check:
    """Return the check of something that must never happen; it fails as well if nothing was looked at."""
    found = mistakes if cases else ["nothing was looked at"]
    told = [*found[:MOST_DETAILS], *([f"and {len(found) - MOST_DETAILS} more"] if len(found) > MOST_DETAILS else [])]
    return Check(name, statistic, len(mistakes), cases, None, not found, tuple(told))


def smallest(p_values: Sequence[float]) -> float:
    """Return one p-value for several looks at the same thing: the smallest one times their number (Bonferroni)."""
    return min(1.0, len(p_values) * min(p_values))
