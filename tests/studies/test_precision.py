"""A study with `precision` stops where it should, whatever the threads, the interruptions and what was there before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from sweeping import StopError, digests, play, stopping_after, study_of

from paskasim.analysis.intervals import always_valid_shares
from paskasim.studies.plan import Case, plan
from paskasim.studies.precision import Precision
from paskasim.studies.store import Store
from paskasim.studies.sweep import Progress

STUDY = """\
rules = "paskahousu"
players = [2, 3]
lineups = ["lowest", ["any", "lowest"]]
games = 12_000
precision = 0.03
seed = 11
questions = ["fours", "length"]
[forks]
games = 1_100
continuations = 2
"""
ONE = """\
rules = "paskahousu"
players = 3
games = 12_000
"""


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The study, played on one thread in one go, in shards of four blocks."""
    folder = tmp_path_factory.mktemp("once")
    path = folder / "study.toml"
    path.write_text(STUDY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Case, "shard_games", 4096)
        play(path, folder / "out", threads=1)
    return folder / "out"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Case, "shard_games", 4096)
    file = tmp_path / "study.toml"
    file.write_text(STUDY)
    return file


def stops(out: Path) -> dict[str, dict[str, Any]]:
    """Return what the manifest says of each group."""
    groups: dict[str, dict[str, Any]] = json.loads((out / "study" / "manifest.json").read_text())["precision"]["groups"]
    return groups


def first_look(losers: np.ndarray, goal: float) -> int:
    """Return the games at which a case without rotations should stop, from its losers by block and seat."""
    documented = [*range(1, 16), *range(16, 32, 2), *range(32, 64, 4), *range(64, 129, 8)]
    for blocks in documented:
        found = always_valid_shares(losers[:blocks].sum(axis=0).tolist())
        if all(max(i.high - i.estimate, i.estimate - i.low) <= goal for i in found):
            return 1024 * blocks
    raise AssertionError("never")


def test_stops_at_the_first_look_that_is_precise_enough(once: Path, path: Path) -> None:
    """Found again, with other code, from the blocks of a study that plays all games; the games are the same."""
    path.write_text(STUDY.replace("precision = 0.03\n", ""))
    play(path, path.parent / "all")
    every = pq.read_table(path.parent / "all" / "study" / "blocks.parquet").to_pandas()
    some = pq.read_table(once / "study" / "blocks.parquet").to_pandas()
    found = stops(once)
    assert len(found) == 4
    for case in plan(study_of(path)):
        own, kept = every[every["case"] == case.id], some[some["case"] == case.id]
        games = int(kept["games"].sum())
        assert own[: len(kept)].fillna(-1).reset_index(drop=True).equals(kept.fillna(-1).reset_index(drop=True))
        assert found[case.group]["games"] == found[case.group]["reached"] == games
        assert found[case.group]["why"] == "goal reached"
        if case.lineup == "lowest":
            losers = own[[f"loser_{seat}" for seat in range(case.players)]].to_numpy(dtype=np.int64)
            assert games == first_look(losers, 0.03)
            limits = always_valid_shares(losers[: len(kept)].sum(axis=0).tolist())
            worst = limits[int(found[case.group]["figure"].removeprefix("seat "))]
            assert found[case.group]["low"] == pytest.approx(worst.low, rel=1e-8)
            assert max(i.high - i.low for i in limits) == worst.high - worst.low
    assert len({stop["games"] for stop in found.values()}) > 1
    assert any(stop["games"] % 4096 for stop in found.values())  # within a shard


def test_threads(once: Path, path: Path) -> None:
    play(path, path.parent / "out", threads=5)
    assert digests(path.parent / "out") == digests(once)


def test_stopped_again_and_again(once: Path, path: Path) -> None:
    out = path.parent / "out"
    for calls in (0, 3, 5, 8, 12, 20, 40):
        try:
            play(path, out, progress=stopping_after(calls))
        except StopError:
            continue
        break
    play(path, out)
    assert digests(out) == digests(once)


