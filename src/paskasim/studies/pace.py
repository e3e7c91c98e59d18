"""The pace of a table: how many seconds each kind of turn takes, and shuffling and dealing; assumed, not measured."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from paskasim.rules import RuleSet
from paskasim.rules.messages import did_you_mean, near, shortened, shown, visible

KEY = "pace"
MOST_SECONDS = 3600
ALLOWED = f"seconds from 0 to {MOST_SECONDS:,}, to the hundredth, are"
SETUP = ("games", "deck_cards", "dealt_cards", "swapping_players")
"""What counts once a game, whatever is played."""


@dataclass(frozen=True)
class Step:
    """Something that takes time: its default seconds, and how often it happens in a game."""

    name: str
    seconds: float
    meaning: str
    count: Mapping[str, int]


@cache
def steps() -> tuple[Step, ...]:
    """Return all steps with our estimates, from `seconds.toml`."""
    table = tomllib.loads(files("paskasim.studies").joinpath("seconds.toml").read_text(encoding="utf-8"))
    return tuple(Step(name, **about) for name, about in table.items())


@dataclass(frozen=True)
class Pace:
    """Seconds of every step; hashable, in whole hundredths so that sums are exact.

    Attributes
    ----------
    hundredths
        Hundredths of a second, in the order of `steps()`.
    own
        The steps that a study sets.
    """

    hundredths: tuple[int, ...]
    own: tuple[str, ...] = ()

    def seconds(self, name: str) -> float:
        """Return the seconds of a step."""
        return self.hundredths[[step.name for step in steps()].index(name)] / 100

    @property
    def weights(self) -> dict[str, int]:
        """Hundredths of a second that each column of a game row, and each of `SETUP`, adds for every one counted."""
        found: dict[str, int] = {}
        for step, each in zip(steps(), self.hundredths, strict=True):
            for column, times in step.count.items():
                found[column] = found.get(column, 0) + times * each
        return found

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a game row that it weighs."""
        return tuple(column for column in self.weights if column not in SETUP)

    def setup(self, rules: RuleSet, players: int) -> int:
        """Return the hundredths of a second that a game takes before its first turn.

        Raises
        ------
        PaskasimError
            If the deal does not fit.
        """
        dealt = rules.deal_for(players)
        counted = {
            "games": 1,
            "deck_cards": dealt.cards,
            "dealt_cards": sum(dealt.hand_sizes) + players * (rules.deal.down + rules.deal.up) + rules.deal.turned,
            "swapping_players": players if rules.deal.swap == "any" else 0,
        }
        weights = self.weights
        return sum(weights.get(name, 0) * counted[name] for name in SETUP)


def read_pace(table: Mapping[str, Any]) -> tuple[Pace, dict[str, str]]:
    """Return the pace of a table `[pace]`, and what is wrong with it by key."""
    known = {step.name: round(100 * step.seconds) for step in steps()}
    wrong: dict[str, str] = {}
    for name, value in table.items():
        if name not in known:
            keys = [f"{KEY}.{each}" for each in known]
            meant = did_you_mean(near(f"{KEY}.{name}", keys))
            wrong[name] = f"{KEY}.{shortened(visible(name))} is no key of a study; there are {', '.join(keys)}{meant}."
        elif (given := _hundredths(value)) is None:
            wrong[name] = f"{KEY}.{name} = {shown(value)} is not allowed; {ALLOWED}."
        else:
            known[name] = given
    own = tuple(step.name for step in steps() if step.name in table)
    return Pace(tuple(known.values()), own), wrong


def _hundredths(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_SECONDS:
        return None
    found = round(100 * value)
    return found if math.isclose(found, 100 * value, abs_tol=1e-6) else None
