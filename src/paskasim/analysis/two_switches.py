"""A figure over the values of two switches, at every table of a study that varies two or more.

With more switches a cell is the mean over all settings of the others, each counted alike: the interactions that `rules`
tells are differences of just these means, and one map for every setting of a third switch would be many maps of few
games each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import numpy as np

from paskasim.analysis import words
from paskasim.analysis.comparisons import Judged, Scale
from paskasim.analysis.contrasts import FEW_BLOCKS, FEW_EVENTS
from paskasim.analysis.effects import nearest
from paskasim.analysis.factorial import Factorial
from paskasim.analysis.factorial_contrasts import weighted
from paskasim.analysis.factorial_effects import effects, key_of, weights
from paskasim.analysis.factorial_metrics import METRICS, uneven
from paskasim.analysis.factorial_metrics import cells as metric_cells
from paskasim.analysis.intervals import Interval, Numbers, always_valid_blocks, join_short_block, pooled_mean
from paskasim.analysis.levels import mean_of, share_of
from paskasim.analysis.results import Group, Results
from paskasim.errors import PaskasimError

NO_FIT, NOT_PLAYED, NO_END = "does not fit", "not played", "no game ended"
Levels = tuple[int, int]
"""The level of the first switch of a pair and that of the second."""


@dataclass(frozen=True)
class Measure:
    """A figure that maps show.

    Attributes
    ----------
    name
        That of the metric of `rules` it is.
    home
        The question that owns it.
    title
        What is shown, for a heading.
    ratio
        From a group and a seat, the least even one of its table, to sums and counts by block.
    """

    name: Scale
    home: str
    title: str
    share: bool
    ratio: Callable[[Group, int], tuple[Numbers, Numbers]]

    def level(self, group: Group, seat: int) -> Interval:
        """Return the figure of one case."""
        return (share_of if self.share else mean_of)(group, *self.ratio(group, seat))


MEASURES = (
    Measure(
        "endless",
        "endings",
        "games without an end",
        True,
        lambda g, _: (g.rotations * g.numbers - g.sums("outcome_finished"), g.rotations * g.numbers),
    ),
    Measure(
        "turns",
        "length",
        "mean length of finished games",
        False,
        lambda g, _: (g.sums("turns_finished"), g.sums("outcome_finished")),
    ),
    Measure(
        "loss",
        "seats",
        "losses of the least even seat",
        True,
        lambda g, seat: (g.sums(f"loser_{seat}"), g.sums("outcome_finished")),
    ),
)


@dataclass(frozen=True)
class Spot:
    """A cell of a map: the cases in it, the figure of each, and their mean; no mean where `why` tells why not."""

    groups: tuple[Group, ...]
    each: tuple[Interval, ...]
    level: Interval | None
    missing: str = ""
    why: str = ""


@dataclass(frozen=True)
class Crossing:
    """One figure at one table over two switches (their places among the switches of the design)."""

    results: Results
    design: Factorial
    measure: Measure
    pair: tuple[int, int]

    @cached_property
    def seat(self) -> int:
        """The least even seat of the table."""
        return uneven(self.design).seat

    def levels(self, index: int) -> list[int]:
        """Return the levels of a switch, numbers rising, else in the order of the study; level 0 is the base."""
        own = set(map(id, self.design.groups))
        switch = self.design.switches[index]
        values = [group.rules.get(switch.key) for group in self.results.groups if id(group) in own]
        if all(isinstance(value, int | float) for value in values):
            values.sort()
        return [switch.values.index(text) for text in dict.fromkeys(json.dumps(v, ensure_ascii=False) for v in values)]

    @cached_property
    def spots(self) -> Mapping[Levels, Spot]:
        """All cells, those that were not played with the reason."""
        first, second = (self.levels(index) for index in self.pair)
        return {at: self._spot(at) for at in product(first, second)}

    def words(self, at: Levels) -> str:
        """Return the values of a cell in words."""
        told = [self.design.switches[index].to(level) for index, level in zip(self.pair, at, strict=True)]
        return words.quoted(" and ".join(told), 90)

    def _spot(self, at: Levels) -> Spot:
        groups = tuple(group for run, group in self.design.cells.items() if self._holds(run, at))
        if not groups:
            return Spot((), (), None, *self._why(at))
        each = tuple(self.measure.level(group, self.seat) for group in groups)
        if any(np.isnan(one.estimate) for one in each):
            return Spot(groups, each, None, NO_END, NO_END)
        return Spot(groups, each, each[0] if len(each) == 1 else self._mean(groups, each))

    def _holds(self, run: tuple[int, ...], at: Levels) -> bool:
        """Return whether a case is in a cell: with any setting of the others; in a grid with holes as in the base."""
        others = [level for index, level in enumerate(run) if index not in self.pair]
        return tuple(run[index] for index in self.pair) == at and (self.design.whole or not any(others))

    def _mean(self, groups: Sequence[Group], each: Sequence[Interval]) -> Interval:
        """Return the mean over cases.

        Its limits come from blocks of the same game numbers, which allow for what the cases share. With few blocks or
        events they are the means of the limits of the cases, which are wider than they need be.
        """
        estimate, low, high = np.mean([(one.estimate, one.low, one.high) for one in each], axis=0).tolist()
        blocks = self._over_blocks(groups)
        if blocks is None or not blocks.known:
            return Interval(estimate, low, high, "mean of the limits of each case")
        # Cases that stopped each by itself share only part of their blocks: the limits are those of that part.
        off = estimate - blocks.estimate
        return Interval(estimate, blocks.low + off, blocks.high + off, blocks.method)

    def _over_blocks(self, groups: Sequence[Group]) -> Interval | None:
        parts = []
        for group in groups:
            sums = [self.design.sums(group, np.asarray(x)) for x in self.measure.ratio(group, self.seat)]
            numbers, top, bottom = join_short_block(self.design.numbers, *sums)
            rare = self.measure.share and min(top.sum(), bottom.sum() - top.sum()) < FEW_EVENTS
            if len(numbers) < FEW_BLOCKS or rare:
                return None
            parts.append((top, bottom, numbers))
        found = pooled_mean(parts)
        return always_valid_blocks(found) if self.results.watched else found.interval()

    def _why(self, at: Levels) -> tuple[str, str]:
        """Return why there is no such case, in short and in full."""
        chosen = [(self.design.switches[index], level) for index, level in zip(self.pair, at, strict=True)]
        switches = {switch.key: json.loads(switch.values[level]) for switch, level in chosen}
        try:
            self.design.base.rule_set.with_switches(switches).deal_for(self.design.players)
        except PaskasimError as error:
            return NO_FIT, words.quoted(error.what.partition(": ")[2] or error.what, 160)
        return NOT_PLAYED, "the study leaves it out"


def pairs_of(designs: Sequence[Factorial], measure: Measure, judged: Mapping[str, Judged]) -> list[tuple[str, str]]:
    """Return the pairs of switches, those first whose interaction is surely largest at some table."""
    found = {(one.key, two.key): 0.0 for design in designs for one, two in combinations(design.switches, 2)}
    if len(found) == 1:
        return list(found)
    metric = next(metric for metric in METRICS if metric.name == measure.name)
    for design in designs:
        table = None
        for effect in effects(design) if design.whole else ():
            if effect.kind != "pair":
                continue
            known = judged.get(key_of(design, effect, metric))
            if known is None and table is None:
                table = metric_cells(design, metric, uneven(design))
            if known is not None:
                size = nearest(known.interval)
            elif table is not None:
                size = nearest(weighted(table, weights(design, effect)).interval())
            first, second = (design.switches[switch].key for switch, _ in effect.parts)
            found[first, second] = max(found[first, second], size)
    return sorted(found, key=lambda pair: -found[pair])
