"""What is finished of a study: block sums, lengths and what probes measured, by the shard that they are from."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paskasim.studies import files, probes, probing
from paskasim.studies.plan import Case
from paskasim.studies.sums import BLOCK_GAMES, block_schema, length_schema, with_all_metrics, with_first_games

CASE_COLUMN = pa.field("case", pa.string())
GATHERED = {
    "blocks": pa.schema([CASE_COLUMN, *block_schema()]),
    "lengths": pa.schema([CASE_COLUMN, *length_schema()]),
}
PROBED = b"probed"


@dataclass
class Probed:
    """What is finished of one probe of a case, by the first unit of each shard.

    Attributes
    ----------
    units
        Units of each shard, and the settings with which they were played.
    """

    tables: dict[int, pa.Table] = field(default_factory=dict)
    units: dict[int, tuple[int, Any]] = field(default_factory=dict)


@dataclass
class Receipts:
    """What is finished of one case: block sums and lengths by the first game of their shard, and probes by name.

    Attributes
    ----------
    kept
        Games in the gathered files, those that an earlier sweep described as its results.
    """

    blocks: dict[int, pa.Table] = field(default_factory=dict)
    lengths: dict[int, pa.Table] = field(default_factory=dict)
    probes: dict[str, Probed] = field(default_factory=dict)
    kept: int = 0

    def games(self, first: int) -> int:
        """Games of the shard that begins at `first`, 0 if it is missing."""
        games = _games_in(self.blocks.get(first))
        return games if games == _games_in(self.lengths.get(first)) else 0

    def probed(self, name: str) -> Probed:
        """Return what is finished of a probe."""
        return self.probes.setdefault(name, Probed())


def _games_in(table: pa.Table | None) -> int:
    return 0 if table is None else int(pc.sum(table["games"]).as_py() or 0)


def probe_schema(name: str) -> pa.Schema:
    """Return the Arrow schema of a shard of a probe: a row a block."""
    return pa.schema([(column, pa.int64()) for column in ("block", *probes.columns_of(name))])


def read_receipts(folder: Path, cases: Sequence[Case]) -> dict[str, Receipts]:
    """Return what is finished of each case, from the gathered files and from `parts/`.

    A probe's file with other columns than the probe has now was written by another version, and counts as missing.

    Raises
    ------
    PaskasimError
        With exit code 4 if a file is damaged.
    """
    found = {case.id: Receipts() for case in cases}
    known = probes.names()
    _gathered(folder, found, {case.id: case.shard_games for case in cases})
    for own in found.values():
        own.kept = sum(_games_in(table) for table in own.blocks.values())
    for name in known:
        _gathered_probe(folder, name, found)
    for path in sorted((folder / "parts").glob("*.parquet")):
        match = re.fullmatch(r"(\w+)-([0-9a-f]+)-(\d+)", path.stem)
        if match is None or match[2] not in found or match[1] not in ("blocks", *known):
            continue
        own, first = found[match[2]], int(match[3])
        if match[1] == "blocks":
            table = with_all_metrics(files.read_parquet(path))
            if not table.schema.equals(block_schema()):
                raise files.damaged(path, files.OTHER_COLUMNS)
            with files.parsed(path):
                counts = json.loads(table.schema.metadata[b"lengths"])
                former = pa.schema([field for field in length_schema() if field.name in counts])
                own.lengths[first] = with_first_games(pa.Table.from_pydict(counts, schema=former))
                own.blocks[first] = table
            continue
        table = files.read_parquet(path)
        if table.schema.equals(probe_schema(match[1])):
            with files.parsed(path):
                about = json.loads(table.schema.metadata[PROBED])
                probed = own.probed(match[1])
                probed.units[first], probed.tables[first] = (int(about["units"]), about["settings"]), table
    return found


def _gathered(folder: Path, found: dict[str, Receipts], shard_of: dict[str, int]) -> None:
    for kind, columns in GATHERED.items():
        path = folder / f"{kind}.parquet"
        if not path.exists():
            continue
        table = files.read_parquet(path)
        table = with_first_games(table) if kind == "lengths" else with_all_metrics(table)
        if not table.schema.equals(columns):
            raise files.damaged(path, files.OTHER_COLUMNS)
        with files.parsed(path):
            for case_id, own in _by_case(table, found):
                start = own["first_game"] if kind == "lengths" else pc.multiply(own["block"], BLOCK_GAMES)
                getattr(found[case_id], kind).update(_by_shard(own, np.asarray(start), shard_of[case_id]))


def _gathered_probe(folder: Path, name: str, found: dict[str, Receipts]) -> None:
    path = folder / f"{name}.parquet"
    if not path.exists():
        return
    table = files.read_parquet(path)
    about = (table.schema.metadata or {}).get(PROBED)
    if about is None or not table.schema.equals(pa.schema([CASE_COLUMN, *probe_schema(name)])):
        return
    probe = probing.load(name)
    with files.parsed(path):
        played = json.loads(about)
        for case_id, own in _by_case(table, found):
            units, settings = int(played[case_id]["units"]), played[case_id]["settings"]
            start = np.asarray(pc.multiply(own["block"], probe.block))
            shards = _by_shard(own, start, probe.block * probe.shard_blocks)
            sizes = dict(probe.shards(units))
            probed = {first: (sizes[first], settings) for first in shards}
            found[case_id].probes[name] = Probed(shards, probed)


def _by_case(table: pa.Table, found: dict[str, Receipts]) -> list[tuple[str, pa.Table]]:
    """Cut a gathered table into those of the cases that are looked for."""
    names = [case_id for case_id in pc.unique(table["case"]).to_pylist() if case_id in found]
    return [(name, table.filter(pc.equal(table["case"], name)).drop_columns(["case"])) for name in names]


def _by_shard(table: pa.Table, start: NDArray[np.int64], size: int) -> dict[int, pa.Table]:
    """Cut a table into shards of `size` games, by the game at which each row starts."""
    shard = start // size * size
    return {int(first): table.filter(pa.array(shard == first)) for first in np.unique(shard)}
