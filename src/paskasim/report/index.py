"""Write the index page over all reports of a folder, from what each report says of itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from paskasim.report.files import render, write_whole
from paskasim.report.page import INDEX

MARK = "paskasim-report"
HEAD = 65_536
"""Bytes of a file that are searched: the card stands near its beginning."""


@dataclass(frozen=True)
class Card:
    """What the index says of a report."""

    file: str
    title: str
    question: str
    answer: str
    games: int
    cases: int


def build_index(reports_dir: Path) -> Path:
    """Write the index over all reports in a folder and return its path.

    Files that are no reports are left alone and not listed.

    Raises
    ------
    PaskasimError
        Where the index can't be written.
    """
    folder = Path(reports_dir)
    files = sorted(folder.glob("*.html")) if folder.is_dir() else []
    cards = [card for file in files if file.name != INDEX and (card := read_card(file)) is not None]
    return write_whole(folder / INDEX, render("index.html.jinja", cards=cards))


def read_card(file: Path) -> Card | None:
    """Return what a report says of itself, None where the file is no report of ours."""
    try:
        with file.open(encoding="utf-8", errors="replace") as page:
            finder = _Finder()
            finder.feed(page.read(HEAD))
        found = json.loads(finder.content)
        return Card(
            file.name,
            str(found["title"]),
            str(found["question"]),
            str(found["answer"]),
            int(found["games"]),
            int(found["cases"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


class _Finder(HTMLParser):
    content = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "meta" and values.get("name") == MARK and not self.content:
            self.content = values.get("content") or ""
