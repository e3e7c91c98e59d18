"""A study that was really played, for the example games of its report."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from paskasim.analysis.questions import names
from paskasim.studies.examples import FILE
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import sweep

STUDY = """\
title = "Does it end?"
rules = "paskahousu"
players = 4
games = 2_000
seed = 3
questions = ["endings"]
keep = "summary"
"""


def played(folder: Path, text: str = STUDY) -> Path:
    """Play a study and return its folder of results."""
    path = folder / "ends.toml"
    path.write_text(text, encoding="utf-8")
    return sweep(load_study(path, names()), folder / "results", threads=2, command="paskasim sweep ends.toml").folder


def change_records(folder: Path, **changes: Any) -> None:
    """Put other values into all records of the examples, and set the checksum right."""
    file = folder / FILE
    records = [json.loads(line) | changes for line in file.read_text(encoding="utf-8").splitlines()]
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["files"][FILE] = hashlib.sha256(file.read_bytes()).hexdigest()
    path.write_text(json.dumps(manifest), encoding="utf-8")
