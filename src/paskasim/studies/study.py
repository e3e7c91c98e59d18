"""Study files: what to vary, for how many players, with whom, how many games, and what to ask.

All mistakes of a file are told at once, each with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules import Document, RuleSet, read_document
from paskasim.rules.messages import shown

MOST_GAMES = 10**9
MOST_SEED = 2**64 - 1
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
FORK_GAMES = 51_200
FORK_CONTINUATIONS = 4
DO = "See README.md, 'Write your own study', for what a study file may hold."


@dataclass(frozen=True)
class Variant:
    """A rule set of a study: a base with some switches changed.

    Attributes
    ----------
    label
        How reports call it.
    varied
        The switches that `[vary]` or `[[case]]` set, by dotted key.
    """

    rules: RuleSet
    label: str
    varied: Mapping[str, object]


@dataclass(frozen=True)
class Study:
    """A study file, checked.

    Attributes
    ----------
    slug
        Name of its folder of results: the file's name without ending.
    parsed
        The file's contents as TOML gave them.
    fork_games, fork_continuations
        Games that are forked for each case, and how often each branch is played on, where the questions fork.
    """

    slug: str
    title: str
    question: str
    file: str
    variants: tuple[Variant, ...]
    players: tuple[int, ...]
    lineups: tuple[str, ...]
    games: int
    seed: int
    questions: tuple[str, ...]
    keep_games: bool
    detail: bool
    fork_games: int
    fork_continuations: int
    parsed: Mapping[str, Any] = field(hash=False)


def load_study(path: Path, known_questions: tuple[str, ...]) -> Study:
    """Read a study file.

    Parameters
    ----------
    known_questions
        Names that `questions` may hold.

    Raises
    ------
    PaskasimError
        With every mistake, a line each.
    """
    return _Reader(read_document(path), path, known_questions).study()


def whole_number(value: object, low: int, high: int) -> int | None:
    """Return `value` as a whole number if it is one (1e6 too) from `low` to `high`, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value) if low <= value <= high else None


