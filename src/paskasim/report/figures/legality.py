"""Draw a legality grid: rows are the card played, columns what it is played on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paskasim.report.figures.axes import LINE
from paskasim.report.figures.canvas import SMALL, TYPE, WIDTH, Canvas
from paskasim.report.legality import NO, TOLD, YES, Cells, Legality
from paskasim.rules.ranks import EMPTY

LEFT = 26.0
HEADS = 34.0
GAP = 1.2
MOST_SIDE = 22.0
COLOURS = {NO: "band", YES: "shade1", "burns": "shade6", "next takes": "shade5"}
OTHER = "shade4"
SIGNS = {"burns": "B", "next takes": "T", "again": "A", "skips": "S", "turns": "R"}


def draw_legality(figure: Legality) -> Canvas:
    """Return the drawing; a letter stands in every square where a card does something."""
    side = min(MOST_SIDE, (WIDTH - LEFT) / len(figure.tops))
    used = {cell for _, cells in figure.grids for row in cells for cell in row}
    effects = [cell for cell in TOLD if cell in used]
    height = HEADS + (LINE if len(figure.grids) > 1 else 0) + side * len(figure.ranks) + 8
    lines = 2 + len(effects) + (figure.other is not None)
    canvas = Canvas(height * len(figure.grids) + 8 + LINE * lines)
    y = 0.0
    for index, (heading, cells) in enumerate(figure.grids):
        if len(figure.grids) > 1:
            canvas.text(0, y + TYPE, heading[0].upper() + heading[1:], bold=True)
            y += LINE
        other = figure.other[index] if figure.other else None
        _grid(canvas, y, side, figure, cells, other)
        y += HEADS + side * len(figure.ranks) + 8
    _legend(canvas, y + 12, effects, figure.outlined if figure.other else "")
    return canvas


def _grid(canvas: Canvas, y: float, side: float, figure: Legality, cells: Cells, other: Cells | None) -> None:
    canvas.text(0, y + 12, "card ↓", size=SMALL, colour="muted")
    canvas.text(WIDTH, y + 12, "played on →", size=SMALL, colour="muted", at="right")
    top = y + HEADS
    for column, name in enumerate(figure.tops):
        shown = "∅" if name == EMPTY else name
        canvas.text(LEFT + (column + 0.5) * side, top - 5, shown, size=SMALL, at="center")
    for row, (rank, line) in enumerate(zip(figure.ranks, cells, strict=True)):
        canvas.text(LEFT - 7, top + (row + 0.5) * side + 4, rank, at="right")
        for cell, first, last in _runs(line):
            width = (last - first + 1) * side
            colour = COLOURS.get(cell, OTHER)
            canvas.box(LEFT + first * side, top + row * side, width - GAP, side - GAP, colour=colour)
            for column in range(first, last + 1) if cell in SIGNS else ():
                x = LEFT + (column + 0.5) * side - GAP / 2
                canvas.text(x, top + (row + 0.5) * side + 3.5, SIGNS[cell], size=SMALL, at="center", bold=True)
    right, bottom = LEFT + side * len(figure.tops), top + side * len(figure.ranks)
    for column in range(1, len(figure.tops)):
        x = LEFT + column * side - GAP / 2
        canvas.line((x, x), (top, bottom), colour="paper", width=GAP)
    if other is None:
        return
    for row, (mine, theirs) in enumerate(zip(cells, other, strict=True)):
        for column, (one, held) in enumerate(zip(mine, theirs, strict=True)):
            if one != held:
                x, start = min(right, LEFT + column * side) - GAP / 2, top + row * side - GAP / 2
                xs, ys = (x, x + side, x + side, x, x), (start, start, start + side, start + side, start)
                canvas.line(xs, ys, colour="ink", width=1.8)


def _runs(line: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield stretches of squares that are alike: what they say, the first and the last."""
    first = 0
    for column in range(1, len(line) + 1):
        if column == len(line) or line[column] != line[first]:
            yield line[first], first, column - 1
            first = column


def _legend(canvas: Canvas, y: float, effects: Sequence[str], outlined: str) -> None:
    entries = [(YES, "", "may go there"), *((cell, SIGNS[cell], TOLD[cell]) for cell in effects)]
    entries.append((NO, "", "may not; ∅: an empty pile"))
    for cell, sign, told in entries:
        canvas.box(2, y - 10, 12, 12, colour=COLOURS.get(cell, OTHER))
        canvas.text(8, y, sign, size=SMALL, at="center", bold=True)
        canvas.text(20, y, told, size=SMALL, colour="muted")
        y += LINE
    if outlined:
        canvas.line((2.5, 13.5, 13.5, 2.5, 2.5), (y - 9.5, y - 9.5, y + 1.5, y + 1.5, y - 9.5), colour="ink", width=1.8)
        canvas.text(20, y, outlined, size=SMALL, colour="muted")
