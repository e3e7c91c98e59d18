"""What a training has found out so far, a line of JSON each: killed at any moment, it goes on from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules.messages import visible
from paskasim.studies.files import told, write_bytes
from paskasim.training.tables import Values

SCHEMA = "paskasim-training/1"


class Checkpoint:
    """Costs of each generation, and what each stage chose.

    Parameters
    ----------
    path
        Of the file; None keeps nothing.
    key
        Hash of what was asked for.

    Raises
    ------
    PaskasimError
        If there is a file of another training.
    """

    def __init__(self, path: Path | None, key: str) -> None:
        self.path = path
        self.costs: dict[tuple[int, int], list[float]] = {}
        self.chosen: dict[int, Values] = {}
        header = {"schema": SCHEMA, "key": key}
        lines = self._read()
        if lines and lines[0] != header:
            raise PaskasimError(
                f"{visible(str(path))}: holds the beginning of another training, or of one by another version.",
                "Delete it to begin anew, or choose another file with --out.",
            )
        for line in lines[1:]:
            if "chosen" in line:
                self.chosen[line["stage"]] = tuple(line["chosen"])
            else:
                self.costs[line["stage"], line["generation"]] = line["costs"]
        if path is not None:
            whole = "".join(json.dumps(line) + "\n" for line in lines or [header])
            write_bytes(path, whole.encode())  # without the half line that a killed run may have left

    def _read(self) -> list[dict[str, Any]]:
        if self.path is None or not self.path.exists():
            return []
        lines: list[dict[str, Any]] = []
        with told(self.path):
            content = self.path.read_bytes()
        for text in content.splitlines(keepends=True):
            try:
                line = json.loads(text) if text.endswith(b"\n") else None
            except ValueError:
                line = None
            if not isinstance(line, dict):
                break
            lines.append(line)
        return lines or [{}]

    def _add(self, line: dict[str, Any]) -> None:
        if self.path is not None:
            with told(self.path), self.path.open("ab") as file:
                file.write(json.dumps(line).encode() + b"\n")

    def add_costs(self, stage: int, generation: int, costs: list[float]) -> None:
        """Keep what the candidates of a generation lost."""
        self.costs[stage, generation] = costs
        self._add({"stage": stage, "generation": generation, "costs": costs})

    def add_chosen(self, stage: int, weights: Values) -> None:
        """Keep the weights that a stage ended with."""
        self.chosen[stage] = weights
        self._add({"stage": stage, "chosen": list(weights)})

    def delete(self) -> None:
        """Remove the file: the training is at its end."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)
