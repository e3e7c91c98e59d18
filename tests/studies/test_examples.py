"""Example games: which are chosen, that the records are those games, and that they come out the same however played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sweeping import digests, play, study_of

import paskasim
from paskasim.errors import PaskasimError
from paskasim.referee import judge
from paskasim.studies.examples import FILE, KINDS, recording
from paskasim.studies.examples.choosing import choices, shown_case
from paskasim.studies.plan import plan
from paskasim.studies.sums import length_schema

ONE = 'rules = "paskahousu"\nplayers = 4\ngames = 2_000\nseed = 3\nquestions = ["length"]\n'
SEVERAL = """\
rules = ["paskahousu", "shithead"]
players = [2, 3, 4, 5]
lineups = ["random", ["lowest", "any"], "any"]
games = 10
questions = ["length"]
[vary]
"faces.min_top" = ["6", "7", "8"]
"""


def lengths_of(rows: list[tuple[str, str, int, int, int | None]]) -> pa.Table:
    """Return a table of (case, outcome, turns, games, first game)."""
    case, outcome, turns, games, game = zip(*rows, strict=True)
    own = pa.table(
        [pa.nulls(len(rows), pa.int64()), outcome, turns, games, pa.array(game, pa.int64())], length_schema()
    )
    return own.add_column(0, "case", pa.array(case))


def chosen(path: Path, text: str, rows: list[tuple[int, str, int, int, int | None]]) -> dict[str, tuple[int, int]]:
    """Return number of the case and of the game by kind, for planted lengths of the cases of a study."""
    path.write_text(text)
    study = study_of(path)
    cases = plan(study)
    missing = [(i, "finished", 1, 1, 0) for i in range(len(cases)) if i not in {row[0] for row in rows}]
    table = lengths_of([(cases[i].id, *rest) for i, *rest in (*rows, *missing)])  # type: ignore[misc]
    found = choices(study, cases, {case.id: 1_000 for case in cases}, table)
    assert all(choice.of == 1_000 for choice in found)
    return {choice.kind: (cases.index(choice.case), choice.game) for choice in found}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "study.toml"


def test_median_extremes_and_the_first_of_those_alike(path: Path) -> None:
    rows: list[tuple[int, str, int, int, int | None]] = [
        (0, "finished", 50, 300, 7), (0, "finished", 60, 200, 9), (0, "finished", 60, 100, 3),
        (0, "finished", 70, 301, 1), (0, "finished", 700, 1, 500), (0, "deadlock", 30, 5, 11),
        (0, "deadlock", 30, 5, 10), (0, "deadlock", 31, 50, 0), (0, "livelock", 66, 1, 99), (0, "unresolved", 20, 1, 2),
    ]  # fmt: skip
    assert chosen(path, ONE, rows) == {"typical": (0, 3), "longest": (0, 500), "deadlock": (0, 10), "livelock": (0, 99)}


@pytest.mark.parametrize(("short", "middle"), [(1, 20), (2, 10), (3, 10)])
def test_median__the_shorter_of_two_in_the_middle(path: Path, short: int, middle: int) -> None:
    rows = [(0, "finished", 10, short, 10), (0, "finished", 20, 2, 20)]
    assert chosen(path, ONE, rows)["typical"] == (0, middle)  # type: ignore[arg-type]


def test_what_there_is_none_of(path: Path) -> None:
    assert chosen(path, ONE, [(0, "finished", 40, 9, 2)]) == {"typical": (0, 2)}
    assert chosen(path, ONE, [(0, "deadlock", 40, 9, 2)]) == {"deadlock": (0, 2)}
    assert chosen(path, ONE, [(0, "deadlock", 10_000, 9, 2), (0, "unresolved", 10_000, 1, 1)]) == {}


def test_results_of_a_former_version_name_no_games(path: Path) -> None:
    assert chosen(path, ONE, [(0, "finished", 40, 9, None), (0, "finished", 40, 9, 2), (0, "deadlock", 3, 1, 5)]) == {
        "deadlock": (0, 5)
    }


def test_the_base_at_its_middle_table(path: Path) -> None:
    path.write_text(SEVERAL)
    study = study_of(path)
    case = shown_case(study, plan(study))
    assert case.rules.name == "paskahousu"
    assert dict(case.varied) == {"faces.min_top": "7"}
    assert (case.players, case.lineup, case.rotation) == (4, "lowest,any", 0)


def test_a_deadlock_from_nearby__the_same_table_first(path: Path) -> None:
    path.write_text(SEVERAL)
    study = study_of(path)
    cases = plan(study)
    own = shown_case(study, cases)
    table = [i for i, case in enumerate(cases) if (case.players, case.lineup) == (own.players, own.lineup)]
    rules = [i for i, case in enumerate(cases) if case.label == own.label and i not in table]
    rest = next(i for i in range(len(cases)) if i not in (*table, *rules))
    rows = [(i, "deadlock", 40, 1, i) for i in (rest, rules[-1], table[-1])]
    assert chosen(path, SEVERAL, rows)["deadlock"] == (table[-1], table[-1])  # type: ignore[arg-type]
    assert chosen(path, SEVERAL, rows[:2])["deadlock"] == (rules[-1], rules[-1])  # type: ignore[arg-type]
    assert chosen(path, SEVERAL, rows[:1])["deadlock"] == (rest, rest)  # type: ignore[arg-type]


def entries(folder: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return what the manifest says of each example, and its record."""
    manifest = json.loads((folder / "manifest.json").read_text())
    lines = (folder / FILE).read_text().splitlines()
    return [(entry, json.loads(line)) for entry, line in zip(manifest["examples"], lines, strict=True)]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a study with its rows kept."""
    path = tmp_path_factory.mktemp("once") / "study.toml"
    path.write_text(ONE)
    play(path, path.parent / "out", detail=True)
    return path.parent / "out" / "study"


def test_they_are_the_games_that_the_rows_name(once: Path) -> None:
    rows = paskasim.read_results(once).sort_values("game")
    ended = rows[rows["outcome"] == "finished"]
    middle = ended["turns"].sort_values().iloc[(len(ended) - 1) // 2]

    def first(of: pd.DataFrame) -> int:
        return int(of["game"].iloc[0])

    def shortest(outcome: str) -> int:
        of = rows[rows["outcome"] == outcome]
        return first(of[of["turns"] == of["turns"].min()])

    wanted = {
        "typical": first(ended[ended["turns"] == middle]),
        "deadlock": shortest("deadlock"),
        "livelock": shortest("livelock"),
        "longest": first(ended[ended["turns"] == ended["turns"].max()]),
        "take": first(rows[rows["largest_take"] == rows["largest_take"].max()]),
    }
    found = entries(once)
    assert {entry["kind"]: entry["game"] for entry, _ in found} == wanted
    assert [entry["kind"] for entry, _ in found] == [*KINDS]
    for entry, record in found:
        assert record["game"] == entry["game"]
        assert entry["of"] == 2_000
        assert record == json.loads(json.dumps(next(paskasim.trace("paskahousu", seed=3, first=entry["game"]))))
        assert judge(record).complaints == ()


def test_the_same_without_rows(once: Path, path: Path) -> None:
    path.write_text(ONE + 'keep = "summary"\n')
    play(path, path.parent / "out", threads=1)
    assert (path.parent / "out" / "study" / FILE).read_bytes() == (once / FILE).read_bytes()


def test_named_with_a_checksum__made_again_where_damaged(path: Path) -> None:
    path.write_text(ONE)
    play(path, path.parent / "out")
    before = digests(path.parent / "out")
    file = path.parent / "out" / "study" / FILE
    assert json.loads((file.parent / "manifest.json").read_text())["files"][FILE] == before[f"study/{FILE}"]
    file.write_text("{}\n")
    play(path, path.parent / "out")
    assert digests(path.parent / "out") == before
    file.unlink()
    play(path, path.parent / "out")
    assert digests(path.parent / "out") == before


def test_what_is_there_is_not_played_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text(ONE)
    play(path, path.parent / "out")
    before = digests(path.parent / "out")
    monkeypatch.setattr(recording, "records_of", pytest.fail)
    monkeypatch.setattr(recording, "play_case", pytest.fail)
    play(path, path.parent / "out")
    assert digests(path.parent / "out") == before


def test_a_game_that_can_t_be_written_down__is_left_out_and_told_of(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(case: Any, numbers: list[int], conditions: Any) -> Any:
        if "deadlock" in str(conditions[0]):
            raise PaskasimError("the two engines differ.", "Report it.")
        return records_of(case, numbers, conditions)

    records_of = recording.records_of
    monkeypatch.setattr(recording, "records_of", other)
    path.write_text(ONE)
    done = play(path, path.parent / "out")
    assert done.left_out == ["example of the kind deadlock: the two engines differ."]
    assert [entry["kind"] for entry, _ in entries(done.folder)] == [kind for kind in KINDS if kind != "deadlock"]


def test_results_of_a_former_version_are_continued(path: Path) -> None:
    path.write_text(ONE)
    folder = play(path, path.parent / "out").folder
    lengths = pq.read_table(folder / "lengths.parquet")
    pq.write_table(lengths.drop_columns(["game"]), folder / "lengths.parquet")
    (folder / FILE).unlink()
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["examples"]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    done = play(path, path.parent / "out")
    assert done.played == 0
    assert [entry["kind"] for entry, _ in entries(folder)] == ["take"]


def test_too_slow_for_a_whole_shard__fewer_games_are_looked_through(path: Path) -> None:
    path.write_text(ONE.replace("2_000", "1") + 'lineups = ["lowest", "search"]\n')
    fast, slow = plan(study_of(path))
    assert recording.looked_at(fast) == fast.shard_games
    assert recording.looked_at(slow) < 100
