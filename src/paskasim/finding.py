"""Finding games that fit conditions, with the compiled engine: millions of rows are looked at and none is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import numpy as np

from paskasim.simulation import stream
from paskasim.studies.columns import game_rows
from paskasim.studies.conditions import Condition
from paskasim.studies.plan import Case

WITHIN = 5_000_000
FIRST_SHARD = 1024


def find_games(
    case: Case,
    conditions: Sequence[Condition],
    *,
    first: int = 0,
    games: int = 1,
    within: int = WITHIN,
    threads: int | None = None,
    played: Callable[[int], None] = lambda games: None,
) -> list[int]:
    """Return the numbers of the first games from `first` on that fit all conditions, in order.

    Parameters
    ----------
    games
        How many are wanted.
    within
        How many games to look through; fewer are found where they hold no more.
    threads
        All cores if not given; what is found does not depend on it.
    played
        Told how many games each batch held.
    """
    detail = any(condition.column.detail for condition in conditions)
    found: list[int] = []
    shards = _shards(first, within, case.shard_games)
    with closing(stream(case, shards=shards, threads=threads, detail=detail, played=played)) as parts:
        for part in parts:
            rows = game_rows(part, detail)
            fits = np.logical_and.reduce([condition.mask(rows) for condition in conditions])
            found += [part.first + int(i) for i in np.flatnonzero(fits)]
            if len(found) >= games:
                break
    return found[:games]


def _shards(first: int, within: int, largest: int) -> Iterator[tuple[int, int]]:
    """Yield (first game, number of games), small ones first: what is common is found at once."""
    size, end = FIRST_SHARD, first + within
    while first < end:
        games = min(size, end - first)
        yield first, games
        first += games
        size = min(2 * size, largest)
