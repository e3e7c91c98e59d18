"""Tables for the page and as CSV: one holds rounded words, the other plain values."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from urllib.parse import quote

from paskasim.analysis.findings import Cell, Kind, Table
from paskasim.analysis.words import number, percent

MOST_ROWS = 80
NONE = "–"
PLAIN = " !$'()*+,-./:;=?@[]^_`{|}~"
"""What a data address may hold as it is beside letters and digits: all that is not `%`, `#`, a quote or a bracket."""
LETTERS: dict[Kind, str] = {
    **{"text": "t", "count": "c", "share": "s", "points": "p", "turns": "u", "minutes": "m", "number": "n"},
    **{"chance": "h"},
}
"""A letter for each kind of column, for the script of the page, which shows the rows that the page leaves out."""


@dataclass(frozen=True)
class Shown:
    """A table ready for the page; `link` is a data address of the whole table as CSV."""

    name: str
    caption: str
    headings: tuple[str, ...]
    kinds: str
    rows: tuple[tuple[str, ...], ...]
    left_out: int
    link: str

    @property
    def classes(self) -> str:
        """Which columns hold numbers, as classes that the style sheet knows: no cell has to say it again."""
        return " ".join(f"n{at}" for at, kind in enumerate(self.kinds, start=1) if kind != "t")


def shown(table: Table, most: int = MOST_ROWS) -> Shown:
    """Return a table for the page, its rows capped; the CSV holds all of them."""
    rows = [
        tuple(cell(value, column.kind) for value, column in zip(row, table.columns, strict=True))
        for row in table.rows[:most]
    ]
    return Shown(
        table.name,
        table.caption,
        tuple(_heading(column.title, column.kind) for column in table.columns),
        "".join(LETTERS[column.kind] for column in table.columns),
        tuple(rows),
        max(0, len(table.rows) - most),
        f"data:text/csv;charset=utf-8,{quote(csv_text(table), safe=PLAIN)}",
    )


def _heading(title: str, kind: Kind) -> str:
    unit = {"share": "%", "points": "points", "turns": "turns", "minutes": "minutes"}.get(kind)
    return f"{title} ({unit})" if unit and unit not in title else title


def cell(value: Cell, kind: Kind) -> str:
    """Return a cell as it is shown, as `assets/explore.js` does, too; what is unknown or empty is a dash."""
    if value is None or value == "":
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
    """Return the whole table as CSV with plain values; shares and points are fractions, to eight digits."""
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
        return f"{value:.8g}"
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@"):
        return f"'{value}"  # spreadsheets would run it as a formula
    return value
