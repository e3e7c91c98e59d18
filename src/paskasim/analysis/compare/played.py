"""A match from games that were just played, without a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from paskasim.analysis.compare.match import Match
from paskasim.analysis.folder import METRICS, beyond
from paskasim.analysis.results import Case, Group, Integers, same_deals

if TYPE_CHECKING:
    import pyarrow as pa

    from paskasim.studies import plan
    from paskasim.studies.pairs import PairSums


def match_of(name: str, a: Sequence[plan.Case], b: Sequence[plan.Case], sums: Sequence[PairSums]) -> Match:
    """Return the match of two rule sets at a table.

    Parameters
    ----------
    name
        What sets it apart from other matches.
    a, b
        The cases of each side, a case a rotation of the line-up.
    sums
        What each rotation came to.
    """
    one = _group(a, [each.blocks[0] for each in sums], [each.lengths[0] for each in sums])
    two = _group(b, [each.blocks[1] for each in sums], [each.lengths[1] for each in sums])
    differing = sum(each.differing for each in sums) if same_deals(one, two) else None
    return Match(name, one, two, differing)


def _group(cases: Sequence[plan.Case], blocks: Sequence[pa.Table], lengths: Sequence[pa.Table]) -> Group:
    first = cases[0]
    turns, ended, unended = _lengths(lengths)
    return Group(
        key=first.group,
        label=first.label,
        rules_name=first.rules.name,
        varied=dict(first.varied),
        rules=first.rules.flat(),
        players=first.players,
        lineup=first.lineup,
        seed=first.seed,
        blocks=blocks[0]["block"].to_numpy(),
        numbers=blocks[0]["games"].to_numpy(),
        cases=tuple(
            Case(case.id, case.rotation, tuple(p.spec for p in case.seats), case.identity, _sums(table, case.players))
            for case, table in zip(cases, blocks, strict=True)
        ),
        turns=turns,
        ended=ended,
        unended=unended,
    )


def _sums(table: pa.Table, players: int) -> Mapping[str, Integers]:
    return {metric: table[metric].to_numpy() for metric in METRICS if not beyond(metric, players)}


def _lengths(tables: Sequence[pa.Table]) -> tuple[Integers, Integers, Integers]:
    """Return the lengths that occurred, and how many finished and other games had each."""
    turns = np.concatenate([table["turns"].to_numpy() for table in tables])
    games = np.concatenate([table["games"].to_numpy() for table in tables])
    finished = np.array([outcome == "finished" for table in tables for outcome in table["outcome"].to_pylist()], bool)
    values, places = np.unique(turns, return_inverse=True)
    counts = []
    for chosen in (finished, ~finished):
        counts.append(np.zeros(len(values), np.int64))
        np.add.at(counts[-1], places[chosen], games[chosen])
    return values, counts[0], counts[1]
