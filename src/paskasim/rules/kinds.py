"""The kinds of values that switches take: what is allowed, and what is wrong with a value.

A kind stands as a marker in the annotation of a field (`Annotated[int, Whole(1, 13)]`); fields of type
`bool` and `Literal` need none. The type is then told in one place only, and pydantic, the loader and
the docs all ask the same object.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic import GetCoreSchemaHandler
from pydantic.fields import FieldInfo
from pydantic_core import core_schema

from paskasim.rules.messages import did_you_mean, near, shown, sort_of
from paskasim.rules.ranks import JOKER, ORDER, RANKS, Named, named_ranks, rank_list

Step = str | int


class Problem(NamedTuple):
    """What is wrong with a value, and where in it: keys and indexes from the value inwards."""

    path: tuple[Step, ...]
    text: str


class Kind(ABC):
    """A kind of value."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What is allowed, in words that follow `allowed: `."""

    @abstractmethod
    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value; an empty list for a good one."""

    def clean(self, value: Any) -> Any:
        """Return a good value in the form that the model keeps."""
        return value

    def plain(self, value: Any) -> Any:
        """Return a value of the model in the form that JSON and TOML know."""
        return value

    def rank_names(self, value: Any) -> Iterator[tuple[tuple[Step, ...], Named]]:
        """Yield every rank or range that a good value names, with its place in the value."""
        return iter(())

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Let pydantic check a field by this kind."""
        return core_schema.no_info_plain_validator_function(self._validated)

    def _validated(self, value: object) -> object:
        problems = self.problems(value)
        if problems:
            raise ValueError("; ".join(problem.text for problem in problems))
        return self.clean(value)

    def _refusal(self, value: object) -> Problem:
        return Problem((), f"{shown(value)} is {sort_of(value)}; allowed: {self.allowed}")

    def _other(self, value: object, choices: Iterable[str] = ()) -> Problem:
        meant = did_you_mean(near(str(value), choices)) if choices else ""
        return Problem((), f"{shown(value)} is not allowed; allowed: {self.allowed}{meant}")


