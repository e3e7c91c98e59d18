"""The mistakes of a study file, gathered so that all of them are told at once."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paskasim.errors import PaskasimError
from paskasim.rules import Document
from paskasim.rules.messages import did_you_mean, near, shortened, shown, visible

MOST_MISTAKES = 50
DO = "Mend what is named above; README.md, 'Write your own study', tells what a study file may hold."

Place = tuple[str | int, ...]


class Mistakes:
    """What is wrong with a document, a line each."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines: list[str] = []

    def add(self, place: Place, text: str) -> None:
        """Note a mistake at a path of keys and list indexes; several lines are several mistakes."""
        for line in text.splitlines():
            self.tell(f"{self.document.place(place)}: {line}")

    def tell(self, line: str) -> None:
        """Note a mistake that names its place itself."""
        if line not in self.lines:
            self.lines.append(line)

    def wrong(self, place: Place, key: str, value: object, allowed: str) -> None:
        """Note a value that is not allowed."""
        self.add(place, f"{key} = {shown(value)} is not allowed; {allowed}.")

    def unknown(self, place: Place, key: str, known: Iterable[str]) -> None:
        """Note a key that there is not."""
        names = tuple(known)
        meant = did_you_mean(near(key, names))
        self.add(place, f"{shortened(visible(key))} is no key of a study; there are {', '.join(names)}{meant}.")

    def raise_if_any(self) -> None:
        """Raise a PaskasimError that holds all of them, the first fifty at least."""
        if self.lines:
            told = sorted(self.lines, key=self._line)[:MOST_MISTAKES]
            more = len(self.lines) - len(told)
            raise PaskasimError("\n".join(told + [f"... and {more} more"] * (more > 0)), DO)

    def _line(self, told: str) -> int:
        match = re.match(r":(\d+):", told.removeprefix(self.document.label))
        return int(match[1]) if match else 0
