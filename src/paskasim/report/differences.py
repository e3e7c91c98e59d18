"""What differs in the rules of two sides: the switches with both values, and both legality grids held together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paskasim.analysis.compare.findings import labels
from paskasim.analysis.compare.heading import differences
from paskasim.analysis.compare.match import Match
from paskasim.analysis.folder import is_preset, text
from paskasim.analysis.names import quoted
from paskasim.analysis.results import Group
from paskasim.analysis.words import count, listed
from paskasim.errors import PaskasimError
from paskasim.report.gallery import Drawn, drawn
from paskasim.report.legality import Legality, legality, table, unlike
from paskasim.report.sheets import switch_value
from paskasim.report.tables import Shown, shown
from paskasim.rules import RuleSet

MOST = 12
"""Pairs of rule sets that a page lays out."""
MOST_NAMED = 3
ALIKE = "What may go on what, and what it does there, is the same in A and in B."
UNREAD = "One of them has a switch that this version of paskasim can't read, so there are no grids."

Changes = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Difference:
    """Rule sets that differ in the same way: where they occur, the switches, and their grids where these differ.

    `about` is what presets say of themselves; `alike` tells why there are no grids, empty where there are some.
    """

    label: str
    about: tuple[tuple[str, str], ...]
    changes: Changes
    grids: tuple[Drawn, ...]
    cells: tuple[Shown, ...]
    alike: str


@dataclass(frozen=True)
class Differences:
    """All that differs in the rules of a comparison, in a sentence and one by one."""

    sentence: str
    pairs: tuple[Difference, ...]
    left_out: int


def rule_differences(matches: Sequence[Match], noun: str) -> Differences:
    """Return what differs in the rules, once for every change that has the same grids before and after it."""
    called = labels(matches)
    changed: dict[tuple[object, ...], tuple[Changes, tuple[Legality, ...] | None, list[Match]]] = {}
    seen: dict[str, tuple[Legality, ...] | None] = {}
    for match in matches:
        if match.a.rules == match.b.rules:
            continue
        rules = repr([sorted(group.rules.items()) for group in (match.a, match.b)])
        if rules not in seen:
            seen[rules] = _grids(match)
        changes, grids = _changes(match), seen[rules]
        key = (changes, *((grid.words, grid.other) for grid in grids or ()))
        changed.setdefault(key, (changes, grids, []))[2].append(match)
    pairs = [
        _difference(at, changes, grids, found, [called[match] for match in found], noun)
        for at, (changes, grids, found) in enumerate([*changed.values()][:MOST])
    ]
    number = sum(len(found) for _, _, found in changed.values())
    switches = {key for changes, _, _ in changed.values() for key, _, _ in changes}
    return Differences(_sentence(len(matches), number, len(switches), noun), tuple(pairs), max(0, len(changed) - MOST))


def _sentence(matches: int, changed: int, switches: int, noun: str) -> str:
    if not changed:
        return f"A and B have the same switches{f' in all {matches} {noun}' if matches > 1 else ''}."
    differ = count(switches, "switch differs", "switches differ")
    if changed < matches:
        return f"{differ}, in {changed} of {matches} {noun}; in the others A and B have the same rules."
    return f"{differ} between A and B{f', in all {matches} {noun}' if matches > 1 else ''}."


def _changes(match: Match) -> Changes:
    changed = differences(match.a.rules, match.b.rules)
    return tuple((text(key), switch_value(one), switch_value(two)) for key, (one, two) in changed.items())


def _grids(match: Match) -> tuple[Legality, ...] | None:
    """Return both grids, each held against the other; none where they are alike, None where a rule can't be read."""
    try:
        one, two = match.a.rule_set, match.b.rule_set
    except PaskasimError:
        return None
    second = unlike(two, "B", one, against="A")
    return (legality(one, "A", two, against="B"), second) if second else ()


def _difference(
    at: int,
    changes: Changes,
    grids: tuple[Legality, ...] | None,
    found: Sequence[Match],
    called: Sequence[str],
    noun: str,
) -> Difference:
    names = list(dict.fromkeys(called))
    if len(names) > MOST_NAMED:
        names = [*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"]
    label = listed(names) + (f" ({len(found)} {noun})" if len(found) > 1 else "")
    sides = [(side, f"rules-{at}-{side.lower()}", grid) for side, grid in zip("AB", grids or (), strict=False)]
    pairs = {(repr(match.a.rules), repr(match.b.rules)) for match in found}
    about = ((side, _summary(group)) for side, group in (("A", found[0].a), ("B", found[0].b)))
    return Difference(
        quoted(label, 200),
        tuple((side, told) for side, told in about if told) if len(pairs) == 1 else (),
        changes,
        tuple(drawn(grid, name) for _, name, grid in sides),
        tuple(shown(table(grid, name, side)) for side, name, grid in sides),
        UNREAD if grids is None else "" if grids else ALIKE,
    )


def _summary(group: Group) -> str:
    return text(RuleSet.load(group.rules_name).summary) if is_preset(group.rules_name, group.rules) else ""
