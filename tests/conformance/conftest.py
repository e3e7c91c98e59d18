"""The tools of the tests of the commands are at hand here, too."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "cli"))

from told import Paskasim, Told

from paskasim.cli import run


@pytest.fixture
def paskasim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Paskasim:
    """Runs a command line in the test's folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Told:
        code = run([*arguments])
        out, err = capsys.readouterr()
        return Told(code, out, err)

    return call
