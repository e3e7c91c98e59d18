"""Pictures and tables of seat advantage taken apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged
from paskasim.analysis.effects import effect_lane, finite, nearest, strongest
from paskasim.analysis.facets import arrange
from paskasim.analysis.findings import Cell, Column, Gallery, Lane, Lanes, Slice, Table
from paskasim.analysis.results import Group
from paskasim.analysis.starts import PARTS, Apart, after_key, direction_key, place_name

MOST_PANELS = 6


def galleries(pairs: Sequence[Apart], groups: Sequence[Group], judged: Mapping[str, Judged]) -> list[Gallery]:
    """Return the pictures: parts by seat, and shares by distance from the starter."""
    found = []
    if pairs:
        kept = sorted(pairs, key=lambda pair: -max(nearest(one.interval) for one in _of(pair, "played", judged)))
        shown = [pair for pair in pairs if any(pair is one for one in kept[:MOST_PANELS])]
        panels = tuple(_parts(pair, judged) for pair in shown)
        found.append(Gallery("Where the advantage of a seat comes from", panels))
    if groups:
        facets = arrange(groups, lambda group: nearest(strongest(_distances(group, judged)).interval))
        drawn = facets.draw(lambda name, rows: _by_distance(name, rows, judged))
        found.append(Gallery("Who loses, counted from who starts in the order of play", drawn))
    return found


def _of(pair: Apart, part: str, judged: Mapping[str, Judged]) -> list[Judged]:
    return [judged[pair.key(part, seat)] for seat in range(pair.played.players)]


def _distances(group: Group, judged: Mapping[str, Judged]) -> list[Judged]:
    return [judged[after_key(group, distance)] for distance in range(group.players)]


def _parts(pair: Apart, judged: Mapping[str, Judged]) -> Lanes:
    rows, told = [], []
    for seat in range(pair.played.players):
        found = {name: judged[pair.key(part, seat)] for part, name in PARTS.items()}
        rows.append((f"seat {seat}", tuple(effect_lane(name, one) for name, one in found.items())))
        told.append(f"seat {seat}: " + ", ".join(f"{name} {words.difference(one)}" for name, one in found.items()))
    largest = {part: strongest(_of(pair, part, judged)) for part in PARTS}
    causes = [name for part, name in PARTS.items() if part != "played" and largest[part].apart]
    says = f"{words.listed(causes)} can be told" if causes else "no part can be told from nothing"
    least = words.yardstick(largest["played"])
    return Lanes(
        "seats-apart",
        f"{pair.played.name}: {says}",
        f"Points above or below an even share, {pair.played.name}. " + "; ".join(told) + ".",
        "loses more or less often than an even share: points",
        "points",
        tuple(rows),
        0.0,
        "even",
        largest["played"].smallest,
        (f"more than {least}", "less, or undecided"),
        Slice(pair.played.players, pair.played.lineup, pair.played.label),
    )


def _by_distance(name: str, rows: Sequence[tuple[str, Group]], judged: Mapping[str, Judged]) -> Lanes:
    shown, told = [], []
    known: list[Judged] = []
    for heading, group in rows:
        found = _distances(group, judged)
        lanes = []
        for distance, one in enumerate(found):
            i, share = one.interval, words.percent(one.estimate + 1 / group.players)
            low, high = (i.low, i.high) if i.known else (i.estimate, i.estimate)
            strong = one.verdict in ("larger", "smaller")
            lanes.append(Lane(place_name(group, distance), i.estimate, low, high, share, strong))
        known += found
        shown.append((heading, tuple(lanes)))
        told.append(f"{heading}: " + ", ".join(f"{lane.label} {lane.shown}" for lane in lanes))
    top = strongest(known)
    place = [lane for _, lanes in shown for lane in lanes][next(i for i, one in enumerate(known) if one is top)]
    says = f"{place.label} loses {place.shown}, furthest from even" if top.apart else "it can't be told who started"
    labels = {group.label for _, group in rows}
    where = f"{words.quoted(labels.pop(), 40)}, {name}" if len(labels) == 1 else name
    return Lanes(
        "seats-distance",
        f"{where}: {says}",
        f"Share of finished games lost, by place in the order of play, {name}. " + "; ".join(told) + ".",
        "loses more or less often than an even share: points",
        "points",
        tuple(shown),
        0.0,
        "even",
        top.smallest,
        (f"off by more than {words.yardstick(top)}", "less, or undecided"),
    )


def tables(pairs: Sequence[Apart], groups: Sequence[Group], judged: Mapping[str, Judged]) -> list[Table]:
    """Return the numbers behind the pictures."""
    return [*([_part_table(pairs, judged)] if pairs else []), *([_distance_table(groups, judged)] if groups else [])]


def _cells(one: Judged) -> tuple[float | str | None, ...]:
    limits = (finite(x) for x in (one.estimate, one.interval.low, one.interval.high))
    return (*limits, one.p_holm, words.short_verdict(one))


LIMITS = (Column("low", "points"), Column("high", "points"), Column("p (Holm)", "chance"), Column("verdict"))


def _part_table(pairs: Sequence[Apart], judged: Mapping[str, Judged]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            *(pair.played.label, pair.random.label, pair.played.players, pair.played.lineup),
            *(seat, name, *_cells(judged[pair.key(part, seat)])),
        )
        for pair in pairs
        for seat in range(pair.played.players)
        for part, name in PARTS.items()
    ]
    rows += [
        (
            *(pair.played.label, pair.random.label, pair.played.players, pair.played.lineup),
            *(None, "cards of who starts", *_cells(judged[pair.cards_key])),
        )
        for pair in pairs
        if pair.by_cards
    ]
    return Table(
        "seats-apart",
        "Seat advantage taken apart by a random start on the same deals: order of play, order of deals and the rest "
        "add up to what is played",
        (
            *(Column("rule set"), Column("with a random start"), Column("players", "count"), Column("line-up")),
            *(Column("seat", "count"), Column("part"), Column("against even", "points"), *LIMITS),
        ),
        tuple(rows),
    )


def _distance_table(groups: Sequence[Group], judged: Mapping[str, Judged]) -> Table:
    rows = []
    for group in groups:
        cells = (group.label, group.players, group.lineup)
        for distance in range(group.players):
            rows.append((*cells, place_name(group, distance), *_cells(judged[after_key(group, distance)])))
        if group.players > 2:
            rows.append((*cells, "plays 2nd minus plays last", *_cells(judged[direction_key(group)])))
    return Table(
        "seats-distance",
        "Who loses, counted from who starts in the order of play, against an even share",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("place")),
            *(Column("against even", "points"), *LIMITS),
        ),
        tuple(rows),
    )
