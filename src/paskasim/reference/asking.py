"""Puts the questions of a game to the strategies, and refuses answers that are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.reference.philox import decision_dice
from paskasim.reference.table import Table, in_code_order
from paskasim.reference.turns import PLAY as A_PLAY
from paskasim.reference.turns import Action, claims_now, legal_actions, may_challenge
from paskasim.reference.unasked import cannot_be, only_answer, true_options, truly, without_truth
from paskasim.reference.views import CHALLENGE, CLAIM, PLAY, ROW_CARD, SWAP, Chooser, View, view_of


class Asker:
    """Puts the questions of one game to the strategies, and refuses answers that are none."""

    def __init__(self, choosers: Sequence[Chooser], seed: int, game: int) -> None:
        self._choosers = choosers
        self._seed = seed
        self._game = game

    def play(self, table: Table, legal: Sequence[Action]) -> Action:
        """Return the action of the seat that is due; it is asked only if it has a choice."""
        if claims_now(table):
            return self._claim(table, legal)
        if len(legal) == 1:
            return legal[0]
        seat = table.to_play
        return self._one_of(seat, self._choosers[seat](self._view(table, seat, PLAY, legal=legal)), legal)

    def _one_of(self, seat: int, action: Action, legal: Sequence[Action]) -> Action:
        if action not in legal:
            raise self._refused(seat, action, legal)
        return action

    def _claim(self, table: Table, legal: Sequence[Action]) -> Action:
        seat = table.to_play
        only = only_answer(table.hands[seat], legal)
        if only is not None:
            return only
        view = self._view(table, seat, CLAIM, legal=legal)
        answer = getattr(self._choosers[seat], "claim", None)
        action: object = answer(view) if answer else None
        if action is None:
            return self._claim_of_a_player(table, view)
        if not isinstance(action, Action) or not isinstance(action.cards, tuple):
            raise self._refused(seat, action, legal)
        self._one_of(seat, replace(action, cards=()), legal)
        laid = action.cards
        if len(laid) != action.count or Counter(laid) - Counter(table.hands[seat]):
            raise PaskasimError(
                f"Seat {seat}, {self._name(seat)}: {action} was claimed and {' '.join(laid) or 'nothing'} laid, "
                f"of a hand of {' '.join(view.hand)}.",
                "Let the strategy lay as many cards of its hand as it claims, and none with a take.",
            )
        return replace(action, cards=tuple(in_code_order(laid)))

    def _claim_of_a_player(self, table: Table, view: View) -> Action:
        """Return the action of a strategy that only plays: it is asked which true claim it makes."""
        options = true_options(view)
        if not options:
            return without_truth(view)
        action = options[0]
        if len(options) > 1:
            shown = self._view(table, view.seat, PLAY, legal=options)
            action = self._one_of(view.seat, self._choosers[view.seat](shown), options)
        return truly(action) if action.kind == A_PLAY else action

    def challenge(self, table: Table, action: Action) -> int | None:
        """Return the first seat that doubts what the seat that is due claims; nothing if none does.

        Parameters
        ----------
        table
            As the turn began: nobody has seen a card of the claim move yet.
        action
            With cards if it is a claim; other actions are never doubted.
        """
        if not action.cards:
            return None
        said = replace(action, cards=())
        return next((seat for seat in may_challenge(table) if self._doubts(table, seat, said)), None)

    def _doubts(self, table: Table, seat: int, claim: Action) -> bool:
        view = self._view(table, seat, CHALLENGE, claim=claim)
        answer = getattr(self._choosers[seat], "challenge", None)
        if answer is None:
            return cannot_be(view, table.copies)
        doubts: object = answer(view)
        if not isinstance(doubts, bool):
            raise self._refused(seat, doubts, (True, False))
        return doubts

    def row_card(self, table: Table, ranks: Sequence[str]) -> str:
        """Return the up card that the seat that is due takes along; empty text where it leaves that open."""
        seat = table.to_play
        answer = getattr(self._choosers[seat], "row_card", None)
        if len(ranks) < 2 or answer is None:
            return ""
        rank = str(answer(self._view(table, seat, ROW_CARD, legal=legal_actions(table), row_cards=ranks)))
        if rank not in ranks:
            raise self._refused(seat, rank, ranks)
        return rank

    def swap(self, table: Table, seat: int) -> tuple[str, ...]:
        """Return the cards that a seat lays as its up row."""
        answer = getattr(self._choosers[seat], "swap", None)
        if answer is None or not table.up[seat] or not table.hands[seat]:
            return tuple(table.up[seat])
        return tuple(answer(self._view(table, seat, SWAP)))

    def _view(self, table: Table, seat: int, question: int, **asked: Any) -> View:
        return view_of(table, seat, decision_dice(self._seed, self._game, seat, table.turns_played, question), **asked)

    def _name(self, seat: int) -> str:
        return str(getattr(self._choosers[seat], "name", "the strategy"))

    def _refused(self, seat: int, answer: object, allowed: Sequence[object]) -> PaskasimError:
        return PaskasimError(
            f"Seat {seat}, {self._name(seat)}: {answer} was chosen; allowed: {', '.join(map(str, allowed))}.",
            "Let the strategy choose one of these.",
        )
