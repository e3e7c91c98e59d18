"""Probes: one file is enough, only what questions want is played, and other settings are played anew."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from sweeping import SMALL, StopError, digests, play, stopping_after, study_of

from paskasim import analysis
from paskasim.analysis.questions import length
from paskasim.errors import PaskasimError
from paskasim.lineups import crew_of
from paskasim.rules import RuleSet
from paskasim.studies import probes, probing
from paskasim.studies.plan import case_of, plan
from paskasim.studies.probing import Choice, Probe, Shard, Strategies, Sum, Whole
from paskasim.studies.reading import load_study
from paskasim.studies.sweep import Progress

ASKED = SMALL + 'questions = ["length"]\n'


def _play(shard: Shard) -> np.ndarray:
    from paskasim.engine import play as play_games
    from paskasim.kernels import layout

    crew = shard.crew_from(shard.settings["guests"])
    games = play_games(
        shard.rules, shard.case.players, crew, shard.case.seed, shard.first, shard.games,
        stop=shard.stop, played=shard.played,
    )  # fmt: skip
    turns = games.tallies[layout.TURNS].astype(np.int64)
    return np.stack([np.ones_like(turns), shard.settings["times"] * turns], axis=1)


PLANTED = Probe(
    about="turns of a line-up that comes as a guest",
    columns=(Sum("games", "games played"), Sum("turns", "turns, several times")),
    settings=(
        Whole("games", 200, 1, 10**9, "games of each case"),
        Whole("times", 1, 1, 5, "how often each turn counts"),
        Choice("mood", "calm", ("calm", "wild"), "nothing at all"),
        Strategies("guests", ("any",), "who plays", least=1),
    ),
    play=_play,
    applies=lambda case: case.players == 3,
    block=64,
    shard_blocks=2,
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A study that asks a question which wants a probe of one file more."""
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "planted.py").write_text("")
    module = ModuleType("planted")
    module.PROBE = PLANTED  # type: ignore[attr-defined]
    monkeypatch.setattr(probes, "__path__", [*probes.__path__, str(tmp_path / "more")])
    monkeypatch.setitem(sys.modules, "paskasim.studies.probes.planted", module)
    monkeypatch.setattr(length, "PROBES", ("planted",), raising=False)
    probes.declared.cache_clear()
    file = tmp_path / "study.toml"
    file.write_text(ASKED)
    yield file
    probes.declared.cache_clear()


