"""Nothing hidden is seen."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import bench_for, positions_of
from paskasim.conformance.subject import Subject

PATTERNS = 16


def look(subject: Subject) -> Iterator[Found]:
    """Ask twice with the same view, and with other words behind it where the game keeps what is hidden."""
    positions = positions_of(subject)
    bench = bench_for(positions)
    for number, position in enumerate(positions):
        for noise in (2 * number % PATTERNS, (2 * number + 1) % PATTERNS):
            answer = bench.ask(position, noise=noise).answer
            if answer != position.answer:
                told = f"{position.said(position.answer)}; then {position.said(answer)}"
                yield position.found("It answers otherwise where only what it may not see is other.", told)
                return


CHECK = Check("hidden", "The same view leads to the same answer, whatever lies hidden.", look, 11)
