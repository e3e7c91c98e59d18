"""Matches of a group: shares by person and by who lost before, and lengths, from the sums of the probe `match`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from paskasim.analysis.comparisons import Judged
from paskasim.analysis.contrasts import BlockContrast, Contrast, ShareContrast, paired_shares
from paskasim.analysis.intervals import Interval, Numbers, block_ratio, quantile
from paskasim.analysis.results import Group, Measured, Results
from paskasim.studies.probes.match import LENGTHS, WHOLE
from paskasim.studies.probes.match import PROBE as DECLARED

PROBE = "match"
FEW_BLOCKS = 8
ORDINALS = ("1st", "2nd", "3rd")
LOSER, ROTATES = "loser", "rotates"
WAYS = {LOSER: "the loser deals", ROTATES: "the deal goes round"}


@dataclass(frozen=True)
class Format:
    """How long a match goes on: until one is left, `letters` losses putting a person out; or `rounds`, if that is 0."""

    rounds: int
    letters: int

    @property
    def name(self) -> str:
        """The format in words, after 'matches'."""
        if self.letters:
            return f"to {self.letters} letter{'s' if self.letters > 1 else ''}"
        return f"of {self.rounds} round{'s' if self.rounds > 1 else ''}"


def format_of(results: Results) -> Format:
    """Return the format of a study's matches, the defaults where its file says nothing."""
    given = results.manifest["study"].get(PROBE, {})
    default = {setting.name: setting.default for setting in DECLARED.settings}
    return Format(*(int(given.get(name, default[name])) for name in ("rounds", "letters")))