def declare(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Let the file of the probe declare it otherwise."""
    monkeypatch.setattr(sys.modules["paskasim.studies.probes.planted"], "PROBE", replace(PLANTED, **changes))
    probes.declared.cache_clear()


def table(out: Path) -> dict[str, list[int]]:
    return pq.read_table(out / "study" / "planted.parquet").drop_columns(["case"]).to_pydict()


def test_one_file_is_a_probe(path: Path) -> None:
    assert "planted" in probes.names()
    play(path, path.parent / "out")
    found = table(path.parent / "out")
    assert found["block"] == [0, 1, 2, 3]
    assert found["games"] == [64, 64, 64, 8]
    assert all(turns > 20 * games for turns, games in zip(found["turns"], found["games"], strict=True))
    results = analysis.read(path.parent / "out" / "study")
    measured = results.measured(results.groups[0], "planted")
    assert measured is not None
    assert (measured.blocks.tolist(), measured.numbers.tolist()) == (found["block"], found["games"])
    assert measured.total("turns") == sum(found["turns"])
    assert results.measured(results.groups[0], "forks") is None


def test_where_it_does_not_apply__nothing_is_there(path: Path) -> None:
    path.write_text(ASKED.replace("players = 3", "players = 2"))
    play(path, path.parent / "out")
    assert not (path.parent / "out" / "study" / "planted.parquet").exists()


def test_who_seats_players_itself__is_asked_once_at_each_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text(
        SMALL.replace("players = 3", "players = [2, 3, 4]")
        + 'lineups = ["any", ["lowest", "any"]]\nquestions = ["length"]\n[vary]\n"fours.burn" = [true, false]\n'
    )
    study = load_study(path, ("length",))
    for alone in (False, True):
        declare(monkeypatch, applies=lambda case: True, seats_itself=alone)
        chosen = probing.measured("planted", plan(study))
        tables = [(case.label, case.players) for case in chosen]
        assert len(tables) == (6 if alone else 6 + 2 * (2 + 3 + 4))
        assert len({*tables}) == 6
        assert all(case.lineup == "any" for case in chosen) == alone


def test_a_dry_run_counts_the_time_of_probes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(monkeypatch, cost=lambda case, settings, folder: 10.0 * settings["times"])
    path.write_text(ASKED + "planted = { games = 5000, times = 3 }\n")
    study = load_study(path, ("length",))
    (case,) = plan(study)
    assert probing.seconds_of(study, [case]) == pytest.approx(3_000 * 30 / case.games_per_second)


def test_only_what_a_question_wants(path: Path) -> None:
    path.write_text(ASKED.replace("length", "seats"))
    play(path, path.parent / "out")
    assert {Path(name).name for name in digests(path.parent / "out") if "/games/" not in name} == {
        *("blocks.parquet", "cases.parquet", "examples.jsonl", "lengths.parquet", "manifest.json")
    }


def test_never_more_units_than_games(path: Path) -> None:
    path.write_text(ASKED.replace("3_000", "100") + "planted = { games = 5000 }\n")
    play(path, path.parent / "out")
    assert table(path.parent / "out")["games"] == [64, 36]


@pytest.mark.parametrize("threads", [1, 3])
def test_stopped_and_repeated__the_same_bytes(path: Path, threads: int) -> None:
    play(path, path.parent / "fresh", threads=threads)
    for calls in (1, 6):
        with pytest.raises(StopError):
            play(path, path.parent / "out", threads=1, progress=stopping_after(calls))
    play(path, path.parent / "out")
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


def begun(path: Path) -> int:
    """Return how many games and units a sweep has to play."""
    told: list[int] = []
    play(path, path.parent / "out", progress=Progress(begin=told.append))
    return told[0]


@pytest.mark.parametrize("before", ["times = 2", 'guests = ["lowest"]', 'mood = "wild"'])
def test_other_settings__played_anew(path: Path, before: str) -> None:
    path.write_text(f"{ASKED}planted = {{ {before} }}\n")
    assert begun(path) == 3_200
    assert begun(path) == 0
    path.write_text(ASKED)
    assert begun(path) == 200
    play(path, path.parent / "fresh")
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


def test_more_units__only_what_is_missing(path: Path) -> None:
    assert begun(path) == 3_200
    path.write_text(ASKED + "planted = { games = 300 }\n")
    assert begun(path) == 300 - 128  # the first shard was whole
    play(path, path.parent / "fresh")
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


def test_columns_of_another_version__played_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(path, path.parent / "out")
    other = replace(PLANTED, columns=(PLANTED.columns[0], Sum("all_turns", "turns")))
    monkeypatch.setattr(sys.modules["paskasim.studies.probes.planted"], "PROBE", other)
    probes.declared.cache_clear()
    assert begun(path) == 200
    assert list(table(path.parent / "out")) == ["block", "games", "all_turns"]


def test_damaged__told(path: Path) -> None:
    play(path, path.parent / "out")
    file = path.parent / "out" / "study" / "planted.parquet"
    file.write_bytes(file.read_bytes()[:-40])
    for act in (lambda: play(path, path.parent / "out"), lambda: analysis.read(path.parent / "out" / "study")):
        with pytest.raises(PaskasimError) as caught:
            act()
        assert caught.value.exit_code == 4


MISTAKES = {
    "planted = 5": "planted = 5 is not allowed; a table such as [planted] is.",
    "planted = { tmes = 5 }": "planted.tmes is no key of a study; there are planted.games, planted.times, "
    'planted.mood, planted.guests (did you mean "planted.times"?).',
    "planted = { times = 6 }": "planted.times = 6 is not allowed; a whole number from 1 to 5 is.",
    "planted = { times = true }": "planted.times = true is not allowed; a whole number from 1 to 5 is.",
    'planted = { mood = "sad" }': 'planted.mood = "sad" is not allowed; one of "calm", "wild" is.',
    "planted = { guests = [] }": 'planted.guests = [] is not allowed; a list of strategies, such as ["lowest", '
    '"linear"], is.',
    'planted = { guests = ["any", "any"] }': "guests: a strategy stands there twice.",
    'planted = { guests = ["lowst"] }': 'there is no strategy "lowst"',
}


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes(path: Path, line: str) -> None:
    path.write_text(f"{ASKED}{line}\n")
    with pytest.raises(PaskasimError) as caught:
        study_of(path)
    assert caught.value.exit_code == 2
    assert ":5: " in caught.value.what
    assert MISTAKES[line] in caught.value.what


def test_settings__those_of_the_file_and_defaults(path: Path) -> None:
    path.write_text(ASKED + 'planted = { times = 2.0, guests = ["lowest", "any"] }\n')
    found = probing.settings_of(study_of(path), "planted")
    assert found == {"games": 200, "times": 2, "mood": "calm", "guests": ("lowest", "any")}


def test_every_probe__is_declared_whole() -> None:
    for name in probes.names():
        case = case_of(RuleSet.load("valepaska" if name == "bluff" else "paskahousu"), 3, "lowest", 1, 3)
        probe = probing.load(name)
        columns = [column.name for column in probe.columns]
        assert len({*columns, "case", "block"}) == len(columns) + 2
        assert probe.setting(probe.counted_by) is not None
        for part in (*probe.columns, *probe.settings):
            assert part.meaning
            assert not part.meaning.endswith(".")
        assert probe.applies(case)
        settings = {setting.name: setting.default for setting in probe.settings}
        rows = probe.play(Shard(case, 0, 3, settings, lambda seats, case=case: crew_of(seats, case.rules)))
        assert rows.shape == (3, len(columns))
        assert rows.dtype == np.int64


def test_declarations_need_no_compiler() -> None:
    """Reports read them: what a probe plays with is imported inside its functions."""
    for path in [*Path(probes.__path__[0]).glob("*.py"), Path(probing.__file__)]:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                allowed = tuple(f"paskasim.{name}" for name in ("errors", "matches", "payoff", "rules.", "studies"))
                assert not (node.module or "").startswith("paskasim") or (node.module or "").startswith(allowed), path
                assert node.module not in ("paskasim.studies.plan", "paskasim.studies.sums", "paskasim.studies.sweep")
            elif isinstance(node, ast.Import):
                assert not {alias.name for alias in node.names} & {"numpy", "numba", "paskasim"}, path


def test_the_probe_of_the_docs__works(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "PROBE = " in block]
    module = ModuleType("calm")
    exec(code, module.__dict__)
    (path.parent / "more" / "calm.py").write_text(code)
    monkeypatch.setitem(sys.modules, "paskasim.studies.probes.calm", module)
    monkeypatch.setattr(length, "PROBES", ("calm",))
    play(path, path.parent / "out")
    results = analysis.read(path.parent / "out" / "study")
    measured = results.measured(results.groups[0], "calm")
    assert measured is not None
    calm = (pq.read_table(path.parent / "out" / "study" / "games", partitioning=None)["takes"].to_numpy() == 0).sum()
    assert (measured.total("games"), measured.total("calm")) == (3_000, calm)
