"""Draw a value over the values of two switches: a shaded cell where they meet, its number in it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.ticker import MaxNLocator

from paskasim.analysis.findings import HeatCell, HeatMap
from paskasim.report.figures.axes import LINE, plain
from paskasim.report.figures.canvas import LETTER, SMALL, WIDTH, Canvas, shorten, wrap

SHADES = 6
STEEP = 6.0
"""From this ratio of the highest to the lowest value on the limits of shades rise by factors."""
TOP = 2.0
GAP = 2.0
ROW = 42.0
TALL = 54.0
"""A row whose cells are too narrow to hold number and unit side by side."""
MOST_COLUMNS = 7
LONGEST = 96.0
"""Room for the values beside the rows, in units."""
SWATCH = 12.0


def draw_heat(figure: HeatMap) -> Canvas:
    """Return the drawing; more columns than fit go on below."""
    edges = edges_of(figure)
    labels = [wrap(row, LONGEST) for row in figure.rows]
    left = max([30.0, *(LETTER * len(line) + 10 for lines in labels for line in lines)])
    count = len(figure.columns)
    bands = -(-count // MOST_COLUMNS)
    size = -(-count // bands)
    cell = (WIDTH - left) / size
    stacked = any(LETTER * (len(one.shown) + len(one.unit) + 1) > cell - 6 for row in figure.cells for one in row)
    tall = TALL if stacked else ROW
    columns = [wrap(column, cell - 4, SMALL, 3) for column in figure.columns]
    # The name over the values beside the rows has a line of its own where it would run into those above the columns.
    beside = LETTER * len(figure.down) + 6 <= left
    headed = LINE * (1 + max(map(len, columns)) + (not beside)) + 6
    band = headed + tall * len(figure.rows) + 8
    remarks = [line for remark in figure.remarks for line in wrap(remark, WIDTH, SMALL, 3)]
    scale = wrap(figure.scale, WIDTH, SMALL)
    canvas = Canvas(TOP + bands * band + 12 + SWATCH + LINE * (1 + len(scale) + len(remarks)) + 10)
    for start in range(0, count, size):
        top = TOP + start // size * band
        canvas.text(left, top + 11, shorten(figure.across, int((WIDTH - left) / LETTER)), bold=True)
        canvas.text(0, top + headed - 9, shorten(figure.down, int(WIDTH / LETTER)), bold=True)
        for at in range(start, min(start + size, count)):
            x = left + (at - start) * cell
            for line, text in enumerate(columns[at]):
                canvas.text(x + cell / 2, top + LINE * (line + 2) - 3, text, size=SMALL, at="center")
            for index, row in enumerate(figure.cells):
                y = top + headed + index * tall
                _cell(canvas, row[at], figure.factor, edges, (x, y, cell, tall), stacked=stacked)
        for index, lines in enumerate(labels):
            middle = top + headed + (index + 0.5) * tall + 4 - LINE * (len(lines) - 1) / 2
            for line, text in enumerate(lines):
                canvas.text(0, middle + LINE * line, text)
    y = TOP + bands * band + 6
    y = _legend(canvas, y, edges)
    for text in (*scale, *remarks):
        canvas.text(0, y, text, size=SMALL, colour="muted")
        y += LINE
    return canvas


def edges_of(figure: HeatMap) -> list[float]:
    """Return the round limits of the shades, on the scale of the legend, rising.

    They span at least three times what would matter, so that a difference that does not matter looks like none. Where
    the highest value is many times the lowest they rise by factors, or all low values would look alike.
    """
    values = [one.value * figure.factor for row in figure.cells for one in row if not one.missing]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if low > 0 and high > STEEP * low:
        return _by_factors(low, high)
    lacking = max(0.0, 3 * figure.band * figure.factor - (high - low)) / 2
    low, high = (max(0.0, low - lacking), high + lacking) if low >= 0 else (low - lacking, high + lacking)
    found = MaxNLocator(nbins=SHADES, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    edges = [float(edge) for edge in found]
    while len(edges) > 2 and edges[1] <= low:
        edges.pop(0)
    while len(edges) > 2 and edges[-2] >= high:
        edges.pop()
    return edges[: SHADES + 1]


def _by_factors(low: float, high: float) -> list[float]:
    """Return limits out of 1, 2, 5, 10, 20, .. around two values."""
    first = math.floor(math.log10(low))
    series = [float(f"{digit}e{power}") for power in range(first, first + 12) for digit in (1, 2, 5)]
    start = max(at for at, edge in enumerate(series) if edge <= low)
    end = next(at for at, edge in enumerate(series) if edge >= high)
    edges = series[start : end + 1]
    while len(edges) > SHADES + 1:
        # The lowest classes are joined: high values are what a map is read for.
        del edges[1]
    return edges


def shade_of(value: float, edges: Sequence[float]) -> int:
    """Return the shade of a value, 0 for the lowest class; few classes are spread over all shades."""
    classes = len(edges) - 1
    at = sum(value >= edge for edge in edges[1:-1])
    return _spread(at, classes)


def _spread(at: int, classes: int) -> int:
    return round(at * (SHADES - 1) / (classes - 1)) if classes > 1 else 0


def _cell(
    canvas: Canvas,
    one: HeatCell,
    factor: float,
    edges: Sequence[float],
    place: tuple[float, float, float, float],
    *,
    stacked: bool,
) -> None:
    x, y, width, height = place
    middle = x + width / 2
    box = (x + GAP / 2, y + GAP / 2, width - GAP, height - GAP)
    if one.missing:
        canvas.box(*box, colour="band")
        lines = wrap(one.missing, width - 4, SMALL, 3)
        for index, text in enumerate(lines):
            line = y + height / 2 + 4 + LINE * (index - (len(lines) - 1) / 2)
            canvas.text(middle, line, text, size=SMALL, colour="muted", at="center")
        return
    canvas.box(*box, colour=f"heat{shade_of(one.value * factor, edges)}")
    if one.own:
        left, top, right, bottom = box[0] + 1, box[1] + 1, box[0] + box[2] - 1, box[1] + box[3] - 1
        canvas.line((left, right, right, left, left), (top, top, bottom, bottom, top), width=2)
    lines = [one.shown, one.unit] if stacked else [f"{one.shown}\u00a0{one.unit}"]
    first = y + height / 2 - (7 if stacked else 2)
    canvas.text(middle, first, lines[0], at="center", bold=True)
    for line, text in enumerate([*lines[1:], one.spread], 1):
        canvas.text(middle, first + 14 * line, text, size=SMALL, at="center")


def _legend(canvas: Canvas, y: float, edges: Sequence[float]) -> float:
    """Draw the shades with their limits and return the y of the next line."""
    classes = len(edges) - 1
    wide = min(52.0, (WIDTH - 40) / classes)
    start = 14.0
    for at in range(classes):
        canvas.box(start + at * wide, y, wide - 1, SWATCH, colour=f"heat{_spread(at, classes)}")
    for at, edge in enumerate(edges):
        canvas.text(start + at * wide, y + SWATCH + 12, plain(edge), size=SMALL, colour="muted", at="center")
    return y + SWATCH + 12 + LINE
