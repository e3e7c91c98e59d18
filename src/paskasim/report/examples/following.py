"""A record followed turn by turn: what lies on the table, what was said to happen, what burnt and who took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paskasim.reference.table import Table, in_code_order
from paskasim.telling.replay import Moment, first_table, play_turn
from paskasim.telling.turns import told

Cards = tuple[str, ...]


@dataclass(frozen=True)
class State:
    """What lies on the table after a turn; hands and up rows sorted, of blind rows and stock only how many.

    Attributes
    ----------
    pile
        The card played last comes last.
    due
        The seat that plays next, -1 when the game is over.
    places
        By seat, 0 without a place.
    """

    hands: tuple[Cards, ...]
    up: tuple[Cards, ...]
    down: tuple[int, ...]
    pile: Cards
    stock: int
    due: int
    places: tuple[int, ...]

    def held(self, seat: int) -> int:
        """Return how many cards a seat has in all zones."""
        return len(self.hands[seat]) + len(self.up[seat]) + self.down[seat]


@dataclass(frozen=True)
class Step:
    """A turn: who played, in words what happened, and what lies there now.

    Attributes
    ----------
    number
        Of the turn; 0 for the deal.
    seat
        Who played, -1 for the deal.
    laid
        Cards that came on the pile.
    burnt
        Cards that burnt.
    took
        Cards that a seat had to take.
    taker
        Which seat that is, -1 if none.
    """

    number: int
    seat: int
    text: str
    state: State
    laid: Cards = ()
    burnt: int = 0
    took: int = 0
    taker: int = -1


def follow(record: Mapping[str, Any]) -> tuple[list[Step], Table]:
    """Return the deal and all turns of a record, and the table as the last turn left it.

    Raises
    ------
    PaskasimError
        If a turn of the record is not legal.
    """
    table = first_table(record)
    steps = [Step(0, -1, _deal(record, table), _state(table))]
    for turn in record["turns"]:
        moment = play_turn(table, turn)
        steps.append(_step(moment, table))
    return steps, table


def _deal(record: Mapping[str, Any], table: Table) -> str:
    turned = f" {' '.join(record['turned'])} is turned to begin the pile." if record["turned"] else ""
    swapped = " Hands and up rows are swapped." if record["swap"] else ""
    return f"The cards are dealt.{swapped}{turned} Seat {table.to_play} plays first."


def _state(table: Table) -> State:
    return State(
        _zones(table.hands),
        _zones(table.up),
        tuple(map(len, table.down)),
        tuple(table.pile),
        len(table.stock),
        -1 if table.over else table.to_play,
        tuple(place or 0 for place in table.places),
    )


def _zones(zones: Sequence[Sequence[str]]) -> tuple[Cards, ...]:
    return tuple(tuple(in_code_order(cards)) for cards in zones)


def _step(moment: Moment, table: Table) -> Step:
    laid, taker = moment.laid, moment.taker
    burnt = taken = 0
    if moment.burns:
        burnt = moment.pile + len(laid)
    elif taker is not None:
        taken = len(moment.happened.took) or moment.pile + len(laid)
    taker = -1 if taker is None else taker
    return Step(moment.number, moment.seat, told(moment, table), _state(table), laid, burnt, taken, taker)
