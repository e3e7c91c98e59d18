"""Switches that changed no single game: every pair of cases that differ in such a switch alone is the same.

How many turns offered a choice is no part of it: a switch may allow what nobody at the table ever did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from paskasim.analysis.factorial import Factorial
from paskasim.analysis.results import Group

OFFERED = "choices"
MOST_ROWS = 4_000_000
"""Game rows that are read at most to compare them; beyond, the sums have to do."""

Evidence = Literal["rows", "sums"]


@dataclass(frozen=True)
class Inert:
    """A switch that changed nothing at a table.

    Attributes
    ----------
    pairs
        Pairs of cases that differ in it alone.
    games
        Games of one side of all those pairs.
    evidence
        Whether every row of every game is the same, or all sums over blocks of games and all counts of lengths.
    offers
        Whether it changed how many turns offered a choice, though nobody took what it offered.
    """

    design: Factorial
    switch: int
    pairs: int
    games: int
    evidence: Evidence
    offers: bool

    @property
    def key(self) -> str:
        """The switch."""
        return self.design.switches[self.switch].key


def inert_switches(design: Factorial, rows: Mapping[str, Any], folder: Path | None) -> list[Inert]:
    """Return the switches of a design that changed nothing.

    Parameters
    ----------
    rows
        The files that the manifest names, by path from the folder.
    folder
        Where the results lie; None where rows can't be looked at.
    """
    found = []
    for index in range(len(design.switches)):
        twins = design.twins(index)
        if twins and all(_same_sums(one, other) for one, other in twins):
            games = sum(one.games for one, _ in twins)
            by_rows = _rows_of_twins(twins, rows, folder) if 2 * games <= MOST_ROWS else None
            if by_rows is not False:
                offers = any(one.total(OFFERED) != other.total(OFFERED) for one, other in twins)
                evidence: Evidence = "rows" if by_rows else "sums"
                found.append(Inert(design, index, len(twins), games, evidence, offers))
    return found


def _same_sums(one: Group, other: Group) -> bool:
    """Return whether all metrics but the choices agree in every block, and how often each length occurred."""
    if one.rotations != other.rotations or not np.array_equal(one.blocks, other.blocks):
        return False
    pairs = [(one.numbers, other.numbers), (one.turns, other.turns)]
    pairs += [(one.ended, other.ended), (one.unended, other.unended)]
    pairs += [
        (mine.sums[metric], theirs.sums[metric])
        for mine, theirs in zip(one.cases, other.cases, strict=True)
        for metric in mine.sums
        if metric != OFFERED
    ]
    return all(np.array_equal(a, b) for a, b in pairs)


def _rows_of_twins(twins: Sequence[tuple[Group, Group]], rows: Mapping[str, Any], folder: Path | None) -> bool | None:
    """Return whether the rows of all games agree, None where they are not all there."""
    if folder is None:
        return None
    unknown = False
    for one, other in twins:
        for mine, theirs in zip(one.cases, other.cases, strict=True):
            same = _same_rows(mine.name, theirs.name, rows, folder)
            if same is False:
                return False
            unknown |= same is None
    return None if unknown else True


def _same_rows(mine: str, theirs: str, rows: Mapping[str, Any], folder: Path) -> bool | None:
    """Return whether the rows of two cases agree, None where they can't be read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    start = f"games/case={mine}/"
    parts = [path.removeprefix(start) for path in rows if path.startswith(start)]
    for part in parts:
        files = [folder / "games" / f"case={name}" / part for name in (mine, theirs)]
        try:
            first, second = (pq.ParquetFile(file).read().drop_columns(OFFERED) for file in files)
        except (OSError, KeyError, pa.ArrowException):
            return None
        if not first.replace_schema_metadata(None).equals(second.replace_schema_metadata(None)):
            return False
    return True if parts else None
