"""The retrograde analysis against a slow solver in plain Python, over the whole space of rules."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pytest
from endgames import FIRST_OUT, SECOND_OUT, Graph, Key, Values, is_known, positions, states_of, values
from numpy.typing import NDArray

from paskasim.bridge import packed, table_words
from paskasim.endings import NAMES, view_of
from paskasim.kernels import graph as graph_at
from paskasim.kernels import layout
from paskasim.kernels import retrograde as at
from paskasim.reference.table import Table
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.ending import settle_table

LONG = pytest.mark.long
SPACE = np.zeros(graph_at.SPACE_WORDS, np.int64)
rules_of = rule_tables


def settled(
    rules: NDArray[np.int64], table: Table, states: int, draw_is_worst: bool
) -> tuple[str, int | None, NDArray[np.int64]]:
    """Return value and turns of a position by the compiled analysis, and the space that it worked in."""
    view = view_of(table)
    SPACE[: graph_at.FIRST] = SPACE[graph_at.SEEN : graph_at.SEEN + 1000] = (
        77  # whatever lay there before must not matter
    )
    endless = 3000 if draw_is_worst else 1000
    value = settle_table(table_words(rules, view), packed(view.hand), view.seat, states, endless, SPACE)
    turns = {at.VALUE_WIN: int(SPACE[graph_at.WIN]), at.VALUE_LOSS: int(SPACE[graph_at.LOSS])}
    return NAMES[value], turns.get(value), SPACE


def check_every_state(graph: Graph, draw_is_worst: bool) -> str:
    """Compare value and turns of every state that can be reached; return the value of the first one."""
    first = graph.tables[graph.first]
    rules = rules_of(first.rules, first.players)
    expected = [values(graph, me, draw_is_worst) for me in (0, 1)]
    for key, table in graph.tables.items():
        if key == graph.first or is_known(table):
            value, turns, space = settled(rules, table, graph_at.MOST_STATES, draw_is_worst)
            assert (value, turns) == expected[graph.mover[key]](key)
            if key == graph.first and space[graph_at.LAYERS] == graph_at.ALL_LAYERS:
                check_space(graph, space, expected[graph.mover[key]])
    return expected[graph.mover[graph.first]](graph.first)[0]


def check_space(graph: Graph, space: NDArray[np.int64], expected: Values) -> None:
    """Compare the states behind the first one, as they were found on the way to its value."""
    states = states_of(space)
    for key in set(states) - {FIRST_OUT, SECOND_OUT}:
        win, loss = (int(space[turns + states[key]]) for turns in (graph_at.WIN, graph_at.LOSS))
        assert expected(key) == (("win", win) if win >= 0 else ("loss", loss) if loss >= 0 else ("draw", None)), key


def check_bound(graph: Graph, draw_is_worst: bool, bound: int) -> None:
    """With too few states, what is stated is true, and wins within the layers are all stated."""
    table = graph.tables[graph.first]
    value, turns, space = settled(rules_of(table.rules, table.players), table, bound, draw_is_worst)
    true, true_turns = values(graph, graph.mover[graph.first], draw_is_worst)(graph.first)
    assert space[graph_at.COUNT] <= bound
    assert value != "unsettled" or bound < len(graph.tables)
    if value != "unsettled":
        assert value == true
    if true == "win" and true_turns is not None and true_turns <= space[graph_at.LAYERS]:
        assert (value, turns) == ("win", true_turns)


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


@pytest.mark.parametrize("seed", range(2))
def test_every_state_of_small_endings(seed: int) -> None:
    counts = check(itertools.islice(positions(seed, 100), 60), random.Random(seed))
    assert min(counts.values()) >= 5, counts
    assert counts["states"] > 500


# --- that attractors are the right thing to ask for, and faults ---


def outcome(graph: Graph, chosen: Mapping[Key, Key], me: int) -> str:
    """Return how a game goes in which each state has one fixed way out."""
    key, seen = graph.first, set()
    while key not in seen:
        if key in (FIRST_OUT, SECOND_OUT):
            return "win" if (key == FIRST_OUT) == (me == 0) else "loss"
        seen.add(key)
        key = chosen[key]
    return "draw"


def best_by_trying(graph: Graph, me: int, order: Sequence[str]) -> str | None:
    """Return the best of the worst results over all ways to fix one's choices, or None if there are too many."""
    choices = {key: sorted(set(ways), key=str) for key, ways in graph.ways.items()}
    mine, others = ([key for key in choices if (graph.mover[key] == me) == own] for own in (True, False))
    if math.prod(len(ways) for ways in choices.values()) > 4000:
        return None

    def plans(keys: Sequence[Key]) -> Iterator[dict[Key, Key]]:
        for chosen in itertools.product(*(choices[key] for key in keys)):
            yield dict(zip(keys, chosen, strict=True))

    worst = (
        min((outcome(graph, plan | reply, me) for reply in plans(others)), key=order.index) for plan in plans(mine)
    )
    return max(worst, key=order.index)


def test_no_plan_makes_sure_of_more() -> None:
    """The values against every plan and every reply to it, in both orders, worst result first."""
    compared = dict.fromkeys(("win", "draw", "loss"), 0)
    for graph, told in itertools.islice(positions(50, 12, 3), 50):
        me = graph.mover[graph.first]
        for draw_is_worst, order in ((False, ("loss", "draw", "win")), (True, ("draw", "loss", "win"))):
            best = best_by_trying(graph, me, order)
            if best is not None:
                assert values(graph, me, draw_is_worst)(graph.first)[0] == best, told
                compared[best] += 1
    assert min(compared.values()) >= 5, compared


FAULTS: dict[str, dict[int, int]] = {
    "who burns a run does not go on": {layout.RUN_AGAIN: 0},
    "runs burn a card later": {layout.RUN_SIZE: 5},
    "who takes goes on": {layout.AFTER_TAKE: 1},
    "takes only if stuck": {layout.TAKE_FREE: 0},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_another_rule_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(rules: RuleSet, players: int) -> NDArray[np.int64]:
        words = rule_tables(rules, players)
        for word, value in FAULTS[fault].items():
            words[word] = value
        return words

    monkeypatch.setitem(globals(), "rules_of", faulty)
    with pytest.raises(AssertionError):
        check(itertools.islice(positions(0, 100), 60), random.Random(0))


@LONG
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 104))
def test_every_state_of_many_endings(seed: int) -> None:
    counts = check(itertools.islice(positions(seed, 2000, 5), 200), random.Random(seed))
    assert min(counts.values()) >= 20, counts
