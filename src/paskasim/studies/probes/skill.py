"""Skill and luck: two rungs of the ladder on the same deals, seated in every way of a balanced set."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from paskasim.errors import PaskasimError
from paskasim.studies.probing import Probe, Settings, Shard, Strategies, Sum, Whole
from paskasim.studies.rungs import RUNGS
from paskasim.studies.study import MOST_GAMES

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from paskasim.studies.plan import Case

MOST_RUNGS = 4
BLOCK = 32
OUTCOME = (
    Sum("finished", "games with a loser, over all seatings"),
    Sum("lost_low", "those that one player of the lower rung lost, 2520 each"),
    Sum("lost_high", "those that one player of the higher rung lost, 2520 each"),
    Sum("ahead", "tables at which the higher rung finishes ahead of the lower one, 7200 each; ties half"),
)
LEVELS = {
    "cell": "cost of a game to a player above an even share",
    "seat": "sum of it over all line-ups, by seat",
    "lineup": "sum of it over all seats, by line-up as that player sees it",
    "own": "sum of it over all seats and line-ups, by the player's own rung",
}
SQUARES = (
    *(Sum(f"{level}_squares", f"{meaning}, squared") for level, meaning in LEVELS.items()),
    *(
        Sum(f"{level}_products", f"{meaning}: products of each two different deals of the block")
        for level, meaning in LEVELS.items()
    ),
)
COUNTED = (*OUTCOME, *SQUARES)


def pairs_of(rungs: int) -> list[tuple[int, int]]:
    """Return each two of so many rungs, the lower one first."""
    return list(combinations(range(rungs), 2))


def column_of(name: str, pair: tuple[int, int]) -> str:
    """Return the column of a pair of rungs."""
    return f"{name}_{pair[0]}_{pair[1]}"


@dataclass(frozen=True)
class Rungs(Strategies):
    """Strategies from the weakest to the strongest, at most MOST_RUNGS."""

    @property
    def allowed(self) -> str:
        """Which values are allowed."""
        return f'a list of {self.least} to {MOST_RUNGS} strategies, such as ["lowest", "linear"],'

    def taken(self, value: object, folder: Path) -> tuple[str, ...] | None:
        """Return the strategies as texts."""
        if isinstance(value, list) and len(value) > MOST_RUNGS:
            raise PaskasimError(
                f"{self.name}: {len(value)} strategies are more than {MOST_RUNGS}.", "Leave some of them out."
            )
        return super().taken(value, folder)


def _play(shard: Shard) -> NDArray[np.int64]:
    import numpy as np

    from paskasim.lineups import parse_player
    from paskasim.skill import by_player, costs, outcome, squares

    case = shard.case
    rungs = [parse_player(text, shard.folder) for text in shard.settings["rungs"]]
    width = len(COUNTED)
    rows = np.zeros((shard.games, 1 + len(pairs_of(MOST_RUNGS)) * width), np.int64)
    rows[:, 0] = 1
    for i, pair in enumerate(pairs_of(MOST_RUNGS)):
        if max(pair) < len(rungs):
            played = costs(
                shard.rules, [rungs[rung] for rung in pair], case.players, case.seed, shard.first, shard.games,
                shard.crew_of, stop=shard.stop,
            )  # fmt: skip
            told = by_player(played[0])
            own = rows[:, 1 + i * width : 1 + (i + 1) * width]
            own[:, : len(OUTCOME)] = outcome(*played)
            for start in range(0, shard.games, BLOCK):
                block = slice(start, start + BLOCK)
                own[block, len(OUTCOME) :] = squares(told[:, :, block])
    shard.played(shard.games)
    return rows


def _cost(case: Case, settings: Settings, folder: Path) -> float:
    from paskasim.lineups import parse_player
    from paskasim.skill import seatings

    speeds = [parse_player(text, folder).games_per_second for text in settings["rungs"]]
    tables = sum(case.games_per_second / min(speeds[one], speeds[other]) for one, other in pairs_of(len(speeds)))
    return tables * len(seatings(case.players))


PROBE = Probe(
    about="sums over pairs of rungs on the same deals in other seats: who finishes ahead, and what decides that",
    columns=(
        Sum("games", "deals, each played in every seating by each two rungs"),
        *(
            Sum(column_of(column.name, pair), f"{column.meaning}; rungs {pair[0] + 1} and {pair[1] + 1}")
            for pair in pairs_of(MOST_RUNGS)
            for column in COUNTED
        ),
    ),
    settings=(
        Whole("games", 8_192, 1, MOST_GAMES, "deals of each case"),
        Rungs("rungs", RUNGS, "who plays against whom, from the weakest to the strongest", least=2),
    ),
    play=_play,
    seats_itself=True,  # who plays is what the setting says
    cost=_cost,
    block=BLOCK,
    shard_blocks=8,
)
