"""Every different deal of a small deck, with its exact chance, and the states in which play can begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from paskasim.laws.miniature.states import copied
from paskasim.reference import BOTS
from paskasim.reference.asking import Asker
from paskasim.reference.deal import dealt_table, set_starter, swap, turn_first_card
from paskasim.reference.table import Table
from paskasim.rules import RuleSet
from paskasim.rules.ranks import RANKS

Counts = tuple[int, ...]


def every_deck(rules: RuleSet, players: int) -> Iterator[tuple[list[str], Fraction]]:
    """Yield a deck for each different deal, with the chance that the shuffle deals like it.

    Two decks deal alike if every hand and every up row gets the same ranks, and blind rows and stock the same ranks in
    the same order. Cards dropped unseen are a heap, too.
    """
    dealt = rules.deal_for(players)
    heaps, after_heaps = _places(rules, players)
    for cards, chance in _filled(dealt.counts, [len(heap) for heap in heaps], after_heaps):
        deck = [""] * dealt.cards
        places = [place for heap in heaps for place in heap]
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
        yield deck, chance


def _places(rules: RuleSet, players: int) -> tuple[list[list[int]], int]:
    """Return the places of the deck by heaps within which the order does not matter, a single place being a heap.

    The second value is how many places there are.
    """
    dealt, deal = rules.deal_for(players), rules.deal
    first_hand = players * (deal.down + deal.up)
    stock = dealt.cards - rules.deck.drop
    heaps = [[place] for place in range(players * deal.down)]
    heaps += [list(range(first, first + deal.up)) for first in range(players * deal.down, first_hand, max(1, deal.up))]
    if deal.all:
        heaps += [list(range(first_hand + seat, stock, players)) for seat in range(players)]
    else:
        hands = first_hand + players * deal.hand
        heaps += [list(range(first, first + deal.hand)) for first in range(first_hand, hands, deal.hand)]
        heaps += [[place] for place in range(hands, stock)]
    heaps.append(list(range(stock, dealt.cards)))
    heaps = [heap for heap in heaps if heap]
    return heaps, sum(map(len, heaps))


def _filled(counts: Counts, sizes: Sequence[int], left: int) -> Iterator[tuple[list[str], Fraction]]:
    """Yield the cards of heaps of these sizes, heap by heap, with the chance that they come so."""
    if not sizes:
        yield [], Fraction(1)
        return
    for heap in _heaps(counts, sizes[0]):
        rest = tuple(have - take for have, take in zip(counts, heap, strict=True))
        ways = prod(comb(have, take) for have, take in zip(counts, heap, strict=True))
        chance = Fraction(ways, comb(left, sizes[0]))
        cards = [rank for rank, count in zip(RANKS, heap, strict=True) for _ in range(count)]
        for more, chance_of_more in _filled(rest, sizes[1:], left - sizes[0]):
            yield cards + more, chance * chance_of_more


def _heaps(counts: Counts, size: int) -> Iterator[Counts]:
    """Yield every choice of `size` cards, as counts by rank."""
    if not counts:
        if size == 0:
            yield ()
        return
    for count in range(max(0, size - sum(counts[1:])), min(counts[0], size) + 1):
        for more in _heaps(counts[1:], size - count):
            yield (count, *more)


def starts(rules: RuleSet, players: int, strategy: str) -> Iterator[tuple[Table, Fraction]]:
    """Yield the states in which play begins among players of one strategy, with their chances."""
    asker = Asker([BOTS[strategy]] * players, 0, 0)
    for deck, chance in every_deck(rules, players):
        table = dealt_table(rules, players, deck)
        if rules.deal.swap == "any":
            for seat in range(players):
                swap(table, seat, asker.swap(table, seat))
        turn_first_card(table)
        if rules.start.player != "random":
            set_starter(table, 0, 0)
            yield table, chance
        else:
            for seat in range(players):
                begun = copied(table)
                begun.to_play = seat
                yield begun, chance / players
