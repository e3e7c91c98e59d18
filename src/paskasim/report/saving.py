"""The figures of a report as files: each as SVG and PNG, with a list that says what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Protocol

from paskasim.analysis.findings import Column, Finding, Table
from paskasim.report.figures import canvas_of
from paskasim.report.figures.bitmap import own_settings, png
from paskasim.report.figures.standing import stand_alone
from paskasim.report.files import write_whole
from paskasim.report.gallery import Drawn
from paskasim.report.naming import told_apart
from paskasim.report.tables import Shown, csv_text


class Counter(Protocol):
    """Shows how many figures there are, and how many of them are saved."""

    def begin(self, figures: int, /) -> None:
        """Set how many there are."""

    def advance(self, figures: int, /) -> None:
        """Count some that are saved."""


def pictures(content: Mapping[str, Any]) -> list[Drawn]:
    """Return all figures of a page, that of the first screen only where it is none of the others.

    They are looked for in all that the page shows, so that no kind of page has to list its own.
    """
    first = content["lead"]
    drawn = list(_within([value for name, value in content.items() if name != "lead"]))
    return drawn if first is None or any(first.figure == d.figure for d in drawn) else [first, *drawn]


def _within(value: object) -> Iterator[Drawn]:
    """Yield the figures in a part of a page; what was drawn from (a finding, a table) holds none."""
    if isinstance(value, Drawn):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _within(part)
    elif is_dataclass(value) and not isinstance(value, type | Finding | Shown):
        for field in fields(value):
            yield from _within(getattr(value, field.name))


def save_figures(content: Mapping[str, Any], folder: Path, counter: Counter | None = None) -> Path:
    """Write every figure of a page as SVG and PNG into a folder, and return the path of their list.

    Files begin with the name of the report, so that those of several lie beside each other. The same figures make the
    same bytes, the PNG with the same version of matplotlib.

    Raises
    ------
    PaskasimError
        Where a file can't be written.
    """
    slug, found = re.sub(r"[^\w.-]", "-", content["slug"]), pictures(content)
    names = told_apart(f"{slug}-{one.name}" for one in found)
    if counter:
        counter.begin(len(found))
    with own_settings():
        for name, one in zip(names, found, strict=True):
            write_whole(folder / f"{name}.svg", stand_alone(str(one.svg)))
            write_whole(folder / f"{name}.png", png(canvas_of(one.figure), one.title))
            if counter:
                counter.advance(1)
    rows = tuple((f"{name}.svg", f"{name}.png", one.title) for name, one in zip(names, found, strict=True))
    columns = (Column("SVG"), Column("PNG"), Column("what it shows"))
    listed = Table(f"{slug}-figures", "Figures of this report", columns, rows)
    return write_whole(folder / f"{slug}-figures.csv", csv_text(listed))
