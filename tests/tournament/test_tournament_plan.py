"""Who plays whom: everyone with everyone, in every seat, equally often; slow strategies get fewer deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb, factorial

import numpy as np
import pytest

from paskasim.errors import PaskasimError
from paskasim.lineups import parse_player
from paskasim.strategies.door import built_in
from paskasim.tournament import plan as plans
from paskasim.tournament.blocks import block_of, block_sizes, whole_blocks
from paskasim.tournament.plan import FEWEST_NUMBERS, Table, make_plan
from paskasim.tournament.seating import MOST_MIXED, canonical, mixed_lineups


@pytest.mark.parametrize("entries", range(2, 11))
@pytest.mark.parametrize("players", range(2, 7))
def test_mixed_tables_are_balanced(entries: int, players: int) -> None:
    lineups = mixed_lineups(entries, players)
    assert len(lineups) == len(set(lineups))
    assert all(len(lineup) == players and canonical(lineup) == lineup for lineup in lineups)
    seats = Counter(entry for lineup in lineups for entry in lineup)
    assert set(seats) == set(range(entries))
    assert len(set(seats.values())) == 1
    if entries >= players:
        assert all(len(set(lineup)) == players for lineup in lineups)
        assert len(lineups) <= max(MOST_MIXED, entries) or players == 2
        met = Counter(pair for lineup in lineups for pair in combinations(sorted(lineup), 2))
        assert len({tuple(sorted(lineup)) for lineup in lineups}) == min(len(lineups), comb(entries, players))
        pairs = [met[pair] for pair in combinations(range(entries), 2)]
        assert max(pairs) - min(pairs) <= 3


def test_mixed_tables__all_orders_where_there_are_few() -> None:
    assert len(mixed_lineups(5, 4)) == comb(5, 4) * factorial(3)
    assert len(mixed_lineups(4, 4)) == factorial(3)
    assert mixed_lineups(4, 2) == list(combinations(range(4), 2))
    assert len({tuple(sorted(lineup)) for lineup in mixed_lineups(6, 4)}) == comb(6, 4)


def test_every_strategy_sits_everywhere_among_every_other() -> None:
    plan = make_plan("any,random,lowest", 4, 1000, 10.0)
    for one in range(3):
        for among in range(3):
            table = plan.pair(one, among)
            seats = [seat for seating in table.seatings for seat, entry in enumerate(seating) if entry == one]
            rest = {entry for seating in table.seatings for entry in seating if entry != one}
            assert Counter(seats) == dict.fromkeys(range(4), 1)
            assert rest == ({among} if one != among else set())
            assert len(table.seatings) == (4 if one != among else 1)
    assert len(plan.tables) == 9 + len(plan.mixed)
    assert plan.games == sum(table.games for table in plan.tables.values())


def test_with_two_players_tables_are_shared() -> None:
    plan = make_plan("any,random,lowest", 2, 1000, 10.0)
    assert plan.pair(0, 1) is plan.pair(1, 0)
    assert len(plan.tables) == 3 + 3
    assert {Table((0, 1), 5).seatings} == {((0, 1), (1, 0))}


def slow(monkeypatch: pytest.MonkeyPatch, speeds: dict[str, int]) -> None:
    strategies = {
        name: replace(strategy, games_per_second=speeds.get(name, 100_000))
        for name, strategy in built_in().items()
        if name in ("any", "random", "lowest", "slip")
    }
    monkeypatch.setattr(plans, "built_in", lambda: strategies)
    monkeypatch.setattr(plans, "parse_player", lambda text: replace(parse_player(text), strategy=strategies[text]))


def test_slow_strategies_get_fewer_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch, {"random": 50})
    plan = make_plan("any,random,lowest", 4, 10_000, 10.0)
    numbers = {lineup: table.numbers for lineup, table in plan.tables.items()}
    for lineup, number in numbers.items():
        if 1 not in lineup:
            assert number == 10_000
        else:
            wanted = 10.0 / plans.seconds_a_number(lineup, plan.entries)
            assert number == whole_blocks(int(wanted))
            assert 0.98 * wanted < number <= wanted
    # One of four seats is slow, in four rotations: a number costs as much as one game of four slow ones.
    assert plan.pair(1, 0).numbers == pytest.approx(500, abs=8)
    assert plan.pair(1, 1).numbers == pytest.approx(500, abs=8)
    assert plan.seconds < 10.0 * len(plan.tables) + 1


def test_the_slowest_are_left_out_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch, {"random": 5})
    plan = make_plan(None, 4, 10_000, 10.0)
    assert plan.names == ["any", "lowest"]  # slip is put around others and no player by itself
    assert [name for name, _ in plan.left_out] == ["random"]
    named = make_plan("random,lowest", 4, 10_000, 10.0)
    assert named.pair(0, 1).numbers == FEWEST_NUMBERS
    assert make_plan(None, 4, 10_000, 1000.0).names == ["any", "lowest", "random"]


@pytest.mark.parametrize(
    ("named", "told"),
    [("lowest", "two or more"), ("lowest,any,lowest", "named twice"), ("lowest,nobody", "nobody")],
)
def test_mistakes(named: str, told: str) -> None:
    with pytest.raises(PaskasimError, match=told):
        make_plan(named, 4, 1000, 10.0)


@pytest.mark.parametrize("numbers", [1, 5, 127, 128, 129, 255, 256, 1000, 12_345, 200_000])
def test_blocks(numbers: int) -> None:
    block = block_of(np.arange(numbers, dtype=np.int64))
    steps = np.diff(block)
    assert block[0] == 0
    assert set(steps) <= {0, 1}
    sizes = block_sizes(numbers)
    assert sizes.sum() == numbers
    assert sizes.min() >= 1
    # Numbers above 128 lie in 64 blocks for each doubling.
    assert sizes.max() <= max(1, numbers // 64)
    whole = whole_blocks(numbers)
    assert 0.98 * numbers < whole <= numbers
    # A table cut to whole blocks has the very blocks that a longer one begins with.
    longer = block_sizes(2 * numbers)
    assert np.array_equal(block_sizes(whole), longer[: len(block_sizes(whole))])
