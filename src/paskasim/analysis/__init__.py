"""Findings from results: one question a file, on top of one file of interval estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paskasim.analysis.questions import names as question_names

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paskasim.analysis.comparisons import Interest
    from paskasim.analysis.findings import Finding
    from paskasim.analysis.results import Results

__all__ = ["answer", "question_names", "read"]


def read(path: Path) -> Results:
    """Read and check a results folder; see `paskasim.analysis.results.read`."""
    from paskasim.analysis.results import read as read_results

    return read_results(path)


def answer(results: Results, questions: Sequence[str] | None = None, interest: Interest | None = None) -> list[Finding]:
    """Answer the questions of a study, all their comparisons judged together.

    Parameters
    ----------
    results
        What `read` returned.
    questions
        Names of questions in the order wanted; those of the study where left out.
    interest
        The smallest effects of interest; 1 point of loss share, 0.5 points of endless games and
        5 turns where left out.

    Raises
    ------
    PaskasimError
        Where a question is not known.
    """
    from dataclasses import replace

    from paskasim.analysis.comparisons import Interest, judge
    from paskasim.analysis.contrasts import at_every_look
    from paskasim.analysis.questions import load
    from paskasim.analysis.stopped import explained

    asked = [load(name) for name in (results.questions if questions is None else questions)]
    comparisons = [comparison for question in asked for comparison in question.compare(results)]
    if results.watched:
        comparisons = [replace(each, contrast=at_every_look(each.contrast)) for each in comparisons]
    judged = judge(comparisons, interest or Interest())
    return [
        explained(results, _with_table(question.find(results, judged)), beside=bool(getattr(question, "PROBES", ())))
        for question in asked
    ]


def _with_table(finding: Finding) -> Finding:
    """Return a finding with the table of where it holds among its tables."""
    from dataclasses import replace

    if finding.held is None or len(finding.held.table.rows) < 2:
        return finding
    return replace(finding, tables=(*finding.tables, replace(finding.held.table, name=f"{finding.question}-holds")))
