"""Contrasts over the cells of a factorial: the right size, the right limits, nothing where nothing differs."""

from __future__ import annotations

from itertools import product
from statistics import NormalDist

import numpy as np
import pytest
from synthetic import Planted, write_results

from paskasim import analysis
from paskasim.analysis.comparisons import Comparison, Interest, judge
from paskasim.analysis.contrasts import at_every_look, paired_means, paired_shares
from paskasim.analysis.factorial import Factorial, factorials
from paskasim.analysis.factorial_contrasts import Cells, cells_of, weighted
from paskasim.analysis.factorial_effects import Effect, effects, weights

SIZE = 1024
TRUTH = np.array([0.20, 0.17, 0.12, 0.15, 0.22, 0.19, 0.10, 0.16])
"""The share in each of eight cells of three switches, the last switch changing fastest."""
RUNS = np.array(list(product((0, 1), repeat=3)))


def played(random: np.random.Generator, blocks: int = 20, truth: np.ndarray = TRUTH, games: int = SIZE) -> Cells:
    """Return shares in cells that play the same deals: a game's luck is partly that of its deal."""
    deal = random.normal(0, 1, (blocks, games))
    tops = []
    for share in truth:
        luck = 0.8 * deal + 0.6 * random.normal(0, 1, (blocks, games))
        tops.append((luck < _quantile(share)).sum(axis=1))
    numbers = np.full(blocks, games)
    return cells_of(tops, [numbers] * len(truth), numbers, 1, share=True)


def _quantile(share: float) -> float:
    return NormalDist().inv_cdf(share) if share > 0 else -np.inf


def factors(vary: dict[str, list[object]], tmp_path_factory: pytest.TempPathFactory) -> Factorial:
    keys = list(vary)
    planted = [
        Planted(games=1, varied=dict(zip(keys, values, strict=True)), label=str(values))
        for values in product(*vary.values())
    ]
    (found,) = factorials(analysis.read(write_results(tmp_path_factory.mktemp("f") / "s", planted)))
    return found


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Factorial:
    return factors(
        {"faces.on_empty": [False, True], "fours.burn": [True, False], "turn.take": ["free", "stuck"]}, tmp_path_factory
    )


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> Factorial:
    return factors(
        {"faces.min_top": ["7", "6", "8"], "deal.hand": [5, 4, 6], "fours.burn": [True, False]}, tmp_path_factory
    )


def test_weights_are_those_of_the_textbook(three: Factorial) -> None:
    signs = 2 * np.array(three.runs) - 1
    for effect in effects(three):
        found = weights(three, effect)
        assert found.sum() == pytest.approx(0)
        if effect.kind == "average":
            assert found == pytest.approx(signs[:, effect.parts[0][0]] / 4)
        if effect.kind == "pair":
            first, second = (switch for switch, _ in effect.parts)
            # A textbook halves it: here it is by how much one effect grows with the other switch.
            assert found == pytest.approx(2 * signs[:, first] * signs[:, second] / 4)
    assert [effect.kind for effect in effects(three)].count("pair") == 3


def test_weights_of_several_levels_find_what_was_planted(levels: Factorial) -> None:
    runs = np.array(levels.runs)
    top, hand = np.array([0.0, -0.06, 0.09]), np.array([0.0, 0.02, -0.01])
    together = np.array([[0, 0, 0], [0, 0.01, 0.02], [0, -0.03, 0.04]])
    truth = top[runs[:, 0]] + hand[runs[:, 1]] + 0.05 * runs[:, 2] + together[runs[:, 0], runs[:, 1]]
    for level in (1, 2):
        assert weights(levels, Effect("base", ((0, level),))) @ truth == pytest.approx(top[level])
        average = top[level] + together[level].mean()
        assert weights(levels, Effect("average", ((0, level),))) @ truth == pytest.approx(average)
        for other in (1, 2):
            pair = Effect("pair", ((0, level), (1, other)))
            assert weights(levels, pair) @ truth == pytest.approx(together[level, other])
        assert weights(levels, Effect("pair", ((0, level), (2, 1)))) @ truth == pytest.approx(0)
    assert len(list(effects(levels))) == 5 + 5 + 4 + 2 + 2


def test_two_cells_are_a_paired_difference() -> None:
    cells = played(np.random.default_rng(1))
    found = weighted(cells, np.array([1.0, -1, 0, 0, 0, 0, 0, 0]))
    pair = paired_shares((cells.top[0], cells.bottom[0]), (cells.top[1], cells.bottom[1]), cells.numbers)
    assert found.estimate == pytest.approx(pair.estimate)
    assert found.interval().low == pytest.approx(pair.interval().low)
    assert found.chance(0.01) == pytest.approx(pair.chance(0.01))
    means = weighted(Cells(cells.top, cells.bottom, cells.numbers, 1, False), np.array([0, 0, 1.0, 0, -1, 0, 0, 0]))
    other = paired_means((cells.top[2], cells.bottom[2]), (cells.top[4], cells.bottom[4]), cells.numbers)
    assert means.interval().high == pytest.approx(other.interval().high)


