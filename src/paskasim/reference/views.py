"""What a strategy sees, and what it may be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from paskasim.reference.philox import DecisionDice
from paskasim.reference.table import HAND, UP, Table, in_code_order
from paskasim.reference.turns import Action

SWAP, PLAY, CLAIM, CHALLENGE, ROW_CARD = range(5)  # questions


class View(NamedTuple):
    """What a player may know when asked, and the dice of this decision.

    Attributes
    ----------
    cards
        Own cards of the zone that the seat plays from; empty at the down row.
    legal
        Legal actions of this turn; empty when the question is a swap or a challenge.
    row_cards
        Ranks to choose a `row_card` from; empty for other questions.
    to_play
        The seat whose turn it is; 0 before play.
    pile, gone
        Cards on the pile, last = played last, and cards that burnt. With bluff those that the seat knows, by rank
        code: they lay open, were shown, or are its own.
    passes
        Passes up to now, one after the other, that drew nothing.
    opening
        The rank that the starter must open with, until play begins; else empty text.
    hand, up
        The own hand, and every seat's up row.
    hand_sizes, down_sizes
        Cards of every seat.
    known
        By seat: cards of the hand that everyone saw go there. With bluff the cards that the seat knows to be there,
        and for its own hand those that everyone knows.
    pile_size, gone_size
        How many cards lie on the pile, and burnt.
    claimed
        What claims and open plays called the cards of the pile, by rank code, at most 15 of a rank.
    claim
        What the seat to play claims, when the question is a challenge.
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
    pile_size: int = 0
    gone_size: int = 0
    claimed: tuple[str, ...] = ()
    claim: Action | None = None


Chooser = Callable[[View], Action]
"""A strategy: any callable that returns one of `view.legal`.

It may carry attributes: `name`; `swap(view)`, which returns the cards for the up row; `row_card(view)`,
which returns one of `view.row_cards`; `deterministic` and `memoryless`, without which it counts as
neither. With bluff `claim(view)` returns `take`, or one of the claims in `view.legal` with as many `cards` of the
hand, or nothing where it claims as it plays; `challenge(view)` returns whether it doubts `view.claim`. What it leaves
out has a default: rows stay as dealt, the lowest row card goes, and `paskasim.reference.unasked` claims and doubts.
"""


def view_of(
    table: Table,
    seat: int,
    dice: DecisionDice,
    *,
    legal: Sequence[Action] = (),
    row_cards: Sequence[str] = (),
    claim: Action | None = None,
) -> View:
    """Return what a seat sees of the table, with what it is asked."""
    zone = table.zone(seat)
    own = {HAND: table.hands[seat], UP: table.up[seat]}
    knowing = table.knowing
    if knowing is None:
        pile, gone, claimed = tuple(table.pile), tuple(table.gone), in_code_order(table.pile)
        known = [tuple(cards.elements()) for cards in table.known]
    else:
        pile, gone = _sorted(knowing.pile[seat]), _sorted(knowing.gone[seat])
        claimed = in_code_order(knowing.claimed.elements())
        known = [
            _sorted(knowing.hands[seat if other != seat else knowing.public][other]) for other in range(table.players)
        ]
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
        pile=pile,
        stock=len(table.stock),
        gone=gone,
        to_play=table.to_play,
        direction=table.direction,
        passes=table.passes,
        opening=table.opening,
        turns_played=table.turns_played,
        hand=tuple(table.hands[seat]),
        up=tuple(tuple(row) for row in table.up),
        hand_sizes=tuple(len(hand) for hand in table.hands),
        down_sizes=tuple(len(row) for row in table.down),
        known=tuple(known),
        places=tuple(table.places),
        dice=dice,
        pile_size=len(table.pile),
        gone_size=table.burnt,
        claimed=tuple(claimed),
        claim=claim,
    )


def _sorted(cards: Counter[str]) -> tuple[str, ...]:
    return tuple(in_code_order(cards.elements()))
