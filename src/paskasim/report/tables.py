"""Tables for the page and as CSV: one holds rounded words, the other plain values."""

from __future__ import annotations

import base64
import csv
import io
from dataclasses import dataclass

from paskasim.analysis.findings import Cell, Kind, Table
from paskasim.analysis.words import number, percent

MOST_ROWS = 80
NONE = "–"


@dataclass(frozen=True)
class Shown:
    """A table ready for the page; `link` is a data address of the whole table as CSV."""

    name: str
    caption: str
    headings: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    left_out: int
    link: str


def shown(table: Table) -> Shown:
    """Return a table for the page, its rows capped; the CSV holds all of them."""
    rows = [
        tuple(cell(value, column.kind) for value, column in zip(row, table.columns, strict=True))
        for row in table.rows[:MOST_ROWS]
    ]
    return Shown(
        table.name,
        table.caption,
        tuple(_heading(column.title, column.kind) for column in table.columns),
        tuple(column.kind != "text" for column in table.columns),
        tuple(rows),
        max(0, len(table.rows) - MOST_ROWS),
        f"data:text/csv;charset=utf-8;base64,{base64.b64encode(csv_text(table).encode()).decode()}",
    )


def _heading(title: str, kind: Kind) -> str:
    unit = {"share": "%", "points": "points", "turns": "turns", "minutes": "minutes"}.get(kind)
    return f"{title} ({unit})" if unit and unit not in title else title


def cell(value: Cell, kind: Kind) -> str:
    """Return a cell as it is shown; what is unknown is a dash."""
    if value is None:
        return NONE
    if isinstance(value, str):
        return value
    if kind == "count":
        return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
    if kind == "share":
        return percent(float(value), 2).removesuffix("%").rstrip()
    if kind == "points":
        return number(100 * value, 2, signed=True)
    if kind == "chance":
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    if kind == "turns":
        return number(value, 0 if value == int(value) else 1)
    if kind == "minutes":
        return number(value, 1 if abs(value) >= 1 else 2)
    return number(value, 1 if abs(value) >= 10 else 4)


def csv_text(table: Table) -> str:
    """Return the whole table as CSV with plain values; shares and points are fractions."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([column.title for column in table.columns])
    for row in table.rows:
        writer.writerow([_plain(value) for value in row])
    return file.getvalue()


def _plain(value: Cell) -> str | int:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@"):
        return f"'{value}"  # spreadsheets would run it as a formula
    return value
