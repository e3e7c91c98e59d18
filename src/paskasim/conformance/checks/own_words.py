"""Only what is its own is written to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import Position, Reply, bench_for, positions_of
from paskasim.conformance.subject import Subject
from paskasim.kernels import layout as at


def look(subject: Subject) -> Iterator[Found]:
    """Ask between guarding words, and see what was written to."""
    positions = positions_of(subject)
    bench = bench_for(positions)
    for position in positions:
        sentence = _written(position, bench.ask(position))
        if sentence:
            yield position.found(sentence)
            return


def _written(position: Position, reply: Reply) -> str:
    fixed = slice(at.WRAP, at.MEMORY)
    if reply.answer == at.FOUL_ANSWER:
        return "It reaches for words that are not its own."
    if not np.array_equal(reply.table, position.table):
        return "It writes to the table."
    if not np.array_equal(reply.mine[fixed], position.mine[fixed]):
        return "It writes over its parameters, which stay the same for all games."
    if reply.strayed:
        return "It writes to words that are not its own."
    return ""


CHECK = Check("own_words", "It writes to its own memory and scratch space only, never to its parameters.", look, 10)
