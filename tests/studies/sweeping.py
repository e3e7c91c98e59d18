"""Playing small studies, and comparing the folders that they leave."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from paskasim.analysis.questions import names
from paskasim.studies.reading import load_study
from paskasim.studies.study import Study
from paskasim.studies.sweep import Outcome, Progress, sweep

MIXED = """\
rules = "paskahousu"
players = [2, 3]
lineups = ["lowest", ["any", "lowest"]]
games = 2_500
seed = 11
detail = true
questions = ["fours", "length"]
[forks]
games = 1_100
continuations = 2
"""
SMALL = """\
rules = "paskahousu"
players = 3
games = 3_000
"""


def study_of(path: Path, **changes: Any) -> Study:
    """Return the study of a file, with other values for some attributes."""
    return replace(load_study(path, names()), **changes)


def play(path: Path, out: Path, *, threads: int = 2, progress: Progress | None = None, **changes: Any) -> Outcome:
    """Sweep a study file into a folder."""
    return sweep(study_of(path, **changes), out, threads=threads, command="x", progress=progress)


def digests(folder: Path) -> dict[str, str]:
    """Return the checksum of every file, those apart that may differ between runs."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "runs.jsonl"
    }


class StopError(Exception):
    """Raised by `stopping_after`."""


def stopping_after(calls: int, stop: Callable[[], BaseException] = StopError) -> Progress:
    """Return a progress that raises once it was told of games so many times."""
    left = [calls]

    def advance(games: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise stop()

    return Progress(advance=advance)
