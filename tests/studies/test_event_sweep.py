"""Studies that fork games at events: settings and their mistakes, and results that no thread changes."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from sweeping import SMALL, digests, play, study_of

from paskasim import analysis
from paskasim.errors import PaskasimError
from paskasim.studies import probing
from paskasim.studies.events import EVENTS
from paskasim.studies.plan import plan
from paskasim.studies.probes.events import column

ASKED = SMALL + 'questions = ["events"]\n'
STUDY = ASKED + '[events]\ngames = 2_100\ncontinuations = 1\nof = ["take", "ten"]\nrule = { "faces.on_empty" = true }\n'
MISTAKES = {
    'of = "ten"': '"ten" is not allowed; a list out of "four", "ten",',
    'of = ["tens"]': '["tens"] is not allowed; a list out of',
    'of = ["ten", "ten"]': "none of them twice, is.",
    "of = [[]]": "[[]] is not allowed",
    "rule = 5": "rule = 5 is not allowed; a table of switches of play",
    'rule = { "faces.on_emty" = true }': "rule: faces.on_emty: there is no such key",
    'rule = { "faces.min_top" = "11" }': 'rule: faces.min_top: "11" is not allowed',
    'rule = { "deal.hand" = 6 }': 'rule: "deal.hand" can\'t be changed in the middle of a game',
    'rule = { name = "x" }': "rule: name: is no switch",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes(tmp_path: Path, line: str) -> None:
    path = tmp_path / "study.toml"
    path.write_text(f"{ASKED}[events]\n{line}\n")
    with pytest.raises(PaskasimError) as caught:
        study_of(path)
    assert caught.value.exit_code == 2
    assert ":6: " in caught.value.what
    assert MISTAKES[line] in caught.value.what


def test_a_change_that_clashes_with_the_rules__told_before_play(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(f'{ASKED}[events]\nrule = {{ "skip.rank" = "*" }}\n')
    with pytest.raises(PaskasimError, match="jokers"):
        play(path, tmp_path / "out")
    assert not (tmp_path / "out" / "study" / "events.parquet").exists()


def test_settings__defaults_and_groups(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(ASKED)
    found = probing.settings_of(study_of(path), "events")
    assert (found["of"], found["rule"]) == (tuple(EVENTS), {})
    path.write_text(ASKED + '[events]\nof = ["ace", "four"]\n[events.rule.faces]\non_empty = true\n')
    found = probing.settings_of(study_of(path), "events")
    assert (found["of"], found["rule"]) == (("four", "ace"), {"faces.on_empty": True})


def test_sweep__the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY.replace("rules", 'lineups = ["lowest", "linear"]\nrules', 1))
    play(path, tmp_path / "one", threads=1)
    play(path, tmp_path / "two", threads=2)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")
    sums = pq.read_table(tmp_path / "one" / "study" / "events.parquet").to_pandas()
    assert set(sums["block"]) == {0, 1, 2}
    total = sums.groupby("case").sum()
    both = sum(total[column("rule", phase, "positions")] for phase in ("stock", "rest"))
    assert (both == 2_100).all()  # a change can come in any game
    assert total.filter(like="four_").to_numpy().sum() == 0
    takes = [total[column("take", "stock", "positions")][case.id] for case in plan(study_of(path))]
    assert takes[0] == 0 < takes[1]  # `lowest` takes only where nothing else is legal
    (finding,) = analysis.answer(analysis.read(tmp_path / "one" / "study"), ["events"])
    assert "faces.on_empty = true" in finding.headline
    assert "pile burnt by a 10" in finding.headline
