"""What a strategy says of itself has the right form."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.subject import Subject
from paskasim.metadata import mistakes_of
from paskasim.rules.messages import shown
from paskasim.strategies.door import Strategy


def look(subject: Subject) -> Iterator[Found]:
    """Look at every field: first at what it can't be played without, then at what people and line-ups need."""
    mistakes = list(mistakes_of(subject.player.strategy))
    yield from map(Found, mistakes or _wants(subject.player.strategy))


def _wants(strategy: Strategy) -> Iterator[str]:
    if not strategy.summary.strip().endswith("."):
        yield "Its summary has to tell how it plays, in a sentence that ends with a full stop."
    if not strategy.source.strip():
        yield "Its source has to tell where it is from."
    for parameter in strategy.parameters:
        name = shown(parameter.name)
        if not parameter.meaning.strip():
            yield f"The meaning of its parameter {name} is not told."
        if parameter.low == parameter.high:
            yield f"Its parameter {name} can only be {parameter.low:g}."
        elif round(parameter.low * parameter.scale) == round(parameter.high * parameter.scale):
            yield f"Its parameter {name} is the same word at both ends of its range; give it a larger scale."


CHECK = Check("metadata", "It says what it is: name, summary, source, known questions, sane ranges.", look, 1, after=())
