"""The deals that `search` imagines: they agree with all that is public, and all of them have the same chance."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import Position, cards
from rule_sets import Setting, drawn_setting
from scipy.stats import chi2

from paskasim.bridge import packed, table_words
from paskasim.kernels import layout as at
from paskasim.kernels.compiled import entry
from paskasim.kernels.pointers import from_word, words_of
from paskasim.reference import Action, View, play_game
from paskasim.reference.search import Found
from paskasim.rules.tables import rule_tables
from paskasim.strategies.unseen import deal_unseen, is_certain, lay_unseen

Words = NDArray[np.int64]
NEVER = 1e-6  # chance of a false alarm of each statistical test; their seeds are fixed


@entry
def imagine(table: Words, seat: int, hand: int, seed: int, deals: int, found: Words) -> int:
    """Write `deals` deals, each from a generator of its own, into `found` (deals x HIDDEN_WORDS); the unseen cards."""
    here = words_of(table)
    all_of_them = words_of(found)
    unseen = 0
    for i in range(deals):
        hidden = from_word(all_of_them, i * (at.HIDDEN_WORDS + 1))
        chance = from_word(hidden, at.HIDDEN_WORDS)
        chance[0] = seed + i
        unseen = lay_unseen(here, hidden, seat, hand)
        deal_unseen(here, hidden, seat, hand, unseen, chance)
    return unseen


@entry
def certain(table: Words, seat: int) -> bool:
    return is_certain(words_of(table), seat)


def imagined(table: Words, seat: int, hand: int, seed: int = 0, deals: int = 1) -> tuple[Words, int]:
    found = np.zeros((deals, at.HIDDEN_WORDS + 1), np.int64)
    return found, imagine(table, seat, hand, seed, deals, found.reshape(-1))


def counts(word: int) -> Words:
    return np.array([word >> (4 * rank) & 15 for rank in range(at.RANKS)])


def check_deal(table: Words, seat: int, hand: int, hidden: Words, unseen: int) -> None:
    players = int(table[at.PLAYERS])
    total = counts(int(table[at.PILE])) + counts(int(table[at.GONE]))
    for other in range(players):
        held = counts(int(hidden[at.HAND + other]))
        assert held.sum() == (counts(hand).sum() if other == seat else table[at.HAND_SIZE + other])
        assert (held >= counts(int(table[at.KNOWN + other]))).all() or other == seat
        total += held + counts(int(table[at.UP + other]))
        row = int(hidden[at.DOWN + other])
        for _ in range(table[at.DOWN_SIZE + other]):
            total[row & 15] += 1
            row >>= 4
        assert row == 0
    assert int(hidden[at.HAND + seat]) == hand
    stock = int(table[at.STOCK])
    assert hidden[at.DRAWN] == 0
    deck = hidden[at.DECK : at.DECK + unseen]
    total += np.bincount(deck[:stock], minlength=at.RANKS)
    out = np.bincount(deck[unseen - int(table[at.DROP]) :], minlength=at.RANKS) if table[at.DROP] else 0
    assert (total + out == table[at.DECK_CARDS : at.DECK_CARDS + at.RANKS]).all()


class Looker:
    """Plays anything legal, and at each decision looks at deals that agree with what it sees."""

    deterministic = False
    memoryless = True
    name = "looker"

    def __init__(self, setting: Setting, dice: random.Random, seen: Counter[str]) -> None:
        self._rules = rule_tables(setting.rules, setting.players)
        self._dice = dice
        self._seen = seen

    def _look(self, view: View) -> None:
        table = table_words(self._rules, view)
        hand = packed(view.hand)
        found, unseen = imagined(table, view.seat, hand, self._dice.randrange(1 << 62), 2)
        for hidden in found:
            check_deal(table, view.seat, hand, hidden, unseen)
        self._seen["positions"] += 1
        self._seen["jokers"] += bool(table[at.DECK_CARDS + at.JOKER])
        self._seen["blind rows"] += any(view.down_sizes)
        self._seen["dropped"] += bool(table[at.DROP])
        self._seen["known"] += any(view.known[seat] for seat in range(view.players) if seat != view.seat)
        self._seen["from a row"] += not view.hand
        if certain(table, view.seat):
            self._seen["certain"] += 1
            rest = found[:, : at.DRAWN]
            assert (rest == rest[0]).all()

    def __call__(self, view: View) -> Action:
        self._look(view)
        return self._dice.choice(view.legal)

    def row_card(self, view: View) -> str:
        self._look(view)
        return self._dice.choice(view.row_cards)

    def swap(self, view: View) -> tuple[str, ...]:
        self._look(view)
        self._seen["swaps"] += 1
        both = list(view.hand + view.up[view.seat])
        self._dice.shuffle(both)
        return tuple(both[: len(view.up[view.seat])])


def test_deals_agree_with_all_that_is_public_under_any_rules() -> None:
    dice = random.Random(17)
    seen: Counter[str] = Counter()
    while seen["positions"] < 2000:
        setting = drawn_setting(dice)
        lookers = [Looker(setting, dice, seen)] * setting.players
        play_game(
            setting.rules.with_switches({"limits.turns": 100}), setting.players, lookers, 3, dice.randrange(1000),
            search=lambda table, states: Found("open", states),
        )  # fmt: skip
    least = {"jokers": 200, "blind rows": 200, "dropped": 100, "known": 500, "from a row": 9, "certain": 20, "swaps": 3}
    assert all(seen[what] >= number for what, number in least.items()), seen


TINY = {"deck.decks": 1, "deck.ranks": "3-8", "deck.suits": 1, "deal.hand": 1}


@pytest.mark.parametrize(
    ("drop", "stock", "downs", "known", "outcomes"),
    [
        (0, 3, {}, {}, 24),  # a hand card, three cards of the stock in order
        (1, 1, {0: 1}, {}, 24),  # and an own blind card, and a card that was taken out
        (0, 1, {1: 2}, {}, 24),
        (0, 1, {1: 2}, {1: "8"}, 6),
    ],
)
def test_all_deals_have_the_same_chance(
    drop: int, stock: int, downs: dict[int, int], known: dict[int, str], outcomes: int
) -> None:
    position = Position(
        hand="3", pile="4", others=(1,), stock=stock, known=known, down=downs.get(0, 0),
        other_downs={seat: number for seat, number in downs.items() if seat},
        switches={**TINY, "deck.drop": drop, "deal.down": 1 if downs else 0},
    )  # fmt: skip
    table = position.words
    deals = 500 * outcomes
    found, unseen = imagined(table, 0, cards("3"), 1, deals)
    assert unseen == 4 - len(known)
    for hidden in found[:50]:
        check_deal(table, 0, cards("3"), hidden, unseen)
    told = Counter(
        (int(hidden[at.HAND + 1]), *hidden[at.DOWN : at.DOWN + 2], *hidden[at.DECK : at.DECK + stock])
        for hidden in found
    )
    assert len(told) == outcomes
    expected = deals / outcomes
    statistic = sum((number - expected) ** 2 / expected for number in told.values())
    assert statistic < chi2.ppf(1 - NEVER, outcomes - 1)


def test_equal_cards_are_dealt_as_often_as_there_are_of_them() -> None:
    """One unknown hand card of 3 sevens, an eight and two nines."""
    switches = {"deck.decks": 1, "deck.ranks": "7-9", "deck.copies": {"7": 4, "8": 1, "9": 3}, "deal.hand": 1}
    table = Position(hand="7", pile="9", others=(1,), stock=5, switches=switches).words
    found, unseen = imagined(table, 0, cards("7"), 1, 12000)
    assert unseen == 6
    held = Counter(int(hidden[at.HAND + 1]) for hidden in found)
    expected = {cards("7"): 6000, cards("8"): 2000, cards("9"): 4000}
    assert held.keys() == expected.keys()
    statistic = sum((held[card] - number) ** 2 / number for card, number in expected.items())
    assert statistic < chi2.ppf(1 - NEVER, 2)
