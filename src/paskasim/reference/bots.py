"""Plain twins of the strategies `any`, `random` and `lowest`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from paskasim.reference.table import in_code_order
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

    def claim(self, view: View) -> Action:
        """Choose a claim or a take, and any cards for a claim, each equally likely."""
        return _with_any_cards(view, view.legal[view.dice.bounded(len(view.legal))])

    def challenge(self, view: View) -> bool:
        """Doubt half of all claims."""
        return view.dice.bounded(2) == 0


class RandomBot(AnyBot):
    """Any legal play, each equally likely; takes or tries only without one."""

    name = "random"

    def __call__(self, view: View) -> Action:
        """Choose an action."""
        plays = [action for action in view.legal if action.kind == PLAY]
        wanted = plays or view.legal
        return wanted[view.dice.bounded(len(wanted))]

    def claim(self, view: View) -> Action:
        """Choose any claim with any cards; takes only without one."""
        claims = [action for action in view.legal if action.kind == PLAY]
        wanted = claims or view.legal
        return _with_any_cards(view, wanted[view.dice.bounded(len(wanted))])

    def challenge(self, view: View) -> bool:
        """Doubt one claim in four."""
        return view.dice.bounded(4) == 0


def _with_any_cards(view: View, action: Action) -> Action:
    """Draw as many cards of the hand as a claim names, one after the other."""
    left = in_code_order(view.hand)
    laid = [left.pop(view.dice.bounded(len(left))) for _ in range(action.count)]
    return replace(action, cards=tuple(laid))


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
