"""What a strategy sees, and what it may be asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from paskasim.errors import PaskasimError
from paskasim.reference.philox import DecisionDice, decision_dice
from paskasim.reference.table import HAND, UP, Table
from paskasim.reference.turns import Action, legal_actions

SWAP, PLAY, ROW_CARD = 0, 1, 4  # questions; 2 and 3 are those of bluff


class View(NamedTuple):
    """What a player may know when asked, and the dice of this decision.

    Attributes
    ----------
    cards
        Own cards of the zone that the seat plays from; empty at the down row.
    legal
        Legal actions of this turn; empty when the question is a swap.
    row_cards
        Ranks to choose a `row_card` from; empty for other questions.
    to_play
        The seat whose turn it is; 0 before play.
    gone
        Cards that burnt.
    passes
        Passes up to now, one after the other, that drew nothing.
    opening
        The rank that the starter must open with, until play begins; else empty text.
    hand, up
        The own hand, and every seat's up row.
    hand_sizes, down_sizes
        Cards of every seat.
    known
        By seat: cards of the hand that everyone saw go there.
    """

    seat: int
    players: int
    phase: str
    zone: str
    cards: tuple[str, ...]
    legal: tuple[Action, ...]
    row_cards: tuple[str, ...]
    top: str
    run: int
    run_rank: str
    pile: tuple[str, ...]
    stock: int
    gone: tuple[str, ...]
    to_play: int
    direction: int
    passes: int
    opening: str
    turns_played: int
    hand: tuple[str, ...]
    up: tuple[tuple[str, ...], ...]
    hand_sizes: tuple[int, ...]
    down_sizes: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    places: tuple[int | None, ...]
    dice: DecisionDice


Chooser = Callable[[View], Action]
"""A strategy: any callable that returns one of `view.legal`.

It may carry attributes: `name`; `swap(view)`, which returns the cards for the up row; `row_card(view)`,
which returns one of `view.row_cards`; `deterministic` and `memoryless`, without which it counts as
neither. What it leaves out has a default: rows stay as dealt, the lowest row card goes.
"""


class Asker:
    """Puts the questions of one game to the strategies, and refuses answers that are none."""

    def __init__(self, choosers: Sequence[Chooser], seed: int, game: int) -> None:
        self._choosers = choosers
        self._seed = seed
        self._game = game

    def play(self, table: Table, legal: Sequence[Action]) -> Action:
        """Return the action of the seat that is due; it is asked only if it has a choice."""
        if len(legal) == 1:
            return legal[0]
        seat = table.to_play
        action = self._choosers[seat](self._view(table, seat, PLAY, legal=legal))
        if action not in legal:
            raise self._refused(seat, action, legal)
        return action

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

    def _view(
        self, table: Table, seat: int, question: int, *, legal: Sequence[Action] = (), row_cards: Sequence[str] = ()
    ) -> View:
        zone = table.zone(seat)
        own = {HAND: table.hands[seat], UP: table.up[seat]}
        return View(
            seat=seat,
            players=table.players,
            phase=table.phase,
            zone=zone,
            cards=tuple(own.get(zone, ())),
            legal=tuple(legal),
            row_cards=tuple(row_cards),
            top=table.top,
            run=table.run,
            run_rank=table.run_rank,
            pile=tuple(table.pile),
            stock=len(table.stock),
            gone=tuple(table.gone),
            to_play=table.to_play,
            direction=table.direction,
            passes=table.passes,
            opening=table.opening,
            turns_played=table.turns_played,
            hand=tuple(table.hands[seat]),
            up=tuple(tuple(row) for row in table.up),
            hand_sizes=tuple(len(hand) for hand in table.hands),
            down_sizes=tuple(len(row) for row in table.down),
            known=tuple(tuple(known.elements()) for known in table.known),
            places=tuple(table.places),
            dice=decision_dice(self._seed, self._game, seat, table.turns_played, question),
        )

    def _refused(self, seat: int, answer: object, allowed: Sequence[object]) -> PaskasimError:
        named: Any = getattr(self._choosers[seat], "name", "the strategy")
        return PaskasimError(
            f"Seat {seat}, {named}: {answer} was chosen; allowed: {', '.join(map(str, allowed))}.",
            "Let the strategy choose one of these.",
        )
