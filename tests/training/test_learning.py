"""Learning from regret: games of few choices, the trial of answers, and `paskasim learn`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from told import Paskasim, refused

from paskasim.engine import Workspace, play
from paskasim.kernels import layout as at
from paskasim.kernels.trial import ANSWERS, COSTS, SEEN_BY_ALL, SITUATION, TRIAL_COLUMNS, TRIAL_WORK_WORDS, trial_batch
from paskasim.lineups import crew_of, parse_lineup
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.situations import CLAIM_SITUATIONS, SITUATIONS, WEIGHTS
from paskasim.training.regrets import EVEN, POSSIBLE, START, Lessons, School, chances_from, matched, weights_from
from paskasim.weights import read_weights

TINY = ["--players", "2", "--rounds", "2", "--games", "20", "--fresh", "10"]
HONEST = np.eye(ANSWERS)[np.zeros(SITUATIONS, int)]


def school(players: int = 3, **lessons: int) -> School:
    return School(RuleSet.load("valepaska"), players, Lessons(games=50, fresh=200, **lessons))


def test_chances_survive_being_written_down() -> None:
    dice = np.random.default_rng(1)
    drawn = np.where(POSSIBLE, dice.random((SITUATIONS, ANSWERS)), 0)
    drawn /= drawn.sum(axis=1, keepdims=True)
    weights = weights_from(drawn)
    assert len(weights) == len(WEIGHTS)
    assert 0 <= min(weights) <= max(weights) <= 1000
    assert np.abs(chances_from(weights) - drawn).max() <= 0.0011
    assert weights_from(chances_from(weights)) == weights


def test_regrets_are_matched() -> None:
    regrets = np.zeros((SITUATIONS, ANSWERS))
    regrets[0] = (1, 0, 3)
    found = matched(regrets)
    assert found[0].tolist() == [0.25, 0, 0.75]
    assert np.array_equal(found[1:], START[1:])
    for chances in (EVEN, START, found):
        assert np.allclose(chances.sum(axis=1), 1)
        assert not chances[CLAIM_SITUATIONS:, 2].any()


def test_without_lies_and_doubts_it_plays_as_honest_does() -> None:
    """Game by game, over all columns: only what can't be is doubted, and the dice change nothing."""
    rules = RuleSet.load("valepaska").with_switches({"limits.turns": 300})
    words = rule_tables(rules, 3)
    learner = play(words, 3, school().crew([HONEST] * 3), 5, 0, 300)
    honest = play(words, 3, crew_of(parse_lineup("honest", 3), rules), 5, 0, 300)
    ended = honest.tallies[at.OUTCOME] == at.FINISHED  # without dice, endless games are found to be so
    assert ended.sum() > 200
    assert np.array_equal(learner.tallies[:, ended], honest.tallies[:, ended])
    assert np.array_equal(learner.places[:, ended], honest.places[:, ended])


def test_an_answer_that_is_what_was_played_costs_what_the_game_cost() -> None:
    """With chances of nought or one a game is the same again for the answer that the chances give."""
    taught = school()
    crew = taught.crew([HONEST] * 3)
    games = 200
    found = np.zeros((games, TRIAL_COLUMNS), np.int64)
    space = Workspace(3, crew, 5, TRIAL_WORK_WORDS)
    words = rule_tables(taught.rules.with_switches({"limits.turns": 300}), 3)
    answers = POSSIBLE.sum(axis=1).astype(np.int64)
    space.run(trial_batch, words, 0, games, 0b010, answers, 1000, found)
    played = play(words, 3, crew, 5, 0, games)
    lost = share_of_loss(played.tallies, played.places[:3], 1.0)[1]
    ended = played.tallies[at.OUTCOME] == at.FINISHED
    asked = found[:, SEEN_BY_ALL] > 0
    assert asked.sum() > 150
    same = found[:, COSTS] == 2520 * lost
    assert same[asked & ended].all()
    assert (found[:, COSTS + 1] != found[:, COSTS])[asked].any()
    assert found[:, SITUATION].max() < SITUATIONS


def test_who_never_lies_or_doubts_is_even_among_the_same() -> None:
    assert school(2).losses(HONEST, HONEST, 0).mean() == pytest.approx(0.5)


def test_the_file_is_written_once_and_can_be_named(paskasim: Paskasim, tmp_path: Path) -> None:
    told = paskasim("learn", "valepaska", *TINY, "--json")
    assert told.code == 0, told.err
    whole = json.loads(told.out)
    assert (whole["schema"], whole["file"]) == ("paskasim-learn/1", "mixed-valepaska-2.json")
    file = read_weights(tmp_path / "mixed-valepaska-2.json")
    assert set(file.provenance["gains"]) == {"a best response", "honest", "bluffer", "bayes", "linear"}  # type: ignore[call-overload]
    assert not list(tmp_path.glob("*.learning"))
    again = paskasim("learn", "valepaska", *TINY)
    assert "to its end already" in again.err
    assert "a best response" in again.out
    refused(paskasim("learn", "valepaska", *TINY, "--seed", "2"))
    lineup = "mixed[weights=mixed-valepaska-2.json],mixed"
    assert paskasim("simulate", "valepaska", "--players", "2", "--lineup", lineup, "--games", "20").code == 0


def test_the_same_bytes_with_other_threads_and_after_a_stop(paskasim: Paskasim, tmp_path: Path) -> None:
    from paskasim.training.lessons import Kept, learnt

    assert paskasim("learn", "valepaska", *TINY, "--threads", "2").code == 0
    lessons = Lessons(rounds=2, games=20, seed=1, fresh=10)
    path = tmp_path / "half.learning"
    kept = Kept(path, School(RuleSet.load("valepaska"), 2, Lessons(rounds=2, games=20, seed=1, fresh=10)))
    taught = School(RuleSet.load("valepaska"), 2, lessons)

    class StopError(Exception):
        pass

    def stop(line: str) -> None:
        raise StopError

    with pytest.raises(StopError):
        learnt(taught, kept, stop)
    assert Kept(path, taught).courses[0].rounds == 2
    assert learnt(taught, Kept(path, taught)).text() == (tmp_path / "mixed-valepaska-2.json").read_text()


def test_rules_without_bluff_are_refused(paskasim: Paskasim) -> None:
    assert "such as valepaska" in refused(paskasim("learn", "paskahousu", *TINY))
