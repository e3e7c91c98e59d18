"""Answers are legal everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.settings import Setting, drawn_settings, everything, preset_settings
from paskasim.conformance.subject import FaultError, Subject


def look(subject: Subject) -> Iterator[Found]:
    """Play every preset with every number of players, rules that offer everything, and drawn rules."""
    for settings, games in ((preset_settings(), 20), (everything(), 300), (drawn_settings(), 20)):
        for setting in subject.some(settings, quick=1):
            yield from at_table(subject, setting, games)


def at_table(subject: Subject, setting: Setting, games: int) -> Iterator[Found]:
    """Play with nobody else, then with others."""
    setting = subject.fitted(setting)
    for seats in (subject.alone(setting), subject.mixed(setting)):
        try:
            subject.play(setting, seats, 0, subject.games(games))
        except FaultError as fault:
            yield fault.found


CHECK = Check(
    "legal", "Its answers are legal in every preset with 2 to 10 players, and in rules that no preset has.", look, 4,
    after=("metadata", "compiles", "returns"),
)  # fmt: skip
