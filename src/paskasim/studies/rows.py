"""Rows of one case into one Parquet file, which appears when it is whole."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pyarrow as pa
import pyarrow.parquet as pq

from paskasim._version import __version__
from paskasim.engine import ENGINE_VERSION, RNG, Games
from paskasim.studies import files
from paskasim.studies.columns import game_rows
from paskasim.studies.plan import Case


class RowFile:
    """A context in which rows are written; without a path it writes nothing."""

    def __init__(self, path: Path | None, schema: pa.Schema, case: Case) -> None:
        self.path = path
        self._writer: pq.ParquetWriter | None = None
        if path is None:
            return
        about = provenance(case) | {"seed": case.seed, "games": case.games}
        self._temporary = files.temporary_of(path)
        with files.told(path):
            self._writer = pq.ParquetWriter(
                self._temporary, schema.with_metadata({"paskasim": json.dumps(about)}), **files.parquet_style(schema)
            )

    def __enter__(self) -> RowFile:
        return self

    def write(self, games: Games, detail: bool) -> None:
        """Add the rows of some games."""
        if self._writer is not None and self.path is not None:
            with files.told(self.path):
                self._writer.write_table(game_rows(games, detail))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is None or self.path is None:
            return
        try:
            with files.told(self.path):
                self._writer.close()
                if kind is None:
                    self._temporary.replace(self.path)
        finally:
            with suppress(OSError):
                self._temporary.unlink(missing_ok=True)


def provenance(case: Case) -> dict[str, object]:
    """Return what the footer of a file of game rows says about the case."""
    return {
        "paskasim": __version__,
        "engine": ENGINE_VERSION,
        "rng": RNG,
        "identity": case.identity,
        "rules_name": case.rules.name,
        "rules": case.rules.flat(),
        "players": case.players,
        "lineup": [player.spec for player in case.seats],
        "seed": case.seed,
    }
