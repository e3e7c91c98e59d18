"""Read the folder that a sweep left, checked, as groups of cases ready for questions.

A group is a line-up at a table under one rule set: one case, or for a mixed line-up all its
rotations on the same game numbers. Questions ask groups only; what a rotation is stays in here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paskasim.analysis import folder
from paskasim.analysis.names import quoted
from paskasim.rules.phrases import phrase_of
from paskasim.studies import probes

if TYPE_CHECKING:
    from paskasim.rules import RuleSet

Integers = NDArray[np.int64]

DECK_SWITCHES = ("deck.", "deal.")


@dataclass(frozen=True)
class Case:
    """One case: who sat where, and its block sums by metric, each of shape (blocks,)."""

    name: str
    rotation: int
    seats: tuple[str, ...]
    identity: str
    sums: Mapping[str, Integers]


@dataclass(frozen=True)
class Group:
    """A line-up at a table under one rule set; `numbers` holds the game numbers of each block."""

    key: str
    label: str
    rules_name: str
    varied: Mapping[str, Any]
    rules: Mapping[str, Any]
    players: int
    lineup: str
    seed: int
    blocks: Integers
    numbers: Integers
    cases: tuple[Case, ...]
    turns: Integers
    """Lengths that occurred, rising."""
    ended: Integers
    """Finished games of each of those lengths."""
    unended: Integers
    """Games without an end that were stopped at each of those lengths."""
    watched: bool = False
    """Whether the games were looked at while they came in, to stop when enough was known (`precision`)."""

    @cached_property
    def rule_set(self) -> RuleSet:
        """The rule set, without what a preset says of itself."""
        from paskasim.rules import RuleSet

        return RuleSet.from_dict({"name": "rules", **self.rules}, "the rules of a case")

    @property
    def rotations(self) -> int:
        """Games played on each game number."""
        return len(self.cases)

    @cached_property
    def games(self) -> int:
        """Games played in all."""
        return int(self.numbers.sum()) * self.rotations

    @cached_property
    def finished(self) -> int:
        """Games with a loser."""
        return self.total("outcome_finished")

    @property
    def strategies(self) -> tuple[str, ...]:
        """The different strategies at the table, in seat order of the first rotation."""
        return tuple(dict.fromkeys(self.cases[0].seats))

    @property
    def table(self) -> str:
        """Players and line-up in words."""
        return f"{self.players} players, {self.lineup}"

    @property
    def name(self) -> str:
        """The group in words: rule set, players, line-up."""
        return f"{self.label}, {self.table}"

    def sums(self, metric: str) -> Integers:
        """Return the sums over the rotations, shape (blocks,)."""
        return np.asarray(np.sum([case.sums[metric] for case in self.cases], axis=0), dtype=np.int64)

    def total(self, metric: str) -> int:
        """Return the sum over all games."""
        return int(self.sums(metric).sum())

    def seat_totals(self, metric: str) -> list[int]:
        """Return totals of `metric_0`, `metric_1`, .. over the seats that exist."""
        return [self.total(f"{metric}_{seat}") for seat in range(self.players)]

    def strategy_sums(self, metric: str, strategy: str) -> Integers:
        """Return block sums of a seat metric over all seats where a strategy sat."""
        found = np.zeros(len(self.numbers), dtype=np.int64)
        for case in self.cases:
            for seat, name in enumerate(case.seats):
                if name == strategy:
                    found += case.sums[f"{metric}_{seat}"]
        return found

    def seats_of(self, strategy: str) -> float:
        """Return at how many seats of a table a strategy sits, on average over the rotations."""
        return sum(case.seats.count(strategy) for case in self.cases) / self.rotations


@dataclass(frozen=True)
class Measured:
    """Block sums of what a probe measured of a group.

    Attributes
    ----------
    blocks
        Numbers of the blocks, rising.
    numbers
        Units of each block, for one rotation.
    cases
        Sums by case and column, each of shape (blocks,).
    """

    group: Group
    blocks: Integers
    numbers: Integers
    cases: Mapping[str, Mapping[str, Integers]]

    def sums(self, column: str) -> Integers:
        """Return the sums over the rotations, shape (blocks,)."""
        return np.asarray(np.sum([sums[column] for sums in self.cases.values()], axis=0), dtype=np.int64)

    def total(self, column: str) -> int:
        """Return the sum over all that was measured."""
        return int(self.sums(column).sum())


@dataclass(frozen=True)
class Results:
    """A whole study: manifest, groups in the order of the study, and by name what probes measured."""

    manifest: Mapping[str, Any]
    groups: tuple[Group, ...]
    probes: Mapping[str, pd.DataFrame]
    folder: Path | None = None

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that the study asks."""
        return tuple(self.manifest["questions"])

    @property
    def watched(self) -> bool:
        """Whether cases could stop before they had all their games (`precision`)."""
        return bool(self.manifest.get("precision"))

    @property
    def games(self) -> int:
        """Games played in all."""
        return sum(group.games for group in self.groups)

    def measured(self, group: Group, name: str) -> Measured | None:
        """Return what a probe measured of a group, None if it did not.

        A probe with a column for its units counts them itself; blocks of any other hold those of the plain games.
        Blocks that some rotation lacks, or has in another size, are left out.
        """
        if name not in self.probes:
            return None
        table = self.probes[name]
        own = [table[table["case"] == case.name].set_index("block").sort_index() for case in group.cases]
        unit = probes.declared(name).counted_by
        if unit in table.columns:
            shared = _shared_blocks([part.reset_index() for part in own], unit)
            blocks, numbers = shared.index.to_numpy(dtype=np.int64), shared.to_numpy(dtype=np.int64)
        else:
            there = [part.index.to_numpy(dtype=np.int64) for part in own]
            blocks = reduce(np.intersect1d, [group.blocks, *there])
            numbers = group.numbers[np.searchsorted(group.blocks, blocks)]
        if len(blocks) == 0:
            return None
        columns = [column for column in table.columns if column not in ("case", "block")]
        # All columns at once: one by one, with some hundred columns, was most of the time of a report.
        kept = [part.loc[blocks, columns].fillna(0) for part in own]
        cases = {
            case.name: {column: part[column].to_numpy(dtype=np.int64) for column in columns}
            for case, part in zip(group.cases, kept, strict=True)
        }
        return Measured(group, blocks, numbers, cases)

    def base(self, group: Group) -> Group:
        """Return the group that another at the same table is compared with.

        The one of the same named rule set with nothing varied, or varied to what it is anyway; else
        the first of that rule set. Such a base is itself compared with that of the first rule set.
        """
        table = [g for g in self.groups if (g.players, g.lineup) == (group.players, group.lineup)]
        own = _plain([g for g in table if g.rules_name == group.rules_name])
        return own if own is not group else _plain([g for g in table if g.rules_name == table[0].rules_name])

    def say(self, group: Group) -> str:
        """Return a rule set in words: its name, and what differs from the base of that name."""
        if not group.varied or not _named_by_switches(group):
            return quoted(group.label)
        if folder.is_preset(group.rules_name, group.rules):
            return quoted(group.rules_name)
        base = self.base(group)
        if base.rules_name != group.rules_name or not folder.is_preset(base.rules_name, base.rules):
            return quoted(group.label)
        return f"{quoted(group.rules_name)} {change(group, base)}"

    def say_all(self, group: Group) -> str:
        """Return rule set, players and line-up in words."""
        return f"{self.say(group)}, {group.table}"

    def say_variant(self, pair: tuple[Group, Group]) -> str:
        """Return what the first of a pair is against the second: 'with faces.min_top = "8"', 'under shithead'."""
        variant, base = pair
        if variant.rules_name == base.rules_name and _named_by_switches(variant) and variant.rules != base.rules:
            return change(variant, base)
        return f"under {self.say(variant)}"

    def pairs(self) -> list[tuple[Group, Group]]:
        """Return (variant, base) for every group that is not a base itself."""
        return [(g, self.base(g)) for g in self.groups if self.base(g) is not g]


