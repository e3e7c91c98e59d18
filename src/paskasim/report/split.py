"""A report that is too large for one page: a page for every table of players beside it, and its CSVs as files.

The page of the report keeps every finding with the picture of its headline and the beginning of every table. A table
(so many players with such a line-up) is what people ask for and what findings speak of; a page a case would tear the
pictures apart, which hold the rule sets of a table side by side.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paskasim.analysis.findings import Slice, Table
from paskasim.analysis.results import Results
from paskasim.report import origin
from paskasim.report.files import PAGE_SCRIPTS, render, write_whole
from paskasim.report.gallery import Drawn, DrawnGallery, Section
from paskasim.report.tables import csv_text, shown

MARK = "paskasim-part"
MOST_ROWS = 24
"""Rows of a table on the page of the report; pages of tables hold theirs."""


@dataclass(frozen=True)
class Part:
    """A page of one table: its file in the folder beside the report, and what it shows."""

    file: str
    label: str
    about: Slice


def apart(content: Mapping[str, Any], results: Results) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the files that go beside the report by name, and what is left on its own page."""
    sections: list[Section] = content["sections"]
    slug: str = content["slug"]
    parts = _parts(results)
    files = {part.file: _page(part, parts, sections, content) for part in parts}
    kept = []
    for section in sections:
        tables = section.finding.tables
        files |= {f"{table.name}.csv": csv_text(table) for table in tables}
        kept.append(
            replace(
                section,
                galleries=tuple(replace(gallery, rest=()) for gallery in section.galleries),
                tables=tuple(replace(shown(t, MOST_ROWS), link=f"{slug}/{t.name}.csv") for t in tables),
            )
        )
    cases = origin.case_table(results)
    files["cases.csv"] = csv_text(cases)
    return files, {
        **content,
        "sections": kept,
        "choices": [],
        "parts_of_study": [(f"{slug}/{part.file}", part.label) for part in parts],
        "cases": replace(shown(cases, MOST_ROWS), link=f"{slug}/cases.csv"),
    }


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write what goes beside a report, and take away pages and tables of an earlier one that are there no more."""
    for old in sorted(folder.glob("*")) if (folder / f"{MARK}.txt").is_file() else []:
        if old.suffix in (".html", ".csv", ".txt") and old.name not in files:
            with contextlib.suppress(OSError):
                old.unlink()
    if not files:
        with contextlib.suppress(OSError):
            folder.rmdir()
        return
    told = "paskasim wrote this folder; it writes it anew, and takes away what is no longer needed.\n"
    for name, content in {f"{MARK}.txt": told, **files}.items():
        write_whole(folder / name, content)


def _parts(results: Results) -> list[Part]:
    found: dict[tuple[int, str], Part] = {}
    for group in results.groups:
        key = group.players, group.lineup
        if key not in found:
            safe = re.sub(r"[^\w-]+", "-", group.lineup).strip("-")[:40]
            file = f"{len(found) + 1:03d}-{group.players}-players-{safe}.html"
            found[key] = Part(file, group.table, Slice(*key))
    return list(found.values())


def _page(part: Part, parts: list[Part], sections: list[Section], content: Mapping[str, Any]) -> str:
    at = parts.index(part)
    shown_here = [kept for section in sections if (kept := _section(section, part.about)).galleries or kept.tables]
    return render(
        "part.html.jinja",
        scripts=PAGE_SCRIPTS,
        title=content["title"],
        label=part.label,
        sections=shown_here,
        back=f"../{content['slug']}.html",
        earlier=parts[at - 1] if at else None,
        later=parts[at + 1] if at + 1 < len(parts) else None,
        study=content["slug"],
        slug=f"{content['slug']}-{part.file.removesuffix('.html')}",
        mark=MARK,
    )


def _section(section: Section, about: Slice) -> Section:
    """Return what a finding shows of one table."""
    galleries = []
    for gallery in section.galleries:
        figures = [figure for figure in (gallery.home, *gallery.rest) if _holds(figure, about)]
        if figures:
            first, *rest = sorted(figures, key=lambda figure: figure.at)
            galleries.append(DrawnGallery(gallery.heading, first, tuple(rest), gallery.rest_label, gallery.folded))
    tables = [kept for table in section.finding.tables if (kept := _rows(table, about)).rows]
    return Section(section.finding, tuple(galleries), tuple(shown(table) for table in tables))


def _holds(figure: Drawn, about: Slice) -> bool:
    return figure.about.players in (None, about.players) and figure.about.lineup in ("", about.lineup)


def _rows(table: Table, about: Slice) -> Table:
    """Return the rows of one table of players; none where the columns do not tell whose they are."""
    titles = [column.title for column in table.columns]
    if "players" not in titles or "line-up" not in titles:
        return replace(table, rows=())
    players, lineup = titles.index("players"), titles.index("line-up")
    kept = tuple(row for row in table.rows if (row[players], row[lineup]) == (about.players, about.lineup))
    return replace(table, rows=kept)
