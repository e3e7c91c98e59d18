"""Random numbers that have nothing to do with each other: games, seeds, seats and decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from paskasim.laws import chances
from paskasim.laws.dealing import dice_words, shuffled
from paskasim.laws.law import Check, Effort, Law, by_p

GAMES = 200_000
CARDS = 52
SEED_BITS = 64
GAME_BITS = 62
BLOCK = 4_096  # games for each bit of the game number
SIDES = 16  # kinds into which a random word of 32 bits is sorted
WORD_BITS = 32
TURN = 8  # blocks of dice from one turn to the next


def checks(effort: Effort) -> Iterator[Check]:
    """Compare decks and dice that differ in one thing: game, a bit of seed or game number, seat, turn."""
    games = GAMES * effort.times
    seed = effort.seed
    decks = shuffled(CARDS, seed, 0, games)
    yield alike("decks of neighbouring games", decks[0::2], decks[1::2])
    yield firsts("first cards of neighbouring games", decks[0::2, 0], decks[1::2, 0])
    yield alike("seeds that differ in one bit", *_a_bit_of_the_seed(seed, games))
    yield alike("game numbers that differ in one bit", *_a_bit_of_the_game(seed, effort.times))

    dice = sorted_words(seed, 0, 0, games)
    yield bits_check("bits of a seat's dice", seed, games)
    yield pairs("dice of a seat and first card", dice, decks[:, 0], SIDES, CARDS)
    yield pairs("dice of a seat and first card of the next game", dice[:-1], decks[1:, 0], SIDES, CARDS)
    yield pairs("dice of two seats", dice, sorted_words(seed, 1, 0, games), SIDES, SIDES)
    yield pairs("dice of two turns", dice, sorted_words(seed, 0, TURN, games), SIDES, SIDES)
    yield pairs("dice of neighbouring games", dice[0::2], dice[1::2], SIDES, SIDES)


def alike(name: str, decks: NDArray[Any], others: NDArray[Any]) -> Check:
    """Count the places in which two decks hold the same card: one on average, with a variance of one."""
    same = (decks == others).sum(axis=1)
    p = chances.of_mean(same, 1.0, 1.0)
    return by_p(name, "places with the same card", float(same.mean()), len(same), p, ["expected: 1 on average"])


def firsts(name: str, cards: NDArray[Any], others: NDArray[Any]) -> Check:
    """Count pairs of cards."""
    return pairs(name, cards, others, CARDS, CARDS)


def pairs(name: str, first: NDArray[Any], second: NDArray[Any], kinds: int, other_kinds: int) -> Check:
    """Count pairs of draws, each of equally likely kinds."""
    counts = np.bincount(first.astype(np.int64) * other_kinds + second, minlength=kinds * other_kinds)
    statistic, p = chances.of_counts(counts, np.ones(counts.size))
    expected = len(first) / counts.size
    found = [f"expected {expected:.1f} of each pair; fewest {counts.min()}, most {counts.max()}"]
    return by_p(name, "chi-square", statistic, len(first), p, found)


def bits_check(name: str, seed: int, games: int) -> Check:
    """Count how often each bit of a block of dice is set: in half of the games."""
    words = dice_words(seed, 0, 0, 0, games)
    counts = np.array([(words >> bit & 1).sum(axis=0) for bit in range(WORD_BITS)])
    statistic = float(((counts - games / 2) ** 2 / (games / 4)).sum())
    p = float(stats.chi2.sf(statistic, counts.size))
    found = [f"expected {games / 2:.0f} each; fewest {counts.min()}, most {counts.max()}"]
    return by_p(name, "chi-square", statistic, games, p, found)


def sorted_words(seed: int, seat: int, block: int, games: int) -> NDArray[Any]:
    """Return the first word of a seat's dice in each game, sorted into `SIDES` kinds."""
    words: NDArray[Any] = dice_words(seed, seat, block, 0, games)[:, 0] * SIDES >> WORD_BITS
    return words


def _a_bit_of_the_seed(seed: int, games: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return decks, and the same games' decks where one bit of the seed is turned over, each bit as often."""
    each = games // SEED_BITS
    blocks = [(bit, bit * each) for bit in range(SEED_BITS)]
    decks = [shuffled(CARDS, seed, first, each) for _, first in blocks]
    others = [shuffled(CARDS, seed ^ 1 << bit, first, each) for bit, first in blocks]
    return np.concatenate(decks), np.concatenate(others)


def _a_bit_of_the_game(seed: int, times: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return decks, and those of the game numbers in which one bit is set instead of clear, each bit in turn."""
    games = np.arange(BLOCK * times)
    block = shuffled(CARDS, seed, 0, games.size)
    decks, others = [], []
    for bit in range(GAME_BITS):
        clear = games[games >> bit & 1 == 0]
        decks.append(block[clear])
        inside = 1 << bit < games.size
        others.append(block[clear + (1 << bit)] if inside else shuffled(CARDS, seed, 1 << bit, games.size))
    return np.concatenate(decks), np.concatenate(others)


LAW = Law(
    "streams", "Decks and dice of different games, seeds, seats and turns have nothing to do with each other.", checks
)