def _plain(groups: list[Group]) -> Group:
    plain = [g for g in groups if not g.varied or folder.is_preset(g.rules_name, g.rules)]
    return (plain or groups)[0]


def _named_by_switches(group: Group) -> bool:
    """Return whether the label only lists the varied switches, so that fewer can be named instead."""
    said = ", ".join(switch_said(key, value) for key, value in group.varied.items())
    return bool(group.varied) and (group.label == said or all(key in group.label for key in group.varied))


def change(one: Group, other: Group) -> str:
    """Return the switches that differ, as they are in the first: 'with ‘faces only on 8 or higher’'."""
    differing = [key for key in one.rules if one.rules[key] != other.rules.get(key)]
    return f"with ‘{quoted(', '.join(switch_said(key, one.rules[key]) for key in differing), 120)}’"


def switch_said(key: str, value: object) -> str:
    """Return a switch with its value in words of the card table; as it is written where there are none."""
    return phrase_of(key, value) or folder.text(f"{key} = {json.dumps(value, ensure_ascii=False)}")


def label_said(label: str, varied: Mapping[str, Any]) -> str:
    """Return the label of a case in words, where it is made of the switches that it varies."""
    written = ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in varied.items())
    if not varied or label != written:
        return label
    return ", ".join(switch_said(key, value) for key, value in varied.items())


