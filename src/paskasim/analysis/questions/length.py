"""How long are games: quantiles and distribution of finished games, beside the share that never ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from paskasim.analysis import anytime, foremost, words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.effects import Pair, deals, finite, key_of, lanes_of_pairs, strongest, turns
from paskasim.analysis.facets import arrange
from paskasim.analysis.findings import Column, Curve, Curves, Finding, Gallery, Spread, Spreads, Table
from paskasim.analysis.holding import holds, spread
from paskasim.analysis.intervals import (
    Interval,
    always_valid_blocks,
    always_valid_share,
    block_ratio,
    quantile,
    share,
)
from paskasim.analysis.results import Group, Results
from paskasim.analysis.two_switches_shown import maps_of

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BEYOND = (50, 100, 200, 400)
MOST_CURVES = 4
POINTS = 60
MOST_BOXES = 5


def compare(results: Results) -> list[Comparison]:
    """Compare mean turns of finished games, every variant with the base at its table."""
    return [turns(pair) for pair in results.pairs() if pair[0].finished and pair[1].finished]


def quantile_of(group: Group, at: float) -> Interval:
    """Return a quantile of the length of finished games with limits by order statistics."""
    limits = anytime.quantile if group.watched else quantile
    return limits(group.turns, group.ended, at, cluster=group.rotations)


def still_running(group: Group, after: int) -> Interval:
    """Return the share of all games that have no loser after so many turns; endless ones count as such."""
    done = int(group.ended[group.turns <= after].sum())
    return _share(group, group.games - done)


def _share(group: Group, events: int) -> Interval:
    """Return a share of all games; a deal counts as one game, whatever its rotations."""
    limits = always_valid_share if group.watched else share
    return limits(events / group.rotations, group.games / group.rotations)


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    title = "How long games last"
    groups = [group for group in results.groups if group.finished]
    if not groups:
        return Finding(
            "length",
            title,
            f"None of the {words.count(results.games, 'game')} finished, so there is no length to tell.",
            "",
            "Lengths are those of finished games; this study has none.",
            tables=(_table(results),),
        )
    pairs = [pair for pair in results.pairs() if key_of("turns", pair) in judged]
    chosen = [group for group in foremost.foremost(results.groups) if group.finished] or groups
    leading = foremost.leading(pairs, judged, lambda p: key_of("turns", p))
    effects = {key_of("turns", pair): pair for pair in leading}
    top = strongest([judged[key] for key in effects]) if effects else None
    pair = effects[top.key] if top else None
    turning = len(leading) < len([p for p in pairs if p[0] in chosen])
    shown = pair[1] if pair else chosen[0]
    facets = arrange(groups, lambda g: quantile_of(g, 0.5).estimate, shown)
    panel = facets.panels[facets.holding(shown)]
    rows = panel.rows
    if len(rows) > MOST_BOXES and pair:
        rows = tuple(row for row in rows if any(row[1] is one for one in pair)) or rows
    spreads = facets.draw(_spreads)
    curves = facets.draw(_curves)
    maps = maps_of(results, judged, "length")
    galleries = [
        Gallery("Length of finished games", spreads),
        *maps.galleries,
        Gallery("Games still without a loser, turn by turn", curves, folded=len(curves) > 2),
    ]
    left_out = [facets.left_out]
    if pairs:
        lanes, more, _ = lanes_of_pairs(
            "length-effect",
            "mean length of finished games: change in turns",
            ("longer", "shorter"),
            pairs,
            judged,
            lambda p: key_of("turns", p),
        )
        galleries.append(Gallery("What the rules change", lanes))
        left_out.append(more)
    return Finding(
        "length",
        title,
        _headline(results, chosen, pair, top, turning=turning),
        f"{words.difference(top)}: {words.verdict(top)}" if top else "",
        _sure(results, judged, bool(pairs)),
        tuple(galleries),
        panel.draw(_spreads, rows),
        (_table(results), *maps.tables, *([_effect_table(pairs, judged)] if pairs else [])),
        tuple(
            n
            for n in (
                foremost.told(results.groups, changes=turning),
                *_notes(results),
                *maps.notes,
                *dict.fromkeys(left_out),
            )
            if n
        ),
        held=holds(results, judged, top)
        if top
        else spread(results, shown, lambda group: quantile_of(group, 0.5), words.turns),
    )


def _never(group: Group) -> str:
    rest = group.games - group.finished
    return f"; {words.percent(rest / group.games)} of games reach no end and have no length" if rest else ""


def _headline(
    results: Results, groups: Sequence[Group], pair: Pair | None, top: Judged | None, *, turning: bool
) -> str:
    if len(groups) == 1:
        group = groups[0]
        half, long = quantile_of(group, 0.5), quantile_of(group, 0.95)
        limits = f" (95 % interval {half.low:,.0f} to {half.high:,.0f})" if half.known else ""
        return (
            f"Half of the finished games under {results.say(group)} with {group.table} last "
            f"{half.estimate:,.0f} turns or fewer{limits}, one in twenty {long.estimate:,.0f} or more{_never(group)}."
        )
    ordered = sorted(groups, key=lambda g: quantile_of(g, 0.5).estimate)
    least, most = ordered[0], ordered[-1]
    shortest, longest = quantile_of(least, 0.5), quantile_of(most, 0.5)
    who = "With the strongest players the" if foremost.told(results.groups) else "The"
    start = (
        f"{who} median finished game lasts from {words.turns(shortest)} ({results.say_all(least)}) "
        f"to {words.turns(longest)} ({results.say_all(most)}{_never(most)})."
    )
    if shortest.estimate == longest.estimate:
        start = f"{who} median finished game lasts {words.turns(longest)} in each of {len(groups)} cases."
    if pair is None or top is None:
        return start
    base = pair[1]
    if not top.apart:
        return f"{start} No rule variant's mean length can be told from that of its base."
    change = words.size(top, "longer", "shorter", named=True)
    largest = "For them the largest" if foremost.told(results.groups) else "The largest"
    steady = " that does not turn round with the number of players" if turning else ""
    return (
        f"{start} {largest} effect of a rule{steady}: {results.say_variant(pair)} finished games are on average "
        f"{change} than under {results.say(base)} ({base.table}, {deals(pair)})."
    )


def _sure(results: Results, judged: Mapping[str, Judged], paired: bool) -> str:
    finished = sum(group.finished for group in results.groups)
    by, test = "by order statistics", "Student's t"
    if results.watched:
        by, test = "that are always valid", "always-valid t"
    text = (
        f"From {words.count(finished, 'finished game')} of {results.games:,}. Quantiles have "
        f"95 % limits {by}, which assume no shape. Games without an end have no length; their "
        "share stands beside every figure."
    )
    if paired:
        text += (
            " Means are compared over the finished games of each rule set, by blocks of the same game numbers "
            f"({test}), judged after Holm's correction for all {words.count(len(judged), 'comparison')} of this "
            "report. Where many games never end, the finished ones are a selection."
        )
    return text


def _notes(results: Results) -> list[str]:
    none = [g for g in results.groups if not g.finished]
    if not none:
        return []
    return [f"No game finished under {words.listed([results.say_all(g) for g in none[:5]])}; no length can be told."]


def _spreads(name: str, rows: Sequence[tuple[str, Group]]) -> Spreads:
    spreads, told, medians = [], [], []
    for heading, group in rows:
        five = [quantile_of(group, at).estimate for at in QUANTILES]
        rest = (group.games - group.finished) / group.games
        shown = f"{words.percent(rest)} never end" if rest else "all end"
        if group.total("outcome_unresolved"):
            shown = f"{words.percent(rest)} no end"
        spreads.append(Spread(heading, (five[0], five[1], five[2], five[3], five[4]), shown))
        told.append(
            f"{heading}: median {five[2]:,.0f}, half of games {five[1]:,.0f} to {five[3]:,.0f}, "
            f"nine in ten {five[0]:,.0f} to {five[4]:,.0f}, {shown}"
        )
        medians.append(five[2])
    low, high = min(medians), max(medians)
    title = f"{name}: half of the finished games take {low:,.0f} turns or fewer"
    if low != high:
        title = f"{name}: medians of {low:,.0f} to {high:,.0f} turns"
    return Spreads(
        "length",
        title,
        f"Length of finished games, {name}. " + "; ".join(told) + ".",
        "turns of finished games",
        tuple(spreads),
    )


def _curves(name: str, rows: Sequence[tuple[str, Group]]) -> Curves:
    chosen = list(rows)
    if len(chosen) > MOST_CURVES:
        ordered = sorted(chosen, key=lambda row: quantile_of(row[1], 0.5).estimate)
        steps = np.linspace(0, len(ordered) - 1, MOST_CURVES).round().astype(int)
        kept = [ordered[i] for i in dict.fromkeys(int(s) for s in steps)]
        chosen = [row for row in chosen if any(row is k for k in kept)]
    last = max(quantile_of(group, 0.99).estimate for _, group in chosen)
    grid = np.unique(np.linspace(0, max(1.0, last), POINTS).round().astype(int))
    curves, told = [], []
    for heading, group in chosen:
        running = np.cumsum(group.ended)
        places = np.searchsorted(group.turns, grid, side="right")
        done = np.where(places > 0, running[np.maximum(places - 1, 0)], 0)
        shares = 1 - done / group.games
        curves.append(Curve(heading, tuple(float(x) for x in grid), tuple(float(x) for x in shares)))
        told.append(f"{heading}: {words.percent(float(shares[-1]))} after {int(grid[-1]):,} turns")
    some = f" ({len(chosen)} of {len(rows)} shown)" if len(chosen) < len(rows) else ""
    least, most = (words.percent(pick(curve.shares[-1] for curve in curves)) for pick in (min, max))
    left = least if least == most else f"{least} to {most}"
    return Curves(
        "running",
        f"{name}: {left} of games are without a loser after {int(grid[-1]):,} turns{some}",
        f"Share of all games without a loser, falling from 100 % at turn 0, {name}. " + "; ".join(told) + ".",
        "turns",
        "share of all games",
        tuple(curves),
    )


def _table(results: Results) -> Table:
    rows = []
    for group in results.groups:
        half = quantile_of(group, 0.5)
        others = [quantile_of(group, at) for at in QUANTILES if at != 0.5]
        mean = block_ratio(group.sums("turns_finished"), group.sums("outcome_finished"), group.numbers)
        limits = always_valid_blocks(mean) if group.watched else mean.interval()
        rest = _share(group, group.games - group.finished)
        ended = group.turns[group.ended > 0]
        rows.append(
            (
                *(group.label, group.players, group.lineup, group.finished),
                *(finite(x) for x in (half.estimate, half.low, half.high)),
                *(finite(one.estimate) for one in others),
                *(finite(x) for x in (others[-1].low, others[-1].high)),
                *(finite(x) for x in (limits.estimate, limits.low, limits.high)),
                int(ended.max()) if len(ended) else None,
                *(rest.estimate, rest.low, rest.high),
                *(still_running(group, after).estimate for after in BEYOND),
            )
        )
    return Table(
        "length",
        "Turns of finished games, and the share of all games that reach no end or are still running",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("finished", "count")),
            *(Column(f"median{part}", "turns") for part in ("", ", low", ", high")),
            *(Column(f"{at} %", "turns") for at in (5, 25, 75, 95)),
            *(Column("95 %, low", "turns"), Column("95 %, high", "turns")),
            *(Column(f"mean{part}", "turns") for part in ("", ", low", ", high")),
            *(Column("longest", "turns"), Column("no end", "share")),
            *(Column("no end, low", "share"), Column("no end, high", "share")),
            *(Column(f"running after {after}", "share") for after in BEYOND),
        ),
        tuple(rows),
    )


def _effect_table(pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> Table:
    rows = []
    for pair in pairs:
        one = judged[key_of("turns", pair)]
        rows.append(
            (
                *(pair[0].label, pair[1].label, pair[0].players, pair[0].lineup),
                *(finite(x) for x in (one.estimate, one.interval.low, one.interval.high)),
                *(one.p_holm, words.short_verdict(one)),
            )
        )
    return Table(
        "length-compared",
        "Mean turns of finished games, each variant against the base at the same table",
        (
            *(Column("rule set"), Column("base"), Column("players", "count"), Column("line-up")),
            *(Column("difference", "turns"), Column("low", "turns"), Column("high", "turns")),
            *(Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )
