"""What a report says besides its findings: the rule sets, how it was made, and its limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paskasim.analysis import stopped, words
from paskasim.analysis.findings import Column, Table
from paskasim.analysis.folder import text
from paskasim.analysis.results import Group, Results
from paskasim.rules import RuleSet, presets

PLAYERS = {
    "any": "any: any legal action with the same chance, taking the pile and trying included",
    "random": "random: any legal play with the same chance; takes, tries or passes only when it must",
    "lowest": "lowest: always all its cards of the lowest rank that may be played, twos, tens and aces last",
}


@dataclass(frozen=True)
class RuleSheet:
    """A rule set as the report shows it: what it is, and where it differs."""

    label: str
    summary: str
    against: str
    changes: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...]


def rule_sheets(results: Results) -> list[RuleSheet]:
    """Return the base rule set against the defaults, then each other one against the base."""
    base = results.base(results.groups[0])
    defaults = RuleSet.from_dict({"name": "defaults"}).flat()
    sheets = [_sheet(base, defaults, "the defaults of all switches")]
    seen = {base.label}
    for group in results.groups:
        if group.label not in seen:
            seen.add(group.label)
            sheets.append(_sheet(group, base.rules, base.label))
    return sheets


def _sheet(group: Group, other: Mapping[str, Any], against: str) -> RuleSheet:
    mine = group.rules
    changes = [
        (text(key), _value(mine.get(key)), _value(other.get(key)))
        for key in dict.fromkeys([*mine, *other])
        if _value(mine.get(key)) != _value(other.get(key))
    ]
    preset = RuleSet.load(group.rules_name) if group.rules_name in presets() else None
    plain = preset is not None and not group.varied
    notes: list[str] = []
    if preset is not None and plain:
        notes = [text(note) for note in (*_several(preset, "notes"), *_several(preset, "deviations"))]
    return RuleSheet(
        group.label, text(preset.summary) if preset and plain else "", against, tuple(changes), tuple(notes)
    )


def _several(rules: RuleSet, name: str) -> tuple[str, ...]:
    found = getattr(rules, name, ())
    return (found,) if isinstance(found, str) else tuple(found)


def _value(value: object) -> str:
    """Return a switch's value as it stands in a rule file, on one line."""
    return text(json.dumps(value, ensure_ascii=False)) if value is not None else "not set"


def made(results: Results) -> list[tuple[str, str]]:
    """Return what identifies the run, as names and values."""
    manifest = results.manifest
    versions = ", ".join(f"{text(k)} {text(v)}" for k, v in sorted(dict(manifest["versions"]).items()))
    games = sorted({group.games // group.rotations for group in results.groups})
    each = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    cases = sum(group.rotations for group in results.groups)
    goal = [("Goal", stopped.goal(results))] if results.watched else []
    return [
        ("Games", f"{results.games:,}: {words.count(cases, 'case')}, {each} each"),
        *goal,
        ("Seed", text(manifest["seed"])),
        ("Random numbers", text(manifest["rng"])),
        ("Engine", f"version {text(manifest['engine_version'])}"),
        ("Versions", versions),
    ]


def case_table(results: Results) -> Table:
    """Return the table of cases with their identities."""
    rows = [
        (group.label, group.players, ", ".join(case.seats), int(group.numbers.sum()), case.name, case.identity)
        for group in results.groups
        for case in group.cases
    ]
    columns = (Column("rule set"), Column("players", "count"), Column("seats"), Column("games", "count"))
    return Table("cases", "Cases and their identities", (*columns, Column("case"), Column("identity")), tuple(rows))


def strategies(results: Results) -> list[str]:
    """Return the names of the strategies that played, without their parameters."""
    return sorted({name.split("[")[0] for group in results.groups for name in group.strategies})


def limits(results: Results) -> list[str]:
    """Return what the figures do not say."""
    names = strategies(results)
    known = [PLAYERS[name] for name in names if name in PLAYERS]
    who = f"The players are programs ({'; '.join(known) if known else ', '.join(names)})."
    rest = [name for name in names if name not in PLAYERS]
    if known and rest:
        who += f" For {words.listed(rest)} see `paskasim strategies show`."
    if rest:
        who += " How people would fare is not told by them: another way of playing can change every figure here."
    else:
        who += " None of them is a skilled person; people who plan can change every figure here."
    finished = sum(group.finished for group in results.groups)
    open_share = words.percent((results.games - finished) / results.games)
    return [
        who,
        f"Unfinished games are not dropped: {open_share} of all games here reached no end and are shown as such. "
        "Figures 'of finished games' leave them out, because nobody lost them.",
        "Intervals cover chance alone: not the choice of players, nor how a house reads its rules.",
    ]
