"""Line-ups: which strategy sits where, from text such as `careful[keep=2],lowest`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.kernels.decisions import REMEMBERS, ROLLS_DICE
from paskasim.kernels.layout import MINE_WORDS, PARAMS, QUESTIONS, SEATS
from paskasim.rules.messages import did_you_mean, near, shortened, shown, visible
from paskasim.strategies.door import Strategy, built_in

SHOW = "`paskasim strategies list` shows all strategies, `paskasim strategies show NAME` the parameters of one."
ENTRY = re.compile(r"\s*(?P<name>[^\[\],]*?)\s*(?:\[(?P<inside>[^\[\]]*)\])?\s*")


@dataclass(frozen=True)
class Player:
    """A strategy with its parameters, as it sits at a seat."""

    strategy: Strategy
    values: tuple[float, ...]

    @property
    def spec(self) -> str:
        """The text that names it: its parameters in brackets where they are not the defaults."""
        changed = [
            f"{parameter.name}={_number(value)}"
            for parameter, value in zip(self.strategy.parameters, self.values, strict=True)
            if value != parameter.default
        ]
        return self.strategy.name + (f"[{','.join(changed)}]" if changed else "")


def _number(value: float) -> str:
    # Every digit counts: the text of a line-up is part of a case's identity.
    return repr(int(value)) if value.is_integer() else repr(value)


@dataclass(frozen=True)
class Crew:
    """Players at their seats as the compiled game takes them.

    Attributes
    ----------
    addresses
        (seats x questions) machine addresses of the answers.
    traits
        (seats) bits ROLLS_DICE and REMEMBERS.
    mine
        (seats x MINE_WORDS) what the strategies own, parameters filled in; copy it for each thread.
    """

    players: tuple[Player, ...]
    addresses: NDArray[np.int64]
    traits: NDArray[np.int64]
    mine: NDArray[np.int64]


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


def parse_player(text: str) -> Player:
    """Return the strategy that `text` names, with its parameters.

    Raises
    ------
    PaskasimError
        If there is no such strategy or parameter, or a value is out of its range.
    """
    match = ENTRY.fullmatch(text)
    if match is None or not match["name"]:
        raise PaskasimError(f"line-up: {shown(text.strip())} is no strategy, such as lowest or any.", SHOW)
    strategies = built_in()
    name = match["name"]
    if name not in strategies:
        there_are = f"there are {', '.join(strategies)}{did_you_mean(near(name, strategies))}"
        raise PaskasimError(f"line-up: there is no strategy {shown(name)}; {there_are}.", SHOW)
    strategy = strategies[name]
    return Player(strategy, _values(strategy, match["inside"] or ""))


def _values(strategy: Strategy, inside: str) -> tuple[float, ...]:
    ranges = {parameter.name: parameter for parameter in strategy.parameters}
    given: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in inside.split(","))):
        key, _, number = (side.strip() for side in part.partition("="))
        told = f"line-up: {strategy.name}[{shortened(visible(part))}]"
        if key not in ranges:
            known = ", ".join(ranges) or "none"
            meant = did_you_mean(near(key, ranges))
            raise PaskasimError(f"{told}: there is no parameter {shown(key)}; there are: {known}{meant}.", SHOW)
        if key in given:
            raise PaskasimError(f"{told}: {key} is set a second time.", SHOW)
        low, high = ranges[key].low, ranges[key].high
        try:
            given[key] = float(number)
        except ValueError:
            given[key] = float("nan")
        if not low <= given[key] <= high:
            raise PaskasimError(f"{told}: {key} is a number from {low:g} to {high:g}.", SHOW)
    return tuple(given.get(parameter.name, float(parameter.default)) for parameter in strategy.parameters)


def parse_lineup(lineup: str | Sequence[str], players: int) -> tuple[Player, ...]:
    """Return who sits at each seat; the last strategy named fills the seats that are left.

    Raises
    ------
    PaskasimError
        If a strategy is not known, or more are named than there are seats.
    """
    texts = [lineup] if isinstance(lineup, str) else lineup
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise PaskasimError(f"line-up: {shown(lineup)} is neither text nor a list of texts.", SHOW)
    named = [parse_player(spec) for text in texts for spec in split_lineup(text)]
    if not named:
        raise PaskasimError("line-up: no strategy is named.", SHOW)
    if len(named) > players:
        specs = shortened(", ".join(player.spec for player in named))
        raise PaskasimError(
            f"line-up: {len(named)} strategies are named ({specs}) for {players} players.",
            "Name at most as many as there are players; the last one fills the seats that are left.",
        )
    return tuple(named + [named[-1]] * (players - len(named)))


def lineup_text(players: Iterable[Player]) -> str:
    """Shortest text that stands for the line-up: without repeating the last strategy."""
    specs = [player.spec for player in players]
    while len(specs) > 1 and specs[-1] == specs[-2]:
        specs.pop()
    return ",".join(specs)


def rotations(players: Sequence[Player]) -> list[tuple[Player, ...]]:
    """Every different way to seat the line-up by turning it round the table, the given one first."""
    turned: list[tuple[Player, ...]] = []
    for shift in range(len(players)):
        seated = tuple(players[shift:]) + tuple(players[:shift])
        if seated not in turned:
            turned.append(seated)
    return turned


def crew_of(players: Sequence[Player]) -> Crew:
    """Compile the strategies where need be, and lay out addresses, traits and parameters."""
    addresses = np.zeros((SEATS, QUESTIONS), np.int64)
    traits = np.zeros(SEATS, np.int64)
    mine = np.zeros((SEATS, MINE_WORDS), np.int64)
    for seat, player in enumerate(players):
        strategy = player.strategy
        addresses[seat] = strategy.addresses()
        traits[seat] = (0 if strategy.deterministic else ROLLS_DICE) | (0 if strategy.memoryless else REMEMBERS)
        for i, (parameter, value) in enumerate(zip(strategy.parameters, player.values, strict=True)):
            mine[seat, PARAMS + i] = round(value * parameter.scale)
    return Crew(tuple(players), addresses, traits, mine)
