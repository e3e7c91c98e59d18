"""Answers are legal everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paskasim.conformance.check import Check, Found
from paskasim.conformance.settings import Setting, drawn_settings, everything, preset_settings
from paskasim.conformance.subject import FaultError, Subject
from paskasim.lineups import Player


def look(subject: Subject) -> Iterator[Found]:
    """Play every preset with every number of players, rules that offer everything, and drawn rules."""
    for settings, games in ((preset_settings(), 20), (everything(), 300), (drawn_settings(), 20)):
        for number, setting in enumerate(subject.some(settings, quick=1)):
            fitted = subject.fitted(setting)
            yield from _faults(subject, fitted, subject.alone(fitted), subject.games(games))
            if number % 3 == 0 or not subject.quick:
                yield from _faults(subject, fitted, subject.mixed(fitted), subject.games(games))


def _faults(subject: Subject, setting: Setting, seats: Sequence[Player], games: int) -> Iterator[Found]:
    try:
        subject.play(setting, seats, 0, games)
    except FaultError as fault:
        yield fault.found


CHECK = Check(
    "legal", "Its answers are legal in every preset with 2 to 10 players, and in rules that no preset has.", look, 5,
    after=("metadata", "compiles", "returns"),
)  # fmt: skip
