"""`mixed`: before its first decision it draws one of a few tables of chances, and lies and doubts by that one.

The situations of a table stand in `situations`; tables and their shares come from a file (`paskasim.weights`), by
default the one learnt for the nearest rules and number of players.
"""

from __future__ import annotations

from typing import Any, Final

from paskasim.kernels.compiled import Words, kernel
from paskasim.kernels.layout import AS_PLAY, BELIEVE, DOUBT, FAR, HAND_SIZE, MEMORY, RANK_BITS
from paskasim.kernels.pointers import from_word
from paskasim.strategies.door import Strategy
from paskasim.strategies.lowest import play, swap
from paskasim.strategies.moves import roll
from paskasim.strategies.ruses import ruse, truth
from paskasim.strategies.situations import CHANCES, FIRST_DOUBT, LIES, claim_situation, doubt_situation

WHOLE: Final = 1000  # a chance of one
TABLES: Final = 10
WEIGHTS: Final = (
    *(f"{table}: share" for table in range(1, TABLES + 1)),
    *(f"{table}: {chance}" for table in range(1, TABLES + 1) for chance in CHANCES),
)
"""Names of shares and chances, in thousandths, in the order in which they lie from FAR on."""

MOST_LAID: Final = 3
HONEST: Final = 0  # what it may do where it claims; the others in the order of LIES
LIE_WITH_MORE: Final = 2
LIE_LOUDLY: Final = 3


@kernel
def drawn_table(mine: Any) -> Words:
    """The chances by which this game is played, drawn when they are first asked for."""
    if mine[MEMORY] == 0:
        shares = from_word(mine, FAR)
        drawn = roll(mine, WHOLE) - shares[0]
        table = 0
        while drawn >= 0 and table < TABLES - 1:
            table += 1
            drawn -= shares[table]
        mine[MEMORY] = table + 1
    return from_word(mine, FAR + TABLES + (mine[MEMORY] - 1) * len(CHANCES))


@kernel
def chosen(mine: Any, chances: Words, situation: int) -> int:
    """HONEST or a lie, with the chances of the situation."""
    drawn = roll(mine, WHOLE)
    for lie in range(len(LIES)):
        drawn -= chances[len(LIES) * situation + lie]
        if drawn < 0:
            return lie + 1
    return HONEST


@kernel
def claim_by(table: Any, hand: int, seat: int, options: int, choice: int) -> int:
    """The claim that HONEST or a lie stands for; the truth where no such lie may be told."""
    if choice == HONEST:
        return truth(table, hand, seat)
    count = min(MOST_LAID, table[HAND_SIZE + seat]) if choice == LIE_WITH_MORE else 1
    while count > 0:
        claim = ruse(table, hand, seat, options & RANK_BITS, count, choice == LIE_LOUDLY)
        if claim != 0:
            return claim
        count -= 1
    return AS_PLAY


def claim(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Lie with the chances of the situation, else claim or take as an honest player."""
    choice = chosen(mine, drawn_table(mine), claim_situation(table, hand, seat))
    return claim_by(table, hand, seat, options, choice)


def challenge(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Doubt what cannot be, and else with the chance of the situation."""
    situation = doubt_situation(table, hand, seat, options)
    if situation < 0:
        return DOUBT
    chances = drawn_table(mine)
    return DOUBT if roll(mine, WHOLE) < chances[FIRST_DOUBT + situation] else BELIEVE


STRATEGY = Strategy(
    name="mixed",
    summary="Lies and doubts by chances learnt for each situation, from one of a few tables of them that it draws for "
    "a game, so that others gain little by knowing how it plays.",
    source="own work: best responses by policy gradient (Williams 1992), joined in a mixed equilibrium of all found "
    "(Lanctot et al. 2017)",
    questions={"play": play, "swap": swap, "claim": claim, "challenge": challenge},
    weights=WEIGHTS,
    words=FAR + len(WEIGHTS),
    deterministic=False,
    memoryless=False,
    games_per_second=300_000,
    bluff_games_per_second=1_500,
)
