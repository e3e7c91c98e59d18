"""What must hold at every step of every game with bluff; above all what players know of each other's cards."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_sets import BLUFF, Setting, drawn_bluff, settings_of_play
from tables import table_with
from test_invariants import Watcher, check_record

from paskasim.reference import BOTS, play_game, row_of
from paskasim.reference.effects import BURNS, put_down
from paskasim.reference.knowing import Knowing
from paskasim.reference.philox import decision_dice
from paskasim.reference.rows import cards_held
from paskasim.reference.schedule import Schedule
from paskasim.reference.table import Table
from paskasim.reference.views import view_of
from paskasim.rules import RuleSet, presets

NAMES = tuple(BOTS)
VALEPASKA = [name for name in presets() if name.startswith("valepaska")]
Turn = Mapping[str, Any]
Cards = Counter[str]


def knowing_of(table: Table) -> Knowing:
    assert table.knowing is not None
    return table.knowing


def copied(table: Table) -> Table:
    """A table of its own with the same cards, rules and knowledge."""
    other = copy.copy(table)
    for name in ("hands", "up", "down"):
        setattr(other, name, [list(cards) for cards in getattr(table, name)])
    for name in ("stock", "pile", "gone", "places"):
        setattr(other, name, list(getattr(table, name)))
    other.known = [known.copy() for known in table.known]
    other.knowing = knowing = copy.copy(knowing_of(table))
    for name in ("pile", "gone"):
        setattr(knowing, name, [known.copy() for known in getattr(knowing, name)])
    knowing.hands = [[known.copy() for known in hands] for hands in knowing.hands]
    knowing.claimed = knowing.claimed.copy()
    return other


class Observer:
    """Somebody at the table, or the public (no seat), who is told only what that one sees, and notes what is certain.

    It is written apart from `paskasim.reference.knowing`, from the words of RULES.md and docs/bluff.md.
    """

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        self.pile: list[str] = []
        self.gone: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]

    def sees(self, turn: Turn, went: int | str | None) -> None:
        """Learn of a turn; `went` tells where the pile went: to a seat, `burnt`, or nowhere."""
        seat = turn["seat"]
        in_sight = turn["zone"] != "hand" or seat == self.seat or "challenge" in turn
        if turn["action"] == "play":
            laid = turn.get("cards") or [turn["rank"]] * turn["count"]
            if turn["zone"] == "hand":
                self._leave(seat, laid if in_sight else None, len(laid))
            self.pile += laid if in_sight else []
        elif turn["action"] == "flip" and "took" not in turn:
            self.pile.append(turn["flipped"])
        if went == "burnt":
            self.gone += self.pile
            self.pile = []
        elif isinstance(went, int):
            self._arrive(went, self.pile)
            self.pile = []
        own = [turn[key] for key in ("flipped", "row_card") if key in turn and "took" in turn]
        self._arrive(seat, own)
        if turn.get("out"):
            self.hands[seat] = []

    def _arrive(self, seat: int, cards: list[str]) -> None:
        if seat != self.seat:
            self.hands[seat] += cards

    def _leave(self, seat: int, cards: list[str] | None, number: int) -> None:
        hand = Counter(self.hands[seat])
        # Unseen, all of them may be of one rank: whatever rank it is, so many fewer are certain.
        gone = Counter(cards) if cards is not None else Counter(dict.fromkeys(hand, number))
        self.hands[seat] = list((hand - gone).elements())


class Knowers(Watcher):
    """Watches a game with bluff: compares what is noted with the cards, and with what observers can tell."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.dice = random.Random(seed)
        self.tables: list[Table] = []

    def __call__(self, table: Table) -> None:
        super().__call__(table)
        self._what_is_known_is_true(table)
        if self.dice.random() < 0.1:
            self._views_do_not_depend_on_what_is_hidden(table)
        self.tables.append(copied(table))

    @staticmethod
    def _what_is_known_is_true(table: Table) -> None:
        knowing = knowing_of(table)
        assert table.known == knowing.hands[knowing.public]
        for observer in range(table.players + 1):
            assert +knowing.pile[observer] <= Counter(table.pile)
            assert +knowing.gone[observer] <= Counter(table.gone)
            assert knowing.pile[knowing.public] <= knowing.pile[observer]
            for seat, known in enumerate(knowing.hands[observer]):
                assert +known <= Counter(table.hands[seat])
                assert not known if seat == observer else knowing.hands[knowing.public][seat] <= known
        named = knowing.claimed.total()
        assert named == len(table.pile) or (named < len(table.pile) and max(knowing.claimed.values()) == 15)

    def _views_do_not_depend_on_what_is_hidden(self, table: Table) -> None:
        """Deal all cards that a seat does not know anew: it must see the same."""
        knowing = knowing_of(table)
        for seat in table.active:
            other = copied(table)
            mine = knowing.hands[seat]
            zones = [
                (other.pile, knowing.pile[seat]),
                (other.gone, knowing.gone[seat]),
                (other.stock, Cards()),
                *((row, Cards()) for row in other.down),
                *((other.hands[q], mine[q]) for q in range(table.players) if q != seat),
            ]
            hidden = [list((Counter(zone) - known).elements()) for zone, known in zones]
            every = [card for cards in hidden for card in cards]
            self.dice.shuffle(every)
            for (zone, known), cards in zip(zones, hidden, strict=True):
                zone[:] = [*known.elements(), *(every.pop() for _ in cards)]
            dice = decision_dice(0, 0, seat, 0, 0)
            assert view_of(other, seat, dice) == view_of(table, seat, dice)


