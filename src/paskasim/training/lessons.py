"""A file of chances for `mixed`: learnt, judged by a best response and by other strategies, and kept meanwhile."""

from __future__ import annotations

import hashlib
import io
import json
import shlex
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from paskasim.analysis.intervals import Interval
from paskasim.engine import ENGINE_VERSION
from paskasim.errors import PaskasimError
from paskasim.kernels.cache import source_hash
from paskasim.lineups import parse_player
from paskasim.strategies.situations import WEIGHTS
from paskasim.studies.files import write_bytes
from paskasim.training.regrets import Chances, Lessons, School, State, best_response, gain, learn, weights_from
from paskasim.weights import WeightFile, changed

EXPLOITERS = ("honest", "bluffer", "bayes", "linear")
"""Who else is tried among players with the chances learnt."""


def command_of(lessons: Lessons, rules: str, players: int) -> str:
    """Return the command that asks for this."""
    words = ["paskasim", "learn", rules, "--players", str(players), "--seed", str(lessons.seed)]
    words += ["--rounds", str(lessons.rounds), "--games", str(lessons.games)]
    if lessons.fresh != Lessons.fresh:
        words += ["--fresh", str(lessons.fresh)]
    return shlex.join(words)


class Kept:
    """What was learnt so far, in a file beside the one that is asked for.

    Raises
    ------
    PaskasimError
        If the file is of another command or version, or damaged (exit code 4).
    """

    def __init__(self, path: Path | None, school: School) -> None:
        self._path = path
        asked = {
            **asdict(school.lessons), "rules": school.rules.flat(), "players": school.players, "source": source_hash()
        }  # fmt: skip
        self._key = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        self.courses = (State(), State())
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            with np.load(path, allow_pickle=False) as found:
                key = str(found["key"])
                courses = tuple(
                    State(int(found[f"rounds{i}"]), found[f"regrets{i}"], found[f"mean{i}"]) for i in range(2)
                )
        except (OSError, ValueError, KeyError, EOFError):
            raise PaskasimError(f"{path}: damaged.", "Delete it to begin anew.", exit_code=4) from None
        if key != self._key:
            raise PaskasimError(
                f"{path}: what is kept there was learnt by another command or version.",
                "Choose another file with --out, or delete this one.",
            )
        self.courses = (courses[0], courses[1])

    def keep(self) -> None:
        """Write it down."""
        if self._path is None:
            return
        told = io.BytesIO()
        words: dict[str, Any] = {"key": self._key}
        for i, state in enumerate(self.courses):
            words |= {f"rounds{i}": state.rounds, f"regrets{i}": state.regrets, f"mean{i}": state.mean}
        np.savez(told, **words)
        write_bytes(self._path, told.getvalue())

    def delete(self) -> None:
        """Remove the file."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def games_of(lessons: Lessons) -> int:
    """Return how many games are tried in all."""
    return 2 * lessons.rounds * lessons.games


def learnt(school: School, kept: Kept, tell: Callable[[str], None] = lambda line: None) -> WeightFile:
    """Learn, find a best response, and measure what it and others gain.

    Parameters
    ----------
    kept
        What was done before is not done again.
    tell
        Told what is done.
    """
    chances = learn(school, kept.courses[0], kept.keep)
    kept.keep()
    tell("the chances are learnt; now a best response to them")
    response = best_response(school, chances, kept.courses[1], kept.keep)
    kept.keep()
    tell("the best response is found; now both are measured")
    weights = weights_from(chances)
    provenance = {
        "command": command_of(school.lessons, school.rules.name, school.players),
        "engine": ENGINE_VERSION,
        **asdict(school.lessons),
        "gains": {"a best response": _told(gain(school, response, chances)), **_exploiters(school, chances)},
    }
    return WeightFile(
        school.rules.name, changed(school.rules), school.players, dict(zip(WEIGHTS, weights, strict=True)), provenance
    )


def _exploiters(school: School, chances: Chances) -> dict[str, list[float]]:
    return {name: _told(gain(school, parse_player(name), chances)) for name in EXPLOITERS}


def _told(interval: Interval) -> list[float]:
    """Return estimate and limits in 1/100,000 of a loss, as short numbers."""
    return [round(float(each), 5) for each in (interval.estimate, interval.low, interval.high)]
