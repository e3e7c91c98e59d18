"""Where strategies come from: this package, a user's file, an installed package.

`my_bots.py:careful` names the strategy `careful` of the file `my_bots.py`; installed packages offer theirs by the
entry point group `paskasim.strategies`, by name or, where two have the same name, as `package:name`. What such a
strategy is made from, its source and all that its answers are compiled from, is a part of what a game is: its hash
stands in the identity of every case, and names the folder in which the compiled strategy is kept.
"""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING

from paskasim.errors import PaskasimError
from paskasim.rules.messages import did_you_mean, near, shown, visible
from paskasim.strategies.door import Strategy, built_in

if TYPE_CHECKING:
    from paskasim.players import Player

GROUP = "paskasim.strategies"
SHOW = "`paskasim strategies list` shows all strategies, `paskasim strategies show NAME` the parameters of one."


@dataclass(frozen=True)
class Source:
    """Where a strategy is from.

    Attributes
    ----------
    prefix
        What stands before its name in a line-up, such as `my_bots.py:`.
    identity
        Hash of all that it is made from; empty for this package, whose engine version says it.
    """

    prefix: str = ""
    identity: str = ""


BUILT_IN = Source()


def find_strategy(name: str, folder: Path = Path()) -> tuple[Strategy, Source]:
    """Return the strategy that a line-up names, without brackets.

    Parameters
    ----------
    folder
        Where the path of a file begins.

    Raises
    ------
    PaskasimError
        If there is none of this name, or its file can't be read.
    """
    before, colon, last = name.rpartition(":")
    if colon and before.casefold().endswith(".py"):
        from paskasim.user_code import load_file

        found = load_file(folder / before, before)
        return found.named(last, visible(before)), Source(f"{before}:", found.identity)
    if name.casefold().endswith(".py"):
        raise PaskasimError(
            f"line-up: {shown(name)} is a file, and no strategy of it is named.", f"Name one, as in {name}:careful."
        )
    if not colon and name in built_in():
        return built_in()[name], BUILT_IN
    return _installed(name)


def _installed(name: str) -> tuple[Strategy, Source]:
    offers = entry_points()
    if name in offers:
        return _from_package(name)
    others = {**built_in(), **{offer: None for offer in offers if ":" not in offer}}
    packages = sorted(offer for offer in offers if offer.endswith(f":{name}"))
    if packages:
        raise PaskasimError(f"line-up: {shown(name)} is offered more than once: {', '.join(packages)}.", "Name one.")
    there_are = f"there are {', '.join(others)}{did_you_mean(near(name, others))}"
    raise PaskasimError(f"line-up: there is no strategy {shown(name)}; {there_are}.", SHOW)


@cache
def entry_points() -> Mapping[str, EntryPoint]:
    """Return what installed packages offer: by `package:name`, and by name alone where that is not taken."""
    offers: dict[str, list[EntryPoint]] = {}
    found: dict[str, EntryPoint] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        package = point.dist.name if point.dist else "?"
        found[f"{package}:{point.name}"] = point
        offers.setdefault(point.name, []).append(point)
    for name, points in offers.items():
        if len(points) == 1 and name not in built_in():
            found[name] = points[0]
    return found


@cache
def _from_package(name: str) -> tuple[Strategy, Source]:
    from paskasim.metadata import refuse_mistakes
    from paskasim.source_files import identity_of
    from paskasim.user_code import guarded, identity_with

    point = entry_points()[name]
    strategy = guarded(f"the strategy {name}, of the package {_package(point)}", point.load)
    if not isinstance(strategy, Strategy):
        raise PaskasimError(
            f"the package {_package(point)} offers {shown(point.value)} as a strategy, which is none.",
            "Mend its entry point: it has to name a `Strategy`.",
        )
    if strategy.name != point.name:
        raise PaskasimError(
            f"the package {_package(point)} offers {shown(strategy.name)} under the name {shown(point.name)}.",
            "Mend its entry point: both names have to be the same.",
        )
    refuse_mistakes(strategy, f"the package {_package(point)}")
    module = sys.modules[point.module]
    prefix = name.removesuffix(strategy.name)
    source = identity_of(Path(module.__file__ or ""), point.module)
    return strategy, Source(prefix, identity_with(source, [strategy]))


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "?"


def all_installed() -> Iterator[tuple[str, Strategy]]:
    """Yield every strategy that is there without naming a file, by the name that a line-up gives it."""
    yield from built_in().items()
    for name, point in entry_points().items():
        if ":" not in name or point.name not in entry_points():
            yield name, _from_package(name)[0]


def addresses_of(player: Player) -> list[int]:
    """Return the machine address of each answer of a player's strategy, by question code; compiled now if need be.

    Raises
    ------
    PaskasimError
        If it can't be compiled.
    """
    if not player.source.identity:
        return player.strategy.addresses()
    from paskasim.user_code import compiled

    return compiled(player.strategy, player.source)
