"""What shows that a game can't end: section 9, and its argument for any pile and stock."""

from __future__ import annotations

from paskasim.reference.legality import goes
from paskasim.reference.table import REST, STOCK, Table
from paskasim.rules.ranks import EMPTY, JOKER


def has_stuck_cards(table: Table) -> bool:
    """Return whether two active players hold cards within reach that can never be played (9)."""
    if table.pile or table.stock or table.rules.bluff.on or table.rules.turn.stuck != "pass":
        return False
    return _two_hold_others(table, _live(table, {EMPTY}, set(), {REST}))


def live_ranks(table: Table) -> set[str] | None:
    """Return the ranks that can perhaps be played again, if those show that the game can't end; else nothing.

    The argument of section 9, carried over to any pile and stock as a turn begins. The first top is one of the tops
    that can come up, and the pile may come to any hand. So may the stock; and once it is empty the phase is another
    one. But as long as nobody tries, cards are drawn only where a hand is small: a player who holds `turn.refill`
    cards that can't be played never draws.
    """
    rules = table.rules
    if rules.bluff.on or rules.turn.stuck != "pass" or table.opening:
        return None
    tops, pile = {EMPTY, table.top}, set(table.pile)
    live = _live(table, tops, pile, {table.phase})
    if table.stock and (
        rules.turn.try_stock != "never" or not all(_never_draws(table, seat, live) for seat in table.active)
    ):
        live = _live(table, tops, pile | set(table.stock), {STOCK, REST})
    return live if _two_hold_others(table, live) else None


def _never_draws(table: Table, seat: int, live: set[str]) -> bool:
    return sum(card not in live for card in table.hands[seat]) >= table.refill


def _two_hold_others(table: Table, live: set[str]) -> bool:
    """Return whether two active players hold a card within reach that is not live."""
    return sum(not within_reach(table, seat, live) <= live for seat in table.active) >= 2


def _live(table: Table, tops: set[str], loose: set[str], phases: set[str]) -> set[str]:
    """Return the ranks that can be played, of those within reach and `loose`: more and more, until nothing changes."""
    tops, live = set(tops), set[str]()
    while True:
        reach = loose.union(*(within_reach(table, seat, live) for seat in table.active))
        more = {rank for rank in reach - live if any(goes(table, rank, top, phase) for top in tops for phase in phases)}
        if not more:
            return live
        live |= more
        tops |= more - {JOKER}


def within_reach(table: Table, seat: int, live: set[str]) -> set[str]:
    """Return the ranks of a seat's cards within reach, while only `live` ranks can be played."""
    reach = set(table.hands[seat])
    if reach <= live:
        reach |= set(table.up[seat])
    for card in table.down[seat]:
        if not reach <= live:
            break
        reach.add(card)
    return reach
