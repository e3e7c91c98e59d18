"""Strategy files: what their identity covers, what is refused when they are loaded or compiled, what a fault tells."""

from __future__ import annotations

import math
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numba import objmode
from told import Paskasim

from paskasim.bots import TAKE, kernel, lowest_rank, roll
from paskasim.complaints import complaints_of
from paskasim.engine import play
from paskasim.errors import PaskasimError
from paskasim.lineups import crew_of, parse_lineup, parse_player
from paskasim.metadata import mistakes_of
from paskasim.refusals import refusals_of
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.door import built_in

HEAD = """
import enum, importlib, json, pathlib, sys
import numpy as np
from paskasim.bots import RANK_BITS, TAKE, Parameter, Strategy, all_of, kernel, lowest_rank

HERE = pathlib.Path(__file__).parent
"""
ANSWER = """

def play(table, mine, hand, seat, options):
    ranks = options & RANK_BITS
    chosen = NUMBER
    if chosen:
        while ranks & (ranks - 1):
            ranks &= ranks - 1
    return all_of(table, hand, seat, options, lowest_rank(ranks)) if ranks else TAKE


STRATEGY = Strategy("mine", "Plays something.", "a test", {"play": play})
"""
READ = 'json.loads((HERE / "n.json").read_text())'

# How a number comes into compiled code from a file that the source does not name in an import.
WAYS = {
    "number": ("n.json", "0", "1", f"N = {READ}\n", "N"),
    "through a function": ("n.json", "0", "1", f"N = {READ}\n@kernel\ndef number():\n    return N\n", "number()"),
    "array": ("n.json", "0", "1", f"N = np.array([0, {READ}])\n", "N[1]"),
    "tuple": ("n.json", "0", "1", f"N = (0, {READ})\n", "N[1]"),
    "enumeration": ("n.json", "0", "1", f"N = enum.IntEnum('N', {{'ONE': {READ}}})\n", "N.ONE"),
    "helper by name": ("helper.py", "N = 0", "N = 1", 'helper = importlib.import_module("helper")\n', "helper.N"),
    "handed about": ("helper.py", "N = 0", "N = 1", 'helper = importlib.import_module("helper")\n', "[helper][0].N"),
    "elsewhere": (
        "../shared/common.py", "N = 0", "N = 1",
        'sys.path.insert(0, str(HERE.parent / "shared"))\nfrom common import N\n', "N",
    ),
    "function elsewhere": (
        "../shared/common.py",
        "from paskasim.bots import kernel\n@kernel\ndef number():\n    return 0\n",
        "from paskasim.bots import kernel\n@kernel\ndef number():\n    return 1\n",
        'sys.path.insert(0, str(HERE.parent / "shared"))\nfrom common import number\n', "number()",
    ),
    "text that is run": (
        "n.json", "0", "1", f'exec("@kernel\\ndef number():\\n    return " + str({READ}))\n', "number()",
    ),
    "a choice": ("n.json", "0", "1", f"number = kernel([lambda: 0, lambda: 1][{READ}])\n", "number()"),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "shared").mkdir()
    (tmp_path / "study").mkdir()
    monkeypatch.chdir(tmp_path / "study")
    return tmp_path / "study"


def identity(name: str = "mine") -> str:
    return parse_player(f"bots.py:{name}").identity(RuleSet.load("paskahousu"), 3)


def places_of(lineup: str = "bots.py:mine,lowest") -> list[int]:
    rules = RuleSet.load("paskahousu")
    games = play(rule_tables(rules, 3), 3, crew_of(parse_lineup(lineup, 3), rules), 3, 0, 40)
    return games.places.ravel().tolist()


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_compiled_is_part_of_the_identity(folder: Path, way: str) -> None:
    file, old, new, setting, number = WAYS[way]
    (folder / "bots.py").write_text(HEAD + setting + ANSWER.replace("NUMBER", number))
    seen = []
    for text in (old, new, old, old):
        (folder / file).write_text(text)
        seen.append(identity())
    assert seen[0] == seen[2] == seen[3] != seen[1]


@pytest.mark.parametrize("way", ["number", "helper by name", "function elsewhere"])
def test_and_takes_effect_at_once(folder: Path, way: str) -> None:
    file, old, new, setting, number = WAYS[way]
    (folder / "bots.py").write_text(HEAD + setting + ANSWER.replace("NUMBER", number))
    played = {}
    for text in (old, new):
        (folder / file).write_text(text)
        played[text] = places_of()
    assert played[old] != played[new]
    (folder / file).write_text(old)
    assert places_of() == played[old]


