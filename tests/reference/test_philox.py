"""The random numbers: published vectors, streams that stay apart, bounded integers, the shuffle."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from paskasim.reference import philox as of
from paskasim.reference.deal import shuffled_deck
from paskasim.rules import RuleSet

ONES = 2**32 - 1
PI = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344)


@pytest.mark.parametrize(
    ("key", "counter", "words"),
    [  # the known-answer tests that come with Random123
        ((0, 0), (0, 0, 0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((ONES, ONES), (ONES, ONES, ONES, ONES), "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ((0xA4093822, 0x299F31D0), PI, "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_known_answers(key: tuple[int, int], counter: of.Block, words: str) -> None:
    assert of.philox(key, counter) == tuple(int(word, 16) for word in words.split())


def test_key_and_counter_of_a_stream() -> None:
    seed, game = 7 * 2**32 + 5, 3 * 2**32 + 11
    assert of.block(seed, game, of.CHOICES, 9, 4) == of.philox((5, 7), (4, 16 + 9, 11, 3))


class Words:
    """Dice that show given words."""

    def __init__(self, *words: int) -> None:
        self.dice = of.Dice(iter(words))


def test_bounded_takes_the_high_half_of_the_product() -> None:
    assert Words(0x80000001).dice.bounded(10) == 5
    assert Words(ONES).dice.bounded(52) == 51
    assert Words(0).dice.bounded(4) == 0  # 4 divides 2^32: no word is refused


def test_bounded_refuses_the_words_too_many() -> None:
    # 2^32 mod 3 = 1: of the products only those whose low half is 0 are refused.
    assert Words(0, 0x60000000).dice.bounded(3) == 1


def test_bounded_counts_are_exactly_even() -> None:
    """With words of 32 bits cut down to a full range of products, each number has the same number of words."""
    limit = 48
    refused = 2**32 % limit
    edges = [-(-(number * 2**32 + refused) // limit) for number in range(limit)]
    tops = [-(-(number + 1) * 2**32 // limit) for number in range(limit)]
    assert len({top - edge for edge, top in zip(edges, tops, strict=True)}) == 1


def test_dice_of_a_decision_go_on_after_four_words() -> None:
    first = of.block(1, 2, of.CHOICES, 3, 8 * 5 + 1)
    later = of.philox((first[0], first[1]), (0, 5 * 16, first[2], first[3]))
    further = of.philox((first[0], first[1]), (1, 5 * 16, first[2], first[3]))
    assert list(islice(of._decision(of.decision_dice(1, 2, 3, 5, 1)), 12)) == [*first, *later, *further]


def test_decisions_have_dice_of_their_own() -> None:
    places = [(seat, turn, question) for seat in range(10) for turn in range(40) for question in (0, 1, 4)]
    rolled = [of.decision_dice(1, 2, *place).bounded(2**31) for place in places]
    assert len(set(rolled)) == len(rolled)


def test_deck_of_a_game_is_the_same_under_other_rules() -> None:
    decks = {tuple(shuffled_deck(RuleSet.load(name), 3, 8, 9)) for name in ("paskahousu", "shithead", "poytapaska")}
    assert len(decks) == 1


def test_every_place_of_the_deck_holds_every_rank_as_often() -> None:
    rules = RuleSet().with_switches({"deck.ranks": "3 4 5 6", "deck.suits": 1, "deal.hand": 1})
    orders = Counter(tuple(shuffled_deck(rules, 2, 1, game)) for game in range(4800))
    assert len(orders) == 24
    # Chi-square with 23 degrees of freedom; it exceeds 70 about once in a million such tests.
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 70
