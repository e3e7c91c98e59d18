"""Commands are run as in the tests of the command line."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))

from told import Paskasim, Told

from paskasim.cli import run

if find_spec("cma") is None:  # whose import takes seconds, so not in every process that collects these tests
    pytest.skip("cma, of the extra tune, is not installed", allow_module_level=True)


@pytest.fixture
def paskasim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Paskasim:
    """Runs a command line in the test's folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Told:
        code = run([*arguments])
        out, err = capsys.readouterr()
        return Told(code, out, err)

    return call