@pytest.mark.parametrize("kind", ["average", "pair"])
def test_limits_hold_the_truth_as_often_as_they_say(three: Factorial, kind: str) -> None:
    random = np.random.default_rng(7)
    chosen = [weights(three, effect) for effect in effects(three) if effect.kind == kind]
    inside = 0
    for _ in range(150):
        cells = played(random, blocks=12, games=128)
        for one in chosen:
            limits = weighted(cells, one).interval()
            inside += limits.low <= one @ TRUTH <= limits.high
    # 450 checks, three of each run together: 95 % within about four standard errors.
    assert 0.90 <= inside / 450 <= 0.985


def test_pairing_on_the_same_deals_makes_limits_narrower(three: Factorial) -> None:
    random = np.random.default_rng(3)
    cells = played(random, blocks=400, games=128)
    shuffled = [random.permutation(row) for row in cells.top]
    unpaired = Cells(np.stack(shuffled), cells.bottom, cells.numbers, 1, True)
    average = weights(three, Effect("average", ((0, 1),)))
    paired, other = (weighted(c, average).interval() for c in (cells, unpaired))
    assert paired.high - paired.low < 0.88 * (other.high - other.low)


def test_few_events_get_exact_limits_which_hold(three: Factorial) -> None:
    random = np.random.default_rng(9)
    rare = np.array([0.0002, 0.0001, 0, 0, 0.0002, 0.0001, 0, 0])
    pair = weights(three, Effect("average", ((1, 1),)))
    inside = 0
    for _ in range(60):
        found = weighted(played(random, blocks=9, truth=rare), pair)
        limits = found.interval()
        assert limits.method == "both exact intervals together"
        assert limits.low <= found.estimate <= limits.high
        inside += limits.low <= pair @ rare <= limits.high
    assert inside >= 57


def test_one_block_of_means_says_nothing() -> None:
    cells = played(np.random.default_rng(4), blocks=1)
    means = Cells(cells.top, cells.bottom, cells.numbers, 1, False)
    assert not weighted(means, np.array([1.0, -1, 0, 0, 0, 0, 0, 0])).interval().known


def test_what_is_the_same_in_every_block_differs_in_nothing(three: Factorial) -> None:
    cells = played(np.random.default_rng(5))
    # The third switch does nothing: cells come in equal pairs.
    top = np.repeat(cells.top[::2], 2, axis=0)
    inert = Cells(top, cells.bottom, cells.numbers, 1, True)
    means = Cells(top, cells.bottom, cells.numbers, 1, False)
    for effect in (Effect("average", ((2, 1),)), Effect("pair", ((0, 1), (2, 1)))):
        found = weighted(inert, weights(three, effect))
        assert found.estimate == 0
        assert found.interval().method == "no block differs"
        assert 0 < found.interval().high < 0.001
        assert weighted(means, weights(three, effect)).estimate == 0
        judged = judge([Comparison("a", weighted(means, weights(three, effect)), "turns")], Interest())["a"]
        assert (judged.apart, judged.verdict) == (False, "too small to matter")
    assert weighted(inert, weights(three, Effect("average", ((0, 1),)))).estimate != 0


def test_a_cell_without_a_finished_game_leaves_the_effect_unknown() -> None:
    cells = played(np.random.default_rng(6))
    bottom = cells.bottom.copy()
    bottom[1] = 0
    top = cells.top.copy()
    top[1] = 0
    found = weighted(Cells(top, bottom, cells.numbers, 1, True), np.array([1.0, -1, 0, 0, 0, 0, 0, 0]))
    assert np.isnan(found.estimate)
    assert judge([Comparison("a", found, "loss")], Interest()) == {}
    other = weighted(Cells(top, bottom, cells.numbers, 1, True), np.array([1.0, 0, -1, 0, 0, 0, 0, 0]))
    assert np.isfinite(other.estimate)


def test_low_resolution_misleads_where_switches_work_together() -> None:
    """Three switches in four runs (resolution III): an interaction of two shows as the effect of the third."""
    y = 0.1 + 0.1 * RUNS[:, 0] * RUNS[:, 1]
    kept = (RUNS.sum(axis=1) % 2) == 0
    third = RUNS[:, 2] == 1
    assert y[third].mean() - y[~third].mean() == pytest.approx(0)
    assert y[kept & third].mean() - y[kept & ~third].mean() == pytest.approx(-0.05)


def test_few_events_have_limits_that_hold_at_every_look(three: Factorial) -> None:
    rare = np.array([0.0002, 0.0001, 0, 0, 0.0002, 0.0001, 0, 0])
    cells = played(np.random.default_rng(9), blocks=9, truth=rare)
    found = weighted(cells, weights(three, Effect("average", ((1, 1),))))
    once, always = found.interval(), at_every_look(found).interval()
    assert always.method.startswith("always valid")
    assert always.low < once.low
    assert always.high > once.high
