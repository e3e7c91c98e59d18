"""Switches that do not go together, though each has a value of its own that is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paskasim.rules.deal import FEWEST_PLAYERS, TooManyCopiesError, copies_in_a_deck, fitted
from paskasim.rules.kinds import Step
from paskasim.rules.messages import shown
from paskasim.rules.ranks import JOKER, ORDER
from paskasim.rules.ruleset import SWITCHES, RuleSet

DEALING = (
    "deal.hand", "deal.down", "deal.up", "deal.all", "deal.turned",
    "deck.copies", "deck.decks", "deck.ranks", "deck.suits", "deck.drop", "deck.jokers",
)  # fmt: skip

NO_LIMIT = {"faces.min_top": ORDER[0]}  # how to say that every top will do, though few decks hold a 1


class Conflict(NamedTuple):
    """Switches that clash.

    Attributes
    ----------
    keys
        The switches, the one that RULES.md names first.
    text
        What is wrong.
    path
        Where in the value of the first switch.
    """

    keys: tuple[str, ...]
    text: str
    path: tuple[Step, ...] = ()


def conflicts(rules: RuleSet) -> list[Conflict]:
    """Return every conflict of a rule set.

    Only the values count, not how they were written down: a switch that has its default value is never
    blamed for a rank that the deck lacks. A range such as `3-A` may span ranks that the deck lacks, if
    it holds any that the deck has; a rank named singly must be in the deck. `faces.min_top = "1"` is
    right over every deck.
    """
    return [*_deal(rules), *_start(rules), *_ranks(rules)]


def _deal(rules: RuleSet) -> Iterator[Conflict]:
    if rules.deal.all and rules.deal.turned:
        yield Conflict(("deal.all", "deal.turned"), "deal.all = true leaves no stock, so deal.turned must be 0")
        return
    try:
        fitted(rules.deck, rules.deal, FEWEST_PLAYERS)
    except TooManyCopiesError as error:
        yield Conflict(("deck.copies", "deck.decks"), f"no deal is possible: {error}")
    except ValueError as error:
        yield Conflict(DEALING, f"no deal is possible: {error}")


def _start(rules: RuleSet) -> Iterator[Conflict]:
    start = rules.start
    if start.player == "lowest_up" and rules.deal.up == 0:
        yield Conflict(("start.player", "deal.up"), 'start.player = "lowest_up" needs deal.up of 1 or more')
    if start.opening != "lowest_all":
        return
    opening = 'start.opening = "lowest_all"'
    if start.player not in ("lowest", "lowest_first"):
        yield Conflict(
            ("start.opening", "start.player"),
            f'{opening} needs start.player = "lowest" or "lowest_first", not {shown(start.player)}',
        )
    if rules.deal.turned:
        yield Conflict(("start.opening", "deal.turned"), f"{opening} needs deal.turned = 0")
    if rules.bluff.on:
        yield Conflict(("start.opening", "bluff.on"), f"{opening} needs bluff.on = false")


def _ranks(rules: RuleSet) -> Iterator[Conflict]:
    deck = copies_in_a_deck(rules.deck)
    for entry in SWITCHES:
        value = entry.read(rules)
        if entry.key == "deck.ranks" or entry.kind.plain(value) in (entry.default, NO_LIMIT.get(entry.key)):
            continue
        for path, named in entry.kind.rank_names(value):
            if any(rank in deck for rank in named.ranks):
                continue
            if named.ranks == (JOKER,):
                other, lacks = "deck.jokers", "the deck has no jokers: deck.jokers = 0"
            else:
                other, lacks = "deck.ranks", f"the deck lacks it: deck.ranks = {shown(rules.deck.ranks)}"
            yield Conflict((entry.key, other), f"{entry.key} names {named.word}, but {lacks}", path)
