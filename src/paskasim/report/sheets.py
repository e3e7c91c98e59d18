"""Rule sets as the report shows them: the switches that differ, and the legality grid as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paskasim.analysis.folder import is_preset, text
from paskasim.analysis.results import Group, Results
from paskasim.report.gallery import Drawn, drawn
from paskasim.report.legality import legality, table, unlike
from paskasim.report.tables import Shown, shown
from paskasim.rules import RuleSet

DEFAULTS = "the defaults of all switches"
MOST_SHEETS = 24
"""Rule sets that a report lays out; the table of cases names all."""


@dataclass(frozen=True)
class RuleSheet:
    """A rule set: what it is, where it differs, and what may go on what (empty where that is as under the base)."""

    label: str
    summary: str
    against: str
    changes: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...]
    grid: Drawn | None = None
    cells: Shown | None = None


def rule_sheets(results: Results) -> list[RuleSheet]:
    """Return the base rule set against the defaults, then each other one against the base."""
    groups = {group.label: group for group in (results.base(results.groups[0]), *results.groups)}
    base, *others = list(groups.values())[:MOST_SHEETS]
    first = sheet(_rules(base), base.label, plain=_plain(base))
    return [first, *(_other(at, group, base) for at, group in enumerate(others, start=1))]


def sheet(rules: RuleSet, label: str, *, plain: bool = True) -> RuleSheet:
    """Return a rule set against the defaults; `plain` tells that its own summary and notes hold for it."""
    changes = _changes(rules.flat(), RuleSet.from_dict({"name": "defaults"}).flat())
    grid = legality(rules, label)
    summary, notes = (text(rules.summary), tuple(map(text, rules.notes))) if plain else ("", ())
    return RuleSheet(
        label,
        summary,
        DEFAULTS,
        changes,
        notes,
        drawn(grid, "legality", more=label),
        shown(table(grid, "legality", label)),
    )


def _other(at: int, group: Group, base: Group) -> RuleSheet:
    mine, theirs = _rules(group), _rules(base)
    known = mine if _plain(group) else None
    found, name = unlike(mine, group.label, theirs), f"legality-{at}"
    return RuleSheet(
        group.label,
        text(known.summary) if known else "",
        base.label,
        _changes(group.rules, base.rules),
        tuple(map(text, known.notes)) if known else (),
        drawn(found, name, more=group.label) if found else None,
        shown(table(found, name, group.label)) if found else None,
    )


def _plain(group: Group) -> bool:
    return is_preset(group.rules_name, group.rules)


def _rules(group: Group) -> RuleSet:
    """Return the rule set of a group; what is written about a preset holds for it where nothing was varied."""
    if _plain(group):
        return RuleSet.load(group.rules_name)
    return group.rule_set


def _changes(mine: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (text(key), switch_value(mine.get(key)), switch_value(other.get(key)))
        for key in dict.fromkeys([*mine, *other])
        if switch_value(mine.get(key)) != switch_value(other.get(key))
    )


def switch_value(value: object) -> str:
    """Return a switch's value as it stands in a rule file, on one line."""
    return text(json.dumps(value, ensure_ascii=False)) if value is not None else "not set"
