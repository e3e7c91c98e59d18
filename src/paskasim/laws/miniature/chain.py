"""Exact chances of how a game of a miniature ends, for players of one strategy."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, identity
from scipy.sparse.linalg import splu

from paskasim.laws.miniature.deals import starts
from paskasim.laws.miniature.states import GOES_ON, StateGraph, Way, situation
from paskasim.reference import BOTS
from paskasim.reference.asking import Asker
from paskasim.reference.table import Table
from paskasim.reference.turns import carry_out, legal_actions, row_cards
from paskasim.rules import RuleSet


@dataclass(frozen=True)
class Endings:
    """How games end.

    Attributes
    ----------
    loses
        By seat: the chance that it loses.
    never
        The chance that the game never ends.
    mean_turns, variance_of_turns
        Of the games that end; not a number if none does.
    states
        States that were looked at.
    undecided
        The chance that a game which will end has not done so within `limits.turns`; an upper bound of it.
    """

    loses: tuple[float, ...]
    never: float
    mean_turns: float
    variance_of_turns: float
    states: int
    undecided: float


def chain_endings(rules: RuleSet, players: int, strategy: str, graph: StateGraph) -> Endings:
    """Solve the Markov chain of players who all choose by `any` or by `random`, over every deal.

    Parameters
    ----------
    graph
        Of these rules; it grows by the states of every deal.

    Raises
    ------
    TooManyStatesError
        If the graph outgrows its limit.
    """
    begins: dict[int, Fraction] = {}
    for table, chance in starts(rules, players, strategy):
        number = graph.add(table)
        begins[number] = begins.get(number, Fraction(0)) + chance
    chances = _chances(graph, strategy, begins)
    lasting = _that_can_end(graph, chances)
    place = {number: row for row, number in enumerate(lasting)}
    steps, ending = _matrices(graph, chances, place)

    solved = splu((identity(len(lasting), format="csc") - steps).tocsc())
    loses = solved.solve(ending)
    ends = loses.sum(axis=1)
    # Turns, and turns squared, of the games that end: E[T 1] = sum p (E[T' 1] + E[1]), and so on.
    turns = solved.solve(ends)
    squares = solved.solve(2 * turns - ends)

    begin = np.zeros(len(lasting))
    for number, chance in begins.items():
        if number in place:
            begin[place[number]] = float(chance)
    share = np.clip(begin @ loses, 0.0, 1.0)
    ended = float(share.sum())
    # Known from the graph, so that the solver's rounding errors don't look like a chance.
    never = (
        1 - ended if len(lasting) + sum(graph.loser[number] != GOES_ON for number in chances) < len(chances) else 0.0
    )
    mean = float(begin @ turns) / ended if ended else float("nan")
    variance = float(begin @ squares) / ended - mean**2 if ended else float("nan")
    undecided = _undecided(begin, steps, rules.limits.turns)
    return Endings(tuple(map(float, share)), never, mean, variance, len(chances), undecided)


def _chances(graph: StateGraph, strategy: str, begins: dict[int, Fraction]) -> dict[int, list[tuple[int, float]]]:
    """Return where players of a strategy go from each state that they can reach, with chances."""
    chances: dict[int, list[tuple[int, float]]] = {}
    waiting = list(begins)
    while waiting:
        number = waiting.pop()
        if number in chances:
            continue
        ways = _liked(graph.ways[number], strategy)
        total = sum(way.chance for way in ways)
        chances[number] = [(way.target, way.chance / total) for way in ways]
        waiting += [way.target for way in ways]
    return chances


def _liked(ways: Sequence[Way], strategy: str) -> list[Way]:
    plays = [way for way in ways if way.is_play]
    return plays if strategy == "random" and plays else list(ways)


def _that_can_end(graph: StateGraph, chances: dict[int, list[tuple[int, float]]]) -> list[int]:
    """Return the states, not over yet, from which these players can come to an end: the transient ones."""
    before: dict[int, list[int]] = {}
    for number, leading in chances.items():
        for target, _ in leading:
            before.setdefault(target, []).append(number)
    waiting = [number for number in chances if graph.loser[number] != GOES_ON]
    found = set(waiting)
    while waiting:
        fresh = [number for number in before.get(waiting.pop(), ()) if number not in found]
        found.update(fresh)
        waiting += fresh
    return [number for number in chances if number in found and graph.loser[number] == GOES_ON]


def _matrices(
    graph: StateGraph, chances: dict[int, list[tuple[int, float]]], place: dict[int, int]
) -> tuple[csc_array, NDArray[np.float64]]:
    """Return the steps among the transient states, and by state and seat the chance of losing with the next turn."""
    rows, columns, values = [], [], []
    ending = np.zeros((len(place), graph.players))
    for number, row in place.items():
        for target, chance in chances[number]:
            if graph.loser[target] != GOES_ON:
                ending[row, graph.loser[target]] += chance
            elif target in place:
                rows.append(row)
                columns.append(place[target])
                values.append(chance)
    size = len(place)
    return csc_array((values, (rows, columns)), shape=(size, size)), ending


def _undecided(begin: NDArray[np.float64], steps: csc_array, turns: int) -> float:
    """Return the chance to be in a transient state after so many turns, looked at every turn up to a tiny rest."""
    here = begin
    backwards = steps.T.tocsr()
    for _ in range(turns):
        here = backwards @ here
        if here.sum() < 1e-12:
            break
    return float(here.sum())


def walked_endings(rules: RuleSet, players: int, strategy: str) -> Endings:
    """Count how games of a deterministic strategy end, over every deal: each state leads to one other state."""
    asker = Asker([BOTS[strategy]] * players, 0, 0)
    known: dict[Hashable, tuple[int, int]] = {}  # who loses, after how many turns
    loses = [Fraction(0)] * players
    mean = squares = Fraction(0)
    longest = 0
    for table, chance in starts(rules, players, strategy):
        loser, turns = _walk(table, asker, known)
        if loser != GOES_ON:
            loses[loser] += chance
            mean += chance * turns
            squares += chance * turns**2
            longest = max(longest, turns)
    ended = sum(loses)
    average = float(mean / ended) if ended else float("nan")
    variance = float(squares / ended - (mean / ended) ** 2) if ended else float("nan")
    undecided = float(longest > rules.limits.turns)
    return Endings(tuple(map(float, loses)), float(1 - ended), average, variance, len(known), undecided)


def _walk(table: Table, asker: Asker, known: dict[Hashable, tuple[int, int]]) -> tuple[int, int]:
    path: list[Hashable] = []
    passed = set[Hashable]()
    while True:
        if table.over:
            loser, turns = table.places.index(table.players), 0
            break
        here = situation(table)
        if here in passed:  # the same state for the second time: these players go round for ever
            loser, turns = GOES_ON, 0
            break
        if here in known:
            loser, turns = known[here]
            break
        path.append(here)
        passed.add(here)
        legal = legal_actions(table)
        action = asker.play(table, legal)
        carry_out(table, action, asker.row_card(table, row_cards(table, action)))
    for number, here in enumerate(reversed(path), turns + 1):
        known[here] = (loser, number)
    return loser, turns + len(path)