class _Reader:
    def __init__(self, document: Document, path: Path, known_questions: tuple[str, ...]) -> None:
        self.document = document
        self.path = path
        self.known_questions = known_questions
        self.errors: list[str] = []

    def study(self) -> Study:
        readers: dict[str, Callable[[str, Any], Any]] = {
            "title": self._text,
            "question": self._text,
            "rules": self._rules,
            "players": self._players,
            "lineups": self._lineups,
            "games": lambda key, value: self._number(key, value, 1, MOST_GAMES),
            "seed": lambda key, value: self._number(key, value, 0, MOST_SEED),
            "questions": self._questions,
            "keep": self._keep,
            "detail": self._flag,
            "forks": self._forks,
            "vary": self._table,
            "case": self._cases,
        }
        found: dict[str, Any] = {}
        for key, value in self.document.data.items():
            if key in readers:
                found[key] = readers[key](key, value)
            else:
                self._unknown((key,), key, tuple(readers))
        if "rules" not in self.document.data:
            self.errors.append(f'{self.document.place()}: rules is missing: a preset or a path, such as "paskahousu".')
        variants = self._variants(found.get("rules") or (), found.get("vary") or {}, found.get("case") or ())
        if self.errors:
            raise PaskasimError("\n".join(self.errors), DO)
        varied = set(found.get("vary") or ()) | {key for case in found.get("case") or () for key in case}
        forks = found.get("forks") or {}
        defaults = ("seats", "endings", *(("fours",) if "fours.burn" in varied else ()), "length")
        return Study(
            slug=re.sub(r"[^A-Za-z0-9._-]+", "-", self.path.stem).strip("-.") or "study",
            title=found.get("title") or self.path.stem,
            question=found.get("question") or "",
            file=self.path.name,
            variants=variants,
            players=found.get("players") or (4,),
            lineups=found.get("lineups") or ("lowest",),
            games=found.get("games") or 100_000,
            seed=found["seed"] if found.get("seed") is not None else 1,
            questions=found.get("questions") or tuple(name for name in defaults if name in self.known_questions),
            keep_games=found.get("keep", True),
            detail=found.get("detail", False),
            fork_games=forks.get("games", FORK_GAMES),
            fork_continuations=forks.get("continuations", FORK_CONTINUATIONS),
            parsed=self.document.data,
        )

    def _wrong(self, path: tuple[str | int, ...], key: str, value: object, allowed: str) -> None:
        self.errors.append(f"{self.document.place(path)}: {key} = {shown(value)} is not allowed; {allowed}.")

    def _unknown(self, path: tuple[str | int, ...], key: str, known: tuple[str, ...]) -> None:
        close = get_close_matches(key, known, 1)
        hint = f"; did you mean {close[0]}?" if close else "."
        self.errors.append(
            f"{self.document.place(path)}: {key} is no key of a study; there are {', '.join(known)}{hint}"
        )

    def _text(self, key: str, value: object) -> str | None:
        if isinstance(value, str) and value.strip():
            return value
        self._wrong((key,), key, value, "a text that is not empty is")
        return None

    def _number(self, key: str, value: object, low: int, high: int) -> int | None:
        number = whole_number(value, low, high)
        if number is None:
            self._wrong((key,), key, value, f"a whole number from {low:,} to {high:,} is")
        return number

    def _flag(self, key: str, value: object) -> bool:
        if not isinstance(value, bool):
            self._wrong((key,), key, value, "true or false is")
        return value is True

    def _keep(self, key: str, value: object) -> bool:
        if value not in ("games", "summary"):
            self._wrong((key,), key, value, '"games" or "summary" is')
        return value != "summary"

    def _table(self, key: str, value: object) -> Mapping[str, Any] | None:
        if isinstance(value, dict):
            return value
        self._wrong((key,), key, value, f"a table such as [{key}] is")
        return None

    def _list(self, key: str, value: object) -> list[Any]:
        return value if isinstance(value, list) else [value]

    def _rules(self, key: str, value: object) -> tuple[RuleSet, ...]:
        loaded: list[RuleSet] = []
        for i, name in enumerate(self._list(key, value)):
            path = (key, i) if isinstance(value, list) else (key,)
            if not isinstance(name, str):
                self._wrong(path, key, name, 'the name of a preset or a path, such as "paskahousu", is')
                continue
            beside = self.path.parent / name
            try:
                loaded.append(RuleSet.load(beside if name.endswith(".toml") and beside.is_file() else name))
            except PaskasimError as error:
                self.errors.extend(f"{self.document.place(path)}: rules: {line}" for line in error.what.splitlines())
        if isinstance(value, list) and not value:
            self._wrong((key,), key, value, "one rule set or more is")
        return tuple(loaded)

    def _players(self, key: str, value: object) -> tuple[int, ...]:
        numbers: list[int] = []
        for i, item in enumerate(self._list(key, value)):
            path = (key, i) if isinstance(value, list) else (key,)
            match = re.fullmatch(r"(\d+)-(\d+)", item) if isinstance(item, str) else None
            span = range(int(match[1]), int(match[2]) + 1) if match else (item,)
            for number in span:
                if whole_number(number, FEWEST_PLAYERS, MOST_PLAYERS) is None or isinstance(number, float):
                    self._wrong(path, key, item, 'numbers from 2 to 10 are, such as [3, 4] or "3-5"')
                    break
                if number not in numbers:
                    numbers.append(number)
        if isinstance(value, list) and not value:
            self._wrong((key,), key, value, "one number or more is")
        return tuple(numbers)

    def _lineups(self, key: str, value: object) -> tuple[str, ...]:
        from paskasim.lineups import parse_lineup

        texts: list[str] = []
        for i, item in enumerate(self._list(key, value)):
            path = (key, i) if isinstance(value, list) else (key,)
            parts = item if isinstance(item, list) else [item]
            if not parts or not all(isinstance(part, str) for part in parts):
                self._wrong(path, key, item, 'strategy names are, such as "lowest" or ["any", "lowest"]')
                continue
            text = ",".join(part.strip() for part in parts)
            try:
                parse_lineup(text, MOST_PLAYERS)
                texts.append(text)
            except PaskasimError as error:
                self.errors.append(f"{self.document.place(path)}: {error.what}")
        if isinstance(value, list) and not value:
            self._wrong((key,), key, value, "one line-up or more is")
        return tuple(texts)

    def _questions(self, key: str, value: object) -> tuple[str, ...]:
        asked: list[str] = []
        for i, item in enumerate(self._list(key, value)):
            if item in self.known_questions:
                asked.append(item)
                continue
            close = get_close_matches(item, self.known_questions, 1) if isinstance(item, str) else []
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            path = (key, i) if isinstance(value, list) else (key,)
            self._wrong(path, key, item, f"{', '.join(self.known_questions)} are{hint}")
        return tuple(dict.fromkeys(asked))

    def _forks(self, key: str, value: object) -> dict[str, int] | None:
        table = self._table(key, value)
        limits = {"games": MOST_GAMES, "continuations": 1000}
        found: dict[str, int] = {}
        for name, given in (table or {}).items():
            number = whole_number(given, 1, limits.get(name, 0))
            if name not in limits:
                self._unknown((key, name), f"forks.{name}", ("forks.games", "forks.continuations"))
            elif number is None:
                self._wrong((key, name), f"forks.{name}", given, f"a whole number from 1 to {limits[name]:,} is")
            else:
                found[name] = number
        return found

    def _cases(self, key: str, value: object) -> tuple[Mapping[str, Any], ...]:
        cases = self._list(key, value)
        if not all(isinstance(case, dict) for case in cases):
            self._wrong((key,), key, value, "tables [[case]] are")
            return ()
        for i, case in enumerate(cases):
            if not isinstance(case.get("name"), str) or not case["name"].strip():
                self.errors.append(f"{self.document.place((key, i))}: case: a name is missing.")
        return tuple(cases)

    def _variants(
        self, bases: tuple[RuleSet, ...], vary: Mapping[str, Any], cases: tuple[Mapping[str, Any], ...]
    ) -> tuple[Variant, ...]:
        several = len(bases) > 1
        varied = self._factors(vary)
        variants: list[Variant] = []
        for base in bases:
            if not vary and not cases:
                variants.append(Variant(base, base.name, {}))
            for combination in combinations(varied) if varied else ():
                named = ", ".join(f"{key} = {shown(value)}" for key, value in combination.items())
                self._add(variants, base, f"{base.name}: {named}" if several else named, combination, "vary")
            for i, case in enumerate(cases):
                switches = flatten({key: value for key, value in case.items() if key != "name"})
                name = str(case.get("name", ""))
                self._add(variants, base, f"{base.name}: {name}" if several else name, switches, "case", i)
        return tuple(variants)

    def _factors(self, vary: Mapping[str, Any]) -> dict[str, list[Any]]:
        factors: dict[str, list[Any]] = {}
        for key, values in flatten(vary).items():
            if isinstance(values, list) and values:
                factors[key] = values
            else:
                self._wrong(self._path(key, "vary"), f"vary: {key}", values, "a list of values is")
        return factors

    def _path(self, key: str, *table: str | int) -> tuple[str | int, ...]:
        quoted = (*table, key)
        return quoted if quoted in self.document.lines else (*table, *key.split("."))

    def _add(
        self,
        variants: list[Variant],
        base: RuleSet,
        label: str,
        switches: Mapping[str, object],
        *path: str | int,
    ) -> None:
        lines = {key: self.document.line(self._path(key, *path)) for key in switches}
        try:
            variants.append(Variant(base.with_switches(switches, self.document.label, lines), label, dict(switches)))
        except PaskasimError as error:
            self.errors.extend(line for line in error.what.splitlines() if line not in self.errors)


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a table of switches by dotted key, whether it was written with dots in quotes or as tables."""
    from paskasim.rules import SWITCHES

    keys = {switch.key for switch in SWITCHES}
    flat: dict[str, Any] = {}
    for key, value in table.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict) and path not in keys:
            flat |= flatten(value, f"{path}.")
        else:
            flat[path] = value
    return flat


def combinations(factors: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Return every combination of the factors' values, the last factor changing fastest."""
    combined: list[dict[str, Any]] = [{}]
    for key, values in factors.items():
        combined = [{**one, key: value} for one in combined for value in values]
    return combined
