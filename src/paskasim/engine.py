"""From Python into the compiled game: a batch at a time, interruptible, with faults turned into sentences."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.faults import fault_of
from paskasim.kernels import cache
from paskasim.kernels import layout as at
from paskasim.kernels.batch import WORK_WORDS, play_batch
from paskasim.lineups import Crew
from paskasim.raised import taken

ENGINE_VERSION = "2"
RNG = "philox4x32-10/1"
BATCH_SECONDS = 0.15
ROW_GAP = 16
FIRST_BATCH = 16
BARE_WORDS = at.OUTCOME + 4


class InterruptedPlayError(Exception):
    """The caller asked to stop between two batches."""


@dataclass(frozen=True)
class Games:
    """Results of the games `first` .. `first + n - 1`.

    Attributes
    ----------
    tallies
        (tally words x n) int32, the words of `kernels.layout`.
    places
        (seats x n) int8, finishing places, 0 for none.
    """

    first: int
    players: int
    tallies: NDArray[np.int32]
    places: NDArray[np.int8]


def new_work() -> NDArray[np.int64]:
    """Scratch space for one thread."""
    return np.zeros(WORK_WORDS, np.int64)


def play(
    rules: NDArray[np.int64],
    players: int,
    crew: Crew,
    seed: int,
    first: int,
    games: int,
    *,
    detail: bool = False,
    stop: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda games: None,
) -> Games:
    """Play `games` games from number `first` on.

    Parameters
    ----------
    rules
        Words of `rules.tables.rule_tables` for this number of players.
    seed
        0 to 2**64 - 1.
    stop
        Asked between batches of about `BATCH_SECONDS`; True ends the call.
    played
        Told how many games each batch held.

    Raises
    ------
    InterruptedPlayError
        If `stop` said so.
    PaskasimError
        If a strategy answered with something illegal.
    """
    words = at.TALLY_WORDS if detail else BARE_WORDS
    # Rows a power of two apart would share their place in the processor's cache, which costs three per cent.
    tallies = np.empty((words, games + ROW_GAP), np.int32)[:, :games]
    places = np.zeros((at.SEATS, games + ROW_GAP), np.int8)[:, :games]
    mine = crew.mine.copy()
    work = new_work()
    fault = np.zeros(4, np.int64)
    key = np.uint64(seed).astype(np.int64)
    taken()  # what an answer raised before is not what it raises here
    done = 0
    size = FIRST_BATCH
    while done < games:
        if stop():
            raise InterruptedPlayError
        size = min(size, games - done)
        start = time.perf_counter()
        part = slice(done, done + size)
        count = call_compiled(
            play_batch, rules, players, crew.addresses, crew.traits, mine, work, key, first + done,
            tallies[:, part], places[:, part], detail, fault,
        )  # fmt: skip
        if count < size:
            raise fault_of(crew.players[int(fault[1])].spec, fault, work)
        done += size
        played(size)
        seconds = max(time.perf_counter() - start, 1e-6)
        size = next_batch(size, seconds)
    return Games(first, players, tallies, places)


def next_batch(size: int, seconds: float) -> int:
    """Return how many games the next batch may hold, after one of `size` that took `seconds`."""
    return max(1, min(4 * size, int(size * BATCH_SECONDS / seconds)))


def call_compiled(function: Callable[..., int], *arguments: object) -> int:
    """Call a compiled entry; if its cache on disk is damaged, delete that and compile anew."""
    return cache.cured(lambda: function(*arguments))
