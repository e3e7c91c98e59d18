"""Words: ranks, numbers, lists and lines that fit a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from paskasim.reference.table import in_code_order
from paskasim.rules.ranks import EMPTY

WIDTH = 79
NAMES = {
    "1": "one", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace", "2": "two", "*": "joker",
}  # fmt: skip
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def plural(rank: str) -> str:
    """Return the name of several cards of a rank."""
    return NAMES[rank] + ("es" if rank == "6" else "s")


def number(count: int) -> str:
    """Return a number, up to twelve as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"


def some(rank: str, count: int) -> str:
    """Return so many cards of a rank in words: `a nine`, `four nines`."""
    if count == 1:
        return f"{'an' if rank in ('8', 'A') else 'a'} {NAMES[rank]}"
    return f"{number(count)} {plural(rank)}"


def the(rank: str, count: int) -> str:
    """Return cards that were named before: `the ten`, `the tens`."""
    return f"the {NAMES[rank] if count == 1 else plural(rank)}"


def counted(count: int, noun: str = "card") -> str:
    """Return a number of things in digits: `1 card`, `12 cards`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """Return words as `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def spread(cards: Iterable[str]) -> str:
    """Return cards sorted by rank, as in `3 3 9 J`."""
    return " ".join(in_code_order(cards))


def tops(names: Iterable[str]) -> str:
    """Return tops as a list: `7, 8 and J`, the empty pile in words."""
    return listed("the empty pile" if top == EMPTY else top for top in names)


def seats(numbers: Sequence[int]) -> str:
    """Return `seat 1`, or `seats 1, 2 and 3`."""
    return f"seat{'' if len(numbers) == 1 else 's'} {listed(map(str, numbers))}"


def begun(sentence: str) -> str:
    """Return a sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def wrapped(text: str, label: str = "", indent: int = 0) -> list[str]:
    """Return text as lines, behind a label and hung under its own beginning."""
    return textwrap.wrap(
        text,
        max(WIDTH, len(label) + 40),
        initial_indent=label or " " * indent,
        subsequent_indent=" " * (len(label) or indent),
        break_long_words=False,
        break_on_hyphens=False,
    )
