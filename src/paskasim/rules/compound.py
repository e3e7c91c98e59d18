"""Kinds of values with parts: tables by rank list, and lists of entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from paskasim.rules.kinds import Kind, Problem, RankList, Step, kind_of
from paskasim.rules.messages import did_you_mean, near, shown, visible
from paskasim.rules.ranks import MOST_COPIES, Named, count_set, rank_list

ANY_COUNT = frozenset(range(1, MOST_COPIES + 1))


class Counts(Kind):
    """Counts of cards in one text, such as `"1 4+"`."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return 'counts such as "1 4+": n, n-m or n+'

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_COPIES:
            return [Problem((), f'{value} is a number; counts are text, write "{value}"')]
        if not isinstance(value, str):
            return [self._refusal(value)]
        try:
            count_set(value)
        except ValueError as error:
            return [Problem((), str(error))]
        return []


class RankTable(Kind):
    """A table from rank lists to values of another kind."""

    def __init__(self, values: Kind, example: str, *, jokers: bool = True, once: bool = False) -> None:
        self.keys = RankList(none=False, jokers=jokers)
        self.values, self.example, self.once = values, example, once

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f"a table such as {self.example}"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, Mapping):
            return [self._refusal(value)]
        found: list[Problem] = []
        seen: set[str] = set()
        for key, item in value.items():
            wrong = self.keys.problems(key)
            found += [Problem((key,), problem.text) for problem in wrong]
            found += [Problem((key,), f"{shown(key)}: {problem.text}") for problem in self.values.problems(item)]
            if wrong or not self.once:
                continue
            ranks = rank_list(key)
            found += [Problem((key,), f"{shown(key)} names {rank} a second time") for rank in ranks if rank in seen]
            seen.update(ranks)
        return found

    def clean(self, value: Any) -> dict[str, Any]:
        """Return a good value in the form that the model keeps."""
        return dict(value)

    def plain(self, value: Any) -> dict[str, Any]:
        """Return a value of the model in the form that JSON and TOML know."""
        return dict(value)

    def rank_names(self, value: Any) -> Iterator[tuple[tuple[Step, ...], Named]]:
        """Yield every rank or range that a good value names, with its place in the value."""
        for key in value:
            for _, named in self.keys.rank_names(key):
                yield (key,), named


class CountsTable(RankTable):
    """A table from rank lists to counts; a rank named twice must satisfy every entry."""

    def __init__(self) -> None:
        super().__init__(Counts(), '{ "8-A 2" = "1 4+" }')

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        found = super().problems(value)
        if found or not isinstance(value, Mapping):
            return found
        left: dict[str, frozenset[int]] = {}
        for key, text in value.items():
            lost = []
            for rank in rank_list(key):
                before = left.get(rank, ANY_COUNT)
                left[rank] = before & count_set(text)
                if before and not left[rank]:
                    lost.append(rank)
            if lost:
                said = f"{shown(key)} leaves {' '.join(lost)} no count that every entry allows"
                found.append(Problem((key,), said))
        return found


def counts_for(rank: str, table: Mapping[str, str]) -> frozenset[int]:
    """Return the counts, out of 1 to 15, that every entry of a counts table allows for a rank."""
    return _counts_for(rank, tuple(table.items()))


@cache
def _counts_for(rank: str, entries: tuple[tuple[str, str], ...]) -> frozenset[int]:
    counts = ANY_COUNT
    for key, text in entries:
        if rank in rank_list(key):
            counts &= count_set(text)
    return counts


class Entries(Kind):
    """A list of small tables, each with the fields of one model class."""

    def __init__(self, model: type[BaseModel], example: str) -> None:
        self.model, self.example = model, example
        self.fields = {name: kind_of(field) for name, field in model.model_fields.items()}
        self.required = [name for name, field in model.model_fields.items() if field.is_required()]

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f"a list of entries such as {self.example}"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, list | tuple):
            return [self._refusal(value)]
        return [problem for index, entry in enumerate(value) for problem in self._entry_problems(index, entry)]

    def _entry_problems(self, index: int, entry: object) -> list[Problem]:
        said = f"entry {index + 1}"
        if isinstance(entry, self.model):
            return []
        if not isinstance(entry, Mapping):
            return [Problem((index,), f"{said}: {shown(entry)} is no entry; write one as {self.example}")]
        found = [
            Problem((index,), f"{said}: {name} is missing; allowed: {self.fields[name].allowed}")
            for name in self.required
            if name not in entry
        ]
        for name, item in entry.items():
            if name in self.fields:
                for problem in self.fields[name].problems(item):
                    found.append(Problem((index, name, *problem.path), f"{said}, {name}: {problem.text}"))
            else:
                allowed = ", ".join(self.fields) + did_you_mean(near(str(name), self.fields))
                found.append(Problem((index, name), f"{said}: no such key: {visible(str(name))}; allowed: {allowed}"))
        return found

    def clean(self, value: Any) -> tuple[BaseModel, ...]:
        """Return a good value in the form that the model keeps."""
        return tuple(entry if isinstance(entry, self.model) else self.model(**entry) for entry in value)

    def plain(self, value: Any) -> list[dict[str, Any]]:
        """Return a value of the model in the form that JSON and TOML know."""
        return [entry.model_dump(exclude_none=True) for entry in value]

    def rank_names(self, value: Any) -> Iterator[tuple[tuple[Step, ...], Named]]:
        """Yield every rank or range that a good value names, with its place in the value."""
        for index, entry in enumerate(value):
            for name, kind in self.fields.items():
                for _, named in kind.rank_names(getattr(entry, name)):
                    yield (index, name), named
