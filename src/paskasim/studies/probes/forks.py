"""Forked games: the same position played on with a burnt run carried out and left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paskasim.studies.probing import Probe, Shard, Sum, Whole
from paskasim.studies.study import MOST_GAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paskasim.studies.plan import Case

COUNTED = {
    "maker_loses": "continuations that the maker of the run lost, burn {branch}",
    "maker_first": "continuations in which the maker of the run was out first, burn {branch}",
    "no_end": "continuations that did not finish, burn {branch}",
    "turns": "turns after the fork, burn {branch}",
}
BRANCHES = {"with": "carried out", "without": "left out"}


def _applies(case: Case) -> bool:
    return case.rules.fours.burn


def _play(shard: Shard) -> NDArray[np.int64]:
    from paskasim.forks import fork_games

    return fork_games(
        shard.rules, shard.case.players, shard.crew, shard.case.seed, shard.first, shard.games,
        shard.settings["continuations"], stop=shard.stop, played=shard.played,
    )  # fmt: skip


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
    applies=_applies,
    entries=("fork_batch",),
)
