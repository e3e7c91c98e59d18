"""What an event is worth: a burn, a take, a change of rules, each carried out and left out in the same position."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from paskasim.analysis import words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.effects import effect_lane, finite, nearest, strongest
from paskasim.analysis.findings import Cell, Column, Finding, Gallery, Lane, Lanes, Slice, Table
from paskasim.analysis.folder import text
from paskasim.analysis.forked import (
    BY_PHASE,
    MAKER,
    NEXT,
    NO_END,
    OTHERS,
    PROBE,
    TURNS,
    WHATS,
    Forked,
    What,
    forked_of,
)
from paskasim.analysis.holding import holds
from paskasim.analysis.results import Group, Results
from paskasim.studies.events import ALL, CHANGE

PROBES = (PROBE,)
TITLE = "What an event is worth"
MOST_PANELS = 24


def compare(results: Results) -> list[Comparison]:
    """Compare, for every event, its branches: who loses, who is out first, games without an end, turns."""
    return [comparison for forked in forked_of(results) for comparison in forked.comparisons()]


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    found = [forked for forked in forked_of(results) if forked.key(MAKER) in judged]
    if not found:
        return Finding(
            "events",
            TITLE,
            "This study can't tell what an event is worth: none of those asked for occurred in games that were forked.",
            "",
            "Play the sweep again with the question `events`, and name events that its rules and players have.",
            tables=(_word_table(results),),
        )
    by_event = [own for event in ALL if (own := [one for one in found if one.event is event])]
    tops = [strongest([judged[one.key(MAKER)] for one in own]) for own in by_event]
    top = strongest(tops)
    shown = _panels_of(found, judged)
    whose = tuple(_panel(results, own, judged, (MAKER, NEXT, OTHERS)) for own in shown)
    phases = tuple(_panel(results, own, judged, tuple(BY_PHASE.values())) for own in shown)
    groups = len({one.group.key for one in found})
    left_out = (
        f"The pictures show {len(shown)} of {groups} cases, those with the largest effects; the tables have them all."
        if groups > len(shown)
        else ""
    )
    return Finding(
        "events",
        TITLE,
        _headline(results, by_event, tops, judged),
        _verdict(results, by_event, tops),
        _sure(found, judged),
        (
            Gallery("What it does to who loses", whose),
            Gallery("What it is worth to its maker while there is a stock, and after", phases, folded=True),
        ),
        next(figure for figure, own in zip(whose, shown, strict=True) if any(one.key(MAKER) == top.key for one in own)),
        (_effect_table(found, judged), _count_table(found), _word_table(results)),
        tuple(note for note in (*_notes(found), left_out) if note),
        held=holds(results, judged, top),
    )


def _noun(results: Results, one: Forked) -> str:
    """Return what the event is called; a change of rules by its switches."""
    return one.event.noun if one.event is not CHANGE else _change(results)


def _change(results: Results) -> str:
    study = results.manifest.get("study")
    table = study.get(PROBE) if isinstance(study, Mapping) else None
    switches = table.get("rule") if isinstance(table, Mapping) else None
    if not isinstance(switches, Mapping) or not switches:
        return "the change of rules"
    flat = {
        f"{key}.{inner}" if inner else str(key): value
        for key, own in switches.items()
        for inner, value in (own.items() if isinstance(own, Mapping) and "." not in str(key) else (("", own),))
    }
    told = ", ".join(text(f"{key} = {json.dumps(value, ensure_ascii=False)}") for key, value in flat.items())
    return f"the change to {words.quoted(told, 100)}"


def _headline(
    results: Results, by_event: Sequence[Sequence[Forked]], tops: Sequence[Judged], judged: Mapping[str, Judged]
) -> str:
    """Return a sentence on the event that counts most, and one on the others, the clearest case of each."""
    first = tops.index(strongest(tops))
    said = [_sentence(results, by_event[first], judged, tops[first])]
    others = [i for i in sorted(range(len(tops)), key=lambda i: -nearest(tops[i].interval)) if i != first]
    told = [f"{_noun(results, by_event[i][0])} {words.difference(tops[i])}" for i in others if tops[i].apart]
    if told:
        said.append(f"The other events change their maker's losses by: {words.listed(told)}.")
    rest = [_noun(results, by_event[i][0]) for i in others if not tops[i].apart]
    if rest:
        said.append(f"For {words.listed(rest)} it can't be told.")
    return " ".join(said)


def _verdict(results: Results, by_event: Sequence[Sequence[Forked]], tops: Sequence[Judged]) -> str:
    first = tops.index(strongest(tops))
    said = f"{_noun(results, by_event[first][0])}: {words.difference(tops[first])}, {words.verdict(tops[first])}"
    more = [
        _noun(results, own[0])
        for i, (own, one) in enumerate(zip(by_event, tops, strict=True))
        if i != first and one.verdict in ("larger", "smaller")
    ]
    return f"{said}; more than that, too: {words.listed(more)}" if more else said


def _sentence(results: Results, own: Sequence[Forked], judged: Mapping[str, Judged], top: Judged) -> str:
    where = next(one for one in own if one.key(MAKER) == top.key)
    noun = _noun(results, where)
    start = f"{noun[0].upper()}{noun[1:]}"
    place = results.say_all(where.group)
    who = "its maker" if where.event is not CHANGE else "the one who is to play"
    if not top.apart:
        change = words.difference(top, named=True)
        return f"{start}: whether it helps {who} can't be told, losses change by {change} ({place})."
    effect = "helps" if top.estimate < 0 else "harms"
    agree = sum(
        judged[one.key(MAKER)].apart and (judged[one.key(MAKER)].estimate < 0) == (top.estimate < 0) for one in own
    )
    cases, largest = (f" in {agree} of {len(own)} cases", ", the clearest effect") if len(own) > 1 else ("", "")
    size = words.size(top, "more often", "less often", named=True, where=f"{place}{largest}")
    said = f"{start} {effect} {who}{cases}, who loses {size} than with it left out, among finished games."
    return said + _pays(where, judged)


def _pays(one: Forked, judged: Mapping[str, Judged]) -> str:
    """Return who else feels it most, where that can be told."""
    who = {NEXT: "the next player", OTHERS: "the others together"}
    felt = [what for what in who if one.key(what) in judged and judged[one.key(what)].apart]
    if not felt:
        return ""
    most = max(felt, key=lambda what: nearest(judged[one.key(what)].interval))
    lose = "loses" if most is NEXT else "lose"
    return f" There {who[most]} {lose} {words.size(judged[one.key(most)], 'more often', 'less often')}."


def _sure(found: Sequence[Forked], judged: Mapping[str, Judged]) -> str:
    positions = sum(one.positions for one in found)
    times = sum(one.total("continuations") for one in found)
    return (
        f"{words.count(positions, 'position')}, one a game and event, were played on {words.count(times, 'time')} with "
        "the event and as often without, from the same hands and with the same order of the unseen stock, shuffled "
        "anew each time. Limits are 95 % (Student's t over blocks of game numbers), judged after Holm's correction for "
        f"all {words.count(len(judged), 'comparison')} of this report."
    )


def _notes(found: Sequence[Forked]) -> list[str]:
    notes = [
        "Each figure is an average over positions in which the event occurred with these players. What a strategy does "
        "seldom, or never, is not told by it; other players come into other positions.",
        "Hands and blind rows stay as they are, known or not: it tells what the event is worth where it occurs, not "
        "what a player could know of it. Cards that lie in the stock are shuffled anew.",
    ]
    ends = [
        one.total(f"no_end_{branch}") / one.total("continuations") for one in found for branch in ("with", "without")
    ]
    if max(ends) > 0:
        most = words.percent(max(ends)).replace("<", "under")
        notes.append(
            f"Of the games played on, {most} at most reach no end; losses and turns are counted among those that do."
        )
    if any(one.event is CHANGE for one in found):
        notes.append(
            "A change of rules comes at any turn of the game with the same chance, so in games that never end mostly "
            "in the part that repeats itself. The strategies keep the weights of the rules that they sat down with."
        )
    return notes


def _panels_of(found: Sequence[Forked], judged: Mapping[str, Judged]) -> list[list[Forked]]:
    """Return the events of each group that gets a picture."""
    by_group: dict[str, list[Forked]] = {}
    for one in found:
        by_group.setdefault(one.group.key, []).append(one)

    def worth(own: Sequence[Forked]) -> float:
        return max(nearest(judged[one.key(MAKER)].interval) for one in own)

    groups = list(by_group.values())
    kept = sorted(range(len(groups)), key=lambda i: (-worth(groups[i]), i))[:MOST_PANELS]
    return [groups[i] for i in sorted(kept)]


def _name_of(group: Group) -> str:
    return f"{words.quoted(group.label, 60)}, {group.table}"


def _panel(results: Results, own: Sequence[Forked], judged: Mapping[str, Judged], whats: Sequence[What]) -> Lanes:
    rows, told = [], []
    for one in own:
        lanes: list[Lane] = []
        for what in whats:
            if one.key(what) in judged:
                label = what.who if len(what.phases) > 1 else what.phases[0]
                lanes.append(effect_lane(label, judged[one.key(what)]))
                told.append(f"{_noun(results, one)}, {label}: {words.difference(judged[one.key(what)])}")
        if lanes:
            rows.append((words.quoted(_noun(results, one), 60), tuple(lanes)))
    top = max(own, key=lambda one: nearest(judged[one.key(MAKER)].interval))
    best = judged[top.key(MAKER)]
    says = f"{_noun(results, top)} counts most: its maker loses {words.brief(best, 'more often', 'less often')}"
    title = says if best.apart else "no event is worth anything that can be told"
    by_phase = len(whats[0].phases) == 1
    which = (
        "its maker's lost games, by phase" if by_phase else "lost games of its maker, the next player and the others"
    )
    return Lanes(
        "events-phases" if by_phase else "events-losses",
        f"{_name_of(own[0].group)}: {title}",
        f"Change in {which}, event carried out minus left out, among finished games. " + "; ".join(told) + ".",
        "finished games lost: change in points",
        "points",
        tuple(rows),
        0.0,
        "no difference",
        best.smallest,
        (f"more than {words.yardstick(best)}", "less, or undecided"),
        Slice(own[0].group.players, own[0].group.lineup, own[0].group.label),
    )


def _effect_table(found: Sequence[Forked], judged: Mapping[str, Judged]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        for what in WHATS:
            if (key := one.key(what)) not in judged:
                continue
            effect = judged[key]
            rows.append(
                (
                    *(one.group.label, one.group.players, one.group.lineup, one.event.name, what.told),
                    *(one.share(what, "with"), one.share(what, "without")),
                    *(finite(x) for x in (effect.estimate, effect.interval.low, effect.interval.high)),
                    *("turns" if what is TURNS else "share", effect.p_holm, words.short_verdict(effect)),
                )
            )
    return Table(
        "events-compared",
        "Every event carried out minus left out (shares as fractions; losses and turns among finished games)",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("event"), Column("what")),
            *(Column("carried out", "number"), Column("left out", "number"), Column("difference", "number")),
            *(Column("low", "number"), Column("high", "number"), Column("unit"), Column("p (Holm)", "chance")),
            Column("verdict"),
        ),
        tuple(rows),
    )


def _count_table(found: Sequence[Forked]) -> Table:
    rows = [
        (
            *(one.group.label, one.group.players, one.group.lineup, one.event.name, one.games, one.positions),
            *(one.positions / one.games, one.total("positions", ("stock",)) / one.positions),
            *(one.share(NO_END, branch) for branch in ("with", "without")),
        )
        for one in found
    ]
    return Table(
        "events-positions",
        "Games that were forked",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("event")),
            *(Column("games looked at", "count"), Column("forked", "count"), Column("games with it", "share")),
            *(Column("forked in phase stock", "share"), Column("no end: carried out", "share")),
            Column("no end: left out", "share"),
        ),
        tuple(rows),
    )


def _word_table(results: Results) -> Table:
    rows = [
        (event.name, event.noun if event is not CHANGE else _change(results), event.maker, event.left_out)
        for event in ALL
    ]
    return Table(
        "events-meant",
        "What is meant by each event, by its maker, and by leaving it out",
        (Column("event"), Column("is"), Column("its maker"), Column("left out")),
        tuple(rows),
    )
