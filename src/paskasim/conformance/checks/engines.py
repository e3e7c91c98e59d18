"""Both engines play the same games with it."""

from __future__ import annotations

from collections.abc import Iterator

from paskasim.conformance.check import Check, Found
from paskasim.conformance.positions import bridged
from paskasim.conformance.settings import Setting, drawn_settings, everything, preset_settings
from paskasim.conformance.subject import SEED, Subject, where
from paskasim.reference import row_of
from paskasim.studies.columns import game_rows

SEARCHED = ("outcome", "proof")  # the readable games are played without a search


def look(subject: Subject) -> Iterator[Found]:
    """Play games of all kinds of rules with the compiled and with the readable engine."""
    for game, setting in enumerate(_settings(subject)):
        short = setting.shorter()
        seats = subject.mixed(short) if game % 2 else subject.alone(short)
        played = subject.play(short, seats, game, 1)
        compiled = game_rows(played, detail=True).to_pylist()[0]
        readable = row_of(bridged(short, seats, SEED, game), detail=True)
        if compiled["outcome"] != "finished":
            compiled |= {name: readable[name] for name in SEARCHED}
        names = [name for name in {**compiled, **readable} if compiled.get(name) != readable.get(name)]
        if names:
            told = ", ".join(f"{name} {compiled.get(name)} and {readable.get(name)}" for name in names[:3])
            yield Found(
                "The compiled and the readable engine play different games with it: it looks at what only one has.",
                where(short, seats, SEED, game),
                answered=told,
            )
            return


def _settings(subject: Subject) -> Iterator[Setting]:
    yield everything()[2]
    yield from preset_settings()[:: 37 if subject.quick or subject.is_slow else 7]
    yield from drawn_settings()[:: 16 if subject.quick or subject.is_slow else 5]


CHECK = Check("engines", "The compiled and the readable engine play the same games with it.", look, 12)
