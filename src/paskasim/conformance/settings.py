"""The tables at which a strategy is looked at: every preset, rules that offer everything, rules that were drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet, presets
from paskasim.rules.tables import rule_tables

PLAYERS = range(2, 11)
SHORT_TURNS = 150

# What no preset offers: tries at will, counts, opening with any card, row cards, swaps and jokers, all in one game.
EVERYTHING: Mapping[str, Any] = {
    "deck.jokers": 2,
    "deal.hand": 3,
    "deal.down": 2,
    "deal.up": 3,
    "deal.swap": "any",
    "turn.try_stock": "any_time",
    "turn.stuck": "open_any",
    "turn.counts": {"3-9": "1 3+"},
    "rows.take_card": True,
    "finish.not_with": "2 10",
}


class Setting(NamedTuple):
    """Rules and a number of players.

    Attributes
    ----------
    name
        Name of the preset, or of a rule set that stands in no file.
    """

    name: str
    rules: RuleSet
    players: int

    @property
    def switches(self) -> dict[str, Any]:
        """What differs from the defaults; nothing for a preset, whose name says it."""
        if self.name in presets():
            return {}
        return {key: mine for key, (mine, _) in self.rules.changed_from(RuleSet()).items()}

    def shorter(self) -> Setting:
        """Return the same with a low `limits.turns`: the same games up to there."""
        return self._replace(rules=_by_name()[self.name])

    @property
    def words(self) -> NDArray[np.int64]:
        """The rules as the compiled engine reads them."""
        key = (self.name, self.players, self.rules.limits.turns)
        if key not in _words:
            _words[key] = rule_tables(self.rules, self.players)
        return _words[key]


_words: dict[tuple[str, int, int], NDArray[np.int64]] = {}


def _with_few_turns(rules: RuleSet) -> RuleSet:
    return rules.with_switches({"limits.turns": min(SHORT_TURNS, rules.limits.turns)})


@cache
def _by_name() -> dict[str, RuleSet]:
    """Every rule set that is used here, with few turns."""
    every = (*preset_settings(), *everything(), *drawn_settings())
    rules = {setting.name: setting.rules for setting in every}
    return {name: _with_few_turns(each) for name, each in rules.items()}


@cache
def preset_settings() -> tuple[Setting, ...]:
    """Return every preset with every number of players that its cards suffice for."""
    loaded = [(name, RuleSet.load(name)) for name in presets()]
    return tuple(
        Setting(name, rules, players) for name, rules in loaded for players in PLAYERS if _fits(rules, players)
    )


@cache
def everything() -> tuple[Setting, ...]:
    """Return the rules that offer everything, for few and for many players."""
    rules = RuleSet().with_switches(dict(EVERYTHING))
    return tuple(Setting("everything", rules, players) for players in (2, 3, 5, 8))


@cache
def drawn_settings() -> tuple[Setting, ...]:
    """Return the rule sets of `drawn.json`, which were drawn over all switches once and for all."""
    listed = json.loads(files("paskasim.conformance").joinpath("drawn.json").read_text(encoding="utf-8"))
    return tuple(
        Setting(f"drawn-{number}", RuleSet.from_dict(each["switches"]), each["players"])
        for number, each in enumerate(listed)
    )


def _fits(rules: RuleSet, players: int) -> bool:
    try:
        rules.deal_for(players)
    except PaskasimError:
        return False
    return True
