"""From Python into the compiled game: a batch at a time, interruptible, with faults turned into sentences."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paskasim.errors import PaskasimError
from paskasim.faults import IllegalAnswerError, fault_of
from paskasim.kernels import cache
from paskasim.kernels import layout as at
from paskasim.kernels.batch import WORK_WORDS, play_batch
from paskasim.lineups import Crew, lineup_text
from paskasim.raised import taken

ENGINE_VERSION = "2"
RNG = "philox4x32-10/1"
BATCH_SECONDS = 0.15
ROW_GAP = 16
FIRST_BATCH = 16


class InterruptedPlayError(Exception):
    """The caller asked to stop between two batches."""


@dataclass(frozen=True)
class Entry:
    """A compiled entry that plays games into columns.

    Attributes
    ----------
    play
        Called as `kernels.batch.play_batch` is.
    work_words
        Of scratch space.
    bare_words
        Tally words of a row without detail.
    """

    play: Callable[..., int]
    work_words: int
    bare_words: int


OPEN_PLAY = Entry(play_batch, WORK_WORDS, at.EFFECT_NOW + 1)


def entry_of(rules: NDArray[np.int64]) -> Entry:
    """Return the entry that plays these rules; that of bluff is loaded when it is first needed."""
    if not rules[at.BLUFF]:
        return OPEN_PLAY
    from paskasim.kernels.bluff import BLUFF_WORK_WORDS, bluff_batch

    return Entry(bluff_batch, BLUFF_WORK_WORDS, at.CAUGHT + 1)


def open_play_only(rules: NDArray[np.int64], what: str) -> None:
    """See that rules have no bluff.

    Raises
    ------
    PaskasimError
        If they do; `what` is what open play alone can be.
    """
    if rules[at.BLUFF]:
        raise PaskasimError(f"bluff.on = true: only open play can be {what}.", "Play these rules without bluff.")


@dataclass(frozen=True)
class Games:
    """Results of the games `first` .. `first + n - 1`.

    Attributes
    ----------
    tallies
        (tally words x n) int32, the words of `kernels.layout`; those of bluff only where the rules have it.
    places
        (seats x n) int8, finishing places, 0 for none.
    bluff
        Whether they were games with bluff.
    """

    first: int
    players: int
    tallies: NDArray[np.int32]
    places: NDArray[np.int8]
    bluff: bool = False


def play(
    rules: NDArray[np.int64],
    players: int,
    crew: Crew,
    seed: int,
    first: int,
    games: int,
    *,
    detail: bool = False,
    stop: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda games: None,
) -> Games:
    """Play `games` games from number `first` on.

    Parameters
    ----------
    rules
        Words of `rules.tables.rule_tables` for this number of players.
    seed
        0 to 2**64 - 1.
    stop
        Asked between batches of about `BATCH_SECONDS`; True ends the call.
    played
        Told how many games each batch held.

    Raises
    ------
    InterruptedPlayError
        If `stop` said so.
    PaskasimError
        If a strategy answered with something illegal.
    """
    entry = entry_of(rules)
    words = at.TALLY_WORDS if detail else entry.bare_words
    # Rows a power of two apart would share their place in the processor's cache, which costs three per cent.
    tallies = np.empty((words, games + ROW_GAP), np.int32)[:, :games]
    places = np.zeros((at.SEATS, games + ROW_GAP), np.int8)[:, :games]
    space = Workspace(players, crew, seed, entry.work_words)

    def batch(part: slice) -> None:
        count = part.stop - part.start
        space.run(entry.play, rules, first + part.start, count, tallies[:, part], places[:, part], detail)

    in_batches(games, FIRST_BATCH, batch, stop=stop, played=played)
    return Games(first, players, tallies, places, bool(rules[at.BLUFF]))


class Workspace:
    """A crew sat down for a seed: what calls of the compiled entries that play games need of their own.

    Parameters
    ----------
    words
        Of scratch space, as the entry asks for.
    fault
        Makes an error of a strategy's name, the entry's fault and the scratch space.
    """

    def __init__(
        self,
        players: int,
        crew: Crew,
        seed: int,
        words: int,
        fault: Callable[[str, NDArray[np.int64], NDArray[np.int64]], PaskasimError] = fault_of,
    ) -> None:
        self._players = players
        self._crew = crew
        self._mine = crew.mine.copy()
        self._work = np.zeros(words, np.int64)
        self._key = np.uint64(seed).astype(np.int64)
        self._fault = np.zeros(4, np.int64)
        self._error = fault

    def run(
        self, entry: Callable[..., int], rules: NDArray[np.int64], first: int, games: int, *results: object
    ) -> None:
        """Call an entry for `games` games from `first` on; `results` stand behind what all entries ask for.

        Raises
        ------
        PaskasimError
            If a strategy answered with something illegal.
        """
        taken()  # what an answer raised before is not what it raises here
        crew = self._crew
        count = call_compiled(
            entry, rules, self._players, crew.addresses, crew.traits, self._mine, self._work, self._key, first,
            *results, self._fault,
        )  # fmt: skip
        if count < games:
            _, seat, game, _ = (int(word) for word in self._fault)
            error = self._error(crew.players[seat].spec, self._fault, self._work)
            if isinstance(error, IllegalAnswerError):
                error.at(game, int(self._key.view(np.uint64)), self._players, lineup_text(crew.players))
            raise error


def in_batches(
    games: int,
    size: int,
    batch: Callable[[slice], None],
    *,
    stop: Callable[[], bool],
    played: Callable[[int], None],
) -> None:
    """Call `batch` for one part of 0 to `games` after the other, the first one of `size`, the next by how long it took.

    Raises
    ------
    InterruptedPlayError
        If `stop` said so between two of them.
    """
    done = 0
    while done < games:
        if stop():
            raise InterruptedPlayError
        size = min(size, games - done)
        start = time.perf_counter()
        batch(slice(done, done + size))
        done += size
        played(size)
        seconds = max(time.perf_counter() - start, 1e-6)
        size = max(1, min(4 * size, int(size * BATCH_SECONDS / seconds)))


def call_compiled(function: Callable[..., int], *arguments: object) -> int:
    """Call a compiled entry; if its cache on disk is damaged, delete that and compile anew."""
    return cache.cured(lambda: function(*arguments))
