"""Curves and tables of the question `minutes`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged, Scale
from paskasim.analysis.effects import Pair, finite, key_of
from paskasim.analysis.findings import Cell, Column, Curve, Curves, Kind, Table
from paskasim.analysis.intervals import Interval
from paskasim.analysis.minutes import LONG, MINUTE, Timed
from paskasim.analysis.results import Group
from paskasim.analysis.waiting import Waiting
from paskasim.studies.pace import Pace, steps

BEYOND = (15, LONG, 45, 60, 90)
MOST_CURVES = 4
POINTS = 60
WAITS = 6
WEIGHED: Mapping[Scale, str] = {
    "minutes": "mean minutes, finished games",
    "long": f"not over after {LONG} minutes",
}
Row = tuple[str, Group]


def _chosen(rows: Sequence[Row], by_key: Mapping[str, Timed]) -> list[Row]:
    """Return at most four rows, from the shortest games to the longest."""
    ordered = sorted(rows, key=lambda row: _estimate(by_key[row[1].key].quantile(0.5)))
    if len(ordered) <= MOST_CURVES:
        return list(rows)
    steps_ = np.linspace(0, len(ordered) - 1, MOST_CURVES).round().astype(int)
    kept = [ordered[int(i)] for i in dict.fromkeys(steps_.tolist())]
    return [row for row in rows if any(row is one for one in kept)]


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _estimate(interval: Interval | None) -> float:
    return 0.0 if interval is None else interval.estimate


def running_curves(name: str, rows: Sequence[Row], by_key: Mapping[str, Timed]) -> Curves:
    """Return the share of games still running by minute; the games without an end are where the lines come to rest."""
    chosen = _chosen(rows, by_key)
    last = max(_estimate(by_key[group.key].quantile(0.99)) for _, group in chosen)
    grid = np.linspace(0, max(1.0, last), POINTS)
    curves, told = [], []
    for heading, group in chosen:
        curve = by_key[group.key].curve
        if curve is None:
            continue
        shares = tuple(curve.after(float(minute)).estimate for minute in grid)
        curves.append(Curve(heading, tuple(float(x) for x in grid), shares))
        plateau = words.percent(curve.plateau.estimate)
        told.append(f"{heading}: {words.percent(shares[-1])} after {grid[-1]:.0f} minutes, {plateau} never")
    some = f" ({len(chosen)} of {len(rows)} shown)" if len(chosen) < len(rows) else ""
    last_shares = [curve.shares[-1] for curve in curves]
    left = _span(words.percent(min(last_shares)), words.percent(max(last_shares)))
    return Curves(
        "minutes",
        f"{name}: {left} of games still run after {grid[-1]:.0f} minutes{some}",
        f"Share of all games not over, falling from 100 % at the shuffle, {name}. " + "; ".join(told) + ".",
        "minutes from the shuffle on, at the assumed pace",
        "share of all games",
        tuple(curves),
    )


def idle_curves(name: str, rows: Sequence[Row], by_key: Mapping[str, Timed]) -> Curves:
    """Return the share of finished games whose first one out sits idle longer than so many minutes."""
    chosen = _chosen(rows, by_key)
    counted = {heading: found.idle for heading, group in chosen if (found := by_key[group.key].rows) is not None}
    last = max(_quantile(times, games, 0.99) for times, games in counted.values())
    grid = np.linspace(0, max(0.5, last), POINTS)
    curves, told, halves = [], [], []
    for heading, (times, games) in counted.items():
        done = np.concatenate([[0], games.cumsum()])[np.searchsorted(times, grid * MINUTE, side="right")]
        shares = tuple(float(x) for x in 1 - done / games.sum())
        curves.append(Curve(heading, tuple(float(x) for x in grid), shares))
        halves.append(_quantile(times, games, 0.5))
        told.append(f"{heading}: half of them longer than {halves[-1]:.1f} minutes")
    some = f" ({len(chosen)} of {len(rows)} shown)" if len(chosen) < len(rows) else ""
    return Curves(
        "minutes-idle",
        f"{name}: half of the first ones out sit idle for {_span(f'{min(halves):.1f}', f'{max(halves):.1f}')} minutes "
        f"or more{some}",
        f"Share of finished games whose first one out sits idle longer than so many minutes, {name}. "
        + "; ".join(told)
        + ".",
        "minutes idle, at the mean pace of the game's turns",
        "share of finished games",
        tuple(curves),
    )


def _quantile(times: np.ndarray, games: np.ndarray, at: float) -> float:
    return float(times[int((games.cumsum() >= at * games.sum()).argmax())]) / MINUTE


def _limits(interval: Interval | None) -> tuple[Cell, Cell, Cell]:
    if interval is None:
        return None, None, None
    return finite(interval.estimate), finite(interval.low), finite(interval.high)


def _whose(group: Group) -> tuple[Cell, ...]:
    return group.label, group.players, group.lineup


def _three(title: str, kind: Kind) -> tuple[Column, ...]:
    return tuple(Column(f"{title}{part}", kind) for part in ("", ", low", ", high"))


WHOSE = (Column("rule set"), Column("players", "count"), Column("line-up"))


def minutes_table(every: Sequence[Timed]) -> Table:
    """Return minutes of finished games, and shares of all games that take longer."""
    rows: list[tuple[Cell, ...]] = []
    for one in every:
        group, found = one.group, one.rows
        dead = None if found is None else found.dead
        rows.append(
            (
                *_whose(group),
                group.finished,
                *_limits(one.quantile(0.5)),
                *(_limits(one.quantile(at))[0] for at in (0.05, 0.95)),
                *_limits(one.mean),
                *_limits(one.longer(LONG)),
                *(_limits(one.longer(after))[0] for after in BEYOND if after != LONG),
                None if dead is None else float(dead[1].sum() / group.games),
                None if found is None else float(found.unresolved[1].sum() / group.games),
                None if dead is None or not len(dead[0]) else _quantile(*dead, 0.5),
                one.seconds_a_turn,
                one.setup / MINUTE,
            )
        )
    return Table(
        "minutes",
        "Minutes of finished games at the assumed pace, and the share of all games that take longer or never end",
        (
            *WHOSE,
            Column("finished", "count"),
            *_three("median", "minutes"),
            *(Column(f"{at} %", "minutes") for at in (5, 95)),
            *_three("mean", "minutes"),
            *_three(f"longer than {LONG} min", "share"),
            *(Column(f"longer than {after} min", "share") for after in BEYOND if after != LONG),
            *(Column("never end", "share"), Column("undecided", "share")),
            *(Column("half of the endless proven by", "minutes"), Column("seconds a turn", "number")),
            Column("shuffle and deal", "minutes"),
        ),
        tuple(rows),
    )


def wait_table(every: Sequence[Timed], waits: Mapping[str, Waiting]) -> Table:
    """Return waiting between one's turns, and of the first one out."""
    rows: list[tuple[Cell, ...]] = []
    for one in every:
        wait = waits.get(one.group.key)
        if wait is None:
            continue
        each = one.seconds_a_turn
        idle = None if one.rows is None or not len(one.rows.idle[0]) else one.rows.idle
        rows.append(
            (
                *_whose(one.group),
                wait.games,
                *_limits(wait.mean),
                None if each is None else wait.mean.estimate * each,
                wait.most,
                *_limits(wait.longest),
                None if each is None else wait.longest.estimate * each / 60,
                *_limits(wait.idle),
                None if idle is None else float((idle[0] * idle[1]).sum() / idle[1].sum() / MINUTE),
                *((None, None) if idle is None else (_quantile(*idle, 0.5), _quantile(*idle, 0.95))),
                *wait.shares[: WAITS - 1],
                sum(wait.shares[WAITS - 1 :]),
            )
        )
    return Table(
        "minutes-waits",
        "Waiting in finished games: turns of others between two turns of a player, the longest such wait of a game, "
        "and how long the first one out sits idle (minutes and seconds at the mean pace of a turn)",
        (
            *WHOSE,
            Column("games followed", "count"),
            *_three("wait", "turns"),
            *(Column("wait, seconds", "number"), Column("19 waits in 20, at most", "turns")),
            *_three("longest wait", "turns"),
            Column("longest wait, min", "minutes"),
            *_three("first out idle", "turns"),
            *(Column(f"first out idle, {what}", "minutes") for what in ("mean", "median", "95 %")),
            *(Column(f"waits of {turns} turns", "share") for turns in range(WAITS - 1)),
            Column(f"waits of {WAITS - 1} or more", "share"),
        ),
        tuple(rows),
    )


