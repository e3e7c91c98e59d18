"""Drawings of the figures that analysis describes: SVG for a page, coloured by the page's style."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paskasim.analysis.findings import Curves, Figure, Grid, HeatMap, Lanes, Shifts, Spreads, Stacks
from paskasim.report.figures.canvas import Canvas
from paskasim.report.figures.curves import draw_curves
from paskasim.report.figures.grid import draw_grid
from paskasim.report.figures.heat import draw_heat
from paskasim.report.figures.lanes import draw_lanes
from paskasim.report.figures.legality import draw_legality
from paskasim.report.figures.shifts import draw_shifts
from paskasim.report.figures.spreads import draw_spreads
from paskasim.report.figures.stacks import draw_stacks
from paskasim.report.figures.timeline import Timeline, draw_timeline
from paskasim.report.legality import Legality

DRAWINGS: dict[type[Any], Callable[[Any], Canvas]] = {
    Lanes: draw_lanes,
    Stacks: draw_stacks,
    Spreads: draw_spreads,
    Curves: draw_curves,
    Grid: draw_grid,
    HeatMap: draw_heat,
    Legality: draw_legality,
    Shifts: draw_shifts,
    Timeline: draw_timeline,
}
Drawing = Figure | Legality | Timeline
"""What can be drawn: figures of findings, and what only the page knows."""


def canvas_of(figure: Drawing) -> Canvas:
    """Return a figure drawn on a sheet."""
    return DRAWINGS[type(figure)](figure)


def draw(figure: Drawing, prefix: str) -> str:
    """Return a figure as an SVG element; every id in it begins with `prefix`."""
    return canvas_of(figure).svg(prefix, figure.title, figure.words)
