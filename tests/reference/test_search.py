"""The search for `closed` and `escape`: what it finds holds, and both engines see the same states."""

from __future__ import annotations

import contextlib
import copy
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from rule_sets import drawn_setting, open_presets
from tables import do, rules_with, table_with

from paskasim.engine import OPEN_PLAY
from paskasim.kernels import layout as at
from paskasim.kernels.batch import WORK_WORDS, play_batch
from paskasim.kernels.proofs import SAVED_WORDS
from paskasim.kernels.rng import DRAW_WORDS
from paskasim.lineups import crew_of, parse_lineup
from paskasim.reference import BOTS, play_game
from paskasim.reference import search as searching
from paskasim.reference.proofs import live_ranks
from paskasim.reference.schedule import STATES_A_TURN
from paskasim.reference.search import Found, search
from paskasim.reference.table import Table
from paskasim.reference.turns import legal_actions, row_cards, state_of
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables

SEARCHED = at.TABLE_WORDS + at.HIDDEN_WORDS + at.TALLY_WORDS + SAVED_WORDS + at.DECK_SIZE + DRAW_WORDS
PROOFS = {at.CLOSED: "closed", at.ESCAPE: "escape", at.OPEN: "open"}


class StopPlayError(Exception):
    """Enough of a game was seen."""


def tables_of(rules: RuleSet, players: int, lineup: Sequence[str], seed: int, turns: set[int]) -> list[Table]:
    """Return the table after some turns of game 0, as far as it gets there."""
    tables = []

    def watch(table: Table) -> None:
        if table.turns_played in turns and not table.over:
            tables.append(copy.copy(table))
            for zone in ("hands", "up", "down", "known"):
                setattr(tables[-1], zone, [cards.copy() for cards in getattr(table, zone)])
            for zone in ("stock", "pile", "places", "gone"):
                setattr(tables[-1], zone, list(getattr(table, zone)))
        if table.turns_played == max(turns):
            raise StopPlayError

    with contextlib.suppress(StopPlayError):
        play_game(rules, players, [BOTS[name] for name in lineup], seed, 0, watch=watch)
    return tables


def compiled_search(rules: RuleSet, players: int, lineup: Sequence[str], seed: int, turns: int) -> tuple[str, int]:
    """Return what the compiled engine finds when game 0 reaches a limit of so many turns: proof and states seen."""
    words = rule_tables(rules, players)
    words[at.LIMIT] = turns
    crew = crew_of(parse_lineup(",".join(lineup), players))
    work = np.zeros(WORK_WORDS, np.int64)
    tallies = np.zeros((OPEN_PLAY.bare_words, 1), np.int32)
    places = np.zeros((at.SEATS, 1), np.int8)
    key = np.uint64(seed).astype(np.int64)
    play_batch(
        words, players, crew.addresses, crew.traits, crew.mine.copy(), work, key, 0,
        tallies, places, False, np.zeros(4, np.int64),
    )  # fmt: skip
    if tallies[at.TURNS, 0] < turns or tallies[at.PROOF, 0] not in PROOFS:
        return "", 0  # over before, or by another proof
    return PROOFS[tallies[at.PROOF, 0]], int(work[SEARCHED])


def check_same_states(dice: random.Random, rules: RuleSet, players: int) -> str:
    lineup = [dice.choice(("any", "random")) for _ in range(players)]
    seed, turns = dice.getrandbits(64), dice.choice((33, 50, 90, 150))
    proof, states = compiled_search(rules, players, lineup, seed, turns)
    if proof:
        longer = rules.with_switches({"limits.turns": 1000})
        [table] = tables_of(longer, players, lineup, seed, {turns})
        found = search(table, STATES_A_TURN * turns)
        switches = {key: mine for key, (mine, _) in rules.changed_from(RuleSet()).items()}
        assert (proof, states) == (found.proof, found.states), (players, lineup, seed, turns, switches)
        check_found(table, found)
    return proof


