"""A game is the same whenever it is played."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import recorded_settings
from paskasim.conformance.settings import Setting
from paskasim.conformance.subject import SEED, Subject, first_difference, in_words, where
from paskasim.engine import Games
from paskasim.lineups import Player


def look(subject: Subject) -> Iterator[Found]:
    """Play the same games twice, with other games before them, and one by one."""
    for setting in recorded_settings(subject):
        setting = subject.fitted(setting)
        for seats in (subject.alone(setting), subject.mixed(setting)):
            found = _differs(subject, setting, seats)
            if found is not None:
                yield found
                return


def _differs(subject: Subject, setting: Setting, seats: tuple[Player, ...]) -> Found | None:
    games = max(4, subject.games(100))
    whole = subject.play(setting, seats, 0, games)
    half = games // 2
    single = [subject.play(setting, seats, game, 1) for game in range(half, min(games, half + 10))]
    for others, how in (
        ([subject.play(setting, seats, 0, games)], "played a second time"),
        ([subject.play(setting, seats, half, games - half)], "played without the games before it"),
        (single, "played alone"),
    ):
        for other in others:
            part = _part(whole, other)
            game = first_difference(part, other)
            if game is not None:
                told = f"{in_words(part, game)}; then {in_words(other, game)}"
                return Found(f"Game {game} is another one {how}.", where(setting, seats, SEED, game), answered=told)
    return None


def _part(whole: Games, other: Games) -> Games:
    columns = slice(other.first - whole.first, other.first - whole.first + other.tallies.shape[1])
    part = Games(other.first, whole.players, whole.tallies[:, columns], whole.places[:, columns], whole.bluff)
    assert np.shape(part.tallies) == np.shape(other.tallies)
    return part


CHECK = Check("repeats", "A game is the same whenever and after whatever it is played.", look, 7)
