"""Read the example games that a sweep kept beside its results."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paskasim.analysis import folder
from paskasim.analysis.results import Group, Results
from paskasim.studies.examples import FILE, KINDS


@dataclass(frozen=True)
class Kept:
    """An example game as the results hold it.

    Attributes
    ----------
    kind
        What it is an example of, one of `studies.examples.KINDS`.
    number
        Of its case, as `paskasim sweep --dry-run` lists them.
    of
        How many games of the case it was chosen from.
    """

    kind: str
    group: Group
    number: int
    game: int
    of: int
    record: Mapping[str, Any]
    file: str

    @property
    def command(self) -> str:
        """The command that tells this game, to be given where the study file lies."""
        file = shlex.quote(self.file)
        return f"paskasim trace {file} --case {self.number} --seed {self.group.seed} --game {self.game} --text"


def read_examples(results: Results) -> list[Kept]:
    """Return the example games of a study; none where a former version wrote the results.

    Raises
    ------
    PaskasimError
        With exit code 4 where they are damaged.
    """
    entries = results.manifest.get("examples")
    if not entries or results.folder is None:
        return []
    path = results.folder / FILE
    try:
        content = path.read_bytes()
    except OSError as error:
        raise folder.damaged(path, f"it cannot be read ({error.strerror})") from error
    folder.check_contents(path, content, results.manifest["files"].get(FILE))
    groups = {case.name: group for group in results.groups for case in group.cases}
    names = list(results.manifest["cases"])
    try:
        lines = content.decode("utf-8").splitlines()
        return [
            Kept(
                str(entry["kind"]),
                groups[entry["case"]],
                names.index(entry["case"]) + 1,
                int(entry["game"]),
                int(entry["of"]),
                json.loads(line),
                folder.text(results.manifest.get("file") or "STUDY.toml"),
            )
            for entry, line in zip(entries, lines, strict=True)
            if entry["kind"] in KINDS
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise folder.damaged(path, "it does not fit manifest.json") from error
