"""Switches in words of the card table: a short phrase for every value, for headlines and labels of pictures.

RULES.md section 2 says what the switches mean; a phrase says as much of it as fits a label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

Phrase = Mapping[Any, str] | Callable[[Any], str]


def _on_empty(card: str) -> Phrase:
    return {
        "next_takes_pass": f"opening {card}: the next takes it, misses a turn",
        "next_takes_again": f"opening {card}: the next takes it, one more turn",
        "next_takes_lead": f"opening {card}: the next takes it and plays",
        "stays": f"an opening {card} stays",
        "no": f"no {card} may open",
        "burns": f"an opening {card} burns",
    }


def _ranks(none: str, some: str) -> Phrase:
    return lambda value: some.format(value) if value else none


def _number(none: str, one: str, many: str) -> Phrase:
    return lambda value: none if value == 0 else one if value == 1 else many.format(value)


def _entries(none: str, what: str) -> Phrase:
    return lambda value: f"{len(value)} {what}{'' if len(value) == 1 else 's'}" if value else none


def _counts(value: Mapping[str, str]) -> str:
    told = ", ".join(f"{ranks}: {counts}" for ranks, counts in value.items())
    return f"cards in a play of {told}" if value else "any number of cards in a play"


PHRASES: Mapping[str, Phrase] = MappingProxyType(
    {
        "deck.decks": lambda value: "decks as needed" if value == "auto" else f"{value} deck{'s' * (value != 1)}",
        "deck.jokers": _number("no jokers", "one joker a deck", "{} jokers a deck"),
        "deck.ranks": "ranks {}".format,
        "deck.suits": "{} cards of a rank in a deck".format,
        "deck.copies": lambda value: f"other numbers of {', '.join(value)}" if value else "as many cards of every rank",
        "deck.drop": _number("no card dropped", "one card dropped unseen", "{} cards dropped unseen"),
        "deal.hand": _number("", "one hand card", "{} hand cards"),
        "deal.down": _number("no blind cards", "one blind card", "{} blind cards"),
        "deal.up": _number("no face-up cards", "one face-up card", "{} face-up cards"),
        "deal.all": {True: "all cards are dealt out", False: "the rest of the deck is the stock"},
        "deal.turned": _number("no card turned to begin", "a card is turned to begin", "{} cards turned to begin"),
        "deal.swap": {"none": "rows stay as dealt", "any": "hand and row may be swapped"},
        "start.player": {
            "left_of_dealer": "left of the dealer starts",
            "lowest": "who holds most of the lowest starts",
            "lowest_first": "the first with the lowest card starts",
            "lowest_up": "the lowest face-up cards start",
            "random": "chance says who starts",
        },
        "start.opening": {"free": "any opening", "lowest_all": "opens with all the lowest cards"},
        "turn.take": {"free": "the pile may be taken at will", "stuck": "the pile is taken only when stuck"},
        "turn.try_stock": {
            "never": "no try from the stock",
            "stuck": "a try from the stock when stuck",
            "any_time": "a try from the stock at any time",
        },
        "turn.refill": lambda value: "hands drawn up as dealt" if value == "hand" else f"hands drawn up to {value}",
        "turn.stuck": {"pass": "passes where nothing may open", "open_any": "opens with anything when stuck"},
        "turn.after_take": {
            "next": "the next plays after a take",
            "again": "who takes plays at once",
            "previous": "the one before plays after a take",
        },
        "turn.counts": _counts,
        "beat": {"same_or_higher": "an equal card beats", "higher": "only a higher card beats"},
        "faces.min_top": lambda value: (
            "faces on any card they beat" if value == "1" else f"faces only on {value} or higher"
        ),
        "faces.on_empty": {True: "faces may open a pile", False: "faces may not open a pile"},
        "faces.relaxed_at_rest": {True: "faces free once the stock is out", False: "faces strict to the end"},
        "aces.on": {
            "faces": "aces only on faces",
            "faces_aces": "aces only on faces and aces",
            "lower": "aces on any rank up to an ace",
        },
        "aces.on_empty": _on_empty("ace"),
        "aces.burn": {"on_faces": "aces burn faces", "never": "aces never burn", "always": "aces always burn"},
        "tens.on": {
            "lower": "tens only on 10 or lower",
            "any": "tens on anything",
            "any_but_ace": "tens on all but aces",
        },
        "tens.on_empty": _on_empty("ten"),
        "tens.burn": {"on_lower": "tens burn lower cards", "always": "tens always burn", "never": "tens never burn"},
        "tens.followed_by": {"tens": "only a ten on a ten", "order": "higher cards on a ten, too"},
        "twos.on": {"any": "twos on anything", "not_ace_ten": "twos not on aces and tens"},
        "twos.followed_by": {"twos": "only a two on a two", "anything": "anything on a two"},
        "ceiling.rank": _ranks("no stop card", "a {} stops: only lower cards follow"),
        "ceiling.strict": {False: "an equal card may follow a stop", True: "no equal card may follow a stop"},
        "ceiling.specials": {True: "specials go on a stop", False: "no specials on a stop"},
        "invisible.rank": _ranks("no invisible cards", "{} is invisible"),
        "invisible.in_run": {
            "ignored": "invisible cards don't touch runs",
            "breaks": "invisible cards break runs",
            "counts": "invisible cards count in runs",
        },
        "exceptions": _entries("no exceptions", "exception"),
        "fours.burn": {True: "four of a kind burn", False: "four of a kind do not burn"},
        "fours.size": "{} of a kind make a run".format,
        "fours.except": _ranks("runs of every rank count", "no burnt runs of {}"),
        "fours.again": {True: "one more turn after a burnt run", False: "no further turn after a burnt run"},
        "skip.rank": _ranks("no card skips", "{} skips the next"),
        "skip.per_card": {False: "one skip a play", True: "one skip a card"},
        "reverse.rank": _ranks("no card turns the direction", "{} turns the direction"),
        "again.ranks": _ranks("no card gives another turn", "{} gives another turn"),
        "effects": _entries("no other effects", "other effect"),
        "rows.take_card": {True: "a take at the row costs an up card", False: "row cards stay at a take"},
        "finish.not_with": _ranks("any last card", "{} may not be the last card"),
        "bluff.on": {True: "cards face down, with a claim", False: "cards are played openly"},
        "bluff.who": {"any": "anyone may doubt", "next": "only the next may doubt"},
        "bluff.after_honest": {
            "player": "after a doubted truth its player plays",
            "next": "after a doubted truth the next plays",
            "after_challenger": "after a doubted truth: next to the doubter",
        },
        "bluff.after_lie": {
            "next": "after a caught lie the next plays",
            "challenger": "after a caught lie the doubter plays",
        },
        "bluff.honest_burn_continues": {
            True: "a doubted true burn gives another turn",
            False: "a doubted true burn gives no turn of its own",
        },
        "bluff.honest_burn": {"taken": "a doubted true burn is taken", "burns": "a doubted true burn burns"},
        "limits.turns": "broken off after {:,} turns".format,
    }
)


def phrase_of(key: str, value: Any) -> str:
    """Return a switch with this value in words; empty where there are none for it."""
    phrase = PHRASES.get(key)
    if phrase is None:
        return ""
    try:
        return phrase.get(value, "") if isinstance(phrase, Mapping) else phrase(value)
    except (TypeError, ValueError, AttributeError):
        return ""
