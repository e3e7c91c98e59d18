"""Forked games from Python: what one burnt run is worth to the player who makes it."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import InterruptedPlayError, call_compiled, next_batch
from paskasim.faults import fault_of
from paskasim.kernels.fork import FORK_COLUMNS, FORK_WORK_WORDS, fork_batch
from paskasim.lineups import Crew

FIRST_BATCH = 4


def fork_games(
    rules: NDArray[np.int64],
    players: int,
    crew: Crew,
    seed: int,
    first: int,
    games: int,
    continuations: int,
    *,
    stop: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda games: None,
) -> NDArray[np.int64]:
    """Fork each game once, at a burnt run picked by chance, and play both branches on.

    Arguments as in `engine.play`; `continuations` is how often each branch is played on.

    Returns
    -------
    ndarray
        (games x FORK_COLUMNS) the sums named in `kernels.fork`.
    """
    sums = np.zeros((games, FORK_COLUMNS), np.int64)
    mine = crew.mine.copy()
    work = np.zeros(FORK_WORK_WORDS, np.int64)
    fault = np.zeros(4, np.int64)
    key = np.uint64(seed).astype(np.int64)
    done = 0
    size = FIRST_BATCH
    while done < games:
        if stop():
            raise InterruptedPlayError
        size = min(size, games - done)
        start = time.perf_counter()
        count = call_compiled(
            fork_batch, rules, players, crew.addresses, crew.traits, mine, work, key, first + done,
            continuations, sums[done : done + size], fault,
        )  # fmt: skip
        if count < size:
            raise fault_of(crew.players[int(fault[1])].spec, fault, work)
        done += size
        played(size)
        size = next_batch(size, max(time.perf_counter() - start, 1e-6))
    return sums
