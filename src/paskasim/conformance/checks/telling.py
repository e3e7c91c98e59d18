"""What a strategy tells people of itself is there, and can be meant."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.subject import Subject
from paskasim.rules.messages import shown


def look(subject: Subject) -> Iterator[Found]:
    """Look at every field that people and line-ups need, though games can be played without it."""
    strategy = subject.player.strategy
    if not strategy.summary.strip().endswith("."):
        yield Found("Its summary has to tell how it plays, in a sentence that ends with a full stop.")
    if not strategy.source.strip():
        yield Found("Its source has to tell where it is from.")
    for parameter in strategy.parameters:
        name = shown(parameter.name)
        if not parameter.meaning.strip():
            yield Found(f"The meaning of its parameter {name} is not told.")
        if parameter.low == parameter.high:
            yield Found(f"Its parameter {name} can only be {parameter.low:g}.")
        elif round(parameter.low * parameter.scale) == round(parameter.high * parameter.scale):
            yield Found(f"Its parameter {name} is the same word at both ends of its range; give it a larger scale.")


CHECK = Check(
    "telling",
    "It tells people what it is: a summary, a source, what its parameters mean.",
    look,
    2,
    after=("metadata",),
)
