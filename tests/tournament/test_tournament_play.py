"""Sums and shares: those of the same games played one case at a time, for any number of threads."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from paskasim import simulate
from paskasim.analysis.intervals import block_ratio, pooled_mean
from paskasim.lineups import rotations
from paskasim.tournament import Asked, Tournament, ask
from paskasim.tournament.play import UNITS, Sums, play_plan
from paskasim.tournament.standing import findings, mean_miss

PLAYERS = 3


def by_hand(asked: Asked, lineup: tuple[int, ...], endless: float = 1.0) -> dict[int, tuple[float, float, int]]:
    """Return of each entry its share of losses and mean place, and games without an end, from the rows of simulate."""
    names = asked.plan.names
    seatings = rotations([asked.plan.entries[entry] for entry in lineup])
    losses: dict[str, list[float]] = {names[entry]: [] for entry in lineup}
    places: dict[str, list[float]] = {names[entry]: [] for entry in lineup}
    open_games = 0
    for seating in seatings:
        specs = [player.spec for player in seating]
        rows = simulate("paskahousu", PLAYERS, ",".join(specs), asked.games, asked.seed)
        columns = rows[[f"place_{seat}" for seat in range(PLAYERS)]].fillna(0).to_numpy(int)
        for row, seats in zip(rows.itertuples(), columns, strict=True):
            active = [seat for seat, place in enumerate(seats) if place == 0]
            ended = row.outcome == "finished"
            open_games += not ended
            for seat, spec in enumerate(specs):
                lost = float(row.loser == seat) if ended else (endless / len(active) if seat in active else 0.0)
                losses[spec].append(lost)
                tied = PLAYERS - (len(active) - 1) / 2
                places[spec].append(tied if seat in active else float(seats[seat]))
    return {
        names.index(spec): (float(np.mean(losses[spec])), float(np.mean(places[spec])), open_games) for spec in losses
    }


def ratio(sums: tuple[Any, Any]) -> float:
    return float(sums[0].sum() / sums[1].sum())


@pytest.mark.parametrize("endless", [1.0, 0.25])
def test_sums_are_those_of_the_rows(endless: float) -> None:
    asked = ask("paskahousu", PLAYERS, "any,random,lowest", 150, 7, endless=endless)
    played = play_plan(asked.plan, asked.rules, asked.seed, endless)
    for lineup in [asked.plan.mixed[0], asked.plan.pair(0, 2).lineup, asked.plan.pair(1, 1).lineup]:
        for entry, (loss, place, open_games) in by_hand(asked, lineup, endless).items():
            assert ratio(played[lineup].loss(entry)) == pytest.approx(loss, abs=1e-6)
            assert ratio(played[lineup].place(entry)) == pytest.approx(place)
            assert played[lineup].endless.sum() == open_games


def test_every_game_costs_one_loss_and_all_places(sums: dict[Any, Sums]) -> None:
    for lineup, table in sums.items():
        games = table.numbers * table.seatings
        assert np.array_equal(table.losses.sum(axis=0), games * UNITS)
        assert np.array_equal(table.places.sum(axis=0), games * PLAYERS * (PLAYERS + 1))
        assert table.orders[:, 2].sum() == table.games
        if len(set(lineup)) == 1:
            assert ratio(table.loss(lineup[0])) == 1 / PLAYERS


def test_orders_are_those_of_the_places(sums: dict[Any, Sums], asked: Asked) -> None:
    table = sums[asked.plan.mixed[0]]
    ranked = table.ranked
    place = np.zeros(PLAYERS)
    for kind in range(PLAYERS):
        at = (ranked.order == kind) @ np.arange(1, PLAYERS + 1)
        left = (ranked.order == -1).sum(axis=1)
        place[kind] = (np.where(at > 0, at, PLAYERS - (left - 1) / 2) * ranked.count).sum() / ranked.count.sum()
    assert place == pytest.approx([ratio(table.place(kind)) for kind in range(PLAYERS)])
    unfinished = (ranked.order[:, -1] == -1) * ranked.count
    assert unfinished.sum() == table.endless.sum() > 0


def test_threads_do_not_matter(asked: Asked, sums: dict[Any, Sums], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paskasim.tournament.play.LARGEST_PART", 97)  # other cuts, too
    again = play_plan(asked.plan, asked.rules, asked.seed, threads=5)
    assert [*again] == [*sums]
    for lineup, table in sums.items():
        for name in ("losses", "places", "endless", "orders", "numbers"):
            assert np.array_equal(getattr(table, name), getattr(again[lineup], name)), (lineup, name)


def test_findings_of_the_panel(held: Tournament) -> None:
    found, names = held.found, held.asked.plan.names
    assert [names[entry] for entry in found.order] == ["lowest", "random", "any"]
    for one, among in ((2, 0), (2, 1), (1, 0)):
        assert found.pairs[one, among].verdict == "beats"
        assert found.pairs[among, one].verdict == "loses"
        gain = found.pairs[one, among].gain
        assert gain is not None
        assert gain.estimate == pytest.approx(found.pairs[one, among].loss.estimate - 1 / 3)
    assert sum(standing.loss.estimate for standing in found.standings) == pytest.approx(1)
    assert sum(standing.place.estimate for standing in found.standings) == pytest.approx(6)
    assert math.prod(s.strength.estimate for s in found.standings if s.strength) == pytest.approx(1)
    assert math.prod(s.safety.estimate for s in found.standings if s.safety) == pytest.approx(1)
    for fit in found.fitted:
        assert abs(fit.miss) < 0.05
        assert fit.predicted_place == pytest.approx(fit.place, abs=0.15)
    assert 0 < mean_miss(found.fitted) < 0.02
    for lineup in held.asked.plan.mixed:
        here = [fit for fit in found.fitted if fit.lineup == lineup]
        assert sum(fit.predicted_loss for fit in here) == pytest.approx(1)


def test_equals_are_not_told_apart() -> None:
    # Without any dice both names stand for the same player: differences are none at all.
    asked = ask("paskahousu", 4, "lowest,slip[lowest,rate=0]", 400, 3)
    found = findings(asked.plan, play_plan(asked.plan, asked.rules, asked.seed))
    for pair in found.pairs.values():
        assert pair.verdict in ("", "not distinguishable")
    for standing in found.standings:
        assert standing.loss.low <= 0.25 <= standing.loss.high
        assert standing.strength is not None
        assert standing.strength.low <= 1 <= standing.strength.high
        assert standing.safety is not None
        assert standing.safety.low <= 1 <= standing.safety.high


def test_pooled_mean() -> None:
    dice = np.random.default_rng(4)
    numbers = np.array([3, 5, 8, 4, 6] * 4, float)
    top = dice.poisson(numbers * 0.7).astype(float)
    one = block_ratio(top, numbers, numbers)
    both = pooled_mean([(top, numbers, numbers), (top, numbers, numbers)])
    alone = pooled_mean([(top, numbers, numbers)])
    # Twice the same table is known no better than once.
    assert both.estimate == alone.estimate == one.estimate
    assert both.error == pytest.approx(alone.error)
    assert alone.error == pytest.approx(one.error, rel=0.4)
    short = pooled_mean([(top, numbers, numbers), (top[:10], numbers[:10], numbers[:10])])
    assert short.estimate == pytest.approx((one.estimate + top[:10].sum() / numbers[:10].sum()) / 2)


def test_pooled_mean__covers() -> None:
    dice = np.random.default_rng(11)
    numbers = np.ones(60)
    hits = 0
    for _ in range(2000):
        deal = dice.normal(0, 1, 60)  # shared by the tables
        parts = [(0.3 + deal[:n] + dice.normal(0, 1, n), numbers[:n], numbers[:n]) for n in (60, 40)]
        interval = pooled_mean(parts).interval()
        hits += interval.low <= 0.3 <= interval.high
    assert 0.93 <= hits / 2000 <= 0.97
