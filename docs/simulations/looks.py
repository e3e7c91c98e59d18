"""Limits that are looked at 60 times: how often the truth lies inside at every single look."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from paskasim.analysis import intervals
from paskasim.analysis.intervals import LEVEL, Array, Interval
from simulations.drawing import Held, Random, Simulation

LOOKS = 60
BLOCK = 1024
FEWEST = 100
"""The first look at counts; the last is at a million games, each a sixth later than the one before."""

Function = Callable[[int, int], Interval]


def counted() -> list[Simulation]:
    """Return the simulations of shares, looked at from 100 games to a million."""
    found = []
    for share in (0.25, 0.01, 0.001, 0.00001):
        data = f"{100 * share:g} %, 60 looks from 100 games to 1,000,000"
        found.append(Simulation("wilson", data, partial(_counts, share=share, function=intervals.wilson), meant=False))
        found.append(
            Simulation("always_valid_share", data, partial(_counts, share=share, function=intervals.always_valid_share))
        )
    data = "25 %, 4 rotations that all end alike, 60 looks"
    found.append(
        Simulation(
            "always_valid_share",
            data,
            partial(_counts, share=0.25, function=partial(intervals.always_valid_share, cluster=4), copies=4),
        )
    )
    data = "25 25 25 25 %, 60 looks from 100 games to 1,000,000"
    found.append(Simulation("always_valid_shares, all at once", data, _seats))
    return found


def _sizes() -> np.ndarray:
    return np.unique(np.round(np.geomspace(FEWEST, 1_000_000, LOOKS)).astype(np.int64))


def _counts(random: Random, repetitions: int, share: float, function: Function, copies: int = 1) -> Held:
    sizes = _sizes()
    events = np.cumsum(random.binomial(np.diff(sizes, prepend=0), share, (repetitions, len(sizes))), axis=1)
    held, width = _looked(events, sizes, share, function, copies)
    return Held(repetitions, int(held.sum()), width)


def _looked(
    events: np.ndarray, sizes: np.ndarray, share: float, function: Function, copies: int = 1
) -> tuple[np.ndarray, float]:
    """Return by run whether the truth was inside at every look, and the mean width at the last."""
    held, width = np.ones(len(events), dtype=bool), 0.0
    for column, size in zip(events.T, sizes.tolist(), strict=True):
        counts, places = np.unique(column, return_inverse=True)
        found = [function(copies * int(count), copies * size) for count in counts]
        held &= np.array([i.low <= share <= i.high for i in found])[places]
        width = float(np.array([i.high - i.low for i in found])[places].mean())
    return held, width


def _seats(random: Random, repetitions: int) -> Held:
    sizes = _sizes()
    steps = np.broadcast_to(np.diff(sizes, prepend=0), (repetitions, len(sizes)))
    drawn = np.cumsum(random.multinomial(steps, (0.25,) * 4), axis=1)
    held, width = np.ones(repetitions, dtype=bool), 0.0
    for seat in range(4):
        # The others share the rest as they like: an interval of four depends on its own count only.
        one, part = _looked(
            drawn[..., seat],
            sizes,
            0.25,
            lambda count, size: intervals.always_valid_shares([count, size - count, 0, 0])[0],
        )
        held &= one
        width += part / 4
    return Held(repetitions, int(held.sum()), width)


def blocks() -> list[Simulation]:
    """Return the simulations of what rests on blocks, looked at after each of 60 blocks, or 60 times up to 1,000."""
    normal, skewed, rare = _normal, _skewed, partial(_rare, share=0.0005)
    return [
        Simulation(
            "t over blocks", "normal blocks, a look at each of 60", partial(_means, draw=normal, factor=_t), meant=False
        ),
        Simulation(
            "always_valid_blocks", "normal blocks, a look at each of 60", partial(_means, draw=normal, factor=_valid)
        ),
        Simulation(
            "always_valid_blocks",
            "normal blocks, 60 looks up to 1,000 blocks",
            partial(_means, draw=normal, factor=_valid, last=1_000),
        ),
        Simulation(
            "always_valid_blocks",
            "lengths with a long tail, a look at each of 60",
            partial(_means, draw=skewed, factor=_valid),
        ),
        Simulation(
            "always_valid_blocks",
            "an event in 2,000 games, a look at each of 60",
            partial(_means, draw=rare, factor=_valid),
            meant=False,
        ),
        *(
            Simulation(
                "always_valid_share_difference",
                f"{100 * one:g} % against {100 * two:g} %, a look at each of 60",
                partial(_differences, one=one, two=two),
            )
            for one, two in [(0.2, 0.19), (0.005, 0.004), (0.0005, 0.0003), (0.0005, 0.0), (0.00005, 0.0)]
        ),
    ]


def _normal(random: Random, shape: tuple[int, int]) -> tuple[Array, float]:
    return random.normal(0.0, 1.0, shape), 0.0


def _skewed(random: Random, shape: tuple[int, int]) -> tuple[Array, float]:
    return random.gamma(0.05 * BLOCK, 1.0, shape), 0.05 * BLOCK


def _rare(random: Random, shape: tuple[int, int], share: float) -> tuple[Array, float]:
    return random.binomial(BLOCK, share, shape).astype(np.float64), BLOCK * share


def _t(blocks: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(blocks - 1, 0.5 + LEVEL / 2))


def _valid(blocks: int) -> float:
    return intervals.t_mixture(blocks)


def _means(
    random: Random,
    repetitions: int,
    draw: Callable[[Random, tuple[int, int]], tuple[Array, float]],
    factor: Callable[[int], float],
    last: int = LOOKS,
) -> Held:
    looks = np.unique(np.round(np.geomspace(2, last, LOOKS)) if last > LOOKS else np.arange(2, last + 1)).astype(int)
    held, width = np.ones(repetitions, dtype=bool), 0.0
    for part in np.array_split(np.arange(repetitions), 10):
        drawn, truth = draw(random, (len(part), last))
        error, off = _running_errors(drawn - truth, looks)
        factors = np.array([factor(int(count)) for count in looks])
        some = np.isfinite(factors)
        reach = np.where(some, np.where(some, factors, 0.0) * error, math.inf)
        held[part] = (np.abs(off) <= reach).all(axis=1)
        width += float(2 * reach[:, -1].sum()) / repetitions
    return Held(repetitions, int(held.sum()), width)


def _running_errors(drawn: Array, looks: np.ndarray) -> tuple[Array, Array]:
    """Return the standard error of the mean of the first blocks, and the mean, at each look."""
    sums, squares = (np.cumsum(values, axis=1)[:, looks - 1] for values in (drawn, drawn**2))
    mean = sums / looks
    spread = np.maximum(squares - looks * mean**2, 0.0) / (looks - 1)
    return np.sqrt(spread / looks), mean


def _differences(random: Random, repetitions: int, one: float, two: float) -> Held:
    """Ask the function itself at every look, in those runs where some look comes near to leaving the truth out."""
    numbers = np.full(LOOKS, BLOCK)
    first, second = (random.binomial(BLOCK, share, (repetitions, LOOKS)) for share in (one, two))
    suspects = np.flatnonzero(_near(first, second, one, two))
    missed = sum(not all(held for _, held in differences(first[run], second[run], one - two)) for run in suspects)
    last = [
        intervals.always_valid_share_difference((first[run], numbers), (second[run], numbers), numbers)
        for run in range(min(repetitions, 200))
    ]
    return Held(repetitions, repetitions - missed, float(np.mean([found.high - found.low for found in last])))


def differences(first: np.ndarray, second: np.ndarray, truth: float) -> Iterator[tuple[Interval, bool]]:
    """Yield at every look the limits of a difference of shares, and whether they hold the truth."""
    for count in range(1, len(first) + 1):
        size = np.full(count, BLOCK)
        found = intervals.always_valid_share_difference((first[:count], size), (second[:count], size), size)
        yield found, found.low <= truth <= found.high


def _near(first: np.ndarray, second: np.ndarray, one: float, two: float) -> np.ndarray:
    """Return by run whether at any look the limits from blocks or an exact limit leave the truth out, or nearly so."""
    looks = np.arange(2, LOOKS + 1)
    error, off = _running_errors((first - second) / BLOCK - (one - two), looks)
    factors = np.array([intervals.t_mixture(int(count)) for count in looks])
    reach = np.where(np.isfinite(factors), 0.99 * np.where(np.isfinite(factors), factors, 0.0) * error, math.inf)
    near = (np.abs(off) >= reach).any(axis=1)
    for drawn, share in ((first, one), (second, two)):
        events, trials = np.cumsum(drawn, axis=1), BLOCK * np.arange(1, LOOKS + 1)
        near |= (log_mixture(events, trials, share) >= 0.99 * math.log(2 / (1 - LEVEL))).any(axis=1)
    return np.asarray(near)


def log_mixture(events: np.ndarray, trials: np.ndarray, share: float) -> np.ndarray:
    """Return the logarithm of the beta mixture under a true share, by scipy."""
    from scipy.special import betaln, xlog1py, xlogy

    rest = trials - events
    mixture = betaln(events + 0.5, rest + 0.5) - betaln(0.5, 0.5)
    return np.asarray(mixture - xlogy(events, share) - xlog1py(rest, -share))
