"""State graphs: copies, what counts as the same state, and whether a game can still end."""

from __future__ import annotations

from copy import deepcopy

import pytest
from small import laid, miniature

from paskasim.laws.miniature.catalogue import DEAD_ENDS, EXACT, miniatures
from paskasim.laws.miniature.deals import starts
from paskasim.laws.miniature.states import GOES_ON, StateGraph, TooManyStatesError, copied, possibilities, situation
from paskasim.reference.table import Table
from paskasim.reference.turns import carry_out
from paskasim.rules import RuleSet

STRICT = RuleSet.load("paskahousu")


def facts(table: Table) -> dict[str, object]:
    return deepcopy({name: value for name, value in vars(table).items() if name not in ("rules", "answers")})


@pytest.mark.parametrize("kind", [EXACT, DEAD_ENDS])
def test_copies_are_tables_of_their_own(kind: str) -> None:
    for small in miniatures(kind):
        table, _ = next(starts(small.rules, small.players, "any"))
        for _ in range(6):
            if table.over:
                break
            before = facts(table)
            moves = list(possibilities(table))
            assert sum(chance for _, _, chance in moves) == pytest.approx(1)
            for action, card, _ in moves:
                carry_out(copied(table), action, card)
            assert facts(table) == before
            carry_out(table, *moves[-1][:2])


def test_situations_tell_apart_what_matters() -> None:
    table = laid(STRICT, ["3 9", "J"], pile="4", stock="5 6")
    for change in ({"to_play": 1}, {"run": 2}, {"top": "5"}, {"stock": ["6", "5"]}, {"hands": [["3"], ["J", "9"]]}):
        other = copied(table)
        vars(other).update(change)
        assert situation(other) != situation(table)
    same = copied(table)
    same.hands[0] = ["9", "3"]
    same.gone, same.turns_played = ["4"], 7
    assert situation(same) == situation(table)


@pytest.mark.parametrize(
    ("hands", "can_end"),
    [
        (["J", "Q"], False),  # no face may open
        (["J", "9"], True),
        (["J 3", "Q 3"], False),  # threes are no top for faces
        (["J 7", "Q 3"], True),  # seven is
        (["J", "3 3 3 3"], True),
        (["J J", "Q Q", "K 5"], False),
    ],
)
def test_whether_a_game_can_end(hands: list[str], can_end: bool) -> None:
    table = laid(STRICT, hands)
    graph = StateGraph(len(hands), 10_000)
    assert graph.can_end(graph.add(table)) == can_end


def test_the_end_is_reached_by_every_way_that_leads_there() -> None:
    graph = StateGraph(2, 10_000)
    number = graph.add(laid(STRICT, ["9", "5"]))
    assert len(graph) == 2
    assert [graph.loser[way.target] for way in graph.ways[number]] == [1]
    assert graph.loser[number] == GOES_ON


def test_dead_ends_stay_dead() -> None:
    small = miniature(DEAD_ENDS, "strict no fours")
    graph = StateGraph(small.players, 20_000)
    for number, (table, _) in enumerate(starts(small.rules, small.players, "any")):
        if number % 20 == 0:
            graph.add(table)
    dead = [number for number in range(len(graph)) if not graph.can_end(number)]
    assert 0 < len(dead) < len(graph) / 2
    assert all(not graph.can_end(way.target) for number in dead for way in graph.ways[number])
    alive = [number for number in range(len(graph)) if graph.can_end(number) and graph.ways[number]]
    assert all(any(graph.can_end(way.target) for way in graph.ways[number]) for number in alive)


def test_graphs_that_grow_too_large() -> None:
    with pytest.raises(TooManyStatesError):
        StateGraph(2, 20).add(laid(STRICT, ["3 4 5 9", "3 4 5 9"]))
