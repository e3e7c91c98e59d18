"""Who sits at a seat: a strategy with its parameters, from text such as `careful[keep=2]` or `my_bots.py:careful`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paskasim.errors import PaskasimError
from paskasim.metadata import WEIGHTS, is_step, steps_of
from paskasim.rules import RuleSet
from paskasim.rules.messages import did_you_mean, near, shortened, shown, visible
from paskasim.sources import BUILT_IN, SHOW, Source, find_strategy
from paskasim.strategies.door import Strategy


@dataclass(frozen=True)
class Player:
    """A strategy with its parameters, as it sits at a seat.

    Attributes
    ----------
    values
        Of the strategy's parameters, in their order.
    wrapped
        The player that a strategy such as `slip` is put around.
    weights
        Path of a file of weights, as the line-up names it; where it names none, a shipped one is taken.
    source
        Where the strategy is from.
    folder
        Where the path of the weights begins.
    """

    strategy: Strategy
    values: tuple[float, ...]
    wrapped: Player | None = None
    weights: str = ""
    source: Source = BUILT_IN
    folder: Path = Path()

    @property
    def spec(self) -> str:
        """The text that names it: its parameters in brackets where they are not the defaults."""
        return self._text(self.source.prefix, self.wrapped.spec if self.wrapped else "", self.weights)

    @property
    def names(self) -> tuple[str, ...]:
        """What it may be called: its text, and that without parameters."""
        return tuple(dict.fromkeys((self.spec, self.spec.partition("[")[0])))

    @property
    def games_per_second(self) -> int:
        """Rough speed on one core with all seats alike."""
        return min(self.strategy.games_per_second, self.wrapped.games_per_second if self.wrapped else 10**9)

    @property
    def bluff_games_per_second(self) -> int:
        """The same with bluff."""
        own = self.strategy.bluff_games_per_second or max(1, self.strategy.games_per_second // 3)
        return min(own, self.wrapped.bluff_games_per_second if self.wrapped else 10**9)

    def identity(self, rules: RuleSet, players: int) -> str:
        """Return what decides how it plays these rules: like `spec`, but with hashes in place of the names of files."""
        source = f"{self.source.identity}:" if self.source.identity else ""
        inside = self.wrapped.identity(rules, players) if self.wrapped else ""
        weights = weights_of(self, rules, players)[1] if self.strategy.weights else ""
        return self._text(source, inside, weights)

    def _text(self, source: str, inside: str, weights: str) -> str:
        parts = [inside] if inside else []
        parts += [
            f"{parameter.name}={_number(value)}"
            for parameter, value in zip(self.strategy.parameters, self.values, strict=True)
            if value != parameter.default
        ]
        if weights:
            parts.append(f"{WEIGHTS}={weights}")
        return source + self.strategy.name + (f"[{','.join(parts)}]" if parts else "")


def weights_of(player: Player, rules: RuleSet, players: int) -> tuple[tuple[int, ...], str]:
    """Return the weights with which a player plays these rules, and the hash of them.

    Raises
    ------
    PaskasimError
        If the file that the line-up names is missing or damaged, or holds other weights than the strategy has.
    """
    from paskasim.weights import weights_for

    file = player.folder / player.weights if player.weights else None
    found = weights_for(rules, players, player.strategy.weights, file)
    return found.values, found.identity


def _number(value: float) -> str:
    # Every digit counts: the text of a line-up is part of a case's identity.
    return repr(int(value)) if value.is_integer() else repr(value)


def split_lineup(text: str) -> list[str]:
    """Split at the commas that stand outside brackets."""
    parts = [""]
    depth = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def _name_and_inside(text: str) -> tuple[str, str]:
    """Split `name[inside]`."""
    name, bracket, inside = text.strip().partition("[")
    closed = inside.endswith("]") and _in_pairs(inside[:-1]) if bracket else "]" not in name
    if not closed:
        raise PaskasimError(
            f"line-up: {shown(text.strip())} is no strategy: its brackets do not match.",
            "Parameters stand in brackets at the end, as in slip[lowest,rate=0.1]; no path holds one, or a comma.",
        )
    if not name.strip():
        raise PaskasimError(f"line-up: {shown(text.strip())} is no strategy, such as lowest or any.", SHOW)
    return name.strip(), inside[:-1]


def _in_pairs(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if depth < 0:
            return False
    return depth == 0


def parse_player(text: str, folder: Path = Path()) -> Player:
    """Return the strategy that `text` names, with its parameters.

    Parameters
    ----------
    folder
        Where paths of strategy files and of weights begin.

    Raises
    ------
    PaskasimError
        If there is no such strategy or parameter, or a value is out of its range.
    """
    name, inside = _name_and_inside(text)
    strategy, source = find_strategy(name, folder)
    parts = [part.strip() for part in split_lineup(inside) if part.strip()]
    wrapped = _wrapped(strategy, parts, folder)
    if wrapped:
        del parts[0]
    weights = ""
    if strategy.weights:
        named = [part for part in parts if part.partition("=")[0].strip() == WEIGHTS]
        parts = [part for part in parts if part not in named]
        if len(named) > 1:
            raise PaskasimError(f"line-up: {strategy.name}[...]: {WEIGHTS} is set a second time.", SHOW)
        weights = named[0].partition("=")[2].strip() if named else ""
        if named and not weights:
            raise PaskasimError(
                f"line-up: {strategy.name}[{named[0]}]: no file is named.",
                f"Name one, as in {strategy.name}[weights=my.json]; without `weights` a shipped file is taken.",
            )
        if weights and any("=" not in part for part in parts):
            raise PaskasimError(
                f"line-up: {strategy.name}[{shortened(visible(inside))}]: a path with a comma can't be named.",
                "Rename the file; commas part the parameters.",
            )
    return Player(strategy, _values(strategy, parts), wrapped, weights, source, folder if weights else Path())


def _wrapped(strategy: Strategy, parts: Sequence[str], folder: Path) -> Player | None:
    if not strategy.wraps:
        return None
    if not parts or "=" in parts[0].partition("[")[0]:
        raise PaskasimError(
            f"line-up: {strategy.name} is put around another strategy, and none is named.",
            f"Name it first, as in {strategy.name}[lowest].",
        )
    wrapped = parse_player(parts[0], folder)
    if wrapped.strategy.wraps:
        raise PaskasimError(
            f"line-up: {strategy.name}[{wrapped.strategy.name}[...]]: one is put around another already.",
            f"Name a plain strategy, as in {strategy.name}[lowest].",
        )
    return wrapped


def _values(strategy: Strategy, parts: Sequence[str]) -> tuple[float, ...]:
    ranges = {parameter.name: parameter for parameter in strategy.parameters}
    given: dict[str, float] = {}
    for part in parts:
        key, _, number = (side.strip() for side in part.partition("="))
        told = f"line-up: {strategy.name}[{shortened(visible(part))}]"
        if key not in ranges:
            names = [*ranges, WEIGHTS] if strategy.weights else list(ranges)
            known = ", ".join(names) or "none"
            raise PaskasimError(
                f"{told}: there is no parameter {shown(key)}; there are: {known}{did_you_mean(near(key, names))}.", SHOW
            )
        if key in given:
            raise PaskasimError(f"{told}: {key} is set a second time.", SHOW)
        low, high, scale = ranges[key].low, ranges[key].high, ranges[key].scale
        try:
            given[key] = float(number)
        except ValueError:
            given[key] = float("nan")
        if not low <= given[key] <= high:
            raise PaskasimError(f"{told}: {key} is a number from {low:g} to {high:g}.", SHOW)
        if not is_step(given[key], scale):
            raise PaskasimError(
                f"{told}: {key} is a number from {low:g} to {high:g}, and {steps_of(scale)} are told apart.",
                f"Give another number; {shown(number)} would be played as a neighbour of it.",
            )
    return tuple(given.get(parameter.name, float(parameter.default)) for parameter in strategy.parameters)
