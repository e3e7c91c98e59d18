"""`precision` in a study: which figure is to be known how well, and at which numbers of games one looks.

A case stops at the first look at which the limits of its key figure, valid at every look, lie no further from the
estimate than the goal. Looks come after whole blocks, at numbers that depend on nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from paskasim.rules.messages import did_you_mean, near, shortened, shown, visible
from paskasim.studies.study import MOST_GAMES
from paskasim.studies.sums import BLOCK_GAMES

if TYPE_CHECKING:
    from paskasim.analysis.intervals import Interval, Numbers
    from paskasim.studies.stopping import Stop

MOST_SHARE = 0.25
MOST_TURNS = 1000.0
MOST_RELATIVE = 0.5
GAMES = "games"
Parts = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class KeyFigure:
    """A figure that a case can be stopped by.

    Attributes
    ----------
    meaning
        What is to be known, in words.
    parts
        From the number of players to the metrics that are added up for each part; with several parts the least certain
        one decides, and their limits hold together.
    of
        The metrics that are added up for what the parts are shares of, `games` among them.
    unit
        `share` or `turns`.
    guess
        From the number of players to what each part is about, if that can be said beforehand.
    """

    name: str
    meaning: str
    parts: Callable[[int], Parts]
    of: Callable[[int], tuple[str, ...]]
    unit: str = "share"
    guess: Callable[[int], float | None] = lambda players: None

    def metrics(self, players: int) -> tuple[str, ...]:
        """Return every column of block sums that is needed."""
        return tuple(dict.fromkeys([GAMES, *self.of(players), *(m for part in self.parts(players) for m in part)]))

    def part_name(self, part: int, players: int) -> str:
        """Return what a part is called."""
        return f"seat {part}" if len(self.parts(players)) > 1 else self.name

    def limits(self, sums: Mapping[str, Numbers], players: int, rotations: int) -> list[Interval]:
        """Return the parts with limits that hold together and at every look.

        Parameters
        ----------
        sums
            Block sums by metric over all rotations, `games` among them, all blocks so far in order.
        """
        from paskasim.analysis import anytime

        numbers = sums[GAMES] / rotations
        bottom = np.sum([sums[metric] for metric in self.of(players)], axis=0)
        tops = [np.sum([sums[metric] for metric in part], axis=0) for part in self.parts(players)]
        if self.unit == "turns":
            return [anytime.mean(top, bottom, numbers) for top in tops]
        return anytime.shares(tops, bottom, numbers, rotations)


def _each_seat(metric: str) -> Callable[[int], Parts]:
    return lambda players: tuple((f"{metric}_{seat}",) for seat in range(players))


def _only(*metrics: str) -> Callable[[int], Parts]:
    return lambda players: (metrics,)


def _of(*metrics: str) -> Callable[[int], tuple[str, ...]]:
    return lambda players: metrics


def _even(players: int) -> float | None:
    return 1 / players


FIGURES: Mapping[str, KeyFigure] = {
    figure.name: figure
    for figure in (
        KeyFigure(
            "seats",
            "the share of finished games that a seat loses, all seats held together, the least certain one",
            _each_seat("loser"),
            _of("outcome_finished"),
            guess=_even,
        ),
        KeyFigure(
            "first_out",
            "the share of games in which a seat is out first, all seats held together, the least certain one",
            _each_seat("first_out"),
            lambda players: tuple(f"first_out_{seat}" for seat in range(players)),
            guess=_even,
        ),
        KeyFigure(
            "starter",
            "the share of finished games that the starter loses",
            _only("loser_is_starter"),
            _of("outcome_finished"),
            guess=_even,
        ),
        KeyFigure(
            "endings",
            "the share of games without an end",
            _only("outcome_deadlock", "outcome_livelock", "outcome_unresolved"),
            _of(GAMES),
        ),
        KeyFigure("deadlock", "the share of games that end in a deadlock", _only("outcome_deadlock"), _of(GAMES)),
        KeyFigure("fours", "the share of games with a burnt run of equal ranks", _only("games_with_four"), _of(GAMES)),
        KeyFigure(
            "turns", "the mean turns of finished games", _only("turns_finished"), _of("outcome_finished"), "turns"
        ),
    )
}
"""The figures that `of` may name."""

KEYS = ("goal", "of")
FORM = 'a number such as 0.002, a share of the estimate such as "5%", or { goal = 0.002, of = "seats" }'


@dataclass(frozen=True)
class Precision:
    """The goal of a study.

    Attributes
    ----------
    goal
        The furthest that a limit may lie from the estimate: in the figure's unit, or as a share of the estimate.
    """

    goal: float
    relative: bool = False
    of: str = "seats"

    @property
    def figure(self) -> KeyFigure:
        """The figure that is to be known."""
        return FIGURES[self.of]

    @property
    def text(self) -> str:
        """The goal as readers see it: '0.2 points', '5 % of the figure', '1.5 turns'."""
        if self.relative:
            return f"{100 * self.goal:g} % of the figure"
        return f"{self.goal:g} turns" if self.figure.unit == "turns" else f"{100 * self.goal:g} points"

    def lacking(self, found: Interval) -> float:
        """Return how many times wider the limits of a part are than the goal; infinite where nothing is known."""
        half = max(found.high - found.estimate, found.estimate - found.low)
        allowed = self.goal * (abs(found.estimate) if self.relative else 1.0)
        return half / allowed if math.isfinite(half) and allowed > 0 else math.inf

    def record(self, stops: Mapping[str, Stop]) -> dict[str, Any]:
        """Return what the manifest says: the goal, and by group why its cases stopped."""
        figure = self.figure
        about = {"goal": self.text, "of": figure.name, "meaning": figure.meaning, "unit": figure.unit}
        return {**about, "groups": {group: stop.record() for group, stop in stops.items()}}

    def expected(self, players: int, rotations: int) -> int | None:
        """Return after how many games of each case the goal should be reached at the earliest.

        None if that depends on a figure that nobody knows beforehand. A share of which nothing is known is taken for 0,
        where an absolute goal is reached soonest. More than MOST_GAMES stands for never.
        """
        guess = self.figure.guess(players)
        if self.figure.unit == "turns" or (guess is None and self.relative):
            return None
        for blocks in looks(MOST_GAMES // BLOCK_GAMES):
            if self._enough(guess or 0.0, blocks, players, rotations):
                return blocks * BLOCK_GAMES
        return MOST_GAMES + 1

    def _enough(self, guess: float, blocks: int, players: int, rotations: int) -> bool:
        from paskasim.analysis import anytime
        from paskasim.analysis.intervals import BlockEstimate, always_valid_blocks, always_valid_share

        games = blocks * BLOCK_GAMES * rotations
        level = anytime.part_level(len(self.figure.parts(players)))
        found = always_valid_share(guess * games, games, level, rotations)
        if rotations > 1 and guess > 0 and self.lacking(found) > 1:
            error = math.sqrt(guess * (1 - guess) / games)
            found = always_valid_blocks(BlockEstimate(guess, error, blocks - 1), level)
        return self.lacking(found) <= 1


def looks(blocks: int) -> Iterator[int]:
    """Return the numbers of blocks at which one looks, up to `blocks`.

    Every block up to 16, then 18, 20, .., 32, 36, .., 64, 72 and so on: eight looks until the number has doubled.
    """
    look = 1
    while look <= blocks:
        yield look
        look += 1 << max(0, look.bit_length() - 4)


def read_precision(value: object) -> tuple[Precision | None, list[str]]:
    """Return what `precision` in a study file means, or None and what is wrong with it, a line each."""
    table: Mapping[str, Any] = value if isinstance(value, dict) else {"goal": value}
    wrong = [
        f"precision.{shortened(visible(key))} is no key of a study; there are precision.goal, precision.of"
        f"{did_you_mean(near(key, KEYS))}."
        for key in table
        if key not in KEYS
    ]
    of = table.get("of", "seats")
    figure = FIGURES.get(of) if isinstance(of, str) else None
    if figure is None:
        meant = did_you_mean(near(of, tuple(FIGURES))) if isinstance(of, str) else ""
        wrong.append(f"precision.of = {shown(of)} is not allowed; {', '.join(FIGURES)} are{meant}.")
    if "goal" not in table:
        wrong.append(f"precision.goal is missing: {FORM}.")
        return None, wrong
    found = _goal(table["goal"], figure)
    if isinstance(found, str):
        key = "precision.goal" if isinstance(value, dict) else "precision"
        return None, [*wrong, f"{key} = {shown(table['goal'])} is not allowed; {found} is."]
    return (Precision(*found, figure.name) if figure and not wrong else None), wrong


def _goal(given: object, figure: KeyFigure | None) -> tuple[float, bool] | str:
    """Return the goal and whether it is relative, or what is allowed."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*%\s*", given) if isinstance(given, str) else None
    if match:
        share = float(match[1]) / 100
        relative = f'more than "0%" and at most "{100 * MOST_RELATIVE:g}%" of the estimate'
        return (share, True) if 0 < share <= MOST_RELATIVE else relative
    if isinstance(given, int | float) and not isinstance(given, bool):
        turns = figure is not None and figure.unit == "turns"
        most = MOST_TURNS if turns else MOST_SHARE
        absolute = f"a number above 0 and at most {most:g}{' turns' * turns}"
        return (float(given), False) if 0 < given <= most else absolute
    return FORM


def least_certain(precision: Precision, found: Sequence[Interval]) -> int:
    """Return the part whose limits are widest against the goal."""
    return max(range(len(found)), key=lambda part: precision.lacking(found[part]))
