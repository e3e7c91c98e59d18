"""Which games are shown as examples: a typical one, the shortest deadlock and livelock, the longest, the biggest take.

Each is the first game of its kind of one case: the base of the study at its middle table. Where no game of that case
is a deadlock, or a livelock, the first case nearby that has one stands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paskasim.studies.examples import DEADLOCK, LIVELOCK, LONGEST, TYPICAL
from paskasim.studies.plan import Case
from paskasim.studies.study import Study

FINISHED = "finished"
T = TypeVar("T")


@dataclass(frozen=True)
class Choice:
    """A game that is an example of something.

    Attributes
    ----------
    of
        How many games it was chosen from.
    conditions
        What the results say of it, as `paskasim trace --where` takes it.
    """

    kind: str
    case: Case
    game: int
    of: int
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class _Lengths:
    """Games of a case by outcome and length: how many, and the number of the first one, -1 if unknown."""

    outcome: NDArray[np.str_]
    turns: NDArray[np.int64]
    games: NDArray[np.int64]
    game: NDArray[np.int64]


def shown_case(study: Study, cases: Sequence[Case]) -> Case:
    """Return the case that examples are taken from: the base, players and line-up from the middle of their lists."""
    first = [case for case in cases if case.rules.name == cases[0].rules.name]
    plain = [case for case in first if _is_base(study, case)] or [
        case for case in first if case.label == first[0].label
    ]
    players = _middle(sorted({case.players for case in plain}))
    table = [case for case in plain if case.players == players and case.rotation == 0]
    lineup = _middle([*dict.fromkeys(case.lineup for case in table)])
    return next(case for case in table if case.lineup == lineup)


def _is_base(study: Study, case: Case) -> bool:
    own, flat = study.bases.get(case.rules.name, {}), case.rules.flat()
    return all(key in own for key, _ in case.varied) and all(flat[key] == value for key, value in own.items())


def _middle(values: Sequence[T]) -> T:
    return values[len(values) // 2]


def choices(study: Study, cases: Sequence[Case], totals: Mapping[str, int], lengths: pa.Table) -> list[Choice]:
    """Return the games that can be chosen by how they ended and after how many turns.

    Parameters
    ----------
    totals
        Games of each case by id.
    lengths
        The gathered `lengths.parquet`.
    """
    case = shown_case(study, cases)
    by_case = _by_case(lengths)
    found: list[Choice | None] = []
    own = by_case[case.id]
    finished = own.outcome == FINISHED
    if finished.any():
        typical, longest = _median(own.turns[finished], own.games[finished]), int(own.turns[finished].max())
        found.append(_first(TYPICAL, case, totals, own, FINISHED, typical))
        if longest > typical:
            found.append(_first(LONGEST, case, totals, own, FINISHED, longest))
    for kind in (DEADLOCK, LIVELOCK):
        for other in _nearest(case, cases):
            table = by_case[other.id]
            # At the limit of turns the proof may take minutes to follow.
            ended = (table.outcome == kind) & (table.turns < other.rules.limits.turns)
            if ended.any():
                found.append(_first(kind, other, totals, table, kind, int(table.turns[ended].min())))
                break
    return [choice for choice in found if choice is not None]


def _by_case(lengths: pa.Table) -> dict[str, _Lengths]:
    tables = {}
    for name in pc.unique(lengths["case"]).to_pylist():
        rows = lengths.filter(pc.equal(lengths["case"], name))
        tables[name] = _Lengths(
            np.array(rows["outcome"].to_pylist()),
            rows["turns"].to_numpy(),
            rows["games"].to_numpy(),
            pc.fill_null(rows["game"], -1).to_numpy(),
        )
    return tables


def _median(turns: NDArray[np.int64], games: NDArray[np.int64]) -> int:
    """Return the length of the middle game, of the shorter one where there are two."""
    order = np.argsort(turns, kind="stable")
    seen = np.cumsum(games[order])
    return int(turns[order][np.searchsorted(seen, (seen[-1] + 1) // 2)])


def _first(kind: str, case: Case, totals: Mapping[str, int], own: _Lengths, outcome: str, turns: int) -> Choice | None:
    """Return the first game that ended so, None where results of a former version don't say which one that is."""
    numbers = own.game[(own.outcome == outcome) & (own.turns == turns)]
    game = int(numbers.min())
    if game < 0:
        return None
    return Choice(kind, case, game, totals[case.id], (f"outcome={outcome}", f"turns={turns}"))


def _nearest(case: Case, cases: Sequence[Case]) -> Iterator[Case]:
    """Yield all cases: this one, other rule sets at its table, the same rules elsewhere, the rest."""
    yield case
    table = (case.players, case.lineup)
    others = [other for other in cases if other is not case]
    yield from sorted(others, key=lambda other: ((other.players, other.lineup) != table, other.label != case.label))
