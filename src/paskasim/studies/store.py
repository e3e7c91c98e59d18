"""A study's folder of results: shards that are whole or absent, sums, and what describes them.

While a sweep runs, each finished shard leaves a receipt in `parts/`: its block sums, with its lengths in the footer.
`finish` gathers all receipts, and those of earlier runs, into `blocks.parquet` and `lengths.parquet`, in the order
of the plan. So the end result does not depend on how often the sweep was stopped, or by how many threads it ran.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paskasim._version import __version__
from paskasim.engine import ENGINE_VERSION, RNG
from paskasim.errors import PaskasimError
from paskasim.rules.messages import shown
from paskasim.studies import files, probes, probing
from paskasim.studies.columns import schema
from paskasim.studies.examples import FILE
from paskasim.studies.examples.recording import Examples, write_examples
from paskasim.studies.plan import Case
from paskasim.studies.receipts import CASE_COLUMN, PROBED, Receipts, read_receipts
from paskasim.studies.rows import provenance
from paskasim.studies.stopping import Stop
from paskasim.studies.study import Study
from paskasim.studies.sums import METRICS

FORMAT = "paskasim-results/1"
TABLES = ("blocks", "lengths", "cases")


class Store:
    """The folder of one study's results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self) -> None:
        """See that the folder is of this format, empty or still to be made.

        Raises
        ------
        PaskasimError
            If it holds something else, or a damaged manifest (exit code 4).
        """
        if (self.folder / "manifest.json").exists():
            self.manifest()
        elif self.folder.is_dir():
            with files.told(self.folder):
                names = sorted(path.name for path in self.folder.iterdir())
            own = {"games", "parts", "runs.jsonl", FILE, *(f"{name}.parquet" for name in (*TABLES, *probes.names()))}
            strange = [name for name in names if name not in own and not name.startswith(".")]
            if strange:
                raise PaskasimError(
                    f"{self.folder}: holds files that are not results of a sweep ({', '.join(strange[:3])}).",
                    "Choose another folder with --out.",
                    exit_code=4,
                )

    def open(self) -> None:
        """Make the folder, or check that an existing one is of this format.

        Raises
        ------
        PaskasimError
            If it can't be written (exit code 2), or holds something else (exit code 4).
        """
        self.check()
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
        except FileNotFoundError:
            raise PaskasimError(
                f"{self.folder}: there are no finished results here.",
                "Give the folder of a study, such as results/seats, or run `paskasim sweep` first.",
                exit_code=4,
            ) from None
        except (OSError, ValueError, RecursionError) as error:
            raise files.damaged(path, str(error)) from None
        given = manifest.get("format") if isinstance(manifest, dict) else None
        if given != FORMAT:
            raise PaskasimError(
                f"{path}: its format is {shown(given) if given else 'not named'}, this version writes {shown(FORMAT)}.",
                "Another program or version wrote it: choose another folder.",
                exit_code=4,
            )
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

    def write_probe(self, case: Case, name: str, first: int, sums: pa.Table, units: int, settings: object) -> None:
        """Keep the sums of a shard of `units` units of a probe, and the settings with which they were played."""
        about = json.dumps(_about_probe(units, settings), ensure_ascii=False)
        files.write_parquet(self.receipt(case, name, first), sums, self.provenance(case) | {PROBED.decode(): about})

    def receipts(self, cases: Sequence[Case]) -> dict[str, Receipts]:
        """Return what is finished of each case, from the gathered files and from `parts/`; see `read_receipts`."""
        return read_receipts(self.folder, cases)

    def rows_present(self, case: Case, first: int, games: int, detail: bool) -> bool:
        """Whether the game rows of a shard are there, of this case, as many as `games` and with these columns."""
        path = self.game_part(case, first)
        if not path.exists():
            return False
        try:
            with pq.ParquetFile(path) as part:
                footer, columns = part.metadata, part.schema_arrow
        except (pa.ArrowException, OSError) as error:
            raise files.damaged(path, str(error)) from None
        with files.parsed(path):
            about = json.loads(footer.metadata[b"paskasim"])
            same = footer.num_rows == games and about["identity"] == case.identity
            return bool(same and columns.equals(schema(detail, case.rules.bluff.on)))

    def finish(
        self,
        study: Study,
        cases: Sequence[Case],
        totals: Mapping[str, int],
        probed: Mapping[str, Mapping[str, int]],
        stops: Mapping[str, Stop],
        command: str,
    ) -> list[str]:
        """Gather all receipts into the files that describe the study, and write the manifest last.

        Returns sentences on what is missing of the examples, if anything.

        Parameters
        ----------
        totals
            Games of each case by id.
        probed
            For each probe its units of each case that it applies to, by id.
        stops
            Why each group of rotations stopped, in a study with `precision`.
        """
        found = self.receipts(cases)
        blocks: list[pa.Table] = []
        lengths: list[pa.Table] = []
        rows: list[dict[str, Any]] = []
        for case in cases:
            own = found[case.id]
            firsts = [first for first, _ in case.shards(totals[case.id])]
            sums = pa.concat_tables([own.blocks[first] for first in firsts])
            blocks.append(_with_case(case, sums))
            lengths.append(_with_case(case, pa.concat_tables([own.lengths[first] for first in firsts])))
            rows.append(_case_row(case, totals[case.id], sums))
        tables = {
            "blocks": pa.concat_tables(blocks),
            "lengths": pa.concat_tables(lengths),
            "cases": pa.Table.from_pylist(rows, schema=case_schema()),
        }
        about = {"paskasim": json.dumps({"format": FORMAT, "paskasim": __version__, "engine": ENGINE_VERSION})}
        footers = dict.fromkeys(tables, about)
        for name, units in probed.items():
            if units:
                tables[name], facts = _gathered_probe(study, cases, name, units, found)
                footers[name] = about | facts
        for name, table in tables.items():
            files.write_parquet(self.folder / f"{name}.parquet", table.combine_chunks(), footers[name])
        with files.told(self.folder):
            for name in probes.names():
                if name not in tables:
                    (self.folder / f"{name}.parquet").unlink(missing_ok=True)
            shutil.rmtree(self.folder / "parts", ignore_errors=True)
        examples = write_examples(self.folder, study, cases, totals, tables["lengths"])
        self._write_manifest(study, cases, totals, stops, tables, examples, command)
        return examples.left_out

    def _write_manifest(
        self,
        study: Study,
        cases: Sequence[Case],
        totals: Mapping[str, int],
        stops: Mapping[str, Stop],
        tables: Iterable[str],
        examples: Examples,
        command: str,
    ) -> None:
        described = [self.folder / f"{name}.parquet" for name in tables]
        described += [self.folder / FILE] if examples.lines else []
        if study.keep_games:
            described += [self.game_part(case, first) for case in cases for first, _ in case.shards(totals[case.id])]
        manifest = {
            "format": FORMAT,
            "title": study.title,
            "question": study.question,
            "file": study.file,
            "study": study.parsed,
            "bases": study.bases,
            "questions": list(study.questions),
            "engine_version": ENGINE_VERSION,
            "rng": RNG,
            "versions": versions(),
            "seed": study.seed,
            "command": command,
            "cases": [case.id for case in cases],
            "examples": examples.entries,
            **({"precision": study.precision.record(stops)} if study.precision else {}),
            "files": {
                path.relative_to(self.folder).as_posix(): files.sha256_of(path) for path in sorted(set(described))
            },
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False, default=str)
        files.write_bytes(self.folder / "manifest.json", (text + "\n").encode())

    def remove_strays(self, cases: Sequence[Case], totals: Mapping[str, int]) -> None:
        """Delete what killed runs and other shard limits left, which no manifest will name."""
        files.remove_leftovers(self.folder)
        for case in cases:
            for path in self.game_part(case, 0).parent.glob("part-*.parquet"):
                first = path.stem.removeprefix("part-")
                if first.isdecimal() and (int(first) % case.shard_games or int(first) >= totals[case.id]):
                    with files.told(path):
                        path.unlink()

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
    table = table.replace_schema_metadata(None)
    return table.add_column(0, CASE_COLUMN, pa.array([case.id] * table.num_rows, pa.string()))


def _about_probe(units: int, settings: object) -> dict[str, Any]:
    return {"units": units, "settings": settings}


def _gathered_probe(
    study: Study, cases: Sequence[Case], name: str, units: Mapping[str, int], found: Mapping[str, Receipts]
) -> tuple[pa.Table, dict[str, str]]:
    """Return the sums of a probe over all cases, and what the footer says of how they were played."""
    probe = probing.load(name)
    measured = [case for case in cases if case.id in units]
    shards = [
        _with_case(case, found[case.id].probed(name).tables[first])
        for case in measured
        for first, _ in probe.shards(units[case.id])
    ]
    played = {case.id: _about_probe(units[case.id], probing.mark_of(study, name, case)) for case in measured}
    return pa.concat_tables(shards), {PROBED.decode(): json.dumps(played, ensure_ascii=False)}


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
