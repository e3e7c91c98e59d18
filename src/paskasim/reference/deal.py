"""Shuffle, deal, swap, turned card and starter (section 2, deal and start)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paskasim.errors import PaskasimError
from paskasim.reference.philox import deck_dice, table_dice
from paskasim.reference.table import Table, in_code_order
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, JOKER, RANKS

FROM_LOW = tuple(rank for rank in RANKS if rank != JOKER)  # how `lowest` counts: 1, 3 .. A, then 2


def shuffled_deck(rules: RuleSet, players: int, seed: int, game: int) -> list[str]:
    """Return the deck of a game, first card = first dealt, dropped cards included."""
    counts = rules.deal_for(players).counts
    deck = [rank for rank, count in zip(RANKS, counts, strict=True) for _ in range(count)]
    dice = deck_dice(seed, game)
    for i in range(len(deck) - 1):
        j = i + dice.bounded(len(deck) - i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def dealt_table(rules: RuleSet, players: int, deck: Sequence[str]) -> Table:
    """Return the table after the deal, before swap and turned card."""
    left = list(deck[: len(deck) - rules.deck.drop])

    def take_off(number: int) -> list[str]:
        cards = left[:number]
        del left[:number]
        return cards

    down = [take_off(rules.deal.down) for _ in range(players)]
    up = [take_off(rules.deal.up) for _ in range(players)]
    if rules.deal.all:
        hands = [left[seat::players] for seat in range(players)]  # one at a time, seat 0 first
        left = []
    else:
        hands = [take_off(rules.deal.hand) for _ in range(players)]
    return Table(rules, players, stock=left, hands=hands, up=up, down=down)


def swap(table: Table, seat: int, row: Sequence[str]) -> None:
    """Lay these cards as a seat's up row; the rest of its hand and row becomes the hand.

    Raises
    ------
    PaskasimError
        If the row has another size, or cards that the seat does not have.
    """
    before = Counter(table.up[seat])
    every = Counter(table.hands[seat]) + before
    if len(row) != len(table.up[seat]) or Counter(row) - every:
        raise PaskasimError(
            f"Seat {seat} swapped its up row {' '.join(table.up[seat])} for {' '.join(row)}.",
            "Lay as many cards as before, out of hand and row.",
        )
    table.up[seat] = _relaid(table.up[seat], row)
    table.hands[seat] = list((every - Counter(row)).elements())
    table.seen_in_hand(seat, (before - Counter(row)).elements())  # all saw these go from the row to the hand


def _relaid(before: Sequence[str], row: Sequence[str]) -> list[str]:
    """Return a row with the cards that stay where they lay, whatever the order in which the new row was named."""
    leaving = Counter(before) - Counter(row)
    coming = in_code_order((Counter(row) - Counter(before)).elements())
    lying: list[str] = []
    for card in before:
        goes = leaving[card] > 0
        leaving[card] -= goes
        lying.append(coming.pop(0) if goes else card)
    return lying


def turn_first_card(table: Table) -> list[str]:
    """Turn `deal.turned` cards of the stock, and return them."""
    turned = table.stock[: table.rules.deal.turned]
    del table.stock[: len(turned)]
    for card in turned:
        table.lay_open([card])
        if table.knowing is not None:
            table.knowing.named(card, 1)
        if card != JOKER:  # a joker leaves the top empty (4)
            table.top, table.run, table.run_rank = card, 1, card
    return turned


def set_starter(table: Table, seed: int, game: int) -> None:
    """Say who plays first, and with `start.opening` the rank that this seat must open with."""
    start = table.rules.start
    if start.player == "random":
        table.to_play = table_dice(seed, game).bounded(table.players)
    elif start.player != "left_of_dealer":
        cards = table.up if start.player == "lowest_up" else table.hands
        rank = lowest_rank(cards)
        table.to_play = 0 if rank == EMPTY else _holder(cards, rank, start.player == "lowest_first")
        if start.opening == "lowest_all" and rank != EMPTY:
            table.opening = rank


def lowest_rank(cards_by_seat: Sequence[Sequence[str]]) -> str:
    """Return the lowest rank that anyone holds, 2 after A; `empty` if there are only jokers."""
    for rank in FROM_LOW:
        if any(rank in cards for cards in cards_by_seat):
            return rank
    return EMPTY


def _holder(cards_by_seat: Sequence[Sequence[str]], rank: str, first: bool) -> int:
    held = [list(cards).count(rank) for cards in cards_by_seat]
    if first:
        return next(seat for seat, count in enumerate(held) if count)
    return held.index(max(held))
