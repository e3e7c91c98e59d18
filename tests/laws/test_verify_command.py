"""`paskasim verify`: its table, its JSON, and what it does when a law does not hold."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from paskasim.cli import run
from paskasim.kernels import layout as at
from paskasim.laws import Check, Effort, Law, law, laws, same_games
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables

NAMES = ["exact_values", "opening_hands", "proofs", "same_games", "shuffle", "streams"]
KEYS = ["law", "name", "statistic", "value", "cases", "p", "bound", "verdict", "details", "seconds"]


def test_laws_are_found_by_their_files() -> None:
    assert list(laws()) == NAMES
    assert all(found.summary.endswith(".") for found in laws().values())


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "shuffle", "streams"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in out if line and not line.startswith(" ")][:2] == ["shuffle", "streams"]
    checks = [line for line in out if line.startswith("  ")]
    assert len(checks) == 17
    assert all(line.endswith("holds") and " p = " in line for line in checks)
    assert out[-2].startswith("17 of 17 checks hold.")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--json", "--seed", "5", "shuffle"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["schema", "versions", "seed", "times", "holds", "laws"]
    assert (told["schema"], told["seed"], told["times"], told["holds"]) == ("paskasim-verify/1", 5, 1, True)
    assert {"paskasim", "engine", "rng", "python", "numpy", "numba", "scipy"} == set(told["versions"])
    assert all(list(entry) == KEYS for entry in told["laws"])
    assert {entry["verdict"] for entry in told["laws"]} == {"holds"}
    assert {entry["bound"] for entry in told["laws"]} == {law.SMALLEST_P}


def test_the_same_seed_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    figures = []
    for seed in ("5", "5", "6"):
        run(["verify", "--json", "--seed", seed, "streams"])
        figures.append([entry["p"] for entry in json.loads(capsys.readouterr().out)["laws"]])
    assert figures[0] == figures[1] != figures[2]


def broken(effort: Effort) -> Iterator[Check]:
    yield law.by_p("a coin", "heads", 0.9, 100 * effort.times, 1e-12, ["expected 0.5"])
    yield law.by_mistakes("proofs", "wrong", ["game 3 can still end"] * 7, 20)
    yield law.by_mistakes("nothing", "wrong", [], 0)
    yield law.by_p("another coin", "heads", 0.5, 100, 1.0, ["expected 0.5"])


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_a_law_that_does_not_hold(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("paskasim.laws.laws", lambda: {"coins": Law("coins", "Coins are fair.", broken)})
    assert run(["verify", *arguments]) == 3
    out, err = capsys.readouterr()
    assert "paskasim: 3 of 4 checks failed: coins: a coin; coins: proofs; coins: nothing.\n" in err
    for told in ("expected 0.5", "game 3 can still end", "and 2 more", "nothing was looked at"):
        assert out.count(told) >= 1
    if arguments:
        facts = json.loads(out)
        assert facts["holds"] is False
        assert [entry["verdict"] for entry in facts["laws"]] == ["fails", "fails", "fails", "holds"]
        assert [len(entry["details"]) for entry in facts["laws"]] == [1, 6, 1, 0]
    else:
        assert out.count("fails\n") == 3


def test_a_law_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "shufle"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "there is no law" in err
    assert 'did you mean "shuffle"' in err
    assert run(["verify", "--times", "0"]) == 2


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; from paskasim.cli import run; assert run(['verify', '--help']) == 0;"
        "assert not {'numba', 'numpy', 'scipy', 'pandas', 'pyarrow'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, timeout=120)


def test_engines_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RuleSet.load("paskahousu")
    assert same_games.differences(rules, 3, ["any", "random", "lowest"], 4, 3) == []
    words = rule_tables(rules, 3)
    words[at.REFILL] = 6
    monkeypatch.setattr(same_games, "rule_tables", lambda rules, players: words)
    told = same_games.differences(rules, 3, ["any", "random", "lowest"], 4, 3)
    assert len(told) == 3
    assert told[0].startswith("paskahousu, 3 players (any, random, lowest), seed 4, game 0: compiled and readable ")


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_everything(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--seed", "2"], ["--seed", "3", "--times", "4"]):
        code = run(["verify", "--json", *arguments])
        told = json.loads(capsys.readouterr().out)
        assert code == 0, [entry for entry in told["laws"] if entry["verdict"] != "holds"]
        assert sum(entry["p"] is not None for entry in told["laws"]) <= law.MOST_P_VALUES
        assert sum(entry["seconds"] for entry in told["laws"]) < 60 or arguments
