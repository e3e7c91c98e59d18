"""docs/ladder.md: written from what was played, by this engine, with these strategies; the script goes on."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from paskasim.engine import ENGINE_VERSION
from paskasim.strategies.door import built_in

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("make_ladder", ROOT / "docs" / "make_ladder.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def test_page_is_written_from_the_rows(made: Any) -> None:
    page = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    assert page == made.written(page)
    for row in made.kept():
        if row["players"] == "4" and row["preset"] == "shithead":
            assert made.share(row) in page


def test_rows_are_of_this_engine_and_these_strategies(made: Any) -> None:
    rows = {tuple(row[key] for key in made.KEY): row for row in made.kept()}
    assert rows
    cells = {cell.key: cell for cell in made.cells()}
    assert set(rows) <= set(cells)
    for key, row in rows.items():
        assert row["engine"] == ENGINE_VERSION
        assert (row["one_identity"], row["among_identity"]) == cells[key].identities, key
    for rung in {frozenset(key[2:]) for key in rows}:
        there = {key for key in rows if set(key[2:]) == rung}
        assert there == {key for key in cells if set(key[2:]) == rung}, f"{rung}: go on with make_ladder.py play"


def test_cells_are_every_rung_both_ways(made: Any) -> None:
    keys = [cell.key for cell in made.cells()]
    assert len(keys) == len(set(keys))
    rungs = [name for name in made.RUNGS if name in built_in()]
    # 7 rule sets, 2 to 5 players, but for five at tables with rows and one deck.
    assert len(keys) == (7 * 4 - 2) * 2 * (len(rungs) - 1)


def test_play_goes_on_where_it_stood(
    made: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(made, "DATA", tmp_path / "ladder.csv")
    monkeypatch.setattr(made, "PRESETS", ("shithead",))
    monkeypatch.setattr(made, "PLAYERS", range(2, 4))
    played: list[tuple[str, ...]] = []
    play = made.Cell.play

    def counted(cell: Any, deals: int, threads: int | None) -> Any:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(cell.key)
        return play(cell, deals, threads)

    monkeypatch.setattr(made.Cell, "play", counted)
    with pytest.raises(KeyboardInterrupt):
        made.play(made.missing(made.kept(), ("lowest",), 300, 60.0), 1)
    assert len(made.kept()) == 2
    monkeypatch.setattr(made.Cell, "play", play)
    made.play(made.missing(made.kept(), ("lowest",), 300, 60.0), 2)
    assert len(made.kept()) == 4
    assert capsys.readouterr().out.count("deals") == 4
    first = (tmp_path / "ladder.csv").read_bytes()
    made.play(made.missing(made.kept(), ("lowest",), 300, 60.0), 2)
    assert (tmp_path / "ladder.csv").read_bytes() == first
    assert made.missing(made.kept(), ("lowest",), 301, 60.0)
    # A row of other weights or another engine does not count.
    stale = [row | {"one_identity": "lowest[weights=0]"} for row in made.kept()]
    assert len(made.missing(stale, ("lowest",), 300, 60.0)) == 4
    stale = [row | {"engine": "0"} for row in made.kept()]
    assert len(made.missing(stale, ("lowest",), 300, 60.0)) == 4
    assert set(made.verdicts(made.kept()).values()) == {"beats", "loses"}
    # Two players: the same games seen from both sides.
    two = [row for row in made.kept() if row["players"] == "2"]
    assert float(two[0]["loss"]) + float(two[1]["loss"]) == pytest.approx(1, abs=2e-6)


def test_verdicts_need_more_than_one_lucky_table(made: Any) -> None:
    row = {"preset": "a", "players": "4", "one": "x", "among": "y", "difference": "-0.01", "p": "0.004"}
    rows = [row | {"players": str(at), "p": "0.004" if at == 0 else "0.5"} for at in range(20)]
    assert set(made.verdicts(rows).values()) == {"not distinguishable"}
    assert made.verdicts(rows[:2])["a", "0", "x", "y"] == "beats"
    up = [row | {"p": "0.004", "difference": "0.01"}]
    assert [*made.verdicts(up).values()] == ["loses"]


@pytest.mark.long
@pytest.mark.parametrize("key", [("shithead", "3", "lowest", "random"), ("ruotsalainen", "2", "random", "lowest")])
def test_rows_are_found_again(made: Any, key: tuple[str, ...]) -> None:
    row = next(row for row in made.kept() if tuple(row[name] for name in made.KEY) == key)
    cell = next(cell for cell in made.cells() if cell.key == key)
    assert cell.play(int(row["deals"]), None) == row
