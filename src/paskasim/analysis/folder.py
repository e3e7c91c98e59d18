"""The files of a results folder: which there are, what they must hold, and errors that say so."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from paskasim.analysis.names import printable
from paskasim.errors import PaskasimError
from paskasim.studies import probes

FORMAT = "paskasim-results/1"
SEATS = 10

OUTCOMES = ("finished", "deadlock", "livelock", "unresolved")
DEADLOCK_PROOFS = ("all_pass", "stuck_cards", "forced_loop", "closed")
PROOFS = (*DEADLOCK_PROOFS, "state_repeats", "escape", "open")

SEAT_METRICS = ("loser", "first_out", "starter", "place")
METRICS = (
    *(f"outcome_{outcome}" for outcome in OUTCOMES),
    *(f"proof_{proof}" for proof in PROOFS),
    *(f"{metric}_{seat}" for metric in SEAT_METRICS for seat in range(SEATS)),
    "loser_is_starter",
    "first_out_is_starter",
    "turns",
    "turns_finished",
    "choices",
    *(f"burns_{cause}" for cause in ("ten", "ace", "four", "joker", "rule")),
    *("takes", "taken_cards", "forced_takes", "tries", "passes", "flips", "failed_flips"),
    "games_with_four",
)
"""The metrics that some question reads; a folder may hold more."""
LATER_METRICS = tuple(f"loser_after_start_{distance}" for distance in range(SEATS))
"""Metrics that folders of former versions lack, which can be read all the same."""
BLUFF_METRICS = ("claims", "lies", "challenges", "caught")
"""The same, of games with bluff only."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "cases": (
        *("case", "group", "rotation", "rules_name", "label", "varied", "rules", "players", "lineup"),
        *(f"seat_{seat}" for seat in range(SEATS)),
        *("seed", "games", "identity"),
    ),
    "blocks": ("case", "block", "games", *METRICS),
    "lengths": ("case", "outcome", "turns", "games"),
}
MANIFEST_KEYS = ("title", "questions", "cases", "files", "seed", "command", "versions", "engine_version", "rng")


def damaged(path: Path, what: str) -> PaskasimError:
    """Return the error for a folder of ours that is not whole."""
    return PaskasimError(
        f"{path}: {what}.",
        "The results are damaged; run the sweep again, it plays only what is missing.",
        exit_code=4,
    )


def foreign(path: Path, what: str) -> PaskasimError:
    """Return the error for something that is not a results folder of this version."""
    return PaskasimError(
        f"{path}: {what}.",
        "Give a folder that `paskasim sweep` wrote, such as results/seats.",
        exit_code=4,
    )


def text(value: object) -> str:
    """Return a name as one line that can be printed: control characters are replaced."""
    if value is None or value is pd.NA or value != value:  # NaN is the one value unlike itself
        return ""
    return printable(str(value))


def object_of(path: Path, value: object, column: str) -> dict[str, Any]:
    """Return the JSON object in a cell of cases.parquet."""
    try:
        found = json.loads(str(value))
    except ValueError as error:
        raise damaged(path / "cases.parquet", f"column {column!r} holds text that is not JSON") from error
    if not isinstance(found, dict):
        raise damaged(path / "cases.parquet", f"column {column!r} holds JSON that is not an object")
    return {text(key): item for key, item in found.items()}


def beyond(metric: str, players: int) -> bool:
    """Return whether a metric belongs to a seat that a table of `players` lacks."""
    stem, _, seat = metric.rpartition("_")
    return (stem in SEAT_METRICS or metric in LATER_METRICS) and int(seat) >= players


def read_manifest(path: Path) -> dict[str, Any]:
    """Return the manifest, its format checked."""
    file = path / "manifest.json"
    if not path.is_dir():
        raise foreign(path, "no such folder")
    if not file.is_file():
        raise foreign(path, "it holds no manifest.json, so it is not a results folder")
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise damaged(file, "it cannot be read as JSON") from error
    if not isinstance(manifest, dict) or "format" not in manifest:
        raise foreign(file, "it names no format")
    if manifest["format"] != FORMAT:
        raise foreign(file, f"its format is {text(manifest['format'])!r}, this version reads {FORMAT!r}")
    missing = [key for key in MANIFEST_KEYS if key not in manifest]
    if missing:
        raise damaged(file, f"it lacks {', '.join(missing)}")
    return manifest


