"""What a training has found out so far, a line of JSON each: killed at any moment, it goes on from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules.messages import visible
from paskasim.studies.files import told, write_bytes
from paskasim.training.tables import Values

KIND = "paskasim-training/"
SCHEMA = f"{KIND}1"


class Checkpoint:
    """Costs of each generation, and what each stage chose.

    Parameters
    ----------
    path
        Of the file; None keeps nothing.
    key
        Hash of what was asked for.
    population, weights
        How many costs a generation has, and how many weights a stage chooses.

    Raises
    ------
    PaskasimError
        If there is a file of another training, or a damaged one (exit code 4).
    """

    def __init__(self, path: Path | None, key: str, population: int, weights: int) -> None:
        self.path = path
        self.costs: dict[tuple[int, int], list[float]] = {}
        self.chosen: dict[int, Values] = {}
        header = {"schema": SCHEMA, "key": key}
        lines = self._read()
        if lines and not str(lines[0].get("schema")).startswith(KIND):
            raise self._damaged()
        if lines and lines[0] != header:
            raise PaskasimError(
                f"{visible(str(path))}: holds the beginning of another training, or of one by another version.",
                "Delete it to begin anew, or choose another file with --out.",
            )
        if not all(_is_known(line, population, weights) for line in lines[1:]):
            raise self._damaged()
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
        texts = content.splitlines(keepends=True)
        for text in texts:
            try:
                line = json.loads(text) if text.endswith(b"\n") else None
            except ValueError:
                line = None
            if not isinstance(line, dict):
                if text is not texts[-1]:
                    raise self._damaged()
                break
            lines.append(line)
        return lines or [{}]  # not even the first line is whole

    def _damaged(self) -> PaskasimError:
        return PaskasimError(
            f"{visible(str(self.path))}: damaged: it should hold what a training has found out so far.",
            "Delete it to begin anew, or choose another file with --out.",
            exit_code=4,
        )

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


def _is_known(line: dict[str, Any], population: int, weights: int) -> bool:
    """Whether a line says what such a file may say."""
    numbers = line.get("chosen", line.get("costs"))
    count, places = (weights, ["stage"]) if "chosen" in line else (population, ["stage", "generation"])
    return (
        isinstance(numbers, list)
        and len(numbers) == count
        and all(type(number) in (int, float) for number in numbers)
        and all(type(line.get(place)) is int for place in places)
    )
