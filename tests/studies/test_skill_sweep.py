"""Skill in a sweep: the same bytes however it is played, read back as it was counted, settings checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from sweeping import SMALL, digests, play, study_of

from paskasim import analysis
from paskasim.analysis.skill import skills_of
from paskasim.errors import PaskasimError

ASKED = SMALL.replace("3_000", "300") + (
    'keep = "summary"\nlineups = ["lowest", ["any", "lowest"]]\nquestions = ["skill"]\nskill = { rungs = %s }\n'
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of two rungs, played once."""
    file = tmp_path_factory.mktemp("skill") / "study.toml"
    file.write_text(ASKED % '["random", "lowest"]')
    play(file, file.parent / "fresh", threads=1)
    return file


def test_other_threads__the_same_bytes(path: Path, tmp_path: Path) -> None:
    play(path, tmp_path, threads=3)
    assert digests(tmp_path) == digests(path.parent / "fresh")


def test_read_back__once_whatever_the_line_ups(path: Path) -> None:
    (one,) = skills_of(analysis.read(path.parent / "fresh" / "study"))
    assert (one.low, one.high, one.deals, one.ways) == ("random", "lowest", 300, 6)
    assert one.numbers.tolist() == [32] * 9 + [12]
    assert one.gap.estimate > 0.2
    assert sum(one.parts[name].estimate for name in one.parts if name != "own") == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("rungs", "said"),
    [
        ('["lowest"]', "a list of 2 to 4 strategies"),
        ('["lowest", "lowest"]', "a strategy stands there twice"),
        ('["any", "lowest", "highest", "random", "linear"]', "5 strategies are more than 4"),
        ('["lowest", "nobody"]', "nobody"),
    ],
)
def test_wrong_rungs__said(rungs: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(ASKED % rungs)
    with pytest.raises(PaskasimError, match=said):
        study_of(file)
