"""Compiled strategies at the readable engine, so that any line-up plays there the games that it plays compiled.

What a `View` tells is laid out as the words that `kernels.layout` names, and the compiled question is called by its
address. The answers have to be legal to the last bit, as in the compiled engine.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.faults import Fault
from paskasim.kernels import layout as at
from paskasim.kernels.decisions import REMEMBERS, ROLLS_DICE
from paskasim.lineups import Crew, Player, crew_of
from paskasim.reference.legality import may_go
from paskasim.reference.table import STOCK, ranks_named
from paskasim.reference.turns import PASS, PLAY, TAKE, TRY, Action
from paskasim.reference.views import View
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, EMPTY, RANKS
from paskasim.rules.tables import rule_tables

QUESTION = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64
)
OTHERS = MappingProxyType({TAKE: at.TAKE, TRY: at.TRY, PASS: at.PASS})
OPTION_BITS = MappingProxyType({TAKE: at.TAKE_BIT, TRY: at.TRY_BIT, PASS: at.PASS_BIT})


class Bridge:
    """A line-up of compiled strategies, ready to sit down at the readable engine.

    Parameters
    ----------
    rules
        The rules that will be played.
    seats
        Who sits where, as `lineups.parse_lineup` returns it.
    """

    def __init__(self, rules: RuleSet, seats: Sequence[Player]) -> None:
        self._rules = rules
        self._words = rule_tables(rules, len(seats))
        self._crew = crew_of(seats, rules)

    def choosers(self, game: int) -> list[CompiledChooser]:
        """Return a chooser for each seat, with fresh memory: they are for game number `game` alone."""
        seats = range(len(self._crew.players))
        return [CompiledChooser(self._rules, self._words, self._crew, seat, game) for seat in seats]


class CompiledChooser:
    """A compiled strategy at one seat for one game: a `Chooser` of the readable engine."""

    def __init__(self, rules: RuleSet, words: NDArray[np.int64], crew: Crew, seat: int, game: int) -> None:
        self.name = crew.players[seat].spec
        self.deterministic = not crew.traits[seat] & ROLLS_DICE
        self.memoryless = not crew.traits[seat] & REMEMBERS
        self._rules = rules
        self._words = words
        self._crew = crew
        self._seat = seat
        self._game = game
        self._rolls = bool(crew.traits[seat] & ROLLS_DICE)
        self._mine = crew.mine[seat].copy()
        self._asked = (0, 0, words)

    def __call__(self, view: View) -> Action:
        """Choose an action."""
        answers = {_word_of(action): action for action in view.legal}
        answer = self._ask(view, at.PLAY_QUESTION, packed(view.cards), options_word(self._rules, view))
        if answer not in answers:
            raise self._fault(view, at.PLAY_QUESTION, answer)
        return answers[answer]

    def claim(self, view: View) -> Action | None:
        """Choose a claim with its cards, or an action without; nothing where it claims as it plays."""
        answer = self._ask(view, at.CLAIM_QUESTION, packed(view.hand), options_word(self._rules, view))
        if answer == at.AS_PLAY:
            return None
        if answer == at.TAKE and Action(TAKE) in view.legal:
            return Action(TAKE)
        cards, code = unpacked(answer), answer >> 60 & 15
        claim = Action(PLAY, RANKS[code], len(cards)) if code < len(RANKS) else None
        if claim not in view.legal or Counter(cards) - Counter(view.hand):
            raise self._fault(view, at.CLAIM_QUESTION, answer)
        return replace(claim, cards=cards)

    def challenge(self, view: View) -> bool:
        """Choose whether to doubt the claim."""
        assert view.claim is not None
        said = _signed(CODES[view.claim.rank] << 60 | view.claim.count)
        answer = self._ask(view, at.CHALLENGE_QUESTION, packed(view.hand), said)
        if answer not in (at.BELIEVE, at.DOUBT):
            raise self._fault(view, at.CHALLENGE_QUESTION, answer)
        return answer == at.DOUBT

    def row_card(self, view: View) -> str:
        """Choose a rank of the up row."""
        answers = {packed([rank]): rank for rank in view.row_cards}
        row = packed(view.up[view.seat])
        answer = self._ask(view, at.ROW_CARD_QUESTION, row, options_word(self._rules, view))
        if answer not in answers:
            raise self._fault(view, at.ROW_CARD_QUESTION, answer)
        return answers[answer]

    def swap(self, view: View) -> tuple[str, ...]:
        """Choose the cards of the up row."""
        before = view.up[view.seat]
        answer = self._ask(view, at.SWAP_QUESTION, packed(view.hand), packed(before))
        row = unpacked(answer)
        if not 0 <= answer <= at.CARD_BITS or len(row) != len(before) or Counter(row) - Counter(view.hand + before):
            raise self._fault(view, at.SWAP_QUESTION, answer)
        return row

    def _ask(self, view: View, question: int, cards: int, options: int) -> int:
        table = table_words(self._words, view)
        if self._rolls:
            self._fill_dice(view.dice.first)
        function = QUESTION(int(self._crew.addresses[self._seat, question]))
        self._asked = (cards, options, table)
        answer = int(function(table.ctypes.data, self._mine.ctypes.data, cards, self._seat, options))
        return at.FOUL_ANSWER if table[at.FOUL] or self._mine[at.FOUL_MINE] else answer

    def _fill_dice(self, words: tuple[int, int, int, int]) -> None:
        """Do as `kernels.rng.fill_dice` does."""
        self._mine[at.DICE : at.DICE + 4] = words
        self._mine[at.DICE_USED] = 0

    def _fault(self, view: View, question: int, answer: int) -> PaskasimError:
        cards, options, table = self._asked
        told = (question, self._seat, self._game, view.turns_played, answer, cards, options, table)
        return Fault(self.name, *told).error()


def table_words(rules: NDArray[np.int64], view: View) -> NDArray[np.int64]:
    """Return the words of `table` that the compiled engine shows at the same decision.

    Parameters
    ----------
    rules
        Words of `rules.tables.rule_tables`.
    """
    words = np.zeros(at.TABLE_WORDS, np.int64)
    words[: at.RULE_WORDS] = rules[: at.RULE_WORDS]
    active = [seat for seat in range(view.players) if view.places[seat] is None]
    words[at.PLAYERS] = view.players
    words[at.SEAT] = view.to_play
    words[at.DIRECTION] = view.direction
    words[at.STOCK] = view.stock
    words[at.TOP] = _code(view.top)
    words[at.RUN] = view.run
    words[at.RUN_RANK] = _code(view.run_rank)
    words[at.PILE] = packed(view.pile)
    words[at.GONE] = packed(view.gone)
    words[at.ACTIVE] = sum(1 << seat for seat in active)
    words[at.ACTIVE_COUNT] = len(active)
    words[at.PASSED] = view.passes
    words[at.OPENING_RANK] = CODES[view.opening] if view.opening else -1
    if words[at.BLUFF]:
        words[at.PILE_SIZE], words[at.GONE_SIZE] = view.pile_size, view.gone_size
        words[at.CLAIMED] = packed(view.claimed)
    by_seat: Mapping[int, Iterable[int]] = {
        at.HAND_SIZE: view.hand_sizes,
        at.UP: map(packed, view.up),
        at.DOWN_SIZE: view.down_sizes,
        at.KNOWN: map(packed, view.known),
        at.PLACE: (place or 0 for place in view.places),
    }
    for offset, values in by_seat.items():
        words[offset : offset + view.players] = list(values)
    return words


def options_word(rules: RuleSet, view: View) -> int:
    """Return the legal actions of a turn as one word (`kernels.options.options_for`)."""
    options = 0
    for action in view.legal:
        options |= 1 << (CODES[action.rank] << 2) if action.kind == PLAY else OPTION_BITS[action.kind]
    plays = [action for action in view.legal if action.kind == PLAY]
    if view.opening:
        return options | at.ALL_OF_IT
    if plays and not _is_ordinary(rules, view, plays[0]):
        options |= at.ANY_CARD
    return options


def _is_ordinary(rules: RuleSet, view: View, play: Action) -> bool:
    """Return whether a play is legal without `turn.stuck`: where one is, all are."""
    in_rows = len(view.up[view.seat]) + view.down_sizes[view.seat]
    last = play.count == view.hand_sizes[view.seat] + in_rows and view.phase != STOCK
    finish = last and play.rank in ranks_named(rules.finish.not_with)
    return may_go(rules, play.rank, view.top, view.phase) and not finish


def packed(cards: Iterable[str]) -> int:
    """Return cards as one word, four bits a rank (`kernels.cards`)."""
    return sum(1 << (CODES[card] << 2) for card in cards)


def unpacked(word: int) -> tuple[str, ...]:
    """Return the cards of a word, by rank code."""
    return tuple(rank for code, rank in enumerate(RANKS) for _ in range(word >> (code << 2) & 15))


def _code(rank: str) -> int:
    return at.EMPTY if rank == EMPTY else CODES[rank]


def _word_of(action: Action) -> int:
    """Return the word that a strategy answers to choose an action, signed as it comes back."""
    if action.kind != PLAY:
        return OTHERS[action.kind]
    return _signed(CODES[action.rank] << 60 | action.count << (CODES[action.rank] << 2))


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
