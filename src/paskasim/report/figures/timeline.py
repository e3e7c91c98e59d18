"""Draw a single game: cards held by each seat over the turns, burns and takes marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paskasim.report.figures.axes import LINE, Scale, axis_height, draw_axis, plain
from paskasim.report.figures.canvas import LETTER, SMALL, TYPE, WIDTH, Canvas, Shape, shorten

STRIP = 34.0
GAP = 12.0
TOP = 20.0
RIGHT = WIDTH - 30
MOST_POINTS = 300
MOST_MARKS = 60
"""Of either kind, the largest ones: more of them would lie on top of each other."""
LETTERS = int(WIDTH / LETTER)
LOOKS: dict[str, tuple[Shape, str, str, float]] = {
    "burns": ("triangle", "strong", "strong", 7.0),
    "takes": ("circle", "calm", "paper", 6.0),
}
"""Fields of a strip and how their events look: shape, colour, fill, size."""


@dataclass(frozen=True, slots=True)
class Event:
    """A pile that burnt or was taken at a turn, and of how many cards it was."""

    turn: int
    cards: int


@dataclass(frozen=True, slots=True)
class Strip:
    """A seat: cards held after the deal and after each turn, the piles that it burnt and those that it took."""

    heading: str
    held: tuple[int, ...]
    burns: tuple[Event, ...]
    takes: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """Cards held over turns, a strip a seat; `shaded` are the first and last of the turns that repeat."""

    name: str
    title: str
    words: str
    strips: tuple[Strip, ...]
    shaded: tuple[int, int] | None = None


def draw_timeline(figure: Timeline) -> Canvas:
    """Return the drawing; all strips have the same scales."""
    turns = len(figure.strips[0].held) - 1
    most = max(max(strip.held) for strip in figure.strips)
    spans = _spans(len(figure.strips))
    legend = _legend(figure)
    bottom = spans[-1][1]
    canvas = Canvas(bottom + axis_height("turn") + LINE * len(legend) + 6)
    across = Scale(0.0, float(max(turns, 1)), 6.0, RIGHT)
    canvas.text(0, 11, f"cards held, at most {most}", size=SMALL, colour="muted")
    if figure.shaded:
        left, right = across(figure.shaded[0]), across(figure.shaded[1])
        for top, end in spans:
            canvas.box(left, top, right - left, end - top, colour="band")
    draw_axis(canvas, across, spans, "turn", plain)
    step = -(-turns // MOST_POINTS) or 1
    largest = {kind: _largest(figure.strips, kind) for kind in LOOKS}
    for strip, (top, end) in zip(figure.strips, spans, strict=True):
        up = Scale(0.0, float(max(most, 1)), end, top + 2)
        canvas.text(0, top - 6, shorten(strip.heading, LETTERS), size=TYPE, bold=True)
        canvas.line((across(0), RIGHT), (end, end), colour="grid")
        xs, ys = _stairs(strip.held, step)
        canvas.line([across(x) for x in xs], [up(y) for y in ys], colour="calm", width=1.8)
        canvas.text(WIDTH, end - 2, plain(strip.held[-1]), size=SMALL, at="right")
        for kind, (shape, colour, fill, size) in LOOKS.items():
            own = [event.turn for event in getattr(strip, kind) if event in largest[kind]]
            points = [across(turn) for turn in own], [up(strip.held[turn]) for turn in own]
            canvas.mark(*points, shape, colour=colour, fill=fill, size=size)
    y = bottom + axis_height("turn") + 12
    for mark, text in legend:
        if mark == "band":
            canvas.box(1, y - 9, 12, 11, colour="band")
        else:
            shape, colour, fill, size = LOOKS[mark]
            canvas.mark((7,), (y - 4,), shape, colour=colour, fill=fill, size=size)
        canvas.text(20, y, text, size=SMALL, colour="muted")
        y += LINE
    return canvas


def _spans(strips: int) -> list[tuple[float, float]]:
    spans, y = [], TOP
    for _ in range(strips):
        spans.append((y + LINE + 3, y + LINE + 3 + STRIP))
        y += LINE + 3 + STRIP + GAP
    return spans


def _legend(figure: Timeline) -> list[tuple[str, str]]:
    found = []
    for kind, what in (("burns", "burns the pile"), ("takes", "takes the pile, or a card turned")):
        events = sum(len(getattr(strip, kind)) for strip in figure.strips)
        if events:
            found.append((kind, f"{what} (the {MOST_MARKS} largest of {events:,})" if events > MOST_MARKS else what))
    if figure.shaded:
        found.append(("band", "the turns that come again and again"))
    return found


def _largest(strips: Sequence[Strip], kind: str) -> frozenset[Event]:
    events = [event for strip in strips for event in getattr(strip, kind)]
    return frozenset(sorted(events, key=lambda event: (-event.cards, event.turn))[:MOST_MARKS])


def _stairs(held: Sequence[int], step: int) -> tuple[list[float], list[float]]:
    """Return the corners of a line that is level between turns, every `step`-th turn looked at."""
    xs, ys = [0.0], [float(held[0])]
    for turn in [*range(step, len(held), step), len(held) - 1]:
        if held[turn] != ys[-1]:
            xs += [turn, turn]
            ys += [ys[-1], held[turn]]
    return [*xs, float(len(held) - 1)], [*ys, ys[-1]]
