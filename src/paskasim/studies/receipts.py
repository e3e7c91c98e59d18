"""What is finished of a study: block sums, lengths and forked games, by the shard that they are from."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paskasim.studies import files
from paskasim.studies.plan import FORK_SHARD, Case, fork_shards
from paskasim.studies.sums import BLOCK_GAMES, block_schema, length_schema

FORK_NAMES = ("maker_loses", "maker_first", "no_end", "turns")
FORK_SCHEMA = pa.schema(
    [("case", pa.string())]
    + [(name, pa.int64()) for name in ("block", "positions", "continuations")]
    + [(f"{name}_{branch}", pa.int64()) for branch in ("with", "without") for name in FORK_NAMES]
)
FORK_SHARD_SCHEMA = FORK_SCHEMA.remove(0)
CASE_COLUMN = pa.field("case", pa.string())
GATHERED = {
    "blocks": pa.schema([CASE_COLUMN, *block_schema()]),
    "lengths": pa.schema([CASE_COLUMN, *length_schema()]),
    "forks": FORK_SCHEMA,
}


@dataclass
class Receipts:
    """What is finished of one case: block sums and lengths by the first game of their shard.

    Attributes
    ----------
    forked
        Games and continuations of each shard of forked games.
    """

    blocks: dict[int, pa.Table] = field(default_factory=dict)
    lengths: dict[int, pa.Table] = field(default_factory=dict)
    forks: dict[int, pa.Table] = field(default_factory=dict)
    forked: dict[int, tuple[int, int]] = field(default_factory=dict)

    def games(self, first: int) -> int:
        """Games of the shard that begins at `first`, 0 if it is missing."""
        games = _games_in(self.blocks.get(first))
        return games if games == _games_in(self.lengths.get(first)) else 0


def _games_in(table: pa.Table | None) -> int:
    return 0 if table is None else int(pc.sum(table["games"]).as_py() or 0)


def read_receipts(folder: Path, cases: Sequence[Case]) -> dict[str, Receipts]:
    """Return what is finished of each case, from the gathered files and from `parts/`.

    Raises
    ------
    PaskasimError
        With exit code 4 if a file is damaged.
    """
    found = {case.id: Receipts() for case in cases}
    _gathered(folder, found, {case.id: case.shard_games for case in cases})
    for path in sorted((folder / "parts").glob("*.parquet")):
        match = re.fullmatch(r"(blocks|forks)-([0-9a-f]+)-(\d+)", path.stem)
        if match is None or match[2] not in found:
            continue
        own, first = found[match[2]], int(match[3])
        table = files.read_parquet(path, block_schema() if match[1] == "blocks" else FORK_SHARD_SCHEMA)
        with files.parsed(path):
            if match[1] == "forks":
                games, continuations = json.loads(table.schema.metadata[b"forked"])
                own.forks[first], own.forked[first] = table, (int(games), int(continuations))
            else:
                counts = json.loads(table.schema.metadata[b"lengths"])
                own.lengths[first] = pa.Table.from_pydict(counts, schema=length_schema())
                own.blocks[first] = table
    return found


def _gathered(folder: Path, found: dict[str, Receipts], shard_of: dict[str, int]) -> None:
    for kind, columns in GATHERED.items():
        path = folder / f"{kind}.parquet"
        if not path.exists():
            continue
        table = files.read_parquet(path, columns)
        with files.parsed(path):
            forked = json.loads((table.schema.metadata or {}).get(b"forked", b"{}"))
            for case_id in pc.unique(table["case"]).to_pylist():
                if case_id not in found:
                    continue
                own = table.filter(pc.equal(table["case"], case_id)).drop_columns(["case"])
                start = own["first_game"] if kind == "lengths" else pc.multiply(own["block"], BLOCK_GAMES)
                size = FORK_SHARD if kind == "forks" else shard_of[case_id]
                shards = _by_shard(own, np.asarray(start), size)
                getattr(found[case_id], kind).update(shards)
                if kind == "forks":
                    games, continuations = forked[case_id]
                    sizes = dict(fork_shards(int(games)))
                    found[case_id].forked = {first: (sizes[first], int(continuations)) for first in shards}


def _by_shard(table: pa.Table, start: NDArray[np.int64], size: int) -> dict[int, pa.Table]:
    """Cut a table into shards of `size` games, by the game at which each row starts."""
    shard = start // size * size
    return {int(first): table.filter(pa.array(shard == first)) for first in np.unique(shard)}