def check_found(table: Table, found: Found) -> None:
    """Play a witness on to the end of the game."""
    assert (found.proof == "escape") == bool(found.witness)
    here = copy.deepcopy(table)
    for turn in found.witness:
        assert not here.over
        assert turn["seat"] == here.to_play
        name = f"{turn['rank']}x{turn['count']}" if turn["action"] == "play" else turn["action"]
        do(here, name, turn.get("row_card", ""))
    assert here.over == (found.proof == "escape")


@pytest.mark.parametrize("name", open_presets())
def test_both_engines_see_the_same_states_in_presets(name: str) -> None:
    dice = random.Random(name)
    rules = RuleSet.load(name)
    proofs = [check_same_states(dice, rules, dice.choice((2, 3, 4))) for _ in range(6)]
    assert any(proofs)


@pytest.mark.parametrize("seed", range(3))
def test_both_engines_see_the_same_states_in_rule_sets_from_the_whole_space(seed: int) -> None:
    dice = random.Random(seed)
    proofs = {check_same_states(dice, *drawn_setting(dice)) for _ in range(20)}
    assert {"escape", "open"} <= proofs


def exhaustive(monkeypatch: pytest.MonkeyPatch, table: Table, most: int) -> Found:
    """Search without the argument that spares states."""
    with monkeypatch.context() as patch:
        patch.setattr(searching, "live_ranks", lambda table: None)
        return search(table, most)


