"""Answers are legal with every parameter at the ends of its range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import recorded_settings
from paskasim.conformance.subject import FaultError, Subject
from paskasim.lineups import Player


def look(subject: Subject) -> Iterator[Found]:
    """Play with each parameter at both ends, and with all of them together."""
    for player in at_ends(subject.player):
        other = replace(subject, player=player)
        for setting in map(subject.fitted, recorded_settings(subject)):
            try:
                other.play(setting, other.alone(setting), 0, subject.games(40))
            except FaultError as fault:
                yield fault.found
                return


def at_ends(player: Player) -> Iterator[Player]:
    """Yield the player with parameters at the ends of their ranges."""
    parameters = player.strategy.parameters
    lows = tuple(float(parameter.low) for parameter in parameters)
    highs = tuple(float(parameter.high) for parameter in parameters)
    if len(parameters) > 1:
        yield replace(player, values=lows)
        yield replace(player, values=highs)
    for i in range(len(parameters)):
        for ends in (lows, highs):
            yield replace(player, values=(*player.values[:i], ends[i], *player.values[i + 1 :]))


CHECK = Check("ranges", "Its answers are legal with parameters at the ends of their ranges, too.", look, 6)
