"""Shuffle, opening hands and streams: they hold, their formulas are right, and what is biased is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from paskasim.kernels import layout as at
from paskasim.laws import Check, Effort, chances, laws, opening_hands, shuffle, streams
from paskasim.laws.dealing import dealt_hands, dice_words, shuffled
from paskasim.laws.law import SMALLEST_P
from paskasim.reference.deal import dealt_table, shuffled_deck
from paskasim.reference.philox import CHOICES, block
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, RANKS
from paskasim.rules.tables import rule_tables

RULES = RuleSet.load("paskahousu")
CHANCE_LAWS = ("opening_hands", "shuffle", "streams")


@pytest.mark.parametrize("name", CHANCE_LAWS)
def test_they_hold(name: str) -> None:
    checks = list(laws()[name].checks(Effort(2**64 - 1)))
    assert len(checks) >= 7
    assert [check.details for check in checks if not check.holds] == []


def test_what_is_tested_is_what_games_get() -> None:
    """Decks, hands and dice of the helpers against those of the readable engine."""
    for seed, game in ((7, 3), (2**64 - 1, 2**40)):
        deck = shuffled_deck(RULES, 4, seed, game)
        cards = sorted(deck, key=RANKS.index)
        assert [cards[label] for label in shuffled(52, seed, game, 1)[0]] == deck
        hands = dealt_hands(rule_tables(RULES, 4), 4, seed, game, 1)[0]
        dealt = dealt_table(RULES, 4, deck)
        assert hands.tolist() == [[hand.count(rank) for rank in RANKS] for hand in dealt.hands]
        assert tuple(dice_words(seed, 2, 16, game, 1)[0]) == tuple(block(seed, game, CHOICES, 2, 16))


def test_formulas_of_opening_hands() -> None:
    """Mostly values of a prototype of this project, which two million of its deals agreed with."""
    expected = {
        "a hand holds a ten": 0.341158,
        "a hand holds a two": 0.341158,
        "a hand holds faces only": 792 / 2_598_960,
        "a hand holds faces and aces only": 0.001680672,
        "a hand holds four of a rank": 0.000240096,
        "a hand holds a pair or better": 0.492917,
        "some of four players holds a three": 0.867172,
        "seat 0 alone holds most threes": 0.132182,
        "none of four players holds a ten": 0.132828,
    }
    found = {fact.name: fact.chance for fact in opening_hands.FACTS}
    assert found == pytest.approx(expected, rel=1e-5)
    assert sum(opening_hands.PATTERNS.values()) == 2_598_960  # hands of five out of 52


def test_p_values() -> None:
    assert chances.of_count(50, 100, 0.5) == 1
    assert chances.of_count(0, 100, 0.0) == 1
    assert chances.of_count(1, 100, 0.0) == 0
    assert chances.of_count(70, 100, 0.5) == pytest.approx(stats.binomtest(70, 100, 0.5).pvalue)
    assert chances.of_mean(np.full(100, 1.2), 1.0, 1.0) == pytest.approx(2 * stats.norm.sf(2))
    assert chances.of_mean(np.array([]), 1.0, 1.0) == 1
    assert chances.of_mean(np.array([2.0]), 1.0, 0.0) == 0
    result = stats.chisquare([30, 20, 50], [25, 25, 50])
    assert chances.of_counts(np.array([30, 20, 50]), [1, 1, 2]) == pytest.approx((result.statistic, result.pvalue))


def test_p_values_are_spread_evenly_where_all_is_well() -> None:
    found = [check.p for seed in range(40) for check in shuffle_checks(np.array(shuffled(6, seed, 0, 20_000)))]
    assert stats.kstest(found, "uniform").pvalue > 1e-4


# --- faults ---

Decks = NDArray[Any]
DECKS = 100_000


def shuffle_checks(decks: Decks) -> Iterator[Check]:
    yield shuffle.places_check(decks)
    yield shuffle.neighbours_check(decks)
    if decks.shape[1] == shuffle.FEW:
        yield shuffle.orders_check(decks)


def swapped_with_any(dice: np.random.Generator, size: int) -> Decks:
    """Every card changes places with any other, not with one behind it: the best-known wrong shuffle."""
    decks = np.tile(np.arange(size), (DECKS, 1))
    rows = np.arange(DECKS)
    for place in range(size):
        other = dice.integers(0, size, DECKS)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place].copy()
    return decks


def never_left_alone(dice: np.random.Generator, size: int) -> Decks:
    """Cards only change places with one behind them, never with themselves: one big cycle."""
    decks = np.tile(np.arange(size), (DECKS, 1))
    rows = np.arange(DECKS)
    for place in range(size - 1):
        other = place + 1 + (dice.random(DECKS) * (size - place - 1)).astype(int)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place].copy()
    return decks


def cut(dice: np.random.Generator, size: int) -> Decks:
    """The deck is cut and not shuffled: places are even, neighbours are not."""
    return (np.arange(size) + dice.integers(0, size, (DECKS, 1))) % size


@pytest.mark.parametrize("size", [6, 52])
@pytest.mark.parametrize("wrong", [swapped_with_any, never_left_alone, cut])
def test_a_biased_shuffle_is_found(wrong: Callable[[np.random.Generator, int], Decks], size: int) -> None:
    checks = list(shuffle_checks(wrong(np.random.default_rng(3), size)))
    assert not all(check.holds for check in checks)
    assert min(check.p or 0 for check in checks) < SMALLEST_P
    fair = np.random.default_rng(3).permuted(np.tile(np.arange(size), (DECKS, 1)), axis=1)
    assert all(check.holds for check in shuffle_checks(fair))


def test_tens_that_sink_to_the_bottom_are_found() -> None:
    decks = shuffled(52, 1, 0, DECKS)
    assert shuffle.last_cards_check(decks).holds
    sunk = np.where((np.arange(DECKS) % 100 == 0)[:, None], np.arange(52)[::-1], decks)
    assert not shuffle.last_cards_check(sunk).holds


def test_wrong_hands_are_found() -> None:
    words = rule_tables(RULES, 4)
    words[at.DECK_CARDS + CODES["10"]] += 1
    words[at.DECK_CARDS + CODES["4"]] -= 1
    hands = dealt_hands(words, 4, 1, 0, opening_hands.GAMES)
    failed = {fact.name for fact in opening_hands.FACTS if not opening_hands.judged(fact, hands).holds}
    assert failed == {"a hand holds a ten", "none of four players holds a ten"}
    hands[:2000, 0] = hands[:2000, 1] = np.bincount([1, 1, 2, 2, 3], minlength=15)
    assert not opening_hands.pattern_check(hands).holds


def test_streams_that_repeat_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last bit of the game number, half the seed and the seat go unheard."""
    monkeypatch.setattr(streams, "shuffled", lambda cards, seed, first, games: shuffled(cards, seed % 2**32, 0, games))
    monkeypatch.setattr(streams, "dice_words", lambda seed, seat, block, first, games: dice_words(seed, 0, 0, 0, games))
    failed = {check.name for check in streams.checks(Effort()) if not check.holds}
    assert failed == {
        "seeds that differ in one bit",
        "game numbers that differ in one bit",
        "dice of two seats",
        "dice of two turns",
    }


def test_dice_that_lean_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "dice_words", lambda *which: dice_words(*which) | 1 << 20)
    assert not streams.bits_check("dice", 1, 200_000).holds


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", CHANCE_LAWS)
def test_they_hold_for_many_games_and_seeds(name: str) -> None:
    for seed in range(100, 110):
        failed = [check for check in laws()[name].checks(Effort(seed, 10)) if not check.holds]
        assert failed == []
