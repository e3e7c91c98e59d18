"""Real signals to a real process: Ctrl-C and SIGKILL in the middle of a sweep."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
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
SIMULATE = ["simulate", "paskahousu", "--games", "1e9", "--out", "rows.parquet"]
STUDY = """\
rules = "paskahousu"
players = [2, 4]
games = 60_000
"""


def start(folder: Path, arguments: list[str], **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", START, *arguments], cwd=folder, text=True, env=os.environ | environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def shards(folder: Path) -> int:
    return len(list((folder / "out").glob("study/parts/*.parquet")))


def wait_for(process: subprocess.Popen[str], done: Callable[[], bool]) -> None:
    for _ in range(6000):
        if done():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    pytest.fail("it takes too long")


def interrupt(process: subprocess.Popen[str]) -> list[str]:
    """Press Ctrl-C, and return the last three lines of what is said."""
    told = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - told < 3.0  # one for the games, the others for a busy machine
    assert (process.returncode, out) == (130, "")
    return err.splitlines()[-3:]


def test_simulate_interrupted(tmp_path: Path) -> None:
    process = start(tmp_path, SIMULATE)
    wait_for(process, lambda: any(path.stat().st_size > 10_000 for path in tmp_path.iterdir()))
    assert interrupt(process) == [
        "paskasim: Stopped; nothing of it is kept.",
        "To begin anew:",
        "  paskasim simulate paskahousu --games 1e9 --out rows.parquet",
    ]
    assert not list(tmp_path.iterdir())


def test_interrupted_while_compiling(tmp_path: Path) -> None:
    """The compiler calls back into Python, where a Ctrl-C may get lost."""
    process = start(tmp_path, SIMULATE, PASKASIM_CACHE_DIR=str(tmp_path / "cache"))
    wait_for(process, lambda: any((tmp_path / "cache").rglob("lowest.play*.nbc")))
    time.sleep(1.0)
    assert interrupt(process)[0] == "paskasim: Interrupted."


def test_interrupted_killed_and_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "study.toml").write_text(STUDY)
    process = start(tmp_path, ARGUMENTS)
    wait_for(process, lambda: shards(tmp_path) >= 2)
    assert interrupt(process) == [
        "paskasim: Stopped. What is finished is kept in out.",
        "To go on:",
        "  paskasim sweep study.toml --out out --reports rep --threads 2",
    ]
    left = digests(tmp_path / "out")
    assert all(name.startswith(("study/parts/", "study/games/")) and name.endswith(".parquet") for name in left)
    assert not list((tmp_path / "rep").iterdir())

    kept = shards(tmp_path)
    process = start(tmp_path, ARGUMENTS)
    wait_for(process, lambda: shards(tmp_path) > kept)
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
    assert "120,000" not in err  # only what was missing

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
