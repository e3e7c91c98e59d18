"""What an answer may not do although the compiler lets it: roll other dice, print, raise, call itself.

Other dice make games that can't be played again; the others crash, or say nothing of what went wrong.
"""

from __future__ import annotations

import builtins
import dis
import linecache
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from paskasim.reach import codes_of, function_in, line_of, uses_of
from paskasim.rules.messages import shortened, visible

ROLL = "games could not be played again; use roll(mine, n) of paskasim.bots, and say deterministic=False"


def refusals_of(questions: Mapping[str, Callable[..., Any]]) -> Iterator[str]:
    """Yield a sentence for each answer that does what it may not, directly or in a function that it calls."""
    for question, answer in questions.items():
        function = function_in(answer)
        told = next(_of(function, (function,), set()), None) if function is not None else None
        if told is not None:
            yield f"Its answer to `{question}` can't be used: {told}."


def _of(function: FunctionType, trail: tuple[FunctionType, ...], seen: set[FunctionType]) -> Iterator[str]:
    seen.add(function)
    line = _line_of_a_raise(function)
    if line:
        yield f"{_place(function, line)}it raises an exception, of which compiled code can't tell; let it answer"
    for use in uses_of(function):
        reason = _reason(use.value, use.name)
        if reason:
            yield _place(function, use.line) + reason
        called = function_in(use.value)
        if called in trail:
            yield f"{_place(function, use.line)}`{use.name}` calls itself, at least in a roundabout way; write a loop"
        elif called is not None and called not in seen:
            yield from _of(called, (*trail, called), seen)


def _line_of_a_raise(function: FunctionType) -> int:
    for code in codes_of(function.__code__):
        for step in dis.get_instructions(code):
            if step.opname == "RAISE_VARARGS":
                return line_of(step, code)
    return 0


def _reason(value: object, name: str) -> str:
    if value is builtins.print:
        return "it prints; `paskasim trace` shows games, and `strategies check` what a strategy is shown and answers"
    if value is numba.objmode:
        return "it goes back to Python (objmode), which compiled games can't"
    if value is random or value is np.random or id(value) in _dice():
        return f"`{name}` rolls dice of its own: {ROLL}"
    return ""


@cache
def _dice() -> frozenset[int]:
    modules: tuple[ModuleType, ...] = (random, np.random)
    return frozenset(id(getattr(module, name)) for module in modules for name in vars(module)["__all__"])


def _place(function: FunctionType, line: int) -> str:
    file = function.__code__.co_filename
    source = linecache.getline(file, line).strip()
    return f"{Path(file).name}, line {line}, `{shortened(visible(source))}`: " if source else f"`{function.__name__}`: "
