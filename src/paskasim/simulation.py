"""Playing one case: the rows as a data frame, or game by game as a stream in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paskasim.engine import Games
from paskasim.errors import PaskasimError
from paskasim.lineups import crew_of
from paskasim.rules import RuleSet
from paskasim.rules.messages import shown
from paskasim.studies.plan import Case, case_of
from paskasim.studies.playing import play_case
from paskasim.studies.study import FEWEST_PLAYERS, MOST_GAMES, MOST_PLAYERS, MOST_SEED, whole_number
from paskasim.threads import MOST_THREADS, Stop, aside, in_order

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def stream(
    case: Case,
    *,
    shards: Iterable[tuple[int, int]] | None = None,
    threads: int | None = None,
    detail: bool = False,
    played: Callable[[int], None] = lambda games: None,
) -> Generator[Games, None, None]:
    """Play all games of a case, or those of `shards`, on several threads and yield them shard by shard, in order.

    A few shards more than there are threads are under way at once, so that memory stays small.
    """
    crew = aside(lambda: crew_of(case.seats, case.rules))

    def shard(part: tuple[int, int], stop: Stop) -> Games:
        return play_case(case, crew, *part, detail=detail, stop=stop, played=played)

    yield from in_order(shard, case.shards(case.games) if shards is None else shards, threads)


def checked_case(
    rules: RuleSet | str | Path, players: int, lineup: str | Sequence[str], games: float, seed: int
) -> Case:
    """Return the case, after a look at every argument.

    Raises
    ------
    PaskasimError
        For the first argument that is not allowed.
    """
    if not isinstance(rules, RuleSet | str | os.PathLike):
        raise PaskasimError(
            f"rules = {shown(rules)} is not allowed; the name of a preset, a path or a RuleSet is.",
            "Give one of these.",
        )
    rule_set = rules if isinstance(rules, RuleSet) else RuleSet.load(rules)
    count = _checked("games", games, 1, MOST_GAMES)
    seats = _checked("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    rule_set.deal_for(seats)
    return case_of(rule_set, seats, lineup, _checked("seed", seed, 0, MOST_SEED, exactly=True), count)


def _checked(name: str, value: object, low: int, high: int, *, exactly: bool = False) -> int:
    """Return a whole number; `exactly` refuses floats, which are not exact from 2**53 on."""
    number = None if exactly and isinstance(value, float) else whole_number(value, low, high)
    if number is None:
        raise PaskasimError(
            f"{name} = {shown(value)} is not allowed; a whole number from {low:,} to {high:,} is.",
            "Give another number.",
        )
    return number


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
    if threads is not None:
        threads = _checked("threads", threads, 1, MOST_THREADS)
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

    from paskasim.studies import files
    from paskasim.studies.store import Store, case_schema
    from paskasim.studies.sums import with_all_metrics

    base = Path(folder)
    manifest = Store(base).manifest()
    about_cases = with_all_metrics(files.read_parquet(base / "cases.parquet"))
    if not about_cases.schema.equals(case_schema()):
        raise files.damaged(base / "cases.parquet", files.OTHER_COLUMNS)
    cases = about_cases.to_pandas().set_index("case")
    about = ["label", "players", "lineup", "rotation"]
    frames: list[pd.DataFrame] = []
    with files.parsed(base / "manifest.json"):
        for case_id in manifest["cases"]:
            for name in sorted(name for name in manifest["files"] if name.startswith(f"games/case={case_id}/")):
                frame = to_frame(files.read_parquet(base / name))
                # A sweep that is under way for more games may already have put a longer shard there.
                frame = frame[frame["game"] < cases.loc[case_id, "games"]]
                frame.insert(0, "case", case_id)
                frames.append(frame.assign(**{column: cases.loc[case_id, column] for column in about}))
    if not frames:
        raise PaskasimError(
            f'{base}: holds no game rows; the study was kept with keep = "summary".',
            'Read blocks.parquet and cases.parquet instead, or sweep again with keep = "games".',
        )
    return pd.concat(frames, ignore_index=True)
