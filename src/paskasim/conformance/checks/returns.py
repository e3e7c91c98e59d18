"""An answer comes, and in time."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import positions_of
from paskasim.conformance.subject import Subject
from paskasim.errors import PaskasimError


def look(subject: Subject) -> Iterator[Found]:
    """Time answers; one that never comes, or ends the interpreter, is noticed by who started this process."""
    try:
        positions = positions_of(subject)
    except PaskasimError:
        return  # an illegal answer, which another check tells of
    slowest = max(positions, key=lambda position: position.seconds, default=None)
    if slowest is not None and slowest.seconds > subject.limit:
        yield slowest.found(f"An answer took longer than {subject.limit:g} seconds.")


CHECK = Check(
    "returns", "Every answer comes in time, and none crashes the interpreter.", look, 4,
    after=("metadata", "compiles"),
)  # fmt: skip
