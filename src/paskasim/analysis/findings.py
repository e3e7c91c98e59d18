"""What a question hands to the report: sentences, figures and tables, as plain data.

Figures are described, not drawn: analysis knows no drawing library. A kind of figure is a class
here and a drawing function in `report/figures`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "count", "share", "points", "turns", "minutes", "number", "chance"]
"""How a table shows a column; CSV files hold the plain values (shares as fractions)."""

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Slice:
    """What part of a study a figure shows; what is left out holds for all: a reader chooses pictures by it."""

    players: int | None = None
    lineup: str = ""
    rules: str = ""


WHOLE = Slice()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: heading, and how its cells are shown."""

    title: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; `name` becomes the name of its CSV file."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """A value with limits; `strong` marks one that matters by the verdict."""

    label: str
    value: float
    low: float
    high: float
    shown: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Lanes:
    """A dot and interval for each lane, lanes in rows under headings, against a reference line."""

    name: str
    title: str
    words: str
    axis: str
    unit: Kind
    rows: tuple[tuple[str, tuple[Lane, ...]], ...]
    reference: float
    reference_label: str
    band: float
    legend: tuple[str, str]
    """What a filled (strong) and a hollow mark mean."""
    about: Slice = WHOLE


@dataclass(frozen=True, slots=True)
class Stack:
    """One bar: a heading and the shares of its parts, which add to one."""

    heading: str
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Stacks:
    """Bars of shares that add to one; parts have one order, `parts` names them."""

    name: str
    title: str
    words: str
    axis: str
    parts: tuple[str, ...]
    rows: tuple[Stack, ...]
    about: Slice = WHOLE


@dataclass(frozen=True, slots=True)
class Spread:
    """Quantiles of one distribution: 5, 25, 50, 75 and 95 %."""

    heading: str
    quantiles: tuple[float, float, float, float, float]
    shown: str


@dataclass(frozen=True, slots=True)
class Spreads:
    """A box and whiskers for each row."""

    name: str
    title: str
    words: str
    axis: str
    rows: tuple[Spread, ...]
    about: Slice = WHOLE


@dataclass(frozen=True, slots=True)
class Curve:
    """A falling line of shares over turns."""

    label: str
    turns: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Shares over turns, a line a group, named at the line."""

    name: str
    title: str
    words: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    about: Slice = WHOLE


@dataclass(frozen=True, slots=True)
class Shade:
    """A cell of a grid: a share, and whether it can be told from an even one."""

    share: float
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Shares by row and column, shaded by how far they lie from an even share; `corner` tells rows from columns."""

    name: str
    title: str
    words: str
    corner: str
    labels: tuple[str, ...]
    cells: tuple[tuple[Shade, ...], ...]
    even: float
    about: Slice = WHOLE


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A value where two switches meet; `missing` says why there is none.

    Attributes
    ----------
    shown, unit
        The value as a reader sees it: number and unit.
    spread
        How far its interval reaches, such as '± 0.2'.
    own
        Whether these are the values of the rule set itself.
    """

    value: float
    shown: str = ""
    unit: str = ""
    spread: str = ""
    own: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A value over the values of two switches, shaded from low to high.

    Attributes
    ----------
    across, down
        The switches whose values stand above the columns and beside the rows.
    cells
        By row and column.
    scale
        What the shades show, with its unit.
    factor
        By what values are multiplied for the scale.
    band
        The smallest difference of interest: the shades span at least three of it.
    remarks
        What a cell holds, and why some are empty.
    """

    name: str
    title: str
    words: str
    across: str
    columns: tuple[str, ...]
    down: str
    rows: tuple[str, ...]
    cells: tuple[tuple[HeatCell, ...], ...]
    scale: str
    factor: float
    band: float
    remarks: tuple[str, ...] = ()
    about: Slice = WHOLE


@dataclass(frozen=True, slots=True)
class Shift:
    """A figure of the one side and of the other, with limits of the difference laid to the former; NaN: not known."""

    label: str
    before: float
    after: float
    low: float
    high: float
    shown: str
    limits: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """Shifts of one figure on an axis of its own; a difference below `band` does not matter."""

    heading: str
    unit: str
    factor: float
    """What values are multiplied by to be in the unit."""
    band: float
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class Shifts:
    """Where figures move from one side (`names[0]`) to the other, a panel a figure."""

    name: str
    title: str
    words: str
    panels: tuple[Panel, ...]
    names: tuple[str, str]
    about: Slice = WHOLE


Figure = Lanes | Stacks | Spreads | Curves | Grid | HeatMap | Shifts


@dataclass(frozen=True, slots=True)
class Gallery:
    """Figures of one kind under a heading; `folded` ones are shown on request."""

    heading: str
    figures: tuple[Figure, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """Whether a headline holds for other players: a sentence, and the same comparison at every table."""

    sentence: str
    table: Table


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one question.

    `headline` is a sentence with numbers and interval, true by itself; `verdict` weighs it against
    the smallest effect of interest (empty where there is nothing to weigh); `sure` says how sure it
    is and why; `lead` is the one figure that shows the headline, `galleries` hold all of them; `held`
    tells for which players the headline holds.
    """

    question: str
    title: str
    headline: str
    verdict: str
    sure: str
    galleries: tuple[Gallery, ...] = ()
    lead: Figure | None = None
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    held: Held | None = None
