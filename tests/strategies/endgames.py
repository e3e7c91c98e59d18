"""Endings in plain Python: positions from the whole space of rules, and a slow solver of its own.

Turns are those of the readable engine. The solver goes by what the values mean, horizon by horizon: what can be forced
within one turn, within two, and so on until nothing is added.
"""

from __future__ import annotations

import importlib.util
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paskasim.bridge import packed
from paskasim.errors import PaskasimError
from paskasim.kernels import graph as graph_at
from paskasim.kernels.layout import EMPTY as NO_TOP
from paskasim.laws.miniature.states import copied
from paskasim.reference.deal import dealt_table, set_starter, shuffled_deck, turn_first_card
from paskasim.reference.table import Table
from paskasim.reference.turns import Action, carry_out, legal_actions, row_cards
from paskasim.rules import RuleSet
from paskasim.rules.ranks import EMPTY, RANKS

SPEC = importlib.util.spec_from_file_location("rule_sets", Path(__file__).parents[1] / "reference" / "rule_sets.py")
assert SPEC is not None
assert SPEC.loader is not None
rule_sets = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(rule_sets)

Key = Hashable
Move = tuple[Action, str]
Values = Callable[[Key], tuple[str, int | None]]
FIRST_OUT, SECOND_OUT = "first out", "second out"  # the game is over, and the active seat with the lower number is out


class TooManyError(Exception):
    """A graph outgrew its limit."""


def moves(table: Table) -> Iterator[Move]:
    for action in legal_actions(table):
        for card in row_cards(table, action) or [""]:
            yield action, card


def after(table: Table, move: Move, known: bool = False) -> Table:
    """Return the table after a move; what everyone knows of the hands is kept only if asked for."""
    following = copied(table)
    if known:
        following.known = [each.copy() for each in table.known]
    carry_out(following, *move)
    return following


def key_of(table: Table, pair: tuple[int, int]) -> Key:
    """Return what the rest of an ending between the two seats of `pair` depends on."""
    if table.over:
        return FIRST_OUT if table.places[pair[0]] != table.players else SECOND_OUT
    zones = [zone[seat] for zone in (table.hands, table.up) for seat in pair]
    cards = tuple(packed(zone) for zone in (*zones, table.pile))
    rows = tuple(tuple(table.down[seat]) for seat in pair)
    return (*cards, rows, table.top, table.run, table.run_rank, pair.index(table.to_play))


class Graph(NamedTuple):
    """Every state that can be reached, its successors, and whose turn it is."""

    first: Key
    tables: dict[Key, Table]
    ways: dict[Key, list[Key]]
    mover: dict[Key, int]
    pair: tuple[int, int]


def graph_from(table: Table, most: int) -> Graph:
    pair = tuple(table.active)
    assert len(pair) == 2
    first = key_of(table, pair)
    graph = Graph(first, {first: table}, {}, {}, pair)
    waiting = [first]
    while waiting:
        key = waiting.pop()
        here = graph.tables[key]
        graph.mover[key] = pair.index(here.to_play)
        graph.ways[key] = []
        for move in moves(here):
            following = after(here, move)
            reached = key_of(following, pair)
            graph.ways[key].append(reached)
            if not following.over and reached not in graph.tables:
                graph.tables[reached] = following
                waiting.append(reached)
        if len(graph.tables) > most:
            raise TooManyError
    return graph


def horizons(graph: Graph, player: int, goals: set[Key]) -> dict[Key, int]:
    """Return in how many turns `player` can force one of the goals, where it can."""
    within: dict[Key, int] = dict.fromkeys(goals, 0)
    turns = 0
    grown = True
    while grown:
        turns += 1
        fresh = [
            key
            for key, ways in graph.ways.items()
            if key not in within and (any if graph.mover[key] == player else all)(way in within for way in ways)
        ]
        within |= dict.fromkeys(fresh, turns)
        grown = bool(fresh)
    return within


def values(graph: Graph, me: int, draw_is_worst: bool) -> Values:
    """Return a function that tells value and turns of any state for the seat `me` of the pair."""
    mine, other = (FIRST_OUT, SECOND_OUT) if me == 0 else (SECOND_OUT, FIRST_OUT)
    win = horizons(graph, me, {mine})
    loss = horizons(graph, me, {mine, other}) if draw_is_worst else horizons(graph, 1 - me, {other})

    def value(key: Key) -> tuple[str, int | None]:
        if key in win:
            return "win", win[key]
        return ("loss", loss[key]) if key in loss else ("draw", None)

    return value


