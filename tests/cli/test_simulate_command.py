"""`paskasim simulate`: the summary as text and as JSON, rows in a file, and every mistake."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from told import Paskasim, refused

import paskasim as api
from paskasim import simulation
from paskasim.studies.columns import schema

ARGUMENTS = ("simulate", "paskahousu", "--players", "4", "--lineup", "any,lowest", "--games", "3e3", "--seed", "7")
KEYS = {
    "schema": str, "rules": str, "players": int, "lineup": list, "seed": int, "games": int, "endings": dict,
    "loser": list, "first_out": list, "turns": dict, "burns": dict, "threads": int, "seconds": float,
    "games_per_second": int,
}  # fmt: skip


def summary(told: Any) -> dict[str, Any]:
    assert told.code == 0
    assert told.out.count("\n") == 1
    found: dict[str, Any] = json.loads(told.out)
    return found


def test_claims_are_those_of_the_rows(paskasim: Paskasim) -> None:
    asked = ("simulate", "valepaska", "--players", "3", "--lineup", "bluffer", "--games", "500", "--seed", "7")
    found = summary(paskasim(*asked, "--json"))
    rows = api.simulate("valepaska", players=3, lineup="bluffer", games=500, seed=7)
    assert found["bluff"] == {name: rows[name].sum() / 500 for name in ("claims", "lies", "challenges", "caught")}
    told = paskasim(*asked).out
    assert (
        f"claims a game: {rows['claims'].mean():.1f}; lies {rows['lies'].sum() / rows['claims'].sum():.1%} of them"
        in told
    )


def test_json(paskasim: Paskasim) -> None:
    found = summary(paskasim(*ARGUMENTS, "--json", "--threads", "2"))
    assert [*found] == [*KEYS]
    for key, kind in KEYS.items():
        assert type(found[key]) is kind, key
    assert found["schema"] == "paskasim-simulate/1"
    assert (found["rules"], found["players"], found["seed"], found["games"]) == ("paskahousu", 4, 7, 3000)
    assert found["lineup"] == ["any", "lowest", "lowest", "lowest"]
    assert found["threads"] == 2
    assert found["games_per_second"] == pytest.approx(3000 / found["seconds"], rel=0.01)


@pytest.mark.parametrize("preset", ["paskahousu", "paskahousu-rows-jokers"])
def test_json__counts_are_those_of_the_rows(paskasim: Paskasim, preset: str) -> None:
    arguments = ("simulate", preset, *ARGUMENTS[2:])
    found = summary(paskasim(*arguments, "--json"))
    rows = api.simulate(preset, players=4, lineup="any,lowest", games=3000, seed=7)
    endings = Counter(
        outcome if outcome == "finished" else f"{outcome}:{proof}"
        for outcome, proof in zip(rows["outcome"], rows["proof"], strict=True)
    )
    assert found["endings"] == endings
    assert found["loser"] == [int((rows["loser"] == seat).sum()) for seat in range(4)]
    assert found["first_out"] == [int((rows[f"place_{seat}"] == 1).sum()) for seat in range(4)]
    finished = rows["turns"][rows["outcome"] == "finished"]
    assert found["turns"] == {"mean": pytest.approx(finished.mean()), "median": finished.median()}
    burns = ("ten", "ace", "four", "joker", "rule")
    assert found["burns"] == {cause: pytest.approx(rows[f"burns_{cause}"].mean()) for cause in burns}
    assert [*found["burns"]] == [*burns]


def test_json__no_finished_game(paskasim: Paskasim) -> None:
    seeds = (seed for seed in range(100) if api.simulate("paskahousu", games=1, seed=seed)["loser"].isna().all())
    found = summary(paskasim("simulate", "paskahousu", "--games", "1", "--seed", str(next(seeds)), "--json"))
    assert sum(found["endings"].values()) == 1
    assert found["loser"] == [0, 0, 0, 0]
    assert found["turns"] == {"mean": None, "median": None}


def test_json__does_not_depend_on_threads(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paskasim.studies.plan.Case.shard_games", 1024)
    found = [summary(paskasim(*ARGUMENTS, "--json", "--threads", str(n))) for n in (1, 2, 7)]
    for one in found:
        for key in ("threads", "seconds", "games_per_second"):
            one.pop(key)
    assert found[0] == found[1] == found[2]


def test_text(paskasim: Paskasim) -> None:
    told = paskasim(*ARGUMENTS)
    assert told.code == 0
    assert told.out.splitlines()[0] == "paskahousu, 4 players (any, lowest, lowest, lowest), seed 7: 3,000 games"
    found = summary(paskasim(*ARGUMENTS, "--json"))
    for ending, count in found["endings"].items():
        assert re.search(rf"^  {ending} +{count:,} +[\d.]+%  \([\d.]+% to [\d.]+%\)$", told.out, re.MULTILINE)
    for seat, count in enumerate(found["loser"]):
        assert re.search(rf"^  seat {seat} +{count:,} ", told.out, re.MULTILINE)
    assert "Wilson" in told.out
    assert told.err in ("", "Compiling the game; this happens once and takes some seconds ...\n")


def test_text__a_note_for_other_numbers_of_players(paskasim: Paskasim) -> None:
    told = paskasim("simulate", "paskahousu", "--players", "2", "--games", "10")
    assert "note: the text of these rules means 3-6 players" in told.out


@pytest.mark.parametrize("detail", [False, True])
def test_out(paskasim: Paskasim, tmp_path: Path, detail: bool) -> None:
    told = paskasim(*ARGUMENTS, "--out", "rows.parquet", *["--detail"] * detail)
    assert told.code == 0
    part = pq.ParquetFile(tmp_path / "rows.parquet")
    assert part.schema_arrow.equals(schema(detail, bluff=False))
    rows = simulation.to_frame(part.read())
    assert rows.equals(api.simulate("paskahousu", players=4, lineup="any,lowest", games=3000, seed=7, detail=detail))
    about = json.loads(part.metadata.metadata[b"paskasim"])
    assert (about["games"], about["seed"], about["lineup"]) == (3000, 7, ["any", "lowest", "lowest", "lowest"])
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]
    first = (tmp_path / "rows.parquet").read_bytes()
    assert paskasim(*ARGUMENTS, "--threads", "1", "--out", "rows.parquet", *["--detail"] * detail).code == 0
    assert (tmp_path / "rows.parquet").read_bytes() == first


@pytest.mark.parametrize("out", ["gone/rows.parquet", ".", "file/rows.parquet", os.devnull])
def test_out__that_can_t_be_written(paskasim: Paskasim, tmp_path: Path, out: str) -> None:
    (tmp_path / "file").write_text("mine")
    text = refused(paskasim(*ARGUMENTS, "--out", out))
    assert out in text
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert not Path(os.devnull).is_file()


def test_out__full_disk(paskasim: Paskasim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", fill)
    assert "rows.parquet: can't be written: No space left on device." in refused(
        paskasim(*ARGUMENTS, "--out", "rows.parquet")
    )
    assert not list(tmp_path.iterdir())


def test_out__interrupted(paskasim: Paskasim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "rows.parquet").write_text("of an earlier run")
    monkeypatch.setattr(pq.ParquetWriter, "write_table", interrupt)
    told = paskasim("simulate", "paskahousu", "--games", "1e9", "--out", "rows.parquet")
    assert (told.code, told.out) == (130, "")
    assert told.err.splitlines()[-3:] == [
        "paskasim: Stopped; nothing of it is kept.",
        "To begin anew:",
        "  paskasim simulate paskahousu --games 1e9 --out rows.parquet",
    ]
    assert (tmp_path / "rows.parquet").read_text() == "of an earlier run"
    assert len(list(tmp_path.iterdir())) == 1


MISTAKES = {
    "--games 0": "0: a number from 1 to 1,000,000,000 is allowed.",
    "--games -1": "-1: a number from 1 to 1,000,000,000 is allowed.",
    "--games 1e99": "1e99: a number from 1 to 1,000,000,000 is allowed.",
    "--games 1.5": "'1.5' is no whole number such as 200000 or 1e6.",
    "--games 1,5": "'1,5' is no whole number",
    "--games many": "'many' is no whole number",
    "--games nan": "'nan' is no whole number",
    "--games inf": "'inf' is no whole number",
    "--games true": "'true' is no whole number",
    "--games 0x10": "'0x10' is no whole number",
    "--games 1e999999999": "'1e999999999' is no whole number",
    "--seed -1": "-1: a number from 0 to 18,446,744,073,709,551,615 is allowed.",
    "--seed 18446744073709551616": "is allowed.",
    "--seed 1e20": "is allowed.",
    "--players 1": "1: a number of players from 2 to 10 is allowed.",
    "--players 40": "40: a number of players from 2 to 10 is allowed.",
    "--players x": "'x' is no whole number",
    "--threads 0": "0: a number from 1 to 1,024 is allowed.",
    "--threads 1e6": "is allowed.",
    "--lineup lowst": '(did you mean "lowest"?)',
    "--lineup any,any,any,any,any": "5 strategies are named (any, any, any, any, any) for 4 players.",
    "--lineup lowest[x=1]": 'there is no parameter "x"',
    "--players": "Option '--players' requires an argument.",
    "--gmaes 5": "No such option: --gmaes",
    "more": "Got unexpected extra argument",
}


@pytest.mark.parametrize("arguments", MISTAKES)
def test_mistakes(paskasim: Paskasim, arguments: str, tmp_path: Path) -> None:
    assert MISTAKES[arguments] in refused(paskasim("simulate", "paskahousu", *arguments.split()))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("rules", "said"), [("paskahouse", "did you mean"), ("", "no preset"), (".", "folder")])
def test_mistakes__rules(paskasim: Paskasim, rules: str, said: str) -> None:
    assert said in refused(paskasim("simulate", rules))


def test_mistakes__a_deal_that_does_not_fit(paskasim: Paskasim) -> None:
    text = refused(paskasim("simulate", "poytapaska", "--players", "6"))
    assert "the deal for 6 players needs 78 cards, 1 deck has 52" in text


@pytest.mark.parametrize("number", ["200000", "200_000", "200,000", "2e5", "2E5", "2.0e5", "200000.0", " 200000"])
def test_numbers(number: str) -> None:
    from paskasim.cli.options import whole

    assert whole(number) == 200_000