def due_after(turn: Turn, before: Table, after: Table) -> int:
    """Who plays after a challenge, by section 7; `after` has the places."""
    bluff, seat, by = before.rules.bluff, turn["seat"], turn["challenge"]["by"]

    def from_here(place: int) -> int:
        while after.places[place] is not None:
            place = (place + before.direction) % before.players
        return place

    def behind(place: int) -> int:
        return from_here((place + before.direction) % before.players)

    if not turn["challenge"]["honest"]:
        return from_here(by) if bluff.after_lie == "challenger" else behind(seat)
    if bluff.after_honest == "player":
        return from_here(seat)
    burns = put_down(copied(before), turn["rank"], turn["count"], turn["phase"]) in BURNS
    if burns and bluff.honest_burn_continues:
        return from_here(seat)
    return behind(seat if bluff.after_honest == "next" else by)


def where_the_pile_went(turn: Turn, before: Table, after: Table) -> int | str | None:
    if len(after.gone) > len(before.gone):
        return "burnt"
    if "took" in turn:
        return int(turn["seat"])
    if turn["effect"].startswith("next_takes"):
        return before.after(turn["seat"])
    return int(turn["challenge"]["by"]) if "challenge" in turn else None


def check_bluff(rules: RuleSet, players: int, names: list[str], seed: int, game: int) -> Counter[str]:
    """Play a game, check all that must hold, and count what came up."""
    watcher = Knowers(seed)
    record = play_game(rules, players, [BOTS[name] for name in names], seed, game, watch=watcher)
    check_record(record)
    assert list(cards_held(record)) == watcher.held[1:]
    assert (record["outcome"], record["proof"]) in {
        ("finished", None), ("livelock", "state_repeats"), ("unresolved", "open"),
    }  # fmt: skip
    observers = [Observer(seat, players) for seat in range(players)] + [Observer(None, players)]
    first = watcher.tables[0]
    for observer in observers:
        observer.pile = list(first.pile)  # a turned card
        for seat in range(players):
            observer._arrive(seat, list(first.known[seat].elements()))  # by the swap
    for turn, before, after in zip(record["turns"], watcher.tables, watcher.tables[1:], strict=False):
        hand_turn = turn["zone"] == "hand"
        assert ("cards" in turn) == (hand_turn and turn["action"] == "play")
        assert "try" not in turn["legal"]
        if "cards" in turn:
            assert len(turn["cards"]) == turn["count"]
            assert not Counter(turn["cards"]) - Counter(before.hands[turn["seat"]])
            assert turn["count"] <= before.copies[turn["rank"]]
        if "challenge" in turn:
            by = turn["challenge"]["by"]
            assert by != turn["seat"]
            assert before.places[by] is None
            assert rules.bluff.who == "any" or by == before.after(turn["seat"])
            assert turn["challenge"]["honest"] == (set(turn["cards"]) == {turn["rank"]}) == ("took" not in turn)
            assert after.over or after.to_play == due_after(turn, before, after)
            assert after.pile == []
        went = where_the_pile_went(turn, before, after)
        for number, observer in enumerate(observers):
            observer.sees(turn, went)
            knowing = knowing_of(after)
            assert Counter(observer.pile) == +knowing.pile[number]
            assert Counter(observer.gone) == +knowing.gone[number]
            assert [Counter(hand) for hand in observer.hands] == [+known for known in knowing.hands[number]]
    row = row_of(record, detail=True)
    assert row["claims"] == sum("cards" in turn for turn in record["turns"])
    assert row["lies"] == sum(set(turn.get("cards", ())) - {turn.get("rank")} != set() for turn in record["turns"])
    doubts = [turn for turn in record["turns"] if "challenge" in turn]
    assert row["challenges"] == len(doubts)
    assert row["caught"] == sum("took" in turn for turn in doubts)
    kinds = Counter({name: row[name] for name in ("claims", "lies", "challenges", "caught", "flips", "takes")})
    kinds[record["outcome"]] += 1
    return kinds


