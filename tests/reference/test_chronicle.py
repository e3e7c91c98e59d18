"""Games followed turn by turn: the same games as ever, and measures that plain Python finds again in the records."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from rule_sets import drawn_setting

import paskasim
from paskasim.chronicle import Chronicle, follow_games
from paskasim.engine import play
from paskasim.errors import PaskasimError
from paskasim.kernels import chronicle as at
from paskasim.kernels import layout
from paskasim.kernels.layout import SCRATCH, TAKE
from paskasim.lineups import Player, crew_of, parse_lineup
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.door import Strategy
from paskasim.strategies.moves import nth_play, plays_in
from paskasim.studies.probes import character
from paskasim.studies.probing import load

PLAYED = [
    ("paskahousu", 4, "lowest"),
    ("paskahousu", 3, "lowest,random"),
    ("paskahousu-ace-again", 3, "random"),
    ("paskahousu-try", 4, "random"),
    ("paskahousu-rows", 3, "lowest"),
    ("ruotsalainen", 5, "lowest"),
    ("shithead", 2, "lowest"),
]
GAMES = 20


def followed(rules: RuleSet, players: int, lineup: str, games: int, seed: int = 7) -> Chronicle:
    crew = crew_of(parse_lineup(lineup, players), rules)
    return follow_games(rule_tables(rules, players), players, crew, seed, 0, games)


def check_the_same_games(rules: RuleSet, players: int, lineup: str, games: int) -> None:
    crew = crew_of(parse_lineup(lineup, players), rules)
    plain = play(rule_tables(rules, players), players, crew, 7, 0, games, detail=True)
    rows = followed(rules, players, lineup, games).rows
    ended = plain.tallies[layout.OUTCOME] == layout.FINISHED
    assert (rows[:, at.PLAYED] == 1).all()
    assert (rows[:, at.ENDED] == ended).all()
    assert (rows[~ended][:, [c for c in range(at.LOSER) if c != at.PLAYED]] == 0).all()
    assert (rows[~ended, at.LOSER] == -1).all()
    words = {
        at.LENGTH: plain.tallies[layout.TURNS],
        at.WITH_CHOICE: plain.tallies[layout.CHOICES],
        at.LED_ANEW: plain.tallies[layout.LEAD_CHANGES],
        at.BURNT: plain.tallies[layout.BURNS : layout.BURNS + 5].sum(axis=0),
        at.FIRST_IDLE: plain.tallies[layout.TURNS] - plain.tallies[layout.FIRST_OUT_TURN],
        at.LOSER: plain.places.argmax(axis=0),
    }
    for column, expected in words.items():
        assert (rows[ended, column] == expected[ended]).all(), column


@pytest.mark.parametrize(("rules", "players", "lineup"), PLAYED)
def test_presets__the_same_games(rules: str, players: int, lineup: str) -> None:
    check_the_same_games(RuleSet.load(rules), players, lineup, 300)


def test_drawn_rules__the_same_games() -> None:
    dice = random.Random(20)
    for _ in range(25):
        setting = drawn_setting(dice)
        check_the_same_games(setting.rules, setting.players, "lowest,random", 20)


@pytest.mark.long
def test_drawn_rules__the_same_games__many() -> None:
    dice = random.Random(21)
    for _ in range(1500):
        setting = drawn_setting(dice)
        check_the_same_games(setting.rules, setting.players, "lowest,random", 20)


def cards_after(record: Mapping[str, Any]) -> Iterator[list[int]]:
    """Yield how many cards each seat has, at the deal and after every turn, from what the record says."""
    players, deal = record["players"], record["deal"]
    cards = [sum(len(deal[zone][seat]) for zone in ("down", "up", "hand")) for seat in range(players)]
    pile, direction, active = 1 if record["turned"] else 0, 1, set(range(players))
    yield list(cards)
    for turn in record["turns"]:
        seat, action = turn["seat"], turn["action"]
        if action == "play":
            cards[seat] -= turn["count"]
            pile += turn["count"]
        elif action in ("flip", "try"):
            cards[seat] -= action == "flip"
            pile += "took" not in turn
        if "took" in turn:
            cards[seat] += len(turn["took"]) - ("row_card" in turn)
            pile = 0
        if turn["effect"].startswith("burn"):
            pile = 0
        elif turn["effect"].startswith("next_takes"):
            taker = seat
            while taker == seat or taker not in active:
                taker = (taker + direction) % players
            cards[taker] += pile
            pile = 0
        elif turn["effect"] == "reverse":
            direction = -direction
        cards[seat] += len(turn.get("drew", ()))
        if turn.get("out"):
            assert cards[seat] == 0
            active.discard(seat)
        yield list(cards)


def changes(seats: Sequence[int | None]) -> int:
    """Return how often another seat follows one, with None between them passed over."""
    known = [seat for seat in seats if seat is not None]
    return sum(one != two for one, two in pairwise(known))


def alone(cards: Sequence[int], best: int) -> int | None:
    return cards.index(best) if cards.count(best) == 1 else None


def slowly(record: Mapping[str, Any]) -> tuple[dict[int, int], list[list[int]]]:
    """Return the columns that need the course of a game, and the cards at its moments."""
    turns, states = record["turns"], list(cards_after(record))
    last, players = len(turns), record["players"]
    out = {turn["seat"]: i for i, turn in enumerate(turns, 1) if turn.get("out")}
    winner, loser = record["places"].index(1), record["loser"]
    before = states[1 : out[winner]]
    waits = []
    for seat in range(players):
        own = [i for i, turn in enumerate(turns) if turn["seat"] == seat]
        waits += [two - one - 1 for one, two in pairwise(own)]
    drawn, mark = len(record["deal"]["stock"]) - bool(record["turned"]), last // 2
    for i, turn in enumerate(turns, 1):
        if drawn > 0:
            drawn -= len(turn.get("drew", ())) + (turn["action"] == "try")
            mark = i if drawn == 0 else mark
    most = alone(states[mark], max(states[mark]))
    found = {
        at.BEHIND_ANEW: changes([alone(cards, max(cards)) for cards in states]),
        at.WINNER_TURNS: len(before),
        at.WINNER_BEHIND: sum(cards[winner] > min(cards) for cards in before),
        at.WINNER_CARDS: sum(cards[winner] - min(cards) for cards in before),
        at.MOST_ALONE: most is not None,
        at.MOST_SAVED: most not in (None, loser),
        at.OUT_TURNS: sum(last - turn for turn in out.values()),
        at.GAPS: len(waits),
        at.GAP_TURNS: sum(waits),
        at.LONGEST_GAP: max(waits, default=0),
    }
    found |= {at.GAP_OF + kind: 0 for kind in range(at.GAP_KINDS)}
    for wait in waits:
        found[at.GAP_OF + min(wait, at.GAP_KINDS - 1)] += 1
    idle = (last - out[winner]) // 10
    found |= {at.IDLE_OF + kind: int(kind == min(idle, at.IDLE_KINDS - 1)) for kind in range(at.IDLE_KINDS)}
    return found, [states[moment * last // at.MOMENTS] for moment in range(at.MOMENTS)]


@pytest.mark.parametrize(("rules", "players", "lineup"), PLAYED)
def test_measures__as_plain_python_finds_them_in_the_records(rules: str, players: int, lineup: str) -> None:
    chronicle = followed(RuleSet.load(rules), players, lineup, GAMES)
    seen = 0
    for record in paskasim.trace(rules, players, lineup, 7, games=GAMES):
        row, moments = chronicle.rows[record["game"]], chronicle.moments[record["game"]]
        if record["outcome"] != "finished":
            assert not moments.any()
            continue
        columns, cards = slowly(record)
        assert {column: row[column] for column in columns} == columns, record["game"]
        assert moments[:, :players].tolist() == cards
        begun = [moment * len(record["turns"]) // at.MOMENTS for moment in range(at.MOMENTS)]
        assert moments[:, at.TO_PLAY].tolist() == [record["turns"][turn]["seat"] for turn in begun]
        rest = [record["turns"][turn]["phase"] == "rest" for turn in begun]
        assert (moments[:, at.PHASE] >= at.STOCK_PHASES).tolist() == rest
        seen += 1
    assert seen > GAMES / 4


def test_phases_rise_and_are_quarters_of_the_stock_first() -> None:
    found = followed(RuleSet.load("paskahousu"), 4, "lowest", 200)
    phases = found.moments[found.rows[:, at.ENDED] == 1][:, :, at.PHASE]
    assert (np.diff(phases, axis=1) >= 0).all()
    assert (phases[:, 0] == 0).all()
    assert set(np.unique(phases)) == set(range(at.STOCK_PHASES + 3))
    dealt_out = followed(RuleSet.load("ruotsalainen"), 4, "lowest", 20)
    assert dealt_out.moments[dealt_out.rows[:, at.ENDED] == 1][:, :, at.PHASE].min() == at.STOCK_PHASES


def test_batches_and_first_games__change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RuleSet.load("paskahousu")
    crew = crew_of(parse_lineup("random", 3), rules)
    tables = rule_tables(rules, 3)
    whole = follow_games(tables, 3, crew, 5, 0, 60)
    monkeypatch.setattr("paskasim.chronicle.FIRST_BATCH", 60)
    parts = [follow_games(tables, 3, crew, 5, first, 20) for first in (0, 20, 40)]
    assert (np.concatenate([part.rows for part in parts]) == whole.rows).all()
    assert (np.concatenate([part.moments for part in parts]) == whole.moments).all()


def test_probe_and_kernel_mean_the_same_columns() -> None:
    assert (character.MOMENTS, character.GAP_KINDS, character.IDLE_KINDS) == (at.MOMENTS, at.GAP_KINDS, at.IDLE_KINDS)
    names = [column.name for column in load("character").columns[: at.LOSER]]
    assert names == [column.name for column in character.FOLLOWED]
    where = {at.ENDED: "finished", at.MOST_ALONE: "most_cards", at.GAPS: "waits", at.GAP_OF: "wait_0"}
    assert {column: names[column] for column in where} == where
    assert names[at.IDLE_OF] == "idle_0"
    assert names[-1] == f"idle_{at.IDLE_KINDS - 1}"


def _cheats(table: Any, mine: Any, hand: int, seat: int, options: int) -> int:
    """Plays by a count that nobody clears."""
    mine[SCRATCH] += 1
    plays = plays_in(table, hand, seat, options)
    return nth_play(table, hand, seat, options, mine[SCRATCH] % plays) if plays > 0 else TAKE


def test_a_strategy_that_keeps_something_from_game_to_game__is_told() -> None:
    cheat = Player(Strategy("cheat", "", "", {"play": _cheats}), ())
    crew = crew_of([cheat] * 3)
    with pytest.raises(PaskasimError, match="it was another game") as caught:
        follow_games(rule_tables(RuleSet.load("paskahousu"), 3), 3, crew, 1, 0, 50)
    assert caught.value.exit_code == 3
