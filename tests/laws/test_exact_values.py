"""Exact chances, by hand and against the compiled engine, and faults that they find."""

from __future__ import annotations

import random
from contextlib import suppress
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from small import drawn_miniature, miniature, told

from paskasim.kernels import layout as at
from paskasim.laws import exact_values
from paskasim.laws.exact_values import STRATEGIES, compared, exact_endings
from paskasim.laws.law import MOST_P_VALUES
from paskasim.laws.miniature import catalogue
from paskasim.laws.miniature.catalogue import EXACT, Miniature, miniatures
from paskasim.laws.miniature.chain import chain_endings, walked_endings
from paskasim.laws.miniature.states import StateGraph, TooManyStatesError
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES
from paskasim.rules.tables import rule_tables

GAMES = 20_000
SMALL = ("unseen", "runs", "last cards", "forced takes")


def test_a_game_of_one_turn() -> None:
    rules = RuleSet.from_dict({"deck.ranks": "3 4", "deck.suits": 1, "deal.hand": 1})
    for endings in (chain_endings(rules, 2, "any", StateGraph(2, 99)), walked_endings(rules, 2, "lowest")):
        assert endings.loses == (0, 1)
        assert (endings.never, endings.mean_turns, endings.undecided) == (0, 1, 0)
        assert endings.variance_of_turns == pytest.approx(0)


def test_a_game_that_never_ends() -> None:
    rules = RuleSet.from_dict({"deck.ranks": "J Q", "deck.suits": 1, "deal.hand": 1})
    for strategy in ("any", "random"):
        endings = chain_endings(rules, 2, strategy, StateGraph(2, 99))
        assert (endings.loses, endings.never, endings.undecided) == ((0, 0), 1, 0)
    assert walked_endings(rules, 2, "lowest").never == 1


def test_a_chain_solved_by_hand() -> None:
    """Four cards of one rank, two for each seat, and runs that don't burn: a player lays some of them or takes."""
    rules = RuleSet.from_dict({"deck.ranks": "3", "deck.suits": 4, "deal.hand": 2, "fours.burn": False})
    # State (a, b): the seat that is due holds a, the other one b, the rest is the pile. It wins with chance x:
    # x = sum over its choices of 1 - (the chance of the other seat, which is due next), or 1 where it is out.
    states = [(a, b) for a in range(1, 4) for b in range(1, 5 - a)]
    matrix, goal = np.eye(len(states)), np.ones(len(states))
    for row, (a, b) in enumerate(states):
        pile = 4 - a - b
        left = [a - laid for laid in range(1, a + 1)] + ([a + pile] if pile else [])
        for held in left:
            if held:
                matrix[row, states.index((b, held))] += 1 / len(left)
    wins = np.linalg.solve(matrix, goal)[states.index((2, 2))]
    endings = chain_endings(rules, 2, "any", StateGraph(2, 99))
    assert endings.loses == pytest.approx((1 - wins, wins))
    assert endings.never == 0


def test_values_that_another_program_found() -> None:
    """A prototype of this project, which shares no code with it, gave these for the same eight cards."""
    endings = exact_endings(miniature(EXACT, "strict faces"), "any")
    assert [round(share, 4) for share in (*endings.loses, endings.never)] == [0.4119, 0.4293, 0.1587]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_compiled_engine_hits_them(name: str, strategy: str) -> None:
    check = compared(miniature(EXACT, name), strategy, seed=7, games=GAMES)
    assert check.holds, check.details
    assert check.value < 6 * sqrt(0.25 / GAMES)


def test_the_bounds_leave_room_for_a_false_alarm_in_a_million() -> None:
    assert 3 * len(miniatures(EXACT)) + 40 <= MOST_P_VALUES
    assert exact_values.MOST_UNDECIDED < 1e-8


# --- faults ---


def effect_of(top: int, rank: str, effect: int) -> dict[int, int]:
    return {at.EFFECT + (phase * 16 + top) * 16 + CODES[rank]: effect for phase in (0, 1)}


FAULTS: dict[str, tuple[str, str, dict[int, int]]] = {
    "a ten hands the pile to a seat that passes": (
        "forced takes", "random", effect_of(at.EMPTY, "10", at.NEXT_TAKES_PASS),
    ),
    "a ten does not burn on a five": ("forced takes", "any", effect_of(CODES["5"], "10", at.NONE)),
    "an ace burns an ace": ("forced takes", "lowest", effect_of(CODES["A"], "A", at.BURN_ACE)),
    "runs burn from four on": ("runs", "any", {at.RUN_SIZE: 4}),
    "who burnt a run plays again": ("runs", "random", {at.RUN_AGAIN: 1}),
    "who takes does not play again": ("runs", "any", {at.AFTER_TAKE: 0}),
    "invisible cards leave the run alone": ("unseen", "random", {at.IN_RUN: 0}),
    "hands are filled up to two": ("tries", "lowest", {at.REFILL: 2}),
    "no limit to fours": ("last cards", "any", {at.COUNTS + CODES["4"]: 0xFFFE}),
    "nines may be the last card": ("last cards", "random", {at.NOT_WITH: 0}),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_word_in_the_rule_tables_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, strategy, wrong = FAULTS[fault]

    def faulty(rules: RuleSet, players: int) -> NDArray[np.int64]:
        words = rule_tables(rules, players)
        assert any(words[word] != value for word, value in wrong.items())
        for word, value in wrong.items():
            words[word] = value
        return words

    monkeypatch.setattr(exact_values, "rule_tables", faulty)
    check = compared(miniature(EXACT, name), strategy, seed=7, games=exact_values.GAMES)
    assert not check.holds
    assert "exact" in check.details[0]


def test_turns_that_do_not_suffice_are_told() -> None:
    small = miniature(EXACT, "strict faces")
    short = Miniature(small.rules.with_switches({"limits.turns": 100}), small.players)
    check = compared(short, "any", seed=7, games=GAMES)
    assert not check.holds
    assert check.details[-1].startswith("chance that 100 turns do not suffice: ")


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("small", miniatures(EXACT), ids=lambda small: small.name)
def test_every_miniature_with_two_million_games(small: Miniature) -> None:
    for strategy in STRATEGIES:
        check = compared(small, strategy, seed=11, games=2_000_000)
        assert check.holds, check.details


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(5))
def test_rule_sets_from_the_whole_space(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_STATES", 20_000)
    dice = random.Random(seed)
    done = 0
    for number in range(40):
        small = drawn_miniature(dice)
        small = Miniature(small.rules.with_switches({"limits.turns": 5_000}), small.players)
        with suppress(TooManyStatesError):
            for strategy in STRATEGIES:
                check = compared(small, strategy, seed=1_000 * seed + number, games=GAMES)
                assert check.holds, (told(small), check.details)
                done += 1
        catalogue.graph_of.cache_clear()  # thousands of states each
        exact_endings.cache_clear()
    assert done > 20
