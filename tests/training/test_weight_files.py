"""Files of weights: which one is taken, and what is said of a bad one."""

from __future__ import annotations

import importlib.util
import json
import shlex
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from paskasim import weights as of
from paskasim.engine import ENGINE_VERSION
from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet
from paskasim.strategies.features import BLUFF_START, START, WEIGHTS
from paskasim.strategies.mixed import TABLES
from paskasim.strategies.mixed import WEIGHTS as CHANCES
from paskasim.training import Hall
from paskasim.training.fresh import HELD_OUT, mean_interval
from paskasim.training.stages import plain_players
from paskasim.training.tables import Deals, opponents_of
from paskasim.weights import SHIPPED, WeightFile, changed, read_weights, weights_for

ROOT = Path(__file__).parents[2]
NAMES = ("a", "b", "c")
GOOD: Mapping[str, Any] = {
    "schema": of.SCHEMA,
    "rules": {"name": "own", "switches": {}},
    "players": 3,
    "weights": {"a": 1, "b": -2, "c": 3},
    "provenance": {},
}


def written(folder: Path, content: object) -> Path:
    path = folder / "weights.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_values_come_in_the_order_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    found = weights_for(RuleSet(), 4, ("c", "a", "b"), path)
    assert found.values == (3, 1, -2)
    assert found.origin == path.as_posix()
    assert (
        weights_for(RuleSet(), 4, ("c", "a", "b"), written(tmp_path, {**GOOD, "players": 5})).identity == found.identity
    )
    changed_value = {**GOOD, "weights": {"a": 1, "b": -2, "c": 4}}
    assert weights_for(RuleSet(), 4, ("c", "a", "b"), written(tmp_path, changed_value)).identity != found.identity


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    rules = RuleSet.load("paskahousu-rows")
    file = WeightFile(rules.name, changed(rules), 4, dict(zip(WEIGHTS, START, strict=True)), {"seed": 1})
    assert read_weights(written(tmp_path, file.text())) == file


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "no JSON object"),
        ("[]", "no JSON object"),
        ('{"schema": ', "no JSON object"),
        ("[" * 100_000, "no JSON object"),
        ("{" + " " * of.MOST_BYTES + "}", "no JSON object"),
        ({**GOOD, "schema": "paskasim-weights/0"}, '"schema" is not'),
        ({**GOOD, "rules": "paskahousu"}, "name of a rule set"),
        ({**GOOD, "rules": {"name": "own", "switches": {"deck.suit": 4}}}, "do not exist"),
        ({**GOOD, "players": 11}, "not a number from 2 to 10"),
        ({**GOOD, "players": True}, "not a number from 2 to 10"),
        ({**GOOD, "weights": [1, 2, 3]}, "not both objects"),
        (json.dumps(GOOD).replace('{"a": ', '{"a": 7, "a": '), "a stands in it twice"),
        ({**GOOD, "weights": {"a": 1.5}}, "weight a is not a whole number"),
        ({**GOOD, "weights": {"a": True}}, "weight a is not a whole number"),
        ({**GOOD, "weights": {"\x1b[2J": 10**7}}, "weight \\u001b[2J is not a whole number"),
        ({key: value for key, value in GOOD.items() if key != "weights"}, "not both objects"),
    ],
)
def test_damaged_files(tmp_path: Path, content: object, told: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(PaskasimError) as raised:
        weights_for(RuleSet(), 3, NAMES, path)
    assert raised.value.exit_code == 4
    assert raised.value.what.startswith(f"{path.as_posix()}: damaged")
    assert told in raised.value.what


def test_wrong_names_are_told(tmp_path: Path) -> None:
    path = written(tmp_path, {**GOOD, "weights": {"a": 1, "d": 2, "e": 3}})
    with pytest.raises(PaskasimError, match="it lacks b, c; nobody asks for d, e") as raised:
        weights_for(RuleSet(), 3, NAMES, path)
    assert raised.value.exit_code == 2


@pytest.mark.parametrize("name", ["nothing.json", ".", "a\0b"])
def test_a_file_that_can_not_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(PaskasimError, match="can't be read") as raised:
        weights_for(RuleSet(), 3, NAMES, tmp_path / name)
    assert raised.value.exit_code == 2


def test_the_nearest_shipped_file_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of, "SHIPPED", tmp_path)
    values = {"paskahousu-3": 1, "paskahousu-4": 2, "ruotsalainen-4": 3, "paskahousu-rows-2": 4}
    for name, value in values.items():
        preset, _, players = name.rpartition("-")
        rules = RuleSet.load(preset)
        file = WeightFile(preset, changed(rules), int(players), dict.fromkeys(NAMES, value), {})
        (tmp_path / f"{name}.json").write_text(file.text(), encoding="utf-8")
    of.shipped.cache_clear()
    try:

        def chosen(preset: str, players: int, **switches: object) -> int:
            rules = RuleSet.load(preset).with_switches({key.replace("_", "."): each for key, each in switches.items()})
            return weights_for(rules, players, NAMES).values[0]

        assert chosen("paskahousu", 4) == 2
        assert chosen("paskahousu", 2) == 1
        assert chosen("paskahousu", 9) == 2
        assert chosen("paskahousu-one-face", 3) == 1
        assert chosen("ruotsalainen", 2, fours_burn=False) == 3
        assert chosen("paskahousu-rows-jokers", 6) == 4
        assert "paskahousu with 4 players" in weights_for(RuleSet.load("paskahousu"), 4, NAMES).origin
        with pytest.raises(PaskasimError, match="No weights are shipped"):
            weights_for(RuleSet(), 4, ("a", "b"))
    finally:
        of.shipped.cache_clear()


