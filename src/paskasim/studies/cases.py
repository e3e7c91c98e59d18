"""Which case of a study is meant: cases by number as they are listed, by label, and by id."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from paskasim.errors import PaskasimError
from paskasim.lineups import lineup_text
from paskasim.rules.document import read_document
from paskasim.rules.messages import shown, visible
from paskasim.studies.plan import Case, all_cases
from paskasim.studies.study import Study

ONLY_IN_STUDIES = ("rules", "lineups", "vary", "case", "questions")


def is_study(path: str) -> bool:
    """Return whether a path leads to a TOML file with keys of a study.

    Raises
    ------
    PaskasimError
        For a TOML file that can't be read.
    """
    if not path.casefold().endswith(".toml") or not Path(path).is_file():
        return False
    return any(key in read_document(path).data for key in ONLY_IN_STUDIES)


def case_line(number: int, case: Case) -> str:
    """Return how a case is listed: number, label, players and line-up."""
    return f"{number:>3}  {visible(case.label)}, {case.players} players, {lineup_text(case.seats)}"


def choose_case(study: Study, wanted: str | None) -> Case:
    """Return the case of a study that is meant.

    Parameters
    ----------
    wanted
        Its number as `paskasim sweep --dry-run` lists it, its label or its id. Not needed for a study of one case.

    Raises
    ------
    PaskasimError
        If none is meant, or several are, with a list of them.
    """
    cases = list(enumerate(all_cases(study), 1))
    if wanted is None:
        if len(cases) == 1:
            return cases[0][1]
        raise _unclear(study, f"has {len(cases)} cases, and --case does not say which one", cases)
    text = wanted.strip()
    for what in (
        [pair for pair in cases if str(pair[0]) == text],
        [pair for pair in cases if pair[1].id == text],
        [pair for pair in cases if pair[1].label == text],
    ):
        if len(what) == 1:
            return what[0][1]
        if what:
            raise _unclear(study, f"--case {shown(text)} fits {len(what)} cases", what)
    raise _unclear(study, f"there is no case {shown(text)}; there are", cases)


def _unclear(study: Study, problem: str, cases: Sequence[tuple[int, Case]]) -> PaskasimError:
    lines = "\n".join(case_line(number, case) for number, case in cases)
    return PaskasimError(
        f"{study.place}: {problem}:\n{lines}", f"Give one by its number, such as --case {cases[0][0]}."
    )
