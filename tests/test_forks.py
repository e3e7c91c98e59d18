"""Forked games: the same as by the readable engine, faults seen, and no worth where there can be none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from paskasim import forks
from paskasim.errors import PaskasimError
from paskasim.forks import Fork, Worth, fork_games, fork_of, value_of_event
from paskasim.kernels import fork as at
from paskasim.lineups import crew_of, parse_lineup
from paskasim.reference import BOTS, play_game
from paskasim.rules import RuleSet
from paskasim.studies.events import ALL, CHANGE, EVENTS, Event, changed_rules
from plain_forks import plain_fork

SEED, TIMES = 7, 2
KNOWN = {event.name: event for event in ALL}
COLUMNS = {
    "maker_loses": at.MAKER_LOSES, "next_loses": at.NEXT_LOSES, "maker_first": at.MAKER_FIRST,
    "next_first": at.NEXT_FIRST, "no_end": at.NO_END, "turns_after": at.TURNS_AFTER, "turns": at.TURNS_FINISHED,
}  # fmt: skip
CHANGES = {"faces.on_empty": True, "twos.followed_by": "anything", "turn.take": "stuck"}
TABLES = {
    "paskahousu": ["any", "lowest", "any"],
    "paskahousu-lowest-starts": ["lowest", "any"],
    "shithead": ["lowest", "lowest", "any"],
    "paskahousu-rows-jokers": ["any", "any", "any"],
}


def rules_of(name: str) -> RuleSet:
    """Return a preset in which endless games are given up early: the plain search takes its time."""
    return RuleSet.load(name).with_switches({"limits.turns": 100})


def other_rules(event: str, rules: RuleSet) -> RuleSet | None:
    """Return the rules for the turn in which an event is left out, told anew."""
    flat = rules.flat()
    if event == "rule":
        return changed_rules(rules, CHANGES)
    if event == "four":
        return rules.with_switches({"fours.burn": False})
    if event in ("ten", "ace"):
        return rules.with_switches(
            {f"{event}s.burn": "never"}
            | ({f"{event}s.on_empty": "stays"} if flat[f"{event}s.on_empty"] == "burns" else {})
        )
    keys = [key for key in ("aces.on_empty", "tens.on_empty") if str(flat[key]).startswith("next_takes")]
    return rules.with_switches(dict.fromkeys(keys, "stays")) if event == "next_takes" else None


def forked(
    rules: RuleSet, names: list[str], fork: Fork, first: int, games: int, times: int = TIMES
) -> NDArray[np.int64]:
    crew = crew_of(parse_lineup(names, len(names)), rules)
    return fork_games(rules, len(names), crew, SEED, first, games, times, [fork])[0]


def check(rules: RuleSet, names: list[str], event: str, fork: Fork, first: int, games: int) -> int:
    """Compare every sum with the readable engine's; return how many games were forked."""
    found = 0
    for game, sums in enumerate(forked(rules, names, fork, first, games), first):
        phase, turn, branches = plain_fork(rules, names, SEED, game, event, TIMES, other_rules(event, rules))
        wanted = np.zeros(at.FORK_COLUMNS, np.int64)
        if phase:
            start = at.PHASE_COLUMNS * ("stock", "rest").index(phase)
            wanted[start + at.POSITIONS], wanted[start + at.CONTINUATIONS] = 1, TIMES
            for branch, base in (("with", at.WITH), ("without", at.WITHOUT)):
                for name, column in COLUMNS.items():
                    wanted[start + base + column] = branches[branch][name]
        assert np.array_equal(sums, wanted), (rules.name, names, event, game, turn, sums, wanted)
        found += bool(phase)
    return found


@pytest.mark.parametrize("event", KNOWN)
def test_as_by_the_readable_engine(event: str) -> None:
    found = 0
    for name, names in TABLES.items():
        rules = rules_of(name)
        fork = fork_of(KNOWN[event], rules, len(names), CHANGES)
        if fork.possible:
            found += check(rules, names, event, fork, 24, 2)
    assert found >= 2


@pytest.mark.long
@pytest.mark.parametrize("event", KNOWN)
@pytest.mark.parametrize("name", TABLES)
def test_as_by_the_readable_engine__many_games(event: str, name: str) -> None:
    rules = rules_of(name)
    fork = fork_of(KNOWN[event], rules, len(TABLES[name]), CHANGES)
    if fork.possible:
        check(rules, TABLES[name], event, fork, 1000, 15)


