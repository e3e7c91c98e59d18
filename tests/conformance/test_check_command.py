"""`paskasim strategies check`, `list` and `show` for users' strategies."""

from __future__ import annotations

import json
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from told import Paskasim, Told, refused

from paskasim.conformance import every_check

SOUND = """
from paskasim.bots import RANK_BITS, TAKE, Parameter, Strategy, all_of, any_action, from_word, lowest_rank


def play(table, mine, hand, seat, options):
    if options & RANK_BITS:
        return all_of(table, hand, seat, options, lowest_rank(options & RANK_BITS))
    return TAKE


print("whatever it prints when it is read is no part of the results")
"""

# Three strategies, of which none can be checked to the end.
WILD = (
    SOUND
    + """
def forever(table, mine, hand, seat, options):
    n = options
    while n != 3:
        n |= 4
    return TAKE


def crashes(table, mine, hand, seat, options):
    return from_word(mine, 1 << 40)[0]


def takes(table, mine, hand, seat, options):
    return TAKE


STRATEGIES = [
    Strategy("taking", "Takes whatever lies there.", "a test", {"play": takes}),
    Strategy("endless", "Never answers.", "a test", {"play": forever}),
    Strategy("crashing", "Reads far away.", "a test", {"play": play, "swap": crashes}),
]
"""
)


@pytest.fixture
def bots(tmp_path: Path):
    """Writes a strategy file into the test's folder."""

    def write(text: str, name: str = "bots.py") -> None:
        (tmp_path / name).write_text(textwrap.dedent(text), encoding="utf-8")

    return write


def test_all_strategies_of_a_file_whatever_they_do(paskasim: Paskasim, bots) -> None:
    bots(WILD)
    told = paskasim("strategies", "check", "bots.py", "--quick", "--limit", "1")
    assert told.code == 3
    assert "Traceback" not in told.err + told.out
    assert "whatever it prints" not in told.out
    assert "Checking bots.py ..." in told.err
    last = told.err.splitlines()[-2]
    assert "3 of 3 strategies failed (bots.py:taking: legal; bots.py:endless: returns; bots.py:crashing: " in last
    taking, endless, crashing = told.out.split("\n\n")
    assert "Its answer to `play` did not come within 1 seconds." in endless
    assert "where: paskahousu, 3 players, seed 5, game 0, seat 0, turn 1" in endless
    assert "shown: `play`: on an empty pile, cards 4 8 Q 2 2, allowed 4 8 2" in endless
    assert "Its answer to `swap` ended the interpreter (SIGSEGV)." in crashing
    assert "shown: `swap`: hand " in crashing
    assert "see: " not in endless + crashing
    assert "Its answer to `play` is not legal." in taking
    assert "answered: take" in taking
    assert "see: paskasim trace paskahousu --players 4 --lineup bots.py:taking" in taking
    assert "--game 0 --text" in taking
    assert "allowed: 4, 8, 2, as many as a play may hold" in taking
    for table in (endless, crashing, taking):
        assert max(map(len, table.splitlines())) <= 80
        assert [line.split()[0] for line in table.splitlines()[1:] if line[2:3].strip() and line[:2] == "  "] == [
            *every_check()
        ]
    assert endless.count("left out") == len(every_check()) - 4


def test_a_sound_strategy_as_json(paskasim: Paskasim, bots) -> None:
    bots(SOUND + 'STRATEGY = Strategy("sound", "Plays low.", "a test", {"play": play})\n')
    told = paskasim("strategies", "check", "bots.py:sound", "--quick", "--json")
    assert (told.code, told.err.splitlines()[:1]) == (0, ["Checking bots.py:sound ..."])
    facts = json.loads(told.out)
    assert [*facts] == ["schema", "versions", "quick", "limit", "holds", "strategies"]
    assert (facts["schema"], facts["quick"], facts["holds"]) == ("paskasim-check/1", True, True)
    (strategy,) = facts["strategies"]
    assert strategy["strategy"] == "bots.py:sound"
    assert len(strategy["identity"]) == 12
    assert [check["name"] for check in strategy["checks"]] == [*every_check()]
    assert all([*check] == ["name", "promise", "verdict", "found"] for check in strategy["checks"])
    assert {check["verdict"] for check in strategy["checks"] if check["name"] != "speed"} == {"holds"}


