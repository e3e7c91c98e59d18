"""Records that are true give no complaint."""

from __future__ import annotations

import random

import pytest
from played import SPECS, played, sample
from rule_sets import drawn_setting, fits

from paskasim.referee import judge
from paskasim.reference import BOTS
from paskasim.rules import RuleSet, presets

NAMES = ("lowest", "random", "any")
MOST_STATES = 5_000
PROVEN = ("all_pass", "stuck_cards", "closed", "forced_loop", "state_repeats", "escape", "open")


@pytest.mark.parametrize("name", SPECS)
def test_every_ending_is_confirmed(name: str) -> None:
    record = sample(name)
    if name in PROVEN:
        assert record["proof"] == name
    found = judge(record)
    assert found.complaints == ()
    assert found.not_judged == ""
    assert found.turns == record["turns_played"] + len(record.get("witness", []))
    assert found.game == record["game"]
    assert not [remark for remark in found.remarks if "preset" not in remark]


def test_the_samples_hold_all_that_a_record_can_hold() -> None:
    records = [sample(name) for name in SPECS]
    turns = [turn for record in records for turn in record["turns"]]
    assert {record["proof"] for record in records} == {None, *PROVEN}
    assert {turn["action"] for turn in turns} == {"play", "take", "try", "pass", "flip"}
    assert {key for turn in turns for key in turn} >= {"flipped", "row_card", "took", "drew", "out"}
    assert {turn["effect"] for turn in turns} >= {"burn_four", "burn_ten", "burn_joker", "skip", "reverse", "again"}
    assert any(record["swap"] for record in records)
    assert any(record["turned"] for record in records)


@pytest.mark.parametrize("preset", presets())
def test_presets(preset: str) -> None:
    rules = RuleSet.load(preset).with_switches({"limits.turns": 300})
    players = [number for number in (2, 5) if fits(rules, number)]
    for game, number in enumerate(players):
        record = played(rules, number, [NAMES[game]] * number, 11, game)
        found = judge(record, most_states=MOST_STATES)
        assert (found.complaints, found.not_judged) == ((), "")
        assert found.turns >= record["turns_played"]


@pytest.mark.parametrize("part", range(4))
def test_rule_sets_from_the_whole_space_of_switches(part: int) -> None:
    dice = random.Random(f"referee {part}")
    for _ in range(6):
        rules, players = drawn_setting(dice)
        names = [dice.choice(NAMES) for _ in range(players)]
        record = played(rules, players, names, dice.randrange(2**64), dice.randrange(1000))
        found = judge(record, most_states=MOST_STATES)
        assert (found.complaints, found.not_judged) == ((), ""), rules.flat()


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_many_rule_sets(part: int) -> None:
    dice = random.Random(f"long {part}")
    for _ in range(300):
        rules, players = drawn_setting(dice)
        names = [dice.choice(tuple(BOTS)) for _ in range(players)]
        record = played(rules, players, names, dice.randrange(2**64), dice.randrange(1000))
        found = judge(record, most_states=MOST_STATES)
        assert (found.complaints, found.not_judged) == ((), ""), rules.flat()
