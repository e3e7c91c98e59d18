"""Names of files for figures: they say what a figure shows, in letters that every system takes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from paskasim.analysis.findings import Slice

LONGEST = 100
"""Characters of a name; with folder and ending it stays within what systems and archives bear."""


def file_part(text: str) -> str:
    """Return a text as a part of a file name: small letters, digits and hyphens."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", bare.lower()).strip("-")


def figure_name(kind: str, about: Slice, more: str = "") -> str:
    """Return the name of a figure: its kind, then the players, line-up and rules that it is about."""
    players = f"{about.players}-players" if about.players else ""
    parts = [file_part(part) for part in (kind, players, about.lineup, about.rules, more)]
    return "-".join(part for part in parts if part)[:LONGEST].strip("-")


def told_apart(names: Iterable[str]) -> list[str]:
    """Return names of which no two are alike: a number goes behind one that was there before."""
    found: dict[str, None] = {}
    for name in names:
        own, number = name or "figure", 2
        while own in found:
            own, number = f"{name or 'figure'}-{number}", number + 1
        found[own] = None
    return list(found)
