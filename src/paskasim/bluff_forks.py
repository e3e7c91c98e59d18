"""Games with bluff forked at a decision, from Python: to doubt or to believe, to lie or not to."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import FIRST_BATCH, Workspace, in_batches
from paskasim.kernels.bluff_fork import BLUFF_FORK_COLUMNS, BLUFF_FORK_WORK_WORDS, FORKS, bluff_fork_batch
from paskasim.lineups import Crew
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables


def fork_bluffs(
    rules: RuleSet,
    players: int,
    crew: Crew,
    seed: int,
    first: int,
    games: int,
    continuations: int,
    *,
    stop: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda games: None,
) -> NDArray[np.int64]:
    """Fork each game once at a claim and once at a turn at which one may lie, and play both branches on.

    Arguments as in `engine.play`, for rules with bluff; `continuations` is how often each branch is played on.

    Returns
    -------
    ndarray
        (FORKS x games x BLUFF_FORK_COLUMNS) the sums named in `kernels.bluff_fork`.
    """
    words = rule_tables(rules, players)
    sums = np.zeros((FORKS, games, BLUFF_FORK_COLUMNS), np.int64)
    space = Workspace(players, crew, seed, BLUFF_FORK_WORK_WORDS)

    def batch(part: slice) -> None:
        count = part.stop - part.start
        for fork in range(FORKS):
            space.run(bluff_fork_batch, words, first + part.start, count, fork, continuations, sums[fork, part])

    in_batches(games, FIRST_BATCH, batch, stop=stop, played=played)
    return sums
