"""Matches: does it feed back that the loser deals, is a place at the first deal better, how long they last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from paskasim.analysis import words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.effects import strongest
from paskasim.analysis.facets import Panel, arrange
from paskasim.analysis.findings import Column, Curve, Curves, Finding, Gallery, Lane, Lanes, Table
from paskasim.analysis.holding import holds
from paskasim.analysis.intervals import Interval
from paskasim.analysis.matches import (
    LOSER,
    WAYS,
    Matches,
    difference,
    format_of,
    key_of,
    label_of,
    matches_of,
    ordinal,
    pair_key,
    pairs_of,
    share_of,
)
from paskasim.analysis.matches_shown import length_table, next_table, share_table, strategy_table, ways_table
from paskasim.analysis.results import Group, Results

PROBES = ("match",)
TITLE = "Matches of several rounds"
SHARES = {"next": "the next round", "lost": "the match", "won": "the match"}
MOST_CURVES = 4


def compare(results: Results) -> list[Comparison]:
    """Compare shares by person and by who lost before with even ones, and both rules for who deals."""
    found = matches_of(results)
    compared = []
    for one in found:
        for kind in SHARES:
            if one.parts(kind, 0)[1].sum() > 0:
                compared += [Comparison(key_of(one, kind, i), one.share(kind, i), "loss") for i in range(one.people)]
        if len(one.group.strategies) > 1:
            for name in one.group.strategies:
                compared.append(Comparison(key_of(one, "strategy", name), one.of_strategy("lost", name), "loss"))
    for pair in pairs_of(found):
        for kind in ("next", "lost"):
            if all(one.parts(kind, 0)[1].sum() > 0 for one in pair):
                places = range(pair[0].people if kind == "lost" else 1)
                compared += [Comparison(pair_key(pair, kind, i), difference(pair, kind, i), "loss") for i in places]
    return compared


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    found = matches_of(results)
    if not found:
        return Finding(
            "match",
            TITLE,
            "This study can't tell what matches of its games are like: it holds none that came to their end.",
            "",
            "Play the sweep again with the question `match`; it needs rules under which games find a loser.",
            tables=(_none_table(results),),
        )
    fed = {key: one for one in found if (key := key_of(one, "next", 0)) in judged}
    dealing = {key: one for key, one in fed.items() if one.way == LOSER} or fed
    fair = {key_of(one, "lost", i): (one, i) for one in found for i in range(one.people)}
    fairness = strongest([judged[key] for key in fair])
    top = strongest([judged[key] for key in dealing]) if dealing else fairness
    shown = dealing[top.key] if dealing else fair[top.key][0]
    facets = arrange([one.group for one in _first_ways(found)], lambda g: _weight(g, judged), shown.group)
    of: dict[str, list[Matches]] = {}
    for one in found:
        of.setdefault(one.group.key, []).append(one)
    nexts, lost = ([_drawn(panel, of, judged, kind) for panel in facets.panels] for kind in ("next", "lost"))
    galleries = [
        Gallery("Who loses after whom", tuple(panel for panel in nexts if panel)),
        Gallery("Who loses the match, by place at the first deal", tuple(panel for panel in lost if panel)),
        Gallery("How long matches last", facets.draw(lambda name, rows: _curves(name, rows, of))),
    ]
    headline = _fairness(results, fair, fairness, alone=not dealing)
    if dealing:
        headline = f"{_feedback(results, found, shown, top)} {headline}"
    told = [_length(results, found), *([_touched(results, shown, judged)] if dealing else [])]
    if dealing or not fairness.apart:
        told.append(_furthest(results, *fair[fairness.key], fairness))
    lead = _panel("", [("", shown.group)], of, judged, "next" if dealing else "lost")
    if lead:
        lead = replace(lead, about=facets.panels[facets.holding(shown.group)].about)
    mixed = [one for one in found if len(one.group.strategies) > 1]
    return Finding(
        "match",
        TITLE,
        headline,
        f"{'Losing again' if dealing else 'The match'}, against an even share: "
        f"{words.difference(top)}, {words.verdict(top)}{_against_going_round(shown, judged) if dealing else ''}",
        _sure(results, found, judged),
        tuple(gallery for gallery in galleries if gallery.figures),
        lead,
        (
            *(length_table(found), share_table(found, judged), next_table(found, judged)),
            *([ways_table(pairs_of(found), judged)] if pairs_of(found) else []),
            *([strategy_table(mixed, judged)] if mixed else []),
        ),
        tuple(n for n in (*told, *_notes(results, found), facets.left_out) if n),
        held=holds(results, judged, top),
    )


def _first_ways(found: Sequence[Matches]) -> list[Matches]:
    return list({one.group.key: one for one in reversed(found)}.values())[::-1]


def _weight(group: Group, judged: Mapping[str, Judged]) -> float:
    keys = [f"match|{group.key}|{way}|next|0" for way in WAYS]
    return max((abs(judged[key].estimate) for key in keys if key in judged), default=0.0)


def _even(one: Matches) -> str:
    return words.percent(one.even, 0 if 100 % one.people == 0 else 1)


def _feedback(results: Results, found: Sequence[Matches], one: Matches, top: Judged) -> str:
    told = words.share(share_of(top, one.even), named=True)
    most = ", the largest such effect" if len({each.group.key for each in found}) > 1 and top.apart else ""
    text = (
        f"When {WAYS[one.way]}, whoever lost a round loses the next one in {told} of cases instead of {_even(one)} "
        f"({results.say_all(one.group)}{most})"
    )
    return f"{text}." if top.apart else f"{text}: no difference that can be told."


def _against_going_round(one: Matches, judged: Mapping[str, Judged]) -> str:
    """Return how much more often that is than where the deal goes round."""
    away = judged.get(f"match|{one.group.key}|ways|next|0")
    if away is None:
        return ""
    untold = "" if away.apart else ", not distinguishable"
    return f"; against the deal going round, on the same deals: {words.difference(away)}{untold}"


def _touched(results: Results, one: Matches, judged: Mapping[str, Judged]) -> str:
    """Return the sentence on who else loses the next round more or less often; empty where nobody can be told to."""
    others = {key_of(one, "next", place): place for place in range(1, one.people)}
    touched = strongest([judged[key] for key in others])
    if not touched.apart or one.people == 2:
        return ""
    place = others[touched.key]
    who = "to the loser's left" if place == 1 else f"{ordinal(place)} to the loser's left"
    return (
        f"Of the others the person {who} is touched most, who loses the next round in "
        f"{words.share(share_of(touched, one.even))} ({results.say_all(one.group)})."
    )


def _fairness(results: Results, fair: Mapping[str, tuple[Matches, int]], top: Judged, *, alone: bool) -> str:
    if top.apart:
        one, person = fair[top.key]
        told = words.share(share_of(top, one.even), named=alone)
        return (
            f"The place at the first deal tells: {_person(one, person)} {_loses(one)} in {told} of matches "
            f"{one.format.name} instead of {_even(one)} ({results.say_all(one.group)})."
        )
    return "No place at the first deal can be told from an even one."


def _furthest(results: Results, one: Matches, person: int, top: Judged) -> str:
    """Return the sentence on the place that is furthest from even."""
    return (
        f"Furthest from even at the first deal: {_person(one, person)} {_loses(one)} in "
        f"{words.share(share_of(top, one.even))} of matches {one.format.name} instead of {_even(one)} (when "
        f"{WAYS[one.way]}, {results.say_all(one.group)})."
    )


def _loses(one: Matches) -> str:
    return "is out first" if one.format.letters else "has most losses"


def _person(one: Matches, person: int) -> str:
    if person == one.people - 1:
        return "the first dealer"
    if person == 0:
        return "the person to the left of the first dealer" if one.people > 2 else "who does not deal first"
    return f"the person {ordinal(person + 1)} to the left of the first dealer"


def _turns(one: Matches) -> str:
    low, half, high = (one.turns(at) for at in (0.05, 0.5, 0.95))
    limits = f"95 % interval {half.low:,.0f} to {half.high:,.0f}" if half.known else "too few matches for an interval"
    return f"{half.estimate:,.0f} turns ({limits}; nine matches in ten {low.estimate:,.0f} to {high.estimate:,.0f})"


def _length(results: Results, found: Sequence[Matches]) -> str:
    ordered = sorted(_first_ways(found), key=lambda one: one.turns(0.5).estimate)
    first, last = ordered[0], ordered[-1]
    start, where = f"Half of the matches {first.format.name} are over within", f" under {results.say_all(first.group)}"
    people = {one.people for one in ordered}
    if first.format.letters and len(people) == 1:
        few, middle, many = (first.rounds(at).estimate for at in (0.05, 0.5, 0.95))
        start += f" {middle:.0f} rounds (nine in ten {few:.0f} to {many:.0f}), that is"
    if len(ordered) == 1:
        return f"{start} {_turns(first)}."
    return f"{start} {_turns(first)}{where}, {_turns(last)} under {results.say_all(last.group)}."


def _sure(results: Results, found: Sequence[Matches], judged: Mapping[str, Judged]) -> str:
    limits = "come from blocks" if results.watched else "are Student's t over blocks"
    return (
        f"From {words.count(sum(one.decided for one in found), 'match', 'matches')}. Both rules for who deals play the "
        "same game numbers, so the same cards while the same number of people sit at the table. Rounds of a match are "
        f"not independent, so limits {limits} of whole matches; lengths have limits by order "
        "statistics, widened to the kinds of length that are counted. Judged after Holm's correction for all "
        f"{words.count(len(judged), 'comparison')} of this report."
    )


def _notes(results: Results, found: Sequence[Matches]) -> list[str]:
    how = format_of(results)
    if how.letters:
        ends = (
            f"Who has {how.letters} losses is out; the match goes on until one is left, who wins it, and who was out "
            "first loses it. After a loser who is out the next one clockwise deals."
        )
    else:
        ends = "Who lost fewest rounds wins a match, who lost most loses it; several who share that count in part."
    notes = [
        f"{ends} The dealer has the last seat of a round. A deal without a loser is dealt again by the same dealer.",
        "Who loses after whom is counted in rounds with everybody still in the match.",
    ]
    firsts = _first_ways(found)
    most = max(firsts, key=_again)
    if _again(most) > 0:
        notes.append(
            f"Deals without a loser: {words.number(100 * _again(most), 1)} for every 100 rounds under "
            f"{results.say_all(most.group)}{', the most' if len(firsts) > 1 else ''}."
        )
    broken = sum(one.played - one.decided for one in found)
    if broken:
        notes.append(
            f"{words.count(broken, 'match', 'matches')} had a round that found no loser in 100 deals: left out."
        )
    return notes


def _again(one: Matches) -> float:
    return one.total("deals") / one.total("rounds") - 1


def _drawn(panel: Panel, of: Mapping[str, Sequence[Matches]], judged: Mapping[str, Judged], kind: str) -> Lanes | None:
    found = _panel(panel.name, panel.rows, of, judged, kind)
    return replace(found, about=panel.about) if found else None


def _panel(
    name: str,
    rows: Sequence[tuple[str, Group]],
    of: Mapping[str, Sequence[Matches]],
    judged: Mapping[str, Judged],
    kind: str,
) -> Lanes | None:
    shown: list[tuple[str, tuple[Lane, ...]]] = []
    told = []
    known: list[tuple[Judged, Lane, Matches]] = []
    for heading, group in rows:
        for one in of[group.key]:
            keys = [key_of(one, kind, i) for i in range(one.people)]
            if any(key not in judged for key in keys):
                continue
            lanes = []
            for i, key in enumerate(keys):
                found = judged[key]
                limits = (
                    found.interval if found.interval.known else Interval(found.estimate, *(found.estimate,) * 2, "")
                )
                share = words.percent(found.estimate + one.even)
                strong = found.verdict in ("larger", "smaller")
                lanes.append(Lane(label_of(one, kind, i), found.estimate, limits.low, limits.high, share, strong))
                known.append((found, lanes[-1], one))
            title = f"{heading}: {WAYS[one.way]}" if heading else WAYS[one.way][0].upper() + WAYS[one.way][1:]
            shown.append((title, tuple(lanes)))
            told.append(f"{title}: " + ", ".join(f"{lane.label} {lane.shown}" for lane in lanes))
    if not known:
        return None
    top = strongest([found for found, _, _ in known])
    lane, one = next((lane, one) for found, lane, one in known if found is top)
    what = "who lost before" if kind == "next" else "the place at the first deal"
    says = f"{what} matters" if top.verdict in ("larger", "smaller") else f"{what} can be told, but hardly matters"
    loses = "loses the next round, too," if lane.label == label_of(one, "next", 0) else f"{lane.label} loses"
    says = f"{says}: {loses} in {lane.shown}, even is {_even(one)}"
    says = says if top.apart else f"{what} can't be told from chance"
    whole = f"{name}: {says}" if name else says[0].upper() + says[1:]
    axis = {
        "next": "loses the next round: points above or below an even share; places count from who lost before",
        "lost": "loses the match: points above or below an even share; places count from the first dealer",
    }[kind]
    least = words.yardstick(top)
    return Lanes(
        f"match-{kind}",
        whole,
        f"Share of those who lose {SHARES[kind]}{f', {name}' if name else ''}. " + "; ".join(told) + ".",
        axis,
        "points",
        tuple(shown),
        0.0,
        "even",
        top.smallest,
        (f"off by more than {least}", "less, or undecided"),
    )


def _curves(name: str, rows: Sequence[tuple[str, Group]], of: Mapping[str, Sequence[Matches]]) -> Curves:
    ordered = sorted(rows, key=lambda row: of[row[1].key][0].turns(0.5).estimate)
    if len(ordered) > MOST_CURVES:
        steps = [round(i * (len(ordered) - 1) / (MOST_CURVES - 1)) for i in range(MOST_CURVES)]
        ordered = [ordered[i] for i in steps]
    curves, told = [], []
    for heading, group in ordered:
        one = of[group.key][0]
        across, up = one.longer()
        curves.append(Curve(heading, across, up))
        told.append(f"{heading}: half of them within {one.turns(0.5).estimate:,.0f} turns")
    some = f" ({len(ordered)} of {len(rows)} shown)" if len(ordered) < len(rows) else ""
    halves = [of[group.key][0].turns(0.5).estimate for _, group in ordered]
    low, high = f"{min(halves):,.0f}", f"{max(halves):,.0f}"
    when = f"{low} turns" if low == high else f"{low} to {high} turns"
    return Curves(
        "match-length",
        f"{name}: half of the matches are over within {when}{some}",
        f"Share of matches still going on, {name}. " + "; ".join(told) + ".",
        "turns of the match",
        "matches still going on",
        tuple(curves),
    )


def _none_table(results: Results) -> Table:
    rows = tuple((g.label, g.players, g.lineup, g.games, g.finished) for g in results.groups)
    columns = (Column("rule set"), Column("players", "count"), Column("line-up"))
    return Table(
        "match", "Games of this study", (*columns, Column("games", "count"), Column("finished", "count")), rows
    )
