"""Skill and luck of a group: who finishes ahead, parts of the variance, rounds to lead; from the probe `skill`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from paskasim.analysis.contrasts import BlockContrast, Contrast
from paskasim.analysis.intervals import BlockEstimate, Interval, Numbers, block_difference, block_ratio
from paskasim.analysis.leads import rounds_to_lead
from paskasim.analysis.results import Group, Results
from paskasim.analysis.rungs import PROBE, rungs_of
from paskasim.skill import AHEAD_WHOLE, WHOLE, seatings
from paskasim.studies.probes.skill import COUNTED, column_of, pairs_of

LEVELS = (0.75, 0.95)
PARTS = {
    "cards": "the cards",
    "seat": "the seat",
    "players": "who plays",
    "seat and players": "who plays at which seat",
    "cards and players": "these cards with these players",
}
"""What decides who loses, in words; docs/skill.md has the formulas."""
OWN = "own"


@dataclass(frozen=True)
class Skill:
    """Two rungs of the ladder under the rules of a group, on the same deals.

    Attributes
    ----------
    pair
        Which rungs, the lower one first, counted from 0.
    low, high
        What they are called.
    blocks
        Numbers of the blocks, rising.
    sums
        Sums by column, each of shape (blocks,).
    """

    group: Group
    pair: tuple[int, int]
    low: str
    high: str
    blocks: Numbers
    sums: dict[str, Numbers]

    @property
    def numbers(self) -> Numbers:
        """Deals of each block."""
        return self.sums["games"]

    @property
    def deals(self) -> int:
        """Deals in all."""
        return int(self.numbers.sum())

    @property
    def ways(self) -> int:
        """Seatings in which each deal was played."""
        return len(seatings(self.group.players))

    @property
    def finished(self) -> int:
        """Games with a loser."""
        return int(self.sums["finished"].sum())

    def lost(self, who: str) -> BlockEstimate:
        """Return the share of games with a loser that one player lost: `who` is 'low' or 'high'."""
        return block_ratio(self.sums[f"lost_{who}"] / WHOLE, self.sums["finished"], self.numbers)

    @property
    def ahead(self) -> Interval:
        """How often one player of the higher rung finishes ahead of one of the lower rung."""
        return _share(block_ratio(self.sums["ahead"] / AHEAD_WHOLE, self.ways * self.numbers, self.numbers))

    @property
    def gap(self) -> Contrast:
        """How many more of the games with a loser the lower rung loses: a seat of it minus a seat of the higher."""
        both = [(self.sums[f"lost_{who}"] / WHOLE, self.sums["finished"]) for who in ("low", "high")]
        return BlockContrast(block_difference(both[0], both[1], self.numbers))

    @cached_property
    def decided(self) -> Interval:
        """Of the rounds that one of two such players loses, how many the one of the lower rung loses."""
        low, high = (self.sums[f"lost_{who}"] / WHOLE for who in ("low", "high"))
        return _share(block_ratio(low, low + high, self.numbers))

    @property
    def either(self) -> float:
        """Share of rounds that one of two such players loses."""
        return self.lost("low").estimate + self.lost("high").estimate

    def rounds(self, level: float) -> Interval:
        """Return the rounds after which the higher rung leads with chance `level`.

        The limits are those of `decided` carried over; infinite where an even share can't be ruled out.
        """
        found = self.decided

        def until(share: float) -> float:
            return rounds_to_lead(level, share * self.either, (1 - share) * self.either)

        if not found.known:
            return Interval(until(found.estimate), 0.0, math.inf, found.method)
        return Interval(until(found.estimate), until(found.high), until(found.low), "limits of the share carried over")

    @cached_property
    def parts(self) -> dict[str, Interval]:
        """Parts of the variance of what a game costs a player, by PARTS, as fractions of all of it, and OWN.

        Each part has an estimate without bias for each block; parts and blocks are put together as a ratio.
        """
        seats, ways = self.group.players, self.ways
        cells = seats * ways
        many = self.numbers > 1
        numbers = self.numbers[many]
        scale = {"cell": cells, "seat": seats * ways**2, "lineup": ways * seats**2, "own": cells**2 / 2}
        square = {name: self.sums[f"{name}_squares"][many] / by for name, by in scale.items()}
        # Products of different deals keep what is the same for all deals, and nothing else.
        fixed = {name: self.sums[f"{name}_products"][many] / by / (numbers - 1) for name, by in scale.items()}
        found = {
            "cards": square["seat"] - fixed["seat"],
            "seat": fixed["seat"],
            "players": fixed["lineup"],
            "seat and players": fixed["cell"] - fixed["seat"] - fixed["lineup"],
            OWN: fixed["own"],
        }
        found["cards and players"] = square["cell"] - sum(found[name] for name in found if name != OWN)
        return {name: _share(block_ratio(found[name], square["cell"], numbers)) for name in (*PARTS, OWN)}


def _share(found: BlockEstimate) -> Interval:
    """Return an interval kept between 0 and 1, where shares lie."""
    limits = found.interval()
    kept = [min(max(x, 0.0), 1.0) if not math.isnan(x) else x for x in (limits.estimate, limits.low, limits.high)]
    if not limits.known:
        return Interval(kept[0], limits.low, limits.high, limits.method)
    return Interval(kept[0], kept[1], kept[2], limits.method)


def skills_of(results: Results) -> list[Skill]:
    """Return every pair of rungs under every rule set at every number of players, once, as far as games had losers."""
    if PROBE not in results.probes:
        return []
    table = results.probes[PROBE]
    rungs = rungs_of(results)
    found, seen = [], set()
    for group in results.groups:
        own = table[table["case"] == group.cases[0].name].sort_values("block")
        # Results of before hold the same again for every other line-up at the table.
        once = (group.label, str(sorted(group.rules.items())), group.players, group.seed)
        if len(own) == 0 or once in seen:
            continue
        seen.add(once)
        for pair in pairs_of(len(rungs)):
            sums = {each.name: own[column_of(each.name, pair)].to_numpy(dtype=np.float64) for each in COUNTED}
            sums["games"] = own["games"].to_numpy(dtype=np.float64)
            one = Skill(group, pair, rungs[pair[0]], rungs[pair[1]], own["block"].to_numpy(dtype=np.int64), sums)
            if one.finished:
                found.append(one)
    return found


def pairs_with_base(results: Results, found: Sequence[Skill]) -> list[tuple[Skill, Skill]]:
    """Return each variant with its base, the same rungs at the same table."""
    of = {(one.group.key, one.pair): one for one in found}
    pairs = []
    for one in found:
        base = of.get((results.base(one.group).key, one.pair))
        if base is not None and base is not one:
            pairs.append((one, base))
    return pairs


def difference(pair: tuple[Skill, Skill]) -> Contrast:
    """Return how much larger the gap is under the first rule set than under the second, deal by deal."""
    _, *where = np.intersect1d(pair[0].blocks, pair[1].blocks, return_indices=True)
    gaps = []
    for one, at in zip(pair, where, strict=True):
        gaps.append((((one.sums["lost_low"] - one.sums["lost_high"]) / WHOLE)[at], one.sums["finished"][at]))
    return BlockContrast(block_difference(gaps[0], gaps[1], pair[0].numbers[where[0]]))


def key_of(one: Skill) -> str:
    """Return the key of the comparison of two rungs."""
    return f"skill|{one.group.key}|{one.pair[0]}-{one.pair[1]}"


def pair_key(pair: tuple[Skill, Skill]) -> str:
    """Return the key of the comparison of two rule sets."""
    return f"skill|{pair[0].group.key}|{pair[1].group.key}|{pair[0].pair[0]}-{pair[0].pair[1]}"
