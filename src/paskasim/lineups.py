"""Line-ups: which strategy sits where, from text such as `careful[keep=2],lowest`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.kernels.decisions import REMEMBERS, ROLLS_DICE, STRIDE
from paskasim.kernels.layout import FAR, MINE_WORDS, PARAM_WORDS, PARAMS, QUESTIONS, SEATS, WRAP, WRAPPED
from paskasim.players import Player, parse_player, split_lineup, weights_of
from paskasim.raised import listen
from paskasim.rules import RuleSet
from paskasim.rules.messages import shortened, shown
from paskasim.sources import SHOW, addresses_of

__all__ = [
    "Crew",
    "Player",
    "compile_players",
    "crew_of",
    "lineup_text",
    "parse_lineup",
    "parse_player",
    "rotations",
    "split_lineup",
]


@dataclass(frozen=True)
class Crew:
    """Players at their seats as the compiled game takes them.

    Attributes
    ----------
    addresses
        (seats x questions) machine addresses of the answers.
    traits
        (seats + 1) bits ROLLS_DICE and REMEMBERS of each seat, and behind them the words of `mine` for a seat.
    mine
        (seats x words) what the strategies own, parameters filled in; copy it for each thread.
    """

    players: tuple[Player, ...]
    addresses: NDArray[np.int64]
    traits: NDArray[np.int64]
    mine: NDArray[np.int64]


def parse_lineup(lineup: str | Sequence[str], players: int, folder: Path = Path()) -> tuple[Player, ...]:
    """Return who sits at each seat; the last strategy named fills the seats that are left.

    Parameters
    ----------
    folder
        Where paths of strategy files and of weights begin.

    Raises
    ------
    PaskasimError
        If a strategy is not known, or more are named than there are seats.
    """
    texts = [lineup] if isinstance(lineup, str) else lineup
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise PaskasimError(f"line-up: {shown(lineup)} is neither text nor a list of texts.", SHOW)
    for text in texts:
        file = f"{text.partition('.py:')[0]}.py"
        if "," in file and _is_there(folder / file):
            raise PaskasimError(f"line-up: {shown(file)}: a path with a comma can't be named.", "Rename the file.")
    parts = [part for text in texts for part in split_lineup(text)]
    if len(parts) > 1 and not all(part.strip() for part in parts):
        raise PaskasimError('line-up: "" is no strategy: nothing stands beside a comma.', "Leave the comma out.")
    named = [parse_player(part, folder) for part in parts]
    if not named:
        raise PaskasimError("line-up: no strategy is named.", SHOW)
    if len(named) > players:
        specs = shortened(", ".join(player.spec for player in named))
        raise PaskasimError(
            f"line-up: {len(named)} strategies are named ({specs}) for {players} players.",
            "Name at most as many as there are players; the last one fills the seats that are left.",
        )
    return tuple(named + [named[-1]] * (players - len(named)))


def _is_there(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:  # such as a name that is too long
        return False


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


def crew_of(players: Sequence[Player], rules: RuleSet | None = None) -> Crew:
    """Compile the strategies where need be, and lay out addresses, traits, parameters and weights.

    Parameters
    ----------
    rules
        What will be played: it decides with which weights. Only line-ups without weights can do without.

    Raises
    ------
    PaskasimError
        If a strategy can't be compiled, or its weights can't be read.
    """
    listen()
    addresses = np.zeros((SEATS, QUESTIONS), np.int64)
    traits = np.zeros(SEATS + 1, np.int64)
    mine = np.zeros((SEATS, max(_words(player) for player in players)), np.int64)
    traits[STRIDE] = mine.shape[1]
    for seat, player in enumerate(players):
        plain = player.wrapped or player
        addresses[seat] = addresses_of(player)
        _fill(mine[seat], plain, rules, len(players))
        if player.wrapped:
            mine[seat, WRAP] = round(player.values[0] * player.strategy.parameters[0].scale)
            mine[seat, WRAPPED : WRAPPED + QUESTIONS] = addresses_of(plain)
        for strategy in (player.strategy, plain.strategy):
            traits[seat] |= 0 if strategy.deterministic else ROLLS_DICE
            traits[seat] |= 0 if strategy.memoryless else REMEMBERS
    return Crew(tuple(players), addresses, traits, mine)


def _words(player: Player) -> int:
    return max(MINE_WORDS, (player.wrapped or player).strategy.words)


def _fill(mine: NDArray[np.int64], player: Player, rules: RuleSet | None, players: int) -> None:
    values = [
        round(value * parameter.scale)
        for parameter, value in zip(player.strategy.parameters, player.values, strict=True)
    ]
    if player.strategy.weights:
        if rules is None:
            raise ValueError(f"the weights of {player.spec} depend on the rules, and none are given")
        weights = weights_of(player, rules, players)[0]
        far = far_words(player)
        if far.stop > far.start:
            mine[far] = weights
        else:
            values += weights
    mine[PARAMS : PARAMS + len(values)] = values


def far_words(player: Player) -> slice:
    """Return the words of `mine` that hold a player's weights where they are too many to lie behind its parameters."""
    strategy = player.strategy
    many = len(strategy.parameters) + len(strategy.weights) > PARAM_WORDS
    return slice(FAR, FAR + len(strategy.weights) * many)


def compile_players(players: Iterable[Player]) -> None:
    """Compile the strategies of a line-up where need be."""
    for player in players:
        for each in filter(None, (player, player.wrapped)):
            addresses_of(each)
