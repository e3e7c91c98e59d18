"""The kinds of values that only scenarios take; see `paskasim.rules.kinds`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from paskasim.rules.cards import ACTION_WORDS, OTHER_ACTIONS, OUT, action, actions, claim, laid
from paskasim.rules.kinds import Kind, Problem, RankList, Whole, rank_as_number
from paskasim.rules.messages import did_you_mean, near, shown, visible
from paskasim.rules.ranks import EMPTY

WHO = ("same", "next", "previous", "after_next")


class Cards(Kind):
    """Cards in one text; `empty` for none where `empty` is true."""

    def __init__(self, *, empty: bool = False) -> None:
        self.empty = empty

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return 'cards such as "9 9 J" or "9x2 J"' + (f', "{EMPTY}"' if self.empty else ', "" (none)')

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, str):
            return [rank_as_number(value) or self._refusal(value)]
        if self.empty and not value.split():
            return [Problem((), f'{shown(value)} is not allowed; write "{EMPTY}"')]
        if self.empty and value == EMPTY:
            return []
        return _checked(laid, value)


class CardsBySeat(Kind):
    """A list of card texts, one a seat; `out` for a seat that is out where `out` is true."""

    def __init__(self, *, out: bool = False) -> None:
        self.out = out

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return 'a list of card texts such as ["9 9", "J"]' + (f', "{OUT}" for who is out' if self.out else "")

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, list | tuple):
            return [self._refusal(value)]
        if not 1 <= len(value) <= 9:
            return [Problem((), f"names {len(value)} players; allowed: 1 to 9")]
        found: list[Problem] = []
        for index, item in enumerate(value):
            if not (self.out and item == OUT):
                found += [Problem((index,), problem.text) for problem in Cards().problems(item)]
        return found

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return a good value in the form that the model keeps."""
        return tuple(value)


class Play(Kind):
    """An action, or a list of actions that follow each other."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return ACTION_WORDS

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if isinstance(value, list | tuple):
            if not value:
                return [Problem((), f"[] names no action; allowed: {self.allowed}")]
            return [
                Problem((index, *problem.path), problem.text)
                for index, item in enumerate(value)
                for problem in self._one(item)
            ]
        return self._one(value)

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return a good value in the form that the model keeps."""
        return (value,) if isinstance(value, str) else tuple(value)

    def _one(self, value: object) -> list[Problem]:
        if not isinstance(value, str):
            return [rank_as_number(value) or self._refusal(value)]
        return _checked(action, value)


class Claim(Kind):
    """What a player says to lie face down."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return 'cards of one rank such as "7 7" or "7x2"'

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, str):
            return [rank_as_number(value) or self._refusal(value)]
        return _checked(claim, value)


class Actions(Kind):
    """Actions in one text."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return 'actions such as "9 Jx2 take"'

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, str):
            return [rank_as_number(value) or self._refusal(value)]
        if not value.split():
            return [Problem((), f"{shown(value)} names no action; allowed: {self.allowed}")]
        return _checked(actions, value)


class LegalRanks(RankList):
    """The exact set of ranks that may be played; other actions have keys of their own."""

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        words = value.split() if isinstance(value, str) else []
        for word in words:
            if word in OTHER_ACTIONS or re.fullmatch(r".+x[0-9]+", word):
                said = f"{shown(word)} is no rank, and this is the set of ranks that may be played"
                return [Problem((), f"{said}; write {shown(word)} in expect_may or expect_may_not")]
        return super().problems(value)


class Who(Kind):
    """A player, told from the one who plays."""

    def __init__(self, *words: str) -> None:
        self.words = (*words, *WHO)

    @property
    def allowed(self) -> str:
        """What is allowed."""
        listed = ", ".join(f'"{word}"' for word in self.words)
        return f"{listed}, seats clockwise from the player: whole numbers from 0 to 9"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if isinstance(value, str) and not value.isdigit():
            return [] if value in self.words else [self._other(value, self.words)]
        return Whole(0, 9).problems(value)


class DealFacts(Kind):
    """How many cards go where, as a small table."""

    KINDS: Mapping[str, Kind] = {
        "decks": Whole(1, 3),
        "cards": Whole(1, 200),
        "up": Whole(0, 6),
        "down": Whole(0, 6),
        "stock": Whole(0, 200),
    }
    KEYS = ("decks", "cards", "hand", "up", "down", "stock")

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f"a table with any of {', '.join(self.KEYS)}, such as {{ decks = 1, hand = 5, stock = 37 }}"

    def problems(self, value: object) -> list[Problem]:
        """Return all that is wrong with a value."""
        if not isinstance(value, Mapping):
            return [self._refusal(value)]
        if not value:
            return [Problem((), f"{{}} names nothing; allowed: {self.allowed}")]
        found: list[Problem] = []
        for key, item in value.items():
            if key == "hand":
                found += [Problem((key,), f"hand: {text}") for text in _sizes_problem(item)]
            elif key in self.KINDS:
                found += [Problem((key,), f"{key}: {problem.text}") for problem in self.KINDS[key].problems(item)]
            else:
                allowed = ", ".join(self.KEYS) + did_you_mean(near(str(key), self.KEYS))
                found.append(Problem((key,), f"no such key: {visible(str(key))}; allowed: {allowed}"))
        return found

    def clean(self, value: Any) -> dict[str, Any]:
        """Return a good value in the form that the model keeps."""
        return dict(value)


def _sizes_problem(value: object) -> list[str]:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}( +[0-9]{1,3}){1,9}", value.strip()):
        return []
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 200:
        return []
    return [f'{shown(value)} is not allowed; allowed: a whole number, or one a seat such as "18 17 17"']


def _checked(read: Callable[[str], object], text: str) -> list[Problem]:
    try:
        read(text)
    except ValueError as error:
        return [Problem((), str(error))]
    return []
