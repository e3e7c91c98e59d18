"""Example games on a page: cards turn by turn, told in words, with a timeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paskasim.analysis.results import Results
from paskasim.report.examples.following import Step, follow
from paskasim.report.examples.reading import Kept, read_examples
from paskasim.report.examples.steps import LETTERS, Cut, cut, packed
from paskasim.report.examples.timeline import table_of, timeline_of
from paskasim.report.examples.words import CHOSEN, NAMED, facts_of, finding_of, title_of
from paskasim.report.gallery import Drawn, drawn
from paskasim.report.tables import Shown
from paskasim.studies.examples import DEADLOCK, LIVELOCK, TAKE
from paskasim.telling.reasons import Reason, reason_of

PILE_SHOWN = 10
FACES = {"T": "10", "*": "Jo"}
"""What stands on the cards whose letter says less."""


@dataclass(frozen=True)
class Seat:
    """A seat at the moment that a page shows before any script runs; cards are letters."""

    name: str
    fate: str
    due: bool
    hand: str
    up: str
    down: int


@dataclass(frozen=True)
class Board:
    """A table at that moment."""

    seats: tuple[Seat, ...]
    pile: str
    in_pile: int
    stock: int
    last: bool


@dataclass(frozen=True)
class Game:
    """An example game for the page.

    Attributes
    ----------
    steps, packed
        What is shown of its turns, in words and for the script.
    start
        Index of the step that is shown first.
    stuck
        Letters of cards that can't be played any more at the end.
    """

    kind: str
    title: str
    reason: Reason
    chosen: str
    facts: str
    command: str
    turns: int
    steps: tuple[Step, ...]
    packed: str
    start: int
    left_out: int
    stuck: str
    board: Board
    timeline: Drawn
    table: Shown


@dataclass(frozen=True)
class Examples:
    """The section of example games; its page needs `examples.js` and `examples.css`."""

    games: tuple[Game, ...]
    faces: dict[str, str]


def example_games(results: Results) -> Examples | None:
    """Return the example games of a study, None where its results hold none.

    Raises
    ------
    PaskasimError
        With exit code 4 where they are damaged.
    """
    games = tuple(_game(results, kept) for kept in read_examples(results))
    return Examples(games, FACES) if games else None


def _game(results: Results, kept: Kept) -> Game:
    record = kept.record
    steps, table = follow(record)
    reason = reason_of(record, table)
    key = _key(kept, steps, reason)
    name = f"example-{kept.kind}"
    timeline = timeline_of(name, finding_of(kept, reason, steps), record, steps, reason.circle)
    part: Cut = cut(steps, key.number)
    start = part.steps[part.start]
    return Game(
        kind=kept.kind,
        title=title_of(kept, reason, key),
        reason=reason,
        chosen=CHOSEN[kept.kind],
        facts=facts_of(results, kept),
        command=kept.command,
        turns=record["turns_played"],
        steps=part.steps,
        packed=packed(part.steps),
        start=part.start,
        left_out=part.left_out,
        stuck="".join(LETTERS[rank] for rank, _ in reason.needs),
        board=_board(start, record["strategies"], last=part.start == len(part.steps) - 1),
        timeline=drawn(timeline, name),
        table=table_of(name, NAMED[kept.kind], steps),
    )


def _key(kept: Kept, steps: Sequence[Step], reason: Reason) -> Step:
    """Return the step that matters most."""
    if kept.kind == DEADLOCK:
        return steps[-1]
    if kept.kind == LIVELOCK and reason.circle:
        return steps[reason.circle[0]]
    if kept.kind == TAKE:
        return max(steps, key=lambda step: step.took)
    return steps[0]


def _board(step: Step, names: Sequence[str], *, last: bool) -> Board:
    state = step.state
    seats = tuple(
        Seat(
            f"Seat {seat}, {name}",
            "" if not state.places[seat] else "loses" if state.places[seat] == len(names) else
            f"out, place {state.places[seat]}",
            state.due == seat and not last,
            "".join(LETTERS[card] for card in state.hands[seat]),
            "".join(LETTERS[card] for card in state.up[seat]),
            state.down[seat],
        )
        for seat, name in enumerate(names)
    )  # fmt: skip
    pile = "".join(LETTERS[card] for card in state.pile)
    return Board(seats, pile[-PILE_SHOWN:], len(pile), state.stock, last)
