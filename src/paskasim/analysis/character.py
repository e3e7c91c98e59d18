"""Measures of the character of games: formula, source and interval of each, from the sums of the probe `character`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from paskasim.analysis.findings import Kind
from paskasim.analysis.intervals import BlockEstimate, Interval, block_difference, block_ratio
from paskasim.analysis.results import Group, Integers, Measured, Results

PROBE = "character"
MILLION = 1_000_000
WHOLE = 2520  # what naming the loser of a game counts
BINS = 10
OURS = "ours"


@dataclass(frozen=True)
class Measure:
    """A measure that is a ratio of two sums.

    Attributes
    ----------
    above, below
        The columns whose sums are divided.
    factor
        By what the ratio is multiplied.
    rest
        The measure is one minus the ratio.
    moments
        `below` counts once for every moment.
    """

    name: str
    meaning: str
    formula: str
    source: str
    kind: Kind
    above: str
    below: str
    factor: float = 1.0
    rest: bool = False
    moments: bool = False


LUDII = "Ludii (Piette et al. 2020, 'Ludii: the ludemic general game system')"
BROWNE = "Browne 2008, 'Automatic generation and evaluation of recombination games'"

MEASURES = (
    Measure(
        "turns with a choice",
        "turns in which the player to play has two or more legal actions",
        "turns with two or more legal actions / turns",
        f"{LUDII}, DecisionMoves",
        "share",
        "choices",
        "turns",
    ),
    Measure("burns a game", "piles burnt", "burns / games", OURS, "number", "burns", "finished"),
    Measure(
        "lead changes a game",
        "another player alone has the fewest cards",
        "changes of the seat with alone the fewest cards in all zones; a tie keeps the former one",
        f"{BROWNE}; {LUDII}, LeadChange. Ours: cards instead of an evaluation, and a count instead of a rate",
        "number",
        "lead_changes",
        "finished",
    ),
    Measure(
        "danger changes a game",
        "another player alone has the most cards",
        "changes of the seat with alone the most cards in all zones; a tie keeps the former one",
        "ours: lead changes at the other end, where a game with one loser is decided",
        "number",
        "danger_changes",
        "finished",
    ),
    Measure(
        "winner behind",
        "turns after which the one who goes out first has more cards than somebody else",
        "such turns / turns until the first one is out",
        f"{BROWNE}, drama: time that the winner spends behind",
        "share",
        "winner_behind",
        "winner_turns",
    ),
    Measure(
        "comebacks",
        "who alone has most cards when the stock runs out (half time without a stock) does not lose",
        "such games / games in which one player alone has most cards then",
        "ours",
        "share",
        "most_cards_saved",
        "most_cards",
    ),
    Measure(
        "drama",
        "how much more likely to lose somebody looked who did not lose",
        "mean of the square root of d where d > 0; d = highest chance to lose of the others minus the loser's",
        f"{BROWNE}, drama. Ours: turned round for one loser and several winners, with chances from the forecast",
        "number",
        "drama",
        "judged",
        1 / MILLION,
    ),
    Measure(
        "others in more danger",
        "moments at which somebody else looked more likely to lose than the loser",
        "moments with d > 0 / moments",
        "ours: how much of the game drama covers",
        "share",
        "ahead",
        "judged",
        moments=True,
    ),
    Measure(
        "narrowest escape",
        "the highest chance to lose that anybody had who did not lose",
        "mean over games of the highest chance over moments and players other than the loser",
        f"{LUDII}, DecisivenessThreshold. Ours: of those who do not lose, for those who do not win",
        "share",
        "peak",
        "judged",
        1 / MILLION,
    ),
    Measure(
        "open until 50 %",
        "how much of a game is played before the loser has a chance of 50 % or more for good",
        "moments before the chance of the loser stays at 50 % or more / moments",
        f"{BROWNE}, decisiveness. Ours: one player's chance to lose, over the whole game",
        "share",
        "open_50",
        "judged",
        moments=True,
    ),
    Measure(
        "open until 80 %",
        "how much of a game is played before the loser has a chance of 80 % or more for good",
        "moments before the chance of the loser stays at 80 % or more / moments",
        f"{BROWNE}, decisiveness. Ours: one player's chance to lose, over the whole game",
        "share",
        "open_80",
        "judged",
        moments=True,
    ),
    Measure(
        "told by card counts",
        "how much of not knowing the loser the card counts take away, over the whole game",
        "1 - log loss of the forecast / log loss of even chances",
        "McFadden 1974, pseudo R squared; here on games that the forecast was not fitted on",
        "share",
        "log_loss",
        "log_loss_even",
        rest=True,
    ),
    Measure(
        "first one out idle",
        "part of the game that the first one out only watches",
        "turns after the first one is out / turns",
        "ours",
        "share",
        "first_out_turns",
        "turns",
    ),
    Measure(
        "turns between one's turns",
        "turns of others between two turns of the same player",
        "such turns / waits",
        "ours",
        "turns",
        "wait_turns",
        "waits",
    ),
    Measure(
        "longest wait",
        "most turns of others between two turns of the same player",
        "mean over games of the longest wait",
        "ours",
        "turns",
        "longest_wait",
        "finished",
    ),
)
BY_NAME = {measure.name: measure for measure in MEASURES}


@dataclass(frozen=True)
class Character:
    """What was measured of a group, with at least one game with a loser in either half."""

    measured: Measured

    @property
    def group(self) -> Group:
        """Whose games were followed."""
        return self.measured.group

    @cached_property
    def moments(self) -> int:
        """Moments of each game at which the forecast was asked."""
        columns = next(iter(self.measured.cases.values()))
        return sum(column.startswith("named_") for column in columns)

    def parts(self, measure: Measure) -> tuple[Integers, Integers]:
        """Return the sums that a measure divides, by block."""
        below = self.measured.sums(measure.below)
        return self.measured.sums(measure.above), below * self.moments if measure.moments else below

    def value(self, measure: Measure) -> Interval:
        """Return a measure with limits from blocks."""
        above, below = self.parts(measure)
        return in_units(measure, block_ratio(above, below, self.measured.numbers).interval(), 1.0)

    def named(self, moment: int) -> Interval:
        """Return the share of games whose loser the forecast names at a moment."""
        found = block_ratio(self.measured.sums(f"named_{moment}"), self.measured.sums("judged"), self.measured.numbers)
        return scaled(found.interval(), 1 / WHOLE)

    @cached_property
    def curve(self) -> tuple[Interval, ...]:
        """The share of games whose loser the forecast names, by moment."""
        return tuple(self.named(moment) for moment in range(self.moments))

    def known_from(self, level: float) -> Interval:
        """Return how much of a game is played before the forecast names the loser in `level` of games for good.

        The limits are where the limits of the share cross the level. 1 stands for: not before the end.
        """

        def crossing(shares: list[float]) -> float:
            open_for = [moment for moment, share in enumerate(shares) if not share >= level]
            return (open_for[-1] + 1) / self.moments if open_for else 0.0

        curve = self.curve
        low, high = ([one.high for one in curve], [one.low for one in curve])
        estimate = [one.estimate for one in curve]
        return Interval(crossing(estimate), crossing(low), crossing(high), "where the share of named losers crosses")

    @property
    def even_comeback(self) -> float:
        """Comebacks if cards told nothing."""
        return 1 - 1 / self.group.players

    def calibration(self) -> list[tuple[int, float, float]]:
        """Return for each tenth of chances that was given: how often, mean chance, and share that lost."""
        found = []
        for i in range(BINS):
            given = self.measured.total(f"chances_{i}")
            if given:
                expected = self.measured.total(f"expected_{i}") / MILLION
                found.append((given, expected / given, self.measured.total(f"lost_{i}") / given))
        return found


def scaled(interval: Interval, factor: float) -> Interval:
    """Return an interval times a positive factor."""
    return Interval(factor * interval.estimate, factor * interval.low, factor * interval.high, interval.method)


def in_units(measure: Measure, interval: Interval, whole: float) -> Interval:
    """Return the interval of a ratio as that of the measure; `whole` is 1 for a level and 0 for a difference."""
    interval = scaled(interval, measure.factor)
    if not measure.rest:
        return interval
    return Interval(whole - interval.estimate, whole - interval.high, whole - interval.low, interval.method)


def characters(results: Results) -> list[Character]:
    """Return what was measured of every group that has games with a loser to fit and to judge on."""
    found = [results.measured(group, PROBE) for group in results.groups]
    return [
        Character(measured)
        for measured in found
        if measured is not None and 0 < measured.total("judged") < measured.total("finished")
    ]


def pairs_of(results: Results) -> list[tuple[Character, Character]]:
    """Return (variant, base) of which both were measured."""
    known = {one.group.key: one for one in characters(results)}
    return [(known[a.key], known[b.key]) for a, b in results.pairs() if a.key in known and b.key in known]


def difference(pair: tuple[Character, Character], measure: Measure) -> BlockEstimate:
    """Return the ratio of a measure of the first minus that of the second, on the blocks that both have."""
    one, other = (character.measured for character in pair)
    _, first, second = np.intersect1d(one.blocks, other.blocks, return_indices=True)
    same = one.numbers[first] == other.numbers[second]
    parts = [
        tuple(column[at[same]] for column in character.parts(measure))
        for character, at in zip(pair, (first, second), strict=True)
    ]
    return block_difference((parts[0][0], parts[0][1]), (parts[1][0], parts[1][1]), one.numbers[first[same]])


def finite(interval: Interval) -> tuple[float | None, float | None, float | None]:
    """Return estimate and limits for a table, None where there is none."""
    values = (interval.estimate, interval.low, interval.high)
    first, low, high = (float(x) if math.isfinite(x) else None for x in values)
    return first, low, high
