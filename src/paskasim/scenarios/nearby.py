"""Which single switch decides a scenario: rules that differ in one value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from paskasim.rules import SWITCHES, RuleSet, Switch
from paskasim.rules.compound import CountsTable, Entries, RankTable
from paskasim.rules.conflicts import conflicts
from paskasim.rules.kinds import Kind, OneRank, RankList, Whole, Words, YesNo
from paskasim.rules.ranks import RANKS, rank_list
from paskasim.rules.scenarios import CLOSED, Scenario
from paskasim.scenarios.judging import judge

LAST = ("deck", "deal")  # they change the whole game, and seldom are what is meant
FEW = 15  # so many values of a number are all tried, of a longer range the ends and the neighbours


class Change(NamedTuple):
    """Rules in which one switch has another value."""

    key: str
    value: object
    rules: RuleSet


def would_hold_with(rules: RuleSet, scenario: Scenario, most: int = 3) -> list[tuple[str, object]]:
    """Return single switches with a value by which a failing scenario would hold: one value each, at most so many."""
    complaints = judge(rules, scenario).complaints
    if scenario.entry.expect_end == CLOSED:  # a search for each of hundreds of rule sets would take minutes
        return []
    if not complaints or not all(complaint.of_rules for complaint in complaints):
        return []
    found: dict[str, object] = {}
    for change in changes(rules):
        if change.key not in found and judge(change.rules, scenario).holds:
            found[change.key] = change.value
            if len(found) == most:
                break
    return list(found.items())


def changes(rules: RuleSet) -> Iterator[Change]:
    """Yield rule sets that differ from these in one switch and have no conflict.

    The nearest values come first, deck and deal last.
    """
    for entry in sorted(SWITCHES, key=lambda entry: entry.path[0] in LAST):
        now = entry.kind.plain(entry.read(rules))
        for value in _others(entry, now):
            changed = with_value(rules, entry, value)
            if not conflicts(changed):
                yield Change(entry.key, value, changed)


def with_value(rules: RuleSet, entry: Switch, value: Any) -> RuleSet:
    """Return rules with another good value of a switch; unlike `RuleSet.with_switches` it looks for no conflicts."""
    clean = entry.kind.clean(value)
    *group, name = entry.path
    if not group:
        return rules.model_copy(update={name: clean})
    section = getattr(rules, group[0]).model_copy(update={name: clean})
    return rules.model_copy(update={group[0]: section})


def _others(entry: Switch, now: Any) -> list[Any]:
    others = [value for value in _values(entry.kind, now) if value != now and not entry.kind.problems(value)]
    if entry.default != now and entry.default not in others:
        others.insert(0, entry.default)
    return others


def _values(kind: Kind, now: Any) -> list[Any]:
    if isinstance(kind, YesNo):
        return [not now]
    if isinstance(kind, Words):
        return list(kind.words)
    if isinstance(kind, Whole):
        return _numbers(kind, now)
    if isinstance(kind, OneRank):
        return _near_first(sorted(kind.ranks, key=RANKS.index), now) + ([""] if kind.none else [])
    if isinstance(kind, CountsTable):
        return [_without(now, key) for key in now] + [{**now, rank: "1"} for rank in RANKS]
    if isinstance(kind, RankTable):
        return [_without(now, key) for key in now]
    if isinstance(kind, RankList):
        named = rank_list(now)
        return [" ".join(rank for rank in RANKS if (rank in named) != (rank == each)) for each in RANKS]
    if isinstance(kind, Entries):
        return [now[:index] + now[index + 1 :] for index in range(len(now))]
    return []


def _numbers(kind: Whole, now: Any) -> list[Any]:
    words = [kind.word] if kind.word else []
    if kind.high - kind.low < FEW:
        return [*_near_first(list(range(kind.low, kind.high + 1)), now), *words]
    numbers = [now - 1, now + 1] if isinstance(now, int) else []
    return [*numbers, kind.low, kind.high, *words]


def _near_first(values: list[Any], now: Any) -> list[Any]:
    """Sort values by their distance from the present one; they stay as they are where that is none of them."""
    if now not in values:
        return values
    place = values.index(now)
    return sorted(values, key=lambda value: abs(values.index(value) - place))


def _without(table: dict[str, Any], key: str) -> dict[str, Any]:
    return {each: value for each, value in table.items() if each != key}
