"""Digests of games: they change when, and only when, behaviour changes, and then ENGINE_VERSION has to change too.

`PASKASIM_UPDATE_GOLDEN=1 pytest tests/test_golden.py` writes them anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import pytest

from paskasim.engine import ENGINE_VERSION, play
from paskasim.kernels import layout as at
from paskasim.lineups import crew_of
from paskasim.rules import presets
from paskasim.rules.tables import rule_tables
from paskasim.simulation import checked_case
from paskasim.strategies.door import built_in

FILE = Path(__file__).parent / "golden" / "digests.json"
UPDATE = os.environ.get("PASKASIM_UPDATE_GOLDEN") == "1"
GAMES = 300


def digest(preset: str, strategy: str) -> str:
    """SHA-256 over all results, with detail, of games of 3 and of 4 players."""
    found = hashlib.sha256()
    for players in (3, 4):
        case = checked_case(preset, players, strategy, GAMES, 2026)
        rules = rule_tables(case.rules, players)
        count = min(GAMES, max(3, case.seats[0].games_per_second // 50))
        games = play(rules, players, crew_of(case.seats, case.rules), case.seed, 0, count, detail=True)
        words = [word for word in range(at.TALLY_WORDS) if games.bluff or not at.CLAIMS <= word <= at.CAUGHT]
        found.update(np.ascontiguousarray(games.tallies[words]).tobytes())
        found.update(np.ascontiguousarray(games.places).tobytes())
    return found.hexdigest()[:24]


def recorded() -> dict[str, object]:
    if UPDATE and not FILE.exists():
        return {"engine": ENGINE_VERSION, "digests": {}}
    return dict(json.loads(FILE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("preset", presets())
def test_games_are_those_of_this_engine_version(preset: str) -> None:
    golden = recorded()
    names = [f"{name}[lowest]" if strategy.wraps else name for name, strategy in built_in().items()]
    now = {name: digest(preset, name) for name in names}
    if UPDATE:
        digests = dict(golden["digests"]) | {preset: now}
        content = {"engine": ENGINE_VERSION, "digests": dict(sorted(digests.items()))}
        FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        return
    assert golden["engine"] == ENGINE_VERSION
    assert now == golden["digests"][preset], "behaviour changed: raise ENGINE_VERSION and write the digests anew"


def test_no_preset_is_left_out() -> None:
    assert sorted(recorded()["digests"]) == sorted(presets())
