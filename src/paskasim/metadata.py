"""What a strategy says of itself: the form that it has to have before it can be played at all."""

from __future__ import annotations

import keyword
import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from types import FunctionType

from paskasim.errors import PaskasimError
from paskasim.kernels.layout import FAR, MINE_WORDS, PARAM_WORDS
from paskasim.rules.messages import did_you_mean, near, shown
from paskasim.strategies.door import QUESTION_CODES, Parameter, Strategy

LARGEST = 1 << 53  # what a parameter may be times its scale
MOST_WORDS = 1 << 24
WEIGHTS = "weights"
MEND = "Mend it; `paskasim strategies check FILE` tells all that is wrong, docs/strategies.md what goes."


def refuse_mistakes(strategy: Strategy, where: str) -> None:
    """See that a strategy can be played.

    Parameters
    ----------
    where
        What it is from, for the error.

    Raises
    ------
    PaskasimError
        For the first thing that it says of itself and that can't be.
    """
    for sentence in mistakes_of(strategy):
        raise PaskasimError(f"{where}: strategy {shown(strategy.name)}: {sentence}", MEND)


def mistakes_of(strategy: Strategy) -> Iterator[str]:
    """Yield what keeps a strategy from being played, a sentence each."""
    if not is_name(strategy.name):
        yield f"Its name {shown(strategy.name)} is no identifier: letters, digits and _ are allowed, such as careful_2."
    for name in ("summary", "source"):
        if not isinstance(getattr(strategy, name), str):
            yield f"Its {name} has to be text, and is {shown(getattr(strategy, name))}."
    yield from _of_questions(strategy)
    yield from _of_numbers(strategy)
    for trait in ("deterministic", "memoryless", "wraps"):
        if not isinstance(getattr(strategy, trait), bool):
            yield f"{trait} has to be True or False."
    yield from _of_parameters(strategy)


def is_name(name: object) -> bool:
    """Return whether a line-up can say this name."""
    return isinstance(name, str) and name.isascii() and name.isidentifier() and not keyword.iskeyword(name)


def _is_number(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


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
        elif not isinstance(function, FunctionType):
            kind = type(function).__name__
            yield f"Its answer to {shown(question)} is no plain function but a {kind}; no class, no @kernel above it."
    if "play" not in strategy.questions:
        yield "It does not answer `play`, which every strategy has to."


def _of_numbers(strategy: Strategy) -> Iterator[str]:
    if not _is_number(strategy.games_per_second):
        yield f"Its games_per_second has to be a number above 0, and is {shown(strategy.games_per_second)}."
    elif not strategy.games_per_second > 0:
        yield "Its games_per_second has to be above 0."
    elif not _is_whole(strategy.games_per_second):
        yield f"Its games_per_second has to be a whole number such as 100_000, and is {strategy.games_per_second}."
    if not _is_whole(strategy.bluff_games_per_second) or strategy.bluff_games_per_second < 0:
        yield (
            "Its bluff_games_per_second has to be a whole number such as 100_000, "
            f"and is {shown(strategy.bluff_games_per_second)}."
        )
    if not _is_whole(strategy.words) or strategy.words > MOST_WORDS:
        yield f"Its words have to be a whole number up to {MOST_WORDS:,}, and are {shown(strategy.words)}."
    elif strategy.words < MINE_WORDS:
        yield f"It asks for {strategy.words} words; at least {MINE_WORDS} are there."


def _of_parameters(strategy: Strategy) -> Iterator[str]:
    parameters, weights = strategy.parameters, strategy.weights
    if not isinstance(weights, tuple | list) or not _are_names(weights):
        yield f"Its weights have to be a tuple of different names, and are {shown(weights)}."
        weights = ()
    if not isinstance(parameters, tuple | list):
        yield f"Its parameters have to be a tuple such as (Parameter(...),), and are a {type(parameters).__name__}."
        return
    names: list[object] = []
    for parameter in parameters:
        if not isinstance(parameter, Parameter):
            yield f"{shown(parameter)} stands among its parameters and is no `Parameter`."
            continue
        yield from _of_parameter(parameter)
        if parameter.name in names:
            yield f"Two of its parameters are called {shown(parameter.name)}."
        names.append(parameter.name)
    taken = len(parameters) + len(weights)
    if taken > PARAM_WORDS and (not weights or len(parameters) > PARAM_WORDS):
        yield f"It has {taken} parameters and weights; there is room for {PARAM_WORDS}."
    elif taken > PARAM_WORDS and _is_whole(strategy.words) and strategy.words < FAR + len(weights):
        yield (
            f"It has {taken} parameters and weights; there is room for {PARAM_WORDS}, "
            f"or, if its words are {FAR + len(weights)} at least, for the weights behind them."
        )
    if weights and WEIGHTS in names:
        yield 'A parameter is called "weights", which names its file of weights.'
    if strategy.wraps is True and (len(parameters) != 1 or weights):
        yield "With wraps=True it has exactly one parameter, and no weights: all other words are the other's."


def _are_names(weights: Sequence[object]) -> bool:
    """Whether a file can hold numbers under these names."""
    return all(isinstance(name, str) and name for name in weights) and len({*weights}) == len(weights)


def _of_parameter(parameter: Parameter) -> Iterator[str]:
    name = parameter.name
    if not is_name(name):
        yield f"Its parameter {shown(name)} has no name that a line-up can say."
    if not isinstance(parameter.meaning, str):
        yield f"The meaning of its parameter {shown(name)} has to be text."
    low, default, high = parameter.low, parameter.default, parameter.high
    if not all(map(_is_number, (low, default, high))):
        yield f"Its parameter {shown(name)} has a range that is no pair of numbers."
    elif not low <= default <= high:
        yield f"Its parameter {shown(name)} is {default:g} by default, outside its range {low:g} to {high:g}."
    elif not _is_whole(parameter.scale) or not parameter.scale > 0:
        yield f"Its parameter {shown(name)} times its scale {shown(parameter.scale)} is too large, or not above 0."
    elif max(abs(low), abs(high)) * parameter.scale > LARGEST:
        yield f"Its parameter {shown(name)} times its scale {parameter.scale} is too large, or not above 0."
    elif not is_step(default, parameter.scale):
        yield f"Its parameter {shown(name)} is {default} by default; {steps_of(parameter.scale)} are allowed."


def is_step(value: float, scale: int) -> bool:
    """Whether a value of a parameter is played as it is written.

    A strategy gets `round(value * scale)`. So a multiple of 1/scale is, and a number with so few decimals that any two
    of them are different words.
    """
    if (Fraction(value) * scale).denominator == 1:
        return True
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    return isinstance(exponent, int) and -exponent <= decimals(scale)


def decimals(scale: int) -> int:
    """Return how many decimals of a parameter are told apart."""
    return len(str(scale)) - 1


def steps_of(scale: int) -> str:
    """Return which values of a parameter are told apart, in words."""
    if scale == 1:
        return "whole numbers"
    digits = decimals(scale)
    if 10**digits == scale or scale > 1000:
        return f"numbers with at most {digits} decimals" if digits != 1 else "numbers with one decimal"
    return f"multiples of 1/{scale}"
