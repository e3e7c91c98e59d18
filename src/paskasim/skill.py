"""Skill and luck from Python: two strategies on the same deals, seated in every way of a balanced set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from paskasim.lineups import Crew, Player

WHOLE = 2520
"""What one game costs all its players together; shared by k it is 2520 / k each, whole for every number of players."""
AHEAD_WHOLE = 7200
"""What finishing ahead counts at one table; halves of it, shared by all pairs of players, are whole."""
LOW, HIGH = 0, 1

Ints = NDArray[np.int64]
Seating = tuple[int, ...]
"""Who sits at each seat: LOW or HIGH."""


@cache
def seatings(players: int) -> tuple[Seating, ...]:
    """Return the ways in which players of two kinds sit down together.

    Half of the seats belong to each kind; with an odd number either has the one seat more. Those of a kind sit side by
    side, or spread out; each such table is turned all the way round. So everybody sits at every seat equally often, and
    both kinds are treated alike. Up to five players these are all the ways there are.
    """
    found = set()
    for high in {players // 2, players - players // 2}:
        together = tuple(HIGH if seat < high else LOW for seat in range(players))
        spread = tuple((seat + 1) * high // players - seat * high // players for seat in range(players))
        for seating in (together, spread):
            for turned in (seating[shift:] + seating[:shift] for shift in range(players)):
                found |= {turned, tuple(1 - kind for kind in turned)}
    return tuple(sorted(found))


def costs(
    rules: NDArray[np.int64],
    players: Sequence[Player],
    seats: int,
    seed: int,
    first: int,
    games: int,
    crew_of: Callable[[Sequence[Player]], Crew],
    *,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Play each game number in every seating.

    Parameters
    ----------
    players
        Who plays as LOW and who as HIGH.

    Returns
    -------
    cost
        (seatings x seats x games) what each game cost: WHOLE for its loser; a game without an end costs its k active
        players WHOLE / k each.
    places
        (seatings x seats x games) finishing places; those active at the end share the last one.
    finished
        (seatings x games) whether the game had a loser.
    """
    from paskasim import engine  # reports want the rest of this module, and no compiler
    from paskasim.kernels import layout as at
    from paskasim.payoff import share_of_loss

    played = [
        engine.play(rules, seats, crew_of([players[kind] for kind in seating]), seed, first, games, stop=stop)
        for seating in seatings(seats)
    ]
    places = np.array([each.places[:seats] for each in played], dtype=np.int64)
    cost = np.array([np.rint(WHOLE * share_of_loss(each.tallies, each.places[:seats])) for each in played])
    finished = np.array([each.tallies[at.OUTCOME] == at.FINISHED for each in played])
    return cost.astype(np.int64), np.where(places == 0, seats, places), finished


def outcome(cost: Ints, places: Ints, finished: NDArray[np.bool_]) -> Ints:
    """Return how two kinds of players fared, from what `costs` returns.

    Returns
    -------
    ndarray
        (games x 4), each summed over the seatings: games with a loser; those that one player LOW and those that one
        player HIGH lost, WHOLE each, on average over the players of that kind; how often HIGH finished ahead of LOW,
        AHEAD_WHOLE each, on average over the pairs at the table, ties half.
    """
    seating = np.array(seatings(cost.shape[1]), dtype=bool)
    lost = np.where(finished[:, None, :], cost, 0)
    found = [finished.sum(axis=0)]
    for kind in (~seating, seating):
        each = (lost * kind[:, :, None]).sum(axis=1) // kind.sum(axis=1)[:, None]
        found.append(each.sum(axis=0))
    ahead = np.zeros(cost.shape[2], np.int64)
    for who, place in zip(seating, places, strict=True):
        above = place[who][:, None, :] - place[~who][None, :, :]
        points = (2 * (above < 0) + (above == 0)).sum(axis=(0, 1))
        ahead += points * AHEAD_WHOLE // (2 * above.shape[0] * above.shape[1])
    return np.stack([*found, ahead], axis=1)


def by_player(cost: Ints) -> Ints:
    """Return what each game cost, told by seat and by who plays, less an even share.

    Returns
    -------
    ndarray
        (seats x line-ups x games): the line-up is told clockwise from the player whose cost it is, in the order of
        `seatings`. So every seat meets every line-up once on each deal, and the sum over both is 0.
    """
    seats = cost.shape[1]
    ways = seatings(seats)
    number = {way: i for i, way in enumerate(ways)}
    told = np.full((seats, len(ways), cost.shape[2]), -WHOLE // seats, np.int64)
    for i, way in enumerate(ways):
        for seat in range(seats):
            told[seat, number[way[seat:] + way[:seat]]] += cost[i, seat]
    return told


def squares(told: Ints) -> Ints:
    """Return the sums of squares and of products from which the parts of luck and skill follow.

    Parameters
    ----------
    told
        (seats x line-ups x games) as `by_player` returns it.

    Returns
    -------
    ndarray
        (games x 8): squares of each cost, of sums over the line-ups, over the seats, and over all with the same own
        strategy; then the same four with products of this game and all others, in the first row, for all games
        together.
    """
    own = np.array([way[0] for way in seatings(told.shape[0])], dtype=bool)
    of_own = [told[:, chosen].sum(axis=(0, 1)) for chosen in (~own, own)]
    levels = (told.reshape(-1, told.shape[2]), told.sum(axis=1), told.sum(axis=0), np.stack(of_own))
    found = np.zeros((told.shape[2], 2 * len(levels)), np.int64)
    for i, level in enumerate(levels):
        found[:, i] = (level**2).sum(axis=0)
        found[0, len(levels) + i] = (level.sum(axis=1) ** 2).sum() - found[:, i].sum()
    return found
