"""Who knows which cards in a game with bluff (section 7); in open play everyone knows the same.

All of it is certain: a card that is noted here lies there. There may be more that nobody noted. docs/bluff.md says
what follows from what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

Cards = Counter[str]

MOST_NAMED = 15  # of a rank in `claimed`


class Knowing:
    """What each player, and the public, knows of pile, burnt cards and other hands.

    Attributes
    ----------
    pile, gone
        By observer: cards of the pile, and of those that burnt, that this one knows.
    hands
        By observer and seat: cards that this one knows to be in that hand. No player's own hand is noted.
    claimed
        How many cards of each rank the claims and open plays named since the pile was last empty.

    Notes
    -----
    Observers are the seats, and behind them `public`: one who holds no cards and sees what all see.
    """

    def __init__(self, players: int, public_hands: Sequence[Cards]) -> None:
        self.public = players
        self.pile = [Cards() for _ in range(players + 1)]
        self.gone = [Cards() for _ in range(players + 1)]
        self.hands = [[Cards() for _ in range(players)] for _ in range(players)] + [list(public_hands)]
        self.claimed = Cards()

    def _others(self, seat: int) -> list[int]:
        """Return all observers but one seat."""
        return [observer for observer in range(self.public + 1) if observer != seat]

    def named(self, rank: str, count: int) -> None:
        """Note what a claim, or an open play, calls its cards."""
        self.claimed[rank] = min(MOST_NAMED, self.claimed[rank] + count)

    def lie_open(self, cards: Iterable[str]) -> None:
        """Note that everyone sees these cards on the pile."""
        cards = list(cards)
        for known in self.pile:
            known.update(cards)

    def go_to_hand(self, seat: int, cards: Iterable[str]) -> None:
        """Note that everyone sees these cards go to a hand."""
        cards = list(cards)
        for observer in self._others(seat):
            self.hands[observer][seat].update(cards)

    def laid_unseen(self, seat: int, cards: Sequence[str]) -> None:
        """Note that a seat laid cards of its hand face down, and nobody asked to see them.

        They may be any cards of that hand, so of each rank there may now be as many fewer as were laid.
        """
        self.pile[seat].update(cards)
        for observer in self._others(seat):
            hand = self.hands[observer][seat]
            for rank in list(hand):
                hand[rank] = max(0, hand[rank] - len(cards))

    def laid_and_shown(self, seat: int, cards: Sequence[str]) -> None:
        """Note that a seat laid cards of its hand, and that they were then shown to all."""
        for observer in self._others(seat):
            hand = self.hands[observer][seat]
            for rank in cards:
                hand[rank] = max(0, hand[rank] - 1)
        self.lie_open(cards)

    def pile_is_taken(self, seat: int) -> None:
        """Note that the pile goes to a hand: who knows a card of it knows where it is now."""
        for observer in self._others(seat):
            self.hands[observer][seat].update(self.pile[observer])
        self._no_pile()

    def pile_burns(self) -> None:
        """Note that the pile leaves the game."""
        for gone, known in zip(self.gone, self.pile, strict=True):
            gone.update(known)
        self._no_pile()

    def _no_pile(self) -> None:
        self.claimed.clear()
        for known in self.pile:
            known.clear()

    def goes_out(self, seat: int) -> None:
        """Note that a seat holds no card any more."""
        for hands in self.hands:
            hands[seat].clear()

    def state(self) -> tuple[object, ...]:
        """Return all of it, to be compared."""
        return (
            _plain(self.claimed),
            tuple(map(_plain, self.pile)),
            tuple(map(_plain, self.gone)),
            tuple(tuple(map(_plain, hands)) for hands in self.hands),
        )


def _plain(cards: Cards) -> tuple[str, ...]:
    return tuple(sorted(cards.elements()))
