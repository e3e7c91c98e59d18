"""The character of games, followed turn by turn: leads, danger, waiting, and how early the loser can be told.

Everything is summed over games with a loser. The forecast is fitted on the games with even numbers of a shard, and
judged on those with odd ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paskasim.studies.probing import Probe, Settings, Shard, Sum, Whole, open_play
from paskasim.studies.study import MOST_GAMES

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from paskasim.studies.plan import Case

MOMENTS = 40
GAP_KINDS = 16
IDLE_KINDS = 16
BINS = 10
MILLION = 1_000_000
WHOLE = 2520
"""What naming the loser alone counts; m seats named alike count 2520 / m, whole for every number of players."""
FIT_EVERY = 4
FOLLOWED_SECONDS = 40e-6
"""What following a game costs beside the game."""


def _spread(name: str, kinds: int, width: int, what: str) -> list[Sum]:
    """Return the columns of a count by size, the last of which stands for all larger sizes, too."""
    sizes = [f"{i * width}" if width == 1 else f"{i * width} to {i * width + width - 1}" for i in range(kinds)]
    sizes[-1] = f"{(kinds - 1) * width} or more"
    return [Sum(f"{name}_{i}", what.format(size)) for i, size in enumerate(sizes)]


FOLLOWED = (
    Sum("games", "games that were followed"),
    Sum("finished", "those with a loser; all other columns count only these"),
    Sum("turns", "turns"),
    Sum("choices", "turns with two or more legal actions"),
    Sum("burns", "piles burnt"),
    Sum("lead_changes", "changes of the seat that alone has the fewest cards"),
    Sum("danger_changes", "changes of the seat that alone has the most cards"),
    Sum("winner_turns", "turns until the first player was out"),
    Sum("winner_behind", "those after which that player had more cards than somebody else"),
    Sum("winner_cards", "by how many cards, summed over those turns"),
    Sum(
        "most_cards",
        "games in which one seat alone had most cards when the stock ran out; at half time without a stock",
    ),
    Sum("most_cards_saved", "those that this seat did not lose"),
    Sum("out_turns", "turns that players who were out sat idle, summed over these players"),
    Sum("first_out_turns", "turns that the first one out sat idle"),
    Sum("waits", "times that a seat had a turn and later another one"),
    Sum("wait_turns", "turns of others in between, summed"),
    Sum("longest_wait", "longest wait of the game in turns, summed over games"),
    *_spread("wait", GAP_KINDS, 1, "waits of {} turns"),
    *_spread("idle", IDLE_KINDS, 10, "games whose first one out sat idle for {} turns"),
)
FORECAST = (
    Sum("judged", "games on which the forecast was judged"),
    Sum("log_loss", "minus the logarithm of the chance given to the loser, in millionths, mean over the moments"),
    Sum("log_loss_even", "the same for even chances of all who are in the game"),
    Sum("drama", "mean square root of the danger that the loser was ahead of, in millionths"),
    Sum("ahead", "moments at which somebody else was more likely to lose than the loser"),
    Sum("peak", "highest chance to lose of anybody who did not lose, in millionths"),
    Sum("open_50", "moments until the loser had a chance of 50 % or more for good"),
    Sum("open_80", "moments until the loser had a chance of 80 % or more for good"),
    *(
        Sum(f"named_{i}", f"{WHOLE} for each game whose loser the forecast names {i} fortieths into the game")
        for i in range(MOMENTS)
    ),
    *(
        Sum(f"{name}_{i}", what.format(f"{10 * i} to {10 * i + 10} %"))
        for name, what in (
            ("chances", "chances of {} that were given to somebody at some moment"),
            ("expected", "sum of these chances of {}, in millionths"),
            ("lost", "chances of {} that were given to who lost in the end"),
        )
        for i in range(BINS)
    ),
)


def _play(shard: Shard) -> NDArray[np.int64]:
    import numpy as np

    from paskasim.chronicle import follow_games
    from paskasim.forecast import Moments, fit
    from paskasim.kernels import chronicle as at

    case = shard.case
    found = follow_games(
        shard.rules, case.players, shard.crew, case.seed, shard.first, shard.games,
        stop=shard.stop, played=shard.played,
    )  # fmt: skip
    ended = found.rows[:, at.ENDED] == 1
    odd = (shard.first + np.arange(shard.games)) % 2 == 1
    moments = Moments(
        found.moments[:, :, : case.players], found.moments[:, :, at.PHASE], found.moments[:, :, at.TO_PLAY]
    )
    loser = np.broadcast_to(found.rows[:, at.LOSER, None], moments.phase.shape)
    known = np.ix_(ended & ~odd, np.arange(FIT_EVERY // 2, MOMENTS, FIT_EVERY))
    seen = Moments(
        moments.cards[known].reshape(-1, case.players), moments.phase[known].ravel(), moments.to_play[known].ravel()
    )
    forecast = fit(seen, loser[known].ravel(), at.PHASES)
    judged = ended & odd
    rows = np.zeros((shard.games, len(FOLLOWED) + len(FORECAST)), np.int64)
    rows[:, : len(FOLLOWED)] = found.rows[:, : at.LOSER]
    rows[judged, len(FOLLOWED) :] = judge(forecast.chances(moments.of(judged)), found.rows[judged, at.LOSER])
    return rows


def judge(chances: NDArray[np.float64], loser: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the columns of FORECAST for games with a loser.

    Parameters
    ----------
    chances
        (games x moments x seats) chances to lose.
    loser
        (games,) the seat that lost.
    """
    import numpy as np

    games, seats = np.arange(len(loser)), np.arange(chances.shape[-1])
    own = chances[games, :, loser]
    others = np.where(seats == loser[:, None, None], -1.0, chances).max(axis=-1)
    behind = np.maximum(others - own, 0.0)
    ahead = (behind > 0).sum(axis=1)
    drama = np.sqrt(behind).sum(axis=1) / np.maximum(ahead, 1)
    alike = (chances == chances.max(axis=-1, keepdims=True)).sum(axis=-1)
    named = np.where(own == chances.max(axis=-1), WHOLE // alike, 0)
    active = (chances > 0).sum(axis=-1)
    columns = [
        np.ones(len(loser)),
        -np.log(own).mean(axis=1) * MILLION,
        np.log(active).mean(axis=1) * MILLION,
        drama * MILLION,
        ahead,
        others.max(axis=1) * MILLION,
        *(_open(own, level) for level in (0.5, 0.8)),
        *named.T,
    ]
    bins = np.minimum((chances * BINS).astype(np.int64), BINS - 1)
    hit = seats == loser[:, None, None]
    counted: list[list[NDArray[np.float64]]] = [[], [], []]
    for i in range(BINS):
        here = (bins == i) & (chances > 0)
        for kept, values in zip(counted, (here, here * chances * MILLION, here & hit), strict=True):
            kept.append(values.sum(axis=(1, 2)))
    columns += [values for kept in counted for values in kept]
    found: NDArray[np.int64] = np.rint(np.stack(columns, axis=1)).astype(np.int64)
    return found


def _open(own: NDArray[np.float64], level: float) -> NDArray[np.int64]:
    """Return how many moments pass until the chance of the loser is `level` or more for good."""
    import numpy as np

    below = own[:, ::-1] < level
    found: NDArray[np.int64] = np.where(below.any(axis=1), own.shape[1] - below.argmax(axis=1), 0)
    return found


def _cost(case: Case, settings: Settings, folder: Path) -> float:
    return 1 + FOLLOWED_SECONDS * case.games_per_second


PROBE = Probe(
    about="sums over games followed turn by turn: leads, danger, waiting, and how early the loser can be told",
    columns=(*FOLLOWED, *FORECAST),
    settings=(Whole("games", 20_480, 1, MOST_GAMES, "games of each case that are followed turn by turn"),),
    play=_play,
    cost=_cost,
    applies=open_play,
    entries=("chronicle_batch",),
)
