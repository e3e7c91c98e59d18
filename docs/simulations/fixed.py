"""Intervals that are looked at once, after a number of games that was fixed beforehand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from paskasim.analysis import intervals
from paskasim.analysis.contrasts import paired_shares
from paskasim.analysis.intervals import Interval
from simulations.drawing import Held, Random, Simulation, of_counts, of_repeats

BLOCK = 1024


def shares() -> list[Simulation]:
    """Return the simulations of one share."""

    def of(
        name: str, function: Callable[[int, int], Interval], share: float, trials: int, meant: bool = True
    ) -> Simulation:
        return Simulation(
            name, f"{100 * share:g} % of {trials:,} games", of_counts(function, share, trials), meant=meant
        )

    return [
        of("wilson", intervals.wilson, 0.25, 100),
        of("wilson", intervals.wilson, 0.25, 10_000),
        of("wilson", intervals.wilson, 0.02, 5_000),
        of("wilson", intervals.wilson, 0.0001, 1_000, meant=False),
        of("jeffreys", intervals.jeffreys, 0.001, 3_000, meant=False),
        of("jeffreys", intervals.jeffreys, 0.0001, 1_000, meant=False),
        of("clopper_pearson", intervals.clopper_pearson, 0.3, 20),
        of("clopper_pearson", intervals.clopper_pearson, 0.001, 3_000),
        of("clopper_pearson", intervals.clopper_pearson, 0.0001, 1_000),
        of("zero_events (else no limits)", _zero_or_all, 0.0031, 1_000),
        of("share", intervals.share, 0.25, 2_000),
        of("share", intervals.share, 0.003, 1_000),
        of("share", intervals.share, 0.0002, 5_000),
        of("share", intervals.share, 0.00002, 5_000),
    ]


def _zero_or_all(events: int, trials: int) -> Interval:
    return intervals.zero_events(trials) if events == 0 else Interval(events / trials, -math.inf, math.inf, "")


def together() -> list[Simulation]:
    """Return the simulations of what holds together."""

    def of(
        name: str,
        one: Callable[[Random, Sequence[float], int], tuple[Interval, float]],
        p: Sequence[float],
        games: int,
        meant: bool = True,
    ) -> Simulation:
        told = " ".join(f"{100 * x:g}" for x in p)
        draw = of_repeats(lambda random: one(random, p, games))
        return Simulation(name, f"{told} % of {games:,} games", draw, meant=meant)

    return [
        of("goodman, all at once", _goodman, (0.25,) * 4, 2_000),
        of("goodman, all at once", _goodman, (0.4, 0.3, 0.2, 0.08, 0.02), 2_000),
        of("goodman, all at once", _goodman, (0.497, 0.497, 0.005, 0.001), 2_000),
        of("goodman, all at once", _goodman, (0.5, 0.49995, 0.00005), 2_000, False),
        of("total_variation", _variation, (0.25,) * 4, 2_000),
        of("total_variation", _variation, (0.3, 0.25, 0.25, 0.2), 2_000),
        Simulation("holm, no false alarm", "40 comparisons without a difference", _holm),
        Simulation("holm, no false alarm", "10 without, 30 with a large difference", partial(_holm, real=30)),
    ]


def _goodman(random: Random, p: Sequence[float], games: int) -> tuple[Interval, float]:
    found = intervals.goodman(random.multinomial(games, p).tolist())
    inside = all(i.low <= truth <= i.high for i, truth in zip(found, p, strict=True))
    # The widths are averaged, so one interval about zero stands for all of them.
    half = sum(i.high - i.low for i in found) / len(found) / 2
    return Interval(0.0, -half, half, ""), 0.0 if inside else math.inf


def _variation(random: Random, p: Sequence[float], games: int) -> tuple[Interval, float]:
    even = 1 / len(p)
    found = intervals.total_variation(intervals.goodman(random.multinomial(games, p).tolist()), even)
    return found, sum(abs(x - even) for x in p) / 2


def _holm(random: Random, repetitions: int, real: int = 0, many: int = 40) -> Held:
    chances = random.random((repetitions, many))
    chances[:, many - real :] *= 1e-9
    calm = sum(min(intervals.holm(row)[: many - real]) >= 0.05 for row in chances.tolist())
    return Held(repetitions, calm, math.nan)


def blocks() -> list[Simulation]:
    """Return the simulations of what rests on block sums."""
    means = [
        Simulation(
            "block_ratio", f"a share of 20 %, {count} blocks, the last of 600", of_repeats(partial(_share, count=count))
        )
        for count in (3, 12, 100)
    ]
    return [
        *means,
        Simulation(
            "block_ratio", "mean turns of finished games (80 %), 12 blocks", of_repeats(partial(_turns, count=12))
        ),
        Simulation(
            "block_ratio", "mean turns of finished games (80 %), 100 blocks", of_repeats(partial(_turns, count=100))
        ),
        Simulation("block_ratio", "a seat's share, 4 rotations on each deal, 12 blocks of 256", of_repeats(_rotated)),
        Simulation("block_difference", "shares, 20 % against 18 % on the same deals, 30 blocks", of_repeats(_paired)),
        Simulation(
            "block_difference", "skewed lengths on the same deals, 8 blocks", of_repeats(partial(_lengths, count=8))
        ),
        Simulation(
            "block_difference", "skewed lengths on the same deals, 100 blocks", of_repeats(partial(_lengths, count=100))
        ),
        Simulation("pooled_mean", "5 tables on the same deals, 12 blocks", of_repeats(_pooled)),
        *(
            Simulation(
                "paired_shares",
                f"{100 * one:g} % against {100 * two:g} %, {count} block{'s' if count > 1 else ''}",
                of_repeats(partial(_two_shares, one=one, two=two, count=count)),
            )
            for one, two, count in [
                (0.2, 0.19, 1),
                (0.2, 0.19, 8),
                (0.0001, 0.0002, 20),
                (0.001, 0.001, 20),
                (0.003, 0.0, 8),
                (0.3, 0.0, 40),
            ]
        ),
        Simulation(
            "no_difference_seen (else no limits)", "4 games in a million lost more, 1,000,000 games", _none_seen
        ),
    ]


def _share(random: Random, count: int) -> tuple[Interval, float]:
    numbers = np.array([BLOCK] * (count - 1) + [600])
    return intervals.block_ratio(random.binomial(numbers, 0.2), numbers, numbers).interval(), 0.2


def _turns(random: Random, count: int) -> tuple[Interval, float]:
    numbers = np.full(count, BLOCK)
    finished = random.binomial(numbers, 0.8)
    return intervals.block_ratio(random.gamma(2.0 * finished, 30.0), finished, numbers).interval(), 60.0


def _rotated(random: Random) -> tuple[Interval, float]:
    numbers = np.full(12, 256)
    # What a deal does to a seat it does in all four rotations: shares of 10 or 40 %, deal by deal.
    heavy = random.binomial(numbers, 0.5)
    losses = sum(random.binomial(heavy, 0.4) + random.binomial(numbers - heavy, 0.1) for _ in range(3))
    losses = losses + 2 * random.binomial(heavy, 0.4)
    games = 5 * numbers
    truth = (0.5 * 0.5 * 3 + 0.4) / 5
    return intervals.block_ratio(losses, games, numbers).interval(), truth


def _paired(random: Random) -> tuple[Interval, float]:
    numbers = np.array([BLOCK] * 29 + [700])
    both = random.binomial(numbers, 0.15)
    one, two = (both + random.binomial(numbers - both, more) for more in (0.05, 0.03))
    return intervals.block_difference((one, numbers), (two, numbers), numbers).interval(), 0.85 * 0.02


def _lengths(random: Random, count: int) -> tuple[Interval, float]:
    numbers = np.full(count, BLOCK)
    deal = random.gamma(0.5 * numbers, 60.0)  # a long tail that both rule sets share
    one, two = (deal + random.gamma(0.5 * numbers, scale) for scale in (70.0, 60.0))
    return intervals.block_difference((one, numbers), (two, numbers), numbers).interval(), 5.0


def _pooled(random: Random) -> tuple[Interval, float]:
    numbers = np.full(12, BLOCK)
    deal = random.normal(0.0, 10.0, 12)
    tables = [(random.binomial(numbers, 0.2 + 0.02 * table) + deal, numbers, numbers) for table in range(5)]
    return intervals.pooled_mean(tables).interval(), 0.24


def _two_shares(random: Random, one: float, two: float, count: int) -> tuple[Interval, float]:
    numbers = np.full(count, BLOCK)
    first, second = random.binomial(numbers, one), random.binomial(numbers, two)
    return paired_shares((first, numbers), (second, numbers), numbers).interval(), one - two


def _none_seen(random: Random, repetitions: int) -> Held:
    games, more = 1_000_000, 4e-6
    unseen = int((random.poisson(games * more, repetitions) == 0).sum())
    bound = intervals.no_difference_seen(games)
    return Held(repetitions, repetitions - unseen if more > bound else repetitions, 2 * bound)


def lengths() -> list[Simulation]:
    """Return the simulations of lengths: a geometric law, some games left undecided, some without an end."""
    return [
        Simulation("quantile", "median of 500 games", of_repeats(partial(_quantile, at=0.5, games=500))),
        Simulation("quantile", "95th of 100 of 500 games", of_repeats(partial(_quantile, at=0.95, games=500))),
        Simulation(
            "quantile",
            "median of 200 deals in 4 rotations",
            of_repeats(partial(_quantile, at=0.5, games=200, cluster=4)),
        ),
        Simulation(
            "kaplan_meier",
            "after 15 turns, 400 games, every fifth left early",
            of_repeats(partial(_running, after=15, games=400)),
        ),
        Simulation(
            "kaplan_meier",
            "after 60 turns, 400 games, every fifth left early",
            of_repeats(partial(_running, after=60, games=400)),
        ),
        Simulation(
            "kaplan_meier",
            "after 60 turns, 30 games, every fifth left early",
            of_repeats(partial(_running, after=60, games=30)),
        ),
        Simulation(
            "kaplan_meier",
            "plateau of 0.5 %, 400 games, every fifth left early",
            of_repeats(partial(_running, after=400, games=400, never=0.005)),
        ),
        Simulation(
            "kaplan_meier",
            "plateau of 10 %, 400 games, every fifth left early",
            of_repeats(partial(_running, after=400, games=400, never=0.1)),
        ),
    ]


def _quantile(random: Random, at: float, games: int, cluster: int = 1) -> tuple[Interval, float]:
    truth = math.ceil(math.log(1 - at) / math.log(1 - 0.05))
    # Rotations of one deal that last equally long are the worst that can be.
    values, counts = np.unique(random.geometric(0.05, games), return_counts=True)
    return intervals.quantile(values, counts * cluster, at, cluster=cluster), truth


def _running(random: Random, after: int, games: int, never: float = 0.1) -> tuple[Interval, float]:
    length = random.geometric(0.05, games)
    endless = random.random(games) < never
    left = np.where(random.random(games) < 0.2, random.integers(5, 80, games), 1_000_000)
    proven = endless & (left == 1_000_000)
    seen = ~endless & (length <= left)
    turns = np.arange(1, 1_000)
    ends, leave = (
        np.bincount(values[values < 1_000], minlength=1_000)[1:] for values in (length[seen], left[~seen & ~proven])
    )
    found = intervals.kaplan_meier(turns, ends, leave, endless=int(proven.sum()))
    return found.after(after), never + (1 - never) * 0.95**after
