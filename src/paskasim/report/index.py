"""Write the index page over all reports of a folder, from what each report says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paskasim.report.cards import Card, card_of, head
from paskasim.report.files import render, write_whole
from paskasim.report.page import INDEX
from paskasim.report.pictures import Picture, first_picture

MARK = "paskasim-index"


@dataclass(frozen=True)
class Entry:
    """A report as the index shows it."""

    file: str
    card: Card
    picture: Picture | None


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
    found = ((file.name, page, card) for file in files if file.name != INDEX and (card := card_of(page := head(file))))
    entries = [Entry(name, card, first_picture(page, f"p{at}")) for at, (name, page, card) in enumerate(found)]
    games = sum(entry.card.games for entry in entries)
    return write_whole(folder / INDEX, render("index.html.jinja", entries=entries, games=games, mark=MARK))


def renew_index(page: Path) -> None:
    """Write the index anew in whose folder a page lies, where there is one of ours.

    Raises
    ------
    PaskasimError
        Where the index can't be written.
    """
    if f'<meta name="{MARK}"' in head(page.parent / INDEX):
        build_index(page.parent)
