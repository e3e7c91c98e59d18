"""What is compared: a list of figures with unit, meaning, better side and smallest effect of interest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from paskasim.analysis import anytime
from paskasim.analysis.compare.contrasts import (
    both,
    largest,
    single_seats,
    subsets,
    unpaired_means,
    unpaired_shares,
)
from paskasim.analysis.compare.match import Match, Of, Side
from paskasim.analysis.comparisons import Interest, Scale
from paskasim.analysis.contrasts import Contrast, paired_means, paired_shares
from paskasim.analysis.folder import SEATS
from paskasim.analysis.intervals import Array, Interval, Numbers, quantile
from paskasim.analysis.results import Group
from paskasim.analysis.words import unit_of

Way = Literal["less", "more"]


@dataclass(frozen=True)
class Figure:
    """A figure under A and under B, and the contrast B minus A."""

    a: float
    b: float
    contrast: Contrast


class Measure(Protocol):
    """How a figure is taken from a match; None where there is nothing of the kind in either."""

    def __call__(self, match: Match) -> Figure | None:
        """Return the figure."""
        ...


@dataclass(frozen=True)
class Metric:
    """One figure that two sides are compared by.

    Attributes
    ----------
    name
        The name for programs and options.
    says
        What a row is called.
    scale
        The scale of `comparisons.Interest` that its smallest effect of interest stands on, and its unit.
    more_less
        What is said of B where its figure is the larger, and the smaller, one.
    better
        The better side; None where that is a matter of taste.
    headline
        Whether the answer in a sentence speaks of it.
    """

    name: str
    says: str
    meaning: str
    scale: Scale
    measure: Measure
    more_less: tuple[str, str] = ("more", "fewer")
    better: Way | None = None
    headline: bool = False

    @property
    def unit(self) -> tuple[float, str]:
        """What a difference is multiplied by to be shown, and the unit that it then has."""
        return unit_of(self.scale)


def total(*metrics: str) -> Of:
    """Return what adds up sums of metrics."""
    return lambda group: np.asarray(np.sum([group.sums(metric) for metric in metrics], axis=0))


def _games(group: Group) -> Numbers:
    return group.rotations * group.numbers


def _unfinished(group: Group) -> Numbers:
    return _games(group) - group.sums("outcome_finished")


def _seats(metric: str, group: Group) -> Array:
    return np.array([group.sums(f"{metric}_{seat}") for seat in range(group.players)], dtype=np.float64)


@dataclass(frozen=True)
class Share:
    """Games in which something was so, as a share of some games."""

    top: Of
    bottom: Of = _games

    def __call__(self, match: Match) -> Figure | None:
        """Return the figure, by the contrasts for shares."""
        a, b = match.sides(self.top, self.bottom)
        if np.sum(a.top) + np.sum(b.top) == 0:
            return None
        return Figure(a.value, b.value, _shares(a, b, match))


def _shares(a: Side, b: Side, match: Match) -> Contrast:
    cluster = match.a.rotations
    if match.by_block:
        return paired_shares((b.top, b.bottom), (a.top, a.bottom), a.numbers, cluster)
    return unpaired_shares(b, a, cluster)


@dataclass(frozen=True)
class Mean:
    """A count for each game, or for each of something else."""

    top: Of
    bottom: Of = _games

    def __call__(self, match: Match) -> Figure | None:
        """Return the figure, by the contrasts for means."""
        a, b = match.sides(self.top, self.bottom)
        if np.sum(a.top) + np.sum(b.top) == 0:
            return None
        if match.by_block:
            return Figure(a.value, b.value, paired_means((b.top, b.bottom), (a.top, a.bottom), a.numbers))
        return Figure(a.value, b.value, unpaired_means(b, a))


@dataclass(frozen=True)
class Quantile:
    """A quantile of the turns of finished games; counted exactly, but not by block, so not paired."""

    at: float

    def __call__(self, match: Match) -> Figure | None:
        """Return the figure; its limits are those of both quantiles at half the error each."""
        if not (match.a.finished and match.b.finished):
            return None
        how = anytime.quantile if match.watched else quantile
        limits = [self._limits(how, group) for group in (match.b, match.a)]
        b, a = (each(0.95).estimate for each in limits)
        return Figure(a, b, both(b - a, limits[0], limits[1], "order statistics of both together"))

    def _limits(self, how: Callable[..., Interval], group: Group) -> Callable[[float], Interval]:
        return lambda level: how(group.turns, group.ended, self.at, level, group.rotations)


@dataclass(frozen=True)
class Unevenness:
    """How far the shares of losses lie from even ones: the largest of several sums of excesses."""

    rows: Callable[[int], Array]

    def __call__(self, match: Match) -> Figure | None:
        """Return the figure."""
        a, b = match.sides(lambda group: _seats("loser", group), total("outcome_finished"))
        if not (np.sum(a.bottom) and np.sum(b.bottom)):
            return None
        rows = self.rows(match.a.players)
        values = [float(np.max(rows @ (np.sum(s.top, axis=1) / np.sum(s.bottom) - 1 / len(s.top)))) for s in (a, b)]
        return Figure(values[0], values[1], largest(b, a, rows, match.by_block, match.a.rotations))


@dataclass(frozen=True)
class OfSeat:
    """A share that one seat has of the games in which some seat has it."""

    metric: str
    seat: int

    def __call__(self, match: Match) -> Figure | None:
        """Return the figure; None for a seat that is not at the table."""
        if self.seat >= match.a.players:
            return None
        all_seats = total(*(f"{self.metric}_{seat}" for seat in range(match.a.players)))
        return Share(total(f"{self.metric}_{self.seat}"), all_seats)(match)


def _starter_loses(match: Match) -> Figure | None:
    if all(max(group.seat_totals("starter")) == group.games for group in (match.a, match.b)):
        return None  # it is the loss of one seat, which is compared anyway
    return Share(total("loser_is_starter"), total("outcome_finished"))(match)


def _metrics() -> Iterator[Metric]:
    finished = total("outcome_finished")
    yield Metric(
        "endless", "games without an end", "games that reach no end: deadlock, livelock or unresolved", "endless",
        Share(_unfinished), better="less", headline=True,
    )  # fmt: skip
    for outcome, meaning in (
        ("deadlock", "proven: whatever anyone plays, the game can't end"),
        ("livelock", "proven: these players repeat themselves for ever"),
        ("unresolved", "stopped at the turn limit without a proof"),
    ):
        yield Metric(outcome, f"of them {outcome}", meaning, "endless", Share(total(f"outcome_{outcome}")))
    yield Metric(
        "uneven", "losses off an even share", "half the sum of all seats' distances from an even share of losses",
        "loss", Unevenness(subsets), better="less", headline=True,
    )  # fmt: skip
    yield Metric(
        "furthest", "furthest seat from even", "distance from an even share of losses of the seat that is furthest off",
        "loss", Unevenness(single_seats), better="less",
    )  # fmt: skip
    for seat in range(SEATS):
        yield Metric(
            f"loses_{seat}", f"losses at seat {seat}", f"finished games that seat {seat} loses", "loss",
            OfSeat("loser", seat),
        )  # fmt: skip
    yield Metric(
        "starter_loses", "losses of who begins", "finished games that the player who began loses, where that is not "
        "always the same seat", "loss", _starter_loses,
    )  # fmt: skip
    for seat in range(SEATS):
        yield Metric(
            f"first_out_{seat}", f"first out at seat {seat}",
            f"games with a first player out in which that is seat {seat}", "loss", OfSeat("first_out", seat),
        )  # fmt: skip
    length = ("longer", "shorter")
    yield Metric(
        "turns", "mean turns", "mean turns of finished games", "turns", Mean(total("turns_finished"), finished),
        length, headline=True,
    )  # fmt: skip
    yield Metric("turns_median", "median turns", "median turns of finished games", "turns", Quantile(0.5), length)
    yield Metric(
        "turns_95", "turns, 95 % quantile", "turns that 95 % of the finished games keep to", "turns",
        Quantile(0.95), length,
    )  # fmt: skip
    yield Metric(
        "choices", "turns with a choice", "turns with two or more legal actions, of all turns", "choices",
        Mean(total("choices"), total("turns")),
    )  # fmt: skip
    for cause, says in (
        ("ten", "a ten"), ("ace", "an ace"), ("four", "a run"), ("joker", "a joker"), ("rule", "`effects`"),
    ):  # fmt: skip
        yield Metric(
            f"burns_{cause}", f"burns/game by {says}", f"piles burnt by {says}, a game", "burns",
            Mean(total(f"burns_{cause}")),
        )  # fmt: skip
    yield Metric(
        "games_with_four", "games with a burnt run", "games in which a run of equal ranks burnt", "fours",
        Share(total("games_with_four")),
    )  # fmt: skip
    counts: tuple[tuple[str, str, str, Scale], ...] = (
        ("takes", "takes/game", "turns with the action `take`, a game", "takes"),
        ("taken_cards", "cards taken/game", "cards taken by takes, failed flips and failed tries, a game", "cards"),
        ("forced_takes", "forced takes/game", "piles that the next player had to take, a game", "takes"),
        ("tries", "tries/game", "turns with the action `try`, a game", "takes"),
        ("passes", "passes/game", "turns with the action `pass`, a game", "takes"),
        ("flips", "blind cards/game", "blind cards turned, a game", "takes"),
        ("failed_flips", "failed flips/game", "blind cards turned that could not be played, a game", "takes"),
    )
    for name, says, meaning, scale in counts:
        yield Metric(name, says, meaning, scale, Mean(total(name)))


METRICS: tuple[Metric, ...] = tuple(_metrics())


def table() -> Iterator[str]:
    """Yield the rows of the table in docs/compare.md; those of single seats once."""
    for metric in METRICS:
        name, says, meaning = f"`{metric.name}`", metric.says, metric.meaning
        if isinstance(metric.measure, OfSeat):
            if metric.measure.seat:
                continue
            name = f"`{metric.name}`, `{metric.name[:-1]}1`, ..."
            says, meaning = says.replace("seat 0", "seat 0, 1, ..."), meaning.replace("seat 0", "the seat")
        factor, unit = metric.unit
        least = factor * Interest().of(metric.scale)
        smallest = f"1 {unit[:-1]}" if least == 1 else f"{least:g} {unit}"
        yield f"| {name} | {says} | {meaning} | {smallest} | {metric.better or ''} |"
