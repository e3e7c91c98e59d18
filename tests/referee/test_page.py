"""What docs/referee.md shows is what the referee does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from paskasim.cli import run
from paskasim.referee import judge
from paskasim.referee.shape import CHALLENGE, PROOFS, RECORD, TURN

PAGE = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_game_written_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.json").write_text(block("json"), encoding="utf-8")
    assert run(["referee", "evening.json"]) == 3
    assert capsys.readouterr().out == block("text")
    record = json.loads(block("json"))
    assert judge(record | {"turns": record["turns"][:-1]}).complaints == ()


def test_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    record = json.loads(block("json"))
    (tmp_path / "games.jsonl").write_text(json.dumps(record | {"game": 3}) + "\n", encoding="utf-8")
    exec(compile(block("python"), "docs/referee.md", "exec"), {})
    assert capsys.readouterr().out.startswith("3 8 action Qx1 not legal a queen may not open a pile")


def test_every_key_and_proof_is_on_the_page() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert named >= set(RECORD) | set(TURN) | set(CHALLENGE)
    assert named >= {proof for proofs in PROOFS.values() for proof in proofs if proof}
