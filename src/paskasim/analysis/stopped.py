"""Studies whose cases stop when enough is known: what readers are told of it, and why each case stopped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paskasim.analysis import folder, words
from paskasim.analysis.findings import Cell, Column, Finding, Kind, Table
from paskasim.analysis.results import Results

LIMITS = (
    "Each case was played only until its goal was reached, so its games were looked at again and again. Limits called "
    "always valid hold at all those looks together, wherever a case stopped; they are about twice as wide as ordinary "
    "ones."
)
BESIDE = (
    "The cases of this study stopped when their goal was reached, so two kinds of limits stand here. Whatever has a "
    "verdict, and a share that is told with it, has limits that are always valid: they hold wherever a case stopped, "
    "and are about twice as wide as ordinary ones. All other figures were measured in a number of games that the study "
    "fixed beforehand, so their 95 % limits are ordinary ones."
)


def explained(results: Results, finding: Finding, *, beside: bool = False) -> Finding:
    """Return the finding with a sentence on limits that hold wherever a case stopped, where one could.

    Parameters
    ----------
    beside
        Whether it rests on what was measured beside the games, in a number that the study fixes.
    """
    if not results.watched:
        return finding
    return replace(finding, sure=f"{finding.sure} {BESIDE if beside else LIMITS}")


def goal(results: Results) -> str:
    """Return the goal in words, and how many cases reached it."""
    about = _about(results)
    stops = _stops(results)
    reached = sum(stop.get("reached") is not None for stop in stops.values())
    return (
        f"{folder.text(about.get('goal'))} either way, for {folder.text(about.get('meaning'))}; "
        f"reached by {reached:,} of {words.count(len(stops), 'case')}, rotations together"
    )


def table(results: Results) -> Table:
    """Return how many games each case took, and why it stopped."""
    unit: Kind = "turns" if _about(results).get("unit") == "turns" else "share"
    stops = _stops(results)
    rows: list[tuple[Cell, ...]] = []
    for group in results.groups:
        stop = stops.get(group.key, {})
        rows.append(
            (
                *(group.label, group.players, group.lineup, int(group.numbers.sum()), group.rotations),
                *(_why(stop), _number(stop.get("looks")), folder.text(stop.get("figure"))),
                *(_number(stop.get(key)) for key in ("estimate", "low", "high")),
            )
        )
    return Table(
        "stops",
        "How many games each case took, and why it stopped; what was least certain then, with its always-valid limits",
        (
            *(Column("rule set"), Column("players", "count"), Column("line-up"), Column("games", "count")),
            *(Column("rotations", "count"), Column("why it stopped"), Column("looks", "count")),
            *(Column("least certain"), *(Column(title, unit) for title in ("found", "low", "high"))),
        ),
        tuple(rows),
    )


def _why(stop: Mapping[str, Any]) -> str:
    why, reached = folder.text(stop.get("why")), _number(stop.get("reached"))
    if reached is None or reached == stop.get("games"):
        return why
    return f"{why} at {reached:,}; more games were there"


def _about(results: Results) -> Mapping[str, Any]:
    about = results.manifest.get("precision")
    return about if isinstance(about, dict) else {}


def _stops(results: Results) -> Mapping[str, Mapping[str, Any]]:
    groups = _about(results).get("groups")
    return {k: v for k, v in groups.items() if isinstance(v, dict)} if isinstance(groups, dict) else {}


def _number(value: object) -> int | float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
