"""Minutes of games: the pace of a table laid over the counts of every game, and over what a probe saw of waiting."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paskasim.analysis import anytime, folder
from paskasim.analysis.intervals import (
    Interval,
    Running,
    always_valid_blocks,
    always_valid_share,
    block_ratio,
    kaplan_meier,
    quantile,
    share,
)
from paskasim.analysis.results import Group, Integers, Results
from paskasim.studies.pace import KEY, Pace, read_pace
from paskasim.studies.probing import BLOCK

MINUTE = 6000
"""Hundredths of a second."""
LONG = 30
"""Minutes after which a game counts as long."""
Counted = tuple[Integers, Integers]
"""Times in hundredths of a second, rising, and how many games took each."""


@dataclass(frozen=True, eq=False)
class Rows:
    """What the rows of a group's games tell, times in hundredths of a second from the shuffle on.

    Attributes
    ----------
    time, finished, late
        By block: time of finished games, how many finished, and games of any kind not finished in `LONG` minutes.
    ended, unresolved
        Times of games with a loser, and of those that were stopped without a proof.
    dead
        Times of games proven endless, at which the proof was there.
    idle
        For finished games, how long the first one out sat idle, at the mean pace of that game's turns.
    """

    time: Integers
    finished: Integers
    late: Integers
    ended: Counted
    unresolved: Counted
    dead: Counted
    idle: Counted


@dataclass(frozen=True, eq=False)
class Timed:
    """A group with the minutes of its games.

    Attributes
    ----------
    setup
        Hundredths of a second before the first turn.
    time
        Time of finished games by block; None where it can't be told: no rows, and games without an end in the sums.
    rows
        What the rows tell; None where the study keeps none.
    """

    group: Group
    pace: Pace
    setup: int
    time: Integers | None
    rows: Rows | None

    @property
    def parts(self) -> tuple[NDArray[np.float64], Integers] | None:
        """Minutes of finished games and their number, by block."""
        return None if self.time is None else (self.time / MINUTE, self.group.sums("outcome_finished"))

    @property
    def mean(self) -> Interval | None:
        """Mean minutes of finished games."""
        if self.parts is None or not self.group.finished:
            return None
        found = block_ratio(*self.parts, self.group.numbers)
        return always_valid_blocks(found) if self.group.watched else found.interval()

    @property
    def seconds_a_turn(self) -> float | None:
        """Mean seconds of a turn of finished games."""
        turns = self.group.total("turns_finished")
        if self.time is None or not turns:
            return None
        return (int(self.time.sum()) - self.setup * self.group.finished) / turns / 100

    def quantile(self, at: float) -> Interval | None:
        """Return a quantile of the minutes of finished games, limits by order statistics."""
        if self.rows is None or not self.group.finished:
            return None
        limits = anytime.quantile if self.group.watched else quantile
        times, games = self.rows.ended
        return limits(times / MINUTE, games, at, cluster=self.group.rotations)

    @cached_property
    def curve(self) -> Running | None:
        """The share of all games still running, by minutes; games proven endless are its plateau."""
        if self.rows is None:
            return None
        times = np.union1d(self.rows.ended[0], self.rows.unresolved[0])
        ended, left = (_at(times, counted) for counted in (self.rows.ended, self.rows.unresolved))
        dead = float(self.rows.dead[1].sum())
        return kaplan_meier(times / MINUTE, ended, left, dead, cluster=self.group.rotations)

    def longer(self, minutes: float) -> Interval | None:
        """Return the share of all games longer than so many minutes, those that never end among them.

        Games left undecided before that time may be over by then or not, and not by chance: it is the long ones that
        run into the limit of turns. So the limits count them as over for the lower one, as longer for the upper one.
        """
        if self.rows is None or self.curve is None:
            return None
        found, group, limit = self.curve.after(minutes), self.group, minutes * MINUTE
        left = int(self.rows.unresolved[1][self.rows.unresolved[0] <= limit].sum())
        if not left and not group.watched:
            return found
        most = group.games - int(self.rows.ended[1][self.rows.ended[0] <= limit].sum())
        limits = always_valid_share if group.watched else share
        low, high = (limits(events / group.rotations, group.games / group.rotations) for events in (most - left, most))
        return Interval(found.estimate, low.low, high.high, low.method)


def _at(times: Integers, counted: Counted) -> Integers:
    found = np.zeros(len(times), dtype=np.int64)
    found[np.searchsorted(times, counted[0])] = counted[1]
    return found


def pace_of(results: Results) -> Pace:
    """Return the pace of a study: our estimates, and what its table `[pace]` sets."""
    given = results.manifest.get("study", {}).get(KEY, {})
    if not isinstance(given, dict):
        given = {KEY: given}
    pace, wrong = read_pace(given)
    if wrong:
        raise folder.damaged((results.folder or Path()) / "manifest.json", " ".join(wrong.values()).rstrip("."))
    return pace


def timed(results: Results) -> list[Timed]:
    """Return every group with its minutes."""
    pace = pace_of(results)
    return [_timed(results, group, pace) for group in results.groups]


def _timed(results: Results, group: Group, pace: Pace) -> Timed:
    setup = pace.setup(group.rule_set, group.players)
    rows = _rows_of(results, group, pace, setup)
    time = None if rows is None else rows.time
    if rows is None and group.finished == group.games:
        weighed = [weight * group.sums(column) for column, weight in pace.weights.items() if column in pace.columns]
        time = sum(weighed, setup * group.rotations * group.numbers)
    return Timed(group, pace, setup, time, rows)


def _rows_of(results: Results, group: Group, pace: Pace, setup: int) -> Rows | None:
    files: Mapping[str, str] = results.manifest["files"]
    starts = tuple(f"games/case={case.name}/" for case in group.cases)
    parts = tuple((name, check) for name, check in files.items() if name.startswith(starts))
    if (
        results.folder is None
        or not len(group.blocks)
        or not all(any(name.startswith(start) for name, _ in parts) for start in starts)
    ):
        return None
    found = _read_rows(results.folder, parts, tuple(group.blocks.tolist()), pace, setup)
    if not np.array_equal(found.finished, group.sums("outcome_finished")):
        raise folder.damaged(results.folder / "games", f"rows and sums disagree on games of {group.name}")
    return found


@lru_cache(maxsize=256)
def _read_rows(path: Path, parts: tuple[tuple[str, str], ...], blocks: tuple[int, ...], pace: Pace, setup: int) -> Rows:
    """Return what the rows in some files tell, those in other blocks left out."""
    known = np.array(blocks, dtype=np.int64)
    sums = np.zeros((3, len(known)), dtype=np.int64)
    kinds: tuple[list[Counted], ...] = ([], [], [], [])
    for name, checksum in parts:
        table = _read_part(path / name, checksum, (*pace.columns, "turns", "first_out_turn"))
        place = np.searchsorted(known, table["game"] // BLOCK)
        inside = (place < len(known)) & (known[np.minimum(place, len(known) - 1)] == table["game"] // BLOCK)
        table = {column: values[inside] for column, values in table.items()}
        at = place[inside]
        played = sum(weight * table[column] for column, weight in pace.weights.items() if column in table)
        time = setup + np.asarray(played, dtype=np.int64)
        over, left = table["outcome"] == 0, table["outcome"] == 3
        late = ~over | (time > LONG * MINUTE)
        for row, (chosen, values) in enumerate(((over, time), (over, np.ones_like(time)), (late, np.ones_like(time)))):
            np.add.at(sums[row], at[chosen], values[chosen])
        idle = (table["turns"] - table["first_out_turn"])[over] * (time - setup)[over] // table["turns"][over]
        for kept, values in zip(kinds, (time[over], time[left], time[~over & ~left], idle), strict=True):
            kept.append(_counted(values))
    return Rows(*sums, *(_together(kept) for kept in kinds))


def _read_part(file: Path, checksum: str, columns: Sequence[str]) -> dict[str, Integers]:
    """Return columns of a file of game rows; `outcome` by its place in `folder.OUTCOMES`, `game` too."""
    import pandas as pd
    import pyarrow as pa

    try:
        content = file.read_bytes()
        folder.check_contents(file, content, checksum)
        wanted = list(dict.fromkeys(("game", "outcome", *columns)))
        table = pd.read_parquet(io.BytesIO(content), columns=wanted)
    except (OSError, KeyError, ValueError, pa.ArrowException) as error:
        raise folder.damaged(file, "it is missing or cannot be read") from error
    codes = pd.Categorical(table.pop("outcome").astype(str), categories=list(folder.OUTCOMES)).codes
    found = {str(name): table[name].fillna(0).to_numpy(dtype=np.int64) for name in table.columns}
    return found | {"outcome": codes.astype(np.int64)}


def _counted(values: Integers) -> Counted:
    times, games = np.unique(values, return_counts=True)
    return times.astype(np.int64), games.astype(np.int64)


def _together(parts: Sequence[Counted]) -> Counted:
    times, places = np.unique(np.concatenate([part[0] for part in parts]), return_inverse=True)
    games = np.zeros(len(times), dtype=np.int64)
    np.add.at(games, places, np.concatenate([part[1] for part in parts]))
    return times, games
