"""Write strokes as SVG for a page: short, ids its own, colours by classes of the page's style, told in words.

What holds for most elements (type size, ink, line width) stands once in the style sheet of the page, so that an element
carries only what sets it apart. A report holds some hundred pictures; this is what makes it fit into its budget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from paskasim.report.figures.canvas import SMALL, TYPE, Box, Line, Mark, Shape, Stroke, Text

TOLERANCE = 0.12
"""How far, in units, a line may run past a point that is left out."""
OUTLINE = 1.8
ANCHORS = {"left": "", "center": "c", "right": "e"}
SQUARE = 6.0
HATCHES = {
    "////": "M0 6 6 0M-1 1 1-1M5 7 7 5",
    "\\\\\\\\": "M0 0 6 6M-1 5 1 7M5-1 7 1",
    "xxxx": "M0 6 6 0M0 0 6 6",
    "----": "M0 3H6",
    "....": "M1 2H2.6M4 5H5.6",
}
"""Patterns that tell parts apart without colour, on a square of 6 units."""
STEPS: dict[Shape, tuple[tuple[float, float], ...]] = {
    "diamond": ((0, -0.71), (0.71, 0.71), (-0.71, 0.71), (-0.71, -0.71)),
    "square": ((-0.5, -0.5), (1, 0), (0, 1), (-1, 0)),
    "triangle": ((0, -0.55), (0.55, 1.05), (-1.1, 0)),
}
"""From the middle to the first corner, then from corner to corner, in sizes of the mark."""


def for_page(strokes: Sequence[Stroke], size: tuple[float, float], prefix: str, title: str, words: str) -> str:
    """Return an SVG element with unique ids, a title and a description.

    Parameters
    ----------
    strokes
        What was drawn, the lowest first.
    size
        Width and height of the sheet in units.
    prefix
        Put before every id.
    title, words
        What the figure says and its numbers, for those who don't see it.
    """
    hatched = sorted({(s.hatch, s.colour, s.over) for s in strokes if isinstance(s, Box) and s.hatch})
    patterns = {key: f"{prefix}-h{index}" for index, key in enumerate(hatched)}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {short(size[0])} {short(size[1])}" role="img" '
        f'aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc">',
        f'<title id="{prefix}-title">{escape(title, quote=False)}</title>',
        f'<desc id="{prefix}-desc">{escape(words, quote=False)}</desc>',
    ]
    if patterns:
        parts.append(f"<defs>{''.join(_pattern(key, name) for key, name in patterns.items())}</defs>")
    parts += [_element(stroke, patterns) for stroke in strokes]
    return "".join([*parts, "</svg>"])


def short(value: float) -> str:
    """Return a number of units to a tenth, as short as it can be written."""
    shown = f"{value:.1f}".removesuffix(".0")
    if shown in ("-0", "0"):
        return "0"
    return shown.replace("0.", ".", 1) if shown.startswith(("0.", "-0.")) else shown


def _element(stroke: Stroke, patterns: dict[tuple[str, str, str], str]) -> str:
    if isinstance(stroke, Text):
        return _text(stroke)
    if isinstance(stroke, Line):
        return _line(stroke)
    if isinstance(stroke, Mark):
        return _mark(stroke)
    place = f'x="{short(stroke.x)}" y="{short(stroke.y)}" width="{short(stroke.width)}" height="{short(stroke.height)}"'
    if stroke.hatch:
        return f'<rect {place} fill="url(#{patterns[stroke.hatch, stroke.colour, stroke.over]})"/>'
    return f"<rect{_classes(_colour(stroke.colour))} {place}/>"


def _pattern(key: tuple[str, str, str], name: str) -> str:
    hatch, colour, over = key
    side = short(SQUARE)
    return (
        f'<pattern id="{name}" width="{side}" height="{side}" patternUnits="userSpaceOnUse">'
        f"<rect{_classes(_colour(colour))} "
        f'width="{side}" height="{side}"/><path{_classes(_colour(over))} d="{HATCHES[hatch]}"/></pattern>'
    )


def _text(stroke: Text) -> str:
    sizes = {TYPE: "", SMALL: "s"}
    classes = (
        _colour(stroke.colour),
        sizes.get(stroke.size, ""),
        ANCHORS[stroke.at],
        "b" if stroke.bold else "",
    )
    own = "" if stroke.size in sizes else f' font-size="{short(stroke.size)}"'
    x, y = short(stroke.x), short(stroke.y)
    place = f'transform="translate({x} {y}) rotate(-90)"' if stroke.upright else f'x="{x}" y="{y}"'
    return f"<text{_classes(*classes)} {place}{own}>{escape(stroke.text, quote=False)}</text>"


def _line(stroke: Line) -> str:
    width = "" if stroke.width == 1 else f' stroke-width="{short(stroke.width)}"'
    dash = " ".join(short(part * stroke.width) for part in stroke.dash)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path{_classes(_colour(stroke.colour))}{width}{dashes} d="{_path(stroke.xs, stroke.ys)}"/>'


def _mark(stroke: Mark) -> str:
    solid = stroke.fill == stroke.colour
    classes = _classes("m", _colour(stroke.colour), "" if solid else f"f-{stroke.fill}")
    if stroke.shape == "circle":
        return f'<circle{classes} cx="{short(stroke.x)}" cy="{short(stroke.y)}" r="{short(stroke.size / 2)}"/>'
    first, *others = [(stroke.size * x, stroke.size * y) for x, y in STEPS[stroke.shape]]
    start = f"{short(stroke.x + first[0])} {short(stroke.y + first[1])}"
    return f'<path{classes} d="M{start}l{" ".join(f"{short(x)} {short(y)}" for x, y in others)}z"/>'


def _colour(name: str) -> str:
    return "" if name == "ink" else f"k-{name}"


def _classes(*names: str) -> str:
    kept = " ".join(name for name in names if name)
    return f' class="{kept}"' if kept else ""


def _path(xs: Sequence[float], ys: Sequence[float]) -> str:
    parts: list[str] = []
    piece: list[tuple[float, float]] = []
    for point in [*zip(xs, ys, strict=True), (math.nan, math.nan)]:
        if not math.isnan(point[0]) and not math.isnan(point[1]):
            piece.append(point)
        elif piece:
            parts.append(_piece(thinned(piece)))
            piece = []
    return "".join(parts)


def _piece(points: Sequence[tuple[float, float]]) -> str:
    """Return one stretch of a path, level and upright steps in their short form."""
    (x, y), *others = [(short(x), short(y)) for x, y in points]
    parts = [f"M{x} {y}"]
    if all((right, down) == (x, y) for right, down in others):
        return f"{parts[0]}h0"
    for right, down in others:
        if down == y and right != x:
            parts.append(f"H{right}")
        elif right == x and down != y:
            parts.append(f"V{down}")
        elif right != x:
            parts.append(f"L{right} {down}")
        x, y = right, down
    return "".join(parts)


def thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a line without the points that it passes within `TOLERANCE` of anyway (Douglas and Peucker 1973)."""
    kept = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        away, at = max(
            ((_distance(points[i], points[first], points[last]), i) for i in range(first + 1, last)), default=(0.0, 0)
        )
        if away > TOLERANCE:
            kept.add(at)
            spans += [(first, at), (at, last)]
    return [points[i] for i in sorted(kept)]


def _distance(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    (x, y), (ax, ay), (bx, by) = point, start, end
    square = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
