"""Tables as tests need them: written down, not dealt."""

from __future__ import annotations

from collections.abc import Sequence

from paskasim.reference.table import Table
from paskasim.reference.turns import Action, Happened, carry_out, legal_actions
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, JOKER

ALL_RANKS = {"deck.ranks": "1-A 2", "deck.jokers": 1}  # every rank may then be named


def rules_with(switches: dict[str, object] | None = None) -> RuleSet:
    """Return the default rules with a joker and the 1 in the deck, and these switches."""
    return RuleSet().with_switches({**ALL_RANKS, **(switches or {})})


def table_with(
    rules: RuleSet,
    hands: Sequence[str],
    *,
    up: Sequence[str] = (),
    down: Sequence[str] = (),
    pile: str = "",
    stock: str = "",
) -> Table:
    """Return a table with these cards; seat 0 is due. Zones are texts such as `"9 9 J"`, one a seat.

    The pile is laid card by card, so that top and run are as after plain plays; it must hold no invisible cards.
    """
    players = len(hands)

    def zone(texts: Sequence[str]) -> list[list[str]]:
        return [text.split() for text in texts] + [[] for _ in range(players - len(texts))]

    table = Table(rules, players, stock=stock.split(), hands=zone(hands), up=zone(up), down=zone(down))
    for card in pile.split():
        table.pile.append(card)
        if card != JOKER:
            table.run = table.run + 1 if card == table.top else 1
            table.top = table.run_rank = card
    assert table.top != EMPTY or not table.run
    return table


def legal(table: Table) -> str:
    """Return the legal actions as one text."""
    return " ".join(map(str, legal_actions(table)))


def do(table: Table, text: str, row_card: str = "") -> Happened:
    """Carry out an action named as in a record, which must be legal."""
    action: Action = next(action for action in legal_actions(table) if str(action) == text)
    return carry_out(table, action, row_card)