MISTAKES = {
    "": "bots.py: holds no strategy.",
    "def play(table:\n": "bots.py, line 1 is not Python: ",
    "import nowhere_to_be_found\n": "No module named 'nowhere_to_be_found'",
    "from paskasim.bots import play_off\n": "cannot import name 'play_off' from 'paskasim.bots'",
    "from paskasim.bots import Strategy\nS = Strategy('one', 'x')\n": "TypeError: ",
    "1 / 0\n": "paskasim: bots.py, line 1: ZeroDivisionError: division by zero.\n",
    "raise SystemExit(3)\n": "SystemExit: 3",
    "STRATEGY = 'careful'\n": "bots.py: holds no strategy.",
    "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n": "running the file ended the interpreter (SIGSEGV).",
}


@pytest.mark.parametrize("text", [text for text in MISTAKES if "SIGSEGV" in text or "import nowhere" in text])
def test_files_that_can_t_be_read__in_a_process_of_their_own(paskasim: Paskasim, bots, text: str) -> None:
    bots(text)
    assert MISTAKES[text] in mistake(paskasim("strategies", "check", "bots.py"))


@pytest.mark.parametrize("text", [text for text in MISTAKES if "SIGSEGV" not in text])
def test_files_that_can_t_be_read(paskasim: Paskasim, bots, text: str) -> None:
    """`list` reads a file as `check` does, without a process of its own."""
    bots(text)
    assert MISTAKES[text] in refused(paskasim("strategies", "list", "bots.py"))


def without_what_it_printed(told: Told) -> Told:
    """Return what was told by the command alone."""
    return replace(told, err=told.err.removeprefix("whatever it prints when it is read is no part of the results\n"))


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("gone.py:low", "there is no file gone.py"),
        ("bots.py:other", 'bots.py has no strategy "other"; there are sound.'),
        ("lowst", 'there is no strategy "lowst"'),
        ("lowest[x=1]", 'there is no parameter "x"'),
    ],
)
def test_names_of_nothing(paskasim: Paskasim, bots, target: str, sentence: str) -> None:
    bots(SOUND + 'STRATEGY = Strategy("sound", "Plays low.", "a test", {"play": play})\n')
    assert sentence in refused(without_what_it_printed(paskasim("strategies", "show", target)))


def mistake(told: Told) -> str:
    assert told.code in (2, 3)
    assert told.out == ""
    assert "Traceback" not in told.err
    assert told.err.splitlines()[-1].endswith(".")
    return told.err


def test_limits(paskasim: Paskasim) -> None:
    assert "a number from 0.1 to 3,600 is allowed" in refused(paskasim("strategies", "check", "any", "--limit", "0"))
    assert "Missing argument 'NAME...'." in refused(paskasim("strategies", "check"))


def test_list_and_show_of_a_file(paskasim: Paskasim, bots) -> None:
    bots(
        SOUND
        + """
PARAMETERS = (Parameter("keep", 2, 0, 4, "cards that it keeps"),)
LOW = Strategy("low", "Plays low.", "a test", {"play": play}, PARAMETERS)
FAST = Strategy("fast", "Plays fast.", "a test", {"play": play}, games_per_second=9)
"""
    )
    told = paskasim("strategies", "list", "bots.py")
    assert told.code == 0
    assert told.out.splitlines() == ["bots.py:low   Plays low.", "bots.py:fast  Plays fast."]
    shown = paskasim("strategies", "show", "bots.py:low").out
    assert "from: bots.py (source hash " in shown
    assert "keep = 2 (0 to 4): cards that it keeps" in shown
    facts = json.loads(paskasim("strategies", "show", "bots.py:low", "--json").out)
    assert (facts["name"], facts["from"]) == ("bots.py:low", "bots.py")
    assert f"(source hash {facts['identity']})" in shown


def test_show_of_what_wraps_and_what_has_weights(paskasim: Paskasim) -> None:
    assert "wraps another strategy, named first: slip[lowest]" in paskasim("strategies", "show", "slip").out
    assert "from a file: linear[weights=my.json]" in paskasim("strategies", "show", "linear").out
    listed = {each["name"]: each for each in json.loads(paskasim("strategies", "list", "--json").out)}
    assert listed["slip"]["wraps"]
    assert len(listed["linear"]["weights"]) > 10
    assert listed["lowest"]["from"] == "paskasim"
    assert listed["lowest"]["identity"] == ""
