"""Games told in words: each kind of turn and of ending, lines that fit, and records that can't be told."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from rule_sets import drawn_setting
from tables import rules_with, table_with

from paskasim.errors import PaskasimError
from paskasim.reference import BOTS, play_game
from paskasim.reference.legality import may_go
from paskasim.reference.proofs import has_stuck_cards
from paskasim.reference.search import Found
from paskasim.reference.table import REST, Table
from paskasim.reference.turns import state_of
from paskasim.rules import RuleSet, presets
from paskasim.telling import tell
from paskasim.telling.endings import told_ending
from paskasim.telling.replay import first_table, play_turn
from paskasim.telling.turns import told_turns
from paskasim.telling.words import NAMES, WIDTH, counted, listed, number, plural, some

Switches = dict[str, Any]


def short_record(rules: RuleSet, players: int, lineup: Sequence[str], seed: int, game: int) -> dict[str, Any]:
    """A record without any search for an end, which takes long."""
    bots = [BOTS[name] for name in lineup]
    return play_game(rules, players, bots, seed, game, search=lambda table, states: Found("open", states))


def turn(text: str, **more: Any) -> dict[str, Any]:
    seat, action, *play = text.split()
    entry = {"seat": int(seat), "action": action} | ({"rank": play[0], "count": int(play[1])} if play else {})
    return entry | more


def said(table: Table, *turns: dict[str, Any]) -> str:
    """What is said of these turns, on one line, without numbers."""
    lines = [line[6:] if line[:4].strip() else line.strip() for line in told_turns(table, turns)]
    return " ".join(lines)


def at_rest(*hands: str, pile: str = "", switches: Switches | None = None, **more: Any) -> Table:
    return table_with(rules_with(switches), hands, pile=pile, **more)


TURNS: dict[str, tuple[Table, list[dict[str, Any]], str]] = {
    "a run": (
        at_rest("9 9 4", "3", pile="6 9 9"),
        [turn("0 play 9 2")],
        "Seat 0 plays 9 9 on 9: four nines, the pile burns (5 cards); seat 0 plays again.",
    ),
    "a run that does not go on": (
        at_rest("6 6 6 4", "3", switches={"fours.size": 3, "fours.again": False}),
        [turn("0 play 6 3")],
        "Seat 0 plays 6 6 6 on the empty pile: three sixes, the pile burns (3 cards).",
    ),
    "a ten that draws": (
        at_rest("10 4 4 5 5", "3", pile="8", stock="A J"),
        [turn("0 play 10 1"), turn("0 play 4 2")],
        "Seat 0 plays 10 on 8: the ten burns the pile (2 cards); seat 0 draws A and plays again. "
        "Seat 0 plays 4 4 on the empty pile and draws J. The stock is empty now.",
    ),
    "aces": (
        at_rest("A A 4", "3", pile="K"),
        [turn("0 play A 2")],
        "Seat 0 plays A A on K: the aces burn the pile (3 cards); seat 0 plays again.",
    ),
    "a joker": (at_rest("* 4", "3", pile="K"), [turn("0 play * 1")], "the joker burns the pile (2 cards)"),
    "a rule of the table": (
        at_rest("7 4", "3", pile="6", switches={"effects": [{"play": "7", "on": "6", "do": "burn"}]}),
        [turn("0 play 7 1")],
        "Seat 0 plays 7 on 6: by a rule of this table the pile burns (2 cards); seat 0 plays again.",
    ),
    "a forced take": (
        at_rest("A 4", "3", "5"),
        [turn("0 play A 1"), turn("2 play 5 1")],
        "Seat 0 plays A on the empty pile: seat 1 has to take the pile (1 card) and is passed over. "
        "Seat 2 plays 5 on the empty pile; seat 2 is out, in first place.",
    ),
    "a forced take that leads": (
        at_rest("A 4", "3", switches={"aces.on_empty": "next_takes_lead"}),
        [turn("0 play A 1")],
        "Seat 0 plays A on the empty pile: seat 1 has to take the pile (1 card) and plays next.",
    ),
    "a forced take, again": (
        at_rest("10 4", "3", switches={"tens.on_empty": "next_takes_again"}),
        [turn("0 play 10 1")],
        "Seat 0 plays 10 on the empty pile: seat 1 has to take the pile (1 card); seat 0 plays again.",
    ),
    "a skip": (
        at_rest("8 4", "3", "5", pile="7", switches={"skip.rank": "8"}),
        [turn("0 play 8 1")],
        "Seat 0 plays 8 on 7: seat 1 is skipped.",
    ),
    "two skips": (
        at_rest("8 8 4", "3", "5", "6", switches={"skip.rank": "8", "skip.per_card": True}),
        [turn("0 play 8 2")],
        "Seat 0 plays 8 8 on the empty pile: seats 1 and 2 are skipped.",
    ),
    "skips round the table": (
        at_rest("8 8 8 4", "3", switches={"skip.rank": "8", "skip.per_card": True}),
        [turn("0 play 8 3")],
        "Seat 0 plays 8 8 8 on the empty pile: three turns are skipped; seat 0 plays again.",
    ),
    "a reversal": (
        at_rest("8 4", "3", "5", switches={"reverse.rank": "8"}),
        [turn("0 play 8 1")],
        "Seat 0 plays 8 on the empty pile: play turns round, anticlockwise from now on.",
    ),
    "again": (
        at_rest("8 4", "3", switches={"again.ranks": "8"}),
        [turn("0 play 8 1")],
        "Seat 0 plays 8 on the empty pile and plays again.",
    ),
    "an invisible card": (
        at_rest("3 4", "3", pile="9", switches={"invisible.rank": "3"}),
        [turn("0 play 3 1")],
        "Seat 0 plays 3 on 9: the three is invisible, 9 stays on top.",
    ),
    "an invisible card before a draw": (
        at_rest("3 4", "3", pile="9", stock="7 7 7 7", switches={"invisible.rank": "3", "turn.refill": 2}),
        [turn("0 play 3 1")],
        "Seat 0 plays 3 on 9: the three is invisible, 9 stays on top; seat 0 draws 7.",
    ),
    "an invisible card that counts": (
        at_rest("3 4", "3", pile="9 9 9", switches={"invisible.rank": "3", "invisible.in_run": "counts"}),
        [turn("0 play 3 1")],
        "four nines (invisible ones counted), the pile burns (4 cards)",
    ),
    "a joker that stays": (
        at_rest("* 4", "3", pile="9", switches={"effects": [{"play": "*", "on": "any", "do": "none"}]}),
        [turn("0 play * 1")],
        "Seat 0 plays * on 9: the joker leaves the top as it was.",
    ),
    "a take by need": (
        at_rest("4", "3", pile="5 9"),
        [turn("0 take")],
        "Seat 0 has nothing to play on 9 and takes the pile (2 cards: 5 9).",
    ),
    "a take by choice": (
        at_rest("10", "3", pile="9"),
        [turn("0 take")],
        "Seat 0 could play but takes the pile (1 card: 9).",
    ),
    "a take that leads": (
        at_rest("4", "3", pile="9", switches={"turn.after_take": "again"}),
        [turn("0 take")],
        "takes the pile (1 card: 9) and plays again.",
    ),
    "a take that goes back": (
        at_rest("4", "3", "5", pile="9", switches={"turn.after_take": "previous"}),
        [turn("0 take")],
        "takes the pile (1 card: 9); the turn goes back to seat 2.",
    ),
    "a row card": (
        at_rest("", "3", pile="9", up=["4 5"], switches={"rows.take_card": True}),
        [turn("0 take", row_card="5")],
        "takes the pile (1 card: 9), and with it the 5 of its up row.",
    ),
    "an up row, then a blind row": (
        at_rest("4", "3", up=["5", "4 4"], down=["6"]),
        [turn("0 play 4 1"), turn("1 take"), turn("0 play 5 1")],
        "Seat 0 plays 4 on the empty pile and has its up row (5) left. Seat 1 has nothing to play on 4 and takes "
        "the pile (1 card: 4). Seat 0 plays 5 from its up row on the empty pile and has its blind row (1 card) left.",
    ),
    "a flip": (
        at_rest("", "3", pile="5", down=["8 A"]),
        [turn("0 flip")],
        "Seat 0 turns its next blind card, an eight, and plays it on 5.",
    ),
    "a flip that fails": (
        at_rest("", "3", pile="5", down=["A 8"]),
        [turn("0 flip")],
        "Seat 0 turns its next blind card, an ace, which can't be played on 5, and takes it with the pile (2 cards in "
        "all: 5 A).",
    ),
    "a flip that fails alone": (
        at_rest("", "3", down=["J 8"]),
        [turn("0 flip")],
        "a jack, which can't be played on the empty pile, and takes it into its hand.",
    ),
    "a try": (
        at_rest("4", "3", pile="5", stock="9 9", switches={"turn.try_stock": "stuck", "turn.refill": 1}),
        [turn("0 try")],
        "Seat 0 tries the stock, turns a nine and plays it on 5.",
    ),
    "a try that fails": (
        at_rest("4", "3", pile="5", stock="A 9", switches={"turn.try_stock": "stuck", "turn.refill": 1}),
        [turn("0 try")],
        "Seat 0 tries the stock, turns an ace, which can't be played on 5, and takes it with the pile",
    ),
    "a pass": (
        at_rest("J", "3"),
        [turn("0 pass")],
        "Seat 0 has nothing to open the pile with and passes.",
    ),
    "the last one out": (
        at_rest("4", "3"),
        [turn("0 play 4 1")],
        "Seat 0 plays 4 on the empty pile; seat 0 is out, in first place.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", TURNS)
def test_turns(kind: str) -> None:
    table, turns, expected = TURNS[kind]
    told = said(copy.deepcopy(table), *turns)
    assert expected in told
    assert told.endswith(expected) or kind in ("an invisible card that counts", "a joker", "a try that fails")


def test_an_opening_that_the_rules_ask_for() -> None:
    record = short_record(RuleSet.load("paskahousu-lowest-starts"), 3, ["any"] * 3, 1, 1)
    told = tell(record).splitlines()
    first = record["turns"][0]
    assert f"   1  Seat {first['seat']} opens with {' '.join([first['rank']] * first['count'])}" in "\n".join(told)


def test_numbers_and_names() -> None:
    assert [some("8", 1), some("A", 1), some("9", 1), some("6", 4)] == ["an eight", "an ace", "a nine", "four sixes"]
    assert [number(0), number(12), number(13), number(1000)] == ["no", "twelve", "13", "1,000"]
    assert [counted(1), counted(2, "turn"), counted(0)] == ["1 card", "2 turns", "0 cards"]
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert [plural("K"), plural("*"), plural("1")] == ["kings", "jokers", "ones"]


def check_told(record: dict[str, Any]) -> list[str]:
    """Check what must be so whatever the game, and return the lines."""
    text = tell(json.loads(json.dumps(record)))
    lines = text.splitlines()
    assert text.isascii()
    assert max(map(len, lines)) <= WIDTH
    assert not any(line != line.rstrip() for line in lines)
    numbers = [int(line[:6]) for line in lines if line[:6].strip().isdigit()]
    assert numbers[: len(record["turns"])] == list(range(1, len(record["turns"]) + 1))
    for seat, hand in enumerate(record["deal"]["hand"]):
        assert any(line.startswith(f"Seat {seat}  {record['strategies'][seat]}") for line in lines), hand
    if record["outcome"] == "finished":
        assert f"Seat {record['loser']} is left with " in text
        assert text.count(" place") == record["players"] - 1
    else:
        assert record["proof"] in text
    return lines


@pytest.mark.parametrize("preset", presets())
def test_games_of_every_preset(preset: str) -> None:
    rules = RuleSet.load(preset).with_switches({"limits.turns": 300})
    check_told(short_record(rules, 3, ["any", "random", "lowest"], 8, 3))
    check_told(short_record(rules, 4, ["lowest"] * 4, 8, 3))


def test_games_of_drawn_rule_sets() -> None:
    dice = random.Random("telling")
    for _ in range(15):
        rules, players = drawn_setting(dice)
        check_told(
            short_record(rules, players, [dice.choice([*BOTS]) for _ in range(players)], 5, dice.getrandbits(30))
        )


def games_ending_in(proof: str, rules: RuleSet, lineup: list[str], first: int = 0) -> dict[str, Any]:
    for game in range(first, first + 400):
        record = short_record(rules, len(lineup), lineup, 5, game)
        if record["proof"] == proof:
            return record
    pytest.fail(f"no game with {proof}")


def test_stuck_cards__the_certificate_holds() -> None:
    record = games_ending_in("stuck_cards", RuleSet.load("paskahousu"), ["lowest"] * 4)
    table = first_table(record)
    for entry in record["turns"]:
        play_turn(table, entry)
    assert has_stuck_cards(table)
    text = " ".join(" ".join(check_told(record)).split())
    tops = text.partition("can still come up: ")[2].partition(".")[0]
    still = tops.removesuffix(" and the empty pile").split(", ")
    holders = [seat for seat in table.active if f"seat {seat}  hand" in "\n".join(check_told(record))]
    assert holders == table.active
    dead = [rank for rank in ("J", "Q", "K") if f"{rank} {NAMES[rank]}: goes only" in text]
    assert dead
    for rank in dead:
        assert rank not in still
        assert not any(may_go(table.rules, rank, top, REST) for top in (*still, "empty"))
    assert "hold such cards, so n" in text


def test_loops__the_turns_named_are_those_that_repeat() -> None:
    for rules, lineup, proof, first in (
        ("paskahousu", ["lowest"] * 4, "state_repeats", 870),
        ("poytapaska", ["lowest"] * 4, "forced_loop", 420),
    ):
        record = games_ending_in(proof, RuleSet.load(rules), lineup, first)
        text = " ".join(" ".join(check_told(record)).split())
        later, earlier = _loop(text)
        states = [state_of(first_table(record))]
        table = first_table(record)
        for entry in record["turns"]:
            play_turn(table, entry)
            states.append(state_of(table))
        period = later - earlier
        assert states[later] == states[earlier]
        assert states[earlier - 1] != states[later - 1]  # it began no earlier
        assert len({*states[earlier:later]}) == period  # and is no shorter
        assert states[-1] == states[-1 - period]


def _loop(text: str) -> tuple[int, int]:
    later = int(text.partition("After turn ")[2].split()[0])
    return later, int(text.partition("exactly as it did after turn ")[2].split(",")[0])


def test_closed__a_search_tells_what_it_saw() -> None:
    rules = RuleSet.load("poytapaska")
    table = table_with(rules, ["", "A A", "A"], down=["4 Q", "J J 8", "3 9"])
    table.to_play = 2
    text = " ".join(told_ending({"outcome": "deadlock", "proof": "closed"}, table))
    assert "to every state that can be reached: " in text
    assert "seat 1  hand A A   down J J 8" in text
    assert "can be played in none of them: 3 4 8 9 J Q." in text


def test_closed__more_states_than_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paskasim.telling.endings.MOST_STATES", 2)
    table = table_with(RuleSet.load("poytapaska"), ["", "A A", "A"], down=["4 Q", "J J 8", "3 9"])
    table.to_play = 2
    assert "there are more than 2. In none" in " ".join(told_ending({"outcome": "deadlock", "proof": "closed"}, table))


def test_all_pass() -> None:
    table = table_with(RuleSet.load("paskahousu"), ["J", "Q", ""])
    table.places[2] = 1
    text = " ".join(told_ending({"outcome": "deadlock", "proof": "all_pass"}, table))
    assert "both players passed, one after the other." in text
    assert "seat 0  hand J" in text


def test_the_limit() -> None:
    rules = RuleSet.load("paskahousu").with_switches({"limits.turns": 100})
    table = table_with(rules, ["4", "4 J"], pile="3")
    table.turns_played = 100
    left = copy.deepcopy(table)
    assert "not known (open)" in " ".join(told_ending({"outcome": "unresolved", "proof": "open"}, left))
    witness = [turn("0 play 4 1")]
    lines = list(told_ending({"outcome": "unresolved", "proof": "escape", "witness": witness}, table))
    assert " 101  Seat 0 plays 4 on 3; seat 0 is out, in first place." in lines
    assert lines[-1] == "Then seat 1 would be left and lose."


def record_of_a_game() -> dict[str, Any]:
    return json.loads(json.dumps(short_record(RuleSet.load("shithead"), 2, ["any"] * 2, 2, 2)))  # type: ignore[no-any-return]


@pytest.mark.parametrize("key", ["name", "rules", "deal", "swap", "turned", "starter", "turns", "outcome", "places"])
def test_a_record_with_something_missing(key: str) -> None:
    record = record_of_a_game()
    del record[key]
    with pytest.raises(PaskasimError, match="can't be told"):
        tell(record)


def test_a_record_with_a_turn_that_is_not_legal() -> None:
    record = record_of_a_game()
    record["turns"][3] = {**record["turns"][3], "action": "play", "rank": "9", "count": 9}
    with pytest.raises(PaskasimError, match=r"turn 4, seat \d, 9x9 is not legal; for seat"):
        tell(record)


def test_a_record_without_its_last_turns() -> None:
    record = short_record(RuleSet.load("paskahousu-open-any"), 2, ["random"] * 2, 2, 2)
    assert record["outcome"] == "finished"
    record["turns"] = record["turns"][:-1]
    with pytest.raises(PaskasimError, match="its turns lead to the places"):
        tell(record)


@pytest.mark.parametrize("record", [None, "x", [], {}, 3])
def test_things_that_are_no_records(record: Any) -> None:
    with pytest.raises(PaskasimError, match="can't be told"):
        tell(record)


def test_a_swap_is_told() -> None:
    record = short_record(RuleSet.load("shithead"), 2, ["lowest", "any"], 2, 2)
    text = tell(record)
    assert "Seat 1 keeps its up row." in text
    assert "Seat 0 lays " in text or "Seat 0 keeps" in text
