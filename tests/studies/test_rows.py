"""Game rows: exactly the columns of the registry, with the laws that hold between them, in every reader."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sweeping import play

from paskasim.rules import RuleSet
from paskasim.simulation import checked_case, simulate, to_frame
from paskasim.studies.columns import COLUMNS, columns, game_rows, schema
from paskasim.studies.sums import METRICS

BARE = [
    *("game", "outcome", "proof", "starter", "loser", *(f"place_{seat}" for seat in range(10)), "turns", "choices"),
    *("burns_ten", "burns_ace", "burns_four", "burns_joker", "burns_rule", "takes", "taken_cards", "forced_takes"),
    *("tries", "passes", "flips", "failed_flips", "stock_out_turn", "first_out_turn"),
]
DETAIL = [
    *("largest_take", "lead_changes"),
    *(f"{name}_{seat}" for name in ("turns", "takes", "burns", "fours") for seat in range(10)),
]


def test_registry() -> None:
    assert [column.name for column in columns(False, False)] == BARE
    assert [column.name for column in columns(True, False)] == BARE + DETAIL
    assert [column.name for column in columns(False, True)] == [*BARE, "claims", "lies", "challenges", "caught"]
    assert schema(True, False).names == BARE + DETAIL
    for column in COLUMNS:
        assert column.meaning
        assert not column.meaning.endswith(".")
    assert len({metric.name for metric in METRICS}) == len(METRICS)
    assert all(metric.meaning for metric in METRICS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "study.toml"
    path.write_text('rules = "paskahousu"\nplayers = [2, 5]\nlineups = "any"\ngames = 1_200\ndetail = true\n')
    return play(path, path.parent).folder


def test_files(folder: Path) -> None:
    for file in folder.glob("games/*/*.parquet"):
        part = pq.ParquetFile(file)
        assert part.schema_arrow.equals(schema(True, False))
        about = json.loads(part.metadata.metadata[b"paskasim"])
        assert about["identity"].startswith(file.parent.name.removeprefix("case="))
        assert about["rules"] == RuleSet.load("paskahousu").flat()
        assert about["seed"] == 1
        table = part.read()
        assert table["game"].to_pylist() == list(range(1_200))
        assert set(table["outcome"].to_pylist()) <= {"finished", "deadlock", "livelock", "unresolved"}


def test_duckdb_and_pandas_see_the_same(folder: Path) -> None:
    file = next(folder.glob("games/*/*.parquet"))
    frame = pd.read_parquet(file)
    with duckdb.connect() as database:
        other = database.sql(f"select * from read_parquet('{file}', hive_partitioning = false)").df()
    assert [*frame.columns] == [*other.columns]
    for name in frame.columns:
        mine, theirs = frame[name].astype(object), other[name].astype(object)
        assert mine.where(mine.notna(), None).tolist() == theirs.where(theirs.notna(), None).tolist(), name


@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_laws_of_a_row(players: int) -> None:
    rules = RuleSet.load("poytapaska-small").with_switches({"deck.decks": "auto"})
    rows = simulate(rules, players=players, lineup="any,random", games=400, seed=3, detail=True)
    finished = rows["outcome"] == "finished"
    assert rows["loser"].notna().tolist() == finished.tolist()
    assert (rows["proof"].isna() == finished).all()
    places = rows[[f"place_{seat}" for seat in range(players)]].astype("float64").to_numpy()
    assert rows[[f"place_{seat}" for seat in range(players, 10)]].isna().all(axis=None)
    for row, lost in zip(places[finished], rows["loser"][finished], strict=True):
        assert sorted(row) == list(range(1, players + 1))
        assert row[lost] == players
    for row in places[~finished]:
        given = sorted(row[~np.isnan(row)])
        assert given == list(range(1, len(given) + 1))
        assert len(given) < players - 1
    assert (rows["first_out_turn"].notna() == (places == 1).any(axis=1)).all()
    assert rows["starter"].between(0, players - 1).all()
    for name, total in (("turns", "turns"), ("takes", "takes"), ("fours", "burns_four")):
        by_seat = rows[[f"{name}_{seat}" for seat in range(players)]].sum(axis=1)
        assert by_seat.tolist() == rows[total].tolist()
        assert rows[[f"{name}_{seat}" for seat in range(players, 10)]].isna().all(axis=None)
    burns = rows[["burns_ten", "burns_ace", "burns_four", "burns_joker", "burns_rule"]].sum(axis=1)
    assert rows[[f"burns_{seat}" for seat in range(players)]].sum(axis=1).tolist() == burns.tolist()
    assert (rows["turns"] >= rows["choices"]).all()
    assert (rows["flips"] >= rows["failed_flips"]).all()
    assert (rows["largest_take"] <= rows["taken_cards"]).all()
    out = rows["stock_out_turn"].dropna()
    assert (out <= rows["turns"][out.index]).all()


def test_without_games_of_an_ending__columns_keep_their_types() -> None:
    frame = simulate("paskahousu", players=2, lineup="lowest", games=1)
    assert str(frame["loser"].dtype) == "Int8"
    assert str(frame["turns"].dtype) == "Int32"
    assert str(frame["game"].dtype) == "Int64"
    assert [*frame["outcome"].cat.categories] == ["finished", "deadlock", "livelock", "unresolved"]
    empty = to_frame(game_rows_of(1).slice(0, 0))
    assert empty.dtypes.to_dict() == frame.dtypes.to_dict()


def game_rows_of(games: int) -> pa.Table:
    from paskasim.simulation import stream

    case = checked_case("paskahousu", 2, "lowest", games, 1)
    return pa.concat_tables([game_rows(part, False) for part in stream(case, threads=1)])
