"""Proofs held against whole state graphs: the real ones hold, and false ones are found."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from small import drawn_miniature, laid, miniature, told

from paskasim.laws import proofs
from paskasim.laws.miniature import judging
from paskasim.laws.miniature.catalogue import DEAD_ENDS, EXACT, Miniature, miniatures
from paskasim.laws.miniature.judging import Judged, goes_round, judged, leads_to_the_end
from paskasim.laws.miniature.states import StateGraph
from paskasim.reference import BOTS, play_game, schedule
from paskasim.reference.search import Found
from paskasim.reference.table import Table
from paskasim.rules import RuleSet

QUICK = ("forced rounds", "last nine", "nobody opens", "strict tries", "one face")


def found_in(name: str, games: int, kind: str = DEAD_ENDS, **wanted: object) -> Judged:
    """Judge games of a miniature in a graph of its own, with other switches where wanted."""
    small = miniature(kind, name)
    rules = small.rules.with_switches(dict(wanted)) if wanted else small.rules
    found = Judged(Miniature(rules, small.players))
    for strategy in ("any", "random", "lowest"):
        graph = StateGraph(small.players, 60_000)
        found.add(judged(found.miniature, graph, [strategy] * small.players, 2, range(games)))
    return found


def test_miniatures_have_names_of_their_own() -> None:
    names = [small.name for kind in (EXACT, DEAD_ENDS) for small in miniatures(kind)]
    assert len(names) == len(set(names)) >= 30
    assert all(small.rules.summary for kind in (EXACT, DEAD_ENDS) for small in miniatures(kind))


def test_the_miniatures_reach_what_they_are_for() -> None:
    """Between them the rule sets set nearly every switch that play depends on."""
    every = [small.rules for kind in (EXACT, DEAD_ENDS) for small in miniatures(kind)]
    untouched = set(RuleSet().flat()) - {key for rules in every for key in rules.changed_from(RuleSet())}
    assert {key for key in untouched if not key.startswith("bluff.")} <= {"deck.decks"}


def test_proofs_hold_and_every_kind_comes_up() -> None:
    outcomes: set[str] = set()
    for name in QUICK:
        found = found_in(name, games=6)
        assert (found.mistakes, found.skipped, found.games) == ([], 0, 18)
        assert sum(found.outcomes.values()) == 18
        assert found.at_once <= found.stated <= found.dead
        outcomes |= set(found.outcomes)
    assert outcomes >= {
        "finished",
        "deadlock:stuck_cards",
        "deadlock:forced_loop",
        "livelock:state_repeats",
    }


def test_escapes_hold() -> None:
    found = judged(miniature(DEAD_ENDS, "cut runs"), StateGraph(2, 60_000), ["any", "any"], 1, [0, 5, 13])
    assert (found.mistakes, found.outcomes) == ([], {"unresolved:escape": 3})


def test_rows_for_the_docs(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {DEAD_ENDS: (miniature(DEAD_ENDS, "strict tries"),), EXACT: (miniature(EXACT, "unseen"),)}
    monkeypatch.setattr(proofs, "miniatures", few.__getitem__)
    (tries, no_mistakes), (unseen, _) = proofs.dead_ends(1, 8)
    assert no_mistakes == []
    assert (tries.name, tries.games, tries.skipped) == ("strict tries, 2 players", 24, 0)
    assert 0 <= tries.at_once < tries.stated <= tries.dead < 24
    assert tries.mean_delay is not None
    assert (unseen.dead, unseen.stated, unseen.mean_delay, unseen.outcomes) == (0, 0, None, {"finished": 24})


def test_graphs_that_are_too_large_are_counted() -> None:
    small = miniature(DEAD_ENDS, "one face")
    found = judged(small, StateGraph(2, 50), ["any", "any"], 1, range(3))
    assert (found.games, found.skipped) == (0, 3)


# --- faults ---


def test_a_deadlock_stated_too_soon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One holder of a card that is stuck does not keep the others from going out."""
    monkeypatch.setattr(schedule, "has_stuck_cards", lambda table: not table.pile and not table.stock)
    found = found_in("strict faces", games=3, kind=EXACT)
    assert any("stuck_cards was stated" in mistake and "can still end" in mistake for mistake in found.mistakes)


def test_a_search_that_says_closed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "search", lambda table, most: Found("closed", 1))
    found = found_in("one face", games=1)
    assert any("says closed, but the game can still end" in mistake for mistake in found.mistakes)


def test_an_escape_that_is_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "search", lambda table, most: Found("escape", 1, ({"seat": 0, "action": "take"},)))
    ways = found_in("one face", games=1).mistakes
    assert any("the witness of an escape does not end the game" in mistake for mistake in ways)
    dead = found_in("forced rounds", games=4).mistakes
    assert any("an escape was claimed where the game cannot end" in mistake for mistake in dead)


def test_a_livelock_that_is_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the hands, states look alike that are not."""
    monkeypatch.setattr(schedule, "FIRST_KEPT", 2)
    monkeypatch.setattr(schedule, "state_of", lambda table: (table.to_play, table.top))
    found = found_in("strict faces", games=3, kind=EXACT)
    assert any("does not come back" in mistake for mistake in found.mistakes)


def test_the_rounds_of_a_livelock() -> None:
    small = miniature(DEAD_ENDS, "one face")
    choosers = [BOTS["lowest"]] * 2
    seen: list[Table] = []
    records = (play_game(small.rules, 2, choosers, 1, game, watch=seen.append) for game in range(60))
    record: Mapping[str, Any] = next(record for record in records if record["outcome"] == "livelock")
    before = vars(seen[-1]).copy()
    assert goes_round(seen[-1], choosers, record["seed"], record["game"])
    assert vars(seen[-1]) == before
    assert not goes_round(laid(RuleSet.load("paskahousu"), ["3 4", "5 6"]), choosers, 1, 0)


def test_witnesses() -> None:
    table = laid(RuleSet.load("paskahousu"), ["9", "5 5"], to_play=1)
    lay = {"seat": 1, "action": "play", "rank": "5", "count": 1}
    end = {"seat": 0, "action": "play", "rank": "9", "count": 1}
    assert leads_to_the_end(table, [lay, end])
    assert leads_to_the_end(table, [{**lay, "count": 2}])
    for wrong in ([], [lay], [end], [lay, {**end, "seat": 1}], [lay, {**end, "rank": "5"}], [lay, end, end]):
        assert not leads_to_the_end(table, wrong)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_proofs_hold_in_many_games() -> None:
    for row, mistakes in proofs.dead_ends(3, 150):
        assert mistakes == [], row.name


def check_drawn(seed: int, number: int, games: int, most_states: int) -> Judged:
    """Judge games of so many drawn rule sets, without those whose state graphs are too large."""
    dice = random.Random(seed)
    every = Judged(miniatures(DEAD_ENDS)[0])
    for _ in range(number):
        small = drawn_miniature(dice)
        graph = StateGraph(small.players, most_states)
        for strategy in ("any", "random", "lowest"):
            found = judged(small, graph, [strategy] * small.players, seed, range(games))
            assert found.mistakes == [], told(small)
            every.add(found)
            if found.skipped:
                break
    return every


def test_rule_sets_from_the_whole_space() -> None:
    found = check_drawn(seed=1, number=25, games=2, most_states=1_000)
    assert found.games > 60
    assert found.dead > 20
    assert found.searches > 10


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 110))
def test_rule_sets_from_the_whole_space_thoroughly(seed: int) -> None:
    found = check_drawn(seed, number=100, games=5, most_states=20_000)
    assert found.games > 600