# --- positions ---


def drawn_game(dice: random.Random) -> tuple[RuleSet, int]:
    """Draw rules from the whole space, with a deck so small that endings are, and a number of players."""
    pick = rule_sets.DicePicker(dice)
    while True:
        ranks = dice.sample(RANKS[:-1], pick.number(1, 5))
        copies = {rank: pick.one((1, 1, 2, 3, 4, 5)) for rank in ranks}
        switches: dict[str, Any] = {
            "deck.ranks": " ".join(sorted(ranks, key=RANKS.index)),
            "deck.copies": copies,
            "deck.jokers": pick.one((0, 0, 0, 1)),
            "deck.drop": pick.one((0, 0, 0, 1)),
            "deal.hand": pick.number(1, 3),
            "deal.down": pick.one((0, 0, 1, 2)),
            "deal.up": pick.one((0, 0, 1, 2)),
        } | pick.one(({}, {}, {"deal.all": True}, {"deal.turned": 1}))
        switches |= {key: pick.one(values) for key, values in rule_sets.PLAIN.items() if pick.number(0, 2) == 2}
        switches["fours.size"] = pick.one((3, 3, 4))
        switches |= rule_sets._about_ranks(pick, rule_sets._ranks_in(switches))
        players = pick.one((2, 2, 3))
        if not 4 <= sum(copies.values()) + switches["deck.jokers"] <= 9:
            continue
        try:
            rules = RuleSet.from_dict(switches)
            rules.deal_for(players)
        except PaskasimError:
            continue
        return rules, players


def positions(seed: int, most_states: int, least_states: int = 1) -> Iterator[tuple[Graph, str]]:
    """Yield endings of small games with rules from the whole space, without end, each with a text that tells it."""
    dice = random.Random(seed)
    while True:
        rules, players = drawn_game(dice)
        table = dealt_table(rules, players, shuffled_deck(rules, players, seed, dice.getrandbits(32)))
        turn_first_card(table)
        set_starter(table, seed, 0)
        endings = []
        for _ in range(60):
            if table.over:
                break
            if len(table.active) == 2 and not table.stock and not table.opening:
                endings.append(table)
            table = after(table, dice.choice(list(moves(table))), known=True)
        dice.shuffle(endings)
        chosen = next(filter(is_known, endings[:5]), None)
        if chosen is not None:
            try:
                graph = graph_from(chosen, most_states)
            except TooManyError:
                continue
            if len(graph.tables) >= least_states:
                switches = {key: mine for key, (mine, _) in rules.changed_from(RuleSet()).items()}
                yield graph, f"{players} players: {switches} {graph.first}"


def is_known(table: Table) -> bool:
    """Return whether the seat that is to play can know every card of an ending for two."""
    seat = table.to_play
    (other,) = (player for player in table.active if player != seat)
    seen = Counter(table.hands[seat]) + Counter(table.pile) + Counter(table.gone) + table.known[other]
    for row in table.up:
        seen += Counter(row)
    counts = table.rules.deal_for(table.players).counts
    unseen = Counter({rank: count for rank, count in zip(RANKS, counts, strict=True) if count}) - seen
    if len(unseen) <= 1:
        return True
    places = [len(table.hands[other]) - table.known[other].total(), table.rules.deck.drop]
    return not any(table.down) and 0 in places


# --- what the compiled analysis found ---


def states_of(space: NDArray[np.int64]) -> dict[Key, int]:
    """Return the numbers of the packed states by key."""
    stride = 8 if space[graph_at.HERE + 581] or space[graph_at.HERE + 582] else 4
    found: dict[Key, int] = {FIRST_OUT: graph_at.OVER, SECOND_OUT: graph_at.OVER + 1}
    for number in range(int(space[graph_at.COUNT])):
        start = graph_at.STATES + number * stride
        words = [int(word) for word in space[start : start + stride]]
        facts = words[1]
        hands, up, rows = words[2:4], [0, 0], [0, 0]
        if stride == 8:
            up, rows = words[4:6], words[6:8]
        top, run_rank = (_rank(facts >> shift & 15) for shift in (4, 8))
        down = tuple(tuple(_rank(row >> 4 * i & 15) for i in range(row >> 32)) for row in rows)
        key = (*hands, *up, words[0], down, top, facts >> 12 & 255, run_rank, facts & 15)
        found[key] = number
    return found


def _rank(code: int) -> str:
    return EMPTY if code == NO_TOP else RANKS[code]
