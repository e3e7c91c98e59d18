"""Reading a study file.

All mistakes of a file are told at once, each with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.lineups import parse_lineup
from paskasim.rules import Document, RuleSet, read_document
from paskasim.rules.messages import did_you_mean, near, shown, visible
from paskasim.studies import probes, probing
from paskasim.studies.mistakes import Mistakes, Place
from paskasim.studies.pace import read_pace
from paskasim.studies.precision import Precision, read_precision
from paskasim.studies.study import (
    FEWEST_PLAYERS,
    MOST_GAMES,
    MOST_PLAYERS,
    MOST_SEED,
    Study,
    whole_number,
)
from paskasim.studies.variants import DESIGNS, flatten, values_of_bases, variants_of


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


class _Reader:
    def __init__(self, document: Document, path: Path, known_questions: tuple[str, ...]) -> None:
        self.document = document
        self.path = path
        self.known_questions = known_questions
        self.mistakes = Mistakes(document)
        self.lineup_places: list[tuple[Place, str]] = []
        self.strategies: dict[str, None] = {}

    def study(self) -> Study:
        readers: dict[str, Callable[[str, Any], Any]] = {
            "title": self._text,
            "question": self._text,
            "rules": self._rules,
            "players": self._players,
            "lineups": self._lineups,
            "games": lambda key, value: self._number(key, value, 1, MOST_GAMES),
            "games_with": self._games_with,
            "precision": self._precision,
            "seed": lambda key, value: self._number(key, value, 0, MOST_SEED),
            "questions": self._questions,
            "keep": self._keep,
            "detail": self._flag,
            **dict.fromkeys(probes.names(), self._settings),
            "pace": self._pace,
            "vary": self._table,
            "design": self._design,
            "case": self._cases,
        }
        data = self.document.data
        for key in data:
            if key not in readers:
                self.mistakes.unknown((key,), key, readers)
        if "rules" not in data:
            self.mistakes.add((), 'rules is missing: a preset or a path, such as "paskahousu".')
        found = {key: read(key, data[key]) for key, read in readers.items() if key in data}
        players, lineups = found.get("players", (4,)), found.get("lineups", ("lowest",))
        self._check_seats(players)
        if "lineups" not in found:
            self.strategies["lowest"] = None
        self._check_names("games_with", found.get("games_with", {}))
        vary, cases = found.get("vary") or {}, found.get("case") or ()
        bases, design = found.get("rules") or (), found.get("design", "full")
        variants = variants_of(self.mistakes, bases, vary, cases, design)
        self.mistakes.raise_if_any()
        varied = {key for switches in (vary, *cases) for key in flatten(switches)}
        defaults = ("seats", "endings", *(("fours",) if "fours.burn" in varied else ()), "length")
        return Study(
            slug=re.sub(r"[^\w.-]+", "-", self.path.stem).strip("-.") or "study",
            title=found.get("title") or visible(self.path.stem),
            question=found.get("question") or "",
            file=visible(self.path.name),
            place=self.document.place(),
            players_place=self.document.place(("players",)),
            variants=variants,
            players=players,
            lineups=lineups,
            games=found.get("games") or 100_000,
            seed=found.get("seed", 1),
            questions=found.get("questions") or tuple(name for name in defaults if name in self.known_questions),
            keep_games=found.get("keep", True),
            detail=found.get("detail", False),
            parsed=data,
            folder=self.path.parent,
            bases=values_of_bases(bases, vary),
            precision=found.get("precision"),
            games_with=found.get("games_with", {}),
            probe_settings={name: found[name] for name in probes.names() if name in found},
        )

    def _text(self, key: str, value: object) -> str | None:
        if isinstance(value, str) and value.strip():
            return value
        self.mistakes.wrong((key,), key, value, "a text that is not empty is")
        return None

    def _number(self, key: str, value: object, low: int, high: int) -> int | None:
        number = whole_number(value, low, high)
        if number is None:
            self.mistakes.wrong((key,), key, value, f"a whole number from {low:,} to {high:,} is")
        return number

    def _precision(self, key: str, value: object) -> Precision | None:
        precision, wrong = read_precision(value)
        for line in wrong:
            self.mistakes.add((key,), line)
        return precision

    def _flag(self, key: str, value: object) -> bool:
        if not isinstance(value, bool):
            self.mistakes.wrong((key,), key, value, "true or false is")
        return value is True

    def _keep(self, key: str, value: object) -> bool:
        if value not in ("games", "summary"):
            self.mistakes.wrong((key,), key, value, '"games" or "summary" is')
        return value != "summary"

    def _design(self, key: str, value: object) -> str:
        if value not in DESIGNS:
            self.mistakes.wrong((key,), key, value, " or ".join(f'"{design}"' for design in DESIGNS) + " is")
        return "fraction" if value == "fraction" else "full"

    def _table(self, key: str, value: object) -> Mapping[str, Any] | None:
        if isinstance(value, dict):
            return value
        self.mistakes.wrong((key,), key, value, f"a table such as [{key}] is")
        return None

    def _entries(self, key: str, value: object) -> list[tuple[Place, Any]]:
        """Return the entries of a list with their places; a single value is a list of one."""
        if not isinstance(value, list):
            return [((key,), value)]
        if not value:
            self.mistakes.wrong((key,), key, value, "one entry or more is")
        return [((key, i), item) for i, item in enumerate(value)]

    def _rules(self, key: str, value: object) -> tuple[RuleSet, ...]:
        loaded: dict[str, RuleSet] = {}
        for place, name in self._entries(key, value):
            if not isinstance(name, str):
                self.mistakes.wrong(place, key, name, 'the name of a preset or a path, such as "paskahousu", is')
                continue
            beside = self.path.parent / name
            try:
                rules = RuleSet.load(beside if name.endswith(".toml") and beside.is_file() else name)
                if loaded.setdefault(rules.name, rules) is not rules:
                    self.mistakes.add(place, f"rules: another rule set is called {shown(rules.name)}, too.")
            except PaskasimError as error:
                self.mistakes.add(place, "\n".join(f"rules: {line}" for line in error.what.splitlines()))
        return tuple(loaded.values())

    def _players(self, key: str, value: object) -> tuple[int, ...]:
        numbers: list[int] = []
        for place, item in self._entries(key, value):
            match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", item) if isinstance(item, str) else None
            span = list(range(int(match[1]), int(match[2]) + 1)) if match else [item]
            allowed = [not isinstance(n, float) and whole_number(n, FEWEST_PLAYERS, MOST_PLAYERS) for n in span]
            if not span or not all(allowed):
                self.mistakes.wrong(place, key, item, 'numbers from 2 to 10 are, such as [3, 4] or "3-5"')
            else:
                numbers.extend(span)
        return tuple(dict.fromkeys(numbers))

    def _lineups(self, key: str, value: object) -> tuple[str, ...]:
        for place, item in self._entries(key, value):
            parts = item if isinstance(item, list) else [item]
            if not parts or not all(isinstance(part, str) for part in parts):
                self.mistakes.wrong(place, key, item, 'strategy names are, such as "lowest" or ["any", "lowest"]')
                continue
            try:
                text = ",".join(part.strip() for part in parts)
                parse_lineup(text, MOST_PLAYERS, self.path.parent)
                self.lineup_places.append((place, text))
            except PaskasimError as error:
                self.mistakes.add(place, error.what)
        return tuple(text for _, text in self.lineup_places)

    def _check_seats(self, players: tuple[int, ...]) -> None:
        """Note line-ups that are too long for a table, and those that are the same as another at one."""
        seated: dict[object, str] = {}
        for place, lineup in self.lineup_places:
            for number in players:
                try:
                    seated_players = parse_lineup(lineup, number, self.path.parent)
                except PaskasimError as error:
                    self.mistakes.add(place, error.what)
                    break
                self.strategies |= dict.fromkeys(name for player in seated_players for name in player.names)
                seats = (number, tuple(player.spec for player in seated_players))
                if seats in seated:
                    same = f"{shown(seated[seats])} and {shown(lineup)} are the same for {number} players"
                    self.mistakes.add(place, f"lineups: {same}; leave one of them out.")
                    break
                seated[seats] = lineup

    def _games_with(self, key: str, value: object) -> dict[str, int]:
        given = (self._table(key, value) or {}).items()
        numbers = {name: whole_number(most, 1, MOST_GAMES) for name, most in given}
        for name, most in given:
            if numbers[name] is None:
                allowed = f"a whole number from 1 to {MOST_GAMES:,} is"
                self.mistakes.wrong((key, name), f"{key}.{visible(name)}", most, allowed)
        return {name: number for name, number in numbers.items() if number is not None}

    def _check_names(self, key: str, named: Mapping[str, object]) -> None:
        """Note names of strategies that sit at no table of the study."""
        for name in named:
            if self.strategies and name not in self.strategies:
                meant = did_you_mean(near(name, [*self.strategies]))
                there = ", ".join(self.strategies) + (" does" if len(self.strategies) == 1 else " do")
                self.mistakes.add((key, name), f"{key}: {shown(name)} plays in no line-up; {there}{meant}.")

    def _questions(self, key: str, value: object) -> tuple[str, ...]:
        asked: list[str] = []
        for place, item in self._entries(key, value):
            if item in self.known_questions:
                asked.append(item)
                continue
            meant = did_you_mean(near(item, self.known_questions)) if isinstance(item, str) else ""
            self.mistakes.wrong(place, key, item, f"{', '.join(self.known_questions)} are{meant}")
        return tuple(dict.fromkeys(asked))

    def _settings(self, key: str, value: object) -> dict[str, Any]:
        probe = probing.load(key)
        found: dict[str, Any] = {}
        for name, given in (self._table(key, value) or {}).items():
            setting = probe.setting(name)
            if setting is None:
                known = [f"{key}.{setting.name}" for setting in probe.settings]
                self.mistakes.unknown((key, name), f"{key}.{name}", known)
                continue
            try:
                taken = setting.taken(given, self.path.parent)
            except PaskasimError as error:
                self.mistakes.add((key, name), error.what)
                continue
            if taken is None:
                self.mistakes.wrong((key, name), f"{key}.{name}", given, f"{setting.allowed} is")
            else:
                found[name] = taken
        return found

    def _pace(self, key: str, value: object) -> None:
        """Check the seconds of a table `[pace]`; the question `minutes` reads them from the manifest."""
        for name, line in read_pace(self._table(key, value) or {})[1].items():
            self.mistakes.add((key, name), line)

    def _cases(self, key: str, value: object) -> tuple[Mapping[str, Any], ...]:
        cases = [case for _, case in self._entries(key, value)]
        if not all(isinstance(case, dict) for case in cases):
            self.mistakes.wrong((key,), key, value, "tables [[case]] are")
            return ()
        names: list[str] = []
        for i, case in enumerate(cases):
            name = case.get("name")
            if not isinstance(name, str) or not name.strip():
                self.mistakes.add((key, i), "case: a name is missing.")
            elif name in names:
                self.mistakes.add((key, i), f"case: the name {shown(name)} stands twice.")
            else:
                names.append(name)
        return tuple(cases)
