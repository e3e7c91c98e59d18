"""Two results folders: which cases belong together, what stands alone, and folders that contradict each other."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from synthetic import OPEN, STRICT, Planted, write_results

from paskasim.analysis.compare import heading, wording
from paskasim.analysis.compare.folders import Folders, match_folders, read_both
from paskasim.analysis.compare.judging import compare
from paskasim.analysis.compare.metrics import METRICS, table
from paskasim.analysis.compare.telling import Screen, tell
from paskasim.errors import PaskasimError

DOCS = Path(__file__).parents[2] / "docs"
GAMES = 12_288


def change(folder: Path, name: str, act: Any) -> None:
    """Change a table and its checksum."""
    file = folder / f"{name}.parquet"
    act(pd.read_parquet(file)).to_parquet(file, index=False)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][file.name] = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


def written(folder: Path, planted: Sequence[Planted], engine: str = "1") -> Path:
    """Write a folder whose cases have identities of their own, as those of another engine have."""
    write_results(folder, planted)
    change(folder, "cases", lambda t: t.assign(identity=[f"{folder.name}{engine}{i}" for i in range(len(t))]))
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"engine_version": engine}))
    return folder


def matched(tmp_path: Path, a: Sequence[Planted], b: Sequence[Planted], engine: str = "1") -> Folders:
    return match_folders(*read_both(written(tmp_path / "a", a), written(tmp_path / "b", b, engine)))


def pairs(folders: Folders) -> list[tuple[str, str]]:
    return [(match.a.name, match.b.name) for match in folders.matches]


def screen(folders: Folders) -> str:
    head, tail = heading.of_folders(folders, ("a", "b"), False), heading.alone(folders, False)
    return "\n".join(tell(compare(folders.matches), Screen([*head], [*tail], "cases")))


def test_cases_meet_by_switches_then_by_label(tmp_path: Path) -> None:
    plain, open_ = Planted(games=1024), Planted(label="open", varied={"faces.on_empty": True}, games=1024)
    eight = Planted(label="open", varied={"faces.on_empty": True, "faces.min_top": "8"}, games=1024)
    renamed = Planted(label="renamed", games=1024)
    folders = matched(tmp_path, [open_, plain, Planted(players=3, games=1024)], [renamed, eight])
    assert pairs(folders) == [
        ("open, 4 players, lowest",) * 2,
        tuple(f"{n}, 4 players, lowest" for n in ("paskahousu", "renamed")),
    ]
    assert [group.players for group in folders.only_a] == [3]
    assert folders.only_b == ()
    text = screen(folders)
    assert "rules: they differ in 1 of 2 cases" in text
    assert "only in A: paskahousu, 3 players, lowest, seed 2026" in text


def test_the_seed_decides_where_there_is_a_choice(tmp_path: Path) -> None:
    one, two = Planted(seed=1, games=1024), Planted(seed=2, games=1024)
    folders = matched(tmp_path, [one, two], [two, one, Planted(seed=3, games=1024)])
    assert [(match.a.seed, match.b.seed) for match in folders.matches] == [(1, 1), (2, 2)]
    assert [group.seed for group in folders.only_b] == [3]


def test_single_rule_sets_meet_whatever_they_are_called(tmp_path: Path) -> None:
    one = Planted(label="mine", games=GAMES)
    two = Planted(label="yours", varied={"faces.on_empty": True}, endings=OPEN, games=GAMES)
    folders = matched(tmp_path, [one], [two])
    assert folders.common == "mine / yours, 4 players, lowest"
    text = screen(folders)
    assert "rules: faces.on_empty A false, B true" in text
    assert "B is better: games without an end 0." in text


def test_other_seeds_are_compared_as_independent_games(tmp_path: Path) -> None:
    folders = matched(tmp_path, [Planted(games=GAMES)], [Planted(seed=1, endings=OPEN, games=2 * GAMES)])
    (match,) = folders.matches
    assert (match.basis, match.games) == ("other seeds", (GAMES, 2 * GAMES))
    assert not match.same_games
    endless = compare([match]).rows[0].found[0]
    assert endless.verdict == "better"
    assert endless.judged.interval.low < -0.209 < endless.judged.interval.high
    assert "with other seeds, so not deal by deal" in " ".join(screen(folders).split())


def test_unequal_numbers_of_games_are_compared_where_both_have_them(tmp_path: Path) -> None:
    folders = matched(tmp_path, [Planted(games=3000)], [Planted(games=2500)])
    (match,) = folders.matches
    assert match.games == (2048, 2048)
    assert "2,048 games of each" in screen(folders)


def test_no_block_in_common_is_said(tmp_path: Path) -> None:
    folders = matched(tmp_path, [Planted(games=500)], [Planted(games=400)])
    assert "no whole block of 1,024 games stands on both sides" in screen(folders)


def test_after_an_upgrade_that_changes_nothing(tmp_path: Path) -> None:
    folders = matched(tmp_path, [Planted(games=3000)], [Planted(games=3000)], engine="2")
    text = " ".join(screen(folders).split())
    assert "A: paskasim 0.1.0, engine 1; B: paskasim 0.1.0, engine 2" in text
    assert "The same games: no count of any block differs (3,000 games of each)." in text


def test_after_an_upgrade_one_count_that_differs_is_no_longer_the_same(tmp_path: Path) -> None:
    a, b = (written(tmp_path / name, [Planted(games=3000)]) for name in "ab")
    change(b, "blocks", lambda t: t.assign(takes=t["takes"] + (t["block"] == 1)))
    folders = match_folders(*read_both(a, b))
    assert not folders.matches[0].same_games
    assert "A and B can't be told apart" in screen(folders)


def test_equal_identities_with_other_sums_are_damage(tmp_path: Path) -> None:
    a, b = (write_results(tmp_path / name, [Planted(games=3000)]) for name in "ab")
    assert match_folders(*read_both(a, b)).matches[0].same_games
    change(b, "blocks", lambda t: t.assign(takes=t["takes"] + 1))
    with pytest.raises(PaskasimError, match="the same games, but their sums differ") as caught:
        match_folders(*read_both(a, b))
    assert caught.value.exit_code == 4


def test_nothing_in_common_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(
        PaskasimError, match="A has paskahousu, 4 players, lowest; B has paskahousu, 3 players"
    ) as caught:
        matched(tmp_path, [Planted(games=100)], [Planted(players=3, games=100)])
    assert caught.value.exit_code == 2


def test_both_folders_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(PaskasimError) as caught:
        read_both(tmp_path / "gone", tmp_path / "empty")
    assert caught.value.what.count("\n") == 1
    assert caught.value.exit_code == 4


def test_the_folder_of_a_sweep_stands_for_its_only_study(tmp_path: Path) -> None:
    plain = [Planted(games=2048)]
    written(tmp_path / "before" / "one", plain)
    written(tmp_path / "after" / "one", plain)
    assert match_folders(*read_both(tmp_path / "before", tmp_path / "after" / "one")).matches[0].same_sums
    written(tmp_path / "after" / "two", plain)
    with pytest.raises(PaskasimError, match=r"it holds several studies \(one, two\)"):
        read_both(tmp_path / "before", tmp_path / "after")


def test_a_screen_stays_a_screen(tmp_path: Path) -> None:
    """Many cases, and what differs most among them is shown."""
    a = [Planted(label=f"v{i}", games=2048, players=p, endings=STRICT) for i in range(8) for p in (3, 4)]
    b = [Planted(label=f"v{i}", games=2048, players=p, endings=OPEN) for i in range(8) for p in (3, 4)]
    folders = matched(tmp_path, a, b)
    lines = screen(folders).splitlines()
    assert len(lines) <= 45
    assert max(map(len, lines)) <= 80
    assert "games without an end: better in all 16" in lines
    assert "  and 12 more" in lines


def test_effects_of_the_same_truth_seldom_differ(tmp_path: Path) -> None:
    """The same rules with other seeds: hardly an alarm among 12 pairs with a dozen comparisons each."""
    a = [Planted(label=str(i), seed=i, games=GAMES) for i in range(12)]
    b = [Planted(label=str(i), seed=i + 1000, games=GAMES) for i in range(12)]
    folders = matched(tmp_path, a, b)
    alarms = sum(found.judged.apart for m in folders.matches for row in compare([m]).rows for found in row.found)
    assert alarms <= 2


def test_the_page_lists_the_metrics() -> None:
    page = (DOCS / "compare.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in page
    assert len({metric.name for metric in METRICS}) == len(METRICS)
    assert set(re.findall(r"`--(\w+)", page)) == {
        "players",
        "lineup",
        "panel",
        "games",
        "seed",
        "threads",
        "prefer",
        "all",
        "json",
        "report",
        "out",
    }


def test_names_draw_seats_together(tmp_path: Path) -> None:
    folders = matched(tmp_path, [Planted(games=GAMES)], [Planted(seed=1, games=GAMES)])
    rows = [row for row in compare(folders.matches).rows if row.metric.name in ("loses_0", "loses_2", "turns")]
    assert wording.names(rows) == "losses at seats 0 2, mean turns"
    assert np.isfinite(rows[0].weight)


@pytest.mark.parametrize("stopped", [[], ["a"], ["a", "b"]])
@pytest.mark.parametrize("seed", [1, 2])
def test_folders_that_stopped_by_precision__have_limits_for_every_look(
    tmp_path: Path, stopped: list[str], seed: int
) -> None:
    folders = [
        written(tmp_path / "a", [Planted(games=20_480)]),
        written(tmp_path / "b", [Planted(games=20_480, endings={"finished": 0.8, "stuck_cards": 0.2}, seed=seed)]),
    ]
    for folder in folders:
        if folder.name in stopped:
            manifest = json.loads((folder / "manifest.json").read_text())
            (folder / "manifest.json").write_text(json.dumps(manifest | {"precision": {"goal": 0.01}}))
    found = match_folders(*read_both(*folders))
    told = screen(found)
    names = " and ".join(name.upper() for name in stopped)
    assert (f"precision stopped cases of {names}: intervals and" in told) == bool(stopped)
    methods = {each.judged.interval.method for row in compare(found.matches).rows for each in row.found}
    plain = {method for method in methods if "always" not in method}
    if stopped:
        assert plain <= {"no block differs", "order statistics of both together"}
    else:
        assert methods == plain
