"""Which groups go into which picture, so that each stays legible whatever the study varies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from paskasim.analysis.findings import Curves, Figure, Grid, Lanes, Slice, Spreads, Stacks
from paskasim.analysis.results import Group
from paskasim.analysis.words import count

T = TypeVar("T")
Rows = tuple[tuple[str, Group], ...]
F = TypeVar("F", Lanes, Stacks, Spreads, Curves, Grid)

MOST_PANELS = 100
"""Pictures of one kind in a report. A page shows one of them until its reader chooses another."""
MOST_ROWS = 8


@dataclass(frozen=True)
class Panel:
    """One picture: its name, rows of (heading, group), and what part of the study it shows."""

    name: str
    rows: Rows
    about: Slice

    def draw(self, make: Callable[[str, Rows], F], rows: Rows | None = None) -> F:
        """Return the figure that `make` makes of name and rows (its own where left out), marked with its slice."""
        return replace(make(self.name, self.rows if rows is None else rows), about=self.about)


@dataclass(frozen=True)
class Facets:
    """All pictures of a figure, and a sentence on what was left out (empty if nothing was)."""

    panels: tuple[Panel, ...]
    left_out: str

    def draw(self, make: Callable[[str, Rows], F]) -> tuple[F, ...]:
        """Return the figure of each panel."""
        return tuple(panel.draw(make) for panel in self.panels)

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

    def panel_of(group: Group) -> tuple[str, str, Slice]:
        players = f"{group.players} players"
        if len(labels) > 1:
            return group.table, group.label, Slice(group.players, group.lineup)
        if len(lineups) > len(tables):
            return players, group.lineup, Slice(group.players)
        return f"line-up {group.lineup}", players, Slice(lineup=group.lineup)

    panels: dict[str, list[tuple[str, Group]]] = {}
    about: dict[str, Slice] = {}
    for group in groups:
        name, heading, about[name] = panel_of(group)
        panels.setdefault(name, []).append((heading, group))

    def worth(group: Group) -> float:
        return float("inf") if group is first else weight(group)

    names = _best(list(panels), lambda name: max(worth(g) for _, g in panels[name]), MOST_PANELS)
    shown = []
    for name in names:
        rows = _best(panels[name], lambda row: worth(row[1]), MOST_ROWS)
        shown.append(Panel(name, tuple(rows), about[name]))
    missing = len(groups) - sum(len(panel.rows) for panel in shown)
    left_out = (
        f"The pictures show {count(len(groups) - missing, 'case')} of {len(groups)}, those with the "
        "largest effects; the table has them all."
        if missing
        else ""
    )
    return Facets(tuple(shown), left_out)


def showing(figures: Sequence[Figure], group: Group) -> Figure:
    """Return the first figure whose slice holds a group, else the first of all."""

    def holds(about: Slice) -> bool:
        parts = ((about.players, group.players), (about.lineup, group.lineup), (about.rules, group.label))
        return all(mine in (None, "", theirs) for mine, theirs in parts)

    return next((figure for figure in figures if holds(figure.about)), figures[0])


def _best(items: list[T], worth: Callable[[T], float], most: int) -> list[T]:
    if len(items) <= most:
        return items
    kept = sorted(range(len(items)), key=lambda i: (-worth(items[i]), i))[:most]
    return [items[i] for i in sorted(kept)]