def effect_table(pairs: Sequence[Pair], judged: Mapping[str, Judged]) -> Table:
    """Return every variant against its base: mean minutes, and games not over after half an hour."""
    rows: list[tuple[Cell, ...]] = []
    for pair in pairs:
        for scale, what in WEIGHED.items():
            one = judged.get(key_of(scale, pair))
            if one is not None:
                unit = "share" if scale == "long" else "minutes"
                limits = (finite(x) for x in (one.estimate, one.interval.low, one.interval.high))
                rows.append(
                    (
                        *(pair[0].label, pair[1].label, *_whose(pair[0])[1:], what, *limits, unit),
                        *(one.p_holm, words.short_verdict(one)),
                    )
                )
    return Table(
        "minutes-compared",
        "Minutes of each variant against the base at the same table (shares as fractions)",
        (
            *(Column("rule set"), Column("base"), *WHOSE[1:], Column("what")),
            *(Column("difference", "number"), Column("low", "number"), Column("high", "number"), Column("unit")),
            *(Column("p (Holm)", "chance"), Column("verdict")),
        ),
        tuple(rows),
    )


def pace_table(pace: Pace) -> Table:
    """Return the seconds that were assumed."""
    rows = tuple(
        (step.name, pace.seconds(step.name), step.meaning, "the study" if step.name in pace.own else "our estimate")
        for step in steps()
    )
    return Table(
        "minutes-pace",
        "The seconds assumed; nothing here was measured. A study's table `[pace]` sets others",
        (Column("key"), Column("seconds", "number"), Column("what for"), Column("from")),
        rows,
    )
