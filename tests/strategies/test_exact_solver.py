"""The retrograde analysis against a slow solver in plain Python, over the whole space of rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from endgames import FIRST_OUT, SECOND_OUT, Graph, positions, states_of, values
from numpy.typing import NDArray

from paskasim.bridge import packed, table_words
from paskasim.endings import NAMES, view_of
from paskasim.kernels import retrograde as at
from paskasim.kernels.layout import SEAT
from paskasim.reference.table import Table
from paskasim.rules.tables import rule_tables
from paskasim.strategies.ending import settle_table

LONG = pytest.mark.long
SPACE = np.zeros(at.SPACE_WORDS, np.int64)


def settled(table: Table, states: int, draw_is_worst: bool) -> tuple[str, NDArray[np.int64]]:
    """Return the value of a position by the compiled analysis, and the space that it worked in."""
    view = view_of(table)
    words = table_words(rule_tables(table.rules, table.players), view)
    SPACE[:] = 77  # whatever lay there before must not matter
    value = settle_table(words, packed(view.hand), view.seat, states, 3000 if draw_is_worst else 1000, SPACE)
    return NAMES[value], SPACE


def turns_in(space: NDArray[np.int64], ranks: int, number: int) -> int | None:
    turns = int(space[ranks + number])
    return turns if turns >= 0 else None


def check_every_state(graph: Graph, draw_is_worst: bool) -> str:
    """Compare value and turns of every state that can be reached; return the value of the first one."""
    table = graph.tables[graph.first]
    value, space = settled(table, at.MOST_STATES, draw_is_worst)
    assert space[at.LAYERS] == at.ALL_LAYERS
    me = int(space[at.HERE + SEAT])
    states = states_of(space)
    assert set(states) == {*graph.tables, FIRST_OUT, SECOND_OUT}
    expected = values(graph, graph.mover[graph.first], draw_is_worst)
    assert value == expected(graph.first)[0]
    for key in graph.tables:
        win, loss = (turns_in(space, ranks, states[key]) for ranks in (at.WIN, at.LOSS))
        found = ("win", win) if win is not None else ("loss", loss) if loss is not None else ("draw", None)
        assert found == expected(key), key
    assert me in (0, 1)
    return value


def check_bound(graph: Graph, draw_is_worst: bool, bound: int) -> None:
    """With too few states, what is stated is true, and wins within the layers are all stated."""
    value, space = settled(graph.tables[graph.first], bound, draw_is_worst)
    true, turns = values(graph, graph.mover[graph.first], draw_is_worst)(graph.first)
    assert space[at.COUNT] <= bound
    assert (space[at.LAYERS] == at.ALL_LAYERS) == (bound >= len(graph.tables)) or space[at.COUNT] < bound
    if value != "unsettled":
        assert value == true
    if true == "win" and turns is not None and turns <= space[at.LAYERS]:
        assert (value, space[at.WIN]) == ("win", turns)


def check(found: Iterator[tuple[Graph, str]], dice: random.Random) -> dict[str, int]:
    counts = dict.fromkeys(("win", "loss", "draw", "states"), 0)
    for graph, told in found:
        try:
            for draw_is_worst in (False, True):
                value = check_every_state(graph, draw_is_worst)
                counts[value] += 1
                check_bound(graph, draw_is_worst, dice.randint(1, len(graph.tables)))
        except AssertionError as error:
            raise AssertionError(f"{told}\n{error}") from error
        counts["states"] += len(graph.tables)
    return counts


@pytest.mark.parametrize("seed", range(4))
def test_every_state_of_small_endings(seed: int) -> None:
    counts = check(itertools.islice(positions(seed, 100), 60), random.Random(seed))
    assert min(counts.values()) >= 5, counts
    assert counts["states"] > 500


@LONG
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 110))
def test_every_state_of_many_endings(seed: int) -> None:
    counts = check(itertools.islice(positions(seed, 2000, 5), 200), random.Random(seed))
    assert min(counts.values()) >= 20, counts
