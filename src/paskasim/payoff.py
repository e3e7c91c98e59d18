"""What games cost their players, from their results (`kernels.payoff` has the same for a state)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.kernels import layout as at


def share_of_loss(tallies: NDArray[np.int32], places: NDArray[np.int8], endless: float = 1.0) -> NDArray[np.float64]:
    """Return what each game cost each seat, in losses.

    Parameters
    ----------
    tallies
        (tally words x games) as `engine.play` returns them.
    places
        (players x games) finishing places, 0 for none: the first rows of what `engine.play` returns.
    endless
        What a game without an end costs its active players together.

    Returns
    -------
    ndarray
        (players x games): 1 for the loser, 0 for who went out, `endless` / k for each of the k active players of a
        game without an end.
    """
    finished = tallies[at.OUTCOME] == at.FINISHED
    active = places == 0
    shared = endless / np.maximum(active.sum(axis=0), 1)
    lost: NDArray[np.float64] = np.where(finished, places == len(places), active * shared)
    return lost
