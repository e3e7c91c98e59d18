"""Every deal of a small deck, with its chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from paskasim.laws.miniature.catalogue import EXACT, Miniature, miniatures
from paskasim.laws.miniature.deals import every_deck, starts
from paskasim.laws.miniature.states import situation
from paskasim.reference.deal import dealt_table
from paskasim.rules import RuleSet

DEALS: dict[str, tuple[dict[str, object], int]] = {
    "hands and stock": ({"deck.ranks": "3 4", "deck.suits": 3, "deal.hand": 2}, 2),
    "dealt out": ({"deck.ranks": "3 4 5", "deck.copies": {"3": 3, "4 5": 2}, "deal.all": True}, 3),
    "rows": (
        {"deck.ranks": "3 9", "deck.copies": {"3": 4, "9": 3}, "deal.hand": 1, "deal.down": 1, "deal.up": 1},
        2,
    ),
    "wide rows": ({"deck.ranks": "3 9", "deck.suits": 4, "deal.hand": 1, "deal.up": 2}, 2),
    "cards that nobody sees": ({"deck.ranks": "3 J Q", "deck.suits": 2, "deal.hand": 1, "deck.drop": 2}, 2),
    "jokers": ({"deck.ranks": "8 2", "deck.suits": 2, "deck.jokers": 2, "deal.hand": 2, "deal.turned": 1}, 2),
}


@pytest.mark.parametrize("case", DEALS)
def test_deals_are_those_of_every_order_of_the_deck(case: str) -> None:
    switches, players = DEALS[case]
    rules = RuleSet.from_dict(switches)
    first = next(deck for deck, _ in every_deck(rules, players))
    by_order = Counter(situation(dealt_table(rules, players, order)) for order in permutations(first))
    found = {situation(dealt_table(rules, players, deck)): chance for deck, chance in every_deck(rules, players)}
    assert found == {key: Fraction(count, factorial(len(first))) for key, count in by_order.items()}


@pytest.mark.parametrize("miniature", miniatures(EXACT), ids=lambda miniature: miniature.name)
def test_chances_add_up(miniature: Miniature) -> None:
    chances = [chance for _, chance in every_deck(miniature.rules, miniature.players)]
    assert sum(chances) == 1
    assert min(chances) > 0


def test_a_drawn_starter_is_each_seat() -> None:
    rules = RuleSet.from_dict({"deck.ranks": "3 4", "deck.suits": 2, "deal.hand": 1, "start.player": "random"})
    begun = list(starts(rules, 3, "any"))
    assert sum(chance for _, chance in begun) == 1
    for seat in range(3):
        assert sum(chance for table, chance in begun if table.to_play == seat) == Fraction(1, 3)


def test_lowest_swaps_and_any_does_not() -> None:
    rules = RuleSet.from_dict({"deck.ranks": "3 9", "deck.suits": 2, "deal.hand": 1, "deal.up": 1, "deal.swap": "any"})
    plain = [situation(table) for table, _ in starts(rules, 2, "any")]
    swapped = [table for table, _ in starts(rules, 2, "lowest")]
    assert all(table.up[seat] >= table.hands[seat] for table in swapped for seat in (0, 1))
    assert plain != [situation(table) for table in swapped]