@dataclass(frozen=True)
class Matches:
    """The matches of a group with one rule for who deals: `way` is LOSER or ROTATES."""

    measured: Measured
    way: str
    format: Format

    @property
    def group(self) -> Group:
        """Whose matches these are."""
        return self.measured.group

    @property
    def people(self) -> int:
        """How many play a match."""
        return self.group.players

    @property
    def even(self) -> float:
        """An even share."""
        return 1 / self.people

    @property
    def played(self) -> int:
        """Matches played."""
        return self.measured.total("matches")

    @property
    def decided(self) -> int:
        """Matches that came to their end."""
        return self.total("decided")

    def sums(self, column: str) -> Numbers:
        """Return the sums of a column, shape (blocks,)."""
        return self.measured.sums(f"{column}_{self.way}")

    def total(self, column: str) -> int:
        """Return the sum of a column over all matches."""
        return int(self.sums(column).sum())

    def parts(self, kind: str, place: int) -> tuple[Numbers, Numbers]:
        """Return events and trials by block.

        Parameters
        ----------
        kind
            'won' or 'lost': matches, by person. 'next': rounds lost, by places from the loser of the round before.
        """
        if kind == "next":
            return self.sums(f"next_{place}"), self.sums("followed")
        return self.sums(f"{kind}_{place}") / WHOLE, self.sums("decided")

    def share(self, kind: str, place: int) -> Contrast:
        """Return a share of `parts` against an even one."""
        return self._against(*self.parts(kind, place))

    def of_strategy(self, kind: str, strategy: str) -> Contrast:
        """Return the share of matches won or lost by one seat of a strategy against an even one."""
        top = np.zeros(len(self.measured.numbers))
        for case in self.group.cases:
            for person, name in enumerate(case.seats):
                if name == strategy:
                    top += self.measured.cases[case.name][f"{kind}_{person}_{self.way}"] / WHOLE
        return self._against(top / self.group.seats_of(strategy), self.sums("decided"))

    def _against(self, top: Numbers, bottom: Numbers) -> Contrast:
        numbers = self.measured.numbers
        if len(numbers) >= FEW_BLOCKS and top.sum() > 0:
            return BlockContrast(block_ratio(top, bottom, numbers), self.even)
        # Rounds of a match are not independent: with few matches each counts as one trial.
        trials = min(float(bottom.sum()), self.decided) / self.group.rotations
        share = float(top.sum() / bottom.sum()) if bottom.sum() > 0 else math.nan
        return ShareContrast(share * trials, trials, self.even)

    def mean(self, above: str, below: str = "decided") -> Interval:
        """Return the mean of a column for each match, or for each of another column."""
        return block_ratio(self.sums(above), self.sums(below), self.measured.numbers).interval()

    def rounds(self, at: float) -> Interval:
        """Return a quantile of the rounds of a match; exact, since a match ends by rule of its winner's losses."""
        if not self.format.letters:
            rounds = float(self.format.rounds)
            return Interval(rounds, rounds, rounds, "fixed")
        least = self.format.letters * (self.people - 1)
        counts = np.array([self.total(f"winner_losses_{i}") for i in range(self.format.letters)])
        return quantile(least + np.arange(len(counts)), counts, at, cluster=self.group.rotations)

    @cached_property
    def lengths(self) -> tuple[tuple[int, ...], Numbers]:
        """Limits of the kinds of length in turns, and how many matches are of each kind: below the first limit on."""
        return LENGTHS, np.array([self.total(f"turns_{i}") for i in range(len(LENGTHS) + 1)])

    def turns(self, at: float) -> Interval:
        """Return a quantile of the turns of a match, as far as the kinds of length tell it.

        The limits are those by order statistics, widened to the limits of the kinds; the estimate lies between the
        limits of its kind as the matches before it do.
        """
        limits, counts = self.lengths
        found = quantile(np.arange(len(counts)), counts, at, cluster=self.group.rotations)
        if not math.isfinite(found.estimate):
            return found
        kind = int(found.estimate)
        before = float(counts[:kind].sum())
        part = min(max((at * float(counts.sum()) - before) / float(counts[kind]), 0.0), 1.0)
        low, high = _from_to(limits, kind)
        bottom = _from_to(limits, int(found.low))[0]
        top = _from_to(limits, int(found.high))[1] if math.isfinite(found.high) else math.inf
        middle = low * (high / low) ** part if math.isfinite(high) else low
        return Interval(middle, bottom, top, found.method)

    def longer(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return numbers of turns, and the share of matches that last longer."""
        limits, counts = self.lengths
        shares = 1 - np.cumsum(counts)[:-1] / counts.sum()
        last = int(np.argmax(shares == 0)) if (shares == 0).any() else len(shares) - 1
        first = max(int(np.argmax(shares < 1)) - 1, 0)
        return (0.0, *map(float, limits[first : last + 1])), (1.0, *map(float, shares[first : last + 1]))


def _from_to(limits: Sequence[int], kind: int) -> tuple[float, float]:
    low = limits[kind - 1] if kind > 0 else 1
    return float(low), float(limits[kind] if kind < len(limits) else math.inf)


def matches_of(results: Results) -> list[Matches]:
    """Return the matches of every group that has any, those with the loser dealing first."""
    found = []
    how = format_of(results)
    for group in results.groups:
        measured = results.measured(group, PROBE)
        if measured is not None:
            ways = [Matches(measured, way, how) for way in WAYS]
            found += [one for one in ways if one.decided > 0]
    return found


def pairs_of(found: Sequence[Matches]) -> list[tuple[Matches, Matches]]:
    """Return the matches of the same group with the loser dealing and with the deal going round."""
    rotating = {one.group.key: one for one in found if one.way == ROTATES}
    return [(one, rotating[one.group.key]) for one in found if one.way == LOSER and one.group.key in rotating]


def difference(pair: tuple[Matches, Matches], kind: str, place: int) -> Contrast:
    """Return the difference of a share of `Matches.parts`, loser dealing minus deal going round, same game numbers."""
    one, other = pair
    return paired_shares(one.parts(kind, place), other.parts(kind, place), one.measured.numbers, one.group.rotations)


def key_of(one: Matches, kind: str, part: int | str) -> str:
    """Return the key of the comparison of a share with an even one."""
    return f"match|{one.group.key}|{one.way}|{kind}|{part}"


def pair_key(pair: tuple[Matches, Matches], kind: str, part: int) -> str:
    """Return the key of the comparison of the loser dealing with the deal going round."""
    return f"match|{pair[0].group.key}|ways|{kind}|{part}"


def share_of(one: Judged, even: float) -> Interval:
    """Return the share whose difference from an even one was judged."""
    i = one.interval
    return Interval(i.estimate + even, max(0.0, i.low + even), min(1.0, i.high + even), i.method)


def ordinal(number: int) -> str:
    """Return '1st', '2nd', '3rd', '4th' and so on."""
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"


def label_of(one: Matches, kind: str, place: int) -> str:
    """Return who is meant: by place from the loser of the round before, or at the first deal."""
    if kind == "next":
        return "the same again" if place == 0 else f"{ordinal(place)} to the left"
    return "first dealer" if place == one.people - 1 else f"{ordinal(place + 1)} to the left"
