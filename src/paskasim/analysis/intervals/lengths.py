"""How long games last: quantiles, and the share still running."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from paskasim.analysis.intervals.kinds import LEVEL, Array, Interval, Numbers, normal_quantile
from paskasim.analysis.intervals.shares import zero_events


def quantile(values: Numbers, counts: Numbers, at: float, level: float = LEVEL, cluster: int = 1) -> Interval:
    """Return a quantile of numbers not below zero, exactly counted, with limits by order statistics.

    `values` rise, `counts` says how often each occurred. The ranks l and u are the binomial
    quantiles with P(l <= Binomial(n, at) < u) >= level, no assumption on the shape. With `cluster`
    games on one deal the ranks are those of n/cluster independent games (conservative). Too few
    games give the limit 0 or infinity.
    Source: David, Nagaraja, Order Statistics (2003), section 7.1.
    """
    from scipy.special import bdtr

    total = int(np.sum(counts))
    if total == 0:
        return Interval(math.nan, -math.inf, math.inf, "no games")
    running = np.cumsum(counts)

    def value_at(rank: float) -> float:
        wanted = min(max(rank, 1), total)
        return float(values[int(np.searchsorted(running, wanted, side="left"))])

    trials = max(1, total // cluster)
    tail = (1 - level) / 2
    spread = normal_quantile(level) * math.sqrt(trials * at * (1 - at))
    low = max(0, math.floor(trials * at - spread))
    while low > 0 and float(bdtr(low - 1, trials, at)) > tail:
        low -= 1
    high = max(1, math.ceil(trials * at + spread))
    while high <= trials and float(bdtr(high - 1, trials, at)) < 1 - tail:
        high += 1
    scale = total / trials
    return Interval(
        value_at(math.ceil(at * total)),
        value_at(math.floor(low * scale)) if low > 0 else 0.0,
        value_at(math.ceil(high * scale)) if high <= trials else math.inf,
        "order statistics",
    )


@dataclass(frozen=True, slots=True)
class Running:
    """The share of games still running, from turn 0 on, with limits for each turn by itself.

    Attributes
    ----------
    turns
        Rising from 0; the share changes at these turns only.
    share, low, high
        Of games that last longer than so many turns.
    """

    turns: Array
    share: Array
    low: Array
    high: Array

    def after(self, turns: float) -> Interval:
        """Return the share of games that last longer than so many turns (not below zero)."""
        place = int(np.searchsorted(self.turns, turns, side="right")) - 1
        return Interval(float(self.share[place]), float(self.low[place]), float(self.high[place]), "Kaplan-Meier")

    @property
    def plateau(self) -> Interval:
        """Where the curve comes to rest: the share that never ends, as far as games were watched."""
        return self.after(math.inf)


def kaplan_meier(
    turns: Numbers,
    finished: Numbers,
    unresolved: Numbers | None = None,
    endless: float = 0,
    level: float = LEVEL,
    cluster: int = 1,
) -> Running:
    """Return the share of games still running after each turn, where some were not watched to their end.

    S(t) is the product over the turns u up to t of 1 - d/r: d games finish at turn u of r that are still watched.
    With V the sum of d/(r (r - d)) and z the normal quantile, the limits are S to the power exp(± z sqrt(V)/log S),
    which stay between 0 and 1. Before the first end the lower limit is that of an event never seen; where nothing
    is left the upper limit is the last one.
    Sources: Kaplan, Meier, JASA 53 (1958) 457-481; Kalbfleisch, Prentice, Statistical Analysis of Failure Time Data
    (2002), section 1.4.

    Parameters
    ----------
    turns
        Rising numbers of turns, not below 0.
    finished
        How many games finished at each.
    unresolved
        How many games were left undecided at each: they may have ended later. None if left out.
    endless
        Games proven never to end. They are watched for ever, so they hold the curve up as its plateau.
    level
        Of the limits at each turn by itself.
    cluster
        Games on one deal (rotations), counted as one game in the limits (conservative).
    """
    at = np.asarray(turns, dtype=np.float64)
    ends = np.asarray(finished, dtype=np.float64)
    leave = np.zeros_like(ends) if unresolved is None else np.asarray(unresolved, dtype=np.float64)
    if len(at) == 0 or at[0] > 0:
        at, ends, leave = (np.concatenate([[0.0], values]) for values in (at, ends, leave))
    total = float(ends.sum() + leave.sum() + endless)
    if total <= 0:
        return Running(np.zeros(1), np.full(1, math.nan), np.zeros(1), np.ones(1))
    watched = total - np.concatenate([[0.0], np.cumsum(ends + leave)[:-1]])
    some = np.maximum(watched, 1.0)
    share = np.cumprod(1 - ends / some, dtype=np.float64)
    alive = watched > ends
    spread = np.cumsum(np.where(alive, cluster * ends / (some * np.where(alive, watched - ends, 1.0)), 0.0))
    inner = (share > 0) & (share < 1)
    safe = np.where(inner, share, 0.5)
    power = np.exp(normal_quantile(level) * np.sqrt(spread) / -np.log(safe))
    never = 1 - zero_events(total / cluster, level).high
    low: Array = np.where(inner, safe**power, np.where(share == 1, never, 0.0))
    high: Array = np.minimum.accumulate(np.where(inner, safe ** (1 / power), 1.0))
    return Running(at, share, low, high)
