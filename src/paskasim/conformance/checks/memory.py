"""`memoryless` is true, and nothing is left over from one game to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import Position, Words, bench_for, positions_of, recorded_settings
from paskasim.conformance.subject import SEED, Subject, first_difference, in_words, where
from paskasim.kernels import layout as at
from paskasim.kernels.decisions import REMEMBERS
from paskasim.lineups import Crew, crew_of, far_words

SEVENS = 77


def look(subject: Subject) -> Iterator[Found]:
    """Disturb what must not matter: memory and scratch space, or scratch space alone."""
    crew = crew_of([subject.player], next(recorded_settings(subject)).rules)
    positions = positions_of(subject)
    far = far_words(subject.player)
    if crew.traits[0] & REMEMBERS:
        if not any(_writes(position) or _answer(position, _empty, far) != position.answer for position in positions):
            yield Found(
                "It says memoryless=False and its memory changed no answer, nor does it keep anything there; "
                "say memoryless=True if it never does.",
                warns=True,
            )
        begin = at.SCRATCH
        sentence = "It plays otherwise with something left over in its scratch space; only memory is emptied for it."
    else:
        begin = at.MEMORY
        sentence = "It says memoryless=True and plays otherwise with something left over in memory or scratch space."
        for position in positions:
            for disturbed in (_sevens, _noise):
                answer = _answer(position, disturbed, far)
                if answer != position.answer:
                    told = f"{position.said(position.answer)}; with other memory {position.said(answer)}"
                    yield position.found("It says memoryless=True and answers otherwise with other memory.", told)
                    return
    for fill in (_sevens, _noise):
        found = _game_that_differs(subject, fill, begin, sentence)
        if found is not None:
            yield found
            return


def _answer(position: Position, disturbed: Callable[[Words, int], None], far: slice) -> int:
    mine = position.mine.copy()
    disturbed(mine, at.MEMORY)
    mine[far] = position.mine[far]
    return bench_for([position]).ask(position, mine).answer


def _writes(position: Position) -> bool:
    own = bench_for([position]).ask(position).mine
    return not np.array_equal(own[at.MEMORY : at.SCRATCH], position.mine[at.MEMORY : at.SCRATCH])


def _empty(mine: Words, begin: int) -> None:
    mine[..., begin:] = 0


def _sevens(mine: Words, begin: int) -> None:
    mine[..., begin:] = SEVENS


def _noise(mine: Words, begin: int) -> None:
    shape = mine[..., begin:].shape
    mine[..., begin:] = np.random.default_rng(1).integers(0, 1 << 20, shape)


def _game_that_differs(subject: Subject, fill: Callable[[Words, int], None], begin: int, sentence: str) -> Found | None:
    def changed(crew: Crew) -> Crew:
        mine = crew.mine.copy()
        fill(mine, begin)
        far = far_words(subject.player)
        mine[:, far] = crew.mine[:, far]
        return replace(crew, mine=mine)

    for setting in recorded_settings(subject):
        setting = subject.fitted(setting)
        seats = subject.alone(setting)
        games = subject.games(200)
        one, other = (subject.play(setting, seats, 0, games, change=change) for change in (lambda crew: crew, changed))
        game = first_difference(one, other)
        if game is not None:
            told = f"{in_words(one, game)}; with something left over {in_words(other, game)}"
            return Found(sentence, where(setting, seats, SEED, game), answered=told)
    return None


CHECK = Check("memory", "It remembers if it says so, and only of this game.", look, 9)
