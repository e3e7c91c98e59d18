"""Reports: one self-contained HTML file a study, and an index over them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paskasim.report.saving import Counter

__all__ = ["build", "build_index"]


def build(
    results_dir: Path, reports_dir: Path, figures_dir: Path | None = None, counter: Counter | None = None
) -> Path:
    """Write the report of a results folder and return its path; see `paskasim.report.page.build`."""
    from paskasim.report.page import build as build_page

    return build_page(results_dir, reports_dir, figures_dir, counter)


def build_index(reports_dir: Path) -> Path:
    """Write the index over all reports in a folder; see `paskasim.report.index.build_index`."""
    from paskasim.report.index import build_index as build_page

    return build_page(reports_dir)
