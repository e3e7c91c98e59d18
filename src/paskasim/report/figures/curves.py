"""Draw falling lines of shares over turns: games still without a loser."""

from __future__ import annotations

from paskasim.analysis.findings import Curves
from paskasim.analysis.words import percent
from paskasim.report.figures.axes import LINE, Scale, axis_height, draw_axis, plain
from paskasim.report.figures.canvas import SMALL, WIDTH, Canvas, Shape, wrap

HEIGHT = 190.0
TOP = 20.0
LEFT = 42.0
RIGHT = WIDTH - 58  # room for '> 99.9 %' at the end of a line
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 2), (2, 1.6), (8, 2, 2, 2))
SHAPES: tuple[Shape, ...] = ("circle", "square", "diamond", "triangle")


def draw_curves(figure: Curves) -> Canvas:
    """Return the drawing; lines differ by dash and mark, not by colour alone."""
    legend = [wrap(curve.label, WIDTH - 50, SMALL) for curve in figure.curves]
    bottom = TOP + HEIGHT
    canvas = Canvas(bottom + axis_height(figure.across) + LINE * sum(len(lines) for lines in legend) + 10)
    across = Scale(0.0, max(curve.turns[-1] for curve in figure.curves), LEFT, RIGHT)
    up = Scale(0.0, 1.0, bottom, TOP)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        canvas.line((LEFT, RIGHT), (up(share), up(share)), colour="grid")
        canvas.text(LEFT - 6, up(share) + 4, f"{100 * share:.0f} %", size=SMALL, colour="muted", at="right")
    canvas.text(0, TOP - 9, figure.up, size=SMALL, colour="muted")
    draw_axis(canvas, across, [(bottom, bottom + 3)], figure.across, plain)
    taken: list[float] = []
    for index, curve in enumerate(figure.curves):
        xs, ys = [across(x) for x in curve.turns], [up(share) for share in curve.shares]
        colour = f"line{index}"
        canvas.line(xs, ys, colour=colour, width=2.2, dash=DASHES[index])
        step = max(1, len(xs) // 6)
        chosen = range((1 + index) * step // 5, len(xs), step)
        canvas.mark(
            [xs[i] for i in chosen], [ys[i] for i in chosen], SHAPES[index], colour=colour, fill="paper", size=6
        )
        y = ys[-1] + 4
        if all(abs(y - other) >= 12 for other in taken):
            canvas.text(RIGHT + 5, y, percent(curve.shares[-1]), size=SMALL)
            taken.append(y)
    y = bottom + axis_height(figure.across) + 12
    for index, lines in enumerate(legend):
        canvas.line((2, 30), (y - 4, y - 4), colour=f"line{index}", width=2.2, dash=DASHES[index])
        canvas.mark((16,), (y - 4,), SHAPES[index], colour=f"line{index}", fill="paper", size=6)
        for line in lines:
            canvas.text(38, y, line, size=SMALL, colour="muted")
            y += LINE
    return canvas
