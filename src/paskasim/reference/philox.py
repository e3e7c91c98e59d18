"""Random numbers: Philox4x32-10, the streams of a game, and whole numbers drawn from them.

The generator is that of Salmon, Moraes, Dror and Shaw, 'Parallel random numbers: as easy as 1, 2, 3'
(2011). Which key and counter belong to which question is this project's own; both engines agree on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

WORD = 2**32
ROUNDS = 10

DECK, CHOICES, TABLE, SPILL = 0, 1, 2, 5  # purposes

Block = tuple[int, int, int, int]


def philox(key: tuple[int, int], counter: Block) -> Block:
    """Return the four 32-bit words that belong to a key and a counter."""
    first_key, second_key = key
    a, b, c, d = counter
    for _ in range(ROUNDS):
        left, right = a * 0xD2511F53, c * 0xCD9E8D57
        a, b, c, d = (right // WORD) ^ b ^ first_key, right % WORD, (left // WORD) ^ d ^ second_key, left % WORD
        first_key = (first_key + 0x9E3779B9) % WORD
        second_key = (second_key + 0xBB67AE85) % WORD
    return a, b, c, d


def block(seed: int, game: int, purpose: int, seat: int, number: int) -> Block:
    """Return block `number` of the stream of one purpose and seat in one game."""
    return philox((seed % WORD, seed // WORD % WORD), (number, purpose * 16 + seat, game % WORD, game // WORD))


class Dice:
    """Whole numbers without bias, out of a stream of 32-bit words."""

    def __init__(self, words: Iterator[int]) -> None:
        self._words = words

    def bounded(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1, each equally likely."""
        refused = WORD % limit  # so many of the WORD products would favour some numbers
        while True:
            product = next(self._words) * limit
            if product % WORD >= refused:
                return product // WORD


class DecisionDice(Dice):
    """The dice of one decision, all made from one block, out of which neither seed nor deck can be worked out."""

    def __init__(self, make: Callable[[], Block]) -> None:
        super().__init__(_decision(self))
        self._make = make

    @cached_property
    def first(self) -> Block:
        """The block, made when it is wanted: many a strategy never rolls."""
        return self._make()


def deck_dice(seed: int, game: int) -> Dice:
    """Return the dice that shuffle the deck of a game."""
    return Dice(_stream(seed, game, DECK))


def table_dice(seed: int, game: int) -> Dice:
    """Return the dice that belong to no seat."""
    return Dice(_stream(seed, game, TABLE))


def decision_dice(seed: int, game: int, seat: int, turns_played: int, question: int) -> DecisionDice:
    """Return the fresh dice of one decision of a seat.

    Parameters
    ----------
    turns_played
        Turns of the game before this one; 0 before play.
    question
        0 swap, 1 play, 2 claim, 3 challenge, 4 row card.
    """
    return DecisionDice(lambda: block(seed, game, CHOICES, seat, turns_played * 8 + question))


def _stream(seed: int, game: int, purpose: int) -> Iterator[int]:
    number = 0
    while True:
        yield from block(seed, game, purpose, 0, number)
        number += 1


def _decision(dice: DecisionDice) -> Iterator[int]:
    first = dice.first
    yield from first
    number = 0
    while True:
        yield from philox((first[0], first[1]), (number, SPILL * 16, first[2], first[3]))
        number += 1
