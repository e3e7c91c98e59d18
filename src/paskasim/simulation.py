"""Playing one case: the rows as a data frame, or game by game as a stream in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from paskasim.engine import Games, play
from paskasim.errors import PaskasimError
from paskasim.lineups import crew_of
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.studies.plan import Case, case_of
from paskasim.studies.study import MOST_GAMES, MOST_SEED, whole_number
from paskasim.studies.sweep import default_threads

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def stream(
    case: Case,
    *,
    threads: int | None = None,
    detail: bool = False,
    played: Callable[[int], None] = lambda games: None,
) -> Iterator[Games]:
    """Play all games of a case on several threads and yield them shard by shard, in order.

    A few shards more than there are threads are under way at once, so that memory stays small.
    """
    rules = rule_tables(case.rules, case.players)
    crew = crew_of(case.seats)
    count = threads or default_threads()
    stopping = False

    def shard(first: int, games: int) -> Games:
        return play(
            rules, case.players, crew, case.seed, first, games,
            detail=detail, stop=lambda: stopping, played=played,
        )  # fmt: skip

    with ThreadPoolExecutor(count, thread_name_prefix="paskasim") as pool:
        waiting: deque[Future[Games]] = deque()
        try:
            for first, games in case.shards(case.games):
                waiting.append(pool.submit(shard, first, games))
                if len(waiting) > count + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            stopping = True
            for future in waiting:
                future.cancel()
            raise


def checked_case(
    rules: RuleSet | str | Path, players: int, lineup: str | Sequence[str], games: float, seed: int
) -> Case:
    """Return the case, after a look at every argument.

    Raises
    ------
    PaskasimError
        For the first argument that is not allowed.
    """
    rule_set = rules if isinstance(rules, RuleSet) else RuleSet.load(rules)
    count = whole_number(games, 1, MOST_GAMES)
    if count is None:
        raise PaskasimError(
            f"games = {games} is not allowed; a whole number from 1 to {MOST_GAMES:,} is.", "Give another number."
        )
    if whole_number(seed, 0, MOST_SEED) is None or isinstance(seed, float):
        raise PaskasimError(
            f"seed = {seed} is not allowed; a whole number from 0 to {MOST_SEED} is.", "Give another number."
        )
    rule_set.deal_for(players)
    return case_of(rule_set, players, lineup, seed, count)


def simulate(
    rules: RuleSet | str | Path,
    players: int = 4,
    lineup: str | Sequence[str] = "lowest",
    games: float = 100_000,
    seed: int = 1,
    *,
    threads: int | None = None,
    detail: bool = False,
) -> pd.DataFrame:
    """Play games and return a row a game.

    Parameters
    ----------
    rules
        A rule set, the name of a preset, or the path of a rule file.
    players
        2 to 10.
    lineup
        Strategies by seat, as text (`"any,lowest"`) or as a list; the last one fills the seats that are left.
    games
        Games number 0 to `games` - 1 are played. The same number is always the same game.
    seed
        0 to 2**64 - 1.
    threads
        All cores if not given; the rows do not depend on it.
    detail
        Also return the columns that cost time, such as `lead_changes` and those by seat.

    Returns
    -------
    DataFrame
        The columns that docs/columns.md lists.

    Raises
    ------
    PaskasimError
        For arguments that can't be played.

    Examples
    --------
    >>> frame = simulate("paskahousu", players=3, lineup="lowest", games=1000, seed=7)
    >>> len(frame)
    1000
    """
    import pyarrow as pa

    from paskasim.studies.columns import game_rows

    case = checked_case(rules, players, lineup, games, seed)
    table = pa.concat_tables([game_rows(part, detail) for part in stream(case, threads=threads, detail=detail)])
    return to_frame(table)


def to_frame(table: pa.Table) -> pd.DataFrame:
    """Return a table of game rows as a data frame whose numbers stay whole where some are missing."""
    import pandas as pd
    import pyarrow as pa

    whole = {pa.int8(): pd.Int8Dtype(), pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype()}
    frame: pd.DataFrame = table.to_pandas(types_mapper=whole.get)
    return frame


def read_results(folder: str | Path) -> pd.DataFrame:
    """Return the game rows of a study's results, with the case of each row beside them.

    Parameters
    ----------
    folder
        The folder of one study, such as `results/seats`.

    Returns
    -------
    DataFrame
        The columns of `simulate`, and `case`, `label`, `players`, `lineup` and `rotation`.

    Raises
    ------
    PaskasimError
        If the folder holds no results (exit code 4), or was kept as a summary without game rows.
    """
    import pandas as pd

    from paskasim.studies.files import read_parquet
    from paskasim.studies.store import Store

    base = Path(folder)
    manifest = Store(base).manifest()
    cases = read_parquet(base / "cases.parquet").to_pandas().set_index("case")
    about = ["label", "players", "lineup", "rotation"]
    frames = []
    for case_id in manifest["cases"]:
        names = sorted(name for name in manifest["files"] if name.startswith(f"games/case={case_id}/"))
        for name in names:
            frame = to_frame(read_parquet(base / name))
            frame.insert(0, "case", case_id)
            for column in about:
                frame[column] = cases.loc[case_id, column]
            frames.append(frame)
    if not frames:
        raise PaskasimError(
            f'{base}: holds no game rows; the study was kept with keep = "summary".',
            'Read blocks.parquet and cases.parquet instead, or sweep again with keep = "games".',
        )
    return pd.concat(frames, ignore_index=True)
