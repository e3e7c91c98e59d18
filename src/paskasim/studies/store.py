"""A study's folder of results: shards that are whole or absent, sums, and what describes them.

While a sweep runs, each finished shard leaves a receipt in `parts/`: its block sums, with its lengths in the footer.
`finish` gathers all receipts, and those of earlier runs, into `blocks.parquet` and `lengths.parquet`, in the order
of the plan. So the end result does not depend on how often the sweep was stopped, or by how many threads it ran.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paskasim._version import __version__
from paskasim.engine import ENGINE_VERSION, RNG
from paskasim.errors import PaskasimError
from paskasim.studies import files
from paskasim.studies.plan import Case
from paskasim.studies.rows import provenance
from paskasim.studies.study import Study
from paskasim.studies.sums import BLOCK_GAMES, METRICS, block_schema, length_schema

FORMAT = "paskasim-results/1"
FORK_NAMES = ("maker_loses", "maker_first", "no_end", "turns")
FORK_SCHEMA = pa.schema(
    [("case", pa.string())]
    + [(name, pa.int64()) for name in ("block", "positions", "continuations")]
    + [(f"{name}_{branch}", pa.int64()) for branch in ("with", "without") for name in FORK_NAMES]
)
CASE_COLUMN = pa.field("case", pa.string())


@dataclass
class Receipts:
    """What is finished of one case: block sums and lengths by the first game of their shard."""

    blocks: dict[int, pa.Table]
    lengths: dict[int, pa.Table]
    forks: dict[int, pa.Table]

    def games(self, first: int) -> int:
        """Games of the shard that begins at `first`, 0 if it is missing."""
        return int(pc.sum(self.blocks[first]["games"]).as_py()) if first in self.blocks else 0


class Store:
    """The folder of one study's results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self) -> None:
        """Make the folder, or check that an existing one is of this format.

        Raises
        ------
        PaskasimError
            If it can't be written (exit code 2), or holds something else (exit code 4).
        """
        manifest = self.folder / "manifest.json"
        if manifest.exists():
            self.manifest()
        elif self.folder.is_dir():
            known = {"games", "parts", "runs.jsonl", files.LOCK, "blocks.parquet", "lengths.parquet", "forks.parquet"}
            strange = sorted(path.name for path in self.folder.iterdir() if path.name not in known)
            if strange and not all(name.startswith(".") for name in strange):
                raise PaskasimError(
                    f"{self.folder}: holds files that are not results of a sweep ({', '.join(strange[:3])}).",
                    "Choose another folder with --out.",
                    exit_code=4,
                )
        files.prepare(self.folder)

    def manifest(self) -> dict[str, Any]:
        """Return the manifest.

        Raises
        ------
        PaskasimError
            With exit code 4 if it is damaged or of another format.
        """
        path = self.folder / "manifest.json"
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
            if manifest["format"] != FORMAT:
                raise PaskasimError(
                    f"{path}: format {manifest['format']!r} is not {FORMAT!r}.",
                    "It was written by another version of paskasim: read it with that, or choose another --out.",
                    exit_code=4,
                )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise files.damaged(path, str(error)) from None
        return dict(manifest)

    def game_part(self, case: Case, first: int) -> Path:
        """Return the path of a shard's game rows."""
        return self.folder / "games" / f"case={case.id}" / f"part-{first:010d}.parquet"

    def receipt(self, case: Case, kind: str, first: int) -> Path:
        """Return the path of a shard's receipt."""
        return self.folder / "parts" / f"{kind}-{case.id}-{first:010d}.parquet"

    def provenance(self, case: Case) -> dict[str, str]:
        """Return what the footer of each file of a case says."""
        return {"paskasim": json.dumps({"format": FORMAT} | provenance(case), ensure_ascii=False)}

    def write_shard(self, case: Case, first: int, rows: pa.Table | None, blocks: pa.Table, lengths: pa.Table) -> None:
        """Keep a shard that has been played: its rows where they are kept, then its receipt."""
        if rows is not None:
            files.write_parquet(self.game_part(case, first), rows, self.provenance(case))
        metadata = self.provenance(case) | {"lengths": json.dumps(lengths.to_pydict())}
        files.write_parquet(self.receipt(case, "blocks", first), blocks, metadata)

    def write_forks(self, case: Case, first: int, forks: pa.Table) -> None:
        """Keep the sums of forked games."""
        files.write_parquet(self.receipt(case, "forks", first), forks, self.provenance(case))

    def receipts(self, cases: Sequence[Case]) -> dict[str, Receipts]:
        """Return what is finished of each case, from the gathered files and from `parts/`."""
        found = {case.id: Receipts({}, {}, {}) for case in cases}
        shard_of = {case.id: case.shard_games for case in cases}
        self._gathered(found, shard_of)
        for path in sorted((self.folder / "parts").glob("*.parquet")):
            kind, case_id, number = path.stem.split("-")
            if case_id not in found:
                continue
            table = files.read_parquet(path)
            first = int(number)
            if kind == "forks":
                found[case_id].forks[first] = table.replace_schema_metadata(None)
                continue
            lengths = json.loads((table.schema.metadata or {}).get(b"lengths", b"{}"))
            found[case_id].blocks[first] = table.replace_schema_metadata(None)
            found[case_id].lengths[first] = pa.Table.from_pydict(lengths, schema=length_schema())
        return found

    def _gathered(self, found: dict[str, Receipts], shard_of: dict[str, int]) -> None:
        for kind in ("blocks", "lengths", "forks"):
            path = self.folder / f"{kind}.parquet"
            if not path.exists():
                continue
            table = files.read_parquet(path).replace_schema_metadata(None)
            for case_id in pc.unique(table["case"]).to_pylist():
                if case_id not in found:
                    continue
                own = table.filter(pc.equal(table["case"], case_id)).drop_columns(["case"])
                if kind == "forks":
                    found[case_id].forks[-1] = own
                    continue
                start = own["first_game"] if kind == "lengths" else pc.multiply(own["block"], BLOCK_GAMES)
                shard = np.asarray(start) // shard_of[case_id] * shard_of[case_id]
                for first in np.unique(shard):
                    part = own.filter(pa.array(shard == first))
                    getattr(found[case_id], kind)[int(first)] = part

    def rows_present(self, case: Case, first: int, games: int) -> bool:
        """Whether the game rows of a shard are there, of this case and as many as `games`."""
        path = self.game_part(case, first)
        if not path.exists():
            return False
        try:
            footer = pq.read_metadata(path)
        except (pa.ArrowException, OSError) as error:
            raise files.damaged(path, str(error)) from None
        about = json.loads((footer.metadata or {}).get(b"paskasim", b"{}"))
        return bool(footer.num_rows == games and about.get("identity") == case.identity)

    def finish(self, study: Study, cases: Sequence[Case], totals: dict[str, int], command: str) -> None:
        """Gather all receipts into the files that describe the study, and write the manifest last.

        Parameters
        ----------
        totals
            Games of each case by id.
        """
        found = self.receipts(cases)
        blocks: list[pa.Table] = []
        lengths: list[pa.Table] = []
        forks: list[pa.Table] = []
        rows: list[dict[str, Any]] = []
        for case in cases:
            own = found[case.id]
            firsts = [first for first, _ in case.shards(totals[case.id])]
            sums = pa.concat_tables([own.blocks[first] for first in firsts])
            blocks.append(_with_case(case, sums))
            lengths.append(_with_case(case, pa.concat_tables([own.lengths[first] for first in firsts])))
            forks.extend(_with_case(case, own.forks[first]) for first in sorted(own.forks))
            rows.append(_case_row(case, totals[case.id], sums))
        tables = {
            "blocks": pa.concat_tables(blocks).cast(pa.schema([CASE_COLUMN, *block_schema()])),
            "lengths": pa.concat_tables(lengths).cast(pa.schema([CASE_COLUMN, *length_schema()])),
            "cases": pa.Table.from_pylist(rows, schema=case_schema()),
        }
        if forks:
            tables["forks"] = pa.concat_tables(forks).cast(FORK_SCHEMA)
        about = {"paskasim": json.dumps({"format": FORMAT, "paskasim": __version__, "engine": ENGINE_VERSION})}
        for name, table in tables.items():
            files.write_parquet(self.folder / f"{name}.parquet", table, about)
        with files.told(self.folder):
            shutil.rmtree(self.folder / "parts", ignore_errors=True)
        self._write_manifest(study, cases, totals, tables, command)

    def _write_manifest(
        self, study: Study, cases: Sequence[Case], totals: dict[str, int], tables: Iterable[str], command: str
    ) -> None:
        described = [self.folder / f"{name}.parquet" for name in tables]
        if study.keep_games:
            described += [self.game_part(case, first) for case in cases for first, _ in case.shards(totals[case.id])]
        manifest = {
            "format": FORMAT,
            "title": study.title,
            "question": study.question,
            "file": study.file,
            "study": study.parsed,
            "questions": list(study.questions),
            "engine_version": ENGINE_VERSION,
            "rng": RNG,
            "versions": versions(),
            "seed": study.seed,
            "command": command,
            "cases": [case.id for case in cases],
            "files": {
                path.relative_to(self.folder).as_posix(): files.sha256_of(path) for path in sorted(set(described))
            },
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False, default=str)
        files.write_bytes(self.folder / "manifest.json", (text + "\n").encode())

    def note_run(self, **facts: object) -> None:
        """Add a line about this run to `runs.jsonl`, which is outside every hash."""
        with files.told(self.folder), (self.folder / "runs.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")


