"""Rounds until the better player leads: against rounds counted out one by one."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from paskasim.analysis.leads import chance_to_lead, rounds_to_lead


def counted_out(most: int, worse: float, better: float) -> list[float]:
    """Return the chances after 0 to `most` rounds, from the law of the difference, round by round."""
    law, chances = {0: 1.0}, []
    for _ in range(most + 1):
        chances.append(sum(chance * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0) for lead, chance in law.items()))
        after: dict[int, float] = {}
        for lead, chance in law.items():
            for step, part in ((1, worse), (-1, better), (0, 1 - worse - better)):
                after[lead + step] = after.get(lead + step, 0.0) + chance * part
        law = after
    return chances


@pytest.mark.parametrize(("worse", "better"), [(0.5, 0.5), (0.6, 0.4), (0.3, 0.2), (0.26, 0.24), (1, 0), (0.3, 0)])
def test_chance__as_counted_out(worse: float, better: float) -> None:
    chances = [chance_to_lead(rounds, worse, better) for rounds in range(42)]
    assert chances == pytest.approx(counted_out(41, worse, better), abs=1e-12)


@pytest.mark.parametrize("level", [0.75, 0.95])
@pytest.mark.parametrize(("worse", "better"), [(0.6, 0.4), (0.3, 0.2), (0.9, 0.1)])
def test_rounds__the_first_that_do(worse: float, better: float, level: float) -> None:
    chances = counted_out(160, worse, better)
    assert all(later > sooner - 1e-12 for sooner, later in pairwise(chances))  # never falls
    assert rounds_to_lead(level, worse, better) == next(n for n, chance in enumerate(chances) if chance >= level)


def test_rounds__close_players_as_by_the_normal_law() -> None:
    for share in (0.538, 0.508):
        for level, score in ((0.75, 0.6745), (0.95, 1.6449)):
            normal = score**2 * 4 * share * (1 - share) / (2 * share - 1) ** 2
            assert rounds_to_lead(level, share, 1 - share) == pytest.approx(normal, rel=0.02)


def test_rounds__none_where_nobody_is_better() -> None:
    assert rounds_to_lead(0.75, 0.5, 0.5) == math.inf
    assert rounds_to_lead(0.75, 0.4, 0.5) == math.inf
    assert rounds_to_lead(0.75, 0.5001, 0.4999) == math.inf  # more than a million
    assert rounds_to_lead(0.75, 0.501, 0.499) < math.inf
