"""Games with bluff forked at a claim, doubted or believed, and at a turn at which one may lie, lied or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paskasim.studies.events import FORK_COST
from paskasim.studies.probing import Probe, Settings, Shard, Sum, Whole
from paskasim.studies.study import MOST_GAMES

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from paskasim.studies.plan import Case

FORKS = ("doubt", "lie")
SITUATIONS = {
    "doubt": {"true": "a claim that is true", "false": "a claim that is a lie"},
    "lie": {"needless": "a turn at which something true may be claimed", "stuck": "one at which nothing true may"},
}
PILES = {"0": "up to 2", "3": "3 to 7", "8": "8 to 14", "15": "15 or more"}
"""Cards in the pile before the claim, by the least of them."""
LEFTS = {"out": "no card", "few": "1 to 3 cards", "more": "4 cards or more"}
"""Cards that the claimant has left in all zones."""
BRANCHES = {
    "doubt": {"with": "challenged by one who is asked", "without": "challenged by nobody"},
    "lie": {"with": "with a lie of one card", "without": "as an honest player would do"},
}
WHO = {"doubt": "the one who is asked", "lie": "the one who is to play"}
OTHER = {"doubt": "that the claimant lost", "lie": "in which the claim of this turn was challenged"}
BRANCH_SUMS = ("loses", "other", "ended", "turns")


def column(fork: str, situation: str, pile: str, left: str, what: str) -> str:
    """Return the name of a column."""
    return f"{fork}_{situation}_{pile}_{left}_{what}"


def _columns() -> Iterator[Sum]:
    for fork in FORKS:
        meanings = {
            "loses": f"continuations that {WHO[fork]} lost",
            "other": f"continuations {OTHER[fork]}",
            "ended": "continuations that finished",
            "turns": "turns after the fork in those",
        }
        for situation, at in SITUATIONS[fork].items():
            for pile, cards in PILES.items():
                for left, has in LEFTS.items():
                    where = f"at {at}, {cards} in the pile, claimant left with {has}"
                    yield Sum(column(fork, situation, pile, left, "positions"), f"games forked {where}")
                    for branch, done in BRANCHES[fork].items():
                        for what in BRANCH_SUMS:
                            name = column(fork, situation, pile, left, f"{what}_{branch}")
                            yield Sum(name, f"{meanings[what]}, {done}")


def _applies(case: Case) -> bool:
    return case.rules.bluff.on


def _play(shard: Shard) -> NDArray[np.int64]:
    import numpy as np

    from paskasim.bluff_forks import fork_bluffs

    case = shard.case
    sums = fork_bluffs(
        case.rules, case.players, shard.crew, case.seed, shard.first, shard.games, shard.settings["continuations"],
        stop=shard.stop, played=shard.played,
    )  # fmt: skip
    return np.concatenate(list(sums), axis=1)


def _cost(case: Case, settings: Settings, folder: Path) -> float:
    return float(len(FORKS) * (FORK_COST + 2 * settings["continuations"]))


PROBE = Probe(
    about="sums over games with bluff forked at a claim and at a turn at which one may lie",
    columns=tuple(_columns()),
    settings=(
        Whole("games", 20_480, 1, MOST_GAMES, "games of each case that are forked, once at a claim and once at a turn"),
        Whole("continuations", 4, 1, 1000, "how often each branch is played on"),
    ),
    play=_play,
    cost=_cost,
    applies=_applies,
    shard_blocks=2,
    entries=("bluff_fork_batch",),
)