class YesNo(Kind):
    """`true` or `false`."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "true, false"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if isinstance(value, bool):
            return []
        if isinstance(value, str) and value.casefold() in ("true", "false"):
            return [Problem((), f"{shown(value)} is text; write {value.casefold()} without quotes")]
        return [self._refusal(value)]


class Words(Kind):
    """One word of a list."""

    def __init__(self, *words: str) -> None:
        self.words = words

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return ", ".join(f'"{word}"' for word in self.words)

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, str):
            return [self._refusal(value)]
        if value in self.words:
            return []
        return [self._other(value, self.words)]


class Whole(Kind):
    """A whole number from `low` to `high`, or instead one word."""

    def __init__(self, low: int, high: int, word: str | None = None) -> None:
        self.low, self.high, self.word = low, high, word

    @property
    def allowed(self) -> str:
        """What is allowed."""
        numbers = f"whole numbers from {self.low} to {self.high}"
        return f'"{self.word}", {numbers}' if self.word else numbers

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if isinstance(value, bool):
            return [self._refusal(value)]
        if isinstance(value, int):
            if self.low <= value <= self.high:
                return []
            return [self._other(value)]
        if isinstance(value, str):
            if self.word is not None and value == self.word:
                return []
            if value.isascii() and value.isdigit() and len(value) < 9:
                return [Problem((), f"{shown(value)} is text; write {int(value)} without quotes")]
            return [self._other(value, [self.word or ""])]
        return [self._refusal(value)]


class OneRank(Kind):
    """One rank out of some, or none (`""`) where `none` is true."""

    def __init__(self, ranks: tuple[str, ...] = RANKS, *, none: bool = True) -> None:
        self.ranks, self.none = ranks, none

    @property
    def allowed(self) -> str:
        """What is allowed."""
        listed = ", ".join(f'"{rank}"' for rank in self.ranks)
        return f'"" (none), {listed}' if self.none else listed

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, str):
            return [rank_as_number(value) or self._refusal(value)]
        if value in self.ranks or (self.none and not value):
            return []
        return [self._other(value, self.ranks)]

    def rank_names(self, value: Any) -> Iterator[tuple[tuple[Step, ...], Named]]:
        """Yield every rank or range that a good value names, with its place in the value."""
        if value:
            yield (), Named(value, (value,))


class RankList(Kind):
    """Ranks and ranges in one text; words beside ranks, such as `empty`, where `words` names them."""

    def __init__(self, *, none: bool = True, jokers: bool = True, words: tuple[str, ...] = ()) -> None:
        self.none, self.jokers, self.words = none, jokers, words

    @property
    def allowed(self) -> str:
        """What is allowed."""
        more = "".join(f', the word "{word}"' for word in self.words)
        return ('"" (none), ' if self.none else "") + 'ranks such as "2 10 J", ranges such as "3-9"' + more

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, str):
            return [rank_as_number(value) or self._refusal(value)]
        if not value.split() and not self.none:
            return [Problem((), f"{shown(value)} names no rank; allowed: {self.allowed}")]
        try:
            ranks = rank_list(self._without_words(value))
        except ValueError as error:
            return [Problem((), str(error))]
        if JOKER in ranks and not self.jokers:
            return [Problem((), f"{shown(value)} names the joker; jokers come into the deck by deck.jokers")]
        return []

    def rank_names(self, value: Any) -> Iterator[tuple[tuple[Step, ...], Named]]:
        """Yield every rank or range that a good value names, with its place in the value."""
        for named in named_ranks(self._without_words(value)):
            yield (), named

    def _without_words(self, text: str) -> str:
        return " ".join(word for word in text.split() if word not in self.words)


class Line(Kind):
    """Text on one line, not empty."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "text on one line"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, str):
            return [self._refusal(value)]
        if not value.strip() or not value.isprintable():
            return [Problem((), f"{shown(value)} is not allowed; allowed: {self.allowed}, not empty")]
        return []


class Text(Kind):
    """Any text."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "text"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        return [] if isinstance(value, str) else [self._refusal(value)]


class Texts(Kind):
    """A text, or a list of texts."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "text, or a list of texts"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if isinstance(value, str):
            return []
        if not isinstance(value, list | tuple):
            return [self._refusal(value)]
        wrong = [(index, item) for index, item in enumerate(value) if not isinstance(item, str)]
        return [Problem((index,), self._refusal(item).text) for index, item in wrong]

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return a good value in the form that the model keeps."""
        return (value,) if isinstance(value, str) else tuple(value)


class PlayerNumbers(Kind):
    """Numbers of players, such as `"3-6"`."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return 'numbers from 2 to 10, such as "3-6" or "4"'

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if isinstance(value, int) and not isinstance(value, bool):
            return [Problem((), f'{shown(value)} is a number; write it as text, such as "4"')]
        if not isinstance(value, str):
            return [self._refusal(value)]
        match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", value)
        if match and 2 <= int(match[1]) <= int(match[2] or match[1]) <= 10:
            return []
        return [self._other(value)]


def kind_of(field: FieldInfo) -> Kind:
    """Return the kind of values that a field of the model takes.

    Raises
    ------
    TypeError
        For a field whose annotation tells no kind: a mistake in the model.
    """
    for marker in field.metadata:
        if isinstance(marker, Kind):
            return marker
    if field.annotation is bool:
        return YesNo()
    words = [word for part in (field.annotation, *get_args(field.annotation)) for word in _words(part)]
    if words:
        return Words(*words)
    raise TypeError(f"no kind for {field.annotation}")


def _words(annotation: Any) -> tuple[str, ...]:
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def rank_as_number(value: object) -> Problem | None:
    """Return what to say of a number where text with ranks belongs; nothing for other values."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 15:
        if str(value) in (*ORDER, "2"):
            return Problem((), f'{value} is a number; ranks are text, write "{value}"')
        return Problem((), f"{value} is a number; ranks are text and are {' '.join(RANKS)}")
    return None
