"""`paskasim trace`: games by number, games that fit conditions, cases of studies, words, and every mistake."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from probes import PROBES, WARY
from told import Paskasim, Told, refused

import paskasim as api
from paskasim import lineups, sources
from paskasim.bridge import Bridge
from paskasim.cli import run
from paskasim.engine import Games
from paskasim.reference import play_game
from paskasim.rules import RuleSet
from paskasim.simulation import checked_case, stream
from paskasim.studies.columns import columns, game_rows
from paskasim.studies.conditions import parse_conditions

START = "from paskasim.cli import main; main()"
STUDY = """rules = "paskahousu"
players = [2, 3]
lineups = ["lowest", ["random", "lowest"]]
seed = 7
[[case]]
name = "lower"
"faces.min_top" = "6"
[[case]]
name = "free"
"faces.on_empty" = true
"""


@pytest.fixture
def paskasim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Paskasim:
    """Runs a command line in the test's folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Told:
        code = run([*arguments])
        out, err = capsys.readouterr()
        return Told(code, out, err)

    return call


def numbers(told: Told) -> list[int]:
    assert told.code == 0
    return [json.loads(line)["game"] for line in told.out.splitlines()]


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return api.simulate("paskahousu", 4, "lowest", games=1500, seed=7, threads=1, detail=True)


