"""What a position of an ending between two players is worth, for tables of the readable engine."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from paskasim.bridge import packed, table_words
from paskasim.engine import call_compiled, open_play_only
from paskasim.kernels import graph
from paskasim.kernels import retrograde as at
from paskasim.reference import views
from paskasim.reference.philox import decision_dice
from paskasim.reference.table import Table
from paskasim.reference.turns import legal_actions
from paskasim.reference.views import PLAY, View
from paskasim.rules.tables import rule_tables
from paskasim.strategies.ending import NOT_ASKED, settle_table

NAMES = MappingProxyType(
    {
        NOT_ASKED: "unknown cards",
        at.UNSETTLED: "unsettled",
        at.VALUE_WIN: "win",
        at.VALUE_DRAW: "draw",
        at.VALUE_LOSS: "loss",
    }
)


@dataclass(frozen=True)
class Ending:
    """What is known of a position, for the seat that is to play.

    Attributes
    ----------
    value
        `win`, `draw`, `loss`; `unsettled` where there are too many states; `unknown cards` where the seat can't know
        all cards, or it is no ending for two.
    turns
        For a win: turns to the end by the shortest way. For a loss: by the longest way, or where a draw is worse than
        that the shortest.
    states
        States that were seen.
    """

    value: str
    turns: int | None = None
    states: int = 0


def value_of(table: Table, *, states: int = graph.MOST_STATES, endless: float = 1.0) -> Ending:
    """Return what a position is worth to the seat that is to play, by what this seat knows.

    Parameters
    ----------
    table
        As a turn begins. It is not changed.
    states
        The most states that may be seen, 1 to MOST_STATES.
    endless
        Cost of a game without an end in losses, shared by the two.
    """
    view = view_of(table)
    rules = rule_tables(table.rules, table.players)
    open_play_only(rules, "worked out to its end")
    words = table_words(rules, view)
    space = np.zeros(graph.SPACE_WORDS, np.int64)
    value = call_compiled(
        settle_table, words, packed(view.hand), view.seat, states, round(1000 * endless), space
    )  # fmt: skip
    if value == NOT_ASKED:
        return Ending(NAMES[value])
    turns = {at.VALUE_WIN: int(space[graph.WIN]), at.VALUE_LOSS: int(space[graph.LOSS])}
    return Ending(NAMES[value], turns.get(value), int(space[graph.COUNT]))


def view_of(table: Table) -> View:
    """Return what the seat that is to play sees, without its dice: those of game 0."""
    seat = table.to_play
    dice = decision_dice(0, 0, seat, table.turns_played, PLAY)
    return views.view_of(table, seat, dice, legal=legal_actions(table))
