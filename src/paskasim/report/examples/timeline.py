"""The timeline of an example game: the figure, and its numbers as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paskasim.analysis import words
from paskasim.analysis.findings import Column, Table
from paskasim.report.examples.following import Step
from paskasim.report.figures.timeline import MOST_POINTS, Event, Strip, Timeline
from paskasim.report.tables import Shown, shown
from paskasim.telling.words import PLACES, counted, number

ROWS_SHOWN = 24
"""Of the table; the others stand in its CSV file."""


def timeline_of(
    name: str, title: str, record: Mapping[str, Any], steps: Sequence[Step], circle: tuple[int, int] | None
) -> Timeline:
    """Return the figure of a game."""
    seats = range(record["players"])
    strips = tuple(
        Strip(
            f"Seat {seat}, {record['strategies'][seat]}: {_fate(record, steps, seat)}",
            tuple(step.state.held(seat) for step in steps),
            tuple(Event(step.number, step.burnt) for step in steps if step.burnt and step.seat == seat),
            tuple(Event(step.number, step.took) for step in steps if step.took and step.taker == seat),
        )
        for seat in seats
    )
    shaded = (circle[0], circle[0] + circle[1]) if circle else None
    return Timeline(name, title, " ".join(_told(seat, strip) for seat, strip in enumerate(strips)), strips, shaded)


def _fate(record: Mapping[str, Any], steps: Sequence[Step], seat: int) -> str:
    place = record["places"][seat]
    if place is None:
        return f"{counted(steps[-1].state.held(seat))} left"
    if place == record["players"]:
        return "loses"
    turn = next(step.number for step in steps if step.state.places[seat])
    return f"out {PLACES[place - 1]}, turn {turn}"


def _told(seat: int, strip: Strip) -> str:
    most = max(strip.held)
    after = f"after turn {strip.held.index(most)}" if strip.held.index(most) else "after the deal"
    deeds = f"{words.count(len(strip.burns), 'burn')}, {words.count(len(strip.takes), 'take')}"
    return f"{strip.heading}; {strip.held[0]} cards at the deal, most of them {after} ({most}); {deeds}."


def table_of(name: str, what: str, steps: Sequence[Step]) -> Shown:
    """Return a row a turn of `what`; of a game longer than `MOST_POINTS` turns every second, third .. turn."""
    seats = range(len(steps[0].state.hands))
    every = -(-(len(steps) - 1) // MOST_POINTS) or 1
    columns = (
        Column("turn", "count"),
        *(Column(f"cards of seat {seat}", "count") for seat in seats),
        Column("cards burnt", "count"),
        Column("cards taken", "count"),
    )
    rows = [(step.number, *(step.state.held(seat) for seat in seats), step.burnt, step.took) for step in steps[::every]]
    which = "each turn" if every == 1 else f"every {number(every)} turns"
    caption = f"{what}, cards held after {which}, and what burnt and was taken"
    return shown(Table(name, caption, columns, tuple(rows)), ROWS_SHOWN)
