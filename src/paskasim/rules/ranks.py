"""Ranks, their order, and the small texts that name several of them or several counts.

The place of a rank in `RANKS` is its code everywhere in paskasim.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from paskasim.rules.messages import shown

RANKS = ("1", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "*")
ORDER = RANKS[:13]  # lowest first; 2 and the joker stand outside
FACES = ("J", "Q", "K")
JOKER = "*"
EMPTY = "empty"
ANY = "any"
CODES = {rank: code for code, rank in enumerate(RANKS)}

MOST_COPIES = 15  # of one rank in all decks together: hands are kept as 4-bit counts

_OTHER_NAMES = {
    "T": "10", "X": "10", "0": "10", "11": "J", "12": "Q", "13": "K", "14": "A", "ACE": "A", "KING": "K",
    "QUEEN": "Q", "JACK": "J", "TEN": "10", "TWO": "2", "JOKER": "*", "B": "J", "D": "Q",
}  # fmt: skip


class Named(NamedTuple):
    """One word of a rank list: the word as written and the ranks that it stands for."""

    word: str
    ranks: tuple[str, ...]

    @property
    def is_range(self) -> bool:
        """Whether the word is a range such as `3-9`."""
        return "-" in self.word


def named_ranks(text: str) -> tuple[Named, ...]:
    """Split a rank list into its words.

    Parameters
    ----------
    text
        Ranks and ranges apart by spaces, such as `"3-9 J"`. Ranges follow the order 1 < 3 < .. < A.

    Raises
    ------
    ValueError
        For a word that is neither a rank nor a range that rises in the order.
    """
    return tuple(_named(word) for word in text.split())


def rank_list(text: str) -> tuple[str, ...]:
    """Return the ranks that a rank list names, each once, in the order of their codes.

    Raises
    ------
    ValueError
        As `named_ranks`.

    Examples
    --------
    >>> rank_list("J 2 3-5")
    ('3', '4', '5', 'J', '2')
    """
    ranks = {rank for named in named_ranks(text) for rank in named.ranks}
    return tuple(rank for rank in RANKS if rank in ranks)


def top_list(text: str) -> tuple[str, ...]:
    """Return the tops that the `on` of an entry names, in the order of their codes, `empty` last.

    Ranks and ranges as in `rank_list`, and the words `empty` (an empty pile) and `any` (every top, the
    empty pile included).

    Raises
    ------
    ValueError
        As `named_ranks`.

    Examples
    --------
    >>> top_list("empty 9-10")
    ('9', '10', 'empty')
    """
    words = text.split()
    if ANY in words:
        return (*RANKS, EMPTY)
    ranks = rank_list(" ".join(word for word in words if word != EMPTY))
    return (*ranks, EMPTY) if EMPTY in words else ranks


def count_set(text: str) -> frozenset[int]:
    """Return the counts of cards, out of 1 to 15, that a text such as `"1 4+"` allows.

    Parameters
    ----------
    text
        `n`, `n-m` and `n+`, apart by spaces.

    Raises
    ------
    ValueError
        For any other word, for counts outside 1 to 15 and for a text without any count.

    Examples
    --------
    >>> sorted(count_set("1 13+"))
    [1, 13, 14, 15]
    """
    counts: set[int] = set()
    for word in text.split():
        match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3})|(\+))?", word)
        low = int(match[1]) if match else 0
        high = int(match[2]) if match and match[2] else MOST_COPIES if match and match[3] else low
        if not 1 <= low <= high <= MOST_COPIES:
            raise ValueError(f'{shown(word)} is no count; write n, n-m or n+ with 1 to {MOST_COPIES}: "1 4+"')
        counts.update(range(low, high + 1))
    if not counts:
        raise ValueError('no count is named; write n, n-m or n+, for example "1 4+"')
    return frozenset(counts)


def _named(word: str) -> Named:
    if word in CODES:
        return Named(word, (word,))
    first, dash, last = word.partition("-")
    if dash and first in CODES and last in CODES:
        outside = [rank for rank in (first, last) if rank not in ORDER]
        if outside:
            raise ValueError(f"{shown(word)} is no range; {outside[0]} stands outside the order, name it apart")
        low, high = ORDER.index(first), ORDER.index(last)
        if low > high:
            raise ValueError(f'{shown(word)} is no range; ranges rise in the order, so write "{last}-{first}"')
        return Named(word, ORDER[low : high + 1])
    if "," in word or ";" in word:
        raise ValueError(f'{shown(word)} is no rank; put spaces between ranks: "2 10 J"')
    raise ValueError(f"{shown(word)} is no rank; ranks are {' '.join(RANKS)}{_meant(word)}")


def _meant(word: str) -> str:
    folded = word.strip("'\"").upper()
    rank = folded if folded in CODES else _OTHER_NAMES.get(folded)
    return f' (did you mean "{rank}"?)' if rank else ""
