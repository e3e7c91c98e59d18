"""A against A: the comparisons of a report raise as many false alarms as they say."""

from __future__ import annotations

import pytest
from scipy import stats
from simulating import make_coverage, nulls

from paskasim.analysis.comparisons import Comparison, Interest, judge

PAGE = make_coverage.PAGE.read_text(encoding="utf-8")
CAUTIOUS = {name for name in nulls.COMPARISONS if "rare" in name} | {nulls.ANY, nulls.STOPPED}


def test_of_a_thousand_trials_of_the_page_25_to_75_are_alarms() -> None:
    rows = list(make_coverage.cells_of(make_coverage.between(PAGE, "nulls")).values())[1:]
    assert [cells[0] for cells in rows] == [*nulls.COMPARISONS, nulls.ANY, nulls.STOPPED]
    for name, trials, alarms in rows:
        assert trials == "1,000"
        assert int(alarms) <= 75, name
        assert name in CAUTIOUS or int(alarms) >= 25, name


def test_a_few_trials_agree() -> None:
    trials = 60
    for one in nulls.alarms(trials, block=64):
        most = stats.binom.ppf(1 - 1e-4, trials, 0.05)
        assert one.alarms <= most, one.comparison
        assert one.comparison in CAUTIOUS or one.alarms >= 1, one.comparison


def test_rules_that_do_differ_raise_the_alarm() -> None:
    one, two = nulls.arm(1, block=256), nulls.arm(2, block=256, rules="paskahousu-no-fours")
    compare, scale = nulls.COMPARISONS["mean turns of finished games"]
    numbers = one["games"]
    found = judge([Comparison("it", compare(one, two, numbers), scale)], Interest())  # type: ignore[arg-type]
    assert found["it"].apart


@pytest.mark.long
def test_a_thousand_trials() -> None:
    for one in nulls.alarms():
        assert one.alarms <= 75, one.comparison
        assert one.comparison in CAUTIOUS or one.alarms >= 25, one.comparison
