"""A record played again, turn by turn, so that the table can be told of at every moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.reference.deal import turn_first_card
from paskasim.reference.table import Table
from paskasim.reference.turns import PLAY, Action, Happened, carry_out, legal_actions
from paskasim.rules import RuleSet

DO = "Tell a record as `paskasim trace` writes it; `paskasim referee` says what is wrong with others."


@dataclass(frozen=True)
class Moment:
    """A turn that was just played; the table is already as it left it.

    Attributes
    ----------
    top, run, run_rank, pile, zone, opening
        As the turn began; `pile` is the number of its cards.
    could_play
        Whether any play was legal.
    neighbour
        The seat that came after this one as the turn began.
    """

    number: int
    seat: int
    action: Action
    happened: Happened
    could_play: bool
    top: str
    run: int
    run_rank: str
    pile: int
    zone: str
    opening: str
    neighbour: int


def first_table(record: Mapping[str, Any]) -> Table:
    """Return the table of a record as its first turn begins.

    Raises
    ------
    PaskasimError
        If the rules of the record can't be read.
    """
    rules = RuleSet.from_dict({**record["rules"], "name": record["name"]}, where="the record's rules")
    deal = record["deal"]
    zones = {zone: [list(cards) for cards in deal[zone]] for zone in ("hand", "up", "down")}
    table = Table(
        rules, record["players"], stock=list(deal["stock"]), hands=zones["hand"], up=zones["up"], down=zones["down"]
    )
    for laid in record["swap"]:
        table.up[laid["seat"]] = list(laid["up"])
        table.hands[laid["seat"]] = list(laid["hand"])
    turn_first_card(table)
    table.to_play = record["starter"]
    if rules.start.opening == "lowest_all" and record["turns"] and record["turns"][0]["action"] == PLAY:
        table.opening = record["turns"][0]["rank"]
    return table


def play_turn(table: Table, turn: Mapping[str, Any]) -> Moment:
    """Carry out a turn of a record, or of its witness, on the table.

    Raises
    ------
    PaskasimError
        If that seat is not due or that action is not legal.
    """
    seat = table.to_play
    action = Action(turn["action"], turn.get("rank", ""), turn.get("count", 0))
    legal = legal_actions(table)
    if turn["seat"] != seat or action not in legal:
        raise PaskasimError(
            f"the record can't be told: turn {table.turns_played + 1}, seat {turn['seat']}, {action} is not legal; "
            f"for seat {seat} are: {', '.join(map(str, legal))}.",
            DO,
        )
    top, run, run_rank, pile = table.top, table.run, table.run_rank, len(table.pile)
    zone, opening, neighbour = table.zone(seat), table.opening, table.after(seat)
    happened = carry_out(table, action, turn.get("row_card", ""))
    return Moment(
        number=table.turns_played,
        seat=seat,
        action=action,
        happened=happened,
        could_play=any(other.kind == PLAY for other in legal),
        top=top,
        run=run,
        run_rank=run_rank,
        pile=pile,
        zone=zone,
        opening=opening,
        neighbour=neighbour,
    )