def read_tables(path: Path, manifest: Mapping[str, Any]) -> dict[str, pd.DataFrame]:
    """Return cases, blocks and lengths."""
    later = {"blocks": (*LATER_METRICS, *BLUFF_METRICS)}
    return {
        name: _read_table(path / f"{name}.parquet", COLUMNS[name], manifest["files"], later.get(name, ()))
        for name in COLUMNS
    }


def read_probes(path: Path, manifest: Mapping[str, Any]) -> dict[str, pd.DataFrame]:
    """Return what probes measured, by the name of each probe that left a file."""
    return {
        name: _read_table(path / f"{name}.parquet", ("case", "block", *probes.columns_of(name)), manifest["files"])
        for name in probes.names()
        if f"{name}.parquet" in manifest["files"] or (path / f"{name}.parquet").exists()
    }


def check_contents(file: Path, content: bytes, checksum: object) -> None:
    """Hold what a file holds against the checksum that the manifest has of it.

    Raises
    ------
    PaskasimError
        With exit code 4 where they differ.
    """
    if hashlib.sha256(content).hexdigest() != checksum:
        raise damaged(file, "its checksum is not the one in manifest.json")


def _read_table(
    file: Path, columns: tuple[str, ...], checksums: Mapping[str, str], later: tuple[str, ...] = ()
) -> pd.DataFrame:
    """Return the columns of a table, and those of `later` that it has."""
    if not file.is_file():
        raise damaged(file, "the file is missing")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise damaged(file, f"it cannot be read ({error.strerror})") from error
    wanted = checksums.get(file.name)
    if wanted is not None:
        check_contents(file, content, wanted)
    try:
        source = pq.ParquetFile(pa.BufferReader(content))
        missing = [name for name in columns if name not in source.schema_arrow.names]
        if not missing:
            more = [name for name in later if name in source.schema_arrow.names]
            return source.read(columns=[*columns, *more]).to_pandas()  # type: ignore[no-any-return]
    except (pa.ArrowException, OSError) as error:
        raise damaged(file, "it cannot be read as Parquet") from error
    raise damaged(file, f"columns are missing: {', '.join(missing[:8])}{' ...' if len(missing) > 8 else ''}")


def check_agreement(path: Path, cases: pd.DataFrame, blocks: pd.DataFrame, lengths: pd.DataFrame) -> None:
    """Raise where the files contradict each other or themselves."""
    if cases.empty:
        raise damaged(path / "cases.parquet", "it holds no case")
    if cases["case"].duplicated().any():
        raise damaged(path / "cases.parquet", "a case stands in it twice")
    if not cases["players"].between(2, SEATS).all():
        raise damaged(path / "cases.parquet", f"a number of players is not 2 to {SEATS}")
    names = set(cases["case"])
    if set(blocks["case"]) != names:
        raise damaged(path / "blocks.parquet", "its cases are not those of cases.parquet")
    if blocks.duplicated(["case", "block"]).any():
        raise damaged(path / "blocks.parquet", "a block of a case stands in it twice")
    outcomes = blocks[[f"outcome_{outcome}" for outcome in OUTCOMES]].sum(axis=1)
    losers = blocks[[f"loser_{seat}" for seat in range(SEATS)]].fillna(0).sum(axis=1)
    if (blocks["games"] <= 0).any() or (outcomes != blocks["games"]).any():
        raise damaged(path / "blocks.parquet", "outcomes do not add up to the games of a block")
    if (losers != blocks["outcome_finished"]).any():
        raise damaged(path / "blocks.parquet", "losers do not add up to the finished games of a block")
    played = blocks.groupby("case")["games"].sum()
    counted = lengths.groupby("case")["games"].sum().reindex(played.index, fill_value=0)
    if (played != counted).any():
        raise damaged(path / "lengths.parquet", "its games do not add up to those of blocks.parquet")


@lru_cache(maxsize=64)
def _preset(name: str) -> str | None:
    from paskasim.rules import RuleSet, presets

    if name not in presets():
        return None
    return json.dumps(RuleSet.load(name).flat(), sort_keys=True)


def is_preset(name: str, rules: Mapping[str, Any]) -> bool:
    """Return whether these switches are those of the preset of this name."""
    return _preset(name) == json.dumps(dict(rules), sort_keys=True)
