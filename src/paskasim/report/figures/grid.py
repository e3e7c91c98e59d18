"""Draw a grid of shares, shaded by how far each lies from an even share: who loses among whom."""

from __future__ import annotations

from paskasim.analysis.findings import Grid
from paskasim.report.figures.axes import LINE
from paskasim.report.figures.canvas import LETTER, SMALL, WIDTH, Canvas, shorten

LONGEST = 15
ROW = 26.0
TOP = 4.0
GAP = 1.5
STEPS = (0.01, 0.05, 0.15)
"""From how far off an even share the shades get stronger."""
WIDE = 29.0
"""A cell this wide has room for a decimal."""


def draw_grid(figure: Grid) -> Canvas:
    """Return the drawing; rows and columns have the same labels, in the same order."""
    labels = [shorten(label, LONGEST) for label in figure.labels]
    longest = LETTER * max(map(len, labels)) + 8
    top = TOP + LINE + longest + 8
    bottom = top + ROW * len(labels)
    canvas = Canvas(bottom + 10 + 3 * LINE + 8)
    cell = (WIDTH - longest) / len(labels)
    canvas.text(0, TOP + 11, figure.corner, size=SMALL, colour="muted")
    for index, label in enumerate(labels):
        canvas.text(longest + (index + 0.5) * cell + 4, top - 6, label, upright=True)
        canvas.text(0, top + (index + 0.5) * ROW + 4, label)
    for row, cells in enumerate(figure.cells):
        for column, shade in enumerate(cells):
            x, y = longest + column * cell, top + row * ROW
            colour = f"shade{level(shade.share - figure.even) if shade.strong else 3}"
            canvas.box(x + GAP / 2, y + GAP / 2, cell - GAP, ROW - GAP, colour=colour)
            shown = f"{100 * shade.share:.{1 if cell >= WIDE else 0}f}"
            canvas.text(x + cell / 2, y + ROW / 2 + 4, shown, size=SMALL, at="center", bold=shade.strong)
    _legend(canvas, bottom + 10, figure.even)
    return canvas


def level(away: float) -> int:
    """Return the shade of a difference from an even share: 0 far below, 3 near, 6 far above."""
    steps = sum(abs(away) >= step for step in STEPS)
    return 3 + steps if away > 0 else 3 - steps


def _legend(canvas: Canvas, y: float, even: float) -> None:
    width = 34.0
    left = (WIDTH - 7 * width) / 2
    for index in range(7):
        canvas.box(left + index * width, y, width - GAP, 11, colour=f"shade{index}")
    points = [100 * step for step in STEPS]
    marks = [*(f"−{point:g}" for point in reversed(points)), *(f"+{point:g}" for point in points)]
    for index, mark in enumerate(marks, start=1):
        canvas.text(left + index * width, y + 23, mark, size=SMALL, colour="muted", at="center")
    told = f"points from an even share of {100 * even:.1f} %; bold: can be told from it"
    canvas.text(WIDTH / 2, y + 23 + LINE, told, size=SMALL, colour="muted", at="center")
