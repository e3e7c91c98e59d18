"""Every answer can be compiled."""

from __future__ import annotations

from collections.abc import Iterator

from numba import cfunc

from paskasim.complaints import compile_complaint
from paskasim.conformance.check import Check, Found
from paskasim.conformance.settings import preset_settings
from paskasim.conformance.subject import Subject
from paskasim.errors import PaskasimError
from paskasim.kernels.pointers import STRATEGY_SIGNATURE
from paskasim.lineups import crew_of


def look(subject: Subject) -> Iterator[Found]:
    """Compile it; where that fails, compile the answers one by one and tell which, and why."""
    try:
        crew_of([subject.player], preset_settings()[0].rules)
    except PaskasimError as error:
        yield from list(_complaints(subject)) or [Found(f"{error.what} {error.do}")]
    except Exception as error:
        found = list(_complaints(subject))
        if not found:
            raise
        yield from found
        del error


def _complaints(subject: Subject) -> Iterator[Found]:
    for question, function in subject.player.strategy.questions.items():
        try:
            cfunc(STRATEGY_SIGNATURE, error_model="numpy")(function)
        except Exception as error:  # the compiler raises whatever it likes
            yield Found(compile_complaint(question, function, error))


CHECK = Check("compiles", "Every answer can be compiled.", look, 2, after=("metadata",))
