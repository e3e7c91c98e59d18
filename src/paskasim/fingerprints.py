"""A hash of all that strategies are compiled from, and of what is declared of them.

Covered are the functions that answer, every function that they call (with the file it stands in, wherever that lies),
and the values that these read from outside themselves: numbers, text, tuples, arrays, enumerations, what modules hold,
what closures hold. Python itself, NumPy, Numba and this package are not: their versions stand elsewhere.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from paskasim.reach import Use, codes_of, file_of, function_in, is_foreign, uses_of
from paskasim.strategies.door import Strategy

NOT_HOW_IT_PLAYS = ("summary", "source", "games_per_second", "bluff_games_per_second")


def fingerprint(strategies: Iterable[Strategy]) -> str:
    """Return a hash of all that strategies are compiled from, and of what they declare."""
    taken = _Print()
    for strategy in strategies:
        for field in dataclasses.fields(strategy):
            if field.name not in NOT_HOW_IT_PLAYS:
                taken.add(field.name, getattr(strategy, field.name))
    return taken.digest.hexdigest()


@cache
def _words_of_bots() -> Mapping[str, object]:
    from paskasim import bots

    return {name: value for name, value in vars(bots).items() if type(value) is int}


def _belongs_elsewhere(use: Use) -> bool:
    """Whether a name stands for a function or class of others, or for a word of this package, whatever its number."""
    if function_in(use.value) is None and hasattr(use.value, "__qualname__") and is_foreign(use.value.__module__):
        return True
    return type(use.value) is int and _words_of_bots().get(use.name.rpartition(".")[2]) == use.value


class _Print:
    """A hash that grows by named values; each function once, so that circles end."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self._seen: dict[FunctionType, int] = {}
        self._open: list[int] = []
        self._files: dict[Path, str] = {}

    def add(self, name: str, value: Any) -> None:
        """Add a value under a name."""
        self._text("name", name)
        self._value(value)

    def _text(self, kind: str, text: object) -> None:
        told = f"{kind}:{text}"
        self.digest.update(f"{len(told)}:{told};".encode("utf-8", "surrogatepass"))

    def _value(self, value: Any) -> None:
        function = function_in(value)
        if value is None or isinstance(value, bool | int | float | complex | str | bytes):
            self._text(type(value).__name__, repr(value))
        elif function in self._seen:
            self._text("again", self._seen[function])
        elif function is not None:
            self._seen[function] = len(self._seen)
            self._function(function, getattr(value, "targetoptions", None))
        elif isinstance(value, np.ndarray | np.generic):
            self._array(np.asarray(value))
        elif isinstance(value, ModuleType):
            self._text("module", value.__name__)
        elif id(value) in self._open:
            self._text("within", len(self._open) - self._open.index(id(value)))
        else:
            self._open.append(id(value))
            self._whole(value)
            self._open.pop()

    def _whole(self, value: Any) -> None:
        if isinstance(value, Mapping):
            self._items(value, value.items())
        elif isinstance(value, tuple | list):
            self._items(value, enumerate(value))
        elif isinstance(value, set | frozenset):
            self._items(value, enumerate(sorted(value, key=repr)))
        elif isinstance(value, type) and issubclass(value, enum.Enum):
            self._items(value, ((member.name, member.value) for member in value))
        elif isinstance(value, enum.Enum):
            self._items(value, [(value.name, value.value)])
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            self._items(value, ((field.name, getattr(value, field.name, None)) for field in dataclasses.fields(value)))
        else:
            named = value if hasattr(value, "__qualname__") else type(value)
            self._text("object", f"{named.__module__}.{named.__qualname__}")

    def _items(self, whole: object, items: Iterable[tuple[object, object]]) -> None:
        pairs = list(items)
        self._text(type(whole).__name__, len(pairs))
        for key, item in pairs:
            self._value(key)
            self._value(item)

    def _array(self, array: np.ndarray[Any, Any]) -> None:
        self._text("array", f"{array.dtype.str} {array.dtype.descr} {array.shape}")
        if array.dtype.hasobject:
            self._items(array, enumerate(array.ravel().tolist()))
        else:
            self.digest.update(array.tobytes())

    def _function(self, function: FunctionType, options: object) -> None:
        code = function.__code__
        file = file_of(function)
        self._text("function", f"{function.__qualname__} {code.co_firstlineno}")
        if file is not None:
            self._text("file", self._content(file))
        if file is None or "<" in code.co_name:  # several lambdas may stand in one line
            self._code(code)
        self._value(function.__defaults__)
        if isinstance(options, Mapping):
            told = {key: option for key, option in options.items() if isinstance(option, bool | int | str)}
            self._text("options", sorted(told.items()))
        for use in uses_of(function):
            if _belongs_elsewhere(use):
                self._text("name", use.name)
            else:
                self.add(use.name, use.value)

    def _code(self, code: CodeType) -> None:
        for part in codes_of(code):
            constants = [constant for constant in part.co_consts if not isinstance(constant, CodeType)]
            self._text("code", part.co_code.hex())
            self._value((part.co_names, part.co_varnames, tuple(constants)))

    def _content(self, file: Path) -> str:
        if file not in self._files:
            self._files[file] = hashlib.sha256(file.read_bytes()).hexdigest()
        return self._files[file]
