"""Positions laid out by hand, and what a strategy answers there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paskasim.bridge import QUESTION, packed, unpacked
from paskasim.kernels import layout as at
from paskasim.kernels.claims import claim_options
from paskasim.kernels.compiled import entry
from paskasim.kernels.options import options_for
from paskasim.kernels.pointers import words_of
from paskasim.lineups import crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, RANKS
from paskasim.rules.tables import rule_tables

ACTIONS = {at.TAKE: "take", at.TRY: "try", at.PASS: "pass"}


@entry
def _options(table: NDArray[np.int64], cards: int, seat: int, from_hand: bool) -> int:
    return options_for(words_of(table), cards, seat, from_hand)


@entry
def _claim_options(table: NDArray[np.int64], seat: int) -> int:
    return claim_options(words_of(table), seat)


def cards(text: str) -> int:
    """Return cards such as "3 3 K" packed."""
    return packed(text.split())


@dataclass(frozen=True)
class Position:
    """What a player at seat 0 sees; `pile` from bottom to top, `others` the hand sizes of the seats after.

    With bluff `pile` is what the pile was called, and `sure` what the player knows of it.
    """

    hand: str
    pile: str = ""
    up: str = ""
    down: int = 0
    others: Sequence[int] = (5, 5, 5)
    other_rows: Mapping[int, str] = field(default_factory=dict)
    other_downs: Mapping[int, int] = field(default_factory=dict)
    known: Mapping[int, str] = field(default_factory=dict)
    gone: str = ""
    sure: str = ""
    stock: int = 20
    rules: str = "paskahousu"
    switches: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> NDArray[np.int64]:
        """The table as words."""
        players = 1 + len(self.others)
        words = np.zeros(at.TABLE_WORDS, np.int64)
        rules = rule_tables(RuleSet.load(self.rules).with_switches(dict(self.switches)), players)
        words[: at.RULE_WORDS] = rules[: at.RULE_WORDS]
        pile = self.pile.split()
        top = pile[-1] if pile else ""
        run = len(pile) - max((i + 1 for i, rank in enumerate(pile) if rank != top), default=0)
        told = {
            at.PLAYERS: players, at.DIRECTION: 1, at.STOCK: self.stock, at.OPENING_RANK: -1,
            at.TOP: CODES[top] if pile else at.EMPTY, at.RUN: run, at.RUN_RANK: CODES[top] if pile else at.EMPTY,
            at.PILE: packed(pile), at.GONE: cards(self.gone), at.ACTIVE: (1 << players) - 1,
            at.ACTIVE_COUNT: players, at.UP: cards(self.up), at.DOWN_SIZE: self.down,
        }  # fmt: skip
        for word, value in told.items():
            words[word] = value
        if words[at.BLUFF]:
            words[at.PILE_SIZE], words[at.CLAIMED], words[at.PILE] = len(pile), packed(pile), cards(self.sure)
        words[at.HAND_SIZE : at.HAND_SIZE + players] = [len(self.hand.split()), *self.others]
        for offset, by_seat in ((at.UP, self.other_rows), (at.KNOWN, self.known)):
            for seat, text in by_seat.items():
                words[offset + seat] = cards(text)
        for seat, count in self.other_downs.items():
            words[at.DOWN_SIZE + seat] = count
        return words


def _call(spec: str, question: int, words: NDArray[np.int64], hand: int, options: int) -> int:
    crew = crew_of(parse_lineup(spec, 1), RuleSet())
    mine = crew.mine[0].copy()
    answer = int(QUESTION(int(crew.addresses[0, question]))(words.ctypes.data, mine.ctypes.data, hand, 0, options))
    assert not words[at.FOUL]
    assert not mine[at.FOUL_MINE]
    return answer


def plays(spec: str, position: Position) -> str:
    """Return what a strategy plays: the cards, or "take", "try", "pass"."""
    words = position.words
    zone = cards(position.hand) if position.hand else cards(position.up)
    options = _options(words, zone, 0, bool(position.hand))
    answer = _call(spec, at.PLAY_QUESTION, words, zone, options)
    if answer in ACTIONS:
        return ACTIONS[answer]
    assert options >> ((answer >> 60 & 15) << 2) & 1
    return " ".join(unpacked(answer & at.CARD_BITS))


def claims(spec: str, position: Position) -> str:
    """Return what a strategy claims and lays, as in "Kx2: 3 4", or "take"."""
    words = position.words
    answer = _call(spec, at.CLAIM_QUESTION, words, cards(position.hand), _claim_options(words, 0))
    if answer in ACTIONS:
        return ACTIONS[answer]
    laid = unpacked(answer & at.CARD_BITS)
    return f"{RANKS[answer >> 60 & 15]}x{len(laid)}: {' '.join(laid)}"


def doubts(spec: str, position: Position, claim: str, claimant: int = 1) -> bool:
    """Return whether a strategy doubts a claim such as "Kx2"."""
    words = position.words
    words[at.SEAT] = claimant
    rank, _, count = claim.partition("x")
    answer = _call(spec, at.CHALLENGE_QUESTION, words, cards(position.hand), signed(CODES[rank] << 60 | int(count)))
    assert answer in (at.DOUBT, at.BELIEVE)
    return answer == at.DOUBT


def signed(word: int) -> int:
    """Return a word as it is handed to a strategy."""
    return word - (1 << 64) if word >> 63 else word


def lays(spec: str, position: Position) -> str:
    """Return the up row that a strategy lays."""
    words = position.words
    answer = _call(spec, at.SWAP_QUESTION, words, cards(position.hand), cards(position.up))
    return " ".join(sorted(unpacked(answer), key=RANKS.index))
