"""What the effect of a switch is measured on: one list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from paskasim.analysis.comparisons import Comparison, Scale
from paskasim.analysis.effects import Pair, endless, turns
from paskasim.analysis.factorial import Factorial
from paskasim.analysis.factorial_contrasts import Cells, cells_of
from paskasim.analysis.intervals import Numbers
from paskasim.analysis.results import Group

BURNS = tuple(f"burns_{cause}" for cause in ("ten", "ace", "four", "joker", "rule"))


@dataclass(frozen=True)
class Metric:
    """A figure of a table, as a ratio of block sums.

    Attributes
    ----------
    name
        Part of keys.
    title
        What is measured, as the subject of a sentence.
    more, less
        How it is said to change.
    ratio
        From a group and what `Uneven` says of the table to (top, bottom), each of shape (blocks,).
    share
        Whether it is a share of independent games.
    key
        Whether it may stand in the headline.
    paired
        The comparison that other questions make of the same two groups, so that it is counted once.
    """

    name: Scale
    title: str
    more: str
    less: str
    ratio: Callable[[Group, Uneven], tuple[Numbers, Numbers]]
    share: bool
    key: bool = False
    paired: Callable[[Pair], Comparison] | None = None


@dataclass(frozen=True)
class Uneven:
    """The seat of a table that lies furthest from an even share of losses over all cells, and to which side."""

    seat: int
    above: bool

    @property
    def words(self) -> str:
        """What is measured of it."""
        return f"seat {self.seat}, which loses {'more' if self.above else 'less'} than an even share"


def uneven(design: Factorial) -> Uneven:
    """Return the seat furthest from even in the mean over all cells, each counted alike."""
    shares = [
        np.array(group.seat_totals("loser")) / group.finished - 1 / group.players
        for group in design.groups
        if group.finished
    ]
    mean = np.mean(shares, axis=0) if shares else np.zeros(design.players)
    seat = int(np.argmax(np.abs(mean)))
    return Uneven(seat, bool(mean[seat] >= 0))


def _games(group: Group) -> Numbers:
    return np.asarray(group.rotations * group.numbers)


def _excess(group: Group, least_even: Uneven) -> tuple[Numbers, Numbers]:
    finished, lost = group.sums("outcome_finished"), group.sums(f"loser_{least_even.seat}")
    return (lost if least_even.above else finished - lost), finished


METRICS: tuple[Metric, ...] = (
    Metric(
        "endless",
        "games without an end",
        "more frequent",
        "rarer",
        lambda group, _: (_games(group) - group.sums("outcome_finished"), _games(group)),
        share=True,
        key=True,
        paired=endless,
    ),
    Metric("loss", "the least even seat", "less even", "more even", _excess, share=True, key=True),
    Metric(
        "turns",
        "finished games",
        "longer",
        "shorter",
        lambda group, _: (group.sums("turns_finished"), group.sums("outcome_finished")),
        share=False,
        key=True,
        paired=turns,
    ),
    Metric(
        "burns",
        "burns a game",
        "more",
        "fewer",
        lambda group, _: (np.sum([group.sums(name) for name in BURNS], axis=0), _games(group)),
        share=False,
    ),
    Metric(
        "choices",
        "turns with a real choice",
        "more frequent",
        "rarer",
        lambda group, _: (group.sums("choices"), group.sums("turns")),
        share=False,
    ),
    Metric(
        "fours",
        "games with a burnt four",
        "more frequent",
        "rarer",
        lambda group, _: (group.sums("games_with_four"), _games(group)),
        share=True,
    ),
)


def cells(design: Factorial, metric: Metric, least_even: Uneven) -> Cells:
    """Return a metric in all cells of a design, over the blocks that they share."""
    tops, bottoms = [], []
    for group in design.groups:
        top, bottom = metric.ratio(group, least_even)
        tops.append(design.sums(group, np.asarray(top)))
        bottoms.append(design.sums(group, np.asarray(bottom)))
    return cells_of(tops, bottoms, design.numbers, design.base.rotations, share=metric.share)
