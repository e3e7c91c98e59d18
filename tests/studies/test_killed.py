"""Real signals to a real process: Ctrl-C and SIGKILL in the middle of a sweep."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sweeping import digests

from paskasim.cli import run
from paskasim.studies.plan import Case

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")

# A shell may have started the tests with SIGINT ignored, which children inherit.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from paskasim.studies.plan import Case
Case.shard_games = 8192
from paskasim.cli import main
main()
"""
ARGUMENTS = ["sweep", "study.toml", "--out", "out", "--reports", "rep", "--threads", "2"]
STUDY = """\
rules = "paskahousu"
players = [2, 4]
games = 120_000
"""


def start(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", START, *ARGUMENTS]
    return subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def shards(folder: Path) -> int:
    return len(list((folder / "out").glob("study/parts/*.parquet")))


def wait_for_shards(process: subprocess.Popen[str], folder: Path, wanted: int) -> None:
    for _ in range(6000):
        if shards(folder) >= wanted:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    pytest.fail("no shard was finished")


def test_interrupted_killed_and_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "study.toml").write_text(STUDY)
    process = start(tmp_path)
    wait_for_shards(process, tmp_path, 2)
    told = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - told < 2.0  # one for the games, one for a busy machine
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-3:] == [
        "paskasim: Stopped. What is finished is kept in out.",
        "To go on:",
        "  paskasim sweep study.toml --out out --reports rep --threads 2",
    ]
    left = digests(tmp_path / "out")
    assert all(name.startswith(("study/parts/", "study/games/")) and name.endswith(".parquet") for name in left)
    assert not list((tmp_path / "rep").iterdir())

    kept = shards(tmp_path)
    process = start(tmp_path)
    wait_for_shards(process, tmp_path, kept + 1)
    process.kill()
    process.communicate()
    assert (tmp_path / "out" / "study" / ".lock").exists()  # it had no time to tidy up
    leave_rubbish(tmp_path / "out" / "study")
    assert left.items() <= digests(tmp_path / "out").items()

    monkeypatch.setattr(Case, "shard_games", 8192)
    monkeypatch.chdir(tmp_path)
    assert run(ARGUMENTS) == 0
    out, err = capsys.readouterr()
    assert [Path(line) for line in out.split()] == [Path("rep/study.html"), Path("rep/index.html")]
    assert " games in " in err
    assert "240,000" not in err  # only what was missing

    fresh = tmp_path / "fresh"
    fresh.mkdir()
    (fresh / "study.toml").write_text(STUDY)
    monkeypatch.chdir(fresh)
    assert run([*ARGUMENTS[:-1], "1"]) == 0
    assert digests(tmp_path / "out") == digests(fresh / "out")
    assert digests(tmp_path / "rep") == digests(fresh / "rep")


def leave_rubbish(study: Path) -> None:
    """What a process leaves that is killed while it writes."""
    case = next((study / "games").iterdir())
    (case / f".part-0000000000.parquet.{os.getpid()}.tmp").write_bytes(b"PAR1 half")
    (study / "parts" / f".blocks-x.parquet.{os.getpid()}.tmp").write_bytes(b"")
    (study / f".manifest.json.{os.getpid()}.tmp").write_bytes(b"{")
