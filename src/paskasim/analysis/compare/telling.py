"""A comparison on one screen: the answer, the figures that differ, and a line on what does not."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paskasim.analysis.compare import wording
from paskasim.analysis.compare.judging import Compared, Found, Row
from paskasim.analysis.words import count

NARROWEST, WIDEST = 40, 100
MOST_LINES = 20
MOST_MATCHES = 4
ONE_LINE_EACH = 72  # narrower screens mostly need two lines for a figure
GAP = "  "


@dataclass(frozen=True)
class Screen:
    """How a comparison is told.

    Attributes
    ----------
    head
        What is compared, a text a line.
    tail
        What else there is to know, likewise.
    noun
        What several matches are called: line-ups or cases.
    width
        Columns of the terminal.
    all
        Whether every figure of every match is shown.
    """

    head: Sequence[str]
    tail: Sequence[str] = ()
    noun: str = "line-ups"
    width: int = 80
    all: bool = False

    @property
    def columns(self) -> int:
        """Columns that are used."""
        return min(WIDEST, max(NARROWEST, self.width))


def tell(compared: Compared, screen: Screen) -> Iterator[str]:
    """Yield the lines."""
    for text in screen.head:
        yield from _wrapped(text, screen)
    yield ""
    yield from _wrapped(wording.answer(compared, screen.noun), screen)
    rows = [row for row in compared.rows if screen.all or row.telling]
    shown, left_out = (rows, []) if screen.all else _fitting(rows, screen)
    table = [(row, _chosen(row, screen)) for row in shown]
    if table:
        yield ""
        yield from _table(table, screen)
    note = wording.footnote([found for _, chosen in table for found in chosen])
    rest = [*filter(None, [note]), *_rest(compared, left_out, screen), *screen.tail]
    if rest:
        yield ""
    for text in rest:
        yield from _wrapped(text, screen, "  ")


def _wrapped(text: str, screen: Screen, hanging: str = "") -> Iterator[str]:
    yield from textwrap.wrap(
        wording.plain(text), screen.columns, break_on_hyphens=False, subsequent_indent=hanging
    )  # fmt: skip


def _lines(row: Row) -> int:
    return 1 if len(row.found) == 1 else 1 + min(MOST_MATCHES + 1, len(row.found))


def _fitting(rows: Sequence[Row], screen: Screen) -> tuple[list[Row], list[Row]]:
    """Return the rows that find room on a screen, those that weigh most, and the others; both in order."""
    room = MOST_LINES if screen.columns >= ONE_LINE_EACH else MOST_LINES // 2
    kept: set[str] = set()
    for row in sorted(rows, key=lambda row: (row.metric.better is None, not row.metric.headline, -row.weight)):
        if _lines(row) <= room or not kept:
            kept.add(row.metric.name)
            room -= _lines(row)
    return [row for row in rows if row.metric.name in kept], [row for row in rows if row.metric.name not in kept]


def _chosen(row: Row, screen: Screen) -> tuple[Found, ...]:
    """Return the findings of a row that are shown: all where they are few, else those that weigh most, in order."""
    if screen.all or len(row.found) <= MOST_MATCHES + 1:
        return row.found
    heaviest = sorted(range(len(row.found)), key=lambda i: (not row.found[i].tells, -row.found[i].weight))
    return tuple(row.found[i] for i in sorted(heaviest[:MOST_MATCHES]))


def _table(rows: Sequence[tuple[Row, tuple[Found, ...]]], screen: Screen) -> Iterator[str]:
    several = any(len(row.found) > 1 for row, _ in rows)
    cells: list[tuple[str, ...]] = [("", "A", "B", "B - A", "95 % interval", "B is")]
    for row, shown in rows:
        if several:
            cells.append((row.metric.says, "", "", "", "", row.holds()))
        for found in shown:
            label = f"  {found.match.name or 'all'}" if several else row.metric.says
            cells.append((label, *_figures(found)))
        if len(shown) < len(row.found):
            cells.append((f"  and {len(row.found) - len(shown)} more", "", "", "", "", ""))
    widths = [max(len(line[column]) for line in cells if line[1] or column == 5) for column in range(1, 6)]
    # A verdict over several matches may be longer than the last column: it stands in a line with nothing else.
    widths[4] = max(len(line[5]) for line in cells if line[1])
    room = screen.columns - sum(widths) - len(GAP) * len(widths)
    label_width = max(len(line[0]) for line in cells)
    if room >= min(label_width, 20):
        label_width = min(label_width, room)
        for label, *figures in cells:
            if not figures[0]:
                yield from _wrapped(f"{label}: {figures[4]}" if figures[4] else label, screen, "  ")
                continue
            padded = [f"{text:>{width}}" for text, width in zip(figures[:4], widths[:4], strict=True)]
            yield GAP.join([f"{_cut(label, label_width):{label_width}}", *padded, figures[4]]).rstrip()
    else:
        for label, a, b, change, limits, verdict in cells[1:]:
            indent = " " * (len(label) - len(label.lstrip()))
            yield from _wrapped(f"{label}: {verdict}" if verdict else label, screen, indent + "  ")
            if a:
                yield from _wrapped(f"{indent}  {a} -> {b}: {change} ({limits})", screen, indent + "  ")


def _figures(found: Found) -> tuple[str, str, str, str, str]:
    return (
        wording.value(found, found.a),
        wording.value(found, found.b),
        wording.change(found),
        wording.limits(found),
        wording.sign(found),
    )


def _cut(label: str, width: int) -> str:
    return label if len(label) <= width else label[: width - 2].rstrip() + ".."


def _rest(compared: Compared, left_out: Sequence[Row], screen: Screen) -> Iterator[str]:
    """Yield what stands below the table: what found no room, what is slight, what can't be told apart."""
    if left_out:
        yield f"also different (--all shows all): {wording.names(left_out)}"
    rest = wording.rest(compared)
    if rest.slight and not screen.all:
        yield f"different, but too little to matter: {wording.names(rest.slight)}"
    parts = [f"{wording.names(rest.sure)} (surely no difference that matters)"] if rest.sure else []
    parts += [f"{wording.names(rest.unsure)} (one that matters is not ruled out)"] if rest.unsure else []
    if parts:
        yield f"not distinguishable: {'; '.join(parts)}"
    if compared.comparisons:
        yield f"{count(compared.comparisons, 'comparison')} judged together (Holm, 5 %)"
