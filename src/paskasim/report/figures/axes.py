"""What drawings share: a horizontal scale with grid and title, headings, legends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from paskasim.analysis.words import MINUS
from paskasim.report.figures.canvas import SMALL, TYPE, WIDTH, Canvas, ticks, wrap

LINE = 15.0


@dataclass(frozen=True)
class Scale:
    """A straight scale from values to x."""

    low: float
    high: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        """Return x of a value, kept within the scale."""
        inside = min(max(value, self.low), self.high)
        return self.left + (inside - self.low) / (self.high - self.low) * (self.right - self.left)


def plain(value: float) -> str:
    """Return a tick's number: short, with a true minus sign."""
    shown = f"{abs(value):,.6f}".rstrip("0").rstrip(".")
    return MINUS + shown if value < 0 and shown != "0" else shown


def signed(value: float) -> str:
    """Return a tick's number with its sign, also a plus."""
    return f"+{plain(value)}" if value > 0 else plain(value)


def heading_lines(headings: Sequence[str]) -> list[list[str]]:
    """Return headings wrapped to the sheet."""
    return [wrap(heading, WIDTH - 4) if heading else [] for heading in headings]


def axis_height(title: str) -> float:
    """Return the room that `draw_axis` needs below the rows."""
    return 22 + LINE * len(wrap(title, WIDTH, SMALL))


def placed(x: float, near: float = 10) -> Literal["left", "center", "right"]:
    """Return how to set a text at x so that it stays on the sheet."""
    return "left" if x < near else "right" if x > WIDTH - near else "center"


def draw_axis(
    canvas: Canvas,
    scale: Scale,
    spans: Sequence[tuple[float, float]],
    title: str,
    shown: Callable[[float], str],
    factor: float = 1.0,
) -> None:
    """Draw grid lines over spans of y, numbers under the last (times `factor`) and the title."""
    bottom = spans[-1][1]
    for value in ticks(scale.low * factor, scale.high * factor):
        x = scale(value / factor)
        canvas.line([x, x, math.nan] * len(spans), [y for span in spans for y in (*span, math.nan)], colour="grid")
        number = shown(value)
        place = placed(x, max(10, 3.5 * len(number)))
        canvas.text(x, bottom + 15, number, size=SMALL, colour="muted", at=place)
    for index, line in enumerate(wrap(title, WIDTH, SMALL)):
        canvas.text(0, bottom + 31 + index * LINE, line, size=SMALL, colour="muted")


def draw_heading(canvas: Canvas, y: float, lines: Sequence[str]) -> float:
    """Write a heading from y on and return the y below it."""
    for line in lines:
        canvas.text(0, y + TYPE, line, bold=True)
        y += LINE
    return y
