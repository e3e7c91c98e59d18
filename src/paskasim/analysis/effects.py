"""Paired effects of rule variants against the base at the same table: contrasts and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from paskasim.analysis.comparisons import Comparison, Judged, Scale
from paskasim.analysis.contrasts import Contrast, paired_means, paired_shares
from paskasim.analysis.facets import arrange
from paskasim.analysis.findings import Kind, Lane, Lanes
from paskasim.analysis.intervals import Interval
from paskasim.analysis.results import Group, aligned, same_deals
from paskasim.analysis.words import brief, difference, listed, number, quoted, short_verdict, unit_of, yardstick

Pair = tuple[Group, Group]
LANE_UNITS: Mapping[Scale, Kind] = {"turns": "turns", "minutes": "minutes"}


def key_of(scale: Scale, pair: Pair) -> str:
    """Return the key of a paired comparison, the same for every question that asks for it."""
    return f"{scale}|{pair[0].key}|{pair[1].key}"


def endless(pair: Pair) -> Comparison:
    """Compare the share of games without an end, first group minus second."""
    numbers, one, two = aligned(*pair)
    parts = [
        ((group.rotations * numbers) - group.sums("outcome_finished")[where], group.rotations * numbers)
        for group, where in zip(pair, (one, two), strict=True)
    ]
    contrast = paired_shares(parts[0], parts[1], numbers, pair[0].rotations)
    return Comparison(key_of("endless", pair), contrast, "endless")


def turns(pair: Pair) -> Comparison:
    """Compare mean turns over finished games, first group minus second."""
    numbers, one, two = aligned(*pair)
    parts = [
        (group.sums("turns_finished")[where], group.sums("outcome_finished")[where])
        for group, where in zip(pair, (one, two), strict=True)
    ]
    return Comparison(key_of("turns", pair), paired_means(parts[0], parts[1], numbers), "turns")


def loss(pair: Pair, seat: int) -> Comparison:
    """Compare the share of finished games that a seat loses, first group minus second."""
    numbers, one, two = aligned(*pair)
    parts = [
        (group.sums(f"loser_{seat}")[where], group.sums("outcome_finished")[where])
        for group, where in zip(pair, (one, two), strict=True)
    ]
    contrast: Contrast = paired_shares(parts[0], parts[1], numbers, pair[0].rotations)
    return Comparison(f"{key_of('loss', pair)}|{seat}", contrast, "loss")


def deals(pair: Pair) -> str:
    """Return how the two were paired, in words."""
    return "on the same deals" if same_deals(*pair) else "on other decks, so not deal by deal"


def nearest(interval: Interval) -> float:
    """Return how far an interval keeps from zero: a cautious size of an effect."""
    if interval.low > 0 or interval.high < 0:
        return min(abs(interval.low), abs(interval.high))
    return 0.0


def strongest(judged: Sequence[Judged]) -> Judged:
    """Return the effect that is surely largest: its interval keeps furthest from zero."""
    return max(judged, key=lambda j: (j.apart, nearest(j.interval), abs(j.estimate)))


def lanes_of_pairs(
    name: str,
    axis: str,
    more_less: tuple[str, str],
    pairs: Sequence[Pair],
    judged: Mapping[str, Judged],
    key: Callable[[Pair], str],
) -> tuple[tuple[Lanes, ...], str, Callable[[Group], int]]:
    """Return effect pictures, a sentence on what was left out, and where a variant is shown."""
    known = [pair for pair in pairs if key(pair) in judged]
    of = {pair[0].key: pair for pair in known}
    facets = arrange([pair[0] for pair in known], lambda group: nearest(judged[key(of[group.key])].interval))
    panels = []
    for panel in facets.panels:
        rows = []
        for heading, group in panel.rows:
            found = judged[key(of[group.key])]
            rows.append((heading, (effect_lane("", found),)))
        first = judged[key(of[panel.rows[0][1].key])]
        bases = listed(list(dict.fromkeys(of[group.key][1].label for _, group in panel.rows)))
        told = [
            f"{heading}: {difference(judged[key(of[group.key])])}, {short_verdict(judged[key(of[group.key])])}"
            for heading, group in panel.rows
        ]
        heading, group = max(panel.rows, key=lambda row: nearest(judged[key(of[row[1].key])].interval))
        change = brief(judged[key(of[group.key])], *more_less)
        which = f" ({quoted(heading, 50)})" if len(panel.rows) > 1 or group.label == heading else ""
        panels.append(
            Lanes(
                name=name,
                title=f"{panel.name}: {axis.partition(':')[0]}, {change}{which}",
                words=f"Difference to {bases}, {panel.name}. " + "; ".join(told) + ".",
                axis=axis,
                unit=LANE_UNITS.get(first.scale, "points"),
                rows=tuple(rows),
                reference=0.0,
                reference_label="no difference",
                band=first.smallest,
                legend=(f"more than {yardstick(first)}", "less, or undecided"),
                about=panel.about,
            )
        )
    return tuple(panels), facets.left_out, facets.holding


def effect_lane(label: str, found: Judged) -> Lane:
    """Return the lane that shows one judged effect."""
    interval = found.interval
    low, high = (interval.low, interval.high) if interval.known else (interval.estimate,) * 2
    size = interval.estimate * unit_of(found.scale)[0]
    shown = number(size, 1 if abs(size) >= 0.1 else 2, signed=True)
    return Lane(label, interval.estimate, low, high, shown, found.verdict in ("larger", "smaller"))


def finite(value: float) -> float | None:
    """Return a number for a table, None where there is none."""
    return float(value) if np.isfinite(value) else None
