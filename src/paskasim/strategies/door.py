"""The door through which every strategy comes in.

A strategy answers up to five questions, each a small function with one signature::

    question(table, mine, hand, seat, options) -> int

`table` (read-only words, see `kernels.layout`) is all that everybody at the table can see: the rules, the pile, top
and run, the up rows, how many cards everyone holds, what burnt, which cards are publicly known to be in whose hand,
stock size, direction, places. `mine` (words to read and write) holds the strategy's own dice, parameters, weights,
memory and scratch space. Nothing hidden can be reached: an index beyond either makes the answer count as illegal. The
other three depend on the question:

===========  ==================  =============================  =============================================
question     hand                options                        answer
===========  ==================  =============================  =============================================
`swap`       own hand            own up row, packed             the cards to lie in the up row, packed
`play`       zone played from    the legal actions, one word    an action: `play_of(rank, count)`, TAKE, TRY
`claim`      own hand            the ranks that may be claimed  `claim_of(rank, cards)`, TAKE
`challenge`  own hand            the claim made                 DOUBT or BELIEVE
`row_card`   own up row, packed  the legal actions              the card to take along, packed
===========  ==================  =============================  =============================================

A question is asked only where there are two possibilities or more. What a strategy leaves out has a default: rows
stay as they were dealt, the lowest up card is taken along, claims are true as `play` has it (lies only where nothing
true may be claimed nor the pile be taken), and what can't be is doubted.

With bluff, `table` holds what the player who is asked can know: PILE, GONE and KNOWN are the cards that it is sure of,
its own place of KNOWN what all others are sure of; PILE_SIZE and GONE_SIZE say how many there are. A challenge is
asked while everything is as it was before the claim, `options` being the claim: `claimed_rank` and `claimed_count`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from numba import cfunc

from paskasim.kernels import cache as kept
from paskasim.kernels.layout import (
    AS_PLAY,
    BELIEVE,
    CHALLENGE_QUESTION,
    CLAIM_QUESTION,
    DOUBT,
    MINE_WORDS,
    PLAY_QUESTION,
    QUESTIONS,
    ROW_CARD_QUESTION,
    SWAP_QUESTION,
)
from paskasim.kernels.pointers import STRATEGY_SIGNATURE
from paskasim.strategies.claiming import cards_that_fit, claimed_count

Question = Callable[[Any, Any, int, int, int], int]

QUESTION_CODES = MappingProxyType(
    {
        "swap": SWAP_QUESTION,
        "play": PLAY_QUESTION,
        "claim": CLAIM_QUESTION,
        "challenge": CHALLENGE_QUESTION,
        "row_card": ROW_CARD_QUESTION,
    }
)


@dataclass(frozen=True)
class Parameter:
    """A number that a line-up may set in brackets, as in `careful[keep=2]`.

    The strategy reads `round(value * scale)` at its place in `mine`.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    scale: int = 1


@dataclass(frozen=True)
class Strategy:
    """What a strategy is called, how it plays, and what holds of it.

    Attributes
    ----------
    name
        As line-ups name it.
    summary
        How it plays, in one sentence.
    source
        Where it is from.
    questions
        Functions by the name of the question they answer; `play` has to be there.
    parameters
        In the order in which they lie in `mine`.
    deterministic
        It uses no dice.
    memoryless
        It keeps nothing in `mine` from one decision to the next.
    games_per_second
        Rough speed on one core with all seats alike, which sets the size of a shard.
    bluff_games_per_second
        The same with bluff; a third of it where none is given.
    words
        How many words of `mine` it needs in all. What lies behind word MINE_WORDS - 1 is reached by
        `pointers.from_word(mine, SCRATCH)`, whose words are not checked.
    weights
        Names of the numbers that a file of weights holds for it; they lie in `mine` behind the parameters.
    wraps
        It is put around another strategy, named first in its brackets: it finds its one parameter at WRAP, the answers
        of the other from WRAPPED on, and leaves parameters, memory and dice to the other.
    """

    name: str
    summary: str
    source: str
    questions: Mapping[str, Question]
    parameters: tuple[Parameter, ...] = field(default=())
    deterministic: bool = True
    memoryless: bool = True
    games_per_second: int = 500_000
    bluff_games_per_second: int = 0
    words: int = MINE_WORDS
    weights: tuple[str, ...] = ()
    wraps: bool = False

    def addresses(self) -> list[int]:
        """Machine address of each answer, by question code; compiled now if need be."""
        found = [0] * QUESTIONS
        for name, code in QUESTION_CODES.items():
            function = self.questions.get(name, DEFAULTS.get(name))
            if function is not None:
                found[code] = compile_question(function).address
        return found


def leave_rows(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Keep the up row as it was dealt."""
    return options


def lowest_row_card(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Take the lowest up card along, in the order 3..A, 2, joker."""
    spread = hand | (hand >> 1)
    spread = (spread | (spread >> 2)) & 0x0111111111111111
    return spread & -spread


def claim_as_play(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Claim the truth, as `play` would have it; the engine asks `play`, and lies only where it has to."""
    return AS_PLAY


def doubt_impossible(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt what the own cards and those that are known make impossible."""
    return DOUBT if cards_that_fit(table, hand, seat, options) < claimed_count(options) else BELIEVE


DEFAULTS: Mapping[str, Question] = MappingProxyType(
    {"swap": leave_rows, "row_card": lowest_row_card, "claim": claim_as_play, "challenge": doubt_impossible}
)


@cache
def compile_question(function: Question) -> Any:
    """Compile an answer once, from the cache on disk where that has it; the result has an `address`."""
    try:
        return kept.cured(lambda: cfunc(STRATEGY_SIGNATURE, cache=kept.usable(), error_model="numpy")(function))
    except OSError:  # no room for the cache
        return cfunc(STRATEGY_SIGNATURE, error_model="numpy")(function)


@cache
def built_in() -> Mapping[str, Strategy]:
    """Every strategy of this package by name: each module's `STRATEGY`."""
    package = importlib.import_module("paskasim.strategies")
    found: dict[str, Strategy] = {}
    for module in pkgutil.iter_modules(package.__path__):
        strategy = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "STRATEGY", None)
        if isinstance(strategy, Strategy):
            found[strategy.name] = strategy
    return MappingProxyType(dict(sorted(found.items())))
