"""Which keys a record may hold, and what may stand there, so that the rest of the referee can rely on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from paskasim.referee.cards import UNKNOWN
from paskasim.referee.findings import Notes
from paskasim.reference.record import FORMAT
from paskasim.rules.deal import FEWEST_PLAYERS, MOST_PLAYERS
from paskasim.rules.messages import shown
from paskasim.rules.ranks import EMPTY, RANKS

Check = Callable[[object], str]
"""Returns what is allowed if the value is not, else empty text."""

CARDS = frozenset((*RANKS, UNKNOWN))
ACTION = re.compile(r"(?:[13-9JQKA2*]|10)x(?:[1-9]|1[0-5])|take|try|pass|flip")
EFFECTS = (
    "none", "burn_ten", "burn_ace", "burn_four", "burn_joker", "burn_rule", "next_takes_pass", "next_takes_again",
    "next_takes_lead", "skip", "reverse", "again",
)  # fmt: skip
PROOFS = {  # of each outcome
    "finished": (None,),
    "deadlock": ("all_pass", "stuck_cards", "forced_loop", "closed"),
    "livelock": ("state_repeats",),
    "unresolved": ("escape", "open"),
}


def _whole(low: int, high: int) -> Check:
    def check(value: object) -> str:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if fits else f"a whole number from {low} to {high}"

    return check


def _one_of(*words: object) -> Check:
    allowed = frozenset(words)
    told = "one of " + ", ".join("null" if word is None else str(word) for word in words)

    def check(value: object) -> str:
        return "" if (value is None or isinstance(value, str)) and value in allowed else told

    return check


def _text(value: object) -> str:
    return "" if isinstance(value, str) else "text"


def _yes_or_no(value: object) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _text_or_object(value: object) -> str:
    return "" if isinstance(value, str | dict) else "the name of a preset, or an object of switches"


def _object(value: object) -> str:
    return "" if isinstance(value, dict) else "an object"


def _rank(value: object) -> str:
    return "" if isinstance(value, str) and value in CARDS else f"a rank, one of {' '.join(RANKS)}"


def _cards(value: object) -> str:
    fits = isinstance(value, list) and all(isinstance(card, str) and card in CARDS for card in value)
    return "" if fits else f'a list of ranks, each one of {" ".join(RANKS)}, or "?" for a card that is not known'


def _actions(value: object) -> str:
    fits = isinstance(value, list) and all(isinstance(item, str) and ACTION.fullmatch(item) for item in value)
    return "" if fits else 'a list of actions such as "9x2", "take", "try", "pass", "flip"'


def _list_of(each: Check, what: str, *, null: bool = False) -> Check:
    def check(value: object) -> str:
        fits = isinstance(value, list) and all((null and item is None) or not each(item) for item in value)
        return "" if fits else what

    return check


_SEAT = _whole(0, MOST_PLAYERS - 1)
_COUNT = _whole(1, 15)

RECORD: Mapping[str, Check] = {
    "format": _one_of(FORMAT),
    "name": _text,
    "rules": _text_or_object,
    "players": _whole(FEWEST_PLAYERS, MOST_PLAYERS),
    "seed": _whole(0, 2**64 - 1),
    "game": _whole(0, 2**64 - 1),
    "strategies": _list_of(_text, "a list of names"),
    "deck": _cards,
    "deal": _object,
    "swap": _list_of(_object, "a list of objects, one a seat"),
    "turned": _cards,
    "starter": _SEAT,
    "turns": _list_of(_object, "a list of turns, each an object"),
    "outcome": _one_of(*PROOFS),
    "proof": _one_of(*(proof for proofs in PROOFS.values() for proof in proofs)),
    "witness": _list_of(_object, "a list of turns, each an object"),
    "places": _list_of(_whole(1, MOST_PLAYERS), "a list of places by seat, null for none", null=True),
    "loser": lambda value: "" if value is None else _SEAT(value),
    "turns_played": _whole(0, 10**9),
}
DEAL: Mapping[str, Check] = {
    "down": _list_of(_cards, "a list of cards for each seat", null=True),
    "up": _list_of(_cards, "a list of cards for each seat", null=True),
    "hand": _list_of(_cards, "a list of cards for each seat", null=True),
    "stock": _cards,
}
SWAP: Mapping[str, Check] = {"seat": _SEAT, "up": _cards, "hand": _cards}
TURN: Mapping[str, Check] = {
    "seat": _SEAT,
    "phase": _one_of("stock", "rest"),
    "zone": _one_of("hand", "up", "down"),
    "top": _one_of(*RANKS, EMPTY),
    "run": _whole(0, 1000),
    "legal": _actions,
    "action": _one_of("play", "take", "try", "pass", "flip"),
    "rank": _rank,
    "count": _COUNT,
    "cards": _cards,
    "challenge": _object,
    "flipped": _rank,
    "row_card": _rank,
    "effect": _one_of(*EFFECTS),
    "took": _cards,
    "drew": _cards,
    "out": _yes_or_no,
}
CHALLENGE: Mapping[str, Check] = {"by": _SEAT, "honest": _yes_or_no}
WITNESS: Mapping[str, Check] = {key: TURN[key] for key in ("seat", "action", "rank", "count", "row_card")}
NULL_SAYS_SOMETHING = ("proof", "loser")


def sound(data: Mapping[str, Any], checks: Mapping[str, Check], notes: Notes, where: str = "") -> dict[str, Any]:
    """Return the entries that can be used, in the order of `checks`; complain about the others.

    Parameters
    ----------
    data
        An object of a record.
    checks
        What may stand there.
    where
        Put before each key, such as `deal.`.

    Notes
    -----
    A key with `null` counts as left out, but for `proof` and `loser`. So does a single card `"?"`.
    """
    good: dict[str, Any] = {}
    for key, value in data.items():
        check = checks.get(key)
        if check is None:
            notes.unknown_key(key, checks, where)
        elif value is None and key not in NULL_SAYS_SOMETHING:
            continue
        elif allowed := check(value):
            notes.complain(where + key, shown(value), allowed)
        elif value != UNKNOWN:
            good[key] = value
    return good
