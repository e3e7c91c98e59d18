"""Which groups go into which picture, so that each stays legible whatever the study varies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from paskasim.analysis.results import Group
from paskasim.analysis.words import count

T = TypeVar("T")

MOST_PANELS = 8
MOST_ROWS = 8


@dataclass(frozen=True)
class Panel:
    """One picture: its name, and rows of (heading, group)."""

    name: str
    rows: tuple[tuple[str, Group], ...]


@dataclass(frozen=True)
class Facets:
    """All pictures of a figure, and a sentence on what was left out (empty if nothing was)."""

    panels: tuple[Panel, ...]
    left_out: str

    def holding(self, group: Group) -> int:
        """Return the index of the panel that shows a group, else 0."""
        for index, panel in enumerate(self.panels):
            if any(shown is group for _, shown in panel.rows):
                return index
        return 0


def arrange(groups: Sequence[Group], weight: Callable[[Group], float], first: Group | None = None) -> Facets:
    """Return panels of rows, whatever varies most inside them: rule sets, else line-ups, else players.

    Parameters
    ----------
    groups
        The groups to show, in order.
    weight
        How much a group deserves to be shown where not all have room.
    first
        A group that must be shown.
    """
    labels = {group.label for group in groups}
    lineups = {group.lineup for group in groups}
    tables = {group.players for group in groups}

    def panel_of(group: Group) -> tuple[str, str]:
        players = f"{group.players} players"
        if len(labels) > 1:
            return group.table, group.label
        return (players, group.lineup) if len(lineups) > len(tables) else (f"line-up {group.lineup}", players)

    panels: dict[str, list[tuple[str, Group]]] = {}
    for group in groups:
        name, heading = panel_of(group)
        panels.setdefault(name, []).append((heading, group))

    def worth(group: Group) -> float:
        return float("inf") if group is first else weight(group)

    names = _best(list(panels), lambda name: max(worth(g) for _, g in panels[name]), MOST_PANELS)
    shown = []
    for name in names:
        rows = _best(panels[name], lambda row: worth(row[1]), MOST_ROWS)
        shown.append(Panel(name, tuple(rows)))
    missing = len(groups) - sum(len(panel.rows) for panel in shown)
    left_out = (
        f"The pictures show {count(len(groups) - missing, 'case')} of {len(groups)}, those with the "
        "largest effects; the table has them all."
        if missing
        else ""
    )
    return Facets(tuple(shown), left_out)


def _best(items: list[T], worth: Callable[[T], float], most: int) -> list[T]:
    if len(items) <= most:
        return items
    kept = sorted(range(len(items)), key=lambda i: (-worth(items[i]), i))[:most]
    return [items[i] for i in sorted(kept)]
