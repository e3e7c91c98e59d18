"""Games forked at events: the same position with a burn, a take or a change of rules carried out and left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paskasim.errors import PaskasimError
from paskasim.rules.document import Document
from paskasim.rules.layer import layer_of
from paskasim.rules.messages import shown
from paskasim.studies.events import ALL, BRANCHES, CHANGE, EVENTS, FORK_COST, changed_rules, check_change
from paskasim.studies.probing import Probe, Settings, Shard, Sum, Whole, open_play
from paskasim.studies.study import MOST_GAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paskasim.studies.plan import Case

PHASES = ("stock", "rest")
COUNTED = {
    "maker_loses": "continuations that its maker lost",
    "next_loses": "continuations that the next player lost",
    "maker_first": "continuations in which its maker was out first",
    "next_first": "continuations in which the next player was out first",
    "no_end": "continuations that did not finish",
    "turns": "turns after the fork in those that did",
}


@dataclass(frozen=True)
class Names:
    """A list of events."""

    name: str
    meaning: str
    default: tuple[str, ...] = tuple(EVENTS)

    @property
    def allowed(self) -> str:
        """Which values are allowed."""
        return f"a list out of {', '.join(shown(name) for name in EVENTS)}, none of them twice,"

    def taken(self, value: object, folder: Path) -> tuple[str, ...] | None:
        """Return the events, in the order of the list of all."""
        if not isinstance(value, list) or not all(isinstance(name, str) and name in EVENTS for name in value):
            return None
        return tuple(name for name in EVENTS if name in value) if len({*value}) == len(value) else None

    def mark(self, value: Any, case: Case, folder: Path) -> Any:
        """Return the events."""
        return list(value)


@dataclass(frozen=True)
class Switches:
    """Other values for switches of play, such as `{ "faces.on_empty" = true }`."""

    name: str
    meaning: str
    default: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def allowed(self) -> str:
        """Which values are allowed."""
        return 'a table of switches of play, such as { "faces.on_empty" = true },'

    def taken(self, value: object, folder: Path) -> Mapping[str, Any] | None:
        """Return the switches by dotted key."""
        if not isinstance(value, Mapping):
            return None
        layer = layer_of(Document(self.name, dict(value)), "", folder, meta=False)
        if layer.mistakes:
            raise PaskasimError(f"{self.name}: {layer.mistakes[0][1]}", "`paskasim rules show NAME` lists switches.")
        check_change(layer.values)
        return dict(sorted(layer.values.items()))

    def mark(self, value: Any, case: Case, folder: Path) -> Any:
        """Return the switches, which have to go together with the rules of the case."""
        if value:
            changed_rules(case.rules, value)
        return value


def column(event: str, phase: str, what: str) -> str:
    """Return the name of a column."""
    return f"{event}_{phase}_{what}"


def _columns(event: str, noun: str) -> list[Sum]:
    found = []
    for phase in PHASES:
        found += [
            Sum(column(event, phase, "positions"), f"games forked at {noun}, phase {phase}"),
            Sum(column(event, phase, "continuations"), "times that each branch was played on"),
        ]
        for branch, words in BRANCHES.items():
            for name, meaning in COUNTED.items():
                found.append(Sum(column(event, phase, f"{name}_{branch}"), f"{meaning}, {words}"))
    return found


def _play(shard: Shard) -> NDArray[np.int64]:
    import numpy as np

    from paskasim.forks import fork_games, fork_of
    from paskasim.kernels import fork as at

    case, change = shard.case, shard.settings["rule"]
    wanted = [*(EVENTS[name] for name in shard.settings["of"]), *([CHANGE] if change else [])]
    sums = fork_games(
        case.rules, case.players, shard.crew, case.seed, shard.first, shard.games, shard.settings["continuations"],
        [fork_of(event, case.rules, case.players, change) for event in wanted], stop=shard.stop, played=shard.played,
    )  # fmt: skip
    kept = (at.MAKER_LOSES, at.NEXT_LOSES, at.MAKER_FIRST, at.NEXT_FIRST, at.NO_END, at.TURNS_FINISHED)
    columns = [at.POSITIONS, at.CONTINUATIONS, *(base + one for base in (at.WITH, at.WITHOUT) for one in kept)]
    both = [*columns, *(at.PHASE_COLUMNS + one for one in columns)]
    of = dict(zip((event.name for event in wanted), sums[:, :, both], strict=True))
    none = np.zeros((shard.games, len(both)), np.int64)
    return np.concatenate([of.get(event.name, none) for event in ALL], axis=1)


def _cost(case: Case, settings: Settings, folder: Path) -> float:
    events = len(settings["of"]) + bool(settings["rule"])
    return float(events * (FORK_COST + settings["continuations"]))


PROBE = Probe(
    about="sums over games forked at events: the same position with the event carried out and left out",
    columns=tuple(one for event in ALL for one in _columns(event.name, event.noun)),
    settings=(
        Whole("games", 20_480, 1, MOST_GAMES, "games of each case that are forked, once for each event"),
        Whole("continuations", 4, 1, 1000, "how often each branch is played on"),
        Names("of", "which events"),
        Switches("rule", "a change of rules from a turn on, picked by chance, as one more event; none if empty"),
    ),
    play=_play,
    cost=_cost,
    applies=open_play,
    shard_blocks=2,
    entries=("fork_batch",),
)
