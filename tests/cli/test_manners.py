"""A real process: speed of help, what it imports, odd consoles, readers that stop reading, full outputs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

START = "from paskasim.cli import main; main()"
HELP = """
import sys
from paskasim.cli import run
for command in ("", "sweep", "report", "simulate", "compare", "trace", "init", "rules", "strategies", "referee",
                "verify", "rules list", "rules show", "rules check", "rules diff", "strategies list",
                "strategies show"):
    assert run([*command.split(), "--help"]) == 0, command
assert run(["--version"]) == 0
heavy = {"numba", "pandas", "numpy", "pyarrow", "matplotlib", "scipy", "jinja2"} & set(sys.modules)
assert not heavy, heavy
"""


def start(*arguments: str, program: str = START, **options: object) -> subprocess.CompletedProcess[bytes]:
    environment = dict(os.environ) | dict(options.pop("env", {}))  # type: ignore[call-overload]
    where = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment} | options
    return subprocess.run([sys.executable, "-c", program, *arguments], timeout=120, **where)


def test_help__imports_nothing_heavy() -> None:
    told = start(program=HELP)
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.count(b"Usage: paskasim") == 17


def test_help__is_quick() -> None:
    seconds = []
    for _ in range(3):
        begun = time.perf_counter()
        assert start("--help").returncode == 0
        seconds.append(time.perf_counter() - begun)
    assert min(seconds) < 1.0  # a quarter of a second is wanted; this allows for a slow, busy machine


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_consoles_that_can_t_print_everything(tmp_path: Path, encoding: str) -> None:
    name = "Pöytäpaska ♠ 牌"
    (tmp_path / "s.toml").write_text(f'title = "{name}"\nrules = "{name}.toml"\n', encoding="utf-8")
    (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\nfours.sizes = 3\n', encoding="utf-8")
    environment = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    told = start("sweep", "s.toml", cwd=tmp_path, env=environment)
    assert (told.returncode, told.stdout) == (2, b"")
    assert b"toml:2: fours.sizes: there is no such key" in told.stderr
    assert b"Traceback" not in told.stderr
    (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\n', encoding="utf-8")
    told = start("rules", "show", f"{name}.toml", cwd=tmp_path, env=environment)
    assert (told.returncode, told.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("command", "codes"),
    [
        ("rules list --json | true", "0"),
        ("rules show paskahousu | head -n 1 > /dev/null", "0"),
        ("rules list > /dev/full", "2"),
        ("rules list --json > /dev/full", "2"),
        ("rules list >&-", "0"),
        ("rules show nothing 2>&-", "2"),
        ("rules show nothing 2> /dev/full", "2"),
    ],
)
def test_outputs_that_end_early(command: str, codes: str) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    script = f'"{sys.executable}" -c "{START}" ' + command.replace(" | ", "; echo $? >&3) | ")
    script = f"({script}" if " | " in command else f"{script}; echo $? >&3"
    told = subprocess.run(["bash", "-c", f"exec 3>&1; {script}"], capture_output=True, text=True, timeout=120)
    assert told.stdout.split()[-1] == codes
    assert "Traceback" not in told.stderr
    assert "Exception ignored" not in told.stderr
    assert ("No space left on device" in told.stderr) == (codes == "2" and "rules list" in command)
