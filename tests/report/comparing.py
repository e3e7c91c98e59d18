"""Comparisons of planted results folders, and their pages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from synthetic import Planted, write_results

from paskasim.analysis.compare.folders import match_folders, read_both
from paskasim.analysis.compare.judging import compare
from paskasim.report.comparison import Comparison, side_of


def written(folder: Path, planted: Sequence[Planted], title: str = "Planted", engine: str = "1") -> Path:
    """Write a folder whose cases have identities of their own, as those of other rules or engines have."""
    write_results(folder, planted, title=title)
    file = folder / "cases.parquet"
    table = pd.read_parquet(file)
    table["identity"] = [hashlib.sha256(f"{folder}{i}".encode()).hexdigest() for i in range(len(table))]
    table.to_parquet(file, index=False)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][file.name] = hashlib.sha256(file.read_bytes()).hexdigest()
    manifest["engine_version"] = engine
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def comparison(a: Path, b: Path) -> Comparison:
    """Return the comparison of two folders as the command makes it."""
    folders = match_folders(*read_both(a, b))
    sides = (side_of(a.name, folders.a, folders.only_a), side_of(b.name, folders.b, folders.only_b))
    return Comparison(compare(folders.matches), *sides, "cases", f"paskasim compare {a.name} {b.name}")
