"""Studies: what to vary, for how many players, with whom, how many games, and what to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paskasim.rules import RuleSet

if TYPE_CHECKING:
    from paskasim.players import Player
    from paskasim.studies.precision import Precision

MOST_GAMES = 10**9
MOST_SEED = 2**64 - 1
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10


@dataclass(frozen=True)
class Variant:
    """A rule set of a study: a base with some switches changed.

    Attributes
    ----------
    label
        How reports call it.
    varied
        The switches that `[vary]` or `[[case]]` set, by dotted key.
    """

    rules: RuleSet
    label: str
    varied: Mapping[str, object]


@dataclass(frozen=True)
class Study:
    """A study file, checked.

    Attributes
    ----------
    slug
        Name of its folder of results: the file's name without ending.
    file
        The file's name.
    place, players_place
        How errors call the file, and its numbers of players: as the user named it, with the line.
    parsed
        The file's contents as TOML gave them.
    folder
        The file's folder, where paths of strategy files begin.
    bases
        For each rule set that the file names, by name, its own values of the switches in `[vary]`.
    precision
        When a case may stop before it has all its games.
    games_with
        By strategy, most games of the cases in which it plays.
    probe_settings
        What the file sets of each probe, by probe and setting; see `probing.settings_of` for the defaults.
    """

    slug: str
    title: str
    question: str
    file: str
    place: str
    players_place: str
    variants: tuple[Variant, ...]
    players: tuple[int, ...]
    lineups: tuple[str, ...]
    games: int
    seed: int
    questions: tuple[str, ...]
    keep_games: bool
    detail: bool
    parsed: Mapping[str, Any] = field(hash=False)
    folder: Path = Path()
    bases: Mapping[str, Mapping[str, object]] = field(default_factory=dict, hash=False)
    probe_settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    precision: Precision | None = None
    games_with: Mapping[str, int] = field(default_factory=dict, hash=False)

    def games_of(self, seats: Sequence[Player]) -> int:
        """Return how many games a case with these players gets."""
        names = {name for player in seats for name in player.names}
        return min([self.games, *(most for name, most in self.games_with.items() if name in names)])


def whole_number(value: object, low: int, high: int) -> int | None:
    """Return `value` as a whole number if it is one (1e6 too) from `low` to `high`, else None."""
    if isinstance(value, bool) or not isinstance(value, Integral | float):
        return None
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value) if low <= int(value) <= high else None
