"""Skill and luck: two kinds of player on the same deals, against plain games, a slow count and alike players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb

import numpy as np
import pandas as pd
import pytest

from paskasim import simulate, skill
from paskasim.lineups import crew_of, parse_player
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.skill import AHEAD_WHOLE, HIGH, LOW, WHOLE, Ints, by_player, costs, outcome, seatings, squares

SEED = 5
GAMES = 24
RULES = "paskahousu"  # some of its games find no loser


@pytest.mark.parametrize("players", range(2, 11))
def test_seatings__everybody_sits_everywhere_equally_often(players: int) -> None:
    ways = seatings(players)
    assert len({*ways}) == len(ways)
    for way in ways:
        assert sum(way) in (players // 2, players - players // 2)
        assert way[1:] + way[:1] in ways
        assert tuple(1 - kind for kind in way) in ways
    assert {*np.sum(ways, axis=0)} == {len(ways) // 2}
    tables = [sum(way) for way in ways]
    if players < 6:
        assert len(ways) == sum(comb(players, high) for high in {*tables})


def played(low: str, high: str, players: int = 3, games: int = GAMES) -> tuple[Ints, Ints, np.ndarray]:
    rules = RuleSet.load(RULES)
    return costs(
        rule_tables(rules, players), [parse_player(low), parse_player(high)], players, SEED, 0, games,
        lambda seats: crew_of(seats, rules),
    )  # fmt: skip


def each_game(players: int = 3) -> Iterator[tuple[int, tuple[int, ...], dict[str, object]]]:
    """Yield deal, seating and row of each game, from `simulate`."""
    for way in seatings(players):
        lineup = ",".join(("random", "lowest")[kind] for kind in way)
        rows = simulate(RULES, players=players, lineup=lineup, games=GAMES, seed=SEED)
        for row in rows.to_dict("records"):
            yield int(row["game"]), way, row


def by_hand(players: int = 3) -> tuple[list[list[float]], dict[tuple[int, int, tuple[int, ...]], float]]:
    """Count from rows of games what `outcome` and `by_player` count, for `random` and `lowest`."""
    found = [[0.0] * 4 for _ in range(GAMES)]
    told = {}
    for game, way, row in each_game(players):
        places = [row[f"place_{seat}"] for seat in range(players)]
        active = [seat for seat in range(players) if pd.isna(places[seat]) or places[seat] == 0]
        finished = row["outcome"] == "finished"
        cost = [0.0] * players
        for seat in [int(str(row["loser"]))] if finished else active:
            cost[seat] = 1.0 if finished else 1 / len(active)
        own = found[game]
        own[0] += finished
        count = Counter(way)
        if finished:
            loser = int(str(row["loser"]))
            own[1 + way[loser]] += 1 / count[way[loser]]
        rank = [players if seat in active or cost[seat] == 1 else int(places[seat]) for seat in range(players)]
        pairs = [(a, b) for a in range(players) for b in range(players) if way[a] == HIGH and way[b] == LOW]
        own[3] += sum(1.0 if rank[a] < rank[b] else 0.5 if rank[a] == rank[b] else 0.0 for a, b in pairs) / len(pairs)
        for seat in range(players):
            told[game, seat, tuple(way[(seat + i) % players] for i in range(players))] = cost[seat] - 1 / players
    return found, told


@pytest.fixture(scope="module")
def counted() -> tuple[list[list[float]], dict[tuple[int, int, tuple[int, ...]], float]]:
    """What is counted from rows."""
    return by_hand()


def test_outcome__as_counted_from_rows(counted: tuple[list[list[float]], object]) -> None:
    found = outcome(*played("random", "lowest"))
    assert (found / [1, WHOLE, WHOLE, AHEAD_WHOLE]).tolist() == pytest.approx(np.array(counted[0]))
    assert 0 < found[:, 0].sum() < GAMES * len(seatings(3))  # games without an end are among them


def as_counted(told: Ints, truth: dict[tuple[int, int, tuple[int, ...]], float]) -> bool:
    return all(
        abs(told[seat, line, game] / WHOLE - truth[game, seat, way]) < 1e-9
        for game in range(GAMES)
        for seat in range(3)
        for line, way in enumerate(seatings(3))
    )


def test_by_player__as_counted_from_rows(counted: tuple[object, dict[tuple[int, int, tuple[int, ...]], float]]) -> None:
    cost = played("random", "lowest")[0]
    assert as_counted(by_player(cost), counted[1])
    assert (by_player(cost).sum(axis=(0, 1)) == 0).all()
    # Planted: line-ups told from the wrong seat, and from the other way round the table.
    assert not as_counted(by_player(cost[:, ::-1]), counted[1])
    assert not as_counted(by_player(cost)[:, ::-1], counted[1])


def test_alike_players__nothing_is_left_to_who_plays() -> None:
    played_alike = played("lowest", "lowest", 5, 64)
    found = outcome(*played_alike).sum(axis=0)
    assert found[1] == found[2]
    assert found[3] * 2 == 64 * len(seatings(5)) * AHEAD_WHOLE
    told = by_player(played_alike[0])
    assert (told == told[:, :1]).all()
    cell, seat, lineup, own, *_ = squares(told).sum(axis=0)
    assert lineup == own == 0
    assert seat == cell * len(seatings(5))


def brute(population: list[Ints]) -> dict[str, float]:
    """Return the parts for a population of equally likely deals, from means over all of it."""
    cube = np.stack(population, axis=2).astype(float)  # seats x line-ups x deals
    own = np.array([way[0] for way in seatings(cube.shape[0])])
    seat, line = cube.mean(axis=(1, 2)), cube.mean(axis=(0, 2))
    cell = cube.mean(axis=2)
    found = {
        "seat": float((seat**2).mean()),
        "players": float((line**2).mean()),
        "seat and players": float(((cell - seat[:, None] - line[None, :]) ** 2).mean()),
        "cards": float(((cube.mean(axis=1) - seat[:, None]) ** 2).mean()),
        "own": float(np.mean([cube[:, own == kind].mean() ** 2 for kind in (0, 1)])),
        "cell": float((cube**2).mean()),
    }
    rest = cube - cell[:, :, None] - (cube.mean(axis=1) - seat[:, None])[:, None, :]
    found["cards and players"] = float((rest**2).mean())
    return found


def miniature(players: int = 3, deals: int = 4) -> list[Ints]:
    """Return all deals there are: who loses each in each seating, the weaker and the first seat more often."""
    random = np.random.default_rng(3)
    found = []
    for _ in range(deals):
        cost = np.zeros((len(seatings(players)), players, 1), np.int64)
        for i, way in enumerate(seatings(players)):
            weights = np.array([(2.0 if kind == LOW else 1.0) + (seat == 0) for seat, kind in enumerate(way)])
            cost[i, random.choice(players, p=weights / weights.sum())] = WHOLE
        found.append(by_player(cost)[:, :, 0])
    return found


def expected(population: list[Ints], sums: Callable[[Ints], Ints] = squares) -> dict[str, float]:
    """Return what the estimate is on average: over every sample of two deals that there is."""
    seats, ways = population[0].shape
    scale = np.array([seats * ways, seats * ways**2, ways * seats**2, (seats * ways) ** 2 / 2])
    squared, apart = np.zeros(4), np.zeros(4)
    for one in population:
        for other in population:
            total = sums(np.stack([one, other], axis=2)).sum(axis=0)
            squared += total[:4] / scale / 2
            apart += total[4:] / scale / 2
    squared, apart = squared / len(population) ** 2, apart / len(population) ** 2
    cell, seat, line, own = apart
    return {
        **{"seat": seat, "players": line, "own": own, "seat and players": cell - seat - line},
        **{"cards": squared[1] - seat, "cell": squared[0], "cards and players": squared[0] - squared[1] - cell + seat},
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_parts__on_average_the_truth_of_a_miniature(players: int) -> None:
    population = miniature(players)
    assert expected(population) == pytest.approx(brute(population))


def test_planted__a_square_for_a_product_is_caught() -> None:
    def biased(told: Ints) -> Ints:
        found = squares(told)
        found[0, 4:] += found[:, :4].sum(axis=0)  # each deal times itself, too: the bias of a plain analysis
        return found // 2

    population = miniature()
    wrong, truth = expected(population, biased), brute(population)
    assert wrong["seat"] > 1.2 * truth["seat"]
    assert wrong["cards"] != pytest.approx(truth["cards"], rel=0.05)


def test_module_needs_no_more_than_it_says() -> None:
    assert {WHOLE % players for players in range(1, 11)} == {0}
    assert {AHEAD_WHOLE % (2 * (n // 2) * (n - n // 2)) for n in range(2, 11)} == {0}
    assert skill.WHOLE == WHOLE