@pytest.mark.parametrize("name", VALEPASKA)
def test_presets(name: str) -> None:
    rules = RuleSet.load(name).with_switches({"limits.turns": 400})
    for players, names in ((2, ["any", "lowest"]), (4, ["lowest", "random", "lowest", "any"])):
        check_bluff(rules, players, names, 5, players)


def test_rule_sets_from_the_whole_space() -> None:
    dice = random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(30):
        rules, players = drawn_bluff(dice, 6)
        rules = rules.with_switches({"limits.turns": 120})
        names = [dice.choice(NAMES) for _ in range(players)]
        seen += check_bluff(rules, players, names, dice.getrandbits(64), dice.getrandbits(30))
    assert all(seen[kind] > 10 for kind in ("claims", "lies", "challenges", "caught", "flips", "takes")), seen


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(settings_of_play(), st.fixed_dictionaries({key: st.sampled_from(values) for key, values in BLUFF.items()}),
       st.sampled_from(NAMES), st.integers(0, 2**40))  # fmt: skip
def test_rule_sets_that_shrink(setting: Setting, bluff: dict[str, Any], name: str, game: int) -> None:
    switches = {**bluff, "bluff.on": True, "start.opening": "free", "limits.turns": 100}
    check_bluff(setting.rules.with_switches(switches), setting.players, [name] * setting.players, 1, game)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 108))
def test_many_rule_sets(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(60):
        rules, players = drawn_bluff(dice)
        names = [dice.choice(NAMES) for _ in range(players)]
        check_bluff(rules, players, names, dice.getrandbits(64), dice.getrandbits(30))


def test_players_who_repeat_themselves_are_in_a_livelock_and_others_go_on() -> None:
    rules = RuleSet.load("valepaska").with_switches({"limits.turns": 400, "deck.ranks": "3 4 J-A", "fours.except": ""})
    ends = {
        name: {(record["outcome"], record["proof"]) for record in _played(rules, [name] * 3, range(12))}
        for name in ("lowest", "random")
    }
    assert ("livelock", "state_repeats") in ends["lowest"]
    assert ends["random"] <= {("finished", None), ("unresolved", "open")}


def test_a_state_that_repeats_is_a_livelock_of_those_who_are_still_in_the_game() -> None:
    rules = RuleSet().with_switches({"bluff.on": True})
    for repeats, out, proof in (([True, True, True], 0, "state_repeats"), ([True, False, True], 0, None),
                                ([False, True, True], 1, "state_repeats")):  # fmt: skip
        schedule = Schedule(repeats)
        table = table_with(rules, ["" if out else "3", "4 5", "6"], pile="9")
        table.places[0] = 1 if out else None
        table.to_play, table.turns_played = 1, 32
        assert schedule.ending(table, 2) is None  # the state is kept
        table.turns_played += 1
        knowing_of(table).pile[2].update(["9"])
        assert schedule.ending(table, 2) is None  # somebody knows more now
        knowing_of(table).pile[2].clear()
        ending = schedule.ending(table, 2)
        assert (ending.proof if ending else None) == proof


def test_nothing_is_searched_for_and_no_pass_is_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rank may open, so all pass for ever: no deadlock is claimed, and the number of passes never repeats."""

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Schedule, "_repetition", never)
    rules = RuleSet().with_switches({"bluff.on": True, "deck.ranks": "J-K", "limits.turns": 100})
    for name in ("lowest", "any"):
        record = play_game(rules, 2, [BOTS[name]] * 2, 3, 0, search=never)  # type: ignore[arg-type]
        assert (record["outcome"], record["proof"], record["turns_played"]) == ("unresolved", "open", 100)
        assert {turn["action"] for turn in record["turns"]} == {"pass"}


def _played(rules: RuleSet, names: list[str], games: range) -> list[dict[str, Any]]:
    return [play_game(rules, len(names), [BOTS[name] for name in names], 3, game) for game in games]