# Players, rules, and how often at least the argument has to hold in what is played below.
MINIATURES: tuple[tuple[int, dict[str, Any], int], ...] = (
    (2, {"deck.ranks": "3 4 J Q", "deck.suits": 2, "deal.hand": 3}, 1),
    (2, {"deck.ranks": "3 4 10 J Q", "deck.suits": 2, "deal.hand": 2, "turn.take": "stuck"}, 1),
    (3, {"deck.ranks": "4 5 J K", "deck.suits": 3, "deal.hand": 2, "turn.refill": 1}, 1),
    (2, {"deck.ranks": "4 8 J K", "deck.suits": 3, "deal.hand": 2, "deal.up": 1, "deal.down": 1}, 1),
    (2, {"deck.ranks": "3-5 J", "deck.suits": 2, "deal.hand": 2, "turn.try_stock": "stuck"}, 1),
    (3, {"deck.ranks": "3 5 9", "deck.suits": 3, "deal.hand": 2, "invisible.rank": "5", "ceiling.rank": "3",
         "exceptions": [{"play": "9", "on": "empty 5", "may": False}]}, 1),
    (2, {"deck.ranks": "3-5 K A", "deck.suits": 2, "deal.hand": 2, "deal.up": 2, "rows.take_card": True}, 1),
    (2, {"deck.ranks": "3 6 Q", "deal.hand": 2, "finish.not_with": "3", "turn.after_take": "again"}, 1),
    (2, {"deck.ranks": "3-6", "deck.suits": 3, "deal.hand": 2, "exceptions": [
        {"play": "3 4", "on": "empty", "may": False}, {"play": "4", "on": "5", "may": True, "at": "rest"}]}, 1),
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(MINIATURES)))
def test_where_the_argument_holds_no_end_can_be_reached(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Section 9 carried over to any pile and stock, against every state that there is."""
    players, switches, least = MINIATURES[number]
    rules = RuleSet.from_dict({**switches, "limits.turns": 100}, where="miniature")
    held = 0
    for seed in range(150):
        for table in tables_of(rules, players, ["any"] * players, seed, {4, 7, 12, 20, 30}):
            if held < 4 and live_ranks(table) is not None:
                found = exhaustive(monkeypatch, table, 1500)
                assert found.proof in ("closed", "open"), state_of(table)
                assert search(table, 1) == Found("closed", 1, playable=frozenset(live_ranks(table) or ()))
                held += found.proof == "closed"
    assert held >= least


@pytest.mark.parametrize("number", range(len(MINIATURES)))
def test_the_argument_spares_states_only(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    players, switches, _ = MINIATURES[number]
    rules = RuleSet.from_dict({**switches, "limits.turns": 100}, where="miniature")
    monkeypatch.setattr(searching, "EASY_STATES", 1)
    for seed in range(3):
        for table in tables_of(rules, players, ["any"] * players, seed, {6, 15}):
            whole, spared = exhaustive(monkeypatch, table, 500), search(table, 500)
            assert spared.states <= whole.states
            assert whole.proof in (spared.proof, "open")


@pytest.mark.parametrize(
    ("switches", "hands", "pile", "stock", "up", "down", "proof"),
    [
        ({}, ["J 3", "Q 4"], "", "", [], [], "closed"),  # stuck cards, too
        ({}, ["J 3", "Q 4"], "5", "", [], [], "closed"),
        ({}, ["J 3", "4"], "", "", [], [], "escape"),
        ({}, ["J 3", "Q 4"], "7", "", [], [], "escape"),
        ({}, ["J 3", "Q"], "3 7 3", "", [], [], "escape"),  # the seven comes back with the pile
        ({"turn.refill": 1}, ["J 3", "Q 4"], "5", "7 8", [], [], "closed"),  # nobody will ever draw
        ({"turn.refill": 2}, ["J 3", "Q 4"], "5", "7 8", [], [], "escape"),
        ({"turn.refill": 2}, ["J 3", "Q 4"], "5", "4 5", [], [], "closed"),
        ({"turn.refill": 1, "turn.try_stock": "stuck"}, ["J 3", "Q 4"], "5", "7 8", [], [], "escape"),
        ({"turn.refill": 1, "faces.relaxed_at_rest": True}, ["J", "Q"], "5", "8", [], [], "closed"),
        ({"turn.refill": 2, "faces.relaxed_at_rest": True}, ["J", "Q"], "5", "4 4", [], [], "escape"),
        ({"turn.stuck": "open_any"}, ["J 3", "Q 4"], "", "", [], [], "escape"),
        ({}, ["3", "4"], "", "", [], ["Q", "J"], "closed"),  # blind faces that nobody can get rid of
        ({}, ["3", "4"], "", "", [], ["J", "9"], "escape"),
        ({"finish.not_with": "3 4"}, ["3", "4"], "", "", [], [], "closed"),  # by every state, not by the argument
        ({"beat": "higher"}, ["3", "3"], "6", "", [], [], "escape"),
    ],
)
def test_positions(
    switches: dict[str, object],
    hands: Sequence[str],
    pile: str,
    stock: str,
    up: Sequence[str],
    down: Sequence[str],
    proof: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = table_with(rules_with(switches), hands, pile=pile, stock=stock, up=up, down=down)
    before = state_of(table)
    found = search(table, 5000)
    assert found.proof == proof
    check_found(table, found)
    assert state_of(table) == before
    assert exhaustive(monkeypatch, table, 5000).proof == proof


def test_what_can_still_be_played() -> None:
    """For people: the ranks that come up again, and so those that don't."""
    found = search(table_with(rules_with(), ["J 3", "Q 4"], pile="5"), 100)
    assert (found.proof, found.states, found.playable) == ("closed", 1, {"3", "4", "5"})
    found = search(table_with(rules_with({"finish.not_with": "3 4"}), ["3", "4"]), 100)
    assert (found.proof, found.playable) == ("closed", set())


def test_too_many_states_leave_it_open() -> None:
    table = table_with(rules_with({"finish.not_with": "3-6"}), ["3 4", "3 5"])
    closed = search(table, 10_000)
    assert closed.proof == "closed"
    assert search(table, closed.states) == closed
    assert search(table, closed.states - 1) == Found("open", closed.states - 1)


def test_row_cards_are_tried_one_by_one() -> None:
    """With `rows.take_card` every card of the row may go along."""
    rules = rules_with({"rows.take_card": True, "turn.take": "stuck", "faces.min_top": "9"})
    table = table_with(rules, ["", "4"], up=["J Q"], pile="5")
    assert [row_cards(table, action) for action in legal_actions(table)] == [["J", "Q"]]
    found = search(table, 1000)
    check_found(table, found)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 106))
def test_both_engines_see_the_same_states_thoroughly(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(150):
        check_same_states(dice, *drawn_setting(dice))
