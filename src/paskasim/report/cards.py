"""The card of a page: what it says of itself, for the index, and how it is found in a file again.

A page of any kind is listed if its template has `card`, a `Card.content()`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from html.parser import HTMLParser
from pathlib import Path

MARK = "paskasim-report"
HEAD = 131_072
"""Characters of a file that are searched: card and first picture stand near its beginning."""
MORE = ("kind", "rules", "players", "strategies", "engine", "study")
"""What a card may lack: pages of former versions have fewer."""


@dataclass(frozen=True)
class Card:
    """What a page says of itself.

    Attributes
    ----------
    kind
        What kind of page it is, as a reader knows it: study, tournament.
    rules, players, strategies
        Which rule sets, numbers of players and strategies it is about, in words.
    engine, study
        The version of the engine that played, and the SHA-256 of what the study file says (`fingerprint`).
    """

    title: str
    question: str
    answer: str
    games: int
    cases: int
    kind: str = "study"
    rules: str = ""
    players: str = ""
    strategies: str = ""
    engine: str = ""
    study: str = ""

    def content(self) -> str:
        """Return the card as the page holds it."""
        return json.dumps({k: v for k, v in asdict(self).items() if v != ""}, ensure_ascii=False, sort_keys=True)


def read_card(file: Path) -> Card | None:
    """Return what a file says of itself, None where it is no page of ours."""
    return card_of(head(file))


def card_of(page: str) -> Card | None:
    """Return what a page says of itself, of which the beginning is enough; None where it is no page of ours."""
    finder = _Finder()
    finder.feed(page)
    try:
        found = json.loads(finder.content)
        title, answer = str(found["title"]), str(found["answer"])
        more = {name: str(found[name]) for name in MORE if name in found}
        return Card(title, str(found.get("question") or ""), answer, int(found["games"]), int(found["cases"]), **more)
    except (ValueError, KeyError, TypeError):
        return None


def head(file: Path) -> str:
    """Return the beginning of a file, where a card would stand; empty where it can't be read."""
    try:
        with file.open(encoding="utf-8", errors="replace") as page:
            return page.read(HEAD)
    except OSError:
        return ""


class _Finder(HTMLParser):
    content = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "meta" and values.get("name") == MARK and not self.content:
            self.content = values.get("content") or ""
