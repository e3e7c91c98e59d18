"""A sheet to draw on: texts, lines, boxes and marks in page units, colours by name.

A sheet is 345 units wide, so that on a phone a unit is about a pixel and type keeps its size. What is drawn is kept
as plain strokes; `svg.py` writes them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from matplotlib.ticker import MaxNLocator

WIDTH = 345.0
TYPE = 12.0
SMALL = 11.0
LETTER = 6.7  # mean width of a letter of TYPE in the widest usual page font
COLOURS = (
    *("ink", "muted", "grid", "band", "paper", "strong", "calm", "box"),
    *(f"part{index}" for index in range(7)),
    *(f"line{index}" for index in range(4)),
    *(f"shade{index}" for index in range(7)),
    *(f"heat{index}" for index in range(6)),
)
"""Names of colours; the style sheet of the page says what they are, in light and in dark."""

Place = Literal["left", "center", "right"]
Shape = Literal["circle", "diamond", "square", "triangle"]


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, its baseline at y; an upright one runs up from there."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    at: Place
    bold: bool
    upright: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; a point that is not a number lifts the pen. Dashes are in widths of the line."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    colour: str
    width: float
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle, hatched by lines of the colour `over`."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    hatch: str
    over: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of one shape, `size` across, its outline in `colour`."""

    x: float
    y: float
    shape: Shape
    colour: str
    fill: str
    size: float


Stroke = Text | Line | Box | Mark


def wrap(text: str, units: float, size: float = TYPE, most: int = 2) -> list[str]:
    """Return a text in lines that fit a width, the last one shortened where there are too many."""
    letters = max(4, int(units / (LETTER * size / TYPE)))
    return textwrap.wrap(text, letters, max_lines=most, placeholder=" …", break_on_hyphens=False) or [""]


def shorten(text: str, letters: int) -> str:
    """Return a name cut to a number of letters."""
    return text if len(text) <= letters else text[: letters - 1] + "…"


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Return round numbers that lie within a range."""
    values = MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    slack = (high - low) * 1e-9
    return [float(value) for value in values if low - slack <= value <= high + slack]


class Canvas:
    """A sheet of a given height; x runs right, y runs down, in units."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.strokes: list[Stroke] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TYPE,
        colour: str = "ink",
        at: Place = "left",
        bold: bool = False,
        upright: bool = False,
    ) -> None:
        """Write a line of text, its baseline at y; an upright one runs up from there."""
        self.strokes.append(Text(x, y, text, size, colour, at, bold, upright))

    def line(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        *,
        colour: str = "ink",
        width: float = 1.0,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw a line through points; a point that is not a number lifts the pen."""
        self.strokes.append(Line(tuple(xs), tuple(ys), colour, width, tuple(dash)))

    def box(
        self, x: float, y: float, width: float, height: float, *, colour: str, hatch: str = "", over: str = "paper"
    ) -> None:
        """Fill a rectangle, hatched by lines of the colour `over`."""
        self.strokes.append(Box(x, y, width, height, colour, hatch, over))

    def mark(
        self, xs: Sequence[float], ys: Sequence[float], shape: Shape, *, colour: str, fill: str, size: float = 8.0
    ) -> None:
        """Put marks of one shape at points."""
        self.strokes += [Mark(x, y, shape, colour, fill, size) for x, y in zip(xs, ys, strict=True)]

    def svg(self, prefix: str, title: str, words: str) -> str:
        """Return the drawing as an SVG element for a page."""
        from paskasim.report.figures.svg import for_page

        return for_page(self.strokes, (WIDTH, self.height), prefix, title, words)
