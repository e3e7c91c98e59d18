"""How do games end: finished, deadlock by proof, livelock, unresolved; and what rule variants change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis import foremost, words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.effects import Pair, deals, endless, finite, key_of, lanes_of_pairs, strongest
from paskasim.analysis.facets import arrange
from paskasim.analysis.findings import Cell, Column, Finding, Gallery, Stack, Stacks, Table
from paskasim.analysis.folder import DEADLOCK_PROOFS, OUTCOMES
from paskasim.analysis.holding import holds, spread
from paskasim.analysis.intervals import Interval
from paskasim.analysis.levels import share_of
from paskasim.analysis.results import Group, Results
from paskasim.analysis.two_switches_shown import maps_of

PROOF_WORDS = {
    "all_pass": "everyone must pass",
    "stuck_cards": "stuck cards",
    "forced_loop": "forced loop",
    "closed": "closed",
}
PARTS = ("finished", *(f"deadlock: {PROOF_WORDS[p]}" for p in DEADLOCK_PROOFS), "livelock", "unresolved")
METRICS = (
    "outcome_finished",
    *(f"proof_{proof}" for proof in DEADLOCK_PROOFS),
    "outcome_livelock",
    "outcome_unresolved",
)
MOST_BARS = 6


def compare(results: Results) -> list[Comparison]:
    """Compare the share of games without an end, every variant with the base at its table."""
    return [endless(pair) for pair in results.pairs()]


def share_of_games(group: Group, metrics: Sequence[str]) -> Interval:
    """Return the share of games in which one of these (disjoint) metrics counted, with its interval."""
    tops = sum((group.sums(metric) for metric in metrics), start=0 * group.numbers)
    return share_of(group, tops, group.rotations * group.numbers)


def without_end(group: Group) -> Interval:
    """Return the share of games that reached no end."""
    return share_of_games(group, [f"outcome_{outcome}" for outcome in OUTCOMES[1:]])


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    pairs = results.pairs()
    chosen = foremost.foremost(results.groups)
    leading = foremost.leading(pairs, judged, lambda p: key_of("endless", p))
    effects = {key_of("endless", pair): pair for pair in leading}
    top = strongest([judged[key] for key in effects]) if effects else None
    pair = effects[top.key] if top else None
    turning = len(leading) < len([p for p in pairs if p[0] in chosen])
    headline = (
        _of_pair(pair, top, results, whole=len(leading) == len(pairs)) if pair and top else _of_level(results, chosen)
    )
    facets = arrange(results.groups, lambda g: (g.games - g.finished) / g.games, pair[1] if pair else None)
    stacks = facets.draw(_panel)
    maps = maps_of(results, judged, "endings")
    galleries = [Gallery("How games end", stacks), *maps.galleries]
    left_out = [facets.left_out]
    shown = facets.panels[facets.holding(pair[0] if pair else max(chosen, key=_unended))]
    rows = shown.rows
    if len(rows) > MOST_BARS and pair:
        rows = tuple(row for row in rows if any(row[1] is one for one in pair)) or rows
    lead = shown.draw(_panel, rows)
    if pair and top:
        lanes, more, _ = lanes_of_pairs(
            "endings-effect",
            "games without an end: change in points",
            ("more", "fewer"),
            pairs,
            judged,
            lambda p: key_of("endless", p),
        )
        galleries.append(Gallery("What the rules change", lanes))
        left_out.append(more)
    return Finding(
        "endings",
        "How games end",
        headline,
        f"{words.difference(top)}: {words.verdict(top)}" if top else "",
        _sure(results, judged, bool(pairs)),
        tuple(galleries),
        maps.of(pair) or lead,
        (_table(results), *maps.tables, *([_effect_table(pairs, judged)] if pairs else [])),
        tuple(
            n
            for n in (
                foremost.told(results.groups, changes=turning),
                *_notes(results.groups),
                *maps.notes,
                *dict.fromkeys(left_out),
            )
            if n
        ),
        held=holds(results, judged, top)
        if top
        else spread(results, max(chosen, key=_unended), without_end, words.share),
    )


def _unended(group: Group) -> float:
    return (group.games - group.finished) / group.games


def _verb(groups: Sequence[Group]) -> str:
    """Return 'never end' where every such game was proven endless, else the weaker words."""
    return "do not end" if any(g.total("outcome_unresolved") for g in groups) else "never end"


def _of_pair(pair: Pair, top: Judged, results: Results, *, whole: bool) -> str:
    """Return the headline on a change; `whole` tells that no change was left aside."""
    variant, base = pair
    verb = _verb(pair)
    before, after = words.share(without_end(base)), words.share(without_end(variant))
    start = (
        f"Under {results.say(base)} with {base.table}, {before} of games {verb}; "
        f"{results.say_variant(pair)} it is {after}"
    )
    many = len({(g.players, g.lineup, g.label) for g in results.groups}) > 2
    rank = ", the largest change in this study" if many and whole else ""
    if not top.apart:
        return f"{start}: not distinguishable {deals(pair)}{rank}."
    return f"{start}: {words.size(top, 'more', 'fewer', named=True)} {deals(pair)}{rank}."


def _of_level(results: Results, groups: Sequence[Group]) -> str:
    worst = max(groups, key=_unended)
    kinds = _kinds(worst)
    found = words.share(without_end(worst), named=True)
    if len(groups) == 1:
        none = "Every game ended" if worst.finished == worst.games else ""
        place = f"under {results.say(worst)} with {worst.table}"
        if none:
            return f"{none} {place}: {found} of games {_verb(groups)}."
        return f"{found} of games {_verb(groups)} {place}{kinds}."
    least = min(groups, key=_unended)
    who = "With the strongest players of this study the" if len(groups) < len(results.groups) else "The"
    return (
        f"{who} share of games that {_verb(groups)} runs from {words.share(without_end(least))} "
        f"({results.say_all(least)}) to {found} ({results.say_all(worst)}{kinds.replace(': ', '; ', 1)})."
    )


def _kinds(group: Group) -> str:
    told = [
        f"{words.percent(group.total(f'outcome_{outcome}') / group.games)} {outcome}"
        for outcome in OUTCOMES[1:]
        if group.total(f"outcome_{outcome}")
    ]
    return f": {words.listed(told)}" if told else ""


def _sure(results: Results, judged: Mapping[str, Judged], paired: bool) -> str:
    by = "Wilson; exact for fewer than ten events; for none the one-sided exact bound"
    if results.watched:
        by = "always valid, exact also for few events"
    text = (
        f"From {words.count(results.games, 'game')}, every one of them counted. A deadlock is proven: no play of "
        "anyone ends the game. A livelock is proven for these players, who would repeat for ever. Shares have "
        f"95 % intervals ({by})."
    )
    if paired:
        test = "always-valid t" if results.watched else "Student's t"
        text += (
            f" Rule variants are compared game number by game number ({test} over blocks of 1,024), and "
            f"judged after Holm's correction for all {words.count(len(judged), 'comparison')} of this report."
        )
    return text


def _notes(groups: Sequence[Group]) -> list[str]:
    notes = []
    unresolved = sum(g.total("outcome_unresolved") for g in groups)
    games = sum(g.games for g in groups)
    if unresolved:
        escape = sum(g.total("proof_escape") for g in groups)
        found = "neither an end nor a proof that there is none was found"
        if escape == unresolved:
            found = "a way to end was found that these players did not take"
        elif escape:
            found = f"for {escape:,} a way to end was found that these players did not take, for the others {found}"
        notes.append(
            f"{words.count(unresolved, 'game')} of {games:,} stayed unresolved at the turn limit: {found}. "
            "They are counted as not ended."
        )
    for outcome in OUTCOMES[1:]:
        if not any(g.total(f"outcome_{outcome}") for g in groups):
            bound = words.bare_percent(max(share_of_games(g, [f"outcome_{outcome}"]).high for g in groups))
            notes.append(f"No game was a {outcome}" if outcome != "unresolved" else "No game stayed unresolved")
            notes[-1] += f"; the bound for a single case is {bound} % or less."
    return notes


def _panel(name: str, rows: Sequence[tuple[str, Group]]) -> Stacks:
    stacks, told = [], []
    for heading, group in rows:
        shares = tuple(group.total(metric) / group.games for metric in METRICS)
        stacks.append(Stack(heading, shares))
        parts = [f"{part} {words.percent(x)}" for part, x in zip(PARTS, shares, strict=True) if x > 0]
        told.append(f"{heading}: {', '.join(parts)}")
    worst = max(rows, key=lambda row: _unended(row[1]))
    up_to = words.percent(_unended(worst[1]))
    which = f" ({words.quoted(worst[0], 50)})" if len(rows) > 1 else ""
    title = f"{name}: {'up to ' if len(rows) > 1 else ''}{up_to} of games {_verb([g for _, g in rows])}{which}"
    if _unended(worst[1]) == 0:
        title = f"{name}: every game ended"
    return Stacks(
        "endings", title, f"How games end, {name}. " + "; ".join(told) + ".", "share of games", PARTS, tuple(stacks)
    )


def _table(results: Results) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for group in results.groups:
        none = without_end(group)
        rows.append(
            (
                *(group.label, group.players, group.lineup, group.games),
                *(none.estimate, none.low, none.high),
                *(share_of_games(group, [metric]).estimate for metric in METRICS),
                *(group.total(f"proof_{proof}") for proof in ("escape", "open")),
                none.method,
            )
        )
    return Table(
        "endings",
        "How games end, as shares of all games",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("games", "count")),
            *(Column("no end", "share"), Column("low", "share"), Column("high", "share")),
            *(Column(part, "share") for part in PARTS),
            *(Column("unresolved: escape", "count"), Column("unresolved: open", "count"), Column("interval")),
        ),
        tuple(rows),
    )


def _effect_table(pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for pair in pairs:
        one = judged[key_of("endless", pair)]
        variant, base = pair
        rows.append(
            (
                *(variant.label, base.label, variant.players, variant.lineup, _unended(variant), _unended(base)),
                *(finite(x) for x in (one.estimate, one.interval.low, one.interval.high)),
                *(one.p_holm, words.short_verdict(one), one.interval.method),
            )
        )
    return Table(
        "endings-compared",
        "Games without an end, each variant against the base at the same table",
        (
            *(Column("rule set"), Column("base"), Column("players", "count"), Column("line-up")),
            *(Column("no end", "share"), Column("base: no end", "share"), Column("difference", "points")),
            *(Column("low", "points"), Column("high", "points"), Column("p (Holm)", "chance")),
            *(Column("verdict"), Column("interval")),
        ),
        tuple(rows),
    )
