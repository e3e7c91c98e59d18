"""However a sweep is cut, stopped or repeated, it leaves the same bytes."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from sweeping import MIXED, SMALL, StopError, digests, play, stopping_after

from paskasim import engine, forks
from paskasim.studies import files
from paskasim.studies.plan import Case
from paskasim.studies.store import Store
from paskasim.studies.sweep import Progress


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Checksums of the mixed study, played on one thread in one go, in shards of a block."""
    folder = tmp_path_factory.mktemp("once")
    path = folder / "study.toml"
    path.write_text(MIXED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Case, "shard_games", 1024)
        play(path, folder / "out", threads=1)
    return digests(folder / "out")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Case, "shard_games", 1024)
    file = tmp_path / "study.toml"
    file.write_text(MIXED)
    return file


def test_what_is_there(once: dict[str, str]) -> None:
    tables = {f"study/{name}" for name in ("blocks.parquet", "cases.parquet", "forks.parquet", "lengths.parquet")}
    assert tables | {"study/manifest.json", "study/examples.jsonl"} == {name for name in once if "/games/" not in name}
    assert sum("/games/" in name for name in once) == 7 * 3  # 7 cases with rotations, 3 shards each


@pytest.mark.parametrize("threads", [2, 5])
def test_threads(once: dict[str, str], path: Path, threads: int) -> None:
    play(path, path.parent / "out", threads=threads)
    assert digests(path.parent / "out") == once


@pytest.mark.parametrize(("seconds", "first"), [(1e-9, 7), (10.0, 2500)])
def test_batches(once: dict[str, str], path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, first: int) -> None:
    monkeypatch.setattr(engine, "BATCH_SECONDS", seconds)
    monkeypatch.setattr(engine, "FIRST_BATCH", first)
    monkeypatch.setattr(forks, "FIRST_BATCH", first)
    play(path, path.parent / "out")
    assert digests(path.parent / "out") == once


@pytest.mark.parametrize("shard", [2048, 131_072])
def test_other_shards__the_same_rows(path: Path, monkeypatch: pytest.MonkeyPatch, shard: int) -> None:
    path.write_text(MIXED.replace("players = [2, 3]", "players = 2"))
    play(path, path.parent / "out")
    monkeypatch.setattr(Case, "shard_games", shard)
    play(path, path.parent / "other")
    assert tables_in(path.parent / "out") == tables_in(path.parent / "other")


def tables_in(out: Path) -> dict[str, object]:
    """Return blocks, cases, forks and the rows of each case; lengths summed over shards."""
    folder = out / "study"
    found: dict[str, object] = {
        name: pq.read_table(folder / f"{name}.parquet") for name in ("blocks", "cases", "forks")
    }
    lengths = pq.read_table(folder / "lengths.parquet").to_pandas().drop(columns="first_game")
    found["lengths"] = lengths.groupby(["case", "outcome", "turns"])["games"].sum().to_dict()
    for case in folder.glob("games/*"):
        found[case.name] = pq.read_table(case, partitioning=None)
    return found


@pytest.mark.parametrize("keep", ["games", "summary"])
def test_other_shards__on_what_is_there(path: Path, monkeypatch: pytest.MonkeyPatch, keep: str) -> None:
    path.write_text(MIXED.replace("players = [2, 3]", f'players = 2\nkeep = "{keep}"'))
    monkeypatch.setattr(Case, "shard_games", 131_072)
    play(path, path.parent / "fresh")
    for shard in (1024, 131_072):
        monkeypatch.setattr(Case, "shard_games", shard)
        play(path, path.parent / "out")
    assert tables_in(path.parent / "out") == tables_in(path.parent / "fresh")
    assert {*digests(path.parent / "out")} == {*digests(path.parent / "fresh")}


