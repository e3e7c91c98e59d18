"""What a strategy says of itself has the right form."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.subject import Subject
from paskasim.metadata import mistakes_of


def look(subject: Subject) -> Iterator[Found]:
    """Look at every field without which it can't be played."""
    yield from map(Found, mistakes_of(subject.player.strategy))


CHECK = Check("metadata", "It says what it is: name, known questions, sane ranges.", look, 1, after=())
