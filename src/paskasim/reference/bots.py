"""Plain twins of the strategies `any`, `random` and `lowest`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from paskasim.reference.turns import PASS, PLAY, Action
from paskasim.reference.views import Chooser, View

PLAIN_FIRST = ("1", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10", "2", "*")
WORTH_KEEPING = ("2", "10", "A", "*", "K", "Q", "J", "9", "8", "7", "6", "5", "4", "3", "1")


class AnyBot:
    """Any legal action, each equally likely."""

    name = "any"
    deterministic = False
    memoryless = True

    def __call__(self, view: View) -> Action:
        """Choose an action."""
        return view.legal[view.dice.bounded(len(view.legal))]

    def row_card(self, view: View) -> str:
        """Choose a rank of the up row, each equally likely."""
        return view.row_cards[view.dice.bounded(len(view.row_cards))]


class RandomBot(AnyBot):
    """Any legal play, each equally likely; takes or tries only without one."""

    name = "random"

    def __call__(self, view: View) -> Action:
        """Choose an action."""
        plays = [action for action in view.legal if action.kind == PLAY]
        wanted = plays or view.legal
        return wanted[view.dice.bounded(len(wanted))]


class LowestBot:
    """The lowest legal rank, as many cards of it as may go; 10, 2 and joker last."""

    name = "lowest"
    deterministic = True
    memoryless = True

    def __call__(self, view: View) -> Action:
        """Choose an action."""
        plays = [action for action in view.legal if action.kind == PLAY]
        if plays:
            return min(plays, key=lambda play: (PLAIN_FIRST.index(play.rank), -play.count))
        others = [action for action in view.legal if action.kind != PASS]
        return others[0]  # take comes before try

    def swap(self, view: View) -> tuple[str, ...]:
        """Lay the cards most worth keeping in the up row."""
        row = view.up[view.seat]
        return tuple(sorted((*view.hand, *row), key=WORTH_KEEPING.index)[: len(row)])


BOTS: Mapping[str, Chooser] = MappingProxyType({"any": AnyBot(), "random": RandomBot(), "lowest": LowestBot()})