def versions() -> dict[str, str]:
    """Return the versions that decide the bytes of the results."""
    import numba

    return {
        "paskasim": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "pyarrow": pa.__version__,
    }


def case_schema() -> pa.Schema:
    """Return the Arrow schema of `cases.parquet`: a row a case."""
    text = ("case", "group", "rules_name", "label", "varied", "rules", "lineup", *(f"seat_{s}" for s in range(10)))
    return pa.schema(
        [(name, pa.string()) for name in text]
        + [("identity", pa.string()), ("seed", pa.uint64())]
        + [(name, pa.int64()) for name in ("rotation", "players", "games")]
        + [(metric.name, pa.int64()) for metric in METRICS]
    )


def _with_case(case: Case, table: pa.Table) -> pa.Table:
    if "case" in table.column_names:
        table = table.drop_columns(["case"])
    return table.add_column(0, CASE_COLUMN, pa.array([case.id] * table.num_rows, pa.string()))


def _case_row(case: Case, games: int, sums: pa.Table) -> dict[str, Any]:
    seats = {f"seat_{seat}": player.spec for seat, player in enumerate(case.seats)}
    return {
        "case": case.id,
        "group": case.group,
        "rotation": case.rotation,
        "rules_name": case.rules.name,
        "label": case.label,
        "varied": json.dumps(dict(case.varied), ensure_ascii=False),
        "rules": json.dumps(case.rules.flat(), ensure_ascii=False),
        "players": case.players,
        "lineup": case.lineup,
        **seats,
        "seed": case.seed,
        "games": games,
        "identity": case.identity,
        **{metric.name: pc.sum(sums[metric.name]).as_py() for metric in METRICS},
    }
