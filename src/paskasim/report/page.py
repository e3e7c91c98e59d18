"""Write one report: a single HTML file that works offline, the same bytes for the same results."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paskasim import analysis
from paskasim.analysis import stopped
from paskasim.analysis.findings import Figure, Finding
from paskasim.analysis.folder import text
from paskasim.analysis.results import Results
from paskasim.report import origin
from paskasim.report.figures import draw
from paskasim.report.files import render, write_whole
from paskasim.report.tables import Shown, shown

INDEX = "index.html"


@dataclass(frozen=True)
class Drawn:
    """A figure on the page."""

    title: str
    svg: Markup


@dataclass(frozen=True)
class DrawnGallery:
    """Figures of one kind on the page."""

    heading: str
    figures: tuple[Drawn, ...]
    folded: bool


@dataclass(frozen=True)
class Section:
    """A finding with its figures drawn and its tables set."""

    finding: Finding
    galleries: tuple[DrawnGallery, ...]
    tables: tuple[Shown, ...]


def build(results_dir: Path, reports_dir: Path) -> Path:
    """Write the report of a results folder and return its path.

    Parameters
    ----------
    results_dir
        A folder that a sweep wrote; its name becomes the name of the report.
    reports_dir
        Where the report goes; made if it is missing.

    Raises
    ------
    PaskasimError
        Where the results are damaged or foreign (exit code 4), or the report can't be written (2).
    """
    results_dir = Path(results_dir)
    results = analysis.read(results_dir)
    name = file_name(results_dir.resolve().name)
    page = render("report.html.jinja", **_content(results, analysis.answer(results), name))
    return write_whole(Path(reports_dir) / name, page)


def file_name(slug: str) -> str:
    """Return the file name of a report; the index keeps its own."""
    safe = re.sub(r"[^\w.-]", "-", slug) or "report"
    return "index-study.html" if safe == "index" else f"{safe}.html"


def _content(results: Results, findings: list[Finding], name: str) -> dict[str, Any]:
    title = text(results.manifest["title"]) or name
    first = findings[0] if findings else None
    question = text(results.manifest.get("question"))
    answer = first.headline if first else "This study asks no question."
    card = {
        "title": title,
        "question": question,
        "answer": answer,
        "games": results.games,
        "cases": len(results.groups),
    }
    return {
        "title": title,
        "question": question if question != title else "",
        "answer": answer,
        "first": first,
        "lead": _drawn(first.lead, "lead") if first and first.lead else None,
        "sections": [_section(finding) for finding in findings],
        "sheets": origin.rule_sheets(results),
        "made": origin.made(results),
        "command": text(results.manifest["command"]),
        "files": sorted((text(k), text(v)) for k, v in dict(results.manifest["files"]).items() if "/" not in k),
        "cases": shown(origin.case_table(results)),
        "stops": shown(stopped.table(results)) if results.watched else None,
        "limits": origin.limits(results),
        "games": results.games,
        "count": len(results.groups),
        "strategies": origin.strategies(results),
        "card": json.dumps(card, ensure_ascii=False, sort_keys=True),
        "slug": name.removesuffix(".html"),
        "index": INDEX,
    }


def _section(finding: Finding) -> Section:
    galleries = tuple(
        DrawnGallery(
            gallery.heading,
            tuple(_drawn(figure, f"{finding.question}-{at}-{i}") for i, figure in enumerate(gallery.figures)),
            gallery.folded,
        )
        for at, gallery in enumerate(finding.galleries)
    )
    return Section(finding, galleries, tuple(shown(table) for table in finding.tables))


def _drawn(figure: Figure, prefix: str) -> Drawn:
    return Drawn(figure.title, Markup(draw(figure, prefix)))
