"""Every parameter does something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import recorded_settings
from paskasim.conformance.settings import drawn_settings
from paskasim.conformance.subject import Subject, first_difference
from paskasim.lineups import Player


def look(subject: Subject) -> Iterator[Found]:
    """Play the same games with each parameter at the ends of its range, until one is another game."""
    for i, parameter in enumerate(subject.player.strategy.parameters):
        ends = [end for end in (parameter.low, parameter.high) if end != subject.player.values[i]]
        values = subject.player.values
        others = [replace(subject.player, values=(*values[:i], float(end), *values[i + 1 :])) for end in ends]
        if not any(_differ(subject, other) for other in others):
            yield Found(f"Its parameter {parameter.name} changed no game, at either end of its range.", warns=True)


def _differ(subject: Subject, player: Player) -> bool:
    other = replace(subject, player=player)
    for setting in (*recorded_settings(subject), *drawn_settings()[10:20]):
        setting = subject.fitted(setting)
        games = max(8, subject.games(400))
        one = subject.play(setting, subject.alone(setting), 0, games)
        if first_difference(one, other.play(setting, other.alone(setting), 0, games)) is not None:
            return True
    return False


CHECK = Check("parameters", "Every parameter changes something.", look, 12)
