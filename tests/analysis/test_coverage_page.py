"""docs/coverage.md says what the simulations find, and the simulations can find a fault."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from simulating import drawing, fixed, looks, make_coverage

from paskasim.analysis import intervals

PAGE = make_coverage.PAGE.read_text(encoding="utf-8")
SIMULATIONS = [(part, one) for part, group in make_coverage.SIMULATED.items() for one in group()]
QUICK = {"shares": 2_000, "together": 200, "blocks": 120, "lengths": 60, "looks at shares": 60, "looks at blocks": 150}


def row(part: str, one: drawing.Simulation) -> list[str]:
    return make_coverage.cells_of(make_coverage.between(PAGE, part))[one.interval, one.data]


def share(cell: str) -> float:
    return float(cell.removesuffix(" %")) / 100


def test_the_page_is_as_old_as_the_code() -> None:
    found = make_coverage.between(PAGE, "made")
    assert make_coverage.digest() in found, "write it anew with python docs/make_coverage.py"


def test_the_page_has_a_row_for_every_simulation_and_no_other() -> None:
    for part, group in make_coverage.SIMULATED.items():
        rows = make_coverage.cells_of(make_coverage.between(PAGE, part))
        assert [*rows][1:] == [(one.interval, one.data) for one in group()]
        assert [cells[2] for cells in rows.values()][1:] == ["yes" if one.meant else "no" for one in group()]


@pytest.mark.parametrize(("part", "one"), SIMULATIONS, ids=[f"{one.interval}: {one.data}" for _, one in SIMULATIONS])
def test_fewer_repetitions_find_the_coverage_of_the_page(part: str, one: drawing.Simulation) -> None:
    found = one.run(QUICK[part], seed=2)
    told = share(row(part, one)[3])
    expected = math.sqrt(told * (1 - told) * (1 / QUICK[part] + 1 / drawing.REPETITIONS))
    assert abs(found.share - told) <= 4.5 * expected + 2 / QUICK[part]


def test_what_is_in_use_holds_what_it_promises() -> None:
    for part, one in SIMULATIONS:
        told = share(row(part, one)[3])
        if one.meant:
            assert told >= one.level - 0.01 - 4 * share(row(part, one)[4]), one
        elif part.startswith("looks"):
            assert told < one.level - 0.01, one


def test_looking_60_times_at_wilson_fails_in_half_of_all_runs() -> None:
    rows = make_coverage.cells_of(make_coverage.between(PAGE, "looks at shares"))
    for chance in ("25", "1", "0.1"):
        name = f"{chance} %, 60 looks from 100 games to 1,000,000"
        assert 0.40 <= share(rows["wilson", name][3]) <= 0.60
        assert share(rows["always_valid_share", name][3]) >= 0.99


@pytest.mark.parametrize("level", [0.85, 0.9])
def test_a_narrow_interval_is_seen(level: float) -> None:
    narrow = drawing.of_counts(lambda events, trials: intervals.wilson(events, trials, level), 0.25, 2_000)
    found = drawing.Simulation("narrow", "25 %", narrow).run(2_000)
    assert found.share == pytest.approx(level, abs=0.03)
    assert "too low" in drawing.verdict(found, 0.95)


def test_blocks_that_are_not_independent_are_seen() -> None:
    def one(random: np.random.Generator) -> tuple[intervals.Interval, float]:
        numbers = np.full(30, 1024)
        common = random.normal(0, 15, 10).repeat(3)  # three blocks each with the same luck
        return intervals.block_ratio(random.binomial(numbers, 0.2) + common, numbers, numbers).interval(), 0.2

    assert drawing.Simulation("block_ratio", "alike", drawing.of_repeats(one)).run(500).share < 0.85


def test_an_always_valid_interval_at_half_its_width_is_seen() -> None:
    def narrow(events: int, trials: int) -> intervals.Interval:
        found = intervals.always_valid_share(events, trials)
        half = (found.high - found.low) / 4
        return intervals.Interval(found.estimate, found.estimate - half, found.estimate + half, "")

    draw = partial(looks._counts, share=0.25, function=narrow)
    assert drawing.Simulation("narrow", "60 looks", draw).run(400).share < 0.85


@pytest.mark.parametrize(("one", "two"), [(0.2, 0.19), (0.0005, 0.0003), (0.005, 0.004)])
def test_runs_that_are_not_asked_look_by_look_hold_the_truth(one: float, two: float) -> None:
    """What `looks` skips to save time, it may skip."""
    random = np.random.default_rng(5)
    first, second = (random.binomial(looks.BLOCK, chance, (400, looks.LOOKS)) for chance in (one, two))
    skipped = np.flatnonzero(~looks._near(first, second, one, two))[:15]
    for run in skipped:
        assert all(held for _, held in looks.differences(first[run], second[run], one - two))


def test_simulations_differ_by_their_names_only_where_they_should() -> None:
    again = fixed.shares()[1]
    assert again.run(500) == again.run(500)
    assert again.run(500) != again.run(500, seed=3)
