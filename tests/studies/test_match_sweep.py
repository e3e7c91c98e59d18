"""Matches in a sweep: the same bytes however they are played, read back as they were counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from sweeping import SMALL, StopError, digests, play, stopping_after

from paskasim import analysis
from paskasim.analysis.matches import LOSER, ROTATES, matches_of

ASKED = SMALL + 'keep = "summary"\nquestions = ["match"]\nmatch = { matches = 300, letters = 2 }\n'


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of matches, played once."""
    file = tmp_path_factory.mktemp("match") / "study.toml"
    file.write_text(ASKED)
    play(file, file.parent / "fresh", threads=1)
    return file


@pytest.mark.parametrize("calls", [1, 270])
def test_other_threads_and_stopped__the_same_bytes(path: Path, tmp_path: Path, calls: int) -> None:
    with pytest.raises(StopError):
        play(path, tmp_path, threads=1, progress=stopping_after(calls))
    play(path, tmp_path, threads=3)
    assert digests(tmp_path) == digests(path.parent / "fresh")


def test_read_back(path: Path) -> None:
    results = analysis.read(path.parent / "fresh" / "study")
    found = matches_of(results)
    assert [one.way for one in found] == [LOSER, ROTATES]
    for one in found:
        assert one.measured.numbers.tolist() == [64, 64, 64, 64, 44]
        assert (one.played, one.decided, one.format.name) == (300, 300, "to 2 letters")
        assert one.total("rounds") == sum(one.total(f"losses_{person}") for person in range(3))
    (finding,) = analysis.answer(results, ["match"])
    assert any("matches to 2 letters are over within" in note for note in finding.notes)
