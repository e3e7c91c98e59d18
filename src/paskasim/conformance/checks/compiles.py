"""Every answer can be compiled."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.complaints import complaints_of
from paskasim.conformance.check import Check, Found
from paskasim.conformance.settings import preset_settings
from paskasim.conformance.subject import Subject
from paskasim.errors import PaskasimError
from paskasim.lineups import crew_of


def look(subject: Subject) -> Iterator[Found]:
    """Compile it; where that fails, compile the answers one by one and tell which, and why."""
    try:
        crew_of([subject.player], preset_settings()[0].rules)
    except Exception as error:  # the compiler raises whatever it likes
        told = list(complaints_of(subject.player.strategy.questions))
        if not told and not isinstance(error, PaskasimError):
            raise
        yield from map(Found, told or [str(error)])


CHECK = Check("compiles", "Every answer can be compiled.", look, 3, after=("metadata",))