def test_closures_and_declared_numbers_are_part_of_the_identity(folder: Path) -> None:
    (folder / "bots.py").write_text(
        HEAD
        + f"N = {READ}\n"
        + "def made(number):\n    def play(table, mine, hand, seat, options):\n        return number\n    return play\n"
        + 'A = Strategy("mine", "A.", "a test", {"play": made(N[0])}, (Parameter("keep", N[1], 0, 9, "cards"),))\n'
    )
    seen = []
    for text in ("[0, 1]", "[1, 1]", "[0, 2]"):
        (folder / "n.json").write_text(text)
        seen.append(identity())
    assert len({*seen}) == 3


def test_the_identity_does_not_depend_on_where_the_file_lies(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, text, _, setting, number = WAYS["function elsewhere"]
    seen = []
    for place in (folder, folder.parent / "other" / "study"):
        (place.parent / "shared").mkdir(parents=True, exist_ok=True)
        place.mkdir(exist_ok=True)
        (place / "bots.py").write_text(HEAD + setting + ANSWER.replace("NUMBER", number))
        (place.parent / "shared" / "common.py").write_text(text)
        monkeypatch.chdir(place)
        seen.append(identity())
    assert seen[0] == seen[1]


def test_a_file_leaves_nothing_on_the_search_path(folder: Path) -> None:
    (folder / "bots.py").write_text(HEAD + 'sys.path.insert(0, "/nowhere")\n' + ANSWER.replace("NUMBER", "0"))
    before = [*sys.path]
    identity()
    assert sys.path == before


# --- what is refused ------------------------------------------------------------------------------------------


@kernel
def own_dice(n):
    return np.random.randint(n)


@kernel
def there(n):
    return back(n - 1)


@kernel
def back(n):
    return there(n) if n > 0 else 0


def rolls_numpy(table, mine, hand, seat, options):
    return np.random.randint(3)


def rolls_python(table, mine, hand, seat, options):
    return TAKE + int(random.random())


def rolls_by_another_name(table, mine, hand, seat, options):
    numbers = np
    return numbers.random.randint(3)


def rolls_in_a_helper(table, mine, hand, seat, options):
    return own_dice(3)


def prints(table, mine, hand, seat, options):
    print(hand)
    return TAKE


def goes_back_to_python(table, mine, hand, seat, options):
    with objmode(n="int64"):
        n = len([hand])
    return n + 0


def raises(table, mine, hand, seat, options):
    if hand == 0:
        raise ValueError(hand)
    return TAKE


def asserts(table, mine, hand, seat, options):
    assert hand > 0
    return TAKE


def goes_round(table, mine, hand, seat, options):
    return there(hand)


def calls_itself(table, mine, hand, seat, options):
    return calls_itself(table, mine, hand, seat, options)


REFUSED = {
    rolls_numpy: "`return np.random.randint(3)`: `np.random.randint` rolls dice of its own",
    rolls_python: "`random.random` rolls dice of its own: games could not be played again; use roll(mine, n)",
    rolls_by_another_name: "`np.random` rolls dice of its own",
    rolls_in_a_helper: "`return np.random.randint(n)`: `np.random.randint` rolls dice of its own",
    prints: "`print(hand)`: it prints; `paskasim trace` shows games",
    goes_back_to_python: "it goes back to Python (objmode)",
    raises: "`raise ValueError(hand)`: it raises an exception",
    asserts: "`assert hand > 0`: it raises an exception",
    goes_round: "calls itself, at least in a roundabout way; write a loop.",
    calls_itself: "`calls_itself` calls itself",
}


@pytest.mark.parametrize("answer", REFUSED)
def test_what_an_answer_may_not_do(answer: Callable[..., int]) -> None:
    (told,) = complaints_of({"play": answer})
    assert told.startswith("Its answer to `play` can't be used: test_user_files.py, line ")
    assert REFUSED[answer] in told


def does_all_that_is_allowed(table, mine, hand, seat, options):
    return roll(mine, 3) + int(math.sqrt(hand)) + lowest_rank(hand) + len((1, 2)) + int(np.log(3.0))


def test_what_an_answer_may_do() -> None:
    assert list(refusals_of({"play": does_all_that_is_allowed})) == []
    assert list(complaints_of({"play": does_all_that_is_allowed})) == []


def answers_a_float(table, mine, hand, seat, options):
    return TAKE * 1.0 if seat else TAKE


def answers_yes(table, mine, hand, seat, options):
    return options > 0


@pytest.mark.parametrize(("answer", "what"), [(answers_a_float, "a float"), (answers_yes, "True or False")])
def test_answers_are_whole_numbers(answer: Callable[..., int], what: str) -> None:
    (told,) = complaints_of({"swap": answer})
    assert told.startswith("Its answer to `swap` does not compile: test_user_files.py, line ")
    assert f"its answer is no whole number but {what}" in told


# --- files and commands ---------------------------------------------------------------------------------------

SEVERAL = """
def far(table, mine, hand, seat, options):
    return np.arange(3)[seat + 1_000_000]


def loud(table, mine, hand, seat, options):
    print(hand)
    return TAKE


A = Strategy("typo", "A.", "a test", {"plya": play})
B = [Strategy("twin", "A.", "a test", {"play": play}), Strategy("twin", "B.", "a test", {"play": play})]
C = Strategy("bad name[1],", "A.", "a test", {"play": play})
D = Strategy("far", "Reads far away.", "a test", {"play": far})
E = Strategy("loud", "Prints.", "a test", {"play": loud})
F = Strategy("numbers", 5, None, 7, "keep", games_per_second="x", words=None, weights=3, wraps=1)
"""


@pytest.fixture
def several(folder: Path) -> Path:
    (folder / "bots.py").write_text(HEAD + ANSWER.replace("NUMBER", "0") + SEVERAL)
    return folder


LOADED = {
    "typo": 'bots.py: strategy "typo": It answers "plya"; the questions are swap, play, claim, challenge, row_card',
    "twin": 'bots.py: two strategies are called "twin".',
    "bad name": 'bots.py has no strategy "bad name"; there are mine, typo, twin,',
    "numbers": 'bots.py: strategy "numbers": Its summary has to be text, and is 5.',
    "loud": "strategy bots.py:loud: Its answer to `play` can't be used: bots.py, line ",
}


@pytest.mark.parametrize("name", LOADED)
def test_mistakes_are_told_before_anything_is_played(several: Path, name: str) -> None:
    with pytest.raises(PaskasimError) as caught:
        crew_of([parse_player(f"bots.py:{name}")])
    assert LOADED[name] in caught.value.what


def test_a_good_strategy_beside_bad_ones(several: Path, paskasim: Paskasim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(several)
    assert parse_player("bots.py:mine").strategy.name == "mine"
    told = paskasim("strategies", "list", "bots.py")
    assert told.code == 0
    assert [line.split()[0] for line in told.out.splitlines()] == ["bots.py:mine", "bots.py:far", "bots.py:loud"]
    assert told.err.count("paskasim: strategy bots.py:") == 5
    shown = paskasim("strategies", "show", "bots.py").out
    assert [part.split(":")[0] for part in shown.split("\n\n")] == ["mine", "far", "loud"]


def test_check_looks_at_each_strategy_of_a_file(several: Path) -> None:
    from paskasim.conformance.judging import unfit
    from paskasim.conformance.subjects import candidates_of

    candidates = candidates_of("bots.py")
    assert [(each.name, bool(each.mistakes)) for each in candidates] == [
        ("bots.py:mine", False), ("bots.py:typo", True), ("bots.py:twin", True), ("bots.py:twin", True),
        ("bots.py:bad name[1],", True), ("bots.py:far", False), ("bots.py:loud", False), ("bots.py:numbers", True),
    ]  # fmt: skip
    assert [each.name for each in candidates_of("bots.py:typo")] == ["bots.py:typo"]
    results = unfit(candidates[1].mistakes)
    assert [result.verdict for result in results] == ["fails"] + ["left out"] * (len(results) - 1)
    assert 'It answers "plya"' in results[0].found[0].told


def test_built_in_strategies_say_what_is_allowed() -> None:
    assert {name: [*mistakes_of(strategy)] for name, strategy in built_in().items() if [*mistakes_of(strategy)]} == {}


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_the_second_interrupt_ends_a_process_that_hangs() -> None:
    program = """
import signal, sys, time
from paskasim.cli.interrupts import end_at_the_second
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it
end_at_the_second(patience=0.1)
words = ["ready"]
while True:
    try:
        print(*words, flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        words = ["once"]
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == "ready\n"
        running.send_signal(signal.SIGINT)
        assert running.stdout.readline() == "once\n"
        assert running.stderr.readline() == "\n"
        assert "press Ctrl-C again to stop at once" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        begun = time.monotonic()
        assert running.wait(60) == 130
        assert time.monotonic() - begun < 30
        assert "Stopped at once." in running.stderr.read()
