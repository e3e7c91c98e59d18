"""The deal: how many decks, and who gets how many cards."""

from __future__ import annotations

from dataclasses import dataclass

from paskasim.errors import PaskasimError
from paskasim.rules import sections
from paskasim.rules.messages import shown
from paskasim.rules.ranks import JOKER, MOST_COPIES, RANKS, rank_list

MOST_DECKS = 3
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
PLAYERS_WITH_TWO_DECKS = 6  # `auto` takes two decks from here


class TooManyCopiesError(ValueError):
    """More cards of a rank than can be kept count of."""


@dataclass(frozen=True)
class Dealt:
    """A deal that fits.

    Attributes
    ----------
    players
        Players at the table.
    decks
        Decks shuffled together.
    counts
        Cards of each rank in the whole deck, dropped cards included: 15 numbers, by the codes of
        `paskasim.rules.ranks.RANKS`.
    cards
        Cards in the whole deck, dropped cards included.
    hand_sizes
        Cards dealt to each hand, by seat.
    stock
        Cards left face down after the deal, the drop and the turned card.
    """

    players: int
    decks: int
    counts: tuple[int, ...]
    cards: int
    hand_sizes: tuple[int, ...]
    stock: int


def copies_in_a_deck(deck: sections.Deck) -> dict[str, int]:
    """Return how many cards of each rank one deck holds; ranks that it lacks are left out."""
    copies = dict.fromkeys(rank_list(deck.ranks), deck.suits)
    for ranks, number in deck.copies.items():
        # A range may span ranks that the deck lacks; it does not bring them in.
        copies.update({rank: number for rank in rank_list(ranks) if rank in copies})
    if deck.jokers:
        copies[JOKER] = deck.jokers
    return copies


def deal_for(deck: sections.Deck, deal: sections.Deal, players: int, name: str) -> Dealt:
    """Return the deal for a number of players.

    Parameters
    ----------
    deck, deal
        The switches of a rule set.
    players
        2 to 10.
    name
        How errors call the rule set.

    Raises
    ------
    PaskasimError
        For other numbers of players, for a deal that needs more cards than there are (or with
        `deal.all` leaves a player without any card), and for more than 15 cards of a rank.
    """
    if not isinstance(players, int) or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise PaskasimError(
            f"{name}: {shown(players)} players were asked for; allowed: {FEWEST_PLAYERS} to {MOST_PLAYERS}.",
            "Give another number of players.",
        )
    try:
        return fitted(deck, deal, players)
    except ValueError as error:
        raise PaskasimError(
            f"{name}: {error}.", "Seat fewer players, or change how many cards there are (deck) or are dealt (deal)."
        ) from None


def fitted(deck: sections.Deck, deal: sections.Deal, players: int) -> Dealt:
    """Return the deal for 2 to 10 players; as `deal_for`, but the errors are a `ValueError`."""
    copies = copies_in_a_deck(deck)
    one_deck = sum(copies.values())
    need = cards_needed(deck, deal, players)
    decks = _decks(deck, players, one_deck, need)
    cards = decks * one_deck
    of_decks, has = ("1 deck", "has") if decks == 1 else (f"{decks} decks", "have")
    if need > cards:
        raise ValueError(f"the deal for {players} players needs {need} cards, {of_decks} {has} {cards}")
    rank = max(copies, key=lambda each: copies[each])
    if decks * copies[rank] > MOST_COPIES:
        raise TooManyCopiesError(
            f"with {players} players {of_decks} {has} {decks * copies[rank]} cards of rank {rank}, "
            f"at most {MOST_COPIES} of a rank can be played with"
        )

    rows = players * (deal.down + deal.up)
    if deal.all:
        each, more = divmod(cards - deck.drop - rows, players)
        hands = tuple(each + (seat < more) for seat in range(players))
    else:
        hands = (deal.hand,) * players
    stock = cards - deck.drop - rows - sum(hands) - deal.turned
    counts = tuple(decks * copies.get(rank, 0) for rank in RANKS)
    return Dealt(players, decks, counts, cards, hands, stock)


def cards_needed(deck: sections.Deck, deal: sections.Deal, players: int) -> int:
    """Return the fewest cards with which the deal fits, dropped and turned cards included.

    With `deal.all` nobody may be left without any card, so without rows each hand needs one.
    """
    rows = deal.down + deal.up
    each = max(rows, 1) if deal.all else rows + deal.hand
    return players * each + deck.drop + deal.turned


def _decks(deck: sections.Deck, players: int, one_deck: int, need: int) -> int:
    if deck.decks != "auto":
        return deck.decks
    decks = 1 if players < PLAYERS_WITH_TWO_DECKS else 2
    while decks * one_deck < need and decks < MOST_DECKS:
        decks += 1
    return decks
