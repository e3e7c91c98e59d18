"""Games that are about to be played, written down for the process that plays them once more."""

from __future__ import annotations

from typing import Any

from paskasim.conformance.settings import Setting, drawn_settings, everything, preset_settings
from paskasim.conformance.subject import Step


def step_facts(step: Step) -> dict[str, Any]:
    """Return games that are about to be played, ready for JSON."""
    facts = {"name": step.setting.name, "players": step.setting.players, "turns": step.setting.rules.limits.turns}
    return facts | {"lineup": list(step.lineup), "seed": step.seed, "first": step.first, "games": step.games}


def step_from(facts: dict[str, Any]) -> Step:
    """Return the games that `step_facts` told of."""
    every = (*preset_settings(), *everything(), *drawn_settings())
    key = (facts["name"], facts["players"])
    setting: Setting = next(each for each in every if (each.name, each.players) == key)
    if setting.rules.limits.turns != facts["turns"]:
        setting = setting.shorter()
    return Step(setting, tuple(facts["lineup"]), facts["seed"], facts["first"], facts["games"])
