"""The tables at which strategies are looked at leave nothing out."""

from __future__ import annotations

from typing import Any

from paskasim.conformance.settings import PLAYERS, drawn_settings, everything, preset_settings
from paskasim.errors import PaskasimError
from paskasim.rules import SWITCHES, RuleSet, presets

WITHOUT_BLUFF = [switch.key for switch in SWITCHES if not switch.key.startswith("bluff.")]


def test_every_preset_with_every_number_of_players_that_fits() -> None:
    for name in presets():
        rules = RuleSet.load(name)
        for players in range(2, 11):
            assert ((name, players) in {(each.name, each.players) for each in preset_settings()}) == fits(
                rules, players
            )


def fits(rules: RuleSet, players: int) -> bool:
    try:
        rules.deal_for(players)
    except PaskasimError:
        return False
    return True


def test_drawn_rules_turn_every_switch() -> None:
    changed: dict[str, set[str]] = {}
    for setting in drawn_settings():
        assert fits(setting.rules, setting.players)
        for key, (mine, _) in setting.rules.changed_from(RuleSet()).items():
            changed.setdefault(key, set()).add(str(mine))
    assert set(changed) == set(WITHOUT_BLUFF)
    assert {setting.players for setting in drawn_settings()} == set(PLAYERS)


def test_no_two_rule_sets_have_the_same_name() -> None:
    """What is kept for a setting is found by its name."""
    by_name: dict[str, Any] = {}
    for setting in (*preset_settings(), *everything(), *drawn_settings()):
        assert by_name.setdefault(setting.name, setting.rules) is setting.rules
        assert setting.shorter().rules.limits.turns <= 150
        assert setting.shorter().players == setting.players


def test_a_setting_tells_its_switches_unless_a_preset_does() -> None:
    assert not any(setting.switches for setting in preset_settings())
    for setting in drawn_settings():
        assert RuleSet.from_dict(setting.switches).flat() == setting.rules.flat()
