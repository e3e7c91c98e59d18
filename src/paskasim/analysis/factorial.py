"""Factorials in results: cases of one table that go through all combinations of some switches, or a regular fraction.

What a study varied is read off its cases, so that single cases that happen to be all combinations count, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import product
from math import prod
from typing import Any

import numpy as np

from paskasim.analysis.results import Group, Integers, Results
from paskasim.designs import Fraction, fraction_of
from paskasim.rules.phrases import phrase_of


@dataclass(frozen=True)
class Switch:
    """A switch and its values in words, as they would stand in a study; the first is the base."""

    key: str
    values: tuple[str, ...]

    def change(self, level: int) -> str:
        """Return a change from the base as a study writes it: 'faces.on_empty: false → true'."""
        return f"{self.key}: {self.values[0]} → {self.values[level]}"

    def to(self, level: int) -> str:
        """Return a value in words: 'faces may open a pile'."""
        return phrase_of(self.key, json.loads(self.values[level])) or f"{self.key} = {self.values[level]}"


@dataclass(frozen=True)
class Factorial:
    """All cases of one design at one table.

    Attributes
    ----------
    switches
        What varies; level 0 of each is its base value.
    cells
        The group at each combination of levels.
    fraction
        The regular fraction that the combinations are, None where they are all there.
    named
        Whether level 0 of every switch is the value of the named rule set itself.
    """

    rules_name: str
    players: int
    lineup: str
    switches: tuple[Switch, ...]
    cells: Mapping[tuple[int, ...], Group]
    fraction: Fraction | None
    named: bool

    @property
    def base(self) -> Group:
        """The group with every switch at its base value; of a grid with holes the first where that is one of them."""
        return self.cells.get((0,) * len(self.switches)) or next(iter(self.cells.values()))

    @property
    def whole(self) -> bool:
        """Whether every value of a switch meets every value of another equally often."""
        return self.fraction is not None or len(self.cells) == prod(len(switch.values) for switch in self.switches)

    @property
    def table(self) -> str:
        """Players and line-up in words."""
        return self.base.table

    @property
    def runs(self) -> tuple[tuple[int, ...], ...]:
        """The combinations of levels, in the order of `groups`."""
        return tuple(self.cells)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups in the order of `runs`."""
        return tuple(self.cells.values())

    @cached_property
    def blocks(self) -> Integers:
        """The blocks that all cells played whole."""
        shared = reduce(np.intersect1d, [group.blocks for group in self.groups])
        sizes = np.stack([group.numbers[np.searchsorted(group.blocks, shared)] for group in self.groups])
        return np.asarray(shared[(sizes == sizes[0]).all(axis=0)], dtype=np.int64)

    @cached_property
    def numbers(self) -> Integers:
        """Game numbers of each of those blocks."""
        return np.asarray(self.base.numbers[np.searchsorted(self.base.blocks, self.blocks)], dtype=np.int64)

    def sums(self, group: Group, values: Integers) -> Integers:
        """Return the part of block sums of a cell that lies in the shared blocks."""
        return np.asarray(values[np.searchsorted(group.blocks, self.blocks)], dtype=np.int64)

    def twins(self, switch: int) -> list[tuple[Group, Group]]:
        """Return the pairs of cells that differ in one switch only, each with the cell at its base value."""
        pairs = []
        for run, group in self.cells.items():
            plain = self.cells.get((*run[:switch], 0, *run[switch + 1 :]))
            if run[switch] and plain is not None:
                pairs.append((group, plain))
        return pairs


def factorials(results: Results) -> list[Factorial]:
    """Return the factorials of a study, one for each named rule set and table, in the order of the study."""
    found = [_factorial(results, groups) for groups in _tables(results)]
    return [one for one in found if one is not None]


def grids(results: Results) -> list[Factorial]:
    """Return the tables that vary two switches or more: factorials, else combinations of which some are missing.

    More than half of the combinations have to be there: single cases that happen to name the same switches are no grid.
    """
    found = []
    for groups in _tables(results):
        one = _factorial(results, groups) or _factorial(results, groups, holes=True)
        if one is not None and len(one.switches) > 1:
            found.append(one)
    return found


def _tables(results: Results) -> list[list[Group]]:
    tables: dict[tuple[object, ...], list[Group]] = {}
    for group in results.groups:
        if group.varied:
            tables.setdefault((group.rules_name, group.players, group.lineup, group.seed), []).append(group)
    return list(tables.values())


def _factorial(results: Results, groups: Sequence[Group], *, holes: bool = False) -> Factorial | None:
    """Return the largest factorial among the groups of a table, or grid with holes."""
    by_switches: dict[frozenset[str], list[Group]] = {}
    for group in groups:
        by_switches.setdefault(frozenset(group.varied), []).append(group)
    for same in sorted(by_switches.values(), key=len, reverse=True):
        # Single cases with the same switches would spoil it; `[vary]` puts the switches into the label.
        by_vary = [group for group in same if all(key in group.label for key in group.varied)]
        for chosen in (same, by_vary):
            found = _of_cells(results, chosen, holes=holes) if len(chosen) > 1 else None
            if found:
                return found
    return None


def _of_cells(results: Results, groups: Sequence[Group], *, holes: bool = False) -> Factorial | None:
    first = groups[0]
    own = _base_values(results, first)
    levels: dict[str, list[str]] = {}
    for key in first.varied:
        values = list(dict.fromkeys(_text(group.rules.get(key)) for group in groups))
        levels[key] = sorted(values, key=lambda value: value != own.get(key))
    # A switch with one value is no switch here.
    levels = {key: values for key, values in levels.items() if len(values) > 1}
    if not levels:
        return None
    cells = {}
    for group in groups:
        cells[tuple(values.index(_text(group.rules.get(key))) for key, values in levels.items())] = group
    if len(cells) != len(groups):
        return None
    fraction = None
    combinations = prod(len(values) for values in levels.values())
    if holes and 2 * len(cells) <= combinations:
        return None
    if not holes and len(cells) != combinations:
        fraction = fraction_of(cells) if all(len(values) == 2 for values in levels.values()) else None
        if fraction is None or fraction.resolution < 5:
            return None
    ordered = {run: cells[run] for run in product(*(range(len(v)) for v in levels.values())) if run in cells}
    return Factorial(
        first.rules_name,
        first.players,
        first.lineup,
        tuple(Switch(key, tuple(values)) for key, values in levels.items()),
        ordered,
        fraction,
        all(values[0] == own.get(key) for key, values in levels.items()),
    )


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _base_values(results: Results, group: Group) -> dict[str, str]:
    """Return the switches of the named rule set as the manifest, a plain case or the preset tells them."""
    told: Any = results.manifest.get("bases")
    named = told.get(group.rules_name) if isinstance(told, dict) else None
    if not isinstance(named, dict):
        plain = [one for one in results.groups if one.rules_name == group.rules_name and not one.varied]
        named = plain[0].rules if plain else _preset(group.rules_name)
    return {key: _text(value) for key, value in named.items()}


@lru_cache(maxsize=64)
def _preset(name: str) -> Mapping[str, Any]:
    from paskasim.rules import RuleSet, presets

    return RuleSet.load(name).flat() if name in presets() else {}
