"""Draw boxes with whiskers: the lengths of finished games."""

from __future__ import annotations

from paskasim.analysis.findings import Spreads
from paskasim.report.figures.axes import LINE, Scale, axis_height, draw_axis, draw_heading, heading_lines, plain
from paskasim.report.figures.canvas import LETTER, SMALL, WIDTH, Canvas

BOX = 16.0
ROW = 36.0
TOP = 2.0


def draw_spreads(figure: Spreads) -> Canvas:
    """Return the drawing: whiskers hold nine games in ten, the box half of them."""
    headings = heading_lines([row.heading for row in figure.rows])
    spans = _spans(headings)
    bottom = spans[-1][1]
    canvas = Canvas(bottom + axis_height(figure.axis) + 2 * LINE + 8)
    right = WIDTH - 10 - LETTER * SMALL / 12 * max(len(row.shown) for row in figure.rows)
    scale = Scale(0.0, 1.04 * max(1.0, *(row.quantiles[4] for row in figure.rows)), 0.0, right)
    draw_axis(canvas, scale, spans, figure.axis, plain)
    y = TOP
    for lines, row in zip(headings, figure.rows, strict=True):
        y = draw_heading(canvas, y, lines)
        first, quarter, half, three, last = (scale(value) for value in row.quantiles)
        centre = y + 16 + BOX / 2
        canvas.line((first, last), (centre, centre), colour="calm", width=1.6)
        for end in (first, last):
            canvas.line((end, end), (centre - 4, centre + 4), colour="calm", width=1.6)
        canvas.box(quarter, centre - BOX / 2, three - quarter, BOX, colour="box")
        canvas.line((half, half), (centre - BOX / 2, centre + BOX / 2), colour="strong", width=3)
        canvas.text(half, centre - BOX / 2 - 4, f"{row.quantiles[2]:,.0f}", at="center", bold=True)
        canvas.text(WIDTH, centre + 4, row.shown, size=SMALL, colour="muted", at="right")
        y += ROW + 6
    y = bottom + axis_height(figure.axis) + 12
    canvas.line((7, 7), (y - 10, y + 1), colour="strong", width=3)
    canvas.text(20, y, "half of the finished games are this short (median)", size=SMALL, colour="muted")
    canvas.box(2, y + 5, 12, 10, colour="box")
    canvas.text(20, y + LINE, "box: half of them; line: nine in ten", size=SMALL, colour="muted")
    return canvas


def _spans(headings: list[list[str]]) -> list[tuple[float, float]]:
    """Return from where to where the grid shows behind each box, headings and medians left free."""
    spans, y = [], TOP
    for lines in headings:
        top = y + LINE * len(lines)
        spans.append((top + 14, top + ROW))
        y = top + ROW + 6
    return spans
