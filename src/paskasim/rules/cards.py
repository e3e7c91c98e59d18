"""Cards and actions as scenarios write them: `"9 9 J"`, `"9x3"`, `"take"`.

A word is a rank, or a rank with a count (`9x3`, as game records write plays): so many cards laid in one play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from paskasim.rules.messages import did_you_mean, near, shown
from paskasim.rules.ranks import EMPTY, MOST_COPIES, RANKS, named_ranks

PLAY = "play"
OTHER_ACTIONS = ("take", "try", "pass", "flip")
ACTION_WORDS = 'cards of one rank such as "9 9" or "9x2", ' + ", ".join(f'"{word}"' for word in OTHER_ACTIONS)
OUT = "out"
MOST_CARDS = MOST_COPIES * len(RANKS)


@dataclass(frozen=True)
class Laid:
    """Cards of one rank that were laid in one play."""

    rank: str
    count: int


@dataclass(frozen=True)
class Wanted:
    """An action as a scenario names it; rank and count belong to a play, count 0 is any."""

    kind: str
    rank: str = ""
    count: int = 0


@lru_cache(4096)  # the presets are read often, and the same few words stand in all of them
def laid(text: str) -> tuple[Laid, ...]:
    """Return the words of a card text, each as one play.

    Raises
    ------
    ValueError
        For a word that is no rank and no rank with a count, and for more cards than decks hold.

    Examples
    --------
    >>> laid("9 Jx2")
    (Laid(rank='9', count=1), Laid(rank='J', count=2))
    """
    plays = tuple(_word(word) for word in text.split())
    if sum(play.count for play in plays) > MOST_CARDS:
        raise ValueError(f"{shown(text)} holds more cards than there are")
    return plays


def cards(text: str) -> tuple[str, ...]:
    """Return the cards of a card text, one by one; errors as in `laid`.

    Examples
    --------
    >>> cards("9 Jx2")
    ('9', 'J', 'J')
    """
    return tuple(play.rank for play in laid(text) for _ in range(play.count))


def action(text: str) -> Wanted:
    """Return the action that a text names: cards of one rank, or `take`, `try`, `pass`, `flip`.

    Raises
    ------
    ValueError
        For any other text.

    Examples
    --------
    >>> action("9 9")
    Wanted(kind='play', rank='9', count=2)
    """
    if text in OTHER_ACTIONS:
        return Wanted(text)
    if not text.split():
        raise ValueError(f"{shown(text)} names no action; allowed: {ACTION_WORDS}")
    try:
        plays = laid(text)
    except ValueError as error:
        meant = did_you_mean(near(text, OTHER_ACTIONS))
        raise ValueError(f"{error}; other actions are {', '.join(OTHER_ACTIONS)}{meant}") from None
    ranks = {play.rank for play in plays}
    if len(ranks) > 1:
        raise ValueError(f"{shown(text)} names more than one rank; a play holds cards of one rank")
    return Wanted(PLAY, plays[0].rank, sum(play.count for play in plays))


def claim(text: str) -> Wanted:
    """Return the claim that a text names: so many cards of one rank.

    Raises
    ------
    ValueError
        For any other text.

    Examples
    --------
    >>> claim("7x2")
    Wanted(kind='play', rank='7', count=2)
    """
    ranks = {play.rank for play in laid(text)}
    if len(ranks) != 1:
        said = "names more than one rank" if ranks else "names no cards"
        raise ValueError(f"{shown(text)} {said}; a claim is so many cards of one rank, such as 7x2")
    return action(text)


def actions(text: str) -> tuple[Wanted, ...]:
    """Return the actions that a text lists; a rank alone stands for any count of it.

    Raises
    ------
    ValueError
        For a word that is no action.

    Examples
    --------
    >>> actions("9 take")
    (Wanted(kind='play', rank='9', count=0), Wanted(kind='take', rank='', count=0))
    """
    wanted = []
    for word in text.split():
        one = action(word)
        wanted.append(one if "x" in word or one.kind != PLAY else replace(one, count=0))
    return tuple(wanted)


def _word(word: str) -> Laid:
    match = re.fullmatch(r"(.+)x([0-9]{1,3})", word)
    rank, count = (match[1], int(match[2])) if match else (word, 1)
    named = named_ranks(rank)[0]
    if named.is_range:
        raise ValueError(f"{shown(word)} is a range; name each card")
    if not 1 <= count <= MOST_COPIES:
        raise ValueError(f"{shown(word)} is no number of cards; allowed: 1 to {MOST_COPIES}")
    return Laid(rank, count)


def ranks_in(texts: Iterable[str]) -> list[str]:
    """Return every card of several card texts, `out` and `empty` left out."""
    return [card for text in texts if text not in (OUT, EMPTY) for card in cards(text)]
