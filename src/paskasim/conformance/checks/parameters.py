"""Every parameter does something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import recorded_settings
from paskasim.conformance.settings import drawn_settings
from paskasim.conformance.subject import Subject, first_difference


def look(subject: Subject) -> Iterator[Found]:
    """Play the same games with each parameter at both ends of its range, until one is another game.

    The others are first as they are, then at their low and at their high ends: one may matter only beside another.
    """
    parameters = subject.player.strategy.parameters
    lows = tuple(float(parameter.low) for parameter in parameters)
    highs = tuple(float(parameter.high) for parameter in parameters)
    others = (subject.player.values, lows, highs)
    for i, parameter in enumerate(parameters):
        if not any(_matters(subject, i, values) for values in (others if len(parameters) > 1 else others[:1])):
            yield Found(f"Its parameter {parameter.name} changed no game, at either end of its range.", warns=True)


def _matters(subject: Subject, i: int, values: tuple[float, ...]) -> bool:
    parameter = subject.player.strategy.parameters[i]
    low, high = (
        replace(subject, player=replace(subject.player, values=(*values[:i], float(end), *values[i + 1 :])))
        for end in (parameter.low, parameter.high)
    )
    for setting in map(subject.fitted, (*recorded_settings(subject), *drawn_settings()[10:20])):
        games = max(8, subject.games(400))
        one, other = (each.play(setting, each.alone(setting), 0, games) for each in (low, high))
        if first_difference(one, other) is not None:
            return True
    return False


CHECK = Check("parameters", "Every parameter changes something.", look, 13)