def read(path: Path) -> Results:
    """Read and check a results folder.

    Raises
    ------
    PaskasimError
        With exit code 4 where the folder is damaged or not one of ours.
    """
    manifest = folder.read_manifest(path)
    tables = folder.read_tables(path, manifest)
    cases, blocks, lengths = tables["cases"], tables["blocks"], tables["lengths"]
    folder.check_agreement(path, cases, blocks, lengths)
    by_case = {str(name): part.sort_values("block") for name, part in blocks.groupby("case", sort=False)}
    watched = bool(manifest.get("precision"))
    key = cases["group"].where(cases["group"].notna(), cases["case"])
    groups = [
        replace(_group(path, part.sort_values("rotation", kind="stable"), by_case, lengths), watched=watched)
        for _, part in cases.groupby(key, sort=False)
    ]
    return Results(manifest, tuple(groups), folder.read_probes(path, manifest), path)


def _group(path: Path, rows: pd.DataFrame, by_case: Mapping[str, pd.DataFrame], lengths: pd.DataFrame) -> Group:
    first = rows.iloc[0]
    names = [str(name) for name in rows["case"]]
    shared = _shared_blocks([by_case[name] for name in names])
    cases = []
    for (_, row), name in zip(rows.iterrows(), names, strict=True):
        part = by_case[name].set_index("block").loc[shared.index]
        players = int(row["players"])
        later = (*folder.LATER_METRICS, *folder.BLUFF_METRICS)
        there = [*folder.METRICS, *(metric for metric in later if metric in part.columns)]
        metrics = [metric for metric in there if not folder.beyond(metric, players)]
        table = part[metrics].fillna(0).to_numpy(dtype=np.int64)
        sums = dict(zip(metrics, np.ascontiguousarray(table.T), strict=True))
        seats = tuple(folder.text(row[f"seat_{seat}"]) for seat in range(players))
        cases.append(Case(name, int(row["rotation"]), seats, str(row["identity"]), sums))
    counted = lengths[lengths["case"].isin(names)]
    turns, places = np.unique(counted["turns"].to_numpy(dtype=np.int64), return_inverse=True)
    finished = (counted["outcome"].astype(str) == "finished").to_numpy()
    games = counted["games"].to_numpy(dtype=np.int64)

    def counts(chosen: NDArray[np.bool_]) -> Integers:
        found = np.zeros(len(turns), dtype=np.int64)
        np.add.at(found, places[chosen], games[chosen])
        return found

    return Group(
        key=str(first["group"]) if pd.notna(first["group"]) else names[0],
        label=label_said(folder.text(first["label"]), folder.object_of(path, first["varied"], "varied")),
        rules_name=folder.text(first["rules_name"]),
        varied=folder.object_of(path, first["varied"], "varied"),
        rules=folder.object_of(path, first["rules"], "rules"),
        players=int(first["players"]),
        lineup=folder.text(first["lineup"]),
        seed=int(first["seed"]),
        blocks=shared.index.to_numpy(dtype=np.int64),
        numbers=shared.to_numpy(dtype=np.int64),
        cases=tuple(cases),
        turns=turns,
        ended=counts(finished),
        unended=counts(~finished),
    )


def _shared_blocks(parts: list[pd.DataFrame], unit: str = "games") -> pd.Series[Any]:
    """Return the numbers of games, or of other units, of each block that all parts played whole, by block."""
    columns = [part.set_index("block")[unit] for part in parts]
    both = pd.concat(columns, axis=1, join="inner")
    same = both.min(axis=1) == both.max(axis=1)
    return both[same].iloc[:, 0]


def same_deals(one: Group, other: Group) -> bool:
    """Return whether two groups were dealt the same cards, game number by game number."""

    def deck(group: Group) -> dict[str, Any]:
        return {k: v for k, v in group.rules.items() if k.startswith(DECK_SWITCHES)}

    return one.seed == other.seed and one.players == other.players and deck(one) == deck(other)


def aligned(one: Group, other: Group) -> tuple[Integers, Integers, Integers]:
    """Return the shared blocks of two groups: game numbers, and where they lie in each group."""
    _, first, second = np.intersect1d(one.blocks, other.blocks, return_indices=True)
    whole = one.numbers[first] == other.numbers[second]
    at_one, at_other = np.asarray(first[whole], dtype=np.int64), np.asarray(second[whole], dtype=np.int64)
    return np.asarray(one.numbers[at_one], dtype=np.int64), at_one, at_other
