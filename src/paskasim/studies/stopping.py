"""When a case has enough games: the block sums of all rotations of a line-up, looked at in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from paskasim.studies.plan import Case
from paskasim.studies.precision import GAMES, Precision, least_certain, looks
from paskasim.studies.sums import BLOCK_GAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from paskasim.analysis.intervals import Interval

FIRST_BLOCKS = 8
MOST_GROWTH = 4
BLIND_GROWTH = 2
DIGITS = 9


@dataclass(frozen=True)
class Stop:
    """Why a case took so many games.

    Attributes
    ----------
    games
        Games of each rotation.
    reached
        Games at which the goal was reached; None if all games that the study allows were used.
    looks
        How often it was looked at.
    part
        The least certain part of the key figure, when it stopped.
    found
        That part with its limits, over all games.
    """

    games: int
    reached: int | None
    looks: int
    part: str
    found: Interval

    def record(self) -> dict[str, Any]:
        """Return what the manifest says; limits that are not known are null."""
        limits = {key: _rounded(getattr(self.found, key)) for key in ("estimate", "low", "high")}
        why = "all games used" if self.reached is None else "goal reached"
        about = {"why": why, "games": self.games, "reached": self.reached, "looks": self.looks, "figure": self.part}
        return {**about, **limits, "interval": self.found.method}


def _rounded(value: float) -> float | None:
    """Return a number without the last digits, in which machines may differ."""
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None


class Watch:
    """The games so far of one group: all rotations of a line-up.

    Parameters
    ----------
    cases
        The rotations.
    most
        Games of each that the study allows.
    kept
        Games of each that are there from an earlier sweep, and stay whatever the goal.
    """

    def __init__(self, precision: Precision, cases: Sequence[Case], most: int, kept: int) -> None:
        self.precision = precision
        self.cases = cases
        self.most = max(most, kept)
        self.kept = kept
        self.players = cases[0].players
        self._metrics = precision.figure.metrics(self.players)
        self._sums: dict[str, dict[int, NDArray[np.int64]]] = {case.id: {} for case in cases}
        self._whole = dict.fromkeys(self._sums, 0)
        self._looks = looks(self.most // BLOCK_GAMES)
        self._next = next(self._looks, None)
        self._looked, self._last, self._lacking = 0, 0, math.inf
        self._reached: int | None = None

    def add(self, case: Case, first: int, sums: pa.Table) -> None:
        """Take in a shard's block sums."""
        own = self._sums[case.id]
        own[first] = np.array([sums[metric].to_numpy() for metric in self._metrics], dtype=np.int64)
        while self.games(case, self._whole[case.id]) == case.shard_games:
            self._whole[case.id] += case.shard_games

    def games(self, case: Case, first: int) -> int:
        """Return how many games of a shard are there."""
        found = self._sums[case.id].get(first)
        return 0 if found is None else int(found[self._metrics.index(GAMES)].sum())

    def there(self, case: Case) -> int:
        """Return how many games of a rotation are there without a gap, from the first one on."""
        whole = self._whole[case.id]
        return whole + self.games(case, whole)

    def total(self) -> int | None:
        """Look wherever one can look now; return how many games each rotation is to have, None while it needs more.

        That depends on the games alone, not on the order in which they came in.
        """
        there = min(self.there(case) for case in self.cases)
        while self._reached is None and self._next is not None and self._next * BLOCK_GAMES <= there:
            self._last = self._next * BLOCK_GAMES
            found = self._limits(self._last)
            self._lacking = self.precision.lacking(found[least_certain(self.precision, found)])
            self._looked += 1
            if self._lacking <= 1:
                self._reached = self._last
            self._next = next(self._looks, None)
        total = self.most if self._reached is None else max(self._reached, self.kept)
        return total if there >= total else None

    def wanted(self) -> int:
        """Return how many games of each rotation are worth having before one looks again.

        As many as the last look lets expect, and at least those up to the next one.
        """
        expected = self.precision.expected(self.players, len(self.cases)) or FIRST_BLOCKS * BLOCK_GAMES
        if self._last:
            growth = min(MOST_GROWTH, self._lacking**2) if math.isfinite(self._lacking) else BLIND_GROWTH
            expected = math.ceil(self._last * growth)
        known = min(self.there(case) for case in self.cases)
        for look in looks(self.most // BLOCK_GAMES):
            if look * BLOCK_GAMES >= expected and look * BLOCK_GAMES > known:
                return look * BLOCK_GAMES
        return self.most

    def stop(self, total: int) -> Stop:
        """Return why the case stopped, once each rotation has just so many games."""
        found = self._limits(total)
        part = least_certain(self.precision, found)
        return Stop(
            total, self._reached, self._looked, self.precision.figure.part_name(part, self.players), found[part]
        )

    def _limits(self, games: int) -> list[Interval]:
        """Return the parts of the key figure over the first games of all rotations."""
        blocks = -(-games // BLOCK_GAMES)
        sums = np.sum([self._first(case, blocks) for case in self.cases], axis=0)
        return self.precision.figure.limits(dict(zip(self._metrics, sums, strict=True)), self.players, len(self.cases))

    def _first(self, case: Case, blocks: int) -> NDArray[np.int64]:
        own = self._sums[case.id]
        shards = [own[first] for first, _ in case.shards(blocks * BLOCK_GAMES)]
        return np.concatenate(shards, axis=1)[:, :blocks]
