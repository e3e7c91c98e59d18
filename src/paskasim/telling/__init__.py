"""Games told in words, from their records alone, the way a person at the table would tell them.

The text is plain ASCII in lines of at most 79 columns, apart from names that others gave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules.messages import visible
from paskasim.telling.endings import told_ending
from paskasim.telling.replay import DO, first_table
from paskasim.telling.turns import told_turns
from paskasim.telling.words import begun, counted, listed, spread, wrapped

__all__ = ["tell"]


def tell(record: Mapping[str, Any]) -> str:
    """Return a game told in words.

    Parameters
    ----------
    record
        As `paskasim.trace` yields it, or a line of `paskasim trace` read by `json.loads`.

    Raises
    ------
    PaskasimError
        If it is no whole record, holds a turn that is not legal, or names other places than its turns lead to.

    Examples
    --------
    >>> import paskasim
    >>> print(tell(next(paskasim.trace("paskahousu", players=2))).splitlines()[0])
    paskahousu, 2 players, seed 1, game 0
    """
    try:
        return "\n".join(_lines(record))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise PaskasimError(f"the record can't be told ({visible(problem)}).", DO) from None


def _lines(record: Mapping[str, Any]) -> Iterator[str]:
    about = (visible(record["name"]), counted(record["players"], "player"), f"seed {record['seed']}")
    yield f"{', '.join(about)}, game {record['game']}"
    yield ""
    yield from _deal(record)
    yield ""
    table = first_table(record)
    yield from told_turns(table, record["turns"])
    if table.places != record["places"]:
        raise PaskasimError(
            f"the record can't be told: its turns lead to the places {table.places}, it names {record['places']}.", DO
        )
    yield ""
    yield from told_ending(record, table)


def _deal(record: Mapping[str, Any]) -> Iterator[str]:
    deal = record["deal"]
    width = max(len(visible(name)) for name in record["strategies"])
    for seat, name in enumerate(record["strategies"]):
        zones = (("hand", spread(deal["hand"][seat])), ("up", spread(deal["up"][seat])))
        cards = [f"{zone} {held}" for zone, held in (*zones, ("down", " ".join(deal["down"][seat]))) if held]
        yield from wrapped("   ".join(cards), f"Seat {seat}  {visible(name):<{width}}  ")
    for laid in record["swap"]:
        yield from wrapped(_swapped(laid, deal["up"][laid["seat"]]))
    stock = len(deal["stock"])
    yield f"The stock holds {counted(stock)}." if stock else "There is no stock."
    if record["rules"]["deck.drop"]:
        yield f"{counted(record['rules']['deck.drop'])} of the deck are left out, unseen."
    if record["turned"]:
        yield f"{listed(record['turned'])} is turned from the stock to begin the pile."
    yield f"Seat {record['starter']} plays first."


def _swapped(laid: Mapping[str, Any], before: list[str]) -> str:
    new, old = Counter(laid["up"]) - Counter(before), Counter(before) - Counter(laid["up"])
    if not new:
        return f"Seat {laid['seat']} keeps its up row." if before else f"Seat {laid['seat']} has no up row to swap."
    return begun(f"seat {laid['seat']} lays {spread(new.elements())} in its up row for {spread(old.elements())}.")
