"""What is done for strategies that say nothing about bluff: how they claim, and what they doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from paskasim.reference.turns import PLAY, TAKE, Action
from paskasim.reference.views import View

LYING_ORDER = ("1", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10", "2", "*")


def only_answer(hand: Sequence[str], legal: Sequence[Action]) -> Action | None:
    """Return the answer of a seat that claims or takes, if it has no choice at all; else nothing.

    A single claim leaves a choice of cards where the hand holds several ranks and is not laid as a whole.
    """
    if len(legal) > 1:
        return None
    only = legal[0]
    if only.kind != PLAY:
        return only
    if len(set(hand)) > 1 and only.count < len(hand):
        return None
    return _with_cards(only, hand[: only.count])


def true_options(view: View) -> list[Action]:
    """Return the claims that the hand can make true, and `take` where it is legal; nothing if no claim is true."""
    claims = [action for action in view.legal if action.kind == PLAY and view.hand.count(action.rank) >= action.count]
    return [action for action in view.legal if action in claims or action.kind == TAKE] if claims else []


def truly(claim: Action) -> Action:
    """Return a claim with the cards that it names."""
    return _with_cards(claim, [claim.rank] * claim.count)


def without_truth(view: View) -> Action:
    """Return what is done without a true claim: the pile is taken if that is legal, else the lowest lie is told."""
    if Action(TAKE) in view.legal:
        return Action(TAKE)
    lie = min(view.legal, key=lambda claim: (LYING_ORDER.index(claim.rank), claim.count))
    return _with_cards(lie, sorted(view.hand, key=LYING_ORDER.index)[: lie.count])


def cannot_be(view: View, copies: Mapping[str, int]) -> bool:
    """Return whether a claim can't be true: too many cards of the rank are known to be elsewhere.

    Parameters
    ----------
    copies
        Cards of each rank in the whole deck.
    """
    assert view.claim is not None
    rank = view.claim.rank
    elsewhere = Counter([*view.hand, *view.pile, *view.gone])[rank]
    elsewhere += sum(row.count(rank) for row in view.up)
    others = [seat for seat in range(view.players) if seat not in (view.seat, view.to_play)]
    elsewhere += sum(view.known[seat].count(rank) for seat in others)
    return copies[rank] - elsewhere < view.claim.count


def _with_cards(claim: Action, cards: Sequence[str]) -> Action:
    return Action(claim.kind, claim.rank, claim.count, tuple(cards))
