"""A small tournament, held once for all tests of this folder; tools of the tests of reports are at hand, too."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from paskasim.tournament import Asked, Tournament, ask
from paskasim.tournament.play import play_plan
from paskasim.tournament.standing import findings

sys.path.append(str(Path(__file__).parents[1] / "report"))

COMPANY = "any,random,lowest"


@pytest.fixture(scope="session")
def asked() -> Asked:
    return ask("paskahousu", 3, COMPANY, 1500, 7)


@pytest.fixture(scope="session")
def sums(asked: Asked) -> Any:
    return play_plan(asked.plan, asked.rules, asked.seed, threads=2)


@pytest.fixture(scope="session")
def held(asked: Asked, sums: Any) -> Tournament:
    return Tournament(asked, findings(asked.plan, sums))
