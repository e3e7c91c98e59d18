"""A file of chances for `mixed`: learnt, judged by those who exploit it, and kept meanwhile."""

from __future__ import annotations

import hashlib
import io
import json
import shlex
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path

import numpy as np

from paskasim.engine import ENGINE_VERSION
from paskasim.errors import PaskasimError
from paskasim.kernels.cache import source_hash
from paskasim.lineups import parse_player
from paskasim.rules import RuleSet
from paskasim.strategies.mixed import WEIGHTS
from paskasim.studies.files import write_bytes
from paskasim.training.course import Course
from paskasim.training.exploiters import SHIPPED, Gain, gains, searched
from paskasim.training.fresh import HELD_OUT
from paskasim.training.gradient import mixture_from
from paskasim.training.oracles import Lessons, learn, usual_endless
from paskasim.training.school import School, Seat
from paskasim.weights import WeightFile, changed


def command_of(lessons: Lessons, rules: str, players: int) -> str:
    """Return the command that asks for this."""
    words = ["paskasim", "learn", rules, "--players", str(players), "--seed", str(lessons.seed)]
    for each in fields(lessons):
        value = getattr(lessons, each.name)
        usual = usual_endless(players) if each.name == "endless" else each.default
        if each.name != "seed" and value != usual:
            words += [f"--{each.name}", f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)


class Kept:
    """What was learnt so far, in a file beside the one that is asked for.

    Raises
    ------
    PaskasimError
        If the file is of another command or version, or damaged (exit code 4).
    """

    def __init__(self, path: Path | None, rules: RuleSet, players: int, lessons: Lessons) -> None:
        self._path = path
        # What the last word is told by changes nothing of what is learnt before.
        asked = {
            **asdict(replace(lessons, fresh=0)), "rules": rules.flat(), "players": players, "source": source_hash()
        }  # fmt: skip
        self._key = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        self.course = Course()
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            with np.load(path, allow_pickle=False) as found:
                key = str(found["key"])
                tables = list(found["tables"])
                active, gained = found["active"].tolist(), [float(each) for each in found["gains"]]
                mixed = [{int(i): float(x) for i, x in enumerate(row) if x > 0} for row in found["mixed"]]
                groups, losses = found["groups"].tolist(), found["losses"].tolist()
        except (OSError, ValueError, KeyError, EOFError):
            raise PaskasimError(f"{path}: damaged.", "Delete it to begin anew.", exit_code=4) from None
        if key != self._key:
            raise PaskasimError(
                f"{path}: what is kept there was learnt by another command or version.",
                "Choose another file with --out, or delete this one.",
            )
        lost = {tuple(group): tuple(each) for group, each in zip(groups, losses, strict=True)}
        self.course = Course(tables, active, lost, gained, mixed)

    def keep(self) -> None:
        """Write it down."""
        if self._path is None:
            return
        told = io.BytesIO()
        course = self.course
        mixed = np.zeros((len(course.mixed), len(course.tables)))
        for row, shares in zip(mixed, course.mixed, strict=True):
            row[list(shares)] = list(shares.values())
        np.savez(
            told, key=self._key, tables=np.array(course.tables), active=np.array(course.active),
            gains=np.array(course.gains, float), mixed=mixed,
            groups=np.array(list(course.losses)), losses=np.array(list(course.losses.values())),
        )  # fmt: skip
        write_bytes(self._path, told.getvalue())

    def delete(self) -> None:
        """Remove the file."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def learnt(school: School, lessons: Lessons, kept: Kept, tell: Callable[[str], None] = lambda line: None) -> WeightFile:
    """Learn a mixture, search for best responses to it, and measure what these and others gain.

    Parameters
    ----------
    kept
        What was done before is not done again.
    tell
        Told what is done.
    """
    found = learn(school, lessons, kept.course, kept.keep, tell)
    mixture = mixture_from(found.weights())  # as it is played
    responses = searched(school, lessons, mixture, kept.course, tell)
    _, _, endless = school.judged(mixture, mixture, HELD_OUT, lessons.fresh)
    seats: dict[str, Seat] = {**responses, **{name: parse_player(name) for name in SHIPPED}}
    measured = gains(school, mixture, seats, lessons.fresh)
    provenance = {
        "command": command_of(lessons, school.rules.name, school.players),
        "engine": ENGINE_VERSION,
        **asdict(lessons),
        "gains of the rounds": [round(each, 4) for each in kept.course.gains],
        "no end": round(endless, 5),
        "gains": {name: _told(each) for name, each in measured.items()},
    }
    return WeightFile(
        school.rules.name, changed(school.rules), school.players,
        dict(zip(WEIGHTS, mixture.weights(), strict=True)), provenance,
    )  # fmt: skip


def _told(each: Gain) -> list[float]:
    """Return both gains with their limits in 1/100,000 of a loss, and the share without an end, as short numbers."""
    numbers = [getattr(kind, name) for kind in (each.even, each.lost) for name in ("estimate", "low", "high")]
    return [round(float(value), 5) for value in (*numbers, each.endless)]
