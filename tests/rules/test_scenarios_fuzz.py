"""Whatever stands in a scenario, it is refused in sentences, or judged in sentences."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet, presets
from paskasim.rules.kinds import kind_of
from paskasim.rules.ranks import RANKS
from paskasim.rules.scenarios import Entry
from paskasim.scenarios import judge_all, would_hold_with

RULES = ["paskahousu", "paskahousu-rows-jokers", "poytapaska", "ruotsalainen", "shithead", "paskahousu-lowest-starts"]
RULES += ["valepaska", "valepaska-rows"]
TURNS: dict[str, list[Any]] = {
    "turn.try_stock": ["any_time"],
    "deal.turned": [1],
    "deal.swap": ["any"],
    "start.player": ["lowest", "random"],
    "turn.stuck": ["open_any"],
    "reverse.rank": ["8"],
    "skip.rank": ["5"],
    "invisible.rank": ["3"],
}
CARDS = st.lists(st.sampled_from([*RANKS, "9x2", "3x3", "K"]), max_size=4).map(" ".join)
FEW = st.lists(st.sampled_from(["3", "4", "9", "9", "10", "J", "A", "2", "2x2"]), min_size=1, max_size=3).map(" ".join)
ACTIONS = st.sampled_from(["3", "9", "9 9", "10", "J", "A", "2", "2x2", "take", "try", "pass", "flip"])
HANDS = st.lists(st.one_of(FEW, st.sampled_from(["out", ""])), min_size=1, max_size=3)
WORDS = sorted(
    {
        word
        for part in Entry.model_fields.values()
        for word in kind_of(part).allowed.replace('"', " ").replace(",", " ").split()
    }
)
ANYTHING = st.one_of(
    st.sampled_from(WORDS),
    CARDS,
    st.text(max_size=6),
    st.integers(-1, 11),
    st.booleans(),
    st.floats(),
    st.lists(st.one_of(CARDS, ACTIONS, st.integers(0, 3)), max_size=3),
    st.dictionaries(
        st.one_of(st.sampled_from(["hand", "stock", "decks", "3-A"]), st.text(max_size=3)), st.integers(-1, 60)
    ),
)

# Values that are often good, so that scenarios get as far as being played.
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "players": st.integers(2, 5),
    "pile": FEW,
    "hand": FEW,
    "up": FEW,
    "down": FEW,
    "phase": st.sampled_from(["stock", "rest"]),
    "stock": FEW,
    "direction": st.sampled_from(["clockwise", "anticlockwise"]),
    "others": HANDS,
    "others_up": HANDS,
    "first_turn": st.booleans(),
    "deck": st.lists(st.sampled_from(RANKS[1:14]), min_size=9, max_size=60).map(" ".join),
    "swap": FEW,
    "play": st.one_of(ACTIONS, st.lists(ACTIONS, min_size=1, max_size=4)),
    "row_card": st.sampled_from(["3", "9"]),
    "claim": st.sampled_from(["9", "9x2", "3", "K", "10", "2", "9x5"]),
    "lay": FEW,
    "challenge": st.integers(1, 4),
}
EXPECTED: dict[str, st.SearchStrategy[Any]] = {
    "expect_starter": st.integers(0, 3),
    "expect_legal": CARDS.filter(lambda text: "x" not in text),
    "expect_may": ACTIONS,
    "expect_may_not": ACTIONS,
    "expect": st.sampled_from(["none", "burn", "taken", "illegal", "again"]),
    "expect_next": st.one_of(st.integers(0, 9), st.sampled_from(["same", "next", "previous", "after_next"])),
    "expect_taker": st.one_of(st.integers(0, 9), st.sampled_from(["nobody", "next", "same"])),
    "expect_out": st.booleans(),
    "expect_drawn": st.integers(0, 3),
    "expect_pile": st.sampled_from(["empty", "9", "9 9"]),
    "expect_top": st.sampled_from(["empty", "9"]),
    "expect_run": st.integers(0, 5),
    "expect_hand": FEW,
    "expect_up": FEW,
    "expect_down": FEW,
    "expect_stock": FEW,
    "expect_others": st.lists(FEW, min_size=1, max_size=3),
    "expect_direction": st.sampled_from(["clockwise", "anticlockwise"]),
    "expect_end": st.sampled_from(["finished", "all_pass", "stuck_cards", "goes_on"]),
    "expect_deal": st.just({"decks": 1, "hand": 5, "stock": 3}),
    "expect_deck": st.just({"3-A": 4, "*": 2}),
}
ALL = LIKELY | EXPECTED


def of_keys(keys: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({key: ALL[key] for key in keys})


HELD = st.lists(st.sampled_from(["hand", "up", "down"]), min_size=1, max_size=2, unique=True)
OF_CLAIMS = ("claim", "lay", "challenge")
SOME = st.lists(st.sampled_from([key for key in LIKELY if key not in OF_CLAIMS]), max_size=3, unique=True)
ONE = st.lists(st.sampled_from([*EXPECTED]), min_size=1, max_size=2, unique=True)
ENTRIES = st.builds(lambda *keys: [*dict.fromkeys(chain(*keys))], HELD, SOME, ONE).flatmap(of_keys)


@st.composite
def good_entries(draw: st.DrawFn) -> dict[str, Any]:
    """Entries that are seldom refused."""
    zone, held = draw(st.sampled_from(["hand", "hand", "up", "down"])), draw(FEW)
    entry: dict[str, Any] = {zone: held}
    if zone == "hand":
        entry |= draw(st.sampled_from([{}, {"phase": "rest"}, {"stock": "3 10 9 A"}, {"up": "8 K"}]))
    entry |= draw(st.sampled_from([{}, {"pile": "9 9 9"}, {"pile": "K"}, {"pile": "2"}, {"players": 2}]))
    others = draw(st.sampled_from([None, ["8 8", "out"], ["3"], ["7", "8 9", "J"]]))
    if others and "players" not in entry:
        entry["others"] = others
    keys = [key for key in EXPECTED if key not in ("expect_starter", "expect_stock", "expect_others")]
    entry["play"] = "flip" if zone == "down" else draw(st.sampled_from([held.split()[0], "take"]))
    if zone == "hand" and draw(st.integers(0, 3)) == 0:
        del entry["play"]
        entry |= {"claim": held.split()[0], "expect": draw(st.sampled_from(["none", "illegal"]))}
        entry |= draw(st.sampled_from([{}, {"lay": draw(FEW)}, {"challenge": 1}]))
    for key in draw(st.lists(st.sampled_from(keys), min_size=1, max_size=2, unique=True)):
        entry[key] = draw(EXPECTED[key])
    return entry


WILD = st.dictionaries(st.one_of(st.sampled_from([*Entry.model_fields]), st.text(max_size=5)), ANYTHING, max_size=6)
CHANGES = st.fixed_dictionaries({}, optional={key: st.sampled_from(values) for key, values in TURNS.items()})
MANY = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def check(scenario: object, name: str, switches: dict[str, Any]) -> str:
    """See that a scenario is refused or judged in sentences, and return what came of it."""
    try:
        rules = RuleSet.from_dict({"extends": name, **switches, "scenario": [scenario]})
    except PaskasimError as caught:
        error = caught
        assert error.exit_code == 2
        assert all(line.isprintable() and line.strip() for line in error.what.split("\n"))
        return "refused"
    (verdict,) = judge_all(rules)
    assert verdict.holds == (not verdict.sentences())
    assert all(sentence.isprintable() for sentence in verdict.sentences())
    return "held" if verdict.holds else "failed"


def test_the_strategies_know_every_key() -> None:
    assert {*LIKELY, *EXPECTED} | {"name", "others_down"} == {*Entry.model_fields}
    assert {*RULES} <= {*presets()}


@MANY
@given(WILD, st.sampled_from(RULES), CHANGES)
def test_wild_entries(scenario: dict[str, Any], name: str, switches: dict[str, Any]) -> None:
    check(scenario, name, switches)


def test_entries_that_are_nearly_right() -> None:
    came_of_it: Counter[str] = Counter()

    @MANY
    @given(st.one_of(ENTRIES, good_entries()), st.sampled_from(RULES), CHANGES)
    def many(scenario: dict[str, Any], name: str, switches: dict[str, Any]) -> None:
        came_of_it[check(scenario, name, switches)] += 1

    many()
    assert min(came_of_it["held"], came_of_it["failed"], came_of_it["refused"]) >= 3  # so that each was tried


@settings(MANY, max_examples=10)
@given(good_entries(), st.sampled_from(RULES))
def test_single_switches_that_are_named_do_it(scenario: dict[str, Any], name: str) -> None:
    try:
        rules = RuleSet.from_dict({"extends": name, "scenario": [scenario]})
    except PaskasimError:
        return
    for key, value in would_hold_with(rules, rules.scenarios[0]):
        assert not judge_all(rules)[0].holds
        assert judge_all(rules.with_switches({key: value}))[0].holds


@MANY
@given(st.recursive(ANYTHING, lambda inner: st.lists(inner, max_size=2), max_leaves=4))
def test_things_that_are_no_entries(value: object) -> None:
    check(value, "paskahousu", {})