FAULTS = {
    "dice of another event": ("four", {at.CODE: 1}, {}),
    "takes of both kinds": ("take", {at.CHOSEN: -1}, {}),
    "takes without a choice": ("take", {at.CHOSEN: 0}, {}),
    "another counter": ("ten", {at.COUNTER: 3}, {}),
    "passes instead of playing": ("take", {at.WAY: at.PASSES}, {}),
    "rules that stay": ("rule", {}, {"faces.on_empty": False}),
    "a four that burns though left out": ("four", {}, {"fours.size": 8}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_seen(fault: str) -> None:
    event, words, switches = FAULTS[fault]
    rules, names = rules_of("paskahousu"), TABLES["paskahousu"]
    fork = fork_of(KNOWN[event], rules, len(names), CHANGES)
    for word, value in words.items():
        fork.words[word] = value
    if switches:
        from paskasim.rules.tables import rule_tables

        wrong = rules.with_switches(switches) if event == "rule" else rules
        fork = Fork(fork.words, rule_tables(wrong, len(names)), True)
    with pytest.raises(AssertionError):
        check(rules, names, event, fork, 40, 4)


@pytest.mark.parametrize("switch", [{"skip.per_card": True}, {"tens.on_empty": "next_takes_lead"}])
def test_a_change_that_never_matters__is_worth_exactly_nothing(switch: dict[str, object]) -> None:
    """No rank skips; and under these rules no deck holds a ten."""
    rules = RuleSet.load("paskahousu").with_switches({"deck.ranks": "3-9 J-A 2"})
    fork = fork_of(CHANGE, rules, 3, switch)
    assert fork.possible
    sums = forked(rules, ["any", "lowest", "linear"], fork, 0, 200, 3).reshape(200, 2, at.PHASE_COLUMNS)
    assert sums[:, :, at.POSITIONS].sum() == 200
    assert np.array_equal(sums[:, :, at.WITH : at.WITHOUT], sums[:, :, at.WITHOUT :])


def test_a_change_that_matters__is_worth_something() -> None:
    rules = RuleSet.load("paskahousu")
    sums = forked(rules, ["lowest"] * 4, fork_of(CHANGE, rules, 4, {"faces.on_empty": True}), 0, 300)
    halves = sums.reshape(300, 2, at.PHASE_COLUMNS).sum(axis=(0, 1))
    assert halves[at.WITH + at.NO_END] < halves[at.WITHOUT + at.NO_END] / 5


def test_impossible_events__are_not_played() -> None:
    rules = RuleSet.load("paskahousu").with_switches({"fours.burn": False, "tens.burn": "never", "aces.burn": "never"})
    for event in ("four", "ten", "ace"):
        fork = fork_of(EVENTS[event], rules, 3)
        assert not fork.possible
        assert not forked(rules, ["lowest"] * 3, fork, 0, 5).any()
    assert not fork_of(CHANGE, rules, 3, {"fours.burn": False}).possible


def test_batches_and_shards__the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RuleSet.load("paskahousu")
    fork = fork_of(EVENTS["ten"], rules, 3)
    whole = forked(rules, ["any"] * 3, fork, 0, 40)
    parts = [forked(rules, ["any"] * 3, fork, first, 10) for first in range(0, 40, 10)]
    assert np.array_equal(whole, np.concatenate(parts))
    monkeypatch.setattr(forks, "FIRST_BATCH", 1)
    assert np.array_equal(whole, forked(rules, ["any"] * 3, fork, 0, 40))


def test_two_continuations__are_the_first_of_three() -> None:
    rules = RuleSet.load("paskahousu")
    fork = fork_of(EVENTS["ace"], rules, 3)
    two, three = (forked(rules, ["any"] * 3, fork, 0, 60, times) for times in (2, 3))
    assert (two <= three).all()
    assert (two[:, at.POSITIONS] == three[:, at.POSITIONS]).all()


@pytest.mark.parametrize("event", ["four", "take", "stuck", "rule"])
def test_a_turn_by_its_number(event: str) -> None:
    rules, names = rules_of("paskahousu"), ["any", "lowest", "any"]
    there = 0
    for game in range(40, 42):
        phase, turn, branches = plain_fork(rules, names, SEED, game, event, TIMES, other_rules(event, rules))
        if not phase:
            continue
        there += 1
        worth = value_of_event(rules, 3, names, SEED, game, turn, event, continuations=TIMES, rule=CHANGES)
        assert (worth.event, worth.phase, worth.continuations) == (event, phase, TIMES)
        for branch, own in (("with", worth.carried_out), ("without", worth.left_out)):
            assert vars(own) == {name: branches[branch][name] for name in vars(own)}
    assert there


def test_a_turn_without_the_event__told() -> None:
    rules = rules_of("paskahousu")
    record = play_game(rules, 3, [BOTS["lowest"]] * 3, SEED, 1)
    burns = [i for i, turn in enumerate(record["turns"], 1) if turn["effect"] == "burn_ten"]
    for turn in range(1, record["turns_played"] + 3):
        if turn in burns:
            assert isinstance(value_of_event(rules, 3, "lowest", SEED, 1, turn, "ten", continuations=1), Worth)
            continue
        with pytest.raises(PaskasimError, match=f"turn {turn} of game 1: there is no pile burnt by a 10"):
            value_of_event(rules, 3, "lowest", SEED, 1, turn, "ten", continuations=1)
    assert burns


@pytest.mark.parametrize(("event", "turn", "times"), [("flood", 1, 1), ("ten", 0, 1), ("ten", 1, 0), ("ten", 1, 10**6)])
def test_bad_questions__told(event: str, turn: int, times: int) -> None:
    with pytest.raises(PaskasimError):
        value_of_event(RuleSet.load("paskahousu"), 3, "lowest", 1, 1, turn, event, continuations=times)


@pytest.mark.parametrize(
    "key", ["deck.decks", "deal.hand", "start.player", "invisible.rank", "bluff.on", "limits.turns"]
)
def test_switches_that_are_none_of_play__refused(key: str) -> None:
    rules = RuleSet.load("paskahousu")
    with pytest.raises(PaskasimError, match=f"{key}.* can't be changed in the middle of a game"):
        changed_rules(rules, {key: rules.flat()[key]})


def test_events_have_codes_of_their_own() -> None:
    codes = [event.code for event in ALL]
    assert codes == sorted(set(codes))
    assert all(code < 16 for code in codes)
    assert isinstance(CHANGE, Event)
