"""Sums over blocks, counts of lengths and totals of cases, worked out again from the rows with pandas and duckdb."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sweeping import play

import paskasim
from paskasim.studies.columns import BLUFF
from paskasim.studies.plan import Case
from paskasim.studies.sums import METRICS

SEATS = range(10)
STUDIES = {
    "mixed": 'rules = "paskahousu"\nplayers = [2, 3, 5]\nlineups = [["any", "lowest"], "random"]\n',
    "short": 'rules = "paskahousu-lowest-starts"\nplayers = "2-4"\ngames = 1\n',
    "rows": 'rules = ["shithead", "paskahousu-rows-jokers"]\nplayers = [2, 6]\n',
    "odd": 'rules = "paskahousu"\nplayers = [3]\nlineups = "random"\nvary = { "start.player" = ["random"], '
    '"limits.turns" = [100], "deck.jokers" = [2], "effects" = [[{ play = "3", on = "4-6", do = "burn" }]] }\n',
    "bluff": 'rules = ["valepaska", "paskahousu"]\nplayers = [3]\nlineups = "bluffer"\n',
    "crowd": 'rules = "paskahousu-lowest-starts"\nplayers = 10\nvary = { "deck.decks" = ["auto"] }\ndetail = true\n',
}


@pytest.fixture(scope="module", params=STUDIES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp(request.param) / "study.toml"
    text = STUDIES[request.param]
    path.write_text(text if "games" in text else text.replace("\n", "\ngames = 2_300\n", 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Case, "shard_games", 1024)
        return play(path, path.parent).folder


def rows_of(folder: Path) -> pd.DataFrame:
    """Return all rows, with nulls as NaN, the case and the block beside them."""
    frames = []
    for case in (folder / "games").iterdir():
        frame = pq.read_table(case, partitioning=None).to_pandas()
        frames.append(frame.assign(case=case.name.removeprefix("case=")))
    rows = pd.concat(frames, ignore_index=True)
    return rows.assign(block=rows["game"] // 1024)


def recomputed() -> dict[str, Callable[[pd.DataFrame], pd.Series]]:
    """Return each metric as a column of numbers, made from rows only."""
    made: dict[str, Callable[[pd.DataFrame], pd.Series]] = {
        "loser_is_starter": lambda rows: rows["loser"] == rows["starter"],
        "first_out_is_starter": lambda rows: sum(
            (rows[f"place_{seat}"] == 1) & (rows["starter"] == seat) for seat in SEATS
        ),
        "turns_finished": lambda rows: rows["turns"].where(rows["outcome"] == "finished", 0),
        "turns_squared_finished": lambda rows: (
            rows["turns"].where(rows["outcome"] == "finished", 0).astype("int64") ** 2
        ),
        "games_with_four": lambda rows: rows["burns_four"] > 0,
        "stock_ran_out": lambda rows: rows["stock_out_turn"].notna(),
    }
    for name in ("finished", "deadlock", "livelock", "unresolved"):
        made[f"outcome_{name}"] = lambda rows, name=name: rows["outcome"] == name
    for name in ("all_pass", "stuck_cards", "forced_loop", "closed", "state_repeats", "escape", "open"):
        made[f"proof_{name}"] = lambda rows, name=name: rows["proof"] == name
    for seat in SEATS:
        made[f"loser_{seat}"] = lambda rows, seat=seat: rows["loser"] == seat
        made[f"first_out_{seat}"] = lambda rows, seat=seat: rows[f"place_{seat}"] == 1
        made[f"starter_{seat}"] = lambda rows, seat=seat: rows["starter"] == seat
        made[f"loser_after_start_{seat}"] = lambda rows, seat=seat: (
            rows["loser"] == (rows["starter"] + seat) % rows[[f"place_{s}" for s in SEATS]].notna().sum(axis=1)
        )
        made[f"place_{seat}"] = lambda rows, seat=seat: rows[f"place_{seat}"].where(rows["outcome"] == "finished", 0)
    return made


def test_every_metric(folder: Path) -> None:
    rows = rows_of(folder)
    cases = pq.read_table(folder / "cases.parquet").to_pandas().set_index("case").sort_index()
    blocks = pq.read_table(folder / "blocks.parquet").to_pandas().set_index(["case", "block"]).sort_index()
    made = recomputed()
    assert made.keys() <= {metric.name for metric in METRICS}
    none = pd.Series(float("nan"), rows.index)  # columns of bluff, where no case has it
    values = {m.name: (made[m.name](rows) if m.name in made else rows.get(m.name, none)) for m in METRICS}
    values = {name: column.astype("float64") for name, column in values.items()}
    values["games"] = pd.Series(1.0, rows.index)
    of_blocks = pd.DataFrame(values).groupby([rows["case"], rows["block"]])
    sums = of_blocks.sum()
    sums[list(BLUFF)] = of_blocks[list(BLUFF)].sum(min_count=1)
    players = cases["players"].reindex(blocks.index, level="case")
    for name in values:
        stem, _, seat = name.rpartition("_")
        if stem in ("loser", "loser_after_start", "first_out", "starter", "place"):  # null for seats that don't exist
            sums[name] = sums[name].where(players > int(seat))
    pd.testing.assert_frame_equal(blocks[sums.columns].astype("float64"), sums, check_dtype=False)
    totals = sums.groupby("case").sum(min_count=1)
    pd.testing.assert_frame_equal(cases[totals.columns].astype("float64"), totals, check_dtype=False)


def test_lengths(folder: Path) -> None:
    with duckdb.connect() as database:
        counted = database.sql(
            f"select c.case, outcome::varchar as outcome, turns::bigint as turns, count(*) as games "
            f"from read_parquet('{folder}/games/*/*.parquet', hive_partitioning = true) c group by all order by all"
        ).fetchall()
        written = database.sql(
            f"select l.case, outcome, turns, sum(games)::bigint from read_parquet('{folder}/lengths.parquet') l "
            "group by all order by all"
        ).fetchall()
    assert counted == written


def test_cases(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    table = pq.read_table(folder / "cases.parquet")
    cases = table.to_pylist()
    assert [case["case"] for case in cases] == manifest["cases"]
    for case in cases:
        seated = [case[f"seat_{seat}"] for seat in SEATS]
        assert all(seated[: case["players"]])
        assert set(seated[case["players"] :]) <= {None}
        assert case["identity"].startswith(case["case"])
        rules = json.loads(case["rules"])
        assert rules == paskasim.RuleSet.load(case["rules_name"]).with_switches(json.loads(case["varied"])).flat()
    for group in {case["group"] for case in cases}:
        turned = [case for case in cases if case["group"] == group]
        assert [case["rotation"] for case in turned] == list(range(len(turned)))
        for case in turned:
            assert sorted(filter(None, (case[f"seat_{s}"] for s in SEATS))) == sorted(
                filter(None, (turned[0][f"seat_{s}"] for s in SEATS))
            )
    assert table.schema.field("seed").type == pa.uint64()


def test_read_results(folder: Path) -> None:
    frame = paskasim.read_results(folder)
    rows = rows_of(folder)
    cases = pq.read_table(folder / "cases.parquet").to_pandas().set_index("case")
    assert len(frame) == len(rows) == cases["games"].sum()
    assert not frame.duplicated(["case", "game"]).any()
    assert (frame["label"].to_numpy() == cases.loc[frame["case"], "label"].to_numpy()).all()
    assert frame.groupby("case", sort=False)["turns"].sum().to_dict() == rows.groupby("case")["turns"].sum().to_dict()
    assert [*frame["case"].unique()] == [*cases.index]
