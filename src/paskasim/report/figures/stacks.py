"""Draw bars of shares that add to one: how games end."""

from __future__ import annotations

from paskasim.analysis.findings import Stacks
from paskasim.analysis.words import percent
from paskasim.report.figures.axes import LINE, Scale, axis_height, draw_axis, draw_heading, heading_lines, plain
from paskasim.report.figures.canvas import LETTER, SMALL, WIDTH, Canvas

BAR = 22.0
GAP = 9.0
TOP = 4.0
RIGHT = 58.0
HATCHES = ("", "////", "", "xxxx", "....", "\\\\\\\\", "----")
"""A pattern for each part beside its colour; the first part is the plain one."""


def draw_stacks(figure: Stacks) -> Canvas:
    """Return the drawing; the number at the right is all but the first part."""
    headings = heading_lines([row.heading for row in figure.rows])
    used = [i for i in range(len(figure.parts)) if any(row.shares[i] > 0 for row in figure.rows)]
    legend = _legend_places([figure.parts[i] for i in used])
    bottom = _spans(headings)[-1][1]
    height = bottom + axis_height(figure.axis) + LINE * (1 + max(line for line, _ in legend)) + 8
    canvas = Canvas(height)
    scale = Scale(0.0, 1.0, 0.0, WIDTH - RIGHT)
    canvas.text(WIDTH, TOP + 11, "no end", size=SMALL, colour="muted", at="right")
    draw_axis(canvas, scale, _spans(headings), figure.axis, lambda value: f"{plain(value)} %", 100.0)
    y = TOP + LINE
    for lines, row in zip(headings, figure.rows, strict=True):
        y = draw_heading(canvas, y, lines) + 3
        start = 0.0
        for index, share in enumerate(row.shares):
            if share <= 0:
                continue
            x, end = scale(start), scale(start + share)
            canvas.box(x, y, end - x, BAR, colour=f"part{index}", hatch=HATCHES[index])
            start += share
        if scale(row.shares[0]) > 110:
            canvas.text(6, y + 15, f"{figure.parts[0]} {percent(row.shares[0])}", size=SMALL)
        canvas.text(WIDTH, y + 15, percent(1 - row.shares[0] if row.shares[0] < 1 else 0.0), at="right", bold=True)
        y += BAR + GAP
    first = bottom + axis_height(figure.axis) + 12
    for index, (line, x) in zip(used, legend, strict=True):
        canvas.box(x, first + line * LINE - 10, 12, 12, colour=f"part{index}", hatch=HATCHES[index])
        canvas.text(x + 17, first + line * LINE, figure.parts[index], size=SMALL, colour="muted")
    return canvas


def _spans(headings: list[list[str]]) -> list[tuple[float, float]]:
    """Return from where to where the grid shows behind each bar, headings left free."""
    spans, y = [], TOP + LINE
    for lines in headings:
        top = y + LINE * len(lines)
        spans.append((top, top + BAR + 6))
        y = top + 3 + BAR + GAP
    return spans


def _legend_places(names: list[str]) -> list[tuple[int, float]]:
    places, line, x = [], 0, 0.0
    for name in names:
        width = 17 + LETTER * SMALL / 12 * len(name) + 14
        if x and x + width > WIDTH + 10:
            line, x = line + 1, 0.0
        places.append((line, x))
        x += width
    return places
