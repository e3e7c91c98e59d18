"""Does it hold? The finding of a headline for every kind of player at the table, and for other numbers of players.

A comparison is known by its key, and the groups that it compares stand in that key. So the same comparison at another
table is the one whose key names the groups with the same rules there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged
from paskasim.analysis.effects import finite
from paskasim.analysis.findings import Column, Held, Table
from paskasim.analysis.intervals import Interval
from paskasim.analysis.results import Group, Results

Agreement = Literal["holds", "less", "gone", "turned", "other", "unknown"]
COUNTS = ("no", "one", "both", "all three", "all four", "all five", "all six")
MOST_NAMED = 8


There = tuple[str, Group, Judged]
"""A comparison at one table: how the table is called, the group there, and what was found."""


def holds(results: Results, judged: Mapping[str, Judged], top: Judged) -> Held:
    """Return whether what a headline says of a comparison holds for every line-up, and with other numbers of players.

    Parameters
    ----------
    top
        The comparison of the headline; its key names the groups that it compares.
    """
    groups = {group.key: group for group in results.groups}
    named = [groups[part] for part in top.key.split("|") if part in groups]
    if not named:
        raise ValueError(f"the comparison {top.key!r} names no group")
    home = named[0]
    everywhere = _tables(results, judged, top, named)
    lineups = [(words.quoted(g.lineup, 60), g, one) for _, g, one in everywhere if g.players == home.players]
    players = [
        (f"{g.players} players", g, one) for _, g, one in everywhere if g.lineup == home.lineup and g is not home
    ]
    one_only = f"Seen for one kind of player only ({words.quoted(home.lineup, 60)}); others may differ."
    held = held_among(lineups, top, one_only, "line-ups")
    others = [there for there in players if there[1].players != home.players]
    sentence = held.sentence
    if others:
        sentence += f" With other numbers of players ({words.quoted(home.lineup, 40)}): {_list(others, top)}."
    return Held(sentence, _table(everywhere, top))


def held_among(found: Sequence[There], top: Judged, one_only: str, many: str) -> Held:
    """Return whether a headline holds wherever its comparison was made.

    Parameters
    ----------
    found
        The comparison at every table, that of the headline among them.
    one_only
        What is said where that is the only one.
    many
        What the tables are, such as 'line-ups'.
    """
    table = _table(found, top)
    if len(found) < 2:
        return Held(one_only, table)
    how = {agreement(one, top) for _, _, one in found}
    if how == {"holds"}:
        count = COUNTS[len(found)] if len(found) < len(COUNTS) else f"all {len(found)}"
        which = "" if len(found) > MOST_NAMED else f" ({words.listed([name for name, _, _ in found])})"
        extra = "; the study has no third" if len(found) == 2 else ""
        return Held(f"Yes for {count} {many}{which}{_range(found)}{extra}.", table)
    if how == {"unknown"}:
        return Held(f"Not certain for any of the {len(found)} {many}.", table)
    text = _list(found, top)
    return Held(f"{text[0].upper()}{text[1:]}.", table)


def _tables(results: Results, judged: Mapping[str, Judged], top: Judged, named: Sequence[Group]) -> list[There]:
    """Return the comparison at every table that has it, in the order of the study."""
    home, found, seen = named[0], [], set()
    for group in results.groups:
        table = (group.players, group.lineup)
        if table in seen:
            continue
        seen.add(table)
        twins = {one.key: _twin(results, one, home, group) for one in named}
        if all(twins.values()):
            key = "|".join(twin.key if (twin := twins.get(part)) else part for part in top.key.split("|"))
            if key in judged:
                found.append((group.table, group, judged[key]))
    return found


def _twin(results: Results, one: Group, home: Group, there: Group) -> Group | None:
    """Return the group with the same rules at another table."""
    if (one.players, one.lineup) != (home.players, home.lineup):
        return None
    for group in results.groups:
        same_table = (group.players, group.lineup, group.seed) == (there.players, there.lineup, one.seed)
        if same_table and group.rules == one.rules and group.label == one.label:
            return group
    return None


def agreement(one: Judged, top: Judged) -> Agreement:
    """Return how a comparison agrees with that of the headline.

    An effect holds where it is there with the same sign and no verdict speaks against it; it is 'less' where it is
    there but surely too small to matter, 'gone' where it is not there and surely too small to matter, 'turned' where
    its sign is the opposite, 'unknown' where it can't be told. Where the headline says that there is nothing, 'other'
    is something.
    """
    if top.apart:
        small = one.verdict == "too small to matter" and top.verdict in ("larger", "smaller")
        if one.apart:
            if (one.estimate > 0) != (top.estimate > 0):
                return "turned"
            return "less" if small else "holds"
        return "gone" if one.verdict == "too small to matter" else "unknown"
    if one.verdict == "too small to matter":
        return "holds" if top.verdict == "too small to matter" else "unknown"
    return "other" if one.apart else "unknown"


def _range(found: Sequence[There]) -> str:
    """Return from where to where the effects go."""
    low, *_, high = sorted((one for _, _, one in found), key=lambda one: one.estimate)
    factor, unit = words.unit_of(low.scale)
    places = max(words.decimals(one.interval, factor) for one in (low, high))
    least, most = (words.number(factor * one.estimate, places, signed=True) for one in (low, high))
    return f": {least}{words.SPACE}{unit}" if least == most else f": {least} to {most}{words.SPACE}{unit}"


def _list(found: Sequence[There], top: Judged) -> str:
    """Return 'yes for a and b; the opposite for c (+1.2 points)'."""
    least = words.yardstick(top)
    ways: dict[Agreement, str] = {
        "holds": "yes for {}",
        "turned": "the opposite for {}",
        "less": f"too little to matter for {{}} (under {least})",
        "gone": f"no for {{}} (under {least})",
        "other": "no for {}",
        "unknown": "not certain for {}",
    }
    parts = []
    for way, text in ways.items():
        chosen = [
            name + (f" ({_estimate(one)})" if way in ("turned", "other") else "")
            for name, _, one in found
            if agreement(one, top) == way
        ]
        if len(chosen) > MOST_NAMED:
            chosen = [*chosen[: MOST_NAMED - 1], f"{len(chosen) - MOST_NAMED + 1} more"]
        if chosen:
            parts.append(text.format(words.listed(chosen)))
    return "; ".join(parts)


def _estimate(one: Judged) -> str:
    factor, unit = words.unit_of(one.scale)
    places = words.decimals(one.interval, factor)
    return f"{words.number(factor * one.estimate, places, signed=True)}{words.SPACE}{unit}"


def _table(found: Sequence[There], top: Judged) -> Table:
    telling: dict[Agreement, str] = {
        **{"holds": "holds", "less": "there, but too small", "gone": "not there", "turned": "turns round"},
        **{"other": "does not hold", "unknown": "can't be told"},
    }
    rows = []
    for name, _, one in found:
        unit = words.unit_of(one.scale)[1]
        rows.append(
            (
                name,
                *(finite(x) for x in (one.estimate, one.interval.low, one.interval.high)),
                *("share" if unit == "points" else unit, one.p_holm),
                *(words.short_verdict(one), telling[agreement(one, top)]),
            )
        )
    return Table(
        "holds",
        "Does it hold? The comparison of the headline at every table of the study (shares as fractions)",
        (
            *(Column("table"), Column("effect", "number"), Column("low", "number")),
            *(Column("high", "number"), Column("unit"), Column("p (Holm)", "chance"), Column("verdict")),
            Column("does it hold?"),
        ),
        tuple(rows),
    )


def spread(results: Results, home: Group, figure: Callable[[Group], Interval], say: Callable[[Interval], str]) -> Held:
    """Return how a figure of a headline that compares nothing differs between the line-ups of its table.

    Parameters
    ----------
    figure
        The figure of a group with its interval.
    say
        The figure in words.
    """
    same = [
        group
        for group in results.groups
        if (group.players, group.label, group.seed) == (home.players, home.label, home.seed)
        and group.rules == home.rules
    ]
    known = [(group, figure(group)) for group in same]
    rows = tuple(
        (group.players, group.lineup, *(finite(x) for x in (i.estimate, i.low, i.high)), i.method) for group, i in known
    )
    table = Table(
        "holds",
        "Does it hold? The figure of the headline for every line-up at its table",
        (
            *(Column("players", "count"), Column("line-up"), Column("figure", "number"), Column("low", "number")),
            *(Column("high", "number"), Column("interval")),
        ),
        rows,
    )
    if len(same) == 1:
        return Held(f"Seen for one kind of player only ({words.quoted(home.lineup, 60)}); others may differ.", table)
    known = [(group, found) for group, found in known if found.estimate == found.estimate]
    if len(known) < 2:
        return Held("There is nothing to compare it with: the other line-ups have no such figure.", table)
    ordered = sorted(known, key=lambda one: one[1].estimate)
    (least, low), (most, high) = ordered[0], ordered[-1]
    start = f"By who plays it runs from {say(low)} for {words.quoted(least.lineup, 60)} to {say(high)} for "
    apart = low.high < high.low
    end = "" if apart else ", which can't be told apart"
    return Held(f"{start}{words.quoted(most.lineup, 60)}{end} ({words.count(len(known), 'line-up')}).", table)
