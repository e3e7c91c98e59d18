"""What a function reaches: the names that it looks up outside itself, and what stands there.

Compiled code takes constants and called functions as they are when it is compiled, and keeps them. So these are what
the source of a strategy does not tell: numbers read from a file, helpers that were imported in a roundabout way.
"""

from __future__ import annotations

import builtins
import dis
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

FOREIGN = frozenset({"paskasim", "numba", "numpy", "llvmlite", *sys.stdlib_module_names})
GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
CELL = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
ATTRIBUTE = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
SILENT = frozenset({"CACHE", "NOP", "PUSH_NULL", "EXTENDED_ARG", "RESUME"})
MISSING = object()


@dataclass(frozen=True)
class Use:
    """A name that a function looks up outside itself.

    Attributes
    ----------
    name
        As written, `helpers.KEEP` for what a module holds.
    value
        What stands there now; MISSING if nothing does.
    line
        Of the function's file, where it is looked up first.
    """

    name: str
    value: Any
    line: int


def is_foreign(module: object) -> bool:
    """Whether a module, by its name, belongs to Python, to the compiler or to this package."""
    return isinstance(module, str) and module.partition(".")[0] in FOREIGN


def function_in(value: object) -> FunctionType | None:
    """Return the Python function that a value is or is compiled from, if it is one of a user."""
    for each in (value, getattr(value, "py_func", None), getattr(value, "_pyfunc", None)):
        if isinstance(each, FunctionType):
            return None if is_foreign(each.__module__) else each
    return None


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of all that is defined within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_of(constant)


def uses_of(function: FunctionType) -> list[Use]:
    """Return what a function looks up outside itself, by name."""
    found: dict[str, Use] = {}
    for code in codes_of(function.__code__):
        for use in _uses_in(code, function):
            found.setdefault(use.name, use)
    return [found[name] for name in sorted(found)]


def line_of(step: dis.Instruction, code: CodeType) -> int:
    """Return the line that a step of some code is from, as near as is known."""
    return (step.positions.lineno if step.positions else None) or code.co_firstlineno


def _uses_in(code: CodeType, function: FunctionType) -> Iterator[Use]:
    cells = _cells(function)
    use: Use | None = None
    for step in dis.get_instructions(code):
        if step.opname in SILENT:
            continue
        if step.opname in ATTRIBUTE and use is not None and isinstance(use.value, ModuleType):
            use = Use(f"{use.name}.{step.argval}", getattr(use.value, step.argval, MISSING), use.line)
            continue
        if use is not None:
            yield from _with_contents(use, code)
        use = None
        if step.opname in GLOBAL:
            value = function.__globals__.get(step.argval, getattr(builtins, step.argval, MISSING))
            use = Use(step.argval, value, line_of(step, code))
        elif step.opname in CELL and step.argval in cells:
            use = Use(step.argval, cells[step.argval], line_of(step, code))


def _with_contents(use: Use, code: CodeType) -> Iterator[Use]:
    """Yield a use; of a module that is handed about whole, all that the code may read of it."""
    yield use
    if isinstance(use.value, ModuleType):
        for name in code.co_names:
            if hasattr(use.value, name):
                yield Use(f"{use.name}.{name}", getattr(use.value, name), use.line)


def _cells(function: FunctionType) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not filled yet
            found[name] = MISSING
    return found


def file_of(function: FunctionType) -> Path | None:
    """Return the file that a function stands in, if there is one."""
    path = Path(function.__code__.co_filename)
    return path if path.is_file() else None
