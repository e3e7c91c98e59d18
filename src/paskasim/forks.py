"""Forked games from Python: what one event is worth to the player who makes it, and to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paskasim.engine import Workspace, in_batches, open_play_only
from paskasim.errors import PaskasimError
from paskasim.kernels import fork as kernel
from paskasim.kernels import layout as at
from paskasim.kernels.fork import EVENT_WORDS, FORK_COLUMNS, FORK_WORK_WORDS, PHASE_COLUMNS, fork_batch
from paskasim.lineups import Crew, crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.studies.events import ALL, CHANGE, EVENTS, Event, changed_rules

FIRST_BATCH = 4
WAYS = {"one_turn": kernel.ONE_TURN, "plays": kernel.PLAYS, "passes": kernel.PASSES, "change": kernel.CHANGE}
MOST_CONTINUATIONS = 60_000


@dataclass(frozen=True)
class Fork:
    """An event as the compiled game takes it.

    Attributes
    ----------
    words
        The words of `event` in `kernels.fork`.
    other
        The rules of the other branch.
    possible
        False where the rules alone show that the event makes no difference or never occurs.
    """

    words: NDArray[np.int64]
    other: NDArray[np.int64]
    possible: bool


def fork_of(event: Event, rules: RuleSet, players: int, change: Mapping[str, object] | None = None) -> Fork:
    """Return an event under these rules; `change` has the switches of a change of rules, by dotted key."""
    own = rule_tables(rules, players)
    other = own
    if event.way == "one_turn":
        other = rule_tables(rules.with_switches(event.one_turn(rules)), players)
    elif event.way == "change":
        other = rule_tables(changed_rules(rules, change or {}), players)
    words = np.zeros(EVENT_WORDS, np.int64)
    words[kernel.WAY] = WAYS[event.way]
    words[kernel.COUNTER] = getattr(at, event.counter[0]) + event.counter[1]
    words[kernel.CHOSEN] = -1 if event.chosen is None else int(event.chosen)
    words[kernel.CODE] = event.code
    return Fork(words, other, event.way in ("plays", "passes") or not np.array_equal(own, other))


def fork_games(
    rules: RuleSet,
    players: int,
    crew: Crew,
    seed: int,
    first: int,
    games: int,
    continuations: int,
    forks: Sequence[Fork],
    *,
    stop: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda games: None,
) -> NDArray[np.int64]:
    """Fork each game once for each event, at one of the turns where it occurs, and play both branches on.

    Arguments as in `engine.play`; `continuations` is how often each branch is played on.

    Returns
    -------
    ndarray
        (events x games x FORK_COLUMNS) the sums named in `kernels.fork`.
    """
    words = rule_tables(rules, players)
    open_play_only(words, "forked at events")
    sums = np.zeros((len(forks), games, FORK_COLUMNS), np.int64)
    space = Workspace(players, crew, seed, FORK_WORK_WORDS)

    def batch(part: slice) -> None:
        count = part.stop - part.start
        for row, fork in zip(sums, forks, strict=True):
            if fork.possible:
                own = (fork.other, fork.words, continuations, row[part])
                space.run(fork_batch, words, first + part.start, count, *own)

    in_batches(games, FIRST_BATCH, batch, stop=stop, played=played)
    return sums


@dataclass(frozen=True)
class Branch:
    """How often what happened in one branch, of `Worth.continuations` times.

    Attributes
    ----------
    maker_loses, next_loses
        Times that the maker of the event lost, and that the next player did.
    maker_first, next_first
        Times that they were the first one out.
    no_end
        Times that the game had no end.
    turns
        Turns from the fork on, in all continuations that ended.
    """

    maker_loses: int
    next_loses: int
    maker_first: int
    next_first: int
    no_end: int
    turns: int


@dataclass(frozen=True)
class Worth:
    """A position played on with an event carried out and left out."""

    event: str
    phase: str
    continuations: int
    carried_out: Branch
    left_out: Branch


def value_of_event(
    rules: RuleSet,
    players: int,
    lineup: str | Sequence[str],
    seed: int,
    game: int,
    turn: int,
    event: str,
    *,
    continuations: int = 1000,
    rule: Mapping[str, object] | None = None,
    folder: Path = Path(),
) -> Worth:
    """Play on from one turn of a game, with an event of this turn carried out and left out.

    Parameters
    ----------
    seed, game
        The game is the one that a sweep with this seed plays as number `game`.
    turn
        Number of the turn, from 1.
    event
        A name of `studies.events`, or `rule` for a change of the switches of `rule` from this turn on.
    continuations
        How often each branch is played on, 1 to 60,000.
    folder
        Where paths of strategy files begin.

    Raises
    ------
    PaskasimError
        If there is no such event, or it does not occur at this turn.
    """
    known = {one.name: one for one in ALL}
    if event not in known:
        raise PaskasimError(f"There is no event {event!r}.", f"There are {', '.join(known)}.")
    if not 1 <= continuations <= MOST_CONTINUATIONS or turn < 1:
        raise PaskasimError(
            f"turn = {turn}, continuations = {continuations} is not allowed.",
            f"Turns begin with 1; continuations are 1 to {MOST_CONTINUATIONS:,}.",
        )
    fork = fork_of(known[event], rules, players, rule)
    fork.words[kernel.AT_TURN] = turn
    crew = crew_of(parse_lineup(lineup, players, folder), rules)
    sums = fork_games(rules, players, crew, seed, game, 1, continuations, [fork])[0, 0]
    for phase, name in enumerate(("stock", "rest")):
        own = sums[phase * PHASE_COLUMNS : (phase + 1) * PHASE_COLUMNS]
        if own[kernel.POSITIONS]:
            return Worth(event, name, continuations, _branch(own[kernel.WITH :]), _branch(own[kernel.WITHOUT :]))
    raise PaskasimError(
        f"Nothing to fork at turn {turn} of game {game}: there is no {known[event].noun.partition(' ')[2]} in it.",
        "Look for a turn with one in the game's record (`paskasim trace`).",
    )


def _branch(sums: NDArray[np.int64]) -> Branch:
    columns = (
        kernel.MAKER_LOSES, kernel.NEXT_LOSES, kernel.MAKER_FIRST, kernel.NEXT_FIRST, kernel.NO_END,
        kernel.TURNS_FINISHED,
    )  # fmt: skip
    return Branch(*(int(sums[column]) for column in columns))


__all__ = ["CHANGE", "EVENTS", "Branch", "Fork", "Worth", "fork_games", "fork_of", "value_of_event"]
