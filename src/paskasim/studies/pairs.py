"""Playing two cases side by side, game number by game number, into block sums and lengths."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from paskasim.engine import Games, play
from paskasim.lineups import crew_of
from paskasim.rules.tables import rule_tables
from paskasim.studies.plan import Case
from paskasim.studies.sums import block_sums, length_counts
from paskasim.studies.sweep import default_threads

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
    parts = [*_shards(one, other, threads or default_threads(), played)]
    blocks = [pa.concat_tables([part.blocks[side] for part in parts]) for side in (0, 1)]
    lengths = [pa.concat_tables([part.lengths[side] for part in parts]) for side in (0, 1)]
    return PairSums((blocks[0], blocks[1]), (lengths[0], lengths[1]), sum(part.differing for part in parts))


def _shards(one: Case, other: Case, threads: int, played: Callable[[int], None]) -> Iterator[PairSums]:
    tables = [rule_tables(case.rules, case.players) for case in (one, other)]
    stopping = False

    def shard(first: int, games: int) -> PairSums:
        mine, theirs = (
            play(rules, case.players, crew, case.seed, first, games, stop=lambda: stopping, played=played)
            for rules, case, crew in zip(tables, (one, other), crews, strict=True)
        )
        return PairSums(
            (block_sums(mine), block_sums(theirs)),
            (length_counts(mine), length_counts(theirs)),
            int(np.count_nonzero(_differ(mine, theirs))),
        )

    size = min(one.shard_games, other.shard_games, LARGEST_SHARD)
    with ThreadPoolExecutor(threads, thread_name_prefix="paskasim") as pool:
        waiting: deque[Future[PairSums]] = deque()
        try:
            # A Ctrl-C within the compiler could crash it.
            crews = [pool.submit(crew_of, case.seats, case.rules).result() for case in (one, other)]
            for first in range(0, one.games, size):
                waiting.append(pool.submit(shard, first, min(size, one.games - first)))
                if len(waiting) > threads + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            stopping = True
            for future in waiting:
                future.cancel()
            raise


def _differ(one: Games, other: Games) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    tallies = (one.tallies != other.tallies).any(axis=0)
    return np.asarray(tallies | (one.places != other.places).any(axis=0))
