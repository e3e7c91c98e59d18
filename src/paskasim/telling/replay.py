"""A record played again, turn by turn, so that the table can be told of at every moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.reference.deal import turn_first_card
from paskasim.reference.effects import BURNS, NEXT_TAKES
from paskasim.reference.table import Table
from paskasim.reference.turns import PLAY, Action, Happened, carry_out, claims_now, legal_actions, may_challenge
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
        Whether any play was legal; with bluff whether the hand could have made any legal claim true.
    claims
        Whether the seat played by claims: with bluff, from its hand.
    neighbour
        The seat that came after this one as the turn began.
    burns_when_shown
        Whether a claim was found to be true and its pile burnt all the same.
    """

    number: int
    seat: int
    action: Action
    happened: Happened
    could_play: bool
    claims: bool
    top: str
    run: int
    run_rank: str
    pile: int
    zone: str
    opening: str
    neighbour: int
    burns_when_shown: bool

    @property
    def laid(self) -> tuple[str, ...]:
        """The cards that came on the pile, as they are, and if only to be taken up again after a challenge."""
        action, happened = self.action, self.happened
        if happened.flipped:
            return () if happened.took else (happened.flipped,)
        return action.cards or (action.rank,) * action.count

    @property
    def taker(self) -> int | None:
        """The seat that took the pile, if any did."""
        happened = self.happened
        if happened.effect in NEXT_TAKES:
            return self.neighbour
        if happened.took:
            return self.seat
        return None if self.burns else happened.challenger

    @property
    def burns(self) -> bool:
        """Whether the pile burnt."""
        return self.happened.effect in BURNS or self.burns_when_shown


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
    legal, claims = legal_actions(table), claims_now(table)
    if turn["seat"] != seat or action not in legal:
        raise PaskasimError(
            f"the record can't be told: turn {table.turns_played + 1}, seat {turn['seat']}, {action} is not legal; "
            f"for seat {seat} are: {', '.join(map(str, legal))}.",
            DO,
        )
    challenger = None
    could_play = [other for other in legal if other.kind == PLAY]
    if claims:
        could_play = [claim for claim in could_play if claim.count <= table.hands[seat].count(claim.rank)]
    if claims and action.kind == PLAY:
        action, challenger = _claim(table, action, turn)
    top, run, run_rank, pile = table.top, table.run, table.run_rank, len(table.pile)
    zone, opening, neighbour = table.zone(seat), table.opening, table.after(seat)
    burnt = table.burnt
    happened = carry_out(table, action, turn.get("row_card", ""), challenger)
    return Moment(
        number=table.turns_played,
        seat=seat,
        action=action,
        happened=happened,
        could_play=bool(could_play),
        claims=claims,
        top=top,
        run=run,
        run_rank=run_rank,
        pile=pile,
        zone=zone,
        opening=opening,
        neighbour=neighbour,
        burns_when_shown=challenger is not None and table.burnt > burnt,
    )


def _claim(table: Table, claim: Action, turn: Mapping[str, Any]) -> tuple[Action, int | None]:
    """Return a claim with the cards that a record says were laid, and who challenged it."""
    laid, hand = tuple(turn["cards"]), table.hands[table.to_play]
    challenger = turn["challenge"]["by"] if "challenge" in turn else None
    if len(laid) != claim.count or Counter(laid) - Counter(hand):
        raise PaskasimError(
            f"the record can't be told: turn {table.turns_played + 1}, {' '.join(laid)} can't be laid for {claim}; "
            f"seat {table.to_play} holds: {' '.join(hand)}.",
            DO,
        )
    if challenger is not None and challenger not in may_challenge(table):
        raise PaskasimError(
            f"the record can't be told: turn {table.turns_played + 1}, seat {challenger} can't challenge; these can: "
            f"{', '.join(map(str, may_challenge(table)))}.",
            DO,
        )
    return Action(claim.kind, claim.rank, claim.count, laid), challenger
