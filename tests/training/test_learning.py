"""Learning the chances of `mixed`: equilibria of small games, steps, mixtures, and `paskasim learn`."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from told import Paskasim, refused

from paskasim.engine import ENGINE_VERSION, play
from paskasim.kernels import layout as at
from paskasim.kernels.lesson import ANSWERS
from paskasim.lineups import parse_player
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.mixed import WEIGHTS
from paskasim.strategies.situations import CLAIM_SITUATIONS, SITUATIONS
from paskasim.training.coarse import coarse_size, coarse_table
from paskasim.training.course import (
    GROUPS,
    Course,
    Standing,
    measure,
    mixed_by,
    most_active,
    narrowed,
    standing,
    worst_gain,
)
from paskasim.training.equilibrium import cost_of_each, equilibrium
from paskasim.training.exploiters import gains
from paskasim.training.gradient import EVEN, POSSIBLE, Lesson, Mixture, chances_of, logits_of, mixture_from, stepped
from paskasim.training.lessons import Kept, learnt
from paskasim.training.oracles import HONEST, Lessons, climb, table_of
from paskasim.training.school import School
from paskasim.weights import read_weights, shipped

VALEPASKA = RuleSet.load("valepaska")
SHORT = 'extends = "valepaska"\nname = "short"\n[limits]\nturns = 300\n'
TINY = Lessons(alone=2, rounds=2, steps=2, games=20, deals=4, turns=200, endless=6.0, fresh=4)
ASKED = ["--alone", "2", "--rounds", "2", "--steps", "2", "--games", "20", "--deals", "4", "--turns", "200"]
ASKED += ["--fresh", "4"]
LIAR = table_of((1, 0, 0), (1, 0, 0), 0)


def school(players: int = 2, **more: Any) -> School:
    return School(VALEPASKA, players, **{"turns": 300, **more})


def drawn_table(seed: int) -> np.ndarray[Any, Any]:
    drawn = np.where(POSSIBLE, np.random.default_rng(seed).random((SITUATIONS, ANSWERS)), 0)
    return drawn / drawn.sum(axis=1, keepdims=True)


def course_of(*tables: np.ndarray[Any, Any]) -> Course:
    course = Course()
    for table in tables:
        course.add(table)
    return course


# --- equilibria of small games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stakes", [(1, 1, 1), (2, 1, 1), (1, 3, 2)])
def test_rock_paper_scissors(stakes: tuple[int, int, int]) -> None:
    """Rock beats scissors by a, paper rock by b, scissors paper by c: shares of c, a and b."""
    a, b, c = stakes
    losses = np.array([(0, b, -a), (-b, 0, c), (a, -c, 0)], float)
    assert equilibrium(losses) == pytest.approx(np.array([c, a, b]) / sum(stakes), abs=0.01)


def test_hawks_and_doves() -> None:
    """Prize 2, fight 5: two fifths are hawks where the sum is not constant either."""
    losses = -np.array([((2 - 5) / 2, 2), (0, 1)])
    assert equilibrium(losses) == pytest.approx([0.4, 0.6], abs=0.01)


def test_what_is_never_good_is_not_chosen() -> None:
    assert equilibrium(np.array([(0, 1, 1), (-1, 0, 1), (-1, -1, 0)], float))[2] == pytest.approx(1, abs=0.01)


def test_three_players_of_whom_the_odd_one_out_pays() -> None:
    losses = np.zeros((2, 2, 2))
    losses[0, 1, 1] = losses[1, 0, 0] = 1
    assert cost_of_each(losses, np.array([0.25, 0.75])) == pytest.approx([0.75**2, 0.25**2])
    assert equilibrium(losses) == pytest.approx([0.5, 0.5], abs=0.01)


# --- tables, steps and games ----------------------------------------------------------------------------------------


def test_mixtures_survive_being_written_down() -> None:
    mixture = Mixture((0.31, 0.69), (drawn_table(1), drawn_table(2)))
    weights = mixture.weights()
    assert len(weights) == len(WEIGHTS)
    assert 0 <= min(weights) <= max(weights) <= 1000
    again = mixture_from(weights)
    assert again.shares == pytest.approx(mixture.shares)
    for table, read in zip(mixture.tables, again.tables, strict=True):
        assert np.abs(table - read).max() <= 0.0015
    assert again.weights() == weights


def test_a_step_goes_where_it_costs_less() -> None:
    logits = logits_of(EVEN)
    played = chances_of(logits)
    times = np.where(POSSIBLE, 100, 0)
    costs = 0.5 * times.astype(float)
    costs[0] += (30, 0, 0, -10)
    moved = chances_of(stepped(logits, played, Lesson(times, costs, 400, 200.0, 0), 5.0))
    assert moved[0, 3] > moved[0, 1] == moved[0, 2] > moved[0, 0]
    assert moved[1:] == pytest.approx(EVEN[1:])
    assert not moved[CLAIM_SITUATIONS:, 2:].any()


def test_a_lesson_is_of_the_games_that_are_played() -> None:
    """What it says of games, costs and ends is what the same games say that are played for their results."""
    for seats in ([drawn_table(1)] * 3, [drawn_table(2), Mixture((1.0,), (HONEST,)), parse_player("bluffer")]):
        table = school(3, endless=1.5)
        told = table.lesson(seats, 0b001, 7, 300)
        lost = table.losses(seats, 7, 300, short=True)
        assert told.games == 300
        assert told.cost == pytest.approx(lost[0].sum())
        assert told.times.sum() > 3000
        assert not told.times[~POSSIBLE].any()
        assert 0 < told.endless == (lost.sum(axis=0) > 1.1).sum()


def test_with_one_table_it_plays_as_the_learner_that_has_it() -> None:
    """But for the draw of the table nothing is rolled, where every chance is nought or one."""
    for table in (HONEST, LIAR):
        learner = school().losses([table, table], 0, 200)
        mixed = school().losses([Mixture((1.0,), (table,))] * 2, 0, 200)
        assert np.array_equal(learner, mixed)


def test_a_game_is_played_by_one_table() -> None:
    """Half the players of an even mixture of honest players and liars lie as often as can be, the others not at all."""
    crew = school().crew([Mixture((0.3, 0.7), (HONEST, LIAR)), parse_player("honest")])
    games = play(rule_tables(VALEPASKA, 2), 2, crew, 3, 0, 2000)
    lies = games.tallies[at.LIES]
    liar = school().crew([Mixture((1.0,), (LIAR,)), parse_player("honest")])
    always = play(rule_tables(VALEPASKA, 2), 2, liar, 3, 0, 2000).tallies[at.LIES]
    assert (always >= 3).mean() > 0.99
    assert (lies >= 3).mean() == pytest.approx(0.7, abs=0.08)


def test_steps_find_what_gains_among_honest_players() -> None:
    lessons = Lessons(games=200, turns=300, rate=60)
    table = school()
    found, _ = climb(table, lessons, EVEN, HONEST, 15, 0)
    before, _ = table.loss(EVEN, HONEST, 1 << 30, 200)
    after, _ = table.loss(found, HONEST, 1 << 30, 200)
    assert after.mean() < before.mean() - 0.1


def test_tables_of_the_same_kind_lose_alike() -> None:
    losses = measure(school(3, endless=1.0), 60, course_of(HONEST, LIAR))
    assert losses[0, 0, 0] == losses[1, 1, 1] == pytest.approx(1 / 3)
    assert losses[0, 0, 1] == losses[0, 1, 0]
    assert 2 * losses[0, 0, 1] + losses[1, 0, 0] == pytest.approx(1)
    assert 2 * losses[1, 0, 1] + losses[0, 1, 1] == pytest.approx(1)


def test_who_is_not_in_the_list_is_not_measured() -> None:
    course = course_of(HONEST, LIAR, EVEN)
    course.active = [0, 2]
    losses = measure(school(endless=1.0), 30, course)
    assert losses.shape == (2, 2)
    assert set(course.losses) == {(0, 0), (0, 2), (2, 2)}
    course.active = [0, 1]
    assert measure(school(endless=1.0), 30, course)[0, 0] == losses[0, 0]
    assert set(course.losses) == {(0, 0), (0, 1), (0, 2), (1, 1), (2, 2)}


def test_the_mixture_is_of_the_equilibrium_s_tables() -> None:
    """Rock, paper, scissors, and one that always loses, whose numbers in the course have gaps."""
    course = course_of(*(drawn_table(seed) for seed in range(6)))
    course.active = [0, 2, 3, 5]
    losses = np.array([(0, 1, 1, 1), (-1, 0, 1, -1), (-1, -1, 0, 1), (-1, 1, -1, 0)], float)
    now = standing(course, losses)
    assert mixed_by(now) == pytest.approx({2: 1 / 3, 3: 1 / 3, 5: 1 / 3}, abs=0.01)
    course.mixed.append(mixed_by(now))
    for table, number in zip(course.mixture(0).tables, (2, 3, 5), strict=True):
        assert table is course.tables[number]
    assert now.ranked()[-1] == 0


def test_who_loses_most_leaves_a_long_list() -> None:
    costs = np.linspace(0.2, 0.6, 40)[::-1]
    for players in (2, 3):
        most = most_active(players)
        assert math.comb(most + players - 1, players) <= GROUPS < math.comb(most + players, players)
        now = Standing(tuple(range(100, 140)), np.full(40, 1 / 40), costs)
        assert narrowed(now, players) == list(range(140 - most, 140))


def test_the_worst_gain_is_that_of_the_best_table() -> None:
    course = course_of(HONEST, EVEN, LIAR)
    table = school(turns=2000)
    for mixture in (Mixture((1.0,), (LIAR,)), Mixture((0.5, 0.5), (LIAR, HONEST))):
        own = table.loss(mixture, mixture, 0, 100)[0].mean()
        lost = [table.loss(each, mixture, 0, 100)[0].mean() for each in course.tables]
        assert worst_gain(table, course, mixture, 0, 100) == pytest.approx(own - min(lost))
    assert worst_gain(table, course_of(LIAR), Mixture((1.0,), (LIAR,)), 0, 100) == 0


def test_the_coarse_family_has_what_it_should() -> None:
    point = np.zeros(coarse_size())
    assert coarse_table(point) == pytest.approx(EVEN)
    point[-8] = 9
    doubting = coarse_table(point)
    assert doubting[:CLAIM_SITUATIONS] == pytest.approx(EVEN[:CLAIM_SITUATIONS])
    assert (doubting[CLAIM_SITUATIONS:, 1] > 0.99).all()


# --- what is shipped ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_shipped_is_as_hard_to_exploit_as_it_says(players: int) -> None:
    """Found again on other deals, and plain players gain nothing."""
    file = shipped()[f"mixed-valepaska-{players}"]
    told: Any = file.provenance["gains"]
    mixture = mixture_from([file.weights[name] for name in WEIGHTS])
    table = School(VALEPASKA, players, seed=99)
    names = ("honest", "bluffer", "bayes")
    for name, found in gains(table, mixture, {name: parse_player(name) for name in names}, 1000).items():
        estimate, low, high = told[name][:3]
        assert high < 0
        assert found.even.high < 0
        allowed = 1.6 * math.hypot(high - low, found.even.high - found.even.low) / 2  # three standard errors
        assert abs(found.even.estimate - estimate) < allowed


@pytest.mark.parametrize("players", [2, 3])
def test_what_a_shipped_file_says_is_found_again(players: int) -> None:
    """On the same deals to the last digit."""
    file = shipped()[f"mixed-valepaska-{players}"]
    if file.provenance["engine"] != ENGINE_VERSION:
        pytest.skip("the games of this version are others")
    told: Any = file.provenance
    mixture = mixture_from([file.weights[name] for name in WEIGHTS])
    table = School(VALEPASKA, players, told["seed"], told["turns"], told["endless"])
    found = gains(table, mixture, {"honest": parse_player("honest")}, told["fresh"])["honest"]
    numbers = [found.even.estimate, found.even.low, found.even.high, found.lost.estimate, found.lost.low]
    assert told["gains"]["honest"] == [round(each, 5) for each in (*numbers, found.lost.high, found.endless)]


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.fixture
def short(tmp_path: Path) -> str:
    """A rule file by which no game is long."""
    (tmp_path / "short.toml").write_text(SHORT, encoding="utf-8")
    return "short.toml"


def test_the_file_is_written_once_and_can_be_named(paskasim: Paskasim, short: str, tmp_path: Path) -> None:
    told = paskasim("learn", short, *ASKED, "--json")
    assert told.code == 0, told.err
    whole = json.loads(told.out)
    assert (whole["schema"], whole["file"]) == ("paskasim-learn/1", "mixed-short-2.json")
    file = read_weights(tmp_path / "mixed-short-2.json")
    gains: Any = file.provenance["gains"]
    assert {
        "gradient from doubter, no end even",
        "CMA-ES, then gradient, no end lost",
        "honest",
        "bayes",
        "linear",
    } <= set(gains)
    assert file.provenance["command"] == " ".join(["paskasim learn short --players 2 --seed 1", *ASKED])
    assert not list(tmp_path.glob("*.learning"))
    again = paskasim("learn", short, *ASKED)
    assert "to its end already" in again.err
    assert "CMA-ES" in again.out
    refused(paskasim("learn", short, *ASKED, "--seed", "2"))
    lineup = "mixed[weights=mixed-short-2.json],mixed"
    assert paskasim("simulate", short, "--players", "2", "--lineup", lineup, "--games", "20").code == 0


def test_the_same_bytes_with_other_threads_and_after_a_stop(paskasim: Paskasim, short: str, tmp_path: Path) -> None:
    assert paskasim("learn", short, "--players", "3", *ASKED, "--threads", "2").code == 0
    path = tmp_path / "half.learning"
    rules = RuleSet.load(tmp_path / short)

    class StopError(Exception):
        pass

    def stop(line: str) -> None:
        if line.startswith("round 1"):
            raise StopError

    table = School(rules, 3, TINY.seed, TINY.turns, TINY.endless)
    with pytest.raises(StopError):
        learnt(table, TINY, Kept(path, rules, 3, TINY), stop)
    kept = Kept(path, rules, 3, TINY)
    assert len(kept.course.gains) == 1
    assert learnt(table, TINY, kept).text() == (tmp_path / "mixed-short-3.json").read_text()


def test_what_can_not_be_learnt_is_refused(paskasim: Paskasim) -> None:
    assert "such as valepaska" in refused(paskasim("learn", "paskahousu", *ASKED))
    assert "from 2 to 3" in refused(paskasim("learn", "valepaska", "--players", "4"))
