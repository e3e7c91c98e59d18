"""`paskasim sweep`, `report` and `init`: what they print, write and refuse."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from pathlib import Path

import pytest
from told import Paskasim, refused

from paskasim.cli import run
from paskasim.studies.plan import Case

STUDY = 'title = "Does it matter?"\nrules = "paskahousu"\nplayers = [2, 3]\ngames = 1_500\n'


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "one.toml"
    path.write_text(STUDY)
    return path


def test_sweep_and_again(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    told = paskasim("sweep", "one.toml")
    assert told.code == 0
    assert [Path(line) for line in told.out.splitlines()] == [Path("reports/one.html"), Path("reports/index.html")]
    assert "one: 3,000 games in " in told.err
    assert {path.name for path in (tmp_path / "results" / "one").iterdir()} == {
        "games", "runs.jsonl", "manifest.json", "blocks.parquet", "cases.parquet", "lengths.parquet",
        "examples.jsonl",
    }  # fmt: skip
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    told = paskasim("sweep", "one.toml", "--threads", "1")
    assert told.err == "one: all 3,000 games are there already\n"
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_options(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    arguments = ("sweep", "one.toml", "--out", "o", "--reports", "r", "--detail", "--seed", "5")
    assert paskasim(*arguments, "--games", "200").code == 0
    manifest = json.loads((tmp_path / "o" / "one" / "manifest.json").read_text())
    assert manifest["seed"] == 5
    assert manifest["command"] == "paskasim sweep one.toml --games 200 --seed 5 --detail"
    assert manifest["study"] == {"title": "Does it matter?", "rules": "paskahousu", "players": [2, 3], "games": 1500}
    assert (tmp_path / "r" / "one.html").is_file()
    told = paskasim(*arguments, "--games", "100")
    assert "one: all 400 games are there already\n" in told.err
    assert "one: 2 cases keep the games that are there, more than the 100 asked for\n" in told.err


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are bytes on Linux only")
def test_odd_names_of_files(paskasim: Paskasim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spaces, letters beyond ASCII, no name at all, bytes that are no text."""
    monkeypatch.setattr("paskasim.report.build", lambda results, reports: reports)
    names = ["a b &.toml", "ü.toml", ".toml", os.fsdecode(b"x\xff.toml"), "x\x1b.toml"]
    for name in names:
        (tmp_path / name).write_text('rules = "paskahousu"\ngames = 5\n')
    assert paskasim("sweep", *names[:4]).code == 0
    assert {path.name for path in (tmp_path / "results").iterdir()} == {"a-b", "ü", "toml", "x"}
    commands = [json.loads(path.read_text())["command"] for path in sorted(tmp_path.glob("results/*/manifest.json"))]
    assert commands == [
        "paskasim sweep 'a b &.toml'", "paskasim sweep .toml", "paskasim sweep 'x\\udcff.toml'",
        "paskasim sweep 'ü.toml'",
    ]  # fmt: skip
    text = refused(paskasim("sweep", *names))
    assert "x\\u001b.toml: its results would lie in the same folder as those of x\\udcff.toml." in text


