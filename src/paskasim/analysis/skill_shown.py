"""The tables and pictures of the question `skill`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged
from paskasim.analysis.effects import finite
from paskasim.analysis.findings import Cell, Column, Curve, Curves, Lane, Lanes, Slice, Table
from paskasim.analysis.intervals import Interval
from paskasim.analysis.leads import MOST_ROUNDS, chance_to_lead
from paskasim.analysis.skill import LEVELS, OWN, PARTS, Skill, key_of, pair_key

WHOSE = (Column("rule set"), Column("players", "count"), Column("higher rung"), Column("lower rung"))
SHORT = {
    "cards": "cards",
    "seat": "seat",
    "players": "who plays",
    "seat and players": "seat × players",
    "cards and players": "cards × players",
}
MOST_CURVES = 4
MOST_ROWS = 8
MOST_PANELS = 8
POINTS = 60
FEWEST, MOST = 20.0, 1000.0
MATTERS = 0.01
"""A part of the variance below this is shown as one that hardly counts."""


def rounds(found: Interval, *, named: bool = False) -> str:
    """Return a number of rounds with its limits in words: '79 rounds (60 to 110)'."""
    if math.isinf(found.estimate):
        return f"more than {MOST_ROUNDS:,} rounds"
    shown = words.count(found.estimate, "round")
    label = "95 % interval " if named else ""
    if not found.known and found.low == 0:
        return f"{shown} (too few games for an interval)"
    if math.isinf(found.high):
        return f"{shown} ({label}at least {found.low:,.0f}, without an upper limit)"
    return f"{shown} ({label}{found.low:,.0f} to {found.high:,.0f})"


def _cells(one: Skill) -> tuple[Cell, ...]:
    return one.group.label, one.group.players, one.high, one.low


def _limits(interval: Interval) -> tuple[float | None, ...]:
    return tuple(finite(x) for x in (interval.estimate, interval.low, interval.high))


def _three(title: str, kind: str) -> tuple[Column, ...]:
    return tuple(Column(f"{title}{part}", kind) for part in ("", ", low", ", high"))  # type: ignore[arg-type]


def ahead_table(found: Sequence[Skill], judged: Mapping[str, Judged]) -> Table:
    """Return how the higher rung does against the lower one."""
    rows = []
    for one in found:
        gap = judged[key_of(one)]
        rows.append(
            (
                *(*_cells(one), one.deals, one.deals * one.ways, one.finished, *_limits(one.ahead)),
                *(finite(one.lost(who).estimate) for who in ("high", "low")),
                *(*_limits(gap.interval), gap.p_holm, words.short_verdict(gap)),
            )
        )
    return Table(
        "skill-ahead",
        "How often a player of the higher rung finishes ahead of one of the lower, and how much less often it loses",
        (
            *(*WHOSE, Column("deals", "count"), Column("games", "count"), Column("with a loser", "count")),
            *(*_three("ahead", "share"), Column("higher loses", "share"), Column("lower loses", "share")),
            *(*_three("difference", "points"), Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )


def rounds_table(found: Sequence[Skill]) -> Table:
    """Return how many rounds it takes until the better player leads."""
    rows = [
        (
            *_cells(one),
            finite(one.either),
            *_limits(one.decided),
            *(x for at in LEVELS for x in _limits(one.rounds(at))),
        )
        for one in found
    ]
    return Table(
        "skill-rounds",
        "Rounds until the higher rung has lost fewer of them than the lower one (empty: more than "
        f"{MOST_ROUNDS:,}, or without a limit)",
        (
            *(*WHOSE, Column("lost by one of the two", "share"), *_three("of these by the lower", "share")),
            *(column for at in LEVELS for column in _three(f"rounds for {100 * at:.0f} %", "count")),
        ),
        tuple(rows),
    )


def parts_table(found: Sequence[Skill]) -> Table:
    """Return the parts of what decides who loses."""
    rows = []
    for one in found:
        parts = one.parts
        rows.append((*_cells(one), *(x for name in (*PARTS, OWN) for x in _limits(parts[name]))))
    named = (*PARTS.values(), "of who plays: one's own play alone")
    return Table(
        "skill-parts",
        "Parts of what decides who loses: shares of the variance of what a game costs a player",
        (*WHOSE, *(column for name in named for column in _three(name, "share"))),
        tuple(rows),
    )


def rules_table(pairs: Sequence[tuple[Skill, Skill]], judged: Mapping[str, Judged]) -> Table:
    """Return under which rules skill shows more."""
    rows = []
    for pair in pairs:
        found = judged.get(pair_key(pair))
        if found is not None:
            one, base = pair
            limits = _limits(found.interval)
            rows.append((*_cells(one), base.group.label, *limits, found.p_holm, words.short_verdict(found)))
    return Table(
        "skill-rules",
        "How much more the rule set rewards the higher rung than its base does: difference of the differences",
        (*WHOSE, Column("base"), *_three("difference", "points"), Column("p (Holm)", "chance"), Column("verdict")),
        tuple(rows),
    )


def _panels(found: Sequence[Skill], first: Skill) -> list[tuple[str, list[tuple[str, Skill]], Slice]]:
    """Return pictures of one pair of rungs: rule sets by number of players, or players of the only rule set."""
    several = len({one.group.label for one in found}) > 1
    panels: dict[str, list[tuple[str, Skill]]] = {}
    about: dict[str, Slice] = {}
    for one in found:
        players = f"{one.group.players} players"
        name, heading = (players, one.group.label) if several else (one.group.label, players)
        panels.setdefault(name, []).append((heading, one))
        about[name] = Slice(one.group.players) if several else Slice(rules=one.group.label)
    ordered = sorted(panels.items(), key=lambda panel: all(one is not first for _, one in panel[1]))
    return [(name, rows, about[name]) for name, rows in ordered[:MOST_PANELS]]


def curves(found: Sequence[Skill], first: Skill) -> list[Curves]:
    """Return the chance to lead by number of rounds, the picture with `first` before all others."""
    return [replace(_curves(name, rows), about=about) for name, rows, about in _panels(found, first)]


def _curves(name: str, rows: Sequence[tuple[str, Skill]]) -> Curves:
    ordered = sorted(rows, key=lambda row: row[1].decided.estimate, reverse=True)
    if len(ordered) > MOST_CURVES:
        steps = [round(i * (len(ordered) - 1) / (MOST_CURVES - 1)) for i in range(MOST_CURVES)]
        ordered = [ordered[i] for i in steps]
    some = f" ({len(ordered)} of {len(rows)} shown)" if len(ordered) < len(rows) else ""
    last = min(max([FEWEST, *(one.rounds(LEVELS[1]).estimate for _, one in ordered)]), MOST)
    # With an even number of rounds a tie is as likely as not to hide the lead, and the line would be a saw.
    across = sorted({0, *(2 * round(x / 2) + 1 for x in np.linspace(0, last, POINTS))})
    drawn, told = [], []
    for heading, one in ordered:
        low, high = one.decided.estimate * one.either, (1 - one.decided.estimate) * one.either
        shares = tuple(chance_to_lead(n, low, high) for n in across)
        after = rounds(one.rounds(LEVELS[0]))
        drawn.append(Curve(f"{heading}: 75 % after {after}", tuple(map(float, across)), shares))
        told.append(f"{heading}: 75 % after {after}, 95 % after {rounds(one.rounds(LEVELS[1]))}")
    one = ordered[0][1]
    quick, slow = (
        rounds(Interval(x[1].rounds(0.75).estimate, -math.inf, math.inf, "")) for x in (ordered[0], ordered[-1])
    )
    quick, slow = (text.partition(" (")[0] for text in (quick, slow))
    when = quick if quick == slow else f"{quick.removesuffix(' rounds').removesuffix(' round')} to {slow}"
    return Curves(
        "skill-rounds",
        f"{name}: {one.high} leads {one.low} in three evenings of four after {when}{some}",
        f"Chance that a player of {one.high} has lost fewer rounds than one of {one.low}, {name}. "
        + "; ".join(told)
        + ".",
        "rounds played",
        f"chance that {one.high} has lost fewer rounds than {one.low}, ties half",
        tuple(drawn),
    )


def parts_lanes(found: Sequence[Skill], first: Skill) -> list[Lanes]:
    """Return the parts of what decides who loses."""
    known = [one for one in found if not math.isnan(one.parts["cards"].estimate)]
    return [replace(_parts(name, rows[:MOST_ROWS]), about=about) for name, rows, about in _panels(known, first)]


def _parts(name: str, rows: Sequence[tuple[str, Skill]]) -> Lanes:
    shown, told = [], []
    for heading, one in rows:
        lanes = []
        for part, short in SHORT.items():
            found = one.parts[part]
            low, high = (found.low, found.high) if found.known else (found.estimate,) * 2
            lanes.append(Lane(short, found.estimate, low, high, parts_of(found), found.known and found.low > MATTERS))
        shown.append((heading, tuple(lanes)))
        told.append(f"{heading}: " + ", ".join(f"{PARTS[part]} {parts_of(one.parts[part])}" for part in PARTS))
    own = [one.parts["players"].estimate for _, one in rows]
    least, most = (parts_of(Interval(x, x, x, "")) for x in (min(own), max(own)))
    much = least if least == most else f"{least} to {most}"
    return Lanes(
        "skill-parts",
        f"{name}: {much} of 100 parts of what decides who loses are who plays",
        f"Parts of the variance of what a game costs a player, out of 100, {name}. " + "; ".join(told) + ".",
        "parts of 100 of what decides who loses; ×: what only both together decide",
        "points",
        tuple(shown),
        0.0,
        "nothing",
        MATTERS,
        ("more than 1 part", "less, or undecided"),
    )


def parts_of(found: Interval) -> str:
    """Return a part of 100 with a decimal where it is small."""
    value = 100 * found.estimate
    if math.isnan(value):
        return "an unknown number"
    if value < 0.05:
        return "<\u00a00.1"
    return words.number(value, 0 if value >= 10 else 1)
