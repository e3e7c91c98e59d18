"""The table: where every card lies, whose turn it is, and what everyone may know (section 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from paskasim.reference.knowing import Knowing
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, EMPTY, RANKS, rank_list, top_list

STOCK, REST = "stock", "rest"
HAND, UP, DOWN = "hand", "up", "down"

# The same few texts are read at every turn.
ranks_named = cache(rank_list)
tops_named = cache(top_list)


def in_code_order(cards: Iterable[str]) -> list[str]:
    """Return cards sorted by rank code."""
    return sorted(cards, key=CODES.__getitem__)


def ranks_of(cards: Iterable[str]) -> list[str]:
    """Return the different ranks of cards, by rank code."""
    return in_code_order(set(cards))


@dataclass
class Table:
    """A game at one moment. Cards are rank strings; lists by seat begin with seat 0.

    Attributes
    ----------
    stock
        First = next drawn.
    down
        Blind rows, first = next turned.
    pile
        Last = played last.
    top, run, run_rank
        As section 1 and 5 say; `empty`, 0 and `empty` where there is none.
    to_play
        The seat that is due.
    direction
        1 clockwise, -1 against it.
    places
        1 = first out; `None` for those without a place.
    gone
        Cards that left the game by burns.
    opening
        The rank that the starter must open with, until play begins; else empty text.
    passes
        Passes up to now, one after the other, that drew nothing.
    known
        Cards of each hand that everyone knows to be there.
    knowing
        With bluff: what each player knows besides. `known` is then what its public knows.
    answers
        What section 3 said already, by rank, top and phase.
    """

    rules: RuleSet
    players: int
    stock: list[str]
    hands: list[list[str]]
    up: list[list[str]]
    down: list[list[str]]
    pile: list[str] = field(default_factory=list)
    top: str = EMPTY
    run: int = 0
    run_rank: str = EMPTY
    to_play: int = 0
    direction: int = 1
    places: list[int | None] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    opening: str = ""
    passes: int = 0
    turns_played: int = 0
    known: list[Counter[str]] = field(default_factory=list)
    knowing: Knowing | None = None
    answers: dict[tuple[str, str, str], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = [None] * self.players
        self.known = [Counter() for _ in range(self.players)]
        if self.rules.bluff.on:
            self.knowing = Knowing(self.players, self.known)

    @cached_property
    def copies(self) -> Mapping[str, int]:
        """How many cards of each rank the whole deck holds."""
        return dict(zip(RANKS, self.rules.deal_for(self.players).counts, strict=True))

    @property
    def burnt(self) -> int:
        """How many cards left the game by burns."""
        return len(self.gone)

    @property
    def phase(self) -> str:
        """`stock` while the stock has cards, then `rest`."""
        return STOCK if self.stock else REST

    @property
    def active(self) -> list[int]:
        """Seats that are not out."""
        return [seat for seat in range(self.players) if self.places[seat] is None]

    @property
    def over(self) -> bool:
        """Whether the game is over: the loser has a place, too."""
        return self.players in self.places

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the active seat so many steps after a seat, in the direction of play."""
        return self._walk(seat, steps, self.direction)

    def before(self, seat: int) -> int:
        """Return the active seat before a seat."""
        return self._walk(seat, 1, -self.direction)

    def _walk(self, seat: int, steps: int, direction: int) -> int:
        while steps:
            seat = (seat + direction) % self.players
            if self.places[seat] is None:
                steps -= 1
        return seat

    def zone(self, seat: int) -> str:
        """Return the zone that a seat plays from (section 6)."""
        return HAND if self.hands[seat] else UP if self.up[seat] else DOWN

    def held(self, seat: int) -> int:
        """Return how many cards a seat has in all zones."""
        return len(self.hands[seat]) + len(self.up[seat]) + len(self.down[seat])

    def lay_open(self, cards: Sequence[str]) -> None:
        """Put cards that everyone sees on the pile."""
        self.pile += cards
        if self.knowing is not None:
            self.knowing.lie_open(cards)

    def burn_pile(self) -> None:
        """Let the pile leave the game."""
        self.gone += self._clear_pile()
        if self.knowing is not None:
            self.knowing.pile_burns()

    def take_pile(self, seat: int) -> list[str]:
        """Put the pile into a hand, and return its cards."""
        cards = self._clear_pile()
        self.hands[seat] += cards
        if self.knowing is not None:
            self.knowing.pile_is_taken(seat)
        else:
            self.known[seat].update(cards)
        return cards

    def _clear_pile(self) -> list[str]:
        cards, self.pile = self.pile, []
        self.top, self.run, self.run_rank = EMPTY, 0, EMPTY
        return cards

    def give(self, seat: int, cards: Sequence[str]) -> None:
        """Put cards that everyone sees into a hand."""
        self.hands[seat] += cards
        self.seen_in_hand(seat, cards)

    def seen_in_hand(self, seat: int, cards: Iterable[str]) -> None:
        """Note that everyone saw these cards go to a hand."""
        if self.knowing is not None:
            self.knowing.go_to_hand(seat, cards)
        else:
            self.known[seat].update(cards)

    def forget_hand(self, seat: int) -> None:
        """Note that a seat holds no card any more."""
        self.known[seat].clear()
        if self.knowing is not None:
            self.knowing.goes_out(seat)

    @property
    def refill(self) -> int:
        """The hand size that is drawn up to."""
        refill = self.rules.turn.refill
        return self.rules.deal.hand if refill == "hand" else refill

    def draw(self, seat: int) -> list[str]:
        """Draw up to `turn.refill`, and return the cards drawn."""
        drawn = self.stock[: max(0, self.refill - len(self.hands[seat]))]
        del self.stock[: len(drawn)]
        self.hands[seat] += drawn
        return drawn
