"""Every preset is pinned down by its scenarios: they hold, and no switch that it sets can be lost unnoticed."""

from __future__ import annotations

import pytest

from paskasim.rules import RuleSet, presets
from paskasim.rules.ruleset import BY_KEY
from paskasim.scenarios import judge, judge_all
from paskasim.scenarios.nearby import changes, with_value

RULES = {name: RuleSet.load(name) for name in presets()}

# Switches of which no scenario can tell whether they are set: preset, switch, and the reason.
CANNOT_TELL: dict[tuple[str, str], str] = {}


def base_of(rules: RuleSet) -> RuleSet:
    return RULES[rules.extends] if rules.extends else RuleSet()


SET = [(name, key) for name, rules in RULES.items() for key in rules.changed_from(base_of(rules))]


def all_hold(rules: RuleSet, pinned: RuleSet) -> bool:
    return all(judge(rules, scenario).holds for scenario in pinned.scenarios)


@pytest.mark.parametrize("name", presets())
def test_its_scenarios_hold(name: str) -> None:
    verdicts = judge_all(RULES[name])
    assert len(verdicts) >= 2
    assert [sentence for verdict in verdicts for sentence in verdict.sentences()] == []


@pytest.mark.parametrize("name", presets())
def test_each_says_in_a_sentence_of_its_own_what_it_pins_down(name: str) -> None:
    names = [scenario.entry.name for scenario in RULES[name].scenarios]
    assert len(set(names)) == len(names)
    assert all(each.endswith(".") and len(each.split()) >= 3 for each in names)


def test_there_are_switches_to_lose() -> None:
    assert len(SET) > 60
    assert {name for name, _ in SET} == set(presets())


@pytest.mark.parametrize(("name", "key"), SET)
def test_no_switch_is_lost_unnoticed(name: str, key: str) -> None:
    rules = RULES[name]
    reset = with_value(rules, BY_KEY[key], base_of(rules).flat()[key])
    assert reset.changed_from(rules).keys() == {key}
    assert all_hold(reset, rules) == ((name, key) in CANNOT_TELL)


# What a text says of its whole game: all other values of these groups must be noticed, but for those that are listed.
GROUPS = ("start", "turn", "beat", "faces", "aces", "tens", "twos", "fours", "deal", "deck")
NOT_LOOKED_AT = ("turn.counts", "fours.except", "deck.ranks", "deck.copies")  # too many values that no text speaks of
SAME_HERE: dict[str, dict[str, tuple[list[object], str]]] = {
    "paskahousu": {
        "turn.refill": ([5], "the deal has five cards"),
        "aces.burn": (["always"], "aces go on face cards only"),
        "tens.burn": (["always"], "tens go on lower cards only, or on tens, which never lie there"),
        "tens.followed_by": (["order"], "no ten ever lies there"),
        "deal.swap": (["any"], "there is no row"),
    },
    "paskahousu-rows": {
        "turn.refill": ([5], "the deal has five cards"),
        "turn.stuck": (["open_any"], "every card opens a pile"),
    },
    "paskahousu-lowest-starts": {
        "turn.refill": ([5], "the deal has five cards"),
        "turn.stuck": (["open_any"], "every card opens a pile"),
        "deal.swap": (["any"], "there is no row"),
    },
    "shithead": {
        "turn.refill": ([3], "the deal has three cards"),
        "turn.stuck": (["open_any"], "every card opens a pile"),
        "faces.min_top": (["3"], "nothing lies below a three"),
        "faces.relaxed_at_rest": ([True], "faces are free at any time"),
        "tens.followed_by": (["order"], "no ten ever lies there"),
    },
}


@pytest.mark.parametrize("name", SAME_HERE)
def test_other_values_of_a_whole_game_are_noticed(name: str) -> None:
    rules = RULES[name]
    unnoticed: dict[str, list[object]] = {}
    for key, value, changed in changes(rules):
        looked_at = key.partition(".")[0] in GROUPS and key not in NOT_LOOKED_AT
        if looked_at and all_hold(changed, rules):
            unnoticed.setdefault(key, []).append(value)
    assert unnoticed == {key: values for key, (values, _) in SAME_HERE[name].items()}


SAME_WITH_BLUFF = {"bluff.honest_burn_continues": [False]}  # the honest player goes on in any case


@pytest.mark.parametrize("name", [name for name in presets() if name.startswith("valepaska")])
def test_other_values_of_bluff_are_noticed(name: str) -> None:
    unnoticed: dict[str, list[object]] = {}
    for key, value, changed in changes(RULES[name]):
        if key.startswith("bluff.") and all_hold(changed, RULES[name]):
            unnoticed.setdefault(key, []).append(value)
    assert unnoticed == (SAME_WITH_BLUFF if RULES[name].bluff.after_honest == "player" else {})
