"""Conditions on the columns of a game row, such as `outcome=deadlock` or `turns>=300`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.rules.messages import did_you_mean, near, shown
from paskasim.studies.columns import COLUMNS, OUTCOMES, PROOFS, Column

SIGNS: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
)
ON_COLUMNS = MappingProxyType(
    {"=": pc.equal, "!=": pc.not_equal, "<": pc.less, "<=": pc.less_equal, ">": pc.greater, ">=": pc.greater_equal}
)
FORM = re.compile(r"\s*(?P<column>[^=!<>]*?)\s*(?P<sign>!=|<=|>=|==|=|<|>)\s*(?P<value>.*?)\s*")
NUMBER = re.compile(r"\d{1,3}(,\d{3})+|\d[\d_]*", re.ASCII)
NULL = "null"
WORDS = MappingProxyType({"outcome": OUTCOMES, "proof": PROOFS})
BY_NAME = MappingProxyType({column.name: column for column in COLUMNS})
DO = "docs/columns.md says what each column means."


@dataclass(frozen=True)
class Condition:
    """What one column of a row has to be.

    Attributes
    ----------
    sign
        One of `SIGNS`. A row without a value fits `!=` any value, and none of the other signs.
    value
        A word, a number, or `None` for a row without a value.
    """

    column: Column
    sign: str
    value: str | int | None

    def __str__(self) -> str:
        return f"{self.column.name}{self.sign}{NULL if self.value is None else self.value}"

    def mask(self, rows: pa.Table) -> NDArray[np.bool_]:
        """Return which rows of a table of game rows fit."""
        values = rows.column(self.column.name)
        if self.value is None:
            fits = pc.is_null(values) if self.sign == "=" else pc.is_valid(values)
        else:
            plain = values.cast(pa.string()) if self.column.name in WORDS else values
            fits = pc.fill_null(ON_COLUMNS[self.sign](plain, self.value), self.sign == "!=")
        found: NDArray[np.bool_] = fits.to_numpy()
        return found

    def holds(self, row: Mapping[str, Any]) -> bool:
        """Return whether one row fits, given as values by column name."""
        value = row[self.column.name]
        if self.sign in ("=", "!="):
            return SIGNS[self.sign](value, self.value)
        return value is not None and SIGNS[self.sign](value, self.value)


def parse_conditions(texts: Iterable[str], players: int, bluff: bool) -> tuple[Condition, ...]:
    """Read conditions for games of so many players, with or without bluff.

    Raises
    ------
    PaskasimError
        For a text that is no condition, with the columns, words or numbers that are allowed.
    """
    return tuple(_parsed(text, players, bluff) for text in texts)


def _parsed(text: str, players: int, bluff: bool) -> Condition:
    match = FORM.fullmatch(text)
    if match is None:
        raise PaskasimError(
            f"condition {shown(text)}: column, sign and value are wanted, such as outcome=deadlock or turns>=300.",
            f"The signs are {' '.join(SIGNS)}. A shell wants < and > in quotes.",
        )
    name, sign, value = match["column"], match["sign"].replace("==", "="), match["value"]
    if name not in BY_NAME:
        meant = did_you_mean(near(name, BY_NAME))
        raise PaskasimError(
            f"condition {shown(text)}: there is no column {shown(name)}{meant}; there are: {_column_names()}.", DO
        )
    column = BY_NAME[name]
    if column.bluff and not bluff:
        raise PaskasimError(
            f"condition {shown(text)}: only games with bluff (bluff.on = true) have the column {name}.", DO
        )
    seat = _seat_of(column)
    if seat is not None and seat >= players:
        raise PaskasimError(
            f"condition {shown(text)}: there is no seat {seat} with {players} players; seats are 0 to {players - 1}.",
            DO,
        )
    if value == NULL and sign in ("=", "!=") and name in _without_value():
        return Condition(column, sign, None)
    if name in WORDS:
        return _of_words(text, column, sign, value)
    low, high = _range(column, players)
    number = int(value.replace(",", "").replace("_", "")) if len(value) <= 20 and NUMBER.fullmatch(value) else -1
    if not low <= number <= high:
        nothing = f", and {NULL} with = and !=" if column.name in _without_value() else ""
        raise PaskasimError(
            f"condition {shown(text)}: {shown(value)} is not allowed; "
            f"whole numbers from {low:,} to {high:,} are{nothing}.",
            DO,
        )
    return Condition(column, sign, number)


def _of_words(text: str, column: Column, sign: str, value: str) -> Condition:
    words = WORDS[column.name]
    if sign not in ("=", "!="):
        raise PaskasimError(
            f"condition {shown(text)}: words are not more or less than others; = and != are allowed here.", DO
        )
    if value not in words:
        allowed = ", ".join((*words, NULL) if column.name in _without_value() else words)
        meant = did_you_mean(near(value, words))
        raise PaskasimError(
            f"condition {shown(text)}: {shown(value)} is not allowed; these words are: {allowed}{meant}.", DO
        )
    return Condition(column, sign, value)


def _range(column: Column, players: int) -> tuple[int, int]:
    if column.unit == "seat":
        return 0, players - 1
    if column.unit == "place":
        return 1, players
    return 0, 2**63 - 1 if column.type == pa.int64() else 2**31 - 1


def _without_value() -> set[str]:
    """Return the columns that may be null at a seat that exists."""
    return {
        column.name
        for column in COLUMNS
        if column.null is not None or column.name in ("proof", "loser") or column.unit == "place"
    }


def _seat_of(column: Column) -> int | None:
    _, _, number = column.name.rpartition("_")
    return int(number) if number.isdigit() else None


def _column_names() -> str:
    """Return all names, those by seat as a range."""
    names: dict[str, list[str]] = {}
    for column in COLUMNS:
        base = column.name.rpartition("_")[0] if _seat_of(column) is not None else column.name
        names.setdefault(base if _seat_of(column) is None else f"{base}_", []).append(column.name)
    return ", ".join(each[0] if len(each) == 1 else f"{each[0]} .. {each[-1]}" for each in names.values())
