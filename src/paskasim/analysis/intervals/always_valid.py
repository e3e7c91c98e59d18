"""Limits that hold at every look at once, so that one may look as often as one likes and stop when they please.

An ordinary 95 % interval looked at 60 times, with the wish to stop, leaves the truth out in nearly half of all runs.
These leave it out at any look in at most 5 % of runs; they are about twice as wide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from paskasim.analysis.intervals.blocks import (
    BlockEstimate,
    block_difference,
    join_short_block,
    no_difference_seen,
)
from paskasim.analysis.intervals.kinds import LEVEL, Interval, Numbers

BEST_AT = 32
"""Blocks at which the limits from blocks are as narrow as they can be; they widen slowly on either side."""

ENOUGH_EVENTS = 100
"""Events and non-events from which on the block sums of a share may be taken for normal at every look."""

ENOUGH_BLOCKS = 8
"""Blocks from which on it says something that none of them differs."""

MOST_STEPS = 200


def always_valid_share(events: float, trials: float, level: float = LEVEL, cluster: int = 1) -> Interval:
    """Return limits of a share that hold at every look; exact, also for rare events.

    With k events of n and B the beta function, the limits are where the beta mixture
    B(k + 1/2, n - k + 1/2) / (B(1/2, 1/2) p^k (1 - p)^(n - k)) reaches 1/(1 - level).

    Parameters
    ----------
    events, trials
        Counted so far, from the first game on, whole or not.
    level
        The chance that the limits hold at all looks.
    cluster
        Games on one deal (rotations), which are not independent: a deal counts as one trial, which is still exact.

    Notes
    -----
    Under a true share p the mixture is a martingale that begins at 1, and so ever reaches 1/(1 - level) with a chance
    of at most 1 - level. For deals with several games it is a supermartingale, since x -> a^x b^(1 - x) is convex.
    Sources: H. Robbins, Annals of Mathematical Statistics 41 (1970) 1397-1409; J. Ville, Étude critique de la notion de
    collectif (1939).
    """
    if trials <= 0:
        return Interval(math.nan, 0.0, 1.0, "no games")
    some, rest = events / cluster, (trials - events) / cluster
    low = _lower(some, rest, 1 - level) if events > 0 else 0.0
    high = 1 - _lower(rest, some, 1 - level) if rest > 0 else 1.0
    return Interval(events / trials, low, high, "always valid (beta mixture)")


def always_valid_shares(counts: Sequence[float], level: float = LEVEL, cluster: int = 1) -> list[Interval]:
    """Return limits of shares that add to one, which hold together and at every look.

    `always_valid_share` for each of the k shares at level 1 - (1 - level)/k (Bonferroni). One of two shares says all
    about the other, so two need no correction. A Dirichlet mixture would hold them together as well, but is wider from
    three shares on.
    """
    parts = 1 if len(counts) == 2 else max(1, len(counts))
    total = float(sum(counts))
    return [always_valid_share(count, total, 1 - (1 - level) / parts, cluster) for count in counts]


def always_valid_blocks(found: BlockEstimate, level: float = LEVEL, best_at: int = BEST_AT) -> Interval:
    """Return limits of an estimate from blocks that hold at every look after a whole block.

    estimate ± t error, where t is that of `t_mixture`. Exact if block sums are normal, which they are nearly for means
    and for shares after some hundred events; for rarer events use `always_valid_share` or
    `always_valid_share_difference`. A few blocks give no limits.

    Parameters
    ----------
    found
        Of `block_ratio` or `block_difference` on all blocks so far, in order.
    level
        The chance that the limits hold at all looks.
    best_at
        Blocks at which they are to be narrowest; to be chosen before the first look.
    """
    factor = t_mixture(found.freedom + 1, level, best_at)
    if not math.isfinite(factor) or not math.isfinite(found.error) or math.isnan(found.estimate):
        return Interval(found.estimate, -math.inf, math.inf, "too few blocks")
    half = factor * found.error
    return Interval(
        found.estimate, found.estimate - half, found.estimate + half, "always valid (t mixture over blocks)"
    )


def always_valid_share_difference(
    first: tuple[Numbers, Numbers],
    second: tuple[Numbers, Numbers],
    numbers: Numbers,
    level: float = LEVEL,
    cluster: int = 1,
) -> Interval:
    """Return limits at every look for the difference of two shares on the same deals, first minus second.

    From blocks (`always_valid_blocks`) where one of the shares has enough events and non-events; until then both exact
    limits at half the error each, which hold whatever the two have in common. Where none of eight blocks or more
    differs: a rule of three (`no_difference_seen`), which holds at every look, since it can fail only if there is still
    no difference at the first look where the true one lies outside.

    Parameters
    ----------
    first, second
        Events and trials by block, all blocks so far.
    numbers
        Game numbers by block.
    level
        The chance that the limits hold at all looks.
    cluster
        Games on one deal in each of the two (rotations).
    """
    totals = [(float(np.sum(top)), float(np.sum(bottom))) for top, bottom in (first, second)]
    if min(bottom for _, bottom in totals) <= 0:
        return Interval(math.nan, -1.0, 1.0, "no games")
    if max(min(top, bottom - top) for top, bottom in totals) >= ENOUGH_EVENTS * cluster:
        size, *sums = join_short_block(numbers, *first, *second)
        found = block_difference(first, second, numbers)
        same = np.array_equal(sums[0], sums[2]) and np.array_equal(sums[1], sums[3])
        if same and len(size) >= ENOUGH_BLOCKS:
            bound = no_difference_seen(float(size.sum()), level)
            return Interval(0.0, -bound, bound, "no block differs")
        limits = always_valid_blocks(found, level)
        if limits.known and found.error > 0:
            return limits
    each = 1 - (1 - level) / 2
    one, two = (always_valid_share(top, bottom, each, cluster) for top, bottom in totals)
    estimate = one.estimate - two.estimate
    return Interval(estimate, one.low - two.high, one.high - two.low, "always valid (both beta mixtures)")


def _lower(events: float, rest: float, alpha: float) -> float:
    """Return the lower limit of `always_valid_share`, for some events and so many others.

    Newton's method for the logarithm u of the share: the logarithm of the mixture is convex in u, so from a point below
    the limit every step stays below, and at the limit they end.
    """
    height = _log_beta(events + 0.5, rest + 0.5) - math.log(math.pi) + math.log(alpha)
    u = height / events  # where a share so small would make the events alone too unlikely
    for _ in range(MOST_STEPS):
        share = math.exp(u)
        above = height - events * u - rest * math.log1p(-share)
        after = u + above / (events - rest * share / (1 - share))
        if above <= 0 or after <= u:
            break
        u = after
    return math.exp(u)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def t_mixture(blocks: int, level: float = LEVEL, best_at: int = BEST_AT) -> float:
    """Return by how many standard errors a mean of normal blocks may be off at any look; infinite for a few blocks.

    With B blocks, r = 1 + g B and q = (sqrt(r)/(1 - level))^(2/B): t = sqrt((B - 1)(q - 1)/(1 - q/r)), where
    g = (a + log(a + 1))/best_at and a = -2 log(1 - level). For many blocks that is
    sqrt(2 (g B + 1)/(g B) log(sqrt(g B + 1)/(1 - level))), the asymptotic confidence sequence.

    Notes
    -----
    The t test as a mixture over effects of variance g (in units of the spread of a block), flat over the unknown
    spread on a logarithmic scale, is a martingale; the limits are where it reaches 1/(1 - level).
    Sources: T. L. Lai, Annals of Statistics 4 (1976) 265-280; M. Gönen and others, American Statistician 59 (2005)
    252-257 (the mixture in closed form); I. Waudby-Smith and others, Annals of Statistics 52 (2024) 2613-2640 (g).
    """
    alpha = 1 - level
    a = -2 * math.log(alpha)
    r = 1 + (a + math.log(a + 1)) / best_at * blocks
    if blocks < 2:
        return math.inf
    exponent = 2 / blocks * (math.log(r) / 2 - math.log(alpha))
    if exponent >= math.log(r):
        return math.inf
    q = math.exp(exponent)
    return math.sqrt((blocks - 1) * (q - 1) / (1 - q / r))
