"""A figure as a PNG: the strokes of its canvas drawn by matplotlib, in the colours of the light scheme on white.

The same strokes make the same bytes with the same matplotlib: its own font, its own settings, no metadata.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from paskasim.report.figures.canvas import WIDTH, Box, Canvas, Line, Mark, Text
from paskasim.report.figures.standing import HEAD, LINE, PAD, frame, light, title_lines
from paskasim.report.figures.svg import HATCHES, OUTLINE, SQUARE, STEPS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SCALE = 2
"""Pixels of a unit."""
POINT = 0.75
"""Points of a unit: matplotlib counts type and widths of lines in points."""
FONT = "DejaVu Sans"
NARROWER = 0.91
"""The font that comes with matplotlib is a tenth wider than those of pages."""
CIRCLE = 48
"""Corners of a circle."""

Point = tuple[float, float]


@contextmanager
def own_settings() -> Iterator[None]:
    """Draw with matplotlib's own settings, whatever the reader's are, and without a word on letters it has not."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def png(canvas: Canvas, title: str) -> bytes:
    """Return a drawing as a PNG, its title above it; to be called within `own_settings`."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

    lines = title_lines(title)
    top, tall = frame(canvas.height, len(lines))
    width, height = round((WIDTH + 2 * PAD) * SCALE), math.ceil(tall * SCALE)
    dots = 72 * SCALE / POINT
    figure = Figure(figsize=(width / dots, height / dots), dpi=dots, facecolor=light()["paper"])
    FigureCanvasAgg(figure)
    pen = _Pen(figure, Affine2D().translate(PAD, -top).scale(SCALE, -SCALE).translate(0, height))
    for at, line in enumerate(lines):
        pen.text(Text(0, top + PAD + HEAD + LINE * at, line, HEAD, "ink", "left", bold=True, upright=False))
    for stroke in canvas.strokes:
        if isinstance(stroke, Text):
            pen.text(stroke)
        elif isinstance(stroke, Line):
            pen.line(stroke)
        elif isinstance(stroke, Box):
            pen.box(stroke)
        else:
            pen.mark(stroke)
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=dots, metadata={"Software": None})
    return file.getvalue()


class _Pen:
    """Draws strokes on a figure of matplotlib, in the order in which they come."""

    def __init__(self, figure: Figure, place: Any) -> None:
        self.figure, self.place = figure, place

    def text(self, stroke: Text) -> None:
        x, y = self.place.transform((stroke.x, stroke.y))
        self.figure.text(
            x / self.figure.bbox.width,
            y / self.figure.bbox.height,
            stroke.text,
            fontfamily=FONT,
            fontsize=stroke.size * POINT * NARROWER,
            fontweight="bold" if stroke.bold else "normal",
            color=light()[stroke.colour],
            ha=stroke.at,
            va="baseline",
            rotation=90 if stroke.upright else 0,
            rotation_mode="anchor",
            parse_math=False,
            zorder=self._next(),
        )

    def line(self, stroke: Line) -> None:
        self._path([list(zip(stroke.xs, stroke.ys, strict=True))], stroke.colour, stroke.width, dash=stroke.dash)

    def box(self, stroke: Box) -> None:
        from matplotlib.patches import Rectangle

        x, y, wide, high = stroke.x, stroke.y, stroke.width, stroke.height
        corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
        self._area(corners, stroke.colour)
        if stroke.hatch:
            clip = Rectangle((x, y), wide, high, transform=self.place)
            self._path(list(_hatched(stroke)), stroke.over, 1.0, clip=clip)

    def mark(self, stroke: Mark) -> None:
        if stroke.shape == "circle":
            turns = [2 * math.pi * at / CIRCLE for at in range(CIRCLE)]
            radius = stroke.size / 2
            corners = [(stroke.x + radius * math.cos(a), stroke.y + radius * math.sin(a)) for a in turns]
        else:
            corners, (x, y) = [], (stroke.x, stroke.y)
            for right, down in STEPS[stroke.shape]:
                x, y = x + stroke.size * right, y + stroke.size * down
                corners.append((x, y))
        self._area(corners, stroke.fill, stroke.colour)

    def _area(self, corners: Sequence[Point], colour: str, edge: str = "") -> None:
        from matplotlib.patches import Polygon

        self.figure.add_artist(
            Polygon(
                corners,
                closed=True,
                facecolor=light()[colour],
                edgecolor=light()[edge] if edge else "none",
                linewidth=OUTLINE * POINT if edge else 0,
                joinstyle="round",
                transform=self.place,
                zorder=self._next(),
            )
        )

    def _path(
        self, pieces: Sequence[Sequence[Point]], colour: str, width: float, dash: Sequence[float] = (), clip: Any = None
    ) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        path = Path.make_compound_path(*(Path(piece) for piece in pieces))
        patch = PathPatch(
            path,
            fill=False,
            edgecolor=light()[colour],
            linewidth=width * POINT,
            linestyle=(0, tuple(dash)) if dash else "solid",
            capstyle="round",
            joinstyle="round",
            transform=self.place,
            zorder=self._next(),
        )
        self.figure.add_artist(patch)
        if clip is not None:
            patch.set_clip_path(clip)

    def _next(self) -> int:
        return len(self.figure.patches) + len(self.figure.texts) + len(self.figure.artists)


def _hatched(box: Box) -> Iterator[list[Point]]:
    """Yield the lines of a hatch over a box, laid on the same squares as the patterns of `svg.py`."""
    strokes = list(_strokes(HATCHES[box.hatch]))
    for column in range(math.floor(box.x / SQUARE), math.ceil((box.x + box.width) / SQUARE)):
        for row in range(math.floor(box.y / SQUARE), math.ceil((box.y + box.height) / SQUARE)):
            for stroke in strokes:
                yield [(column * SQUARE + x, row * SQUARE + y) for x, y in stroke]


def _strokes(pattern: str) -> Iterator[list[Point]]:
    """Yield the lines of a pattern: from a point to another, or level to an x."""
    for piece in pattern.split("M")[1:]:
        x, y, *others = (float(number) for number in re.findall(r"-?[\d.]+", piece))
        yield [(x, y), (others[0], y)] if "H" in piece else [(x, y), (others[0], others[1])]
