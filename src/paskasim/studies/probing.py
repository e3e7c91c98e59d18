"""What a probe declares: its columns, its settings, and how to play a shard of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from paskasim.errors import PaskasimError
from paskasim.rules.messages import shown
from paskasim.studies import probes
from paskasim.studies.study import whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paskasim.lineups import Crew, Player
    from paskasim.studies.plan import Case
    from paskasim.studies.study import Study

BLOCK = 1024
Settings = Mapping[str, Any]


class Setting(Protocol):
    """A key of a probe's table in a study file."""

    @property
    def name(self) -> str:
        """The key."""
        ...

    @property
    def default(self) -> Any:
        """Its value where the file says nothing."""
        ...

    @property
    def meaning(self) -> str:
        """What it sets, in a sentence without its full stop."""
        ...

    @property
    def allowed(self) -> str:
        """Which values are allowed: 'a whole number from 1 to 9'."""
        ...

    def taken(self, value: object, folder: Path) -> Any:
        """Return the value as the probe gets it, None if it is not allowed.

        Raises
        ------
        PaskasimError
            If more can be said of what is wrong.
        """
        ...

    def mark(self, value: Any, case: Case, folder: Path) -> Any:
        """Return what tells two values apart, to be written as JSON: sums of other values are played anew."""
        ...


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`."""

    name: str
    default: int
    low: int
    high: int
    meaning: str

    @property
    def allowed(self) -> str:
        """Which values are allowed."""
        return f"a whole number from {self.low:,} to {self.high:,}"

    def taken(self, value: object, folder: Path) -> int | None:
        """Return the number."""
        return whole_number(value, self.low, self.high)

    def mark(self, value: Any, case: Case, folder: Path) -> Any:
        """Return the number."""
        return value


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    name: str
    default: str
    choices: tuple[str, ...]
    meaning: str

    @property
    def allowed(self) -> str:
        """Which values are allowed."""
        return f"one of {', '.join(shown(choice) for choice in self.choices)}"

    def taken(self, value: object, folder: Path) -> str | None:
        """Return the word."""
        return value if isinstance(value, str) and value in self.choices else None

    def mark(self, value: Any, case: Case, folder: Path) -> Any:
        """Return the word."""
        return value


@dataclass(frozen=True)
class Strategies:
    """A list of strategies, at least `least` of them, such as `["lowest", "linear"]`."""

    name: str
    default: tuple[str, ...]
    meaning: str
    least: int = 1

    @property
    def allowed(self) -> str:
        """Which values are allowed."""
        few = "a list of strategies" if self.least == 1 else f"a list of {self.least} strategies or more"
        return f'{few}, such as ["lowest", "linear"],'

    def taken(self, value: object, folder: Path) -> tuple[str, ...] | None:
        """Return the strategies as texts, each one known and none of them twice."""
        from paskasim.lineups import parse_player

        if not isinstance(value, list) or len(value) < self.least or not all(isinstance(text, str) for text in value):
            return None
        specs = [parse_player(text, folder).spec for text in value]
        if len({*specs}) < len(specs):
            raise PaskasimError(f"{self.name}: a strategy stands there twice.", "Leave one of them out.")
        return tuple(value)

    def mark(self, value: Any, case: Case, folder: Path) -> Any:
        """Return the identity of each strategy, which changes with its file or its weights."""
        from paskasim.lineups import parse_player

        return [parse_player(text, folder).identity(case.rules, case.players) for text in value]


@dataclass(frozen=True)
class Sum:
    """A column of a probe: a whole number of each unit, summed over blocks."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Shard:
    """What a probe gets to play.

    Attributes
    ----------
    first, games
        The units to play, by number: `first` up to, without, `first + games`.
    settings
        Every setting of the probe, by name.
    crew_of
        Compiles the players at their seats, for the rules and the number of players of the case; the same line-up
        twice is compiled once. The crew of the case itself is `crew_of(case.seats)`.
    folder
        Where paths of strategy files begin.
    stop
        Asked between batches; where it says True the probe raises `engine.InterruptedPlayError`.
    played
        Told how many units each batch held.
    """

    case: Case
    first: int
    games: int
    settings: Settings
    crew_of: Callable[[Sequence[Player]], Crew]
    folder: Path = Path()
    stop: Callable[[], bool] = lambda: False
    played: Callable[[int], None] = lambda games: None

    @property
    def rules(self) -> NDArray[np.int64]:
        """The rules as the compiled game takes them."""
        from paskasim.rules.tables import rule_tables

        return rule_tables(self.case.rules, self.case.players)

    @property
    def crew(self) -> Crew:
        """The players of the case at their seats."""
        return self.crew_of(self.case.seats)

    def crew_from(self, lineup: Sequence[str]) -> Crew:
        """Return a line-up given as text at the seats of the case; the last strategy fills the seats that are left."""
        from paskasim.lineups import parse_lineup

        return self.crew_of(parse_lineup(lineup, self.case.players, self.folder))


def _as_one_game(case: Case, settings: Settings, folder: Path) -> float:
    return 1.0


def _always(case: Case) -> bool:
    return True


def open_play(case: Case) -> bool:
    """Whether a case is played without bluff."""
    return not case.rules.bluff.on


@dataclass(frozen=True)
class Probe:
    """An extra measurement.

    Attributes
    ----------
    about
        What its file holds, for docs/results.md.
    columns
        What `play` returns, by column.
    settings
        The keys of its table. One of them is `counted_by`: how many units are played of each case, never more than
        the study has games of it. Numbers of units are numbers of games, unless `play` makes them mean something else,
        such as a series of games.
    play
        Plays a shard: int64, (units x columns). It must depend on the case, the settings and the numbers of the
        units alone, so that threads and interruptions leave the same sums.
    applies
        Whether a case can be measured.
    seats_itself
        Whether it seats players of its own, so that line-ups with the same rules and number of players would measure
        the same; then only the first of these is measured.
    cost
        How many games of the case take about as long as a unit, for `--dry-run`; the path is that of the study's
        folder.
    block
        Units of which the sums are kept together.
    shard_blocks
        Blocks that are played in one go: about half a second.
    entries
        The compiled entries that it calls, by name.
    counted_by
        What its units are called: the name of that setting, and of the column that counts them, if it has one.
    """

    about: str
    columns: tuple[Sum, ...]
    settings: tuple[Setting, ...]
    play: Callable[[Shard], NDArray[np.int64]]
    applies: Callable[[Case], bool] = _always
    seats_itself: bool = False
    cost: Callable[[Case, Settings, Path], float] = _as_one_game
    block: int = BLOCK
    shard_blocks: int = 10
    entries: tuple[str, ...] = ()
    counted_by: str = "games"

    def setting(self, name: str) -> Setting | None:
        """Return a setting by name."""
        return next((setting for setting in self.settings if setting.name == name), None)

    def shards(self, units: int) -> list[tuple[int, int]]:
        """Return (first unit, number of units) of the shards of so many units."""
        size = self.block * self.shard_blocks
        return [(first, min(size, units - first)) for first in range(0, units, size)]


def load(name: str) -> Probe:
    """Return a probe by name, which must be one of `probes.names()`."""
    probe: Probe = probes.declared(name)
    return probe


def settings_of(study: Study, name: str) -> dict[str, Any]:
    """Return the settings of a probe in a study, the defaults where its file says nothing."""
    given = study.probe_settings.get(name, {})
    return {setting.name: given.get(setting.name, setting.default) for setting in load(name).settings}


def seconds_of(study: Study, cases: Sequence[Case]) -> float:
    """Return about how long the probes of a study take on one core, at the speeds that strategies say of themselves."""
    total = 0.0
    for name in wanted(study):
        probe, settings = load(name), settings_of(study, name)
        for case in measured(name, cases):
            units = min(units_of(study, name), case.games)
            total += units * probe.cost(case, settings, study.folder) / case.games_per_second
    return total


def measured(name: str, cases: Sequence[Case]) -> list[Case]:
    """Return which of the cases of a study a probe measures, in their order."""
    probe = load(name)
    chosen = [case for case in cases if probe.applies(case)]
    if not probe.seats_itself:
        return chosen
    first: dict[Hashable, Case] = {}
    for case in chosen:
        first.setdefault((case.label, str(sorted(case.rules.flat().items())), case.players, case.seed), case)
    return list(first.values())


def units_of(study: Study, name: str) -> int:
    """Return how many units of a probe a study wants of each case."""
    units: int = settings_of(study, name)[load(name).counted_by]
    return units


def mark_of(study: Study, name: str, case: Case) -> dict[str, Any]:
    """Return all settings of a probe but the number of units, as they are compared with what was played before."""
    given = settings_of(study, name)
    probe = load(name)
    return {
        setting.name: setting.mark(given[setting.name], case, study.folder)
        for setting in probe.settings
        if setting.name != probe.counted_by
    }


def wanted(study: Study) -> tuple[str, ...]:
    """Return the probes that the questions of a study want, sorted."""
    from paskasim.analysis.questions import load as question

    return tuple(sorted({probe for name in study.questions for probe in getattr(question(name), "PROBES", ())}))
