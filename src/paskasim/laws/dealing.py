"""Many decks, hands and dice at once, by the compiled game's own shuffle, deal and random numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import call_compiled
from paskasim.kernels.compiled import Words, entry, kernel
from paskasim.kernels.deal import deal, sorted_deck
from paskasim.kernels.layout import (
    DECK_SIZE,
    HAND,
    HIDDEN_WORDS,
    MINE_WORDS,
    RANKS,
    RULE_WORDS,
    TABLE_WORDS,
    TALLY_WORDS,
)
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.rng import DECK_STREAM, DRAW_WORDS, SEAT_STREAM, fill_dice, shuffle
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables

WORK_WORDS = TABLE_WORDS + HIDDEN_WORDS + TALLY_WORDS + DECK_SIZE + DRAW_WORDS


def shuffled(cards: int, seed: int, first: int, games: int) -> NDArray[np.int16]:
    """Return (games x cards) decks of different cards 0, 1, .. as games `first`, `first + 1`, .. shuffle theirs.

    Parameters
    ----------
    cards
        At most 240.
    seed
        0 to 2**64 - 1.
    """
    decks = np.empty((games, cards), np.int16)
    call_compiled(_shuffle_many, _word(seed), first, np.zeros(DECK_SIZE + DRAW_WORDS, np.int64), decks)
    return decks


def dealt_hands(rules: NDArray[np.int64], players: int, seed: int, first: int, games: int) -> NDArray[np.int8]:
    """Return (games x players x 15) how many cards of each rank every hand holds after the deal.

    Parameters
    ----------
    rules
        Words of `rules.tables.rule_tables`.
    """
    hands = np.zeros((games, players, RANKS), np.int8)
    call_compiled(_deal_many, rules, players, _word(seed), first, np.zeros(WORK_WORDS, np.int64), hands)
    return hands


def dice_words(seed: int, seat: int, block: int, first: int, games: int) -> NDArray[np.int64]:
    """Return (games x 4) words of 32 bits that a seat's strategy gets for decision `block` of each game."""
    words = np.empty((games, 4), np.int64)
    call_compiled(_roll_many, _word(seed), seat, block, first, np.zeros(MINE_WORDS, np.int64), words)
    return words


def _word(seed: int) -> int:
    return int(np.uint64(seed).astype(np.int64))


@kernel
def _copy_out(deck: Words, decks: NDArray[np.int16], game: int) -> None:
    for place in range(decks.shape[1]):
        decks[game, place] = deck[place]


@entry
def _shuffle_many(seed: int, first: int, work: NDArray[np.int64], decks: NDArray[np.int16]) -> int:
    deck = words_of(work)
    draws = from_word(deck, DECK_SIZE)
    games: int = decks.shape[0]
    cards: int = decks.shape[1]
    for game in range(games):
        for place in range(cards):
            deck[place] = place
        shuffle(deck, 0, cards, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF, DECK_STREAM << 4, first + game, draws)
        _copy_out(deck, decks, game)
    return games


@entry
def _deal_many(
    rules: NDArray[np.int64], players: int, seed: int, first: int, work: NDArray[np.int64], hands: NDArray[np.int8]
) -> int:
    table = words_of(work)
    hidden = from_word(table, TABLE_WORDS)
    tally = from_word(hidden, HIDDEN_WORDS)
    deck = from_word(tally, TALLY_WORDS)
    for word in range(RULE_WORDS):
        table[word] = rules[word]
    size = sorted_deck(table, deck)
    games: int = hands.shape[0]
    for game in range(games):
        deal(table, hidden, tally, deck, size, players, seed, first + game)
        for seat in range(players):
            for rank in range(RANKS):
                hands[game, seat, rank] = hidden[HAND + seat] >> (rank << 2) & 15
    return games


@entry
def _roll_many(seed: int, seat: int, block: int, first: int, mine: NDArray[np.int64], words: NDArray[np.int64]) -> int:
    dice = words_of(mine)
    games: int = words.shape[0]
    for game in range(games):
        fill_dice(dice, seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF, block, (SEAT_STREAM << 4) + seat, first + game)
        for word in range(4):
            words[game, word] = dice[word]
    return games


def compile_all() -> None:
    """Compile the entries of this file, or load them from the cache on disk."""
    shuffled(2, 0, 0, 1)
    dice_words(0, 0, 0, 0, 1)
    dealt_hands(rule_tables(RuleSet.load("paskahousu"), 2), 2, 0, 0, 1)
