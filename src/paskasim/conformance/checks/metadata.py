"""What a strategy says of itself has the right form."""

from __future__ import annotations

import keyword
import math
from collections.abc import Iterator, Mapping

from paskasim.conformance.check import Check, Found
from paskasim.conformance.subject import Subject
from paskasim.kernels.layout import MINE_WORDS, PARAM_WORDS
from paskasim.rules.messages import did_you_mean, near, shown
from paskasim.strategies.door import QUESTION_CODES, Parameter, Strategy

LARGEST = 1 << 53  # what a parameter may be times its scale


def look(subject: Subject) -> Iterator[Found]:
    """Look at every field."""
    for sentence in (*_of_strategy(subject.player.strategy), *_of_parameters(subject.player.strategy)):
        yield Found(sentence)


def is_name(name: object) -> bool:
    """Return whether a line-up can say this name."""
    return isinstance(name, str) and name.isascii() and name.isidentifier() and not keyword.iskeyword(name)


def _of_strategy(strategy: Strategy) -> Iterator[str]:
    if not is_name(strategy.name):
        yield f"Its name {shown(strategy.name)} is no identifier: letters, digits and _ are allowed, such as careful_2."
    if not isinstance(strategy.summary, str) or not strategy.summary.strip().endswith("."):
        yield "Its summary has to tell how it plays, in a sentence that ends with a full stop."
    if not isinstance(strategy.source, str) or not strategy.source.strip():
        yield "Its source has to tell where it is from."
    yield from _of_questions(strategy)
    if not strategy.games_per_second > 0:
        yield "Its games_per_second has to be above 0."
    if strategy.words < MINE_WORDS:
        yield f"It asks for {strategy.words} words; at least {MINE_WORDS} are there."
    for trait in ("deterministic", "memoryless", "wraps"):
        if not isinstance(getattr(strategy, trait), bool):
            yield f"{trait} has to be True or False."


def _of_questions(strategy: Strategy) -> Iterator[str]:
    if not isinstance(strategy.questions, Mapping):
        yield 'Its questions have to be a dict such as {"play": play}.'
        return
    for question, function in strategy.questions.items():
        if question not in QUESTION_CODES:
            meant = did_you_mean(near(str(question), QUESTION_CODES))
            yield f"It answers {shown(question)}; the questions are {', '.join(QUESTION_CODES)}{meant}."
        if not callable(function):
            yield f"Its answer to {shown(question)} is no function."
    if "play" not in strategy.questions:
        yield "It does not answer `play`, which every strategy has to."


def _of_parameters(strategy: Strategy) -> Iterator[str]:
    names: list[str] = []
    for parameter in strategy.parameters:
        if not isinstance(parameter, Parameter):
            yield f"{shown(parameter)} stands among its parameters and is no `Parameter`."
            continue
        yield from _of_parameter(parameter)
        if parameter.name in names:
            yield f"Two of its parameters are called {shown(parameter.name)}."
        names.append(parameter.name)
    taken = len(strategy.parameters) + len(strategy.weights)
    if taken > PARAM_WORDS:
        yield f"It has {taken} parameters and weights; there is room for {PARAM_WORDS}."
    if strategy.weights and "weights" in names:
        yield 'A parameter is called "weights", which names its file of weights.'


def _of_parameter(parameter: Parameter) -> Iterator[str]:
    name = parameter.name
    if not is_name(name):
        yield f"Its parameter {shown(name)} has no name that a line-up can say."
    if not isinstance(parameter.meaning, str) or not parameter.meaning.strip():
        yield f"The meaning of its parameter {shown(name)} is not told."
    low, default, high = parameter.low, parameter.default, parameter.high
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in (low, default, high)):
        yield f"Its parameter {shown(name)} has a range that is no pair of numbers."
    elif not low <= default <= high:
        yield f"Its parameter {shown(name)} is {default:g} by default, outside its range {low:g} to {high:g}."
    elif low == high:
        yield f"Its parameter {shown(name)} can only be {low:g}."
    elif not parameter.scale > 0 or max(abs(low), abs(high)) * parameter.scale > LARGEST:
        yield f"Its parameter {shown(name)} times its scale {parameter.scale} is too large, or not above 0."
    elif round(low * parameter.scale) == round(high * parameter.scale):
        yield f"Its parameter {shown(name)} is the same word at both ends of its range; give it a larger scale."


CHECK = Check("metadata", "It says what it is: name, summary, source, known questions, sane ranges.", look, 1, after=())
