"""`counter`: what it knows, what it makes of it, and that it pays."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import Position, cards, lays, plays
from rule_sets import drawn_setting

from paskasim.bridge import unpacked
from paskasim.engine import Games, play
from paskasim.kernels import layout as at
from paskasim.kernels.compiled import entry
from paskasim.kernels.pointers import words_of
from paskasim.lineups import crew_of, parse_lineup
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.counter import ONE_WHOLE, STRATEGY, stuck_chance, unseen_cards

ROWS = "paskahousu-rows"
DECK = 4 * cards("3 4 5 6 7 8 9 10 J Q K A 2")
LARGE = " ".join(["3 4 4 5 5 5 6 6", "3 4 5 6 7 3 4 3"])


@entry
def _unseen(table: NDArray[np.int64], hand: int, seat: int) -> int:
    return unseen_cards(words_of(table), hand, seat)


@entry
def _stuck(legal: int, known: int, unknown: int, unseen: int, share: int) -> int:
    return stuck_chance(legal, known, unknown, unseen, share)


def games_of(rules: RuleSet, players: int, spec: str, games: int = 100, seed: int = 5) -> Games:
    crew = crew_of(parse_lineup(spec, players))
    return play(rule_tables(rules, players), players, crew, seed, 0, games, detail=True)


def spread(text: str) -> int:
    return sum({1 << (4 * code) for code in range(15) if cards(text) >> (4 * code) & 15})


def test_it_sees_all_that_a_player_may_know_and_nothing_twice() -> None:
    position = Position(
        hand="3 3 K", pile="5 6 6", up="2 9", down=3, others=(4, 2, 0), other_rows={1: "A 10", 3: "4"},
        known={0: "3", 1: "7 7", 2: "8"}, gone="J J Q", rules=ROWS,
    )  # fmt: skip
    assert _unseen(position.words, cards(position.hand), 0) == DECK - cards("3 3 K 5 6 6 2 9 A 10 4 7 7 8 J J Q")
    from_row = Position(hand="", pile="5", up="2 9", others=(4,), known={1: "7"}, rules=ROWS)
    assert _unseen(from_row.words, cards("2 9"), 0) == DECK - cards("2 9 5 7")


@pytest.mark.parametrize("unknown", [0, 1, 2, 3, 5, 8])
@pytest.mark.parametrize("fitting", ["", "9", "9 9 J J", "9 9 9 9 J J J J Q Q Q"])
def test_chance_of_being_stuck(fitting: str, unknown: int) -> None:
    unseen = cards(fitting) + cards("3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 7")
    total, fits = len(unpacked(unseen)), len(fitting.split())
    found = _stuck(spread("9 J Q K"), cards("3 4"), unknown, unseen, (1 << 20) // total)
    assert found / ONE_WHOLE == pytest.approx(((total - fits) / total) ** unknown, abs=0.01)  # as with replacement
    assert found / ONE_WHOLE == pytest.approx(math.comb(total - fits, unknown) / math.comb(total, unknown), abs=0.07)
    assert _stuck(spread("9 J Q K"), cards("3 J"), unknown, unseen, (1 << 20) // total) == 0


def test_it_plays_what_a_known_hand_cannot_answer() -> None:
    low = Position(hand="4 9", pile=LARGE, others=(4, 5, 5), known={1: "5 5 6 7"}, stock=0)
    high = Position(hand="4 9", pile=LARGE, others=(4, 5, 5), known={1: "J J Q 9"}, stock=0)
    assert plays("counter[alone=0]", low) == "9"
    assert plays("counter[alone=0]", high) == "4"
    assert plays("counter[alone=0]", Position("4 9", pile="3", others=(4, 5), known={1: "5 5 6 7"}, stock=0)) == "4"
    assert plays("counter[alone=0,stuck=0,pile=0]", low) == "4"
    assert plays("counter", low) == "4"  # as the 4 that is left could not go on the 9


def test_it_counts_what_burnt() -> None:
    high = "9 9 9 10 10 10 10 J J J J Q Q Q Q K K K K 2 2 2 2"
    position = {"hand": "4 9", "pile": LARGE, "others": (3, 3), "stock": 0}
    assert plays("counter[alone=0]", Position(gone=high, **position)) == "9"
    assert plays("counter[alone=0]", Position(**position)) == "4"


def test_it_looks_at_the_up_row_of_a_next_player_without_a_hand() -> None:
    row = {"hand": "4 9", "pile": LARGE, "others": (0, 5), "stock": 0, "rules": ROWS}
    assert plays("counter", Position(other_rows={1: "5 6 7"}, **row)) == "9"
    assert plays("counter", Position(other_rows={1: "5 6 A 2"}, **row)) == "4"


def test_it_goes_out_when_it_can() -> None:
    position = Position(hand="2 2", pile="5", others=(5, 5), stock=0, rules=ROWS)
    assert plays("counter", position) == "2 2"
    assert plays("counter", Position(hand="3 2 2", pile="9", others=(5, 5), stock=0)) == "2"


def test_it_tries_where_that_is_likelier_than_not_to_save_it_the_pile() -> None:
    hard = "9 9 9 10 10 10 10 J J J J Q Q Q Q K K K K A A A A 2 2 2 2"
    stuck = Position(hand="3 4", pile="5 5 6 9", rules="paskahousu-try")
    hopeless = Position(hand="3 4", pile="5 5 6 9", gone=hard, rules="paskahousu-try")
    assert plays("counter", stuck) == "try"
    assert plays("counter", hopeless) == "take"
    assert plays("lowest", stuck) == "take"


def test_it_takes_a_single_card_rather_than_part_with_a_special_early() -> None:
    assert plays("counter", Position(hand="3 3 4 2", pile="9")) == "take"
    assert plays("counter", Position(hand="3 3 4 2", pile="8 8 9 9 9")) == "2"
    assert plays("counter", Position(hand="3 3 4 2", pile="9", stock=0)) == "2"


def test_burn_is_for_runs_and_for_cards_that_are_no_specials() -> None:
    anything = {"twos.followed_by": "anything"}
    special = Position(hand="8 10", pile="7", stock=0, rules=ROWS)
    run_of_specials = Position(hand="3 2", pile="2 2 2", stock=0, switches=anything)
    burning_ace = Position(hand="Q A", pile="J", stock=0)
    positions = (special, run_of_specials, burning_ace)
    assert [plays("counter[burn=2000]", position) for position in positions] == ["8", "2", "A"]
    assert [plays("counter[burn=0]", position) for position in positions] == ["8", "3", "Q"]


def test_it_lays_what_goes_on_most_tops() -> None:
    assert lays("counter", Position(hand="3 K A 9 2", up="10 8 Q", rules=ROWS)) == "9 10 2"
    assert lays("counter", Position(hand="3 K A 9 2", up="10 8 Q", rules="shithead")) == "10 A 2"


CHANGED = {
    "special": 4000, "stuck": 1500, "pile": 400, "pressing": 0, "face": 1500, "lift": 1500, "burn": 2000, "burnt": 400,
    "alone": 2000, "taken": 0, "prize": 4000, "trying": 0,
}  # fmt: skip


@pytest.mark.parametrize("name", [parameter.name for parameter in STRATEGY.parameters])
def test_every_parameter_changes_some_game(name: str) -> None:
    rules = RuleSet.load("paskahousu").with_switches({"turn.try_stock": "any_time"})
    base, changed = (games_of(rules, 4, spec, 300) for spec in ("counter", f"counter[{name}={CHANGED[name]}]"))
    assert not np.array_equal(base.tallies, changed.tallies)


def test_plays_by_any_rules() -> None:
    dice = random.Random(21)
    extreme = ",".join(f"{parameter.name}={parameter.high:g}" for parameter in STRATEGY.parameters)
    for _ in range(60):
        rules, players = drawn_setting(dice)
        for spec in ("counter", f"counter[{extreme}]"):
            assert games_of(rules, players, spec, 10).tallies[at.TURNS].min() > 0


def _advantage(preset: str, players: int, deals: int) -> tuple[float, float]:
    """Return how many losses of a game one counter among lowest is spared, and the standard error, over rotations."""
    rules = RuleSet.load(preset)
    words = rule_tables(rules, players)
    lost: Any = 0.0
    for seat in range(players):
        lineup = ["lowest"] * players
        lineup[seat] = "counter"
        games = play(words, players, crew_of(parse_lineup(lineup, players)), 99, 0, deals)
        lost = lost + share_of_loss(games.tallies, games.places[:players])[seat]
    spared = 1 / players - lost / players
    return float(spared.mean()), float(spared.std() / deals**0.5)


@pytest.mark.parametrize(
    ("preset", "players"),
    [
        ("paskahousu", 2), ("paskahousu", 4), (ROWS, 3), (ROWS, 5), ("poytapaska-relaxed", 3), ("shithead", 4),
        ("ruotsalainen", 5), ("paskahousu-lowest-starts", 4),
    ],
)  # fmt: skip
def test_it_beats_lowest(preset: str, players: int) -> None:
    spared, error = _advantage(preset, players, 2000)
    assert spared > 3 * error
