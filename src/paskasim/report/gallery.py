"""Findings for the page: one picture of each kind in sight, the others folded, and what to choose them by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from paskasim.analysis.findings import WHOLE, Finding, Gallery, Slice
from paskasim.analysis.words import count, listed
from paskasim.report.figures import Drawing, draw
from paskasim.report.naming import figure_name
from paskasim.report.tables import Shown, shown

KINDS = {"players": "players", "lineup": "who plays", "rules": "rule set"}
"""Fields of a slice, as a reader knows them."""


@dataclass(frozen=True)
class Drawn:
    """A figure on the page, the slice of the study that it shows, and its place among those of its kind.

    `name` says what it shows, as the name of a file.
    """

    title: str
    svg: Markup
    figure: Drawing
    name: str
    about: Slice = WHOLE
    at: int = 0


@dataclass(frozen=True)
class DrawnGallery:
    """Figures of one kind: `home` is in sight until a reader chooses another, `rest` lies folded below it."""

    heading: str
    home: Drawn
    rest: tuple[Drawn, ...]
    rest_label: str
    folded: bool


@dataclass(frozen=True)
class Section:
    """A finding with its figures drawn and its tables set."""

    finding: Finding
    galleries: tuple[DrawnGallery, ...]
    tables: tuple[Shown, ...]

    @property
    def open_galleries(self) -> list[DrawnGallery]:
        """The galleries in sight."""
        return [gallery for gallery in self.galleries if not gallery.folded]

    @property
    def folded_galleries(self) -> list[DrawnGallery]:
        """The galleries that are shown on request."""
        return [gallery for gallery in self.galleries if gallery.folded]


@dataclass(frozen=True)
class Choice:
    """One thing that pictures can be chosen by, and its values."""

    field: str
    label: str
    values: tuple[str, ...]


def drawn(figure: Drawing, prefix: str, at: int = 0, *, question: str = "", more: str = "") -> Drawn:
    """Return a figure drawn, every id in it beginning with `prefix`; `question` and `more` go into its name."""
    about = getattr(figure, "about", WHOLE)
    kind = figure.name if figure.name.startswith(question) else f"{question}-{figure.name}"
    name = figure_name(kind, about, more)
    return Drawn(figure.title, Markup(draw(figure, prefix)), figure, name, about, at)


def lead(finding: Finding | None) -> Drawn | None:
    """Return the picture of the first screen, if there is one."""
    return drawn(finding.lead, "lead", question=finding.question) if finding and finding.lead else None


def section(finding: Finding, *, leads: bool = False) -> Section:
    """Return a finding with its pictures, that of the headline's table before the others of its kind.

    Parameters
    ----------
    leads
        Whether the page begins with its first picture, which is then folded here.
    """
    home = finding.lead.about if finding.lead else WHOLE
    galleries = tuple(
        _gallery(_behind(gallery, finding) if leads else gallery, finding.question, at, home)
        for at, gallery in enumerate(finding.galleries)
        if gallery.figures
    )
    return Section(finding, galleries, tuple(shown(table) for table in finding.tables))


def _behind(gallery: Gallery, finding: Finding) -> Gallery:
    """Return a gallery folded where it holds the picture that the page begins with."""
    return replace(gallery, folded=True) if finding.lead in gallery.figures else gallery


def _gallery(gallery: Gallery, question: str, place: int, home: Slice) -> DrawnGallery:
    figures = [
        drawn(figure, f"{question}-{place}-{i}", i, question=question) for i, figure in enumerate(gallery.figures)
    ]
    if len({figure.about.rules for figure in figures}) == 1:
        # The one rule set of a gallery is no choice in it, although it may be one elsewhere on the page.
        figures = [replace(figure, about=replace(figure.about, rules="")) for figure in figures]
    at = nearest([figure.about for figure in figures], home)
    rest = tuple(figure for index, figure in enumerate(figures) if index != at)
    varied = [told for field, told in KINDS.items() if len({getattr(figure.about, field) for figure in figures}) > 1]
    by = f", by {listed(varied)}" if varied else ""
    return DrawnGallery(gallery.heading, figures[at], rest, f"{count(len(rest), 'more picture')}{by}", gallery.folded)


def nearest(slices: Sequence[Slice], home: Slice) -> int:
    """Return which slice is nearest to another: alike in most fields, of these the first."""

    def alike(index: int) -> int:
        return sum(getattr(slices[index], field) in (None, "", getattr(home, field)) for field in KINDS)

    return max(range(len(slices)), key=lambda index: (alike(index), -index))


def choices(sections: Iterable[Section]) -> list[Choice]:
    """Return what the pictures of a page can be chosen by: whatever has several values among them."""
    slices = [
        figure.about
        for section in sections
        for gallery in section.galleries
        for figure in (gallery.home, *gallery.rest)
    ]
    found = []
    for field, label in KINDS.items():
        values: list[Any] = [value for value in dict.fromkeys(getattr(one, field) for one in slices) if value]
        if len(values) > 1:
            ordered = sorted(values) if field == "players" else values
            found.append(Choice(field, label, tuple(map(str, ordered))))
    return found
