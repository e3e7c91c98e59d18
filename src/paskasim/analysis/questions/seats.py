"""Is a seat unfair? Who loses and who goes out first, by seat, against an even share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis import anytime, starts, starts_shown, words
from paskasim.analysis.comparisons import Comparison, Judged
from paskasim.analysis.contrasts import BlockContrast, Contrast, ShareContrast, Watched
from paskasim.analysis.effects import finite, strongest
from paskasim.analysis.facets import Panel, arrange
from paskasim.analysis.findings import Column, Finding, Gallery, Lane, Lanes, Table
from paskasim.analysis.holding import holds
from paskasim.analysis.intervals import (
    LEVEL,
    Interval,
    Numbers,
    always_valid_blocks,
    block_ratio,
    goodman,
    total_variation,
)
from paskasim.analysis.results import Group, Results
from paskasim.analysis.two_switches_shown import maps_of

FEW_BLOCKS = 8
MOST_LANES = 14


def compare(results: Results) -> list[Comparison]:
    """Compare each seat, each strategy of a mixed line-up, and the starter with an even share."""
    found = []
    for group in results.groups:
        even = 1 / group.players
        for metric in ("loser", "first_out"):
            bottom = _decided(group, metric)
            if bottom.sum() == 0:
                continue
            for seat in range(group.players):
                contrast = _against(group, group.sums(f"{metric}_{seat}"), bottom, even)
                found.append(Comparison(_key(group, metric, seat), contrast, "loss"))
            if metric == "loser":
                found += _compare_strategies(group, bottom, even)
                if starts.starter_varies(group):
                    contrast = _against(group, group.sums("loser_is_starter"), bottom, even)
                    found.append(Comparison(_key(group, "loser", "starter"), contrast, "loss"))
    for group in starts.spread_of(results):
        bottom, even = _decided(group, "loser"), 1 / group.players
        for distance in range(1, group.players):
            contrast = _against(group, starts.lost_after(group, distance), bottom, even)
            found.append(Comparison(starts.after_key(group, distance), contrast, "loss"))
        if group.players > 2:
            found.append(starts.direction(group))
    return found + [one for pair in starts.pairs_of(results) for one in pair.comparisons()]


def _compare_strategies(group: Group, finished: Numbers, even: float) -> list[Comparison]:
    if len(group.strategies) < 2:
        return []
    found = []
    for strategy in group.strategies:
        # Losses for each of its seats: a strategy that holds three chairs loses three times as often.
        losses = group.strategy_sums("loser", strategy) / group.seats_of(strategy)
        contrast = _against(group, losses, finished, even)
        found.append(Comparison(_key(group, "strategy", strategy), contrast, "loss"))
    return found


def _key(group: Group, metric: str, part: int | str) -> str:
    return f"seats|{group.key}|{metric}|{part}"


def _decided(group: Group, metric: str) -> Numbers:
    """Return the games of each block in which somebody lost, or went out first."""
    return sum((group.sums(f"{metric}_{seat}") for seat in range(group.players)), start=0 * group.numbers)


def _against(group: Group, top: Numbers, bottom: Numbers, even: float) -> Contrast:
    """Return a share against an even one; rotations share a deal, so the unit is the game number."""
    if group.rotations == 1:
        return ShareContrast(float(top.sum()), float(bottom.sum()), even)
    if len(group.numbers) >= FEW_BLOCKS and top.sum() > 0:
        watched = _watched(group, top, bottom, even)
        return BlockContrast(block_ratio(top, bottom, group.numbers), even, watched)
    return ShareContrast(float(top.sum()) / group.rotations, float(bottom.sum()) / group.rotations, even)


def _watched(group: Group, top: Numbers, bottom: Numbers, even: float) -> Watched:
    def limits(level: float) -> Interval:
        found = anytime.share(top, bottom, group.numbers, group.rotations, level)
        return Interval(found.estimate - even, found.low - even, found.high - even, found.method)

    return limits


def together(group: Group, tops: Sequence[Numbers], bottom: Numbers) -> list[Interval]:
    """Return intervals that hold together for shares of one whole, rotations allowed for."""
    if group.watched:
        others = bottom - sum(tops, start=0 * bottom)
        parts = [*tops, others] if others.sum() > 0 else tops
        return anytime.shares(parts, bottom, group.numbers, group.rotations)[: len(tops)]
    if group.rotations == 1 or len(group.numbers) < FEW_BLOCKS:
        counts = [float(top.sum()) / group.rotations for top in tops]
        rest = float(bottom.sum()) / group.rotations - sum(counts)
        return goodman([*counts, rest] if rest > 0 else counts)[: len(tops)]
    level = 1 - (1 - LEVEL) / len(tops)
    return [block_ratio(top, bottom, group.numbers).interval(level) for top in tops]


def _shares(group: Group, metric: str, bottom: Numbers) -> list[Interval]:
    return together(group, [group.sums(f"{metric}_{seat}") for seat in range(group.players)], bottom)


def find(results: Results, judged: Mapping[str, Judged]) -> Finding:
    """Word the finding."""
    played = [group for group in results.groups if group.finished]
    title = "Who loses, by seat"
    if not played:
        games = words.count(results.games, "game")
        return Finding(
            "seats",
            title,
            f"None of the {games} finished, so nobody lost and the seats can't be compared.",
            "",
            "Seat shares need finished games; this study has none.",
            tables=(_table(results, judged),),
        )
    top, group, seat = _least_even(played, judged)
    facets = arrange(played, lambda g: abs(strongest(_losses(g, judged)).estimate), group)
    panels = facets.draw(lambda name, rows: _panel(name, rows, judged, "loser"))
    first_out = facets.draw(lambda name, rows: _panel(name, rows, judged, "first_out"))
    galleries = [Gallery("How much more or less often each seat loses", panels)]
    mixed = [g for g in played if len(g.strategies) > 1]
    if mixed:
        chosen = arrange(mixed, lambda g: abs(strongest(_by_strategy(g, judged)).estimate))
        galleries.append(
            Gallery(
                "Who loses, by strategy",
                chosen.draw(lambda name, rows: _panel(name, rows, judged, "strategy")),
            )
        )
    apart, spread = starts.pairs_of(results), starts.spread_of(results)
    maps = maps_of(results, judged, "seats")
    galleries += maps.galleries
    galleries += starts_shown.galleries(apart, spread, judged)
    galleries.append(Gallery("Who goes out first, by seat", first_out, folded=True))
    return Finding(
        "seats",
        title,
        _headline(results, played, group, seat, top, judged)
        + starts.sentence(results, apart, judged)
        + _of_strategies(results, mixed, judged),
        f"{words.difference(top)} against an even share: {words.verdict(top)}",
        _sure(results, judged),
        tuple(galleries),
        _lead(facets.panels[facets.holding(group)], results.base(group), group, judged),
        (
            _table(results, judged),
            *maps.tables,
            *starts_shown.tables(apart, spread, judged),
            *([_strategy_table(mixed, judged)] if mixed else []),
        ),
        tuple(n for n in (*_notes(results, judged), *maps.notes, facets.left_out) if n),
        held=holds(results, judged, top),
    )


def _lead(panel: Panel, base: Group, group: Group, judged: Mapping[str, Judged]) -> Lanes:
    """Return the panel of the headline, cut to its case and the base where it is long."""
    rows = panel.rows
    if sum(one.players for _, one in rows) > MOST_LANES:
        rows = tuple(row for row in rows if row[1] is group or row[1] is base)
    return panel.draw(lambda name, rows: _panel(name, rows, judged, "loser"), rows)


def _losses(group: Group, judged: Mapping[str, Judged]) -> list[Judged]:
    return [judged[_key(group, "loser", seat)] for seat in range(group.players)]


def _by_strategy(group: Group, judged: Mapping[str, Judged]) -> list[Judged]:
    return [judged[_key(group, "strategy", name)] for name in group.strategies]


def _least_even(played: Sequence[Group], judged: Mapping[str, Judged]) -> tuple[Judged, Group, int]:
    where = {_key(g, "loser", s): (g, s) for g in played for s in range(g.players)}
    top = strongest([judged[key] for key in where])
    return top, *where[top.key]


def _headline(
    results: Results, played: Sequence[Group], group: Group, seat: int, top: Judged, judged: Mapping[str, Judged]
) -> str:
    even = words.percent(1 / group.players, 0 if 100 % group.players == 0 else 1)
    interval = _shares(group, "loser", _decided(group, "loser"))[seat]
    loses = f"seat {seat}{_role(group, seat)} loses {words.share(interval, named=True)} of the finished games"
    place = f"Under {results.say(group)} with {group.table}"
    ending = _endless(group)
    if len(played) == 1:
        if not top.apart:
            return (
                f"{place} no seat can be told from an even share of {even}: furthest off, {loses}"
                f" (not distinguishable).{ending}"
            )
        way = "most" if top.estimate > 0 else "least"
        return f"{place} the seats are not alike: {loses}, the {way} off its even share of {even}.{ending}"
    calm = sum(all(j.verdict == "too small to matter" for j in _losses(g, judged)) for g in played)
    matter = any(j.verdict in ("larger", "smaller") for g in played for j in _losses(g, judged))
    least, cases = words.yardstick(top), len(played)
    spread = f" In all {cases} cases every seat is surely within {least}." if calm == cases else ""
    if not matter and not spread:
        spread = f" No seat is surely off by more than {least} in any of {cases} cases."
    where = f"{results.say(group)} with {group.table}"
    if not top.apart:
        return (
            f"In none of {len(played)} cases can a seat be told from an even share. Furthest off is {where}: {loses} "
            f"instead of {even}.{spread}"
        )
    return f"The seats are least alike under {where}: {loses} instead of {even}.{_endless(group)}{spread}"


def _of_strategies(results: Results, mixed: Sequence[Group], judged: Mapping[str, Judged]) -> str:
    """Return a sentence on the strategy that differs most, for mixed line-ups."""
    where = {_key(g, "strategy", name): (g, name) for g in mixed for name in g.strategies}
    if not where:
        return ""
    top = strongest([judged[key] for key in where])
    group, name = where[top.key]
    if not top.apart:
        return " No strategy's share of losses can be told from an even share."
    even = 1 / group.players
    low, high = top.interval.low + even, top.interval.high + even
    limits = Interval(top.estimate + even, low, high, top.interval.method)
    return (
        f" By strategy the largest difference is that of {words.quoted(name)}: a seat of it loses "
        f"{words.share(limits)} of the finished games ({results.say_all(group)})."
    )


def _role(group: Group, seat: int) -> str:
    """Return what a seat is at the table, where it is the same in every game."""
    starts = group.total(f"starter_{seat}") == group.games
    return " (who starts)" if starts else " (the dealer)" if seat == group.players - 1 else ""


def _endless(group: Group) -> str:
    rest = group.games - group.finished
    return f" {words.some(rest / group.games)} of its games reach no end, so nobody loses them." if rest else ""


def _sure(results: Results, judged: Mapping[str, Judged]) -> str:
    rotated = any(group.rotations > 1 for group in results.groups)
    by = "always valid" if results.watched else "Goodman"
    return (
        f"From {words.count(results.games, 'game')}. The limits of the seats of a table hold together with "
        f"95 % ({by}). What is called different is so after Holm's correction for all "
        f"{words.count(len(judged), 'comparison')} of this report."
        + (
            " Mixed line-ups play every deal in every rotation; their limits come from blocks of whole rotations."
            if rotated
            else ""
        )
    )


def _notes(results: Results, judged: Mapping[str, Judged]) -> list[str]:
    notes = ["Seat 0 sits to the dealer's left; seats count clockwise, so the dealer has the last seat."]
    fixed = [group for group in results.groups if not starts.starter_varies(group)]
    if len(fixed) == len(results.groups):
        notes.append("The same seat starts every game of a case, so seat and start can't be told apart here.")
    if starts.pairs_of(results):
        notes.append(
            "Order of play: what it does to sit so many places after who starts. Order of deals: what is left where "
            "everybody starts equally often, such as one card more in hand. The rest: that certain cards make "
            "the starter, and a forced opening."
        )
    elif all(group.rules.get(starts.WHO) != "random" for group in results.groups):
        notes.append('To take seat advantage apart, play a case with `start.player = "random"`, all else equal.')
    spread = starts.distance_sentence(results, starts.spread_of(results), judged)
    if spread:
        notes.append(spread)
    found = [judged[key] for g in results.groups if (key := _key(g, "loser", "starter")) in judged]
    if found:
        top = strongest(found)
        group = next(g for g in results.groups if _key(g, "loser", "starter") == top.key)
        notes.append(
            f"Where the start varies, the starter loses {words.difference(top)} against an even share in "
            f"{results.say_all(group)}, the largest such effect: {words.verdict(top)}."
        )
    if any(group.rotations > 1 for group in results.groups):
        notes.append(
            "In a mixed line-up every strategy sits in every seat equally often, on the same deals; "
            "the share of a strategy is that of one of its seats."
        )
    return notes


def _panel(name: str, rows: Sequence[tuple[str, Group]], judged: Mapping[str, Judged], metric: str) -> Lanes:
    shown, told, best = [], [], None
    for heading, group in rows:
        found = _by_strategy(group, judged) if metric == "strategy" else _of(group, metric, judged)
        labels = list(group.strategies) if metric == "strategy" else [f"seat {s}" for s in range(group.players)]
        lanes = []
        for label, one in zip(labels, found, strict=True):
            i, part = one.interval, words.percent(one.estimate + 1 / group.players)
            low, high = (i.low, i.high) if i.known else (i.estimate, i.estimate)
            lanes.append(Lane(label, i.estimate, low, high, part, one.verdict in ("larger", "smaller")))
        shown.append((heading, tuple(lanes)))
        told.append(f"{heading}: " + ", ".join(f"{lane.label} {lane.shown}" for lane in lanes))
        if found:
            top = strongest(found)
            if best is None or strongest([top, best[0]]) is top:
                best = (top, labels[found.index(top)], group)
    verb = {"loser": "loses", "first_out": "goes out first", "strategy": "loses"}[metric]
    title = name
    if best is not None:
        top, label, group = best
        title = f"{name}: {label} {verb} {words.percent(top.estimate + 1 / group.players)}, furthest from even"
        if not top.apart:
            title = f"{name}: no {'strategy' if metric == 'strategy' else 'seat'} can be told from an even share"
    base = "finished games lost" if metric != "first_out" else "games in which it is first out"
    least = words.yardstick(best[0]) if best else "1 point"
    return Lanes(
        name=f"seats-{metric}",
        title=title,
        words=f"Share of {base}, {name}. " + "; ".join(told) + ".",
        axis=f"{base}: points above or below an even share",
        unit="points",
        rows=tuple(shown),
        reference=0.0,
        reference_label="even",
        band=best[0].smallest if best else 0.01,
        legend=(f"off by more than {least}", "less, or undecided"),
    )


def _of(group: Group, metric: str, judged: Mapping[str, Judged]) -> list[Judged]:
    keys = [_key(group, metric, seat) for seat in range(group.players)]
    return [judged[key] for key in keys if key in judged]


def _table(results: Results, judged: Mapping[str, Judged]) -> Table:
    rows = []
    for group in results.groups:
        finished, first = _decided(group, "loser"), _decided(group, "first_out")
        of_finished = _shares(group, "loser", finished)
        of_all = _shares(group, "loser", group.rotations * group.numbers)
        out = _shares(group, "first_out", first)
        uneven = total_variation(of_finished, 1 / group.players)
        for seat in range(group.players):
            mean = block_ratio(group.sums(f"place_{seat}"), finished, group.numbers)
            place = always_valid_blocks(mean) if group.watched else mean.interval()
            one = judged.get(_key(group, "loser", seat))
            rows.append(
                (
                    *(group.label, group.players, group.lineup, seat, group.games, group.finished),
                    *(finite(x) for x in _three(of_finished[seat])),
                    *(finite(x) for x in _three(of_all[seat])),
                    *(finite(x) for x in _three(out[seat])),
                    *(finite(x) for x in _three(place)),
                    one.estimate if one else None,
                    one.p_holm if one else None,
                    words.short_verdict(one) if one else "no finished game",
                    *(finite(x) for x in _three(uneven)),
                )
            )
    titles = ("lost, of finished", "lost, of all", "first out")
    return Table(
        "seats",
        "Who loses and who goes out first, by seat; unevenness is half the sum of distances from an even share",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("seat", "count")),
            *(Column("games", "count"), Column("finished", "count")),
            *(Column(f"{t}{part}", "share") for t in titles for part in ("", ", low", ", high")),
            *(Column(f"mean place{part}", "number") for part in ("", ", low", ", high")),
            *(Column("against even", "points"), Column("p (Holm)", "chance"), Column("verdict")),
            *(Column(f"unevenness{part}", "share") for part in ("", ", low", ", high")),
        ),
        tuple(rows),
    )


def _three(interval: Interval) -> tuple[float, float, float]:
    return interval.estimate, interval.low, interval.high


def _strategy_table(mixed: Sequence[Group], judged: Mapping[str, Judged]) -> Table:
    rows = []
    for group in mixed:
        for strategy in group.strategies:
            one = judged[_key(group, "strategy", strategy)]
            even = 1 / group.players
            rows.append(
                (
                    *(group.label, group.players, group.lineup, strategy, group.seats_of(strategy)),
                    *(finite(x + even) for x in _three(one.interval)),
                    *(one.estimate, one.p_holm, words.short_verdict(one)),
                )
            )
    return Table(
        "strategies",
        "Who loses, by strategy: share of finished games that one seat of the strategy loses",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("strategy")),
            *(Column("its seats", "count"), Column("lost", "share"), Column("low", "share")),
            *(Column("high", "share"), Column("against even", "points"), Column("p (Holm)", "chance")),
            Column("verdict"),
        ),
        tuple(rows),
    )