@pytest.mark.parametrize("calls", [0, 12])
def test_stopped_and_repeated(once: dict[str, str], path: Path, calls: int) -> None:
    out = path.parent / "out"
    with pytest.raises(StopError):
        play(path, out, threads=1, progress=stopping_after(calls))
    there = {name for name in digests(out) if "/parts/" in name}
    assert not (out / "study" / "manifest.json").exists()
    assert not [name for name in digests(out) if "tmp" in name or name.endswith(".lock")]
    begun: list[int] = []
    play(path, out, progress=Progress(begin=begun.append))
    assert digests(out) == once
    assert len(there) == 0 or begun[0] < 7 * (2500 + 1100)
    runs = [json.loads(line) for line in (out / "study" / "runs.jsonl").read_text().splitlines()]
    assert [run["complete"] for run in runs] == [False, True]


def test_stopped_at_every_shard(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call finishes one shard at least, so that stopping again and again still ends."""
    path.write_text(MIXED.replace("players = [2, 3]", "players = 2"))
    play(path, path.parent / "fresh")
    monkeypatch.setattr(engine, "FIRST_BATCH", 2500)
    monkeypatch.setattr(forks, "FIRST_BATCH", 2500)
    calls = 0
    while True:
        calls += 1
        try:
            play(path, path.parent / "out", threads=1, progress=stopping_after(1))
        except StopError:
            assert calls < 40
            continue
        break
    assert calls == 3 * 3 + 3  # three cases, each with three shards of games and one of forks
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


@pytest.mark.parametrize("written", [1, 4])
def test_killed_while_the_results_are_gathered(
    once: dict[str, str], path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """After some of the tables, or all of them but the manifest, which comes last."""
    out = path.parent / "out"
    left = [written]

    def write(file: Path, content: bytes) -> None:
        if file.parent.name == "study":
            left[0] -= 1
            if left[0] < 0:
                raise StopError
        write_bytes(file, content)

    write_bytes = files.write_bytes
    with monkeypatch.context() as patch:
        patch.setattr(files, "write_bytes", write)
        with pytest.raises(StopError):
            play(path, out)
    begun: list[int] = []
    play(path, out, progress=Progress(begin=begun.append))
    assert begun == [0]
    assert digests(out) == once


def test_a_bug_or_full_disk_in_a_thread_stops_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Store, "write_shard", fail)
    with pytest.raises(ZeroDivisionError):
        play(path, path.parent / "out")
    assert not (path.parent / "out" / "study" / ".lock").exists()


def test_ctrl_c__is_heard_at_once(tmp_path: Path) -> None:
    def interrupt() -> BaseException:
        told.append(time.monotonic())
        return KeyboardInterrupt()

    told: list[float] = []
    path = tmp_path / "study.toml"
    path.write_text(MIXED.replace("2_500", "1_000_000_000"))
    with pytest.raises(KeyboardInterrupt):
        play(path, tmp_path / "out", progress=stopping_after(20, interrupt))
    assert time.monotonic() - told[0] < 2.0  # one for the games, one for a busy machine


def test_nothing_to_do__changes_nothing(path: Path) -> None:
    out = path.parent / "out"
    first = play(path, out)
    times = {file: file.stat().st_mtime_ns for file in (out / "study" / "games").rglob("*.parquet")}
    again = play(path, out)
    assert (first.played, again.played) == (17_500, 0)
    assert (again.games, again.larger) == (17_500, 0)
    assert times == {file: file.stat().st_mtime_ns for file in times}
    assert len((out / "study" / "runs.jsonl").read_text().splitlines()) == 1


def test_two_studies_of_the_same_games__the_same_rows(tmp_path: Path) -> None:
    for name, text in (("a", SMALL), ("b", SMALL.replace("3\n", '"3-4"\n', 1) + 'title = "b"\n')):
        (tmp_path / f"{name}.toml").write_text(text)
        play(tmp_path / f"{name}.toml", tmp_path)
    rows = {name.partition("/")[2]: sha for name, sha in digests(tmp_path / "a").items() if name.startswith("games")}
    others = {name.partition("/")[2]: sha for name, sha in digests(tmp_path / "b").items() if name.startswith("games")}
    assert rows.items() <= others.items()
    assert len(others) == 2 * len(rows)
