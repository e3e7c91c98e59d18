"""Opening hands: what players hold after the deal, against the formulas of drawing without putting back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paskasim.laws import chances
from paskasim.laws.dealing import dealt_hands
from paskasim.laws.law import Check, Effort, Law, by_p, smallest
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES
from paskasim.rules.tables import rule_tables

GAMES = 400_000
PLAYERS, HAND, SUITS = 4, 5, 4
RANKS_IN_DECK = 13
CARDS = SUITS * RANKS_IN_DECK
FACES = [CODES[rank] for rank in ("J", "Q", "K")]

Hands = NDArray[Any]  # games x players x ranks
Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class Fact:
    """Something that holds of a deal with a known chance.

    Attributes
    ----------
    holds
        From hands (games x players x ranks) to (games x k) truths, all k with the same chance; one for each seat,
        or a single one for the whole table.
    """

    name: str
    chance: float
    holds: Callable[[Hands], Truths]


def hypergeometric(wanted: int, among: int, drawn: int) -> float:
    """Return the chance that `drawn` cards of the deck hold `wanted` of the `among` cards of a kind."""
    return comb(among, wanted) * comb(CARDS - among, drawn - wanted) / comb(CARDS, drawn)


def alone_in_front() -> float:
    """Return the chance that seat 0 holds more threes than any other seat."""
    favourable: int = sum(
        prod(comb(HAND, held) for held in threes) * comb(CARDS - PLAYERS * HAND, SUITS - sum(threes))
        for threes in product(range(SUITS + 1), repeat=PLAYERS)
        if threes[0] > max(threes[1:]) and sum(threes) <= SUITS
    )
    return favourable / comb(CARDS, SUITS)


def _no_pair() -> float:
    return comb(RANKS_IN_DECK, HAND) * float(SUITS**HAND) / comb(CARDS, HAND)


FACTS = (
    Fact("a hand holds a ten", 1 - hypergeometric(0, 4, HAND), lambda hands: hands[:, :, CODES["10"]] > 0),
    Fact("a hand holds a two", 1 - hypergeometric(0, 4, HAND), lambda hands: hands[:, :, CODES["2"]] > 0),
    Fact(
        "a hand holds faces only",
        hypergeometric(HAND, 12, HAND),
        lambda hands: hands[:, :, FACES].sum(axis=2) == HAND,
    ),
    Fact(
        "a hand holds faces and aces only",
        hypergeometric(HAND, 16, HAND),
        lambda hands: hands[:, :, [*FACES, CODES["A"]]].sum(axis=2) == HAND,
    ),
    Fact(
        "a hand holds four of a rank",
        RANKS_IN_DECK * hypergeometric(4, 4, HAND),
        lambda hands: hands.max(axis=2) == SUITS,
    ),
    Fact("a hand holds a pair or better", 1 - _no_pair(), lambda hands: hands.max(axis=2) > 1),
    Fact(
        "some of four players holds a three",
        1 - hypergeometric(0, 4, PLAYERS * HAND),
        lambda hands: _somewhere(hands[:, :, CODES["3"]]),
    ),
    Fact("seat 0 alone holds most threes", alone_in_front(), lambda hands: _in_front(hands[:, :, CODES["3"]])),
    Fact(
        "none of four players holds a ten",
        hypergeometric(0, 4, PLAYERS * HAND),
        lambda hands: ~_somewhere(hands[:, :, CODES["10"]]),
    ),
)


def _in_front(held: NDArray[Any]) -> Truths:
    return np.asarray(held[:, :1] > held[:, 1:].max(axis=1, keepdims=True))


def _somewhere(held: NDArray[Any]) -> Truths:
    return np.asarray(held.any(axis=1, keepdims=True))


# Hands of five cards by how many cards of a rank they hold, largest first, and how many such hands there are.
PATTERNS: dict[tuple[int, ...], int] = {
    (1, 1, 1, 1, 1): comb(13, 5) * 4**5,
    (2, 1, 1, 1): 13 * comb(4, 2) * comb(12, 3) * 4**3,
    (2, 2, 1): comb(13, 2) * comb(4, 2) ** 2 * 11 * 4,
    (3, 1, 1): 13 * comb(4, 3) * comb(12, 2) * 4**2,
    (3, 2): 13 * comb(4, 3) * 12 * comb(4, 2),
    (4, 1): 13 * 12 * 4,
}


def checks(effort: Effort) -> Iterator[Check]:
    """Compare the facts and the patterns of five-card hands for four players with one deck."""
    games = GAMES * effort.times
    hands = dealt_hands(rule_tables(RuleSet.load("paskahousu"), PLAYERS), PLAYERS, effort.seed, 0, games)
    for fact in FACTS:
        yield judged(fact, hands)
    yield pattern_check(hands)


def judged(fact: Fact, hands: Hands) -> Check:
    """Compare how often a fact holds, each seat by itself, since the hands of a deal depend on each other."""
    counts = fact.holds(hands).sum(axis=0)
    games = len(hands)
    p = smallest([chances.of_count(int(count), games, fact.chance) for count in counts])
    found = [f"expected {fact.chance:.6f}, dealt {count / games:.6f}" for count in counts]
    off = float(np.abs(counts / games - fact.chance).max())
    return by_p(fact.name, "largest difference of shares", off, games, p, found)


def pattern_check(hands: Hands) -> Check:
    """Compare the patterns of seat 0's hands."""
    # A number that tells the patterns apart: the sum of the squares of the counts.
    squares = (hands[:, 0].astype(np.int64) ** 2).sum(axis=1)
    counts = np.array([int((squares == sum(count**2 for count in pattern)).sum()) for pattern in PATTERNS])
    statistic, p = chances.of_counts(counts, list(PATTERNS.values()))
    return by_p("pairs, triples and so on in a hand", "chi-square", statistic, len(hands), p, _told(counts))


def _told(counts: Sequence[int] | NDArray[Any]) -> list[str]:
    total = sum(PATTERNS.values())
    return [
        f"{' + '.join(map(str, pattern))}: expected {number / total:.6f}, dealt {count / sum(counts):.6f}"
        for (pattern, number), count in zip(PATTERNS.items(), counts, strict=True)
    ]


LAW = Law("opening_hands", "Hands after the deal hold what the hypergeometric formulas say.", checks)
