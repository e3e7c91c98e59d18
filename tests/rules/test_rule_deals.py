"""Deals, against values worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet, presets

# For 2 to 10 players: (decks, stock), or (decks, need, have) where the deal does not fit.
ONE_DECK_FIVE_CARDS = [(1, 52 - 5 * players) for players in range(2, 11)]
TABLE_GAME = [(1, 26), (1, 13), (1, 0), (1, 65, 52), (1, 78, 52), (1, 91, 52), (1, 104, 52), (1, 117, 52), (1, 130, 52)]
SMALL_TABLE = [(1, 34), (1, 25), (1, 16), (1, 7), (1, 54, 52), (1, 63, 52), (1, 72, 52), (1, 81, 52), (1, 90, 52)]
HOUSE_ROWS = [(1, 30), (1, 19), (1, 8), (2, 49), (2, 38), (2, 27), (2, 16), (2, 5), (3, 46)]
HOUSE_JOKERS = [(1, 32), (1, 21), (1, 10), (2, 53), (2, 42), (2, 31), (2, 20), (2, 9), (3, 52)]
HOUSE_FIVE_UP = [(1, 26), (1, 13), (1, 0), (2, 39), (2, 26), (2, 13), (2, 0), (3, 39), (3, 26)]
SHITHEAD = [(1, 34), (1, 25), (1, 16), (1, 7), (2, 50), (2, 41), (2, 32), (2, 23), (2, 14)]
DEALT_OUT = [(1, 0)] * 9

EXPECTED = {
    "poytapaska": TABLE_GAME,
    "poytapaska-relaxed": TABLE_GAME,
    "poytapaska-small": SMALL_TABLE,
    "ruotsalainen": DEALT_OUT,
    "paskahousu-rows": HOUSE_ROWS,
    "paskahousu-rows-jokers": HOUSE_JOKERS,
    "paskahousu-rows-invisible-threes": HOUSE_ROWS,
    "paskahousu-rows-seven-stop": HOUSE_ROWS,
    "paskahousu-rows-five-up": HOUSE_FIVE_UP,
    "valepaska-rows": HOUSE_ROWS,
    "shithead": SHITHEAD,
}


@pytest.mark.parametrize("name", presets())
def test_presets_with_2_to_10_players(name: str) -> None:
    rules = RuleSet.load(name)
    for players, expected in zip(range(2, 11), EXPECTED.get(name, ONE_DECK_FIVE_CARDS), strict=True):
        if len(expected) == 3:
            decks, need, have = expected
            with pytest.raises(PaskasimError) as caught:
                rules.deal_for(players)
            assert decks == 1
            said = f"{name}: the deal for {players} players needs {need} cards, 1 deck has {have}."
            assert caught.value.what == said
            continue
        dealt = rules.deal_for(players)
        assert (dealt.decks, dealt.stock) == expected
        assert dealt.players == players == len(dealt.hand_sizes)
        jokers = 2 * dealt.decks if name.endswith("jokers") else 0
        assert dealt.counts == (0, *[4 * dealt.decks] * 13, jokers)
        assert dealt.cards == 52 * dealt.decks + jokers


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, (26, 26)),
        (3, (18, 17, 17)),
        (5, (11, 11, 10, 10, 10)),
        (6, (9, 9, 9, 9, 8, 8)),
        (8, (7, 7, 7, 7, 6, 6, 6, 6)),
        (10, (6, 6, 5, 5, 5, 5, 5, 5, 5, 5)),
    ],
)
def test_a_deck_dealt_out(players: int, sizes: tuple[int, ...]) -> None:
    assert RuleSet.load("ruotsalainen").deal_for(players).hand_sizes == sizes


def test_a_deck_dealt_out__after_rows_and_drop() -> None:
    rules = RuleSet.from_dict({"deck.drop": 3, "deal": {"all": True, "down": 2, "up": 1, "hand": 13}})
    dealt = rules.deal_for(4)
    assert dealt.hand_sizes == (10, 9, 9, 9)  # 52 - 3 - 12 = 37
    assert (dealt.cards, dealt.stock) == (52, 0)


def test_a_deck_dealt_out__needs_a_card_for_everyone() -> None:
    rules = RuleSet.from_dict({"deck.decks": 1, "deck.ranks": "3 4", "deck.suits": 2, "deal.all": True})
    assert rules.deal_for(4).hand_sizes == (1, 1, 1, 1)
    with pytest.raises(PaskasimError, match="the deal for 5 players needs 5 cards, 1 deck has 4"):
        rules.deal_for(5)
    assert RuleSet.from_dict({**rules.flat(), "deck.decks": "auto"}).deal_for(5).decks == 2


def test_a_deck_dealt_out__rows_alone_are_enough() -> None:
    rules = RuleSet.from_dict({"deck.decks": 1, "deal": {"all": True, "down": 4, "up": 4}})
    assert rules.deal_for(6).hand_sizes == (1, 1, 1, 1, 0, 0)  # 52 - 48 = 4


def test_drop_and_turned_card_count_when_decks_are_chosen() -> None:
    base = {"deal": {"hand": 10}, "deck": {"drop": 2}}
    assert RuleSet.from_dict(base).deal_for(5).decks == 1
    assert RuleSet.from_dict(base).deal_for(5).stock == 0
    turned = RuleSet.from_dict({"deal": {"hand": 10, "turned": 1}, "deck": {"drop": 2}}).deal_for(5)
    assert (turned.decks, turned.stock) == (2, 104 - 50 - 2 - 1)
    assert RuleSet.from_dict({"deal": {"hand": 10}, "deck": {"drop": 3}}).deal_for(5).decks == 2


def test_auto_takes_three_decks_at_most() -> None:
    rules = RuleSet.from_dict({"deal": {"hand": 13, "down": 3}})
    assert rules.deal_for(9).decks == 3  # 144 of 156
    with pytest.raises(PaskasimError, match="the deal for 10 players needs 160 cards, 3 decks have 156"):
        rules.deal_for(10)


def test_auto_takes_two_decks_from_six_players() -> None:
    small = RuleSet.from_dict({"deal.hand": 1})
    assert [small.deal_for(players).decks for players in range(2, 11)] == [1, 1, 1, 1, 2, 2, 2, 2, 2]


def test_a_fixed_number_of_decks_is_not_raised() -> None:
    with pytest.raises(
        PaskasimError, match="own rules: the deal for 6 players needs 54 cards, 1 deck has 52"
    ) as caught:
        RuleSet.from_dict({"deck.decks": 1, "deal": {"hand": 3, "down": 3, "up": 3}}).deal_for(6)
    assert "\n" not in caught.value.what
    assert "\n" not in caught.value.do


def test_copies_jokers_and_suits() -> None:
    rules = RuleSet.from_dict(
        {"deck": {"ranks": "1-A 2", "suits": 3, "jokers": 4, "copies": {"1 2": 2, "J-K": 5}, "decks": 2}}
    )
    dealt = rules.deal_for(2)
    #                      1  3  4  5  6  7  8  9  10 J   Q   K   A  2  *
    assert dealt.counts == (4, 6, 6, 6, 6, 6, 6, 6, 6, 10, 10, 10, 6, 4, 8)
    assert dealt.cards == sum(dealt.counts) == 100


def test_a_range_of_copies_brings_no_rank_into_the_deck() -> None:
    rules = RuleSet.from_dict({"deck": {"ranks": "3-6 8-A 2", "copies": {"6-8": 2}}})
    assert rules.deal_for(2).counts == (0, 4, 4, 4, 2, 0, 2, 4, 4, 4, 4, 4, 4, 4, 0)


def test_more_than_15_of_a_rank() -> None:
    rules = RuleSet.from_dict({"deck": {"copies": {"2": 8}}})
    assert rules.deal_for(5).counts[13] == 8
    with pytest.raises(PaskasimError) as caught:
        rules.deal_for(6)
    assert caught.value.what == (
        "own rules: with 6 players 2 decks have 16 cards of rank 2, at most 15 of a rank can be played with."
    )


@pytest.mark.parametrize("players", [1, 11, 0, -3, True, 2.5, "4", None])
def test_other_numbers_of_players(players: int) -> None:
    with pytest.raises(PaskasimError, match="players were asked for; allowed: 2 to 10"):
        RuleSet.load("paskahousu").deal_for(players)


@given(
    deck=st.fixed_dictionaries({"jokers": st.integers(0, 4), "suits": st.integers(1, 4), "drop": st.integers(0, 40)}),
    deal=st.fixed_dictionaries(
        {"hand": st.integers(1, 13), "down": st.integers(0, 6), "up": st.integers(0, 6), "all": st.booleans()}
    ),
    players=st.integers(2, 10),
)
def test_every_card_is_somewhere(deck: dict[str, int], deal: dict[str, int], players: int) -> None:
    try:
        dealt = RuleSet.from_dict({"deck": deck, "deal": deal}).deal_for(players)
    except PaskasimError:
        return
    rows = players * (deal["down"] + deal["up"])
    assert dealt.cards == sum(dealt.counts) == sum(dealt.hand_sizes) + rows + deck["drop"] + dealt.stock
    assert dealt.stock >= 0
    assert max(dealt.hand_sizes) - min(dealt.hand_sizes) <= 1
    assert list(dealt.hand_sizes) == sorted(dealt.hand_sizes, reverse=True)
    assert min(dealt.hand_sizes) + deal["down"] + deal["up"] > 0
