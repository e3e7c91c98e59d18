"""Playing two cases side by side, game number by game number, into block sums and lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from paskasim.engine import Games
from paskasim.lineups import crew_of
from paskasim.studies.plan import Case
from paskasim.studies.playing import play_case
from paskasim.studies.sums import block_sums, length_counts
from paskasim.threads import Stop, aside, in_order

LARGEST_SHARD = 16_384  # small, so that the threads are done at about the same time


@dataclass(frozen=True)
class PairSums:
    """What two cases came to on the same game numbers.

    Attributes
    ----------
    blocks, lengths
        Tables of `studies.sums`, of the one and of the other case.
    differing
        In how many game numbers some count or place is not the same in both.
    """

    blocks: tuple[pa.Table, pa.Table]
    lengths: tuple[pa.Table, pa.Table]
    differing: int


def play_pair(
    one: Case,
    other: Case,
    *,
    threads: int | None = None,
    played: Callable[[int], None] = lambda games: None,
) -> PairSums:
    """Play both cases on the game numbers of the first; the sums do not depend on the threads.

    Parameters
    ----------
    played
        Told of games as they are played, those of either case counted.
    """
    parts = [*_shards(one, other, threads, played)]
    blocks = [pa.concat_tables([part.blocks[side] for part in parts]) for side in (0, 1)]
    lengths = [pa.concat_tables([part.lengths[side] for part in parts]) for side in (0, 1)]
    return PairSums((blocks[0], blocks[1]), (lengths[0], lengths[1]), sum(part.differing for part in parts))


def _shards(one: Case, other: Case, threads: int | None, played: Callable[[int], None]) -> Iterator[PairSums]:
    size = min(one.shard_games, other.shard_games, LARGEST_SHARD)
    crews = aside(lambda: [crew_of(case.seats, case.rules) for case in (one, other)])

    def shard(first: int, stop: Stop) -> PairSums:
        games = min(size, one.games - first)
        mine, theirs = (
            play_case(case, crew, first, games, stop=stop, played=played)
            for case, crew in zip((one, other), crews, strict=True)
        )
        return PairSums(
            (block_sums(mine), block_sums(theirs)),
            (length_counts(mine), length_counts(theirs)),
            int(np.count_nonzero(_differ(mine, theirs))),
        )

    yield from in_order(shard, range(0, one.games, size), threads)


def _differ(one: Games, other: Games) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    tallies = (one.tallies != other.tallies).any(axis=0)
    return np.asarray(tallies | (one.places != other.places).any(axis=0))
