"""The strategy that is looked at, and the games that are played with it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from paskasim import engine
from paskasim.conformance.check import Found, Where
from paskasim.conformance.settings import Setting, preset_settings
from paskasim.engine import Games
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.lineups import Crew, Player, crew_of, parse_player

T = TypeVar("T")
SEED = 5
LIMIT = 10.0
COMPANY = ("any", "lowest", "random")
FAST, SLOW = 20_000, 3_000  # games a second
MEASURED_SECONDS = 0.3
FAULT = re.compile(
    r"strategy (?P<name>.+) at seat (?P<seat>\d+): its answer to `(?P<question>\w+)` was not legal "
    r"\(game (?P<game>\d+), (?:turn (?P<turn>\d+)|before play)\)(?:: (?P<position>.+); it answered (?P<answered>.+); "
    r"(?P<allowed>.+))?\.",
    re.DOTALL,
)


class FaultError(Exception):
    """A strategy answered with something illegal."""

    def __init__(self, found: Found) -> None:
        super().__init__(found.told)
        self.found = found


@dataclass(frozen=True)
class Step:
    """Games that are about to be played: what is told to those who wait, before it is done."""

    setting: Setting
    lineup: tuple[str, ...]
    seed: int
    first: int
    games: int


Watch = Callable[[Step], None]


def unwatched(step: Step) -> None:
    """Tell nobody."""


@dataclass
class Subject:
    """A strategy with its parameters at the table of the checks.

    Attributes
    ----------
    quick
        Fewer games, for those who check often.
    limit
        Seconds that one answer may take.
    watch
        Told before games are played.
    kept
        What several checks look at, made once.
    """

    player: Player
    quick: bool = False
    limit: float = LIMIT
    watch: Watch = field(default=unwatched)
    kept: dict[str, Any] = field(default_factory=dict, init=False)

    @cached_property
    def games_per_second(self) -> float:
        """Measured speed of `paskahousu` with four of them."""
        setting = next(each for each in preset_settings() if (each.name, each.players) == ("paskahousu", 4))
        seats = self.alone(setting)
        self.play(setting, seats, 0, 1)
        games, seconds = 1, 0.0
        while True:
            begun = time.process_time()
            self.play(setting, seats, 0, games)
            seconds = time.process_time() - begun
            if seconds >= MEASURED_SECONDS / 3:
                return games / seconds
            games *= 4

    @property
    def is_slow(self) -> bool:
        """Whether a game takes so long that few can be played."""
        return self.games_per_second < SLOW

    def games(self, fast: int) -> int:
        """Return how many games to play where a fast strategy plays `fast` in a full check."""
        if self.games_per_second < SLOW:
            return 1
        games = fast if self.games_per_second >= FAST else fast // 10
        return max(2, games // 5 if self.quick else games)

    def some(self, every: Sequence[T], quick: int = 3, slow: int = 3, both: int = 7) -> Iterator[T]:
        """Yield all, or each third or so where there is little time. The steps go through all numbers of players."""
        steps = {(False, False): 1, (True, False): quick, (False, True): slow, (True, True): both}
        return islice(every, 0, None, steps[self.quick, self.is_slow])

    def fitted(self, setting: Setting) -> Setting:
        """Return the setting, with shorter games where one would take long."""
        return setting.shorter() if self.games_per_second < FAST else setting

    def alone(self, setting: Setting) -> tuple[Player, ...]:
        """Return a table of nobody else."""
        return (self.player,) * setting.players

    def mixed(self, setting: Setting) -> tuple[Player, ...]:
        """Return a table with others: every second seat, which seat is first depends on the number of players."""
        others = [parse_player(name) for name in COMPANY]
        own = setting.players % 2
        return tuple(
            self.player if seat % 2 == own else others[(seat + setting.players) % 3] for seat in range(setting.players)
        )

    def play(
        self,
        setting: Setting,
        seats: Sequence[Player],
        first: int,
        games: int,
        seed: int = SEED,
        change: Callable[[Crew], Crew] = lambda crew: crew,
    ) -> Games:
        """Play games with the compiled engine.

        Parameters
        ----------
        change
            What is done to what the strategies own before the first game.

        Raises
        ------
        FaultError
            If an answer was illegal.
        """
        self.watch(Step(setting, tuple(player.spec for player in seats), seed, first, games))
        crew = change(crew_of(seats, setting.rules))
        try:
            return engine.play(setting.words, setting.players, crew, seed, first, games, detail=True)
        except PaskasimError as error:
            raise FaultError(fault_found(error, setting, seats, seed)) from error


def where(setting: Setting, seats: Sequence[Player], seed: int, game: int, seat: int = -1, turn: int = -1) -> Where:
    """Return the place of a find."""
    specs = [player.spec for player in seats]
    while len(specs) > 1 and specs[-1] == specs[-2]:
        specs.pop()
    return Where(setting.name, setting.players, ",".join(specs), seed, game, seat, turn, setting.switches)


def fault_found(error: PaskasimError, setting: Setting, seats: Sequence[Player], seed: int) -> Found:
    """Return a fault of the engine as a find."""
    told = FAULT.fullmatch(error.what)
    if told is None:
        return Found(error.what)
    place = where(setting, seats, seed, int(told["game"]), int(told["seat"]), int(told["turn"] or 0))
    sentence = f"Its answer to `{told['question']}` is not legal."
    return Found(sentence, place, told["position"] or "", told["answered"] or "", told["allowed"] or "")


def first_difference(one: Games, other: Games) -> int | None:
    """Return the number of the first game that is not the same in both, if there is one."""
    differ = (one.tallies != other.tallies).any(axis=0) | (one.places != other.places).any(axis=0)
    return one.first + int(np.argmax(differ)) if differ.any() else None


def in_words(games: Games, game: int) -> str:
    """Return how a game went, for a comparison with another."""
    column = game - games.first
    turns = int(games.tallies[at.TURNS, column])
    places = " ".join(str(int(place)) for place in games.places[: games.players, column])
    return f"{turns} turns, places {places}"
