"""Planted strategies that break a promise are each rejected, in a sentence that says which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bad as planted
import pytest
from bad import KEEP, bad

from paskasim import bridge
from paskasim.conformance.check import FAILS, HOLDS, LEFT_OUT, WARNS, Found, Result
from paskasim.conformance.judging import judge
from paskasim.conformance.positions import positions_of
from paskasim.conformance.subject import Subject
from paskasim.lineups import Player
from paskasim.strategies.door import Parameter, Strategy

Questions = dict[str, Callable[..., int]]


def looked_at(strategy: Strategy, *names: str, values: tuple[float, ...] | None = None) -> dict[str, Result]:
    if values is None:
        values = tuple(float(parameter.default) for parameter in strategy.parameters)
    results = judge(Subject(Player(strategy, values), quick=True), names or None)
    return {result.check: result for result in results}


def only_find(strategy: Strategy, name: str) -> Found:
    result = looked_at(strategy, name)[name]
    assert result.verdict == FAILS
    return result.found[0]


def test_what_they_are_made_from_is_sound() -> None:
    assert {result.verdict for result in looked_at(bad()).values()} <= {HOLDS, WARNS}


@pytest.mark.parametrize(
    ("questions", "question", "answered", "allowed"),
    [
        ({"play": planted.always_takes}, "play", "take", "allowed: "),
        ({"play": planted.one_too_many}, "play", "", "allowed: "),
        ({"play": planted.divides_by_zero}, "play", "0, which is no action", "allowed: "),
        ({"swap": planted.whole_hand}, "swap", "", "allowed are as many of these cards as lie there"),
        ({"swap": planted.card_that_is_none}, "swap", "", "allowed are as many of these cards as lie there"),
        ({"row_card": planted.row_card_of_others}, "row_card", "", "allowed is one card of the row"),
    ],
)
def test_illegal_answers(questions: Questions, question: str, answered: str, allowed: str) -> None:
    found = only_find(bad(more=questions), "legal")
    assert found.told == f"Its answer to `{question}` is not legal."
    assert answered in found.answered
    assert allowed in found.allowed
    assert found.position
    assert found.where is not None
    assert found.where.game >= 0
    assert found.where.seat >= 0
    assert found.where.switches or f"paskasim trace {found.where.rules} --players" in found.where.command


def test_an_exception_is_an_illegal_answer() -> None:
    found = only_find(bad(planted.raises), "legal")
    assert found.told == "Its answer to `play` is not legal."
    assert found.answered == "nothing, for it ended in an exception (ValueError: )"


def test_an_illegal_answer_at_the_end_of_a_range() -> None:
    strategy = bad(planted.rank_of_parameter, parameters=(KEEP, Parameter("other", 1, 0, 2, "nothing")))
    assert looked_at(strategy, "legal")["legal"].verdict == HOLDS
    found = only_find(strategy, "ranges")
    assert found.where is not None
    assert "keep=9" in found.where.lineup


WORDS = {
    planted.looks_under_the_cards: ("legal", "Its answer to `play` is not legal."),
    planted.writes_its_parameter: ("legal", "Its answer to `play` is not legal."),
    planted.writes_its_parameter_behind_the_door: ("own_words", "It writes over its parameters, which stay the same"),
    planted.tells_its_partner: ("own_words", "It writes to words that are not its own."),
    planted.listens_to_its_partner: ("hidden", "It answers otherwise where only what it may not see is other."),
}


@pytest.mark.parametrize("play", WORDS)
def test_words_that_are_not_its_own(play: Callable[..., int]) -> None:
    name, told = WORDS[play]
    found = only_find(bad(play, parameters=(KEEP,)), name)
    assert told in found.told
    if name == "legal":
        assert found.answered == "nothing that counts, for it reached for words that are not its own"


TRAITS = [
    (planted.rolls, {}, "dice", "It says deterministic=True and answers otherwise with other dice."),
    (planted.rolls_dice_of_its_own, {"deterministic": False}, "repeats", "is another one played "),
    (planted.counts_in_memory, {}, "memory", "It says memoryless=True and answers otherwise with other memory."),
    (planted.counts_in_memory, {}, "repeats", "is another one played "),
    (planted.counts_in_scratch, {}, "memory", "It says memoryless=True and answers otherwise with other memory."),
    (planted.counts_in_scratch, {"memoryless": False}, "memory", "with something left over in its scratch space"),
    (planted.counts_in_scratch, {"memoryless": False}, "repeats", "is another one played "),
    (planted.counts_among_its_dice, {}, "repeats", "is another one played "),
]


@pytest.mark.parametrize(("play", "traits", "name", "told"), TRAITS)
def test_dice_and_memory(play: Callable[..., int], traits: dict[str, bool], name: str, told: str) -> None:
    found = only_find(bad(play, **traits), name)
    assert told in found.told
    assert found.where is not None
    assert found.answered


WARNINGS = [
    ({"deterministic": False}, "dice", "It says deterministic=False and no dice changed an answer"),
    ({"memoryless": False}, "memory", "It says memoryless=False and its memory changed no answer"),
    ({"parameters": (KEEP,)}, "parameters", "Its parameter keep changed no game, at either end of its range."),
    ({"games_per_second": 900_000_000}, "speed", "It says games_per_second=900_000_000; measured here: about"),
    ({"games_per_second": 100}, "speed", "It says games_per_second=100; measured here: about"),
]


@pytest.mark.parametrize(("fields", "name", "told"), WARNINGS)
def test_what_is_worth_knowing_is_a_warning(fields: dict[str, Any], name: str, told: str) -> None:
    result = looked_at(bad(**fields), name)[name]
    assert result.verdict == WARNS
    assert result.holds
    assert told in result.found[0].told


def test_a_parameter_that_does_something_is_no_warning() -> None:
    assert looked_at(bad(planted.rank_of_parameter_legally, parameters=(KEEP,)), "parameters")["parameters"].holds


COMPLAINTS = {
    planted.writes_to_the_table: "`table[TOP] = 3`: it writes to the table, which can only be read.",
    planted.calls_plain_python: "`return plain_helper(hand)`: `plain_helper` is a plain Python function; put @kernel",
    planted.uses_an_object: "`return Helper().number`: `Helper` is a type of Python; compiled code knows whole numbers",
    planted.uses_what_is_not_there: "there is no `play_off`.",
    planted.answers_in_words: '`return "take"`: its answer is no whole number but a text.',
    planted.forgets_to_answer: "it ends without an answer on one of its ways (`return` is missing).",
    planted.takes_four: "it takes 4 arguments; a question takes five: (table, mine, hand, seat, options).",
    planted.imports_inside: "`import math`: it imports something; import at the top of the file.",
    planted.opens_a_file: "it uses `with`, which can't be compiled.",
    planted.calls_a_helper_wrongly: "a helper is called wrongly: missing a required argument: 'options'.",
    planted.asks_for_an_attribute: "`return table.stock`: words have no `.stock`; write table[...].",
}


@pytest.mark.parametrize("play", COMPLAINTS)
def test_what_does_not_compile(play: Callable[..., int]) -> None:
    result = looked_at(bad(play), "metadata", "compiles", "returns", "legal")
    assert [each.verdict for each in result.values()] == [HOLDS, FAILS, LEFT_OUT, LEFT_OUT]
    told = result["compiles"].found[0].told
    assert told.startswith("Its answer to `play` does not compile: bad.py, line ")
    assert COMPLAINTS[play] in told
    assert "\n" not in told
    assert len(told) < 300


METADATA = [
    ({"name": "my bot"}, 'Its name "my bot" is no identifier'),
    ({"name": "lambda"}, 'Its name "lambda" is no identifier'),
    ({"summary": ""}, "Its summary has to tell how it plays"),
    ({"source": " "}, "Its source has to tell where it is from."),
    ({"questions": {}}, "It does not answer `play`, which every strategy has to."),
    ({"more": {"paly": planted.sound}}, 'It answers "paly"; the questions are swap, play'),
    ({"more": {"paly": planted.sound}}, 'did you mean "play"?'),
    ({"more": {"swap": 3}}, 'Its answer to "swap" is no function.'),
    ({"questions": [planted.sound]}, "Its questions have to be a dict"),
    ({"games_per_second": 0}, "Its games_per_second has to be above 0."),
    ({"games_per_second": 1e5}, "Its games_per_second has to be a whole number such as 100_000, and is 100000.0."),
    ({"games_per_second": "fast"}, "Its games_per_second has to be a number above 0"),
    ({"name": 5}, "Its name 5 is no identifier"),
    ({"summary": None}, "Its summary has to be text"),
    ({"questions": {"play": planted.Helper}}, 'Its answer to "play" is no plain function but a type'),
    ({"questions": {"play": planted.low}}, 'Its answer to "play" is no plain function but a CPUDispatcher'),
    ({"words": 1 << 40}, "Its words have to be a whole number up to"),
    ({"weights": ("a", "a")}, "Its weights have to be a tuple of different names"),
    ({"wraps": True}, "With wraps=True it has exactly one parameter"),
    ({"parameters": KEEP}, "Its parameters have to be a tuple such as (Parameter(...),), and are a Parameter."),
    ({"parameters": (Parameter("keep", 0.5, 0, 9, "cards"),)}, "is 0.5 by default; whole numbers are allowed."),
    ({"parameters": (Parameter("keep", 1, 0, 1e30, "cards"),)}, "is too large, or not above 0."),
    ({"words": 10}, "It asks for 10 words; at least 1024 are there."),
    ({"deterministic": "yes"}, "deterministic has to be True or False."),
    ({"parameters": (3,)}, "3 stands among its parameters and is no `Parameter`."),
    ({"parameters": (KEEP, KEEP)}, 'Two of its parameters are called "keep".'),
    (
        {"parameters": (Parameter("keep", 10, 0, 9, "cards"),)},
        "is 10 by default, outside its range 0 to 9.",
    ),
    ({"parameters": (Parameter("keep", 1, 5, 0, "cards"),)}, "outside its range 5 to 0."),
    ({"parameters": (Parameter("keep", 1, 1, 1, "cards"),)}, 'Its parameter "keep" can only be 1.'),
    ({"parameters": (Parameter("a-b", 1, 0, 2, "cards"),)}, "has no name that a line-up can say."),
    ({"parameters": (Parameter("keep", 1, 0, 2, ""),)}, 'The meaning of its parameter "keep" is not told.'),
    ({"parameters": (Parameter("keep", 1, 0, float("nan"), "cards"),)}, "has a range that is no pair of numbers."),
    ({"parameters": (Parameter("rate", 0, 0, 0.4, "chance"),)}, "is the same word at both ends of its range"),
    ({"parameters": (Parameter("rate", 0.1, 0, 0.4, "chance", 1 << 60),)}, "is too large, or not above 0."),
    ({"parameters": tuple(Parameter(f"p{i}", 1, 0, 2, "x") for i in range(241))}, "It has 241 parameters and weights"),
]

TELLING = (
    "Its summary has to tell how it plays",
    "Its source has to tell where it is from.",
    'Its parameter "keep" can only be 1.',
    'The meaning of its parameter "keep" is not told.',
    "is the same word at both ends of its range",
)
"""What games can be played without."""


@pytest.mark.parametrize(("fields", "told"), METADATA)
def test_bad_metadata(fields: dict[str, Any], told: str) -> None:
    values = None if told in TELLING else ()
    results = looked_at(bad(**fields), "metadata", "telling", "compiles", values=values)
    verdicts = {name: each.verdict for name, each in results.items()}
    fails, others = ("telling", HOLDS) if told in TELLING else ("metadata", LEFT_OUT)
    assert verdicts == dict.fromkeys(("metadata", "telling", "compiles"), others) | {fails: FAILS}
    assert told in " ".join(found.told for found in results[fails].found)


def test_engines_that_differ_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: here the readable engine shows every stock one card too large."""
    true = bridge.table_words

    def wrong(*arguments: Any) -> Any:
        words = true(*arguments)
        words[planted.STOCK] += 1
        return words

    strategy = bad(planted.goes_by_the_stock)
    assert looked_at(strategy, "engines")["engines"].verdict == HOLDS
    for module in (bridge, __import__("paskasim.conformance.positions", fromlist=["x"])):
        monkeypatch.setattr(module, "table_words", wrong)
    assert "play different games with it" in only_find(strategy, "engines").told


def test_a_slow_answer_is_noticed() -> None:
    subject = Subject(Player(bad(), ()), quick=True, limit=0.0)
    result = judge(subject, ["returns"])[0]
    assert result.verdict == FAILS
    slowest = max(positions_of(subject), key=lambda position: position.seconds)
    assert result.found == (slowest.found("An answer took longer than 0 seconds."),)
