"""Games followed turn by turn, from Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import InterruptedPlayError, call_compiled, next_batch
from paskasim.errors import PaskasimError
from paskasim.faults import fault_of
from paskasim.kernels import chronicle as at
from paskasim.lineups import Crew

FIRST_BATCH = 8


@dataclass(frozen=True)
class Chronicle:
    """What was noted of games.

    Attributes
    ----------
    rows
        (games x columns) the columns of `kernels.chronicle`.
    moments
        (games x moments x words) cards of each seat, phase and seat to play, at even moments; 0 in games without a
        loser.
    """

    rows: NDArray[np.int64]
    moments: NDArray[np.int16]


def follow_games(
    rules: NDArray[np.int64],
    players: int,
    crew: Crew,
    seed: int,
    first: int,
    games: int,
    *,
    stop: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda games: None,
) -> Chronicle:
    """Play games and note what happens in them turn by turn; arguments and errors as in `engine.play`.

    Raises
    ------
    PaskasimError
        Also, with exit code 3, if a strategy plays the same game otherwise when it plays it again.
    """
    rows = np.zeros((games, at.COLUMNS), np.int64)
    moments = np.zeros((games, at.MOMENTS, at.MOMENT_WORDS), np.int16)
    mine = crew.mine.copy()
    work = np.zeros(at.CHRONICLE_WORK_WORDS, np.int64)
    fault = np.zeros(4, np.int64)
    key = np.uint64(seed).astype(np.int64)
    done = 0
    size = FIRST_BATCH
    while done < games:
        if stop():
            raise InterruptedPlayError
        size = min(size, games - done)
        start = time.perf_counter()
        part = slice(done, done + size)
        count = call_compiled(
            at.chronicle_batch, rules, players, crew.addresses, crew.traits, mine, work, key, first + done,
            rows[part], moments[part], fault,
        )  # fmt: skip
        if count < size:
            if fault[0] == at.OTHER_GAME:
                raise PaskasimError(
                    f"game {fault[2]}: played a second time, on the same deal with the same dice, it was another game.",
                    "A strategy keeps something from game to game: it may remember in its memory only.",
                    exit_code=3,
                )
            raise fault_of(crew.players[int(fault[1])].spec, fault, work)
        done += size
        played(size)
        size = next_batch(size, max(time.perf_counter() - start, 1e-6))
    return Chronicle(rows, moments)
