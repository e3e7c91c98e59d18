"""The questions that a report answers, one a file; a new file here is a new question.

A file named `xyz.py` answers the question `xyz` by two functions: `compare(results)` lists what is
compared, `find(results, judged)` words the finding once all comparisons of the report were judged.
`PROBES = ("abc",)` says which probes a sweep shall play for it (`paskasim.studies.probes`).
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Protocol, cast

from paskasim.errors import PaskasimError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paskasim.analysis.comparisons import Comparison, Judged
    from paskasim.analysis.findings import Finding
    from paskasim.analysis.results import Results


class Question(Protocol):
    """What a file of this package provides."""

    def compare(self, results: Results) -> list[Comparison]:
        """Return all that this question compares."""
        ...

    def find(self, results: Results, judged: Mapping[str, Judged]) -> Finding:
        """Return the finding, given every comparison of the report by key."""
        ...


def names() -> tuple[str, ...]:
    """Return the names of all questions, sorted; imports none of them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load(name: str) -> Question:
    """Return a question by name.

    Raises
    ------
    PaskasimError
        Where there is no such question.
    """
    if name not in names():
        raise PaskasimError(
            f"Unknown question {name!r}; there are {', '.join(names())}.",
            "Ask one of these in the study's `questions`.",
        )
    return cast("Question", importlib.import_module(f"{__name__}.{name}"))
