"""Forked games: the same position played on with a burnt run carried out and left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paskasim.studies.events import BRANCHES, EVENTS, FORK_COST
from paskasim.studies.probing import Probe, Settings, Shard, Sum, Whole, open_play
from paskasim.studies.study import MOST_GAMES

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from paskasim.studies.plan import Case

COUNTED = {
    "maker_loses": "continuations that the maker of the run lost, burn {branch}",
    "maker_first": "continuations in which the maker of the run was out first, burn {branch}",
    "no_end": "continuations that did not finish, burn {branch}",
    "turns": "turns after the fork, burn {branch}",
}


def _applies(case: Case) -> bool:
    return case.rules.fours.burn and open_play(case)


def _play(shard: Shard) -> NDArray[np.int64]:
    import numpy as np

    from paskasim.forks import fork_games, fork_of
    from paskasim.kernels import fork as at

    case = shard.case
    fork = fork_of(EVENTS["four"], case.rules, case.players)
    (sums,) = fork_games(
        case.rules, case.players, shard.crew, case.seed, shard.first, shard.games,
        shard.settings["continuations"], [fork], stop=shard.stop, played=shard.played,
    )  # fmt: skip
    both_phases = sums[:, : at.PHASE_COLUMNS] + sums[:, at.PHASE_COLUMNS :]
    kept = (at.MAKER_LOSES, at.MAKER_FIRST, at.NO_END, at.TURNS_AFTER)
    columns = [at.POSITIONS, at.CONTINUATIONS, *(base + column for base in (at.WITH, at.WITHOUT) for column in kept)]
    return np.ascontiguousarray(both_phases[:, columns])


def _cost(case: Case, settings: Settings, folder: Path) -> float:
    return float(FORK_COST + settings["continuations"])


PROBE = Probe(
    about="sums over forked games: the same position with a burnt run carried out and left out",
    columns=(
        Sum("positions", "games that were forked"),
        Sum("continuations", "times that each branch was played on"),
        *(
            Sum(f"{name}_{branch}", meaning.format(branch=words))
            for branch, words in BRANCHES.items()
            for name, meaning in COUNTED.items()
        ),
    ),
    settings=(
        Whole("games", 20_480, 1, MOST_GAMES, "games of each case that are forked"),
        Whole("continuations", 4, 1, 1000, "how often each branch is played on"),
    ),
    play=_play,
    cost=_cost,
    applies=_applies,
    entries=("fork_batch",),
)
