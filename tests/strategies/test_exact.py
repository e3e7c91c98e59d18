"""The strategy `exact`: it does what the analysis says, whatever the others do, and knows what it can know."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping

import numpy as np
import pytest
from endgames import after, copied, is_known, key_of, moves, positions, values
from numpy.typing import NDArray

from paskasim.bridge import Bridge, CompiledChooser, packed, table_words
from paskasim.endings import value_of, view_of
from paskasim.kernels import graph as graph_at
from paskasim.kernels.layout import MEMORY, SCRATCH
from paskasim.lineups import parse_lineup
from paskasim.reference import play_game
from paskasim.reference.table import Table
from paskasim.reference.turns import Action, legal_actions, row_cards
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.ending import settle_table

DRAW_IS_WORST = 3.0


def choosers_for(table: Table, strategy: str) -> list[CompiledChooser]:
    return Bridge(table.rules, parse_lineup(strategy, table.players)).choosers(0)


def answer(table: Table, chooser: CompiledChooser) -> tuple[Action, str]:
    """Return what a strategy does, asked as the engines ask it."""
    legal = legal_actions(table)
    action = legal[0] if len(legal) == 1 else chooser(view_of(table))
    cards = row_cards(table, action)
    if len(cards) < 2:
        return action, cards[0] if cards else ""
    return action, chooser.row_card(view_of(table)._replace(row_cards=tuple(cards)))


@pytest.mark.parametrize("draw_is_worst", [False, True])
def test_no_action_gives_anything_away(draw_is_worst: bool) -> None:
    """At every state of many endings: a win comes a turn nearer, a draw stays one, and a loss as far away as it can."""
    counts = dict.fromkeys(("win", "draw", "loss", "draws that lowest loses"), 0)
    for graph, told in itertools.islice(positions(21, 60, 4), 38):
        table = graph.tables[graph.first]
        if table.rules.deck.drop or any(table.down):
            continue
        chooser = choosers_for(table, f"exact[endless={DRAW_IS_WORST if draw_is_worst else 1}]")
        lowest = choosers_for(table, "lowest")
        worth = [values(graph, me, draw_is_worst) for me in (0, 1)]
        for key, here in graph.tables.items():
            value = worth[graph.mover[key]]
            reached, other = (
                value(key_of(after(here, answer(here, choosers[here.to_play])), graph.pair))
                for choosers in (chooser, lowest)
            )
            result, turns = value(key)
            assert reached == (result, None if turns is None else turns - 1), (told, key)
            counts[result] += 1
            counts["draws that lowest loses"] += (result, other[0]) == ("draw", "loss")
    assert min(counts["win"], counts["draw"], counts["loss"]) > 20, counts
    assert draw_is_worst or counts["draws that lowest loses"] > 3, counts


def replies(table: Table, seat: int) -> Iterator[tuple[Table, int]]:
    """Yield every table at which `seat` is to play again or the game is over, and after how many turns of the other."""
    waiting = [(table, 0)]
    seen = set()
    while waiting:
        here, turns = waiting.pop()
        if here.over or here.to_play == seat:
            yield here, turns
            continue
        for move in moves(here):
            following = after(here, move)
            if (key := key_of(following, tuple(table.active))) not in seen:
                seen.add(key)
                waiting.append((following, turns + 1))


def test_a_win_once_stated_is_carried_home_with_few_states() -> None:
    """Whatever the other does, the next statement is a win again, and nearer by all turns that were played."""
    dice = random.Random(3)
    stated = carried = 0
    for graph, told in itertools.islice(positions(11, 400, 40), 12):
        first = graph.tables[graph.first]
        if first.rules.deck.drop or any(first.down):
            continue
        bound = dice.randint(10, len(graph.tables))
        chooser = choosers_for(first, f"exact[states={bound}]")
        for key in dice.sample(sorted(graph.tables, key=str), 25):
            here = graph.tables[key]
            ending = value_of(here, states=bound)
            if ending.value != "win" or ending.turns is None:
                continue
            stated += 1
            seat = here.to_play
            played = after(here, answer(here, chooser[seat]))
            assert played.over or played.active == here.active
            for following, turns in replies(played, seat):
                if following.over:
                    assert following.places[seat] != following.players, (told, key)
                else:
                    again = value_of(following, states=bound)
                    assert again.value == "win", (told, key)
                    assert again.turns is not None
                    assert again.turns <= ending.turns - 1 - turns
                    carried += 1
    assert stated > 40
    assert carried > 40


@pytest.mark.parametrize("lineup", ["exact", "exact,lowest", "any,exact", "lowest,lowest,exact"])
@pytest.mark.parametrize("preset", ["paskahousu", "shithead", "paskahousu-rows-seven-stop"])
def test_what_was_won_is_won_in_whole_games(preset: str, lineup: str) -> None:
    rules = RuleSet.load(preset).with_switches({"limits.turns": 300})
    players = parse_lineup(lineup, max(2, lineup.count(",") + 1))
    bridge = Bridge(rules, players)
    endings = 0
    for game in range(3):
        won: set[int] = set()

        def watch(table: Table, won: set[int] = won) -> None:
            if not table.over and players[table.to_play].strategy.name == "exact":
                ending = value_of(table, states=1000)
                assert table.to_play not in won or ending.value == "win"
                if ending.value == "win":
                    won.add(table.to_play)

        record = play_game(rules, len(players), bridge.choosers(game), 4, game, watch=watch)
        assert record["loser"] not in won
        assert not won or record["outcome"] == "finished"
        endings += bool(won)
    assert endings > 0 or preset != "paskahousu" or len(players) > 2


def with_other_rules(table: Table) -> Table:
    """Return the same position under rules by which it may be worth something else."""
    twin = copied(table)
    twin.rules = table.rules.with_switches({"turn.take": "stuck" if table.rules.turn.take == "free" else "free"})
    twin.answers = {}
    return twin


def test_notes_of_other_positions_and_rules_change_no_answer() -> None:
    """Hundreds of positions, then the same ones by other rules, by players who find the notes of all before."""
    graph = next(graph for graph, _ in positions(31, 900, 500) if is_known(next(iter(graph.tables.values()))))
    tables = [table for table in graph.tables.values() if is_known(table) and len(legal_actions(table)) > 1]
    notes: NDArray[np.int64] | None = None
    answers = []
    for asked in (tables, tables, [with_other_rules(table) for table in tables]):
        finds, fresh = (choosers_for(asked[0], "exact[states=50]") for _ in range(2))
        for table in asked:
            if notes is None:
                notes = np.zeros_like(finds[0]._mine[SCRATCH:])
            for chooser, words in ((finds[table.to_play], notes), (fresh[table.to_play], np.zeros_like(notes))):
                chooser._mine[MEMORY:SCRATCH] = 0  # where the other strategy counts visits
                chooser._mine[SCRATCH:] = words
                answers.append(answer(table, chooser) if len(legal_actions(table)) > 1 else None)
            notes = finds[table.to_play]._mine[SCRATCH:].copy()
            assert answers[-2] == answers[-1]
    assert len(tables) > 200
    by_rules = zip(answers[: 2 * len(tables)], answers[4 * len(tables) :], strict=True)
    assert sum(one != other for one, other in by_rules) > 40


# --- what it knows ---


def hands_worked_out(table: Table) -> tuple[int, ...] | None:
    """Return both hands as the analysis lays them out, in the order of the seats, or None where it sees none."""
    view = view_of(table)
    space = np.zeros(graph_at.SPACE_WORDS, np.int64)
    words = table_words(rule_tables(table.rules, table.players), view)
    if settle_table(words, packed(view.hand), view.seat, 1, 1000, space) < 0:
        return None
    return int(space[graph_at.STATES + 2]), int(space[graph_at.STATES + 3])  # of the first packed state


@pytest.mark.parametrize(
    ("preset", "switches", "players"),
    [
        ("paskahousu", {}, 2),
        ("paskahousu", {}, 4),
        ("paskahousu", {"deck.drop": 3}, 2),
        ("shithead", {}, 2),
        ("paskahousu-rows-jokers", {}, 3),
        ("ruotsalainen", {}, 2),
    ],
)
def test_hands_are_worked_out_just_where_that_is_possible(
    preset: str, switches: Mapping[str, object], players: int
) -> None:
    rules = RuleSet.load(preset).with_switches({**switches, "limits.turns": 300})
    lineup = choosers_for_game(rules, players)
    known = unknown = 0

    def watch(table: Table) -> None:
        nonlocal known, unknown
        if table.over or len(table.active) != 2 or table.stock:
            return
        found = hands_worked_out(table)
        if is_known(table):
            assert found == tuple(packed(table.hands[seat]) for seat in table.active)
            known += 1
        else:
            assert found is None
            unknown += 1

    for game in range(8):
        play_game(rules, players, lineup, 8, game, watch=watch)
    assert known > 0
    assert unknown > 0 or not (rules.deal.down or rules.deck.drop)


def choosers_for_game(rules: RuleSet, players: int) -> list[CompiledChooser]:
    return Bridge(rules, parse_lineup("lowest", players)).choosers(0)


def test_three_at_the_table_are_no_ending_for_two() -> None:
    rules = RuleSet.load("paskahousu")
    told = set()

    def watch(table: Table) -> None:
        if len(table.active) > 2 or table.stock:
            told.add(value_of(table).value)

    play_game(rules, 3, choosers_for_game(rules, 3), 8, 1, watch=watch)
    assert told == {"unknown cards"}


def test_without_states_it_plays_like_the_other_strategy() -> None:
    rules = RuleSet.load("paskahousu").with_switches({"limits.turns": 300})
    records = [
        play_game(rules, 2, Bridge(rules, parse_lineup(lineup, 2)).choosers(0), 5, 1)["turns"]
        for lineup in ("exact[states=0]", "search", "exact")
    ]
    assert records[0] == records[1] != records[2]


def test_a_last_blind_card_is_no_secret() -> None:
    """All other cards lie open or were seen, so its rank is known; with two of different ranks it is not."""
    rules = RuleSet.from_dict({"deck.ranks": "3-6", "deck.suits": 1, "deal.hand": 1, "deal.down": 1})
    for hands, down, value in (
        ([["3"], []], [[], ["5"]], "win"),
        ([["3"], ["4"]], [[], ["5"]], "unknown cards"),
    ):
        table = Table(rules, 2, [], hands, [[], []], down)
        table.gone = [rank for rank in ("3", "4", "5", "6") if rank not in {*hands[0], *hands[1], *down[1]}]
        assert value_of(table).value == value