CONDITIONS: dict[str, Any] = {
    "outcome=deadlock": lambda f: f["outcome"] == "deadlock",
    "outcome!=finished": lambda f: f["outcome"] != "finished",
    "proof=state_repeats": lambda f: f["proof"] == "state_repeats",
    "proof = null": lambda f: f["proof"].isna(),
    "proof!=null": lambda f: f["proof"].notna(),
    "proof!=stuck_cards": lambda f: f["proof"] != "stuck_cards",
    "loser=2": lambda f: f["loser"] == 2,
    "loser!=2": lambda f: f["loser"].isna() | (f["loser"] != 2),
    "place_1 >= 3": lambda f: f["place_1"] >= 3,
    "turns>=90": lambda f: f["turns"] >= 90,
    "turns<5_0": lambda f: f["turns"] < 50,
    "burns_four>2": lambda f: f["burns_four"] > 2,
    "first_out_turn<=40": lambda f: f["first_out_turn"] <= 40,
    "fours_2==2": lambda f: f["fours_2"] == 2,
    "game>1,200": lambda f: f["game"] > 1200,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_where__finds_the_games_of_simulate(condition: str, frame: pd.DataFrame, paskasim: Paskasim) -> None:
    fits = frame["game"][CONDITIONS[condition](frame).fillna(False).astype(bool) & (frame["game"] >= 40)].tolist()
    assert len(fits) >= 2
    arguments = ("paskahousu", "--seed", "7", "--where", condition, "--first", "40", "--games", "2")
    assert numbers(paskasim("trace", *arguments)) == fits[:2]


def test_where__all_conditions_hold(frame: pd.DataFrame, paskasim: Paskasim) -> None:
    fits = frame["game"][(frame["outcome"] == "finished") & (frame["turns"] > 80) & (frame["loser"] == 3)].tolist()
    arguments = ("--where", "turns>80", "--where", "loser=3", "--where", "outcome=finished", "--within", "1500")
    assert numbers(paskasim("trace", "paskahousu", "--seed", "7", *arguments, "--games", "1e3")) == fits
    where = ["turns>80", "loser=3", "outcome=finished"]
    records = api.trace("paskahousu", seed=7, where=where, within=1500, games=1000)
    assert [record["game"] for record in records] == fits


@pytest.mark.parametrize("preset", ["paskahousu-rows", "valepaska-rows"])
def test_where__columns_and_rows_are_judged_alike(preset: str) -> None:
    case = checked_case(preset, 3, "random,lowest", 300, 5)
    games: Games = next(stream(case, threads=1, detail=True))
    rows = game_rows(games, detail=True)
    for column in columns(True, games.bluff):
        if not column.name.rpartition("_")[2].isdigit() or int(column.name.rpartition("_")[2]) < 3:
            value = next((value for value in rows.column(column.name).to_pylist() if value is not None), None)
            texts = [f"{column.name}{sign}{value}" for sign in ("=", "!=")]
            if isinstance(value, int):
                texts += [f"{column.name}{sign}{value}" for sign in ("<", "<=", ">", ">=")]
            for condition in parse_conditions([text for text in texts if value is not None], 3, games.bluff):
                assert condition.mask(rows).tolist() == [condition.holds(row) for row in rows.to_pylist()], condition


def test_where__does_not_depend_on_threads_or_shards(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("trace", "paskahousu", "--where", "turns>150", "--games", "3", "--within", "30000")
    found = numbers(paskasim(*arguments, "--threads", "1"))
    assert len(found) == 3
    monkeypatch.setattr("paskasim.studies.plan.Case.shard_games", 1024)
    monkeypatch.setattr("paskasim.finding.FIRST_SHARD", 100)
    assert numbers(paskasim(*arguments, "--threads", "3")) == found


def test_where__fewer_than_wanted(paskasim: Paskasim, frame: pd.DataFrame) -> None:
    longest = int(frame["turns"].max())
    several = int((frame["turns"] == longest).sum())
    arguments = ("trace", "paskahousu", "--seed", "7", "--where", f"turns={longest}", "--within", "1500")
    told = paskasim(*arguments, "--games", "9")
    assert len(numbers(told)) == several
    assert told.err == f"Only {several} of 9 games wanted fit turns={longest} in games 0 to 1,499.\n"


def test_where__none(paskasim: Paskasim) -> None:
    told = paskasim("trace", "paskahousu", "--where", "outcome=unresolved", "--first", "10", "--within", "2000")
    assert "No game fits outcome=unresolved in games 10 to 2,009." in refused(told, 3)


def test_where__engines_that_disagree_are_noticed(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    row_of = api.records.row_of  # type: ignore[attr-defined]
    monkeypatch.setattr("paskasim.records.row_of", lambda record, detail: row_of(record, detail=detail) | {"turns": 0})
    told = paskasim("trace", "paskahousu", "--where", "turns>10")
    assert "the compiled engine found turns>10, the readable one 0." in refused(told, 3)


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("outcome", "column, sign and value are wanted"),
        ("", "column, sign and value are wanted"),
        ("outcom=deadlock", 'there is no column "outcom" (did you mean "outcome"?); there are: game, outcome, proof'),
        ("outcome=dead", '"dead" is not allowed; these words are: finished, deadlock, livelock, unresolved'),
        ("outcome=null", '"null" is not allowed'),
        ("proof=close", '"close" is not allowed; these words are: all_pass, stuck_cards, forced_loop, closed,'),
        ("proof>closed", "words are not more or less than others"),
        ("loser=4", '"4" is not allowed; whole numbers from 0 to 3 are, and null with = and !='),
        ("place_4=1", "there is no seat 4 with 4 players; seats are 0 to 3"),
        ("fours_9=1", "there is no seat 9 with 4 players"),
        ("turns=null", '"null" is not allowed; whole numbers from 0 to 2,147,483,647 are.'),
        ("turns=-1", '"-1" is not allowed'),
        ("turns=1.5", '"1.5" is not allowed'),
        ("turns>=1e999999999", "is not allowed"),
        ("turns=" + "9" * 5000, "is not allowed"),
        ("loser<null", '"null" is not allowed'),
        ("turns=>4", '">4" is not allowed'),
    ],
)
def test_where__mistakes(paskasim: Paskasim, condition: str, text: str) -> None:
    assert text in refused(paskasim("trace", "paskahousu", "--where", condition))
    with pytest.raises(api.PaskasimError):
        api.trace("paskahousu", where=condition)  # at once


def test_one_game(paskasim: Paskasim) -> None:
    told = paskasim("trace", "paskahousu", "--game", "12")
    assert numbers(told) == [12]
    assert told.out == paskasim("trace", "paskahousu", "--first", "12", "--games", "1").out
    for other in ("--first", "--games", "--where"):
        value = "turns>1" if other == "--where" else "1"
        assert f"--game and {other} are both given" in refused(
            paskasim("trace", "paskahousu", "--game", "12", other, value)
        )


def test_words(paskasim: Paskasim) -> None:
    told = paskasim("trace", "paskahousu", "--first", "3", "--games", "2", "--text")
    records = api.trace("paskahousu", first=3, games=2)
    assert told.out == "\n\n\n".join(map(api.tell, records)) + "\n"


@pytest.fixture
def study(tmp_path: Path) -> str:
    (tmp_path / "s.toml").write_text(STUDY)
    return "s.toml"


def test_cases__numbers_are_those_of_the_dry_run(paskasim: Paskasim, study: str) -> None:
    listed = [line.rpartition(":")[0] for line in paskasim("sweep", study, "--dry-run").out.splitlines()[1:-1]]
    text = refused(paskasim("trace", study))
    assert "s.toml: has 14 cases, and --case does not say which one:" in text
    assert text.splitlines()[1:-1] == listed
    assert listed[1] == "  2  lower, 2 players, random,lowest"
    assert listed[2] == "  3  lower, 2 players, lowest,random"


def test_cases__by_number_and_id(paskasim: Paskasim, study: str) -> None:
    told = paskasim("trace", study, "--case", "3", "--game", "4")
    record = json.loads(told.out)
    assert (record["players"], record["seed"], record["strategies"]) == (2, 7, ["lowest", "random"])
    assert record["rules"]["faces.min_top"] == "6"
    rules = RuleSet.load("paskahousu").with_switches({"faces.min_top": "6"})
    twin = next(api.trace(rules, 2, "lowest,random", 7, first=4))
    assert {**record, "name": ""} == {**twin, "name": ""}
    from paskasim.analysis.questions import names
    from paskasim.studies.plan import plan
    from paskasim.studies.reading import load_study

    case = plan(load_study(Path(study), names()))[2]
    assert paskasim("trace", study, "--case", case.id, "--game", "4").out == told.out
    assert json.loads(paskasim("trace", study, "--case", "3", "--game", "4", "--seed", "8").out)["seed"] == 8
    assert numbers(paskasim("trace", study, "--case", "9", "--where", "outcome=finished", "--games", "2"))


def test_cases__by_label(paskasim: Paskasim, study: str, tmp_path: Path) -> None:
    text = refused(paskasim("trace", study, "--case", "lower"))
    assert '--case "lower" fits 7 cases:' in text
    assert text.count("lower, ") == 7
    (tmp_path / "t.toml").write_text(STUDY.replace("[2, 3]", "[3]").replace(', ["random", "lowest"]', ""))
    assert json.loads(paskasim("trace", "t.toml", "--case", "free").out)["rules"]["faces.on_empty"] is True
    assert 'there is no case "fre"; there are:' in refused(paskasim("trace", "t.toml", "--case", "fre"))


def test_cases__a_study_of_one(paskasim: Paskasim, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('rules = "shithead"\nplayers = 3\n')
    assert json.loads(paskasim("trace", "one.toml").out)["players"] == 3


def test_cases__mistakes(paskasim: Paskasim, study: str, tmp_path: Path) -> None:
    assert "--case" in refused(paskasim("trace", "paskahousu", "--case", "1"))
    for name, value in (("--players", "3"), ("--lineup", "any")):
        text = refused(paskasim("trace", study, "--case", "1", name, value))
        assert f"its cases say what {name} would" in text
    (tmp_path / "bad.toml").write_text('rules = "paskahousu"\nplayer = 3\n')
    assert "bad.toml:2: player is no key of a study" in refused(paskasim("trace", "bad.toml"))
    (tmp_path / "many.toml").write_text('rules = "poytapaska"\nplayers = [4, 9]\n')
    assert "the deal for 9 players needs" in refused(paskasim("trace", "many.toml", "--case", "2"))
    assert numbers(paskasim("trace", "many.toml", "--case", "1")) == [0]
    (tmp_path / "rules.toml").write_text('extends = "shithead"\n')
    assert numbers(paskasim("trace", "rules.toml")) == [0]


def test_strategies_without_a_plain_twin(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**sources.built_in(), "wary": WARY}
    for module in ("sources", "records"):
        monkeypatch.setattr(f"paskasim.{module}.built_in", lambda: known)
    told = paskasim(
        "trace", "shithead", "--players", "2", "--lineup", "wary[keep=2],any", "--first", "5", "--games", "2"
    )
    seats = lineups.parse_lineup("wary[keep=2],any", 2)
    rules = RuleSet.load("shithead")
    for line in told.out.splitlines():
        record = json.loads(line)
        assert record["strategies"] == ["wary[keep=2]", "any"]
        twin = play_game(rules, 2, Bridge(rules, seats).choosers(record["game"]), 1, record["game"])
        assert record == json.loads(json.dumps(twin))
    assert len(told.out.splitlines()) == 2
    assert PROBES["wary"].strategy is WARY


def test_ctrl_c(paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paskasim.finding.find_games", interrupted)
    told = paskasim("trace", "paskahousu", "--where", "turns>10")
    assert (told.code, told.out) == (130, "")
    assert "paskasim trace paskahousu --where 'turns>10'" in told.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c__within_a_search() -> None:
    arguments = ("trace", "paskahousu", "--where", "turns>2000000000", "--within", "1e9")
    # A shell may have started the tests with SIGINT ignored, which children inherit.
    heeding = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {START}"
    process = subprocess.Popen([sys.executable, "-c", heeding, *arguments], stdout=-1, stderr=-1, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


def test_consoles_that_can_t_print_everything(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text('name = "Pöytäpaska ♠"\nextends = "poytapaska"\n', encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    for words in ([], ["--text"]):
        command = [sys.executable, "-c", START, "trace", "r.toml", *words]
        told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=120)
        assert (told.returncode, told.stderr) == (0, b"")
        if words:
            assert told.stdout.startswith("Pöytäpaska ?, 4 players, seed 1, game 0".encode("cp1252"))
        else:
            assert json.loads(told.stdout)["name"] == "Pöytäpaska ♠"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("words", ["", "--text"])
def test_a_reader_that_stops_early(words: str) -> None:
    script = f'("{sys.executable}" -c "{START}" trace paskahousu --games 1e6 {words}; echo $? >&3) | head -n 1'
    told = subprocess.run(
        ["bash", "-c", f"exec 3>&1; {script} > /dev/null"], capture_output=True, text=True, timeout=120
    )
    assert (told.stdout.split(), told.stderr) == (["0"], "")
