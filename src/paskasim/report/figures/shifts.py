"""Draw where figures move from one side to the other, each figure on an axis of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paskasim.analysis.findings import Panel, Shift, Shifts
from paskasim.report.figures.axes import LINE, Scale, draw_heading, plain
from paskasim.report.figures.canvas import LETTER, SMALL, WIDTH, Canvas, ticks, wrap

LANE = 24.0
LABEL = 14.0
AXIS = 20.0
GAP = 14.0
TOP = 2.0
NEAR_ZERO = 0.6
"""An axis begins at zero where that takes no more than this share of what it shows anyway."""


def draw_shifts(figure: Shifts) -> Canvas:
    """Return the drawing: a ring where the one side is, a mark where the other is, and the interval between them."""
    legend = _legend(figure)
    shifts = [shift for panel in figure.panels for shift in panel.shifts]
    widest = max(max(LETTER * len(s.shown), LETTER * SMALL / 12 * len(s.limits)) for s in shifts)
    right = WIDTH - 12 - widest
    heights = [_height(panel) for panel in figure.panels]
    canvas = Canvas(TOP + sum(heights) + LINE * sum(len(lines) for _, lines in legend) + 6)
    y = TOP
    for panel, height in zip(figure.panels, heights, strict=True):
        _panel(canvas, y, panel, right)
        y += height
    y += 8
    for mark, lines in legend:
        if mark == "band":
            canvas.box(2, y - 9, 10, 11, colour="band")
        elif mark == "bar":
            canvas.line((1, 13), (y - 4, y - 4), colour="strong", width=3)
        elif mark == "ring":
            canvas.mark((7,), (y - 4,), "circle", colour="ink", fill="paper", size=7)
        elif mark:
            _after(canvas, 7, y - 4, strong=mark == "strong")
        for line in lines:
            canvas.text(20, y, line, size=SMALL, colour="muted")
            y += LINE
    return canvas


def _height(panel: Panel) -> float:
    rows = sum(LANE + LABEL * len(_label(shift)) for shift in panel.shifts)
    return LINE * len(_heading(panel)) + 3 + rows + AXIS + GAP


def _heading(panel: Panel) -> list[str]:
    return wrap(f"{panel.heading}, {panel.unit}", WIDTH - 4)


def _label(shift: Shift) -> list[str]:
    return wrap(shift.label, WIDTH - 4, SMALL) if shift.label else []


def _panel(canvas: Canvas, y: float, panel: Panel, right: float) -> None:
    y = draw_heading(canvas, y, _heading(panel)) + 3
    scale = _scale(panel, right)
    lanes = []
    for shift in panel.shifts:
        y += LABEL * len(_label(shift))
        lanes.append((shift, y + LANE / 2))
        y += LANE
    for shift, centre in lanes:
        left, end = scale(shift.before - panel.band), scale(shift.before + panel.band)
        canvas.box(left, centre - LANE / 2 + 1, end - left, LANE - 2, colour="band")
    for value in ticks(scale.low * panel.factor, scale.high * panel.factor):
        x = scale(value / panel.factor)
        spans = [y for _, centre in lanes for y in (centre - LANE / 2, centre + LANE / 2, math.nan)]
        canvas.line([x, x, math.nan] * len(lanes), spans, colour="grid")
        canvas.text(x, y + 13, plain(value), size=SMALL, colour="muted", at="left" if x < 6 else "center")
    for shift, centre in lanes:
        _lane(canvas, scale, shift, centre)


def _lane(canvas: Canvas, scale: Scale, shift: Shift, centre: float) -> None:
    for index, line in enumerate(reversed(_label(shift))):
        canvas.text(0, centre - LANE / 2 - 2 - index * LABEL, line, size=SMALL)
    before, after = scale(shift.before), scale(shift.after)
    canvas.line((before, after), (centre, centre), colour="muted", width=1.2)
    if math.isfinite(shift.low) and math.isfinite(shift.high):
        colour = "strong" if shift.strong else "calm"
        canvas.line((scale(shift.low), scale(shift.high)), (centre, centre), colour=colour, width=3)
    canvas.mark((before,), (centre,), "circle", colour="ink", fill="paper", size=7.5)
    _after(canvas, after, centre, strong=shift.strong)
    canvas.text(WIDTH, centre + (1 if shift.limits else 4), shift.shown, at="right", bold=shift.strong)
    canvas.text(WIDTH, centre + 14, shift.limits, size=SMALL, colour="muted", at="right")


def _after(canvas: Canvas, x: float, y: float, *, strong: bool) -> None:
    colour = "strong" if strong else "calm"
    canvas.mark((x,), (y,), "diamond" if strong else "square", colour=colour, fill=colour, size=8 if strong else 5.5)


def _scale(panel: Panel, right: float) -> Scale:
    """Return an axis that holds all marks and is wide enough for a difference that does not matter to look like one."""
    ends = [x for s in panel.shifts for x in (s.before, s.after, s.low, s.high) if math.isfinite(x)]
    # A little more than the band on both sides of where A is, so that its edges are seen.
    ends += [s.before + way * panel.band for s in panel.shifts for way in (-1.25, 1.25)]
    low, high = min(ends), max(ends)
    margin = 0.05 * (high - low)
    if min(s.before for s in panel.shifts) >= 0 and low < NEAR_ZERO * (high - low):
        return Scale(0.0, high + margin, 8.0, right)
    return Scale(low - margin, high + margin, 8.0, right)


def _legend(figure: Shifts) -> list[tuple[str, Sequence[str]]]:
    a, b = figure.names
    strong = {shift.strong for panel in figure.panels for shift in panel.shifts}
    entries = [("ring", a)]
    entries += [("strong", f"{b}, where it differs by enough to matter")] if True in strong else []
    entries += [("calm", f"{b}, where it does not, or that is open")] if False in strong else []
    entries.append(("bar", "bar and small numbers: 95 % interval of the difference"))
    entries.append(("band", "so near to A that it does not matter"))
    return [(mark, wrap(text, WIDTH - 24, SMALL)) for mark, text in entries]
