"""Draw dots with intervals against a reference line: shares of seats, effects of rules."""

from __future__ import annotations

from dataclasses import replace

from paskasim.analysis.findings import Lane, Lanes
from paskasim.report.figures.axes import (
    LINE,
    Scale,
    axis_height,
    draw_axis,
    draw_heading,
    heading_lines,
    placed,
    signed,
)
from paskasim.report.figures.canvas import LETTER, SMALL, WIDTH, Canvas, Shape, shorten, wrap

LANE = 22.0
GAP = 10.0
TOP = 18.0
HEADED = 3.0
LONGEST = 15


MARKS: dict[str, tuple[Shape, str, str]] = {
    "strong": ("diamond", "strong", "strong"),
    "likely": ("diamond", "strong", "paper"),
    "calm": ("circle", "calm", "paper"),
}
"""Shape, colour and filling."""
LIKELY = "likely more: taken alone it is beyond the shading, among all that is compared it is not certain"


def _kind(figure: Lanes, lane: Lane) -> str:
    """Return how a lane is marked: verdicts are corrected for all comparisons, the limits drawn are not."""
    if lane.strong:
        return "strong"
    beyond = lane.low > figure.reference + figure.band or lane.high < figure.reference - figure.band
    return "likely" if beyond else "calm"


def draw_lanes(figure: Lanes) -> Canvas:
    """Return the drawing."""
    figure = _beside(figure)
    factor = 1.0 if figure.unit in ("turns", "minutes", "number") else 100.0
    lanes = [lane for _, row in figure.rows for lane in row]
    headings = heading_lines([heading for heading, _ in figure.rows])
    legend = _legend(figure, factor)
    spans = _spans(headings, [len(row) for _, row in figure.rows])
    bottom = spans[-1][1]
    canvas = Canvas(bottom + axis_height(figure.axis) + LINE * len(legend) + 8)
    labels = [shorten(lane.label, LONGEST) for lane in lanes]
    left = max([8.0, *(LETTER * len(label) + 12 for label in labels if label)])
    right = WIDTH - 12 - LETTER * max([5, *(len(lane.shown) for lane in lanes)])
    # At least three yardsticks wide, so that a difference that does not matter looks like one.
    low = min([figure.reference - 1.5 * figure.band, *(lane.low for lane in lanes)])
    high = max([figure.reference + 1.5 * figure.band, *(lane.high for lane in lanes)])
    margin = 0.04 * (high - low)
    scale = Scale(low - margin, high + margin, left, right)
    band = scale(figure.reference - figure.band), scale(figure.reference + figure.band)
    middle = scale(figure.reference)
    for top, end in spans:
        canvas.box(band[0], top, band[1] - band[0], end - top, colour="band")
    draw_axis(canvas, scale, spans, figure.axis, signed, factor)
    for span in spans:
        canvas.line((middle, middle), span, colour="ink", width=1.4)
    canvas.text(middle, TOP - 7, figure.reference_label, size=SMALL, colour="muted", at=placed(middle, 50))
    y, index = TOP, 0
    for lines, (_, row) in zip(headings, figure.rows, strict=True):
        y = draw_heading(canvas, y, lines) + (HEADED if lines else 0)
        for lane in row:
            centre = y + LANE / 2
            if labels[index]:
                canvas.text(0, centre + 4, labels[index], colour="ink")
            shape, colour, fill = MARKS[_kind(figure, lane)]
            canvas.line((scale(lane.low), scale(lane.high)), (centre, centre), colour=colour, width=3)
            canvas.mark((scale(lane.value),), (centre,), shape, colour=colour, fill=fill, size=7.5)
            canvas.text(WIDTH, centre + 4, lane.shown, at="right", bold=lane.strong)
            y += LANE
            index += 1
        y += GAP if lines else 0
    y = bottom + axis_height(figure.axis) + 12
    for mark, text in legend:
        if mark == "band":
            canvas.box(2, y - 9, 10, 11, colour="band")
        elif mark:
            shape, colour, fill = MARKS[mark]
            canvas.mark((7,), (y - 4,), shape, colour=colour, fill=fill, size=7)
        canvas.text(20, y, text, size=SMALL, colour="muted")
        y += LINE
    return canvas


def _beside(figure: Lanes) -> Lanes:
    """Return the figure with short headings of single lanes set beside them, not above."""
    single = all(len(row) == 1 and not row[0].label and len(heading) <= LONGEST for heading, row in figure.rows)
    if not single:
        return figure
    rows = tuple(("", (replace(row[0], label=heading),)) for heading, row in figure.rows)
    return replace(figure, rows=rows)


def _spans(headings: list[list[str]], counts: list[int]) -> list[tuple[float, float]]:
    """Return from where to where the lanes of each row reach, headings left free."""
    spans: list[tuple[float, float]] = []
    y = TOP
    for lines, count in zip(headings, counts, strict=True):
        top = y + (LINE * len(lines) + HEADED if lines else 0)
        above = spans.pop()[0] if spans and not lines else top
        spans.append((above, top + LANE * count))
        y = top + LANE * count + (GAP if lines else 0)
    return spans


def _legend(figure: Lanes, factor: float) -> list[tuple[str, str]]:
    strong, calm = figure.legend
    found = {_kind(figure, lane) for _, row in figure.rows for lane in row}
    entries = [(kind, text) for kind, text in (("strong", strong), ("likely", LIKELY), ("calm", calm)) if kind in found]
    unit = {"number": "", "turns": " turns", "minutes": " minutes"}.get(figure.unit, " points")
    unit = " point" if unit == " points" and figure.band * factor == 1 else unit
    entries.append(("band", f"shaded: less than {figure.band * factor:g}{unit}; bars: 95 % intervals"))
    return [
        (mark if index == 0 else "", line)
        for mark, text in entries
        for index, line in enumerate(wrap(text, WIDTH - 24, SMALL))
    ]
