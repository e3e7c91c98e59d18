"""Game records, written as TRACE.md says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paskasim.reference.table import Table
from paskasim.reference.turns import PLAY, Action, Happened

FORMAT = "paskasim-trace/1"

Record = dict[str, Any]


def deal_of(table: Table) -> Record:
    """Return how the cards lie after the deal, before swap and turned card."""
    zones = {"down": table.down, "up": table.up, "hand": table.hands}
    return {name: [list(cards) for cards in zone] for name, zone in zones.items()} | {"stock": list(table.stock)}


def swap_of(table: Table) -> list[Record]:
    """Return rows and hands after the swap; nothing without `deal.swap`."""
    if table.rules.deal.swap == "none":
        return []
    return [
        {"seat": seat, "up": list(table.up[seat]), "hand": list(table.hands[seat])} for seat in range(table.players)
    ]


def turn_begun(table: Table, legal: Sequence[Action]) -> Record:
    """Return the first keys of a turn: what lies there as it begins."""
    return {
        "seat": table.to_play,
        "phase": table.phase,
        "zone": table.zone(table.to_play),
        "top": table.top,
        "run": table.run,
        "legal": [str(action) for action in legal],
    }


def turn_ended(action: Action, happened: Happened) -> Record:
    """Return the other keys of a turn; those that do not apply are left out."""
    entries: Record = {"action": action.kind}
    if action.kind == PLAY:
        entries |= {"rank": action.rank, "count": action.count}
    if action.cards:
        entries["cards"] = list(action.cards)
    if happened.challenger is not None:
        entries["challenge"] = {"by": happened.challenger, "honest": happened.honest}
    if happened.flipped:
        entries["flipped"] = happened.flipped
    if happened.row_card:
        entries["row_card"] = happened.row_card
    entries["effect"] = happened.effect
    if happened.took:
        entries["took"] = happened.took
    if happened.drew:
        entries["drew"] = happened.drew
    if happened.out:
        entries["out"] = True
    return entries
