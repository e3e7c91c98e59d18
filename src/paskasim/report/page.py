"""Write one report: a single HTML file that works offline, the same bytes for the same results.

A study that does not fit into `LIMIT` gets a page for every table beside it (`split.py`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paskasim import analysis
from paskasim.analysis import stopped
from paskasim.analysis.findings import Finding
from paskasim.analysis.folder import text
from paskasim.analysis.results import Results
from paskasim.report import origin, split
from paskasim.report.examples import example_games
from paskasim.report.files import PAGE_SCRIPTS, render, write_whole
from paskasim.report.gallery import choices, lead, section
from paskasim.report.sheets import rule_sheets
from paskasim.report.tables import shown

if TYPE_CHECKING:
    from paskasim.report.saving import Counter

INDEX = "index.html"
LIMIT = 1_900_000
"""Bytes of a page. A report stays under 2 MB: what is larger opens slowly on a phone, and mail refuses it."""


def build(
    results_dir: Path, reports_dir: Path, figures_dir: Path | None = None, counter: Counter | None = None
) -> Path:
    """Write the report of a results folder and return its path.

    Parameters
    ----------
    results_dir
        A folder that a sweep wrote; its name becomes the name of the report.
    reports_dir
        Where the report goes; made if it is missing.
    figures_dir
        Where every figure of it goes as SVG and PNG, too (`saving.py`).
    counter
        Told how many of these figures are saved.

    Raises
    ------
    PaskasimError
        Where the results are damaged or foreign (exit code 4), or the report can't be written (2).
    """
    results_dir = Path(results_dir)
    results = analysis.read(results_dir)
    name = file_name(results_dir.resolve().name)
    content = _content(results, analysis.answer(results), name)
    if figures_dir is not None:
        from paskasim.report.saving import save_figures

        save_figures(content, Path(figures_dir), counter)
    more = ("examples",) if content["examples"] else ()
    assets = {"scripts": [*PAGE_SCRIPTS, *(f"{name}.js" for name in more)], "styles": [f"{name}.css" for name in more]}
    page = render("report.html.jinja", **assets, **content)
    folder = Path(reports_dir)
    beside = folder / content["slug"]
    files: dict[str, str] = {}
    if len(page.encode()) > LIMIT:
        files, content = split.apart(content, results)
        page = render("report.html.jinja", **assets, **content)
    split.write(beside, files)
    return write_whole(folder / name, page)


def file_name(slug: str) -> str:
    """Return the file name of a report; the index keeps its own."""
    safe = re.sub(r"[^\w.-]", "-", slug) or "report"
    return "index-study.html" if safe == "index" else f"{safe}.html"


def _content(results: Results, findings: list[Finding], name: str) -> dict[str, Any]:
    title = text(results.manifest["title"]) or name
    first = findings[0] if findings else None
    question = text(results.manifest.get("question"))
    answer = first.headline if first else "This study asks no question."
    sections = [section(finding, leads=finding is first) for finding in findings]
    return {
        "title": title,
        "question": question if question != title else "",
        "answer": answer,
        "first": first,
        "lead": lead(first),
        "sections": sections,
        "choices": choices(sections),
        "parts_of_study": [],
        "sheets": rule_sheets(results),
        "made": origin.made(results),
        "command": text(results.manifest["command"]),
        "files": sorted((text(k), text(v)) for k, v in dict(results.manifest["files"]).items() if "/" not in k),
        "cases": shown(origin.case_table(results)),
        "stops": shown(stopped.table(results)) if results.watched else None,
        "limits": origin.limits(results),
        "deviations": origin.deviations(results),
        "games": results.games,
        "count": len(results.groups),
        "strategies": origin.in_short(results),
        "rungs": origin.rungs(results),
        "card": origin.card(results, title, question, answer).content(),
        "slug": name.removesuffix(".html"),
        "index": INDEX,
        "examples": example_games(results),
    }
