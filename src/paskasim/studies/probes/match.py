"""Matches: rounds in a row, with the deal going round or going to the loser, the same game numbers for both."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from paskasim.matches import MOST_LETTERS, MOST_MATCHES, MOST_ROUNDS
from paskasim.studies.probing import Choice, Probe, Settings, Shard, Sum, Whole
from paskasim.studies.study import MOST_PLAYERS

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from paskasim.matches import Match
    from paskasim.studies.plan import Case

WHOLE = 2520
"""What one match won or lost counts; k people who share it count 2520 / k each, whole for every number of people."""
STEPS = 8
SHORTEST = 32
OCTAVES = 11
LENGTHS = tuple(round(SHORTEST * 2 ** (i / STEPS)) for i in range(STEPS * OCTAVES + 1))
"""From so many turns on a match counts for the next kind of length: eight kinds from a length to its double."""
DEAL_SECONDS = 25e-6
"""What a deal costs beside its game."""
BOTH = "both"
WAYS = {"rotates": "the deal going round", "loser": "the loser dealing"}


def _each(name: str, kinds: int, what: str) -> list[Sum]:
    return [Sum(f"{name}_{i}", what.format(i)) for i in range(kinds)]


def _lengths() -> list[Sum]:
    first = Sum("turns_0", f"matches of fewer than {LENGTHS[0]:,} turns")
    middle = [
        Sum(f"turns_{i}", f"matches of {low:,} to {high - 1:,} turns")
        for i, (low, high) in enumerate(pairwise(LENGTHS), start=1)
    ]
    return [first, *middle, Sum(f"turns_{len(LENGTHS)}", f"matches of {LENGTHS[-1]:,} turns or more")]


COUNTED = (
    Sum("decided", "matches that came to their end; all other columns count only these"),
    Sum("rounds", "rounds"),
    Sum("deals", "games dealt, those without a loser included"),
    Sum("turns", "turns of all games dealt"),
    *_each("won", MOST_PLAYERS, f"matches won by person {{}}, {WHOLE} each, shared where several won"),
    *_each("lost", MOST_PLAYERS, f"matches lost by person {{}}, {WHOLE} each, shared where several lost"),
    *_each("losses", MOST_PLAYERS, "rounds lost by person {}"),
    *_each("winner_losses", MOST_LETTERS - 1, "matches whose winner lost {} rounds"),
    Sum(f"winner_losses_{MOST_LETTERS - 1}", f"matches whose winner lost {MOST_LETTERS - 1} rounds or more"),
    Sum("full", "rounds with everybody still in the match"),
    *_each("seat", MOST_PLAYERS, "those lost by seat {}"),
    Sum("followed", "those of them that another round went before"),
    *_each("next", MOST_PLAYERS, "those lost by the person {} places clockwise from the loser of the round before"),
    *_lengths(),
)


def _play(shard: Shard) -> NDArray[np.int64]:
    import numpy as np

    from paskasim.engine import InterruptedPlayError
    from paskasim.matches import Table, play_match

    case, settings = shard.case, shard.settings
    table = Table(case.rules, case.seats, case.seed, shard.crew_of)
    rows = np.zeros((shard.games, 1 + len(WAYS) * len(COUNTED)), np.int64)
    rows[:, 0] = 1
    for i in range(shard.games):
        if shard.stop():
            raise InterruptedPlayError
        table.forget()
        for way, name in enumerate(WAYS):
            if settings["next_dealer"] in (BOTH, name):
                match = play_match(
                    shard.first + i, case.players, loser_deals=name == "loser",
                    rounds=settings["rounds"], letters=settings["letters"], deal=table.deal,
                )  # fmt: skip
                first = 1 + way * len(COUNTED)
                rows[i, first : first + len(COUNTED)] = counted(match, case.players)
        shard.played(1)
    return rows


def counted(match: Match, players: int) -> list[int]:
    """Return the columns of COUNTED for a match; zeros if it found no end."""
    from bisect import bisect_right

    row = dict.fromkeys((column.name for column in COUNTED), 0)
    if not match.decided:
        return list(row.values())
    row["decided"] = 1
    row["rounds"] = len(match.rounds)
    for kind, people in (("won", match.best), ("lost", match.worst)):
        for person in people:
            row[f"{kind}_{person}"] = WHOLE // len(people)
    for person, losses in enumerate(match.losses):
        row[f"losses_{person}"] = losses
    row[f"winner_losses_{min(min(match.losses), MOST_LETTERS - 1)}"] = 1
    before = None
    for each in match.rounds:
        row["deals"] += each.deals
        row["turns"] += each.turns
        if len(each.people) == players:
            row["full"] += 1
            row[f"seat_{each.people.index(each.loser)}"] += 1
            if before is not None:
                row["followed"] += 1
                row[f"next_{(each.loser - before) % players}"] += 1
        before = each.loser
    row[f"turns_{bisect_right(LENGTHS, row['turns'])}"] = 1
    return list(row.values())


def _cost(case: Case, settings: Settings, folder: Path) -> float:
    ways = len(WAYS) if settings["next_dealer"] == BOTH else 1
    rounds = case.players * settings["letters"] or settings["rounds"]
    return float(ways * rounds * (1 + DEAL_SECONDS * case.games_per_second))


PROBE = Probe(
    about="sums over matches: who wins and who loses them, how long they last, who loses after whom",
    columns=(
        Sum("matches", "matches played"),
        *(
            Sum(f"{column.name}_{way}", f"{column.meaning}, {words}")
            for way, words in WAYS.items()
            for column in COUNTED
        ),
    ),
    settings=(
        Whole("matches", 8_192, 1, MOST_MATCHES, "matches of each case"),
        Choice("next_dealer", BOTH, (BOTH, *WAYS), "who deals the next round"),
        Whole("letters", 0, 0, MOST_LETTERS, "losses after which a person is out of the match; 0: nobody goes out"),
        Whole("rounds", 12, 1, MOST_ROUNDS, "rounds of a match where nobody goes out (letters = 0)"),
    ),
    play=_play,
    cost=_cost,
    block=64,
    shard_blocks=4,
    counted_by="matches",
)
