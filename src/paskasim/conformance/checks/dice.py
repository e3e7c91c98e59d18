"""`deterministic` is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import Position, Words, bench_for, positions_of, recorded_settings
from paskasim.conformance.subject import SEED, Subject, first_difference, in_words, where
from paskasim.kernels import layout as at
from paskasim.kernels.decisions import ROLLS_DICE
from paskasim.lineups import Crew, crew_of

OTHER_DICE = 8
HALF_WORD = 1 << 32


def look(subject: Subject) -> Iterator[Found]:
    """Ask again with other dice; a strategy without dice has to play the same games where dice lie ready."""
    crew = crew_of([subject.player], next(recorded_settings(subject)).rules)
    if crew.traits[0] & ROLLS_DICE:
        if all(_other_answer(position) is None for position in positions_of(subject)):
            yield Found(
                "It says deterministic=False and no dice changed an answer; say deterministic=True if it rolls none.",
                warns=True,
            )
        return
    for position in positions_of(subject):
        other = _other_answer(position)
        if other is not None:
            told = f"{position.said(position.answer)}; with other dice {position.said(other)}"
            yield position.found("It says deterministic=True and answers otherwise with other dice.", told)
            return
    yield from _games_with_dice(subject)


def _other_answer(position: Position) -> int | None:
    """Return another answer that other dice lead to, if there is one."""
    bench = bench_for([position])
    for number in range(OTHER_DICE):
        reply = bench.ask(position, mine=_with_dice(position.mine, number))
        if reply.answer != position.answer:
            return reply.answer
    return None


def _with_dice(mine: Words, number: int) -> Words:
    words = mine.copy()
    dice = np.random.default_rng(number)
    words[at.DICE : at.DICE + 4] = dice.integers(0, HALF_WORD, 4)
    words[at.DICE_USED] = 0
    return words


def _games_with_dice(subject: Subject) -> Iterator[Found]:
    for setting in recorded_settings(subject):
        setting = subject.fitted(setting)
        seats = subject.alone(setting)
        games = subject.games(200)
        one = subject.play(setting, seats, 0, games)
        other = subject.play(setting, seats, 0, games, change=_rolling)
        # A livelock is stated only where nobody rolls dice, and so is what is noticed on the way to it.
        ended = (one.tallies[at.OUTCOME] != at.LIVELOCK) & (one.tallies[at.PROOF] != at.CLOSED)
        one, other = (
            replace(each, tallies=np.where(ended, each.tallies, 0), places=np.where(ended, each.places, 0))
            for each in (one, other)
        )
        game = first_difference(one, other)
        if game is not None:
            told = f"{in_words(one, game)}; with dice {in_words(other, game)}"
            place = where(setting, seats, SEED, game)
            yield Found("It says deterministic=True and plays otherwise where dice lie ready.", place, answered=told)
            return


def _rolling(crew: Crew) -> Crew:
    traits = crew.traits.copy()
    traits[: at.SEATS] |= ROLLS_DICE
    return replace(crew, traits=traits)


CHECK = Check("dice", "It uses dice if it says so, and only then.", look, 8)
