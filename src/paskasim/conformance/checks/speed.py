"""The speed that a strategy names is about right."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.subject import Subject

FACTOR = 3


def look(subject: Subject) -> Iterator[Found]:
    """Compare with what was measured."""
    measured = subject.games_per_second
    named = subject.player.games_per_second
    if not named / FACTOR <= measured <= named * FACTOR:
        yield Found(
            f"It says games_per_second={named:_}; measured here: about {_rounded(measured):_}.",
            warns=True,
        )


def _rounded(number: float) -> int:
    """Return a number with two digits that count."""
    return int(float(f"{number:.1e}"))


CHECK = Check("speed", "It plays about as many games a second as it says.", look, 14)
