"""The command: what it prints, and its exit codes."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from played import Record, sample

from paskasim.cli import progress, run


class Said(NamedTuple):
    code: int
    out: str
    err: str


Referee = Callable[..., Said]


@pytest.fixture
def referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Referee:
    """Runs `paskasim referee` in a folder with `good.jsonl`, `wrong.jsonl`, `broken.jsonl` and `hand.json`."""
    monkeypatch.chdir(tmp_path)
    good, other = sample("finished"), sample("stuck_cards")
    wrong = sample("finished")
    wrong["turns"][4]["top"] = "K"
    files = {
        "good.jsonl": jsonl(good, other, good),
        "wrong.jsonl": jsonl(good, wrong),
        "broken.jsonl": jsonl(wrong).strip()[:-20] + "\n" + jsonl(good),
        "hand.json": json.dumps({"players": 3, "turns": [{"rank": "J", "count": 1}]}, indent=2),
        "empty.jsonl": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def call(*arguments: str) -> Said:
        code = run(["referee", *arguments])
        return Said(code, *capsys.readouterr())

    return call


def jsonl(*records: Record) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_nothing_wrong(referee: Referee) -> None:
    said = referee("good.jsonl")
    turns = 2 * len(sample("finished")["turns"]) + len(sample("stuck_cards")["turns"])
    assert said.code == 0
    assert said.out == f"3 records, {turns} turns: no complaint\n"
    assert said.err.startswith("good.jsonl:2: game 4, remark: the name is that of the preset ruotsalainen")


def test_a_complaint(referee: Referee) -> None:
    said = referee("good.jsonl", "wrong.jsonl")
    assert said.code == 3
    first, last = said.out.splitlines()
    top = sample("finished")["turns"][4]["top"]
    assert first == f"wrong.jsonl:2: game 1, turn 5, top: the record says K; by the rules: {top}"
    assert last.startswith("5 records, ")
    assert last.endswith(": 1 complaint in 1 record")


def test_globs(referee: Referee) -> None:
    assert referee("*.jsonl").code == 4
    assert referee("goo?.jsonl").out.startswith("3 records")


def test_a_broken_line_does_not_keep_the_others_from_being_judged(referee: Referee) -> None:
    said = referee("broken.jsonl")
    assert said.code == 4
    assert said.out.splitlines()[0].startswith("broken.jsonl:1: not judged: not valid JSON")
    assert said.out.splitlines()[-1].startswith("1 record, ")
    assert said.out.splitlines()[-1].endswith("no complaint; not judged: 1")


@pytest.mark.parametrize(("file", "why"), [("empty.jsonl", "there is no record"), ("hand.json", "by which rules")])
def test_what_is_not_judged(referee: Referee, file: str, why: str) -> None:
    said = referee(file)
    assert said.code == 4
    assert why in said.out
    assert "not judged: 1" in said.out


def test_rules_for_records_without_any(referee: Referee) -> None:
    said = referee("--rules", "paskahousu", "hand.json")
    assert said.code == 3
    assert "a jack may not open a pile: rule 9 of section 3, faces.on_empty = false" in said.out
    assert referee("--rules", "paskahousu-open-any", "hand.json").code == 0


def test_standard_input(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.TextIOWrapper(io.BytesIO(Path("wrong.jsonl").read_bytes()))
    monkeypatch.setattr(sys, "stdin", given)
    said = referee("-")
    assert said.code == 3
    assert said.out.startswith("stdin:2: game 1, turn 5, top")


def test_json(referee: Referee) -> None:
    said = referee("--json", "wrong.jsonl", "broken.jsonl", "good.jsonl")
    assert said.code == 4
    told: dict[str, Any] = json.loads(said.out)
    assert told["schema"] == "paskasim-referee/1"
    assert (told["records"], told["complaint_count"], told["wrong_records"], told["not_judged_count"]) == (6, 1, 1, 1)
    assert told["complaints"] == [
        {
            "file": "wrong.jsonl",
            "line": 2,
            "game": 1,
            "turn": 5,
            "key": "top",
            "said": "K",
            "right": sample("finished")["turns"][4]["top"],
            "why": "",
        }
    ]
    assert told["not_judged"][0]["line"] == 1
    assert told["remarks"][0]["file"] == "good.jsonl"
    assert said.err == ""


@pytest.mark.parametrize(
    "arguments", [(), ("nix.jsonl",), (".",), ("--rules", "nix", "good.jsonl"), ("--states", "0", "-")]
)
def test_wrong_usage(referee: Referee, arguments: tuple[str, ...]) -> None:
    said = referee(*arguments)
    assert said.code == 2
    assert said.out == ""
    assert "Traceback" not in said.err


def test_a_long_list_is_cut(referee: Referee, tmp_path: Path) -> None:
    record = sample("finished")
    for turn in record["turns"]:
        turn["run"] += 1
    (tmp_path / "many.jsonl").write_text(jsonl(record), encoding="utf-8")
    (tmp_path / "text.txt").write_text("no JSON\n" * 200, encoding="utf-8")
    said = referee("many.jsonl", "text.txt")
    lines = said.out.splitlines()
    assert sum("turn" in line and "run:" in line for line in lines) == 20
    assert f"{len(record['turns']) - 20} more complaints" in said.out
    assert len(lines) < 80


def test_the_same_remark_is_made_once_a_file(referee: Referee, tmp_path: Path) -> None:
    record = sample("stuck_cards")
    (tmp_path / "same.jsonl").write_text(jsonl(record, record, record), encoding="utf-8")
    said = referee("same.jsonl")
    assert said.err.count("remark") == 1
    told = json.loads(referee("--json", "same.jsonl", "good.jsonl").out)
    assert (told["remark_count"], len(told["remarks"])) == (4, 2)


def test_progress_on_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows how much there is to come."""
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    monkeypatch.setattr(progress.time, "monotonic", iter(range(100)).__next__)
    with progress.meter("referee", "bytes") as meter:
        meter.begin(None)
        meter.advance(5000)
    assert capsys.readouterr().err == "referee: 5,000 bytes, 2,500 a second\n"