def test_dry_run__plays_and_writes_nothing(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    told = paskasim("sweep", "one.toml", "--dry-run", "--threads", "2")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines() == [
        "one.toml: Does it matter?",
        "  1  paskahousu, 2 players, lowest: 1,500 games",
        "  2  paskahousu, 3 players, lowest: 1,500 games",
        "  2 cases, 3,000 games, about 0 s and 0 MB on 2 threads, compiling and reports left out",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["one.toml"]


def test_dry_run__tells_what_does_not_fit(paskasim: Paskasim, study: Path) -> None:
    study.write_text(
        STUDY.replace("[2, 3]", "[4, 5]").replace("paskahousu", "poytapaska") + 'vary."deal.up" = [3, 4]\n'
    )
    told = paskasim("sweep", "one.toml", "--dry-run")
    assert told.code == 2
    assert "deal.up = 4, 5 players, lowest: poytapaska: the deal for 5 players needs 65 cards" in told.out
    assert "deal.up = 3, 4 players, lowest: 1,500 games" in told.out
    assert "paskasim: one.toml:3: deal.up = 3: poytapaska: the deal for 5 players needs 60 cards" in told.err


def test_globs_are_expanded_here(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "a b.toml").write_text(STUDY)
    (tmp_path / "more" / "[1].toml").write_text(STUDY)
    (tmp_path / "more" / "no.txt").write_text("not a study")
    told = paskasim("sweep", "--dry-run", "m*/*.toml", "one.toml", "./one.toml", "more/[1].toml", "more/*.toml")
    assert told.code == 0
    titles = [line.partition(":")[0] for line in told.out.splitlines() if line.endswith("matter?")]
    assert [Path(title).name for title in titles] == ["[1].toml", "a b.toml", "one.toml"]


@pytest.mark.parametrize("name", ["gone.toml", "gone*.toml", ".", ""])
def test_no_such_file(paskasim: Paskasim, name: str, tmp_path: Path) -> None:
    text = refused(paskasim("sweep", name))
    assert "there is no such file" in text or "this is a folder" in text
    assert not list(tmp_path.iterdir())


def test_all_mistakes_of_all_files__and_nothing_written(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text('rules = ["paskahouse", "gone.toml"]\ngames = 0\n')
    (tmp_path / "three.toml").write_bytes(b"\x7fELF\x00\xff")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "One.toml").write_text(STUDY)
    text = refused(paskasim("sweep", "two.toml", "one.toml", "three.toml", "sub/One.toml", "four.toml"))
    for line in (
        'two.toml:1: rules: there is no preset and no file "paskahouse"',
        'two.toml:1: rules: there is no preset and no file "gone.toml"',
        "two.toml:2: games = 0 is not allowed",
        "three.toml:1: byte 0xff",
        f"{Path('sub/One.toml')}: its results would lie in the same folder as those of one.toml.",
        "four.toml: there is no such file.",
    ):
        assert line in text
    assert {path.name for path in tmp_path.iterdir()} == {"one.toml", "two.toml", "three.toml", "sub"}


def test_mistakes_in_plans__of_all_files(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    study.write_text(STUDY.replace("[2, 3]", "[4, 5, 6]").replace("paskahousu", "poytapaska"))
    (tmp_path / "two.toml").write_text('rules = "shithead"\ncase = [{ name = "a" }, { name = "b" }]\n')
    text = refused(paskasim("sweep", "one.toml", "two.toml"))
    assert "one.toml:3: poytapaska: the deal for 5 players needs 65 cards, 1 deck has 52." in text
    assert "one.toml:3: poytapaska: the deal for 6 players needs 78 cards, 1 deck has 52." in text
    assert 'two.toml: "b" and "a" (4 players, lowest) are the same games.' in text
    assert {path.name for path in tmp_path.iterdir()} == {"one.toml", "two.toml"}


def test_folders_that_can_t_be_used__before_anything_is_played(
    paskasim: Paskasim, study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paskasim.studies.sweep.sweep", None)
    (tmp_path / "file").write_text("mine")
    assert "file: can't be written" in refused(paskasim("sweep", "one.toml", "--out", "file"))
    assert "file: can't be written" in refused(paskasim("sweep", "one.toml", "--reports", "file"))
    assert "file" in refused(paskasim("sweep", "one.toml", "--out", str(Path("file") / "in")))
    (tmp_path / "results" / "one").mkdir(parents=True, exist_ok=True)
    (tmp_path / "results" / "one" / "thesis.doc").write_text("mine")
    assert "thesis.doc" in refused(paskasim("sweep", "one.toml"), code=4)
    (tmp_path / "results" / "one" / "manifest.json").write_text("{}")
    assert "manifest.json: its format is not named" in refused(paskasim("sweep", "one.toml"), code=4)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_folder(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    assert "Permission denied" in refused(paskasim("sweep", "one.toml", "--out", "locked"))


def test_interrupted(paskasim: Paskasim, study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paskasim.cli.progress.Meter.advance", interrupt)
    told = paskasim("sweep", "one.toml", "--out", "my results")
    assert told.code == 130
    assert told.err.splitlines()[-3:] == [
        "paskasim: Stopped. What is finished is kept in my results.",
        "To go on:",
        "  paskasim sweep one.toml --out 'my results'",
    ]


def test_report(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    assert paskasim("sweep", "one.toml").code == 0
    report = (tmp_path / "reports" / "one.html").read_bytes()
    for folder in ("results", "results/one"):
        told = paskasim("report", folder, "--reports", "again")
        assert (told.code, told.err) == (0, "")
        assert [Path(line) for line in told.out.splitlines()] == [Path("again/one.html"), Path("again/index.html")]
        assert (tmp_path / "again" / "one.html").read_bytes() == report


def test_report__list(paskasim: Paskasim, study: Path, tmp_path: Path) -> None:
    assert paskasim("sweep", "one.toml").code == 0
    runs = tmp_path / "results" / "one" / "runs.jsonl"
    run = json.loads(runs.read_text()) | {"started": 1_700_000_000.0, "seconds": 2.0}
    nothing = {**run, "started": 1_800_000_000.0, "games": 0}
    runs.write_text("\n".join([json.dumps(run), "no JSON", json.dumps(nothing)]))
    when = datetime.fromtimestamp(1_700_000_000).strftime("%Y-%m-%d %H:%M")
    lines = paskasim("report", "results", "--list").out.splitlines()
    assert lines[0] == f"{Path('results/one')}: played {when}, 2.0 s"
    assert lines[1:3] == ["  Does it matter?", "  3,000 games in 2 cases"]
    assert "of games" in lines[3] or "seat" in lines[3]
    assert lines[4:] == [f"  {Path('reports/one.html')}"]
    assert "no report in gone yet" in paskasim("report", "results", "--list", "--reports", "gone").out
    assert not (tmp_path / "gone").exists()
    page = tmp_path / "reports" / "one.html"
    page.write_text(page.read_text().replace("&#34;games&#34;: 3000", "&#34;games&#34;: 2999"))
    assert "of other results" in paskasim("report", "results", "--list").out


def test_report__nothing_there(paskasim: Paskasim, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("gone", "empty"):
        assert f"{name}: there are no finished results here." in refused(paskasim("report", name))
    (tmp_path / "empty" / "x").mkdir()
    (tmp_path / "empty" / "x" / "manifest.json").write_text("[")
    refused(paskasim("report", "empty"), code=4)
    assert not (tmp_path / "reports").exists()


def test_init__twice(paskasim: Paskasim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = paskasim("init", "new/place")
    assert (told.code, told.err) == (0, "")
    written = {path: path.read_bytes() for path in (tmp_path / "new").rglob("*.toml")}
    names = {path.relative_to(tmp_path / "new" / "place").as_posix() for path in written}
    assert {"my-study.toml", "my-table.toml"} <= names
    assert {"configs/seats.toml", "configs/face-rules.toml", "configs/fours.toml"} <= names
    mine = tmp_path / "new" / "place" / "my-table.toml"
    mine.write_text("fours.size = 5\n")
    told = paskasim("init", "new/place")
    assert told.code == 0
    assert told.out.count("is there already, left alone") == len(written)
    assert mine.read_text() == "fours.size = 5\n"
    assert {path: path.read_bytes() for path in written if path != mine} == {
        path: content for path, content in written.items() if path != mine
    }


def test_init__its_examples_work(paskasim: Paskasim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert paskasim("init", "x").code == 0
    assert paskasim("rules", "check", "x/my-table.toml").code == 0
    told = paskasim("sweep", "x/*.toml", "--dry-run")
    assert told.code == 2  # the rule file is no study
    assert "my-table.toml:2: name is no key of a study" in told.err
    assert paskasim("sweep", "x/my-study.toml", "x/configs/*.toml", "--dry-run").code == 0


def test_init__where_a_file_is(paskasim: Paskasim, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "file: this is a file." in refused(paskasim("init", "file"))
    assert (tmp_path / "file").read_text() == "mine"


def test_examples_of_the_repository__are_studies() -> None:
    root = Path(__file__).parents[2] / "configs"
    assert run(["sweep", str(root / "*.toml"), "--dry-run"]) == 0


def test_huge_studies__start_at_once(paskasim: Paskasim, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Case, "shard_games", 131_072)
    study.write_text(STUDY.replace("1_500", "1_000_000_000"))
    told = paskasim("sweep", "one.toml", "--dry-run")
    assert "2,000,000,000 games" in told.out
