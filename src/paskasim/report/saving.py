"""The figures of a report as files: each as SVG and PNG, with a list that says what they show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paskasim.analysis.findings import Column, Table
from paskasim.report.figures import canvas_of
from paskasim.report.figures.bitmap import own_settings, png
from paskasim.report.figures.standing import stand_alone
from paskasim.report.files import write_whole
from paskasim.report.gallery import Drawn
from paskasim.report.naming import told_apart
from paskasim.report.tables import csv_text


def pictures(content: Mapping[str, Any]) -> list[Drawn]:
    """Return all figures of a page, that of the first screen only where it is none of the others."""
    drawn = [d for section in content["sections"] for g in section.galleries for d in (g.home, *g.rest)]
    drawn += [sheet.grid for sheet in content["sheets"] if sheet.grid]
    drawn += [game.timeline for game in content["examples"].games] if content["examples"] else []
    first = content["lead"]
    return drawn if first is None or any(first.figure == d.figure for d in drawn) else [first, *drawn]


def save_figures(content: Mapping[str, Any], folder: Path) -> Path:
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
    with own_settings():
        for name, one in zip(names, found, strict=True):
            write_whole(folder / f"{name}.svg", stand_alone(str(one.svg)))
            write_whole(folder / f"{name}.png", png(canvas_of(one.figure), one.title))
    rows = tuple((f"{name}.svg", f"{name}.png", one.title) for name, one in zip(names, found, strict=True))
    columns = (Column("SVG"), Column("PNG"), Column("what it shows"))
    listed = Table(f"{slug}-figures", "Figures of this report", columns, rows)
    return write_whole(folder / f"{slug}-figures.csv", csv_text(listed))
