"""What must hold at every step of every game, and between a game and its record."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from rule_sets import drawn_setting

from paskasim.reference import BOTS, play_game, row_of
from paskasim.reference.rows import cards_held
from paskasim.reference.schedule import Schedule
from paskasim.reference.table import Table
from paskasim.rules import RuleSet, presets
from paskasim.rules.ranks import RANKS

NAMES = tuple(BOTS)
KEYS = [
    "format", "name", "rules", "players", "seed", "game", "strategies", "deck", "deal", "swap", "turned", "starter",
    "turns", "outcome", "proof", "places", "loser", "turns_played",
]  # fmt: skip
TURN_KEYS = [
    "seat", "phase", "zone", "top", "run", "legal", "action", "rank", "count", "cards", "challenge", "flipped",
    "row_card", "effect", "took", "drew", "out",
]  # fmt: skip


class Watcher:
    """Checks the table after every turn against the deck, and against the table before."""

    def __init__(self) -> None:
        self.deck: Counter[str] | None = None
        self.before: tuple[int, ...] = ()
        self.held: list[list[int]] = []

    def __call__(self, table: Table) -> None:
        self._cards_are_conserved(table)
        self._pile_top_and_run_agree(table)
        self._seats_are_in_order(table)
        self.held.append([table.held(seat) for seat in range(table.players)])

    def _cards_are_conserved(self, table: Table) -> None:
        zones = [*table.hands, *table.up, *table.down, table.pile, table.stock, table.gone]
        seen = Counter(card for zone in zones for card in zone)
        if self.deck is None:
            self.deck = seen
        assert seen == self.deck
        amounts = (-table.turns_played, table.burnt, -len(table.stock), *[place or 0 for place in table.places])
        if self.before:
            assert amounts[0] == self.before[0] - 1
            assert all(now >= then for now, then in zip(amounts[1:], self.before[1:], strict=True))
        self.before = amounts

    @staticmethod
    def _pile_top_and_run_agree(table: Table) -> None:
        named = table.pile if table.knowing is None else table.knowing.claimed
        if table.top == "empty":
            assert (table.run, set(named) <= {"*"}) == (0, True)
        else:
            assert table.top in named
            assert 1 <= table.run <= len(table.pile)
            assert table.run_rank in (table.top, table.rules.invisible.rank)

    @staticmethod
    def _seats_are_in_order(table: Table) -> None:
        given = [place for place in table.places if place is not None]
        assert sorted(given) == [*range(1, len(given) + 1)] or table.over
        for seat in range(table.players):
            known = table.known[seat]
            assert +known <= Counter(table.hands[seat])
            if table.places[seat] is None or table.places[seat] == table.players:
                assert table.held(seat)
                assert table.hands[seat] or not table.stock
            else:
                assert not table.held(seat)
        assert table.over or table.places[table.to_play] is None
        assert table.passes <= len(table.active) or table.rules.bluff.on


def check_record(record: dict[str, Any]) -> None:
    """Judge a record by TRACE.md alone."""
    witness = ["witness"] if record["proof"] == "escape" else []
    after_proof = KEYS.index("proof") + 1
    assert list(record) == [*KEYS[:after_proof], *witness, *KEYS[after_proof:]]
    for turn in record.get("witness", ()):
        assert list(turn) == [key for key in ("seat", "action", "rank", "count", "row_card") if key in turn]
    assert json.loads(json.dumps(record)) == record
    deal = record["deal"]
    dealt = Counter(card for zone in ("down", "up", "hand") for cards in deal[zone] for card in cards)
    dropped = Counter(record["deck"][len(record["deck"]) - record["rules"]["deck.drop"] :])
    assert dealt + Counter(deal["stock"]) + dropped == Counter(record["deck"])
    assert record["turned"] == deal["stock"][: record["rules"]["deal.turned"]]
    assert [entry["seat"] for entry in record["swap"]] == (
        list(range(record["players"])) if record["rules"]["deal.swap"] == "any" else []
    )
    for entry in record["swap"]:
        now, then = entry["up"] + entry["hand"], deal["up"][entry["seat"]] + deal["hand"][entry["seat"]]
        assert Counter(now) == Counter(then)
        assert len(entry["up"]) == len(deal["up"][entry["seat"]])
    assert record["turns_played"] == len(record["turns"])
    drawn = record["turned"] + [
        card
        for turn in record["turns"]
        for card in ([turn["flipped"]] if turn["action"] == "try" else []) + turn.get("drew", [])
    ]
    assert drawn == deal["stock"][: len(drawn)]
    for turn in record["turns"]:
        assert [key for key in TURN_KEYS if key in turn] == list(turn)
        action = f"{turn['rank']}x{turn['count']}" if turn["action"] == "play" else turn["action"]
        assert action in turn["legal"]
        assert len(turn["legal"]) == len(set(turn["legal"]))
    places = [place for place in record["places"] if place]
    assert (record["loser"] is not None) == (record["outcome"] == "finished") == (record["proof"] is None)
    assert len(places) == sum(turn.get("out", False) for turn in record["turns"]) + (record["loser"] is not None)


def check_game(rules: RuleSet, players: int, names: list[str], seed: int, game: int) -> dict[str, Any]:
    watcher = Watcher()
    record = play_game(rules, players, [BOTS[name] for name in names], seed, game, watch=watcher)
    check_record(record)
    assert list(cards_held(record)) == watcher.held[1:]
    assert record["turns_played"] <= rules.limits.turns
    row = row_of(record, detail=True)
    assert row["turns"] == sum(row[f"turns_{seat}"] for seat in range(players))
    return record


@pytest.mark.parametrize("name", presets())
def test_presets(name: str) -> None:
    dice = random.Random(name)
    rules = RuleSet.load(name).with_switches({"limits.turns": 1000})
    low, high = rules.player_range()
    for players in (low, high):
        check_game(rules, players, [dice.choice(NAMES) for _ in range(players)], 3, dice.getrandbits(20))


@pytest.mark.parametrize("seed", range(4))
def test_rule_sets_from_the_whole_space(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        rules, players = drawn_setting(dice)
        check_game(rules, players, [dice.choice(NAMES) for _ in range(players)], seed, dice.getrandbits(20))


def test_a_game_is_a_function_of_its_number() -> None:
    rules = RuleSet.load("shithead")
    first, again = (play_game(rules, 3, [BOTS["any"]] * 3, 5, 6) for _ in range(2))
    assert first == again
    assert first["deck"] != play_game(rules, 3, [BOTS["any"]] * 3, 5, 7)["deck"]


def test_proofs_that_repeat_go_on_to_the_second_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A livelock is stated on the turn whose end state is the kept one, and stays one when played on."""
    rules = RuleSet.load("poytapaska").with_switches({"limits.turns": 1000})
    records = [play_game(rules, 4, [BOTS["lowest"]] * 4, 2, game) for game in range(12)]
    ended = [record for record in records if record["outcome"] == "livelock"]
    assert ended
    monkeypatch.setattr(Schedule, "_repetition", lambda self, table: None)
    for record in ended[:2]:
        longer = play_game(rules, 4, [BOTS["lowest"]] * 4, 2, record["game"])
        assert longer["outcome"] == "unresolved"
        assert longer["turns"][: len(record["turns"])] == record["turns"]
        assert longer["places"] == record["places"]


def test_the_deck_is_that_of_the_rules() -> None:
    rules = RuleSet.load("paskahousu-rows-jokers")
    deck: list[str] = play_game(rules, 3, [BOTS["lowest"]] * 3, 1, 1)["deck"]
    assert tuple(deck.count(rank) for rank in RANKS) == rules.deal_for(3).counts
    assert (deck.count("*"), deck.count("9")) == (2, 4)
