"""Waiting: turns of others between two turns of a player, and how long the first one out sits idle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paskasim.analysis.intervals import Interval, block_ratio
from paskasim.analysis.results import Group, Measured, Results

PROBE = "character"


@dataclass(frozen=True)
class Waiting:
    """What the probe saw of a group's finished games."""

    measured: Measured

    @property
    def group(self) -> Group:
        """Whose games were followed."""
        return self.measured.group

    @property
    def games(self) -> int:
        """Finished games that were followed."""
        return self.measured.total("finished")

    def ratio(self, above: str, below: str) -> Interval:
        """Return the ratio of two sums with limits from blocks."""
        return block_ratio(self.measured.sums(above), self.measured.sums(below), self.measured.numbers).interval()

    @property
    def mean(self) -> Interval:
        """Mean turns of others between two turns of a player."""
        return self.ratio("wait_turns", "waits")

    @property
    def longest(self) -> Interval:
        """Mean over games of the longest wait, in turns."""
        return self.ratio("longest_wait", "finished")

    @property
    def idle(self) -> Interval:
        """Mean turns that the first one out sits idle."""
        return self.ratio("first_out_turns", "finished")

    @property
    def shares(self) -> tuple[float, ...]:
        """Share of waits by turns of others, the last for so many or more."""
        counts = self._spread("wait")
        whole = max(1, sum(counts))
        return tuple(count / whole for count in counts)

    @property
    def most(self) -> int:
        """How many turns all but at most one wait in twenty last at most."""
        counts, running = self._spread("wait"), 0
        for turns, count in enumerate(counts):
            running += count
            if 20 * running >= 19 * sum(counts):
                return turns
        return len(counts)

    def _spread(self, name: str) -> list[int]:
        columns = next(iter(self.measured.cases.values()))
        kinds = sum(column.startswith(f"{name}_") and column.removeprefix(f"{name}_").isdigit() for column in columns)
        return [self.measured.total(f"{name}_{kind}") for kind in range(kinds)]


def waitings(results: Results, groups: Sequence[Group]) -> dict[str, Waiting]:
    """Return by group what was seen of waiting, where games with a loser were followed."""
    found = {group.key: results.measured(group, PROBE) for group in groups}
    return {
        key: Waiting(measured)
        for key, measured in found.items()
        if measured is not None and measured.total("waits") and measured.total("finished")
    }