def test_files_of_games_with_bluff_serve_those_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of, "SHIPPED", tmp_path)
    for preset, value in {"valepaska": 1, "shithead": 2}.items():
        file = WeightFile(preset, changed(RuleSet.load(preset)), 3, dict.fromkeys(NAMES, value), {})
        (tmp_path / f"{preset}-3.json").write_text(file.text(), encoding="utf-8")
    of.shipped.cache_clear()
    try:
        chosen = {
            (preset, on): weights_for(RuleSet.load(preset).with_switches({"bluff.on": on}), 3, NAMES).values[0]
            for preset in ("valepaska", "shithead")
            for on in (True, False)
        }
    finally:
        of.shipped.cache_clear()
    assert {key for key, value in chosen.items() if value == 1} == {("valepaska", True), ("shithead", True)}


def test_as_many_names_as_a_file_may_hold_are_read_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, {**GOOD, "weights": dict.fromkeys(map(str, range(60_000)), 1)})
    begun = time.process_time()
    assert len(read_weights(path).weights) == 60_000
    assert time.process_time() - begun < 5


def shipped_for_linear() -> dict[str, WeightFile]:
    """All but those of `mixed`, which say whose they are in their names."""
    return {name: file for name, file in of.shipped().items() if not name.startswith("mixed-")}


def test_shipped_files_of_mixed_say_where_they_are_from() -> None:
    files = {name: file for name, file in of.shipped().items() if name.startswith("mixed-")}
    assert sorted(files) == ["mixed-valepaska-2", "mixed-valepaska-3"]
    for name, file in files.items():
        assert tuple(file.weights) == CHANCES
        assert name == f"mixed-{file.rules}-{file.players}"
        assert changed(RuleSet.load(file.rules)) == file.switches
        command = str(file.provenance["command"])
        assert command.startswith(f"paskasim learn {file.rules} --players {file.players} --seed 1")
        gains: Any = file.provenance["gains"]
        for other in ("honest", "bluffer", "bayes", "linear"):
            assert gains[other][2] < 0, (name, other)


@pytest.mark.parametrize("players", range(2, 11))
def test_mixed_plays_all_rules_with_bluff(players: int) -> None:
    for preset in ("valepaska", "valepaska-rows", "valepaska-next-plays"):
        found = weights_for(RuleSet.load(preset), players, CHANCES)
        assert found.origin == f"trained for valepaska with {min(players, 3)} players"
        assert sum(found.values[:TABLES]) == 1000


def test_shipped_files_of_linear_say_where_they_are_from() -> None:
    assert shipped_for_linear()
    for name, file in shipped_for_linear().items():
        bluff = "bluff.on" in file.switches
        assert tuple(file.weights) == tuple(each for each in WEIGHTS if bluff or each not in BLUFF_START), name
        assert name == f"{file.rules}-{file.players}"
        assert changed(RuleSet.load(file.rules)) == file.switches
        command = str(file.provenance["command"])
        assert command.startswith(f"paskasim train {file.rules} --players {file.players} --")
        assert "/" not in command
        held_out: Any = file.provenance["held_out"]
        plain = plain_players(RuleSet.load(file.rules))
        for other in plain:
            assert held_out[f"at tables of {other}"][f"less than {other}"][1] > 0, (name, other)
            assert held_out["at tables of these weights"][f"less than {other}"][1] > 0, (name, other)
    assert all(path.suffix == ".json" for path in SHIPPED.iterdir())


def test_the_script_that_trains_all_asks_for_what_was_shipped() -> None:
    spec = importlib.util.spec_from_file_location("train_all", ROOT / "benchmarks" / "train_all.py")
    assert spec is not None
    assert spec.loader is not None
    script: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    asked: dict[str, set[str]] = {}
    trained = [(f"{rules}-{players}", players, how) for rules, players, how in script.second_round()]
    starts = [
        (f"{rules}-{players}", players, start, how) for rules, players, start, how in script.HOUSE_RULES + script.BLUFF
    ]
    for name, players, start, how in [*((name, players, name, how) for name, players, how in trained), *starts]:
        options = ["--players", str(players), "--start", f"{start}.json", *how.split()]
        asked[name] = {f"{option} {value}" for option, value in zip(options[::2], options[1::2], strict=True)}
        asked[name] |= set() if "--population" in options else {"--population 14"}
    assert set(asked) == set(shipped_for_linear())
    for name, file in shipped_for_linear().items():
        _, _, rules, *words = shlex.split(str(file.provenance["command"]))
        told = {f"{option} {value}" for option, value in zip(words[::2], words[1::2], strict=True)}
        assert rules == file.rules
        assert told == asked[name], name


def test_what_a_shipped_file_says_of_its_weights_is_found_again() -> None:
    file = of.shipped()["paskahousu-2"]
    if file.provenance["engine"] != ENGINE_VERSION:
        pytest.skip("the games of this version are others")
    told: Any = file.provenance["held_out"]
    seed: Any = file.provenance["seed"]
    hall = Hall(RuleSet.load(file.rules), file.players)
    table = opponents_of("lowest", file.players)
    losses = hall.costs(tuple(file.weights.values()), table, Deals(seed, HELD_OUT, told["deals"]))
    found = mean_interval(losses)
    assert told["at tables of lowest"]["loss"] == [round(each, 5) for each in (found.estimate, found.low, found.high)]
