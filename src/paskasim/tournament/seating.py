"""Line-ups by number: rotations, and mixed tables in which all strategies meet equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from math import comb, factorial, gcd

MOST_MIXED = 36
WAYS = 5

Lineup = tuple[int, ...]
"""Entries by their place in the list, seat by seat."""


def turned(lineup: Lineup) -> Iterator[Lineup]:
    """Yield all rotations."""
    for shift in range(len(lineup)):
        yield lineup[shift:] + lineup[:shift]


def canonical(lineup: Lineup) -> Lineup:
    """Return the first in order of all rotations."""
    return min(turned(lineup))


def mixed_lineups(entries: int, players: int) -> list[Lineup]:
    """Return the mixed tables: as many different strategies as there are seats, all combinations if these are few.

    Where there are too many combinations, a balanced set of them: every strategy sits at equally many tables, and
    any two meet about equally often. Where there are too many orders round the table, one for each combination, such
    that the same strategy does not always sit before the same other one. With more seats than strategies, each holds
    as many seats as the others, or one more.
    """
    everyone = range(entries)
    if entries < players:
        filled = list(everyone) * (players // entries)
        extras = combinations(everyone, players % entries)
        whole_tables = ((*filled, *extra) for extra in extras)
        return [canonical(lineup[:: -1 if at % 2 else 1]) for at, lineup in enumerate(whole_tables)]
    whole = comb(entries, players)
    if players == 2:
        return list(combinations(everyone, 2))
    if whole * factorial(players - 1) <= MOST_MIXED:
        return [(first, *rest) for first, *others in combinations(everyone, players) for rest in permutations(others)]
    if whole <= MOST_MIXED:
        return _seated(combinations(everyone, players), entries)
    step = entries // gcd(entries, players)
    return _seated(_balanced(entries, players, step * max(1, MOST_MIXED // step)), entries)


def _balanced(entries: int, players: int, tables: int) -> list[tuple[int, ...]]:
    """Return different combinations in which all sit equally often and any two meet about equally often.

    Dealt out round by round at first; then two tables exchange members, as long as that evens the meetings out. Of
    several ways to deal out, the one that ends best.
    """

    def cost(groups: list[tuple[int, ...]]) -> tuple[int, int]:
        met = Counter(pair for group in groups for pair in combinations(group, 2))
        return len(groups) - len(set(groups)), sum(times * times for times in met.values())

    return min((_evened(_dealt_out(entries, players, tables, way)) for way in range(WAYS)), key=cost)


def _dealt_out(entries: int, players: int, tables: int, way: int) -> list[set[int]]:
    rounds = tables * players // entries
    dealt = [
        entry
        for number in range(rounds)
        for entry in sorted(range(entries), key=lambda entry: ((way * number + 1) * (entry + number) % entries, entry))
    ]
    groups: list[set[int]] = []
    while dealt:
        group: set[int] = set()
        while len(group) < players:
            following = next((entry for entry in dealt if entry not in group), dealt[0])
            dealt.remove(following)
            group.add(following)
        groups.append(group)
    return groups


def _evened(groups: list[set[int]]) -> list[tuple[int, ...]]:
    met = Counter(pair for group in groups for pair in permutations(group, 2))

    def fall(first: set[int], second: set[int], one: int, other: int) -> int:
        """Half of what the squares of all meetings fall by if the two change places."""
        here = sum(met[one, left] - met[other, left] - 1 for left in first - {one})
        return here + sum(met[other, left] - met[one, left] - 1 for left in second - {other})

    def exchange(first: set[int], second: set[int], one: int, other: int) -> None:
        _exchange(met, first, one, other)
        _exchange(met, second, other, one)

    better = True
    while better:
        better = False
        for first, second in combinations(groups, 2):
            for one, other in product(sorted(first - second), sorted(second - first)):
                if fall(first, second, one, other) > 0:
                    exchange(first, second, one, other)
                    better = True
                    break
    for at, group in enumerate(groups):
        if group in groups[:at]:  # the exchange that costs least and leaves no two alike
            fits = [
                (fall(group, other, mine, theirs), -number, -mine, -theirs)
                for number, other in enumerate(groups)
                for mine, theirs in product(group - other, other - group)
                if group - {mine} | {theirs} not in groups and other - {theirs} | {mine} not in groups
            ]
            if fits:
                _, number, mine, theirs = max(fits)
                exchange(group, groups[-number], -mine, -theirs)
    return [tuple(sorted(group)) for group in groups]


def _exchange(met: Counter[tuple[int, int]], group: set[int], out: int, into: int) -> None:
    group.remove(out)
    for left in group:
        met.subtract([(out, left), (left, out)])
        met.update([(into, left), (left, into)])
    group.add(into)


def _seated(groups: Iterable[tuple[int, ...]], entries: int) -> list[Lineup]:
    """Return each group in an order in which those follow one another who did so least before."""
    after = [[0] * entries for _ in range(entries)]
    lineups = []
    for group in groups:
        lineup = [group[0]]
        rest = list(group[1:])
        while rest:
            last = lineup[-1]
            closing = len(rest) == 1
            following = min(
                rest, key=lambda entry: (after[last][entry] + (after[entry][lineup[0]] if closing else 0), entry)
            )
            lineup.append(following)
            rest.remove(following)
        for one, other in zip(lineup, [*lineup[1:], lineup[0]], strict=True):
            after[one][other] += 1
        lineups.append(canonical(tuple(lineup)))
    return lineups
