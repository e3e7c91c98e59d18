"""What results there are, with the dates that no page holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True)
class Played:
    """When a study was played: the beginning of its last run, and the seconds of all its runs that played."""

    started: float
    seconds: float
    runs: int

    def told(self) -> str:
        """Return it in words, the time being that of this place."""
        if not self.runs:
            return "played at an unknown time"
        when = datetime.fromtimestamp(self.started).astimezone()
        more = f" in {self.runs} runs" if self.runs > 1 else ""
        return f"played {when:%Y-%m-%d %H:%M}, {self.seconds:,.1f} s{more}"


def listing(folders: Iterable[Path], reports: Path) -> Iterator[str]:
    """Yield what there is of each study as lines, the one played last at the end."""
    found = [(played(folder), folder) for folder in folders]
    for when, folder in sorted(found, key=lambda one: (one[0].started, str(one[1]))):
        yield f"{folder}: {when.told()}"
        yield from (f"  {line}" for line in _about(folder, reports))


def played(folder: Path) -> Played:
    """Return when a study was played; lines of `runs.jsonl` that can't be read are left out."""
    try:
        lines = (folder / "runs.jsonl").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    runs = [run for line in lines if (run := _run(line)) is not None]
    return Played(max((at for at, _ in runs), default=0.0), sum(seconds for _, seconds in runs), len(runs))


def _run(line: str) -> tuple[float, float] | None:
    """Return when a run began and how long it took, None where it played nothing."""
    try:
        run = json.loads(line)
        return (float(run["started"]), float(run["seconds"])) if int(run["games"]) else None
    except (ValueError, KeyError, TypeError):
        return None


def _about(folder: Path, reports: Path) -> Iterator[str]:
    from paskasim.analysis.folder import read_manifest, text
    from paskasim.analysis.words import SPACE
    from paskasim.report.cards import read_card
    from paskasim.report.origin import fingerprint
    from paskasim.report.page import file_name

    manifest = read_manifest(folder)
    games = _games(folder)
    yield text(manifest["title"])
    yield f"{sum(games):,} games in {len(games):,} {'case' if len(games) == 1 else 'cases'}"
    page = reports / file_name(folder.resolve().name)
    card = read_card(page)
    made_of = (sum(games), text(manifest["engine_version"]), fingerprint(manifest.get("study") or {}))
    if card is None:
        yield f"no report in {reports} yet"
    elif (card.games, card.engine, card.study) != made_of:
        yield f"{page} is of other results or of a former version; `paskasim report` writes it anew"
    else:
        yield text(card.answer.replace(SPACE, " "))
        yield f"{page}"


def _games(folder: Path) -> list[int]:
    """Return how many games each case has."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from paskasim.analysis.folder import damaged

    file = folder / "cases.parquet"
    try:
        return [int(games) for games in pq.read_table(file, columns=["games"])["games"].to_pylist()]
    except (OSError, pa.ArrowException, KeyError, TypeError) as error:
        raise damaged(file, f"can't be read ({type(error).__name__})") from None
