"""Reports made once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from synthetic import HOSTILE, Planted, face_rules, rotate, write_results

from paskasim import report


def hostile() -> list[Planted]:
    """Return a study whose every name tries to be something else than text."""
    name = HOSTILE
    return [
        Planted(label=name, rules_name=name, lineup=f"{name},b", seats=rotate([name, "b"]), players=2, games=3000),
        Planted(label=f"={name}", rules_name=name, lineup="x" * 300, players=2, games=3000),
    ]


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of results folders."""
    folder = tmp_path_factory.mktemp("results")
    forked = [
        Planted(games=8000, fork=(0.22, 0.26)),
        Planted(label="no fours", varied={"fours.burn": False}, games=8000),
    ]
    write_results(folder / "face-rules", face_rules(8000, lineups=["lowest"]), questions=("endings", "seats", "length"))
    write_results(folder / "fours", forked, title="Is burning four of a kind worth having?", question=None)
    write_results(folder / "hostile", hostile(), title=HOSTILE, question=f"{HOSTILE}?")
    write_results(folder / "tiny", [Planted(games=1)], title="Tiny", question=None)
    endless = [Planted(games=2000, endings={"all_pass": 1.0})]
    write_results(folder / "endless", endless, title="Endless", question=None)
    return folder


@pytest.fixture(scope="session")
def reports(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a report of each results folder and the index."""
    folder = tmp_path_factory.mktemp("reports")
    for study in sorted(results.iterdir()):
        report.build(study, folder)
    report.build_index(folder)
    return folder
