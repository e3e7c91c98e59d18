"""What is proven of a game holds: of miniatures every state is known, so every proof can be judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paskasim.laws.law import Check, Effort, Law, by_mistakes
from paskasim.laws.miniature.catalogue import DEAD_ENDS, EXACT, Miniature, graph_of, miniatures
from paskasim.laws.miniature.judging import Judged, judged

STRATEGIES = ("any", "random", "lowest")
GAMES = 8


@dataclass(frozen=True)
class DeadEnds:
    """How soon the dead ends of a miniature are noticed; a row of the table in docs/proofs.md.

    Attributes
    ----------
    name
        The miniature.
    games
        Games that were played, by `any`, `random` and `lowest` in equal parts.
    dead
        Games that came to a dead end: a state from which no legal actions of the players lead to the end.
    stated
        Those that were called a deadlock.
    at_once
        Those that were called so at the end of the turn that led there.
    mean_delay
        Turns from the dead end to the statement, on average; nothing where none was stated.
    outcomes
        Games by outcome and proof.
    skipped
        Games left out because their state graph is too large.
    """

    name: str
    games: int
    dead: int
    stated: int
    at_once: int
    mean_delay: float | None
    outcomes: dict[str, int]
    skipped: int


def dead_ends(
    seed: int = 1, games: int = 100, kinds: Sequence[str] = (DEAD_ENDS, EXACT)
) -> Iterator[tuple[DeadEnds, list[str]]]:
    """Yield how soon dead ends are noticed, miniature by miniature, and which proofs do not hold.

    Parameters
    ----------
    seed
        Of the games.
    games
        Games for each strategy.
    kinds
        Folders of miniatures.
    """
    for kind in kinds:
        for miniature in miniatures(kind):
            found = found_in(miniature, seed, games)
            yield _row(found), found.mistakes


def found_in(miniature: Miniature, seed: int, games: int) -> Judged:
    """Play and judge so many games of a miniature for each strategy."""
    found = Judged(miniature)
    for strategy in STRATEGIES:
        found.add(judged(miniature, graph_of(miniature), [strategy] * miniature.players, seed, range(games)))
    return found


def _row(found: Judged) -> DeadEnds:
    delay = found.delay / found.stated if found.stated else None
    outcomes = dict(sorted(found.outcomes.items()))
    return DeadEnds(
        found.miniature.name, found.games, found.dead, found.stated, found.at_once, delay, outcomes, found.skipped
    )


def checks(effort: Effort) -> Iterator[Check]:
    """Judge every proof that is stated in games of the miniatures."""
    for row, mistakes in dead_ends(effort.seed, GAMES * effort.times):
        proofs = sum(count for ending, count in row.outcomes.items() if ending != "finished")
        judged_here = f"proofs that do not hold, of {proofs}" if proofs else "no game came to a proof"
        yield by_mistakes(row.name, judged_here, mistakes, row.games)


LAW = Law("proofs", "No game that is called a deadlock can end, and every livelock goes round.", checks)
