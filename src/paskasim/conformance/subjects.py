"""Which strategies a target names: those of a file, one of a file, a built-in one, one of a package."""

from __future__ import annotations

from pathlib import Path

from paskasim.errors import PaskasimError
from paskasim.lineups import Player, parse_player, split_lineup
from paskasim.rules.messages import shown
from paskasim.sources import SHOW, Source, find_strategy
from paskasim.strategies.door import Parameter, Strategy
from paskasim.user_code import load_file

INSIDE = "lowest"  # what a strategy that wraps another is put around


def players_of(target: str) -> list[Player]:
    """Return the strategies of a target, with their parameters at default where it names none.

    Raises
    ------
    PaskasimError
        If there is no such strategy or file, or the file can't be read.
    """
    if target.casefold().endswith(".py"):
        found = load_file(Path(target), target)
        return [_plain(strategy, Source(f"{target}:", found.identity)) for strategy in found.strategies.values()]
    return [one_player(target)]


def one_player(name: str) -> Player:
    """Return a strategy that is named alone; one that wraps another is named without it, too.

    Raises
    ------
    PaskasimError
        If there is no such strategy.
    """
    if len(split_lineup(name)) > 1:
        raise PaskasimError(f"line-up: {shown(name)} is no strategy, such as lowest or any.", SHOW)
    return parse_player(name) if "[" in name else _plain(*find_strategy(name.strip()))


def _plain(strategy: Strategy, source: Source) -> Player:
    # Not by the text of a line-up, which can't say every name that a user may have chosen.
    values = tuple(_number(parameter) for parameter in strategy.parameters)
    return Player(strategy, values, parse_player(INSIDE) if strategy.wraps else None, source=source)


def _number(parameter: Parameter) -> float:
    default = getattr(parameter, "default", 0)
    return float(default) if isinstance(default, int | float) else 0.0