def test_more_than_needed_was_played__thrown_away(once: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole shards lie there where half of one is enough, and others beyond the end."""
    out = path.parent / "out"
    path.write_text(STUDY.replace("precision = 0.03\n", ""))
    unfinished(path, monkeypatch)
    assert len(list((out / "study" / "parts").glob("blocks-*"))) == 7 * 3
    path.write_text(STUDY)
    play(path, out)
    assert digests(out) == digests(once)


def test_more_than_needed_was_played__without_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text(ONE)
    unfinished(path, monkeypatch, keep_games=False)
    path.write_text(ONE + "precision = 0.03\n")
    play(path, path.parent / "out", keep_games=False)
    play(path, path.parent / "fresh", keep_games=False)
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


def unfinished(path: Path, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Play all of a study, and stop before its results are gathered."""

    def fail(*arguments: object) -> None:
        raise StopError

    with monkeypatch.context() as patch:
        patch.setattr(Store, "finish", fail)
        with pytest.raises(StopError):
            play(path, path.parent / "out", **changes)


def test_again__plays_nothing(once: Path, path: Path) -> None:
    out = path.parent / "out"
    first = play(path, out)
    again = play(path, out)
    assert first.played > 0 == again.played == again.larger
    assert (again.games, again.stops) == (first.games, first.stops)
    assert digests(out) == digests(once)


def test_stricter_later__goes_on_from_what_is_there(path: Path) -> None:
    path.write_text(ONE + "precision = 0.05\n")
    play(path, path.parent / "out")
    path.write_text(ONE + "precision = 0.03\n")
    begun: list[int] = []
    after = play(path, path.parent / "out", progress=Progress(begin_open=begun.append))
    fresh = play(path, path.parent / "fresh")
    assert digests(path.parent / "out") == digests(path.parent / "fresh")
    assert 0 < after.played <= fresh.played
    assert begun[0] < 12_000


def test_weaker_later__keeps_what_is_there(path: Path) -> None:
    path.write_text(ONE + "precision = 0.03\n")
    strict = play(path, path.parent / "out")
    rows = {name: sha for name, sha in digests(path.parent / "out").items() if "/games/" in name}
    path.write_text(ONE + "precision = 0.05\n")
    weak = play(path, path.parent / "out")
    assert (weak.games, weak.played, weak.larger) == (strict.games, 0, 1)
    assert rows == {name: sha for name, sha in digests(path.parent / "out").items() if "/games/" in name}
    (stop,) = stops(path.parent / "out").values()
    assert stop["reached"] < stop["games"] == strict.games


@pytest.mark.parametrize(("before", "goal"), [(2_500, 0.09), (2_500, 0.03), (9_000, 0.05)])
def test_after_a_study_without__keeps_or_goes_on(path: Path, before: int, goal: float) -> None:
    """What lies there may end within a block."""
    path.write_text(ONE)
    play(path, path.parent / "out", games=before)
    path.write_text(ONE + f"precision = {goal}\n")
    done = play(path, path.parent / "out")
    play(path, path.parent / "fresh")
    (stop,), (fresh,) = (stops(path.parent / name).values() for name in ("out", "fresh"))
    assert stop["reached"] == fresh["games"]
    assert stop["games"] == done.games == max(before, fresh["games"])
    if fresh["games"] > before:
        assert digests(path.parent / "out") == digests(path.parent / "fresh")
    else:
        assert done.played == 0


def test_weaker_after_an_interruption__what_is_kept_is_whole(path: Path) -> None:
    """The shard in which the kept games end lies there with more of them, from the sweep that was interrupted."""
    path.write_text(ONE)
    play(path, path.parent / "out", games=2_500)
    before = digests(path.parent / "out")
    path.write_text(ONE + "precision = 0.02\n")
    with pytest.raises(StopError):
        play(path, path.parent / "out", threads=1, progress=stopping_after(5))
    path.write_text(ONE + "precision = 0.09\n")
    play(path, path.parent / "out")
    after = digests(path.parent / "out")
    assert {name for name in before if before[name] != after.get(name)} == {"study/manifest.json"}
    assert before.keys() == after.keys()


def test_all_games_used(path: Path) -> None:
    path.write_text(ONE.replace("12_000", "3_000") + "precision = 0.003\n")
    done = play(path, path.parent / "out")
    (stop,) = stops(path.parent / "out").values()
    assert (done.games, stop["games"], stop["reached"], stop["why"]) == (3_000, 3_000, None, "all games used")
    assert stop["looks"] == 2
    assert stop["high"] - stop["low"] > 0.006


@pytest.mark.parametrize("goal", ['"50%"', "1e-5"])
def test_a_rare_event__never_stops_by_chance(path: Path, goal: str) -> None:
    """None seen so far: no share of none is near, and the limits stay wide."""
    rare = f'precision = {{ goal = {goal}, of = "fours" }}\n'
    path.write_text(ONE + rare + '[[case]]\nname = "no fours"\n"fours.burn" = false\n')
    done = play(path, path.parent / "out", keep_games=False)
    (stop,) = stops(path.parent / "out").values()
    assert (done.games, stop["reached"], stop["looks"]) == (12_000, None, 11)


def test_relative_to_a_rare_share(path: Path) -> None:
    path.write_text(ONE.replace("12_000", "40_000") + 'precision = { goal = "20%", of = "endings" }\n')
    play(path, path.parent / "out", keep_games=False)
    (stop,) = stops(path.parent / "out").values()
    assert stop["reached"] is not None
    assert stop["figure"] == "endings"
    assert max(stop["high"] - stop["estimate"], stop["estimate"] - stop["low"]) <= 0.2 * stop["estimate"]


def test_mean_turns(path: Path) -> None:
    path.write_text(ONE + 'precision = { goal = 4, of = "turns" }\n')
    play(path, path.parent / "out", keep_games=False)
    (stop,) = stops(path.parent / "out").values()
    assert stop["reached"] >= 8 * 1024  # fewer blocks say nothing of their spread
    assert stop["high"] - stop["low"] <= 8


def test_no_precision__the_manifest_does_not_speak_of_it(path: Path) -> None:
    path.write_text(ONE)
    play(path, path.parent / "out", games=100)
    assert "precision" not in json.loads((path.parent / "out" / "study" / "manifest.json").read_text())


def test_identity__does_not_depend_on_it(path: Path) -> None:
    path.write_text(ONE)
    (case,) = plan(study_of(path))
    (other,) = plan(study_of(path, precision=Precision(0.01)))
    assert case.identity == other.identity
