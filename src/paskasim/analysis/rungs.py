"""Between whom skill was measured."""

from __future__ import annotations

from typing import Any

from paskasim.analysis.results import Results
from paskasim.studies.rungs import RUNGS

PROBE = "skill"


def rungs_of(results: Results) -> tuple[str, ...]:
    """Return the rungs of a study, from the weakest to the strongest."""
    given: dict[str, Any] = results.manifest.get("study", {}).get(PROBE) or {}
    return tuple(given.get("rungs", RUNGS))
