"""Cards of which some are not known.

A card that is not known is `"?"`. Hands, rows and piles are compared as multisets: two of them may be the same
cards if no rank stands more often in either than the other has room for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from paskasim.rules import RuleSet
from paskasim.rules.ranks import RANKS

UNKNOWN = "?"


def known_of(cards: Iterable[str]) -> Counter[str]:
    """Return how many cards of each rank are known."""
    counts = Counter(cards)
    del counts[UNKNOWN]
    return counts


def joined(one: Sequence[str], other: Sequence[str]) -> list[str] | None:
    """Return what is known of cards that were told twice, or nothing if these can't be the same cards.

    Parameters
    ----------
    one, other
        The same cards in any order. What is told of the first is kept in its order, as far as it can be.
    """
    if one == other:
        return list(one)
    if len(one) != len(other):
        return None
    if UNKNOWN not in one:
        return list(one) if not known_of(other) - Counter(one) else None
    more = known_of(other) - known_of(one)
    room = one.count(UNKNOWN)
    if sum(more.values()) > room:
        return None
    new = iter([*more.elements(), *[UNKNOWN] * room])
    return [next(new) if card == UNKNOWN else card for card in one]


def joined_in_order(one: Sequence[str], other: Sequence[str]) -> list[str] | None:
    """Return what is known of cards that were told twice in the same order, or nothing if they differ."""
    if len(one) != len(other):
        return None
    if any(UNKNOWN not in (mine, theirs) and mine != theirs for mine, theirs in zip(one, other, strict=True)):
        return None
    return [theirs if mine == UNKNOWN else mine for mine, theirs in zip(one, other, strict=True)]


class Pool:
    """The cards of the deck that have not shown up yet: every card that becomes known is taken out of it."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.counts = dict(zip(RANKS, rules.deal_for(players).counts, strict=True))
        self.left = Counter(self.counts)

    def take(self, cards: Iterable[str]) -> list[str]:
        """Note cards as known, and return the ranks of which there are now more than the deck holds."""
        taken = known_of(cards)
        self.left.subtract(taken)
        return [rank for rank in taken if self.left[rank] < 0]

    def give_back(self, cards: Iterable[str]) -> None:
        """Note that it is no longer known where these cards are."""
        self.left.update(known_of(cards))
