"""A sheet to draw on: matplotlib's SVG backend in page units, colours by name.

A sheet is 345 units wide, so that on a phone a unit is about a pixel and type keeps its size.
No state of pyplot and none of the user's matplotlib settings is read or changed.
"""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from paskasim.report.figures.svg import COLOURS, for_page

WIDTH = 345.0
TYPE = 12.0
SMALL = 11.0
LETTER = 6.7  # mean width of a letter of TYPE in the widest usual page font
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "paskasim",
    "font.family": "DejaVu Sans",
    "hatch.linewidth": 1.2,
    "path.simplify": False,
}
MARKS = {"circle": "o", "diamond": "D", "square": "s", "triangle": "^"}


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
        self._strokes: list[Callable[[Axes, int], object]] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TYPE,
        colour: str = "ink",
        at: Literal["left", "center", "right"] = "left",
        bold: bool = False,
        upright: bool = False,
    ) -> None:
        """Write a line of text, its baseline at y; an upright one runs up from there."""
        self._strokes.append(
            lambda axes, order: axes.text(
                x,
                y,
                text,
                fontsize=size,
                color=COLOURS[colour],
                ha=at,
                va="baseline",
                rotation=90 if upright else 0,
                rotation_mode="anchor",
                weight="bold" if bold else "normal",
                parse_math=False,
                clip_on=False,
                zorder=order,
            )
        )

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
        self._strokes.append(
            lambda axes, order: axes.add_line(
                Line2D(
                    xs,
                    ys,
                    color=COLOURS[colour],
                    linewidth=width,
                    linestyle=(0, tuple(dash)) if dash else "-",
                    solid_capstyle="round",
                    clip_on=False,
                    zorder=order,
                )
            )
        )

    def box(
        self, x: float, y: float, width: float, height: float, *, colour: str, hatch: str = "", over: str = "paper"
    ) -> None:
        """Fill a rectangle, hatched by lines of the colour `over`."""
        self._strokes.append(
            lambda axes, order: axes.add_patch(
                Rectangle(
                    (x, y),
                    width,
                    height,
                    facecolor=COLOURS[colour],
                    edgecolor=COLOURS[over],
                    linewidth=0,
                    hatch=hatch or None,
                    clip_on=False,
                    zorder=order,
                )
            )
        )

    def mark(
        self, xs: Sequence[float], ys: Sequence[float], shape: str, *, colour: str, fill: str, size: float = 8.0
    ) -> None:
        """Put marks of one shape at points."""
        self._strokes.append(
            lambda axes, order: axes.add_line(
                Line2D(
                    xs,
                    ys,
                    linestyle="none",
                    marker=MARKS[shape],
                    markersize=size,
                    markeredgewidth=1.8,
                    color=COLOURS[colour],
                    markerfacecolor=COLOURS[fill],
                    clip_on=False,
                    zorder=order,
                )
            )
        )

    def svg(self, prefix: str, title: str, words: str) -> str:
        """Return the drawing as an SVG element for a page."""
        with matplotlib.rc_context(), warnings.catch_warnings():
            # A name in a script that the measuring font lacks is no fault: the page's fonts show it.
            warnings.filterwarnings("ignore", message=".*[Gg]lyph.*")
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            return for_page(self._draw(), prefix, title, words)

    def _draw(self) -> str:
        figure = Figure(figsize=(WIDTH / 72, self.height / 72), dpi=72)
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(self.height, 0)
        axes.axis("off")
        for order, stroke in enumerate(self._strokes):
            stroke(axes, order)
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        return file.getvalue()
