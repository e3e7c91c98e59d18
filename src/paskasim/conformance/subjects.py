"""Which strategies a target names: those of a file, one of a file, a built-in one, one of a package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paskasim.errors import PaskasimError
from paskasim.lineups import Player, parse_player, split_lineup
from paskasim.metadata import mistakes_of
from paskasim.rules.messages import shortened, shown, visible
from paskasim.sources import SHOW, Source, find_strategy
from paskasim.strategies.door import Strategy
from paskasim.user_code import UserFile, load_file, twice

INSIDE = "lowest"  # what a strategy that wraps another is put around


@dataclass(frozen=True)
class Candidate:
    """A strategy of a target, with what keeps it from being played, if anything does."""

    player: Player
    mistakes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in reports."""
        if not self.mistakes:
            return self.player.spec
        return self.player.source.prefix + shortened(visible(str(self.player.strategy.name)))


def candidates_of(target: str) -> list[Candidate]:
    """Return the strategies of a target, sound or not, with their parameters at default where it names none.

    Raises
    ------
    PaskasimError
        If there is no such strategy or file, or the file can't be read.
    """
    file, _, name = target.rpartition(":")
    if target.casefold().endswith(".py"):
        file, name = target, ""
    if not file.casefold().endswith(".py") or "[" in name:
        return [Candidate(one_player(target))]
    found = load_file(Path(file), file)
    source = Source(f"{file}:", found.identity)
    candidates = [_candidate(each, source, found) for each in found.found if name in ("", str(each.name))]
    return candidates or [Candidate(one_player(target))]


def _candidate(strategy: Strategy, source: Source, file: UserFile) -> Candidate:
    mistakes = list(mistakes_of(strategy))
    if len(file.by_name[str(strategy.name)]) > 1:
        mistakes.append(f"In its file {twice(str(strategy.name))}")
    if mistakes:
        return Candidate(Player(strategy, (), source=source), tuple(mistakes))
    return Candidate(_plain(strategy, source))


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
    values = tuple(float(parameter.default) for parameter in strategy.parameters)
    return Player(strategy, values, parse_player(INSIDE) if strategy.wraps else None, source=source)
