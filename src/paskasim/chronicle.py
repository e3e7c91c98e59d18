"""Games followed turn by turn, from Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import Workspace, in_batches, open_play_only
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
    open_play_only(rules, "followed turn by turn")
    rows = np.zeros((games, at.COLUMNS), np.int64)
    moments = np.zeros((games, at.MOMENTS, at.MOMENT_WORDS), np.int16)
    space = Workspace(players, crew, seed, at.CHRONICLE_WORK_WORDS, _fault_of)

    def batch(part: slice) -> None:
        count = part.stop - part.start
        space.run(at.chronicle_batch, rules, first + part.start, count, rows[part], moments[part])

    in_batches(games, FIRST_BATCH, batch, stop=stop, played=played)
    return Chronicle(rows, moments)


def _fault_of(strategy: str, fault: NDArray[np.int64], work: NDArray[np.int64]) -> PaskasimError:
    if fault[0] != at.OTHER_GAME:
        return fault_of(strategy, fault, work)
    return PaskasimError(
        f"game {fault[2]}: played a second time, on the same deal with the same dice, it was another game.",
        "A strategy keeps something from game to game: it may remember in its memory only.",
        exit_code=3,
    )
