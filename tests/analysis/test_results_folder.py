"""Reading a results folder: whole ones are understood, damaged and foreign ones refused in a sentence."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from synthetic import OPEN, Planted, face_rules, rotate, write_results

from paskasim.analysis import read
from paskasim.analysis.results import aligned, same_deals
from paskasim.errors import PaskasimError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_results(tmp_path / "study", [Planted(games=3000), Planted(games=3000, players=3)])


def rewrite(folder: Path, name: str, change: Any) -> None:
    """Change a table and its checksum, as a foreign program might."""
    frame = change(pd.read_parquet(folder / f"{name}.parquet"))
    frame.to_parquet(folder / f"{name}.parquet", index=False)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][f"{name}.parquet"] = hashlib.sha256((folder / f"{name}.parquet").read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


def refused(folder: Path) -> str:
    with pytest.raises(PaskasimError) as caught:
        read(folder)
    assert caught.value.exit_code == 4
    assert "\n" not in caught.value.what
    assert caught.value.do
    return caught.value.what


def test_groups_hold_what_was_planted(folder: Path) -> None:
    results = read(folder)
    assert [group.players for group in results.groups] == [4, 3]
    assert results.games == 6000
    one = results.groups[0]
    assert list(one.numbers) == [1024, 1024, 952]
    assert sum(one.seat_totals("loser")) == one.finished
    assert one.ended.sum() == one.finished
    assert one.ended.sum() + one.unended.sum() == one.games
    assert one.name == "paskahousu, 4 players, lowest"


def test_rotations_make_one_group(tmp_path: Path) -> None:
    seats = rotate(["careful", "lowest", "lowest"])
    planted = Planted(players=3, lineup="careful,lowest", seats=seats, games=2000, endings=OPEN)
    (group,) = read(write_results(tmp_path / "mixed", [planted])).groups
    assert (group.rotations, group.games) == (3, 6000)
    assert group.strategies == ("careful", "lowest")
    assert (group.seats_of("careful"), group.seats_of("lowest")) == (1, 2)
    both = group.strategy_sums("loser", "careful") + group.strategy_sums("loser", "lowest")
    assert list(both) == list(group.sums("outcome_finished"))


def test_base_is_the_named_rule_set_with_nothing_varied(tmp_path: Path) -> None:
    planted = face_rules(1024, players=[4], lineups=["lowest"])[1:]  # the plain one was the first
    planted.append(face_rules(1024, players=[4], lineups=["lowest"])[0])
    results = read(write_results(tmp_path / "faces", planted))
    assert results.base(results.groups[0]).varied == {"faces.min_top": "7", "faces.on_empty": False}
    assert len(results.pairs()) == 5


def test_same_deals_need_same_deck_and_seed(tmp_path: Path) -> None:
    planted = [Planted(games=1024), Planted(games=1024, varied={"faces.on_empty": True}), Planted(games=1024, seed=1)]
    planted.append(Planted(games=1024, varied={"deck.jokers": 2}))
    first, *others = read(write_results(tmp_path / "s", planted)).groups
    assert [same_deals(first, other) for other in others] == [True, False, False]


def test_aligned_keeps_whole_blocks_that_both_played(tmp_path: Path) -> None:
    one, two = read(write_results(tmp_path / "s", [Planted(games=3000), Planted(games=2500)])).groups
    numbers, at_one, at_two = aligned(one, two)
    assert list(numbers) == [1024, 1024]
    assert list(at_one) == list(at_two) == [0, 1]


def test_control_characters_in_names_are_replaced(tmp_path: Path) -> None:
    planted = Planted(label="a\nb\x00\u202ec", games=100)
    (group,) = read(write_results(tmp_path / "s", [planted])).groups
    assert group.label == "a\ufffdb\ufffd\ufffdc"


def test_missing_folder_and_other_folders_are_foreign(tmp_path: Path) -> None:
    assert "no such folder" in refused(tmp_path / "none")
    assert "manifest.json" in refused(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "JSON"),
        ("[1]", "no format"),
        ('{"format": "paskasim-results/9"}', "paskasim-results/9"),
        ('{"format": "paskasim-results/1"}', "lacks title"),
    ],
)
def test_manifest_is_checked(folder: Path, text: str, said: str) -> None:
    (folder / "manifest.json").write_text(text)
    assert said in refused(folder)


@pytest.mark.parametrize("name", ["cases", "blocks", "lengths"])
def test_missing_changed_or_truncated_files_are_damage(folder: Path, name: str) -> None:
    file = folder / f"{name}.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert "checksum" in refused(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["files"][file.name]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert "Parquet" in refused(folder)
    file.unlink()
    assert "missing" in refused(folder)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("blocks", lambda t: t.drop(columns=["loser_0", "turns"]), "columns are missing: loser_0, turns"),
        ("blocks", lambda t: t.assign(outcome_finished=0), "outcomes do not add up"),
        ("blocks", lambda t: t.assign(loser_0=t["loser_0"] + 1), "losers do not add up"),
        ("blocks", lambda t: pd.concat([t, t.iloc[:1]]), "twice"),
        ("blocks", lambda t: t[t["case"] == t["case"].iloc[0]], "not those of cases"),
        ("lengths", lambda t: t.iloc[1:], "do not add up"),
        ("cases", lambda t: pd.concat([t, t.iloc[:1]]), "twice"),
        ("cases", lambda t: t.assign(players=11), "players"),
        ("cases", lambda t: t.iloc[:0], "no case"),
        ("cases", lambda t: t.assign(rules="x"), "not JSON"),
        ("cases", lambda t: t.assign(varied="[]"), "not an object"),
    ],
)
def test_tables_that_contradict_each_other_are_damage(folder: Path, name: str, change: Any, said: str) -> None:
    rewrite(folder, name, change)
    assert said in refused(folder)


def test_groups_need_not_be_named(folder: Path) -> None:
    rewrite(folder, "cases", lambda t: t.assign(group=None))
    assert len(read(folder).groups) == 2


def test_block_order_does_not_matter(folder: Path) -> None:
    before = read(folder).groups[0]
    rewrite(folder, "blocks", lambda t: t.iloc[::-1])
    after = read(folder).groups[0]
    assert np.array_equal(before.sums("turns"), after.sums("turns"))
