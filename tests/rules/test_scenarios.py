"""Scenarios are played by the rules: what holds holds, what does not is told in a sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from paskasim.cli import run
from paskasim.reference import AnyBot, play_game
from paskasim.rules import RuleSet
from paskasim.rules.scenarios import EXPECTED, Entry, scenario_table
from paskasim.scenarios import Verdict, judge_all, would_hold_with
from paskasim.scenarios.answers import AFTER, BEFORE
from paskasim.studies.plan import plan
from paskasim.studies.reading import load_study

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")


def verdict(scenario: dict[str, Any], rules: dict[str, Any] | None = None) -> Verdict:
    """The verdict on one scenario; the article's game where no rules are given."""
    return judge_all(RuleSet.from_dict({"extends": "paskahousu", **(rules or {}), "scenario": [scenario]}))[0]


def said(scenario: dict[str, Any], rules: dict[str, Any] | None = None) -> list[str]:
    return [complaint.text for complaint in verdict(scenario, rules).complaints]


NINES: dict[str, Any] = {"pile": "9 9 9", "hand": "9 J 2 4", "phase": "rest", "play": "9"}
OPENING = {"hand": "A 5 6 7 8", "others": ["3", "4 4", "9"], "play": "A"}
TABLE = {"deal.down": 3, "deal.up": 3}

# Each pair: a scenario that holds, and what is said when one key is set to something wrong.
FAULTS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    (
        NINES | {"expect_legal": "9 J 2"},
        {},
        "9 2",
        'expect_legal = "9 2", but the ranks that may be played are 9 J 2',
    ),
    ({"hand": "J", "expect_legal": ""}, {}, "J", 'expect_legal = "J", but no rank may be played'),
    (
        NINES | {"expect_may": "9x1 take"},
        {},
        "4 9x2",
        'expect_may = "4 9x2", but 4 or 9x2 is not legal; legal: 9x1 Jx1 2x1 take',
    ),
    (
        NINES | {"expect_may_not": "4 try pass flip Jx2"},
        {},
        "J take",
        'expect_may_not = "J take", but J or take is legal; legal: 9x1 Jx1 2x1 take',
    ),
    (NINES | {"expect": "burn_four"}, {}, "none", 'expect = "none", but the rules give "burn_four"'),
    (NINES | {"expect": "burn"}, {}, "illegal", 'expect = "illegal", but it is legal'),
    (NINES | {"expect_next": "same"}, {}, "next", 'expect_next = "next", but the rules give "same"'),
    (NINES | {"expect_taker": "nobody"}, {}, "next", 'expect_taker = "next", but nobody takes the pile'),
    (OPENING | {"expect_taker": 1}, {}, "same", 'expect_taker = "same", but the rules give "next"'),
    (OPENING | {"expect_taker": "next"}, {}, "nobody", 'expect_taker = "nobody", but the rules give "next"'),
    (OPENING | {"expect_next": "after_next"}, {}, 3, 'expect_next = 3, but the rules give "after_next"'),
    (OPENING | {"expect_next": 2}, {}, 9, 'expect_next = 9, but the rules give "after_next"'),
    (
        OPENING | {"expect_others": ["3 A", "4 4", "9"]},
        {},
        ["3", "4 4", "9"],
        'expect_others = ["3", "4 4", "9"], but for seat 1 the rules give 3 A',
    ),
    (OPENING | {"expect_drawn": 1}, {}, 0, "expect_drawn = 0, but the rules give 1"),
    (NINES | {"expect_out": False}, {}, True, "expect_out = true, but the rules give false"),
    (NINES | {"expect_pile": "empty"}, {}, "9x4", 'expect_pile = "9x4", but the rules give no card'),
    (NINES | {"expect_top": "empty"}, {}, "9", 'expect_top = "9", but the rules give "empty"'),
    (NINES | {"expect_run": 0}, {}, 4, "expect_run = 4, but the rules give 0"),
    (NINES | {"expect_hand": "2 J 4"}, {}, "2 J", 'expect_hand = "2 J", but the rules give 4 J 2'),
    (
        {"pile": "8", "up": "3 9 9", "play": "9 9", "expect_up": "3"},
        TABLE,
        "3 9",
        'expect_up = "3 9", but the rules give 3',
    ),
    (
        {"pile": "8", "down": "9 3 4", "play": "flip", "expect_down": "3 4"},
        TABLE,
        "4 3",
        'expect_down = "4 3", but the rules give 3 4',
    ),
    (
        {"hand": "3 4 5 6 7", "stock": "8 9 10", "play": "3", "expect_stock": "9 10"},
        {},
        "10 9",
        'expect_stock = "10 9", but the rules give 9 10',
    ),
    (
        {"hand": "3 4", "others": ["5", "6"], "play": "3", "expect_direction": "anticlockwise"},
        {"reverse.rank": "3"},
        "clockwise",
        'expect_direction = "clockwise", but the rules give "anticlockwise"',
    ),
    (
        {"hand": "3", "phase": "rest", "others": ["J", "out"], "play": "3", "expect_end": "finished"},
        {},
        "goes_on",
        'expect_end = "goes_on", but the rules give "finished"',
    ),
    (
        {"first_turn": True, "hand": "4", "others": ["3", "3 3"], "expect_starter": 2},
        {"start.player": "lowest"},
        1,
        "expect_starter = 1, but the rules give 2",
    ),
    (
        {"first_turn": True, "hand": "4", "others": ["3"], "expect_starter": "random"},
        {"start.player": "random"},
        0,
        'expect_starter = 0, but the rules give "random"',
    ),
    (
        {"expect_deal": {"decks": 1, "hand": 5, "stock": 37}},
        {},
        {"decks": 2, "hand": 6, "up": 0},
        "expect_deal = { decks = 2, hand = 6, up = 0 }, but for 3 players the rules give decks 1, hand 5",
    ),
    (
        {"players": 5, "expect_deal": {"hand": "11 11 10 10 10"}},
        {"deal.all": True},
        {"hand": 11},
        "expect_deal = { hand = 11 }, but for 5 players the rules give hand 11 11 10 10 10",
    ),
    (
        {"expect_deck": {"3-A 2": 4, "*": 0}},
        {},
        {"2": 8, "*": 2},
        'expect_deck = { "2" = 8, "*" = 2 }, but for 3 players the deck holds 4 of 2, 0 of *',
    ),
]


@pytest.mark.parametrize(("scenario", "rules", "wrong", "sentence"), FAULTS)
def test_a_wrong_expectation_is_told(
    scenario: dict[str, Any], rules: dict[str, Any], wrong: object, sentence: str
) -> None:
    assert said(scenario, rules) == []
    key = sentence.partition(" ")[0]
    assert said(scenario | {key: wrong}, rules) == [sentence]


def test_every_expectation_has_a_planted_fault() -> None:
    assert {sentence.partition(" ")[0] for _, _, _, sentence in FAULTS} == {*EXPECTED} == {*BEFORE, *AFTER}


def test_illegal_plays() -> None:
    low: dict[str, Any] = {"pile": "9", "hand": "8 9 9"}
    assert said(low | {"play": "8", "expect": "illegal"}) == []
    assert said(low | {"play": "8", "expect": "none"}) == ['play = "8" is not legal; legal: 9x1 9x2 take']
    assert said(low | {"play": "try", "expect": "illegal"}) == []
    assert said(low | {"play": ["9", "9"], "expect": "none"}, {"turn.after_take": "again"}) != []
    row: dict[str, Any] = {"pile": "9", "up": "3 4", "play": "take", "row_card": "4"}
    assert said(row | {"expect_hand": "9 4"}, {"rows.take_card": True, **TABLE}) == []
    assert said(row | {"expect_hand": "9 3"}, TABLE) == ['play = "take" with row_card 4 is not legal; legal: take']
    assert said(row | {"expect": "illegal"}, TABLE) == []


BLUFF = {"extends": "valepaska"}
CLAIM: dict[str, Any] = {"pile": "9", "hand": "3 9 J", "others": ["4", "out", "K"], "claim": "9", "expect": "none"}


@pytest.mark.parametrize(
    ("changed", "rules", "sentence"),
    [
        (
            {"claim": "8", "lay": "J"},
            {},
            'claim = "8": no 8 may go on 9; legal are claims of 9 10 J Q K 2 and take',
        ),
        ({"pile": "", "claim": "J", "lay": "J"}, {}, 'claim = "J": no J may open a pile; legal are claims of 3 4 5'),
        (
            {"claim": "9x5", "hand": "9 9 3 4 5 6", "lay": "3 4 5 6 9"},
            {},
            'claim = "9x5": the deck holds 4 cards of 9; legal claims of 9: 9x1 9x2 9x3 9x4',
        ),
        (
            {"claim": "9x2"},
            {"deck.ranks": "3-8 10-A 2", "play": "take"},
            'claim = "9x2": the deck holds no 9; legal are claims of',
        ),
        (
            {"claim": "9x2", "lay": "9 J"},
            {"turn.counts": {"9": "1 3"}},
            'claim = "9x2": turn.counts forbids the number; legal claims of 9: 9x1 9x3',
        ),
        (
            {"claim": "9", "hand": "J", "lay": "J", "phase": "rest"},
            {"finish.not_with": "9"},
            'claim = "9": nobody may go out with a 9: finish.not_with; legal are claims of 10 J Q K 2 and take',
        ),
        ({"challenge": 2}, {}, "challenge = 2: that player is out; allowed: 1, 3"),
        ({"challenge": 4}, {}, "challenge = 4: there are 4 players; allowed: 1, 3"),
        (
            {"challenge": 3},
            {"bluff.who": "next"},
            'challenge = 3: only the next player may challenge: bluff.who = "next"; allowed: 1',
        ),
        (
            {"challenge": 1, "direction": "anticlockwise"},
            {"bluff.who": "next"},
            'challenge = 1: only the next player may challenge: bluff.who = "next"; allowed: 3',
        ),
        ({}, {"bluff.on": False}, 'claim = "9": these rules play openly: bluff.on = false; write play'),
        (
            {"play": ["take", "7"], "phase": "rest"},
            {},
            'play = "7": 7 cannot be laid: the hand holds 4; write claim and lay for a lie',
        ),
    ],
)
def test_claims_and_challenges_that_are_refused(changed: dict[str, Any], rules: dict[str, Any], sentence: str) -> None:
    scenario = CLAIM | changed
    if "deck.ranks" in rules:
        rules, scenario = {"deck.ranks": rules["deck.ranks"]}, scenario | {"pile": "8", "hand": "3 J", "lay": "3 J"}
    (told,) = said(scenario, BLUFF | rules)
    assert told.startswith(sentence)
    if not told.startswith("play"):
        assert said(scenario | {"expect": "illegal"}, BLUFF | rules) == []


def test_a_claim_of_more_cards_than_the_hand_holds() -> None:
    turns = CLAIM | {"play": "9", "others": ["J Q K", "4"], "phase": "rest", "claim": "Kx4", "lay": "J Q K 4"}
    (told,) = said(turns, BLUFF)
    assert told == 'claim = "Kx4": the hand holds 3 cards; legal claims of K: Kx1 Kx2 Kx3'


def test_a_row_is_played_openly_with_bluff() -> None:
    row: dict[str, Any] = {"pile": "8", "up": "9 3", "expect": "none"}
    rules = {"extends": "valepaska-rows"}
    assert said(row | {"play": "9"}, rules) == []
    turns = {"hand": "3 4", "phase": "rest", "play": "3", "others": [""], "others_up": ["9 10"], "claim": "10"}
    (told,) = said(turns | {"expect": "none"}, rules)
    assert told == 'claim = "10": who plays from the up row plays openly; write play'


def test_a_challenge_that_is_not_what_it_is_told_to_be() -> None:
    lie = CLAIM | {"lay": "J", "challenge": 1, "expect_taker": "same", "expect_next": 1}
    assert said(lie, BLUFF) == []
    assert said(lie | {"expect_taker": 1}, BLUFF) == ['expect_taker = 1, but the rules give "same"']
    true = lie | {"lay": "9", "expect_taker": "next", "expect_next": "same"}
    assert said(true, BLUFF) == []
    assert said(true | {"expect_taker": "nobody"}, BLUFF) == ['expect_taker = "nobody", but the rules give "next"']
    ten = true | {"pile": "9", "hand": "10 3", "claim": "10", "lay": "10", "expect_taker": "nobody"}
    assert said(ten, BLUFF | {"bluff.honest_burn": "burns"}) == []
    assert said(ten, BLUFF) == ['expect_taker = "nobody", but the rules give "next"']
    assert said(CLAIM | {"expect_end": "closed"}, BLUFF) == ['expect_end = "closed", but the rules give "goes_on"']


def test_several_turns() -> None:
    turns = {"pile": "9", "hand": "3", "phase": "rest", "others": ["5 6", "7"], "play": ["take", "5", "7"]}
    assert (
        said(turns | {"expect_out": True, "expect_pile": "5 7", "expect_next": "next", "expect_end": "goes_on"}) == []
    )
    assert said(turns | {"play": ["take", "5", "6"], "expect": "none"}) == ['play = "6" is not legal; legal: 7x1 take']
    over = {"hand": "3", "phase": "rest", "others": ["5", "out"], "play": ["3", "5"], "expect": "none"}
    assert said(over) == ['play: the game is over before "5"']
    assert said(over | {"play": "3", "expect": "none", "expect_next": "next"}) == [
        'expect_next = "next", but the game is over'
    ]


def test_an_end_that_no_play_can_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    # The three goes to and fro for ever; neither face card can ever be played.
    faces: dict[str, Any] = {"pile": "3", "hand": "J", "others": ["Q"], "phase": "rest"}
    assert said(faces | {"expect_end": "closed"}) == []
    assert said(faces | {"expect_end": "goes_on"}) == []
    assert said(faces | {"pile": "", "expect_end": "closed"}) == [
        'expect_end = "closed", but the rules give "stuck_cards"'
    ]
    (escape,) = said(faces | {"pile": "7", "expect_end": "closed"})
    assert escape == 'expect_end = "closed", but the game can end in 1 more turn'
    (unclear,) = said(faces | {"phase": "stock", "expect_end": "closed"})
    assert unclear.endswith("a stock that is left open; write stock")
    monkeypatch.setattr("paskasim.scenarios.answers.MOST_STATES", 2)
    told = verdict({"pile": "9", "hand": "3 4 5", "others": ["6 7 8"], "phase": "rest", "expect_end": "closed"})
    assert told.complaints[0].text == "expect_end: there are more than 2 ways to go on; write fewer cards"
    assert not told.complaints[0].of_rules


def test_burns_count_players_who_are_out() -> None:
    last = {"pile": "9", "hand": "10", "phase": "rest", "others": ["out", "5", "6"], "play": "10", "expect": "burn"}
    assert said(last | {"expect_next": 2, "expect_out": True}) == []
    assert said(last | {"expect_next": "next"}) == []
    assert said(last | {"expect_next": "same"}) == ['expect_next = "same", but the rules give "next"']


def test_tries() -> None:
    rules = {"turn.try_stock": "stuck"}
    stuck = {"pile": "9", "hand": "3 4 5 6 7", "play": "try", "stock": "4 8"}
    assert said(stuck | {"expect": "taken", "expect_taker": "same", "expect_hand": "3 4 4 5 6 7 9"}, rules) == []
    assert said(stuck | {"expect": "none"}, rules) == ['expect = "none", but the rules give "taken"']
    assert said(stuck | {"expect": "illegal"}) == []
    later = {"pile": "3", "hand": "9 9 9 9 9", "players": 2, "play": ["9", "try"], "expect": "none"}
    assert "left open; write stock" in said(later | {"hand": "9 8 8 8 8"}, {"turn.try_stock": "any_time"})[0]


def test_cards_that_are_left_open_are_not_guessed() -> None:
    drawn = {"hand": "3 4 5 6 7", "play": "3"}
    told = verdict(drawn | {"expect_hand": "4 5 6 7 8"})
    assert [each.text for each in told.complaints] == [
        "expect_hand: cards were drawn of a stock that is left open; write stock"
    ]
    assert would_hold_with(RuleSet.load("paskahousu"), told.scenario) == []
    assert said(drawn | {"expect_pile": "3", "expect_drawn": 1}) == []
    assert said(drawn | {"stock": "8", "expect_hand": "4 5 6 7 8"}) == []


IMPOSSIBLE: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"hand": "*"}, {}, "hand: the deck for 3 players holds no cards of rank *, the scenario needs 1"),
    (
        {"pile": "9 9 9", "hand": "9 9"},
        {},
        "hand: the deck for 3 players holds 4 cards of rank 9, the scenario needs 5",
    ),
    ({"hand": "9", "players": 10}, {"deal.up": 6}, "players: the deal for 10 players needs 110 cards"),
    ({"hand": "9", "stock": "3"}, {"deal.all": True}, "stock: the deal of these rules leaves no stock"),
    ({"hand": "9", "phase": "stock"}, {"deal.all": True}, "phase: the deal of these rules leaves no stock"),
    ({"deck": "3 4 5"}, {}, "deck: it holds 3 cards, the deal for 3 players takes 15"),
    (
        {"deck": "3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8", "swap": "A"},
        {"deal.up": 1, "deal.hand": 3, "deal.swap": "any"},
        "swap: the player has other cards, or another number of them",
    ),
    (
        {"first_turn": True, "hand": "9", "others": ["3"]},
        {"deal.turned": 1},
        "first_turn: a card of the stock is turned; write stock",
    ),
    (
        {"hand": "3x4 4x4", "pile": "5x4", "phase": "stock", "players": 2},
        {"deck.ranks": "3-5", "deal.hand": 1},
        "others:",
    ),
]


@pytest.mark.parametrize(("scenario", "rules", "sentence"), IMPOSSIBLE)
def test_situations_that_cannot_be(scenario: dict[str, Any], rules: dict[str, Any], sentence: str) -> None:
    found = said(scenario | {"expect_legal": "9"}, rules)
    assert len(found) == 1
    assert found[0].startswith(sentence)


def test_what_is_left_open_is_filled_up() -> None:
    assert said({"hand": "9", "expect_may_not": "try"}) == []
    assert said({"hand": "9", "expect_may": "try"}, {"turn.try_stock": "any_time"}) == []
    assert said({"hand": "9", "expect_may": "try"}, {"turn.try_stock": "any_time", "deal.all": True}) != []
    assert said({"up": "9", "expect_legal": "9"}) == []
    assert said({"hand": "9", "expect_deal": {"cards": 52}}) == []
    for text, players in (("4-6", 4), ("2", 2), ("2-10", 3)):
        found = said({"hand": "9", "expect_deck": {"9": 0}}, {"players": text})
        assert found == [f'expect_deck = {{ "9" = 0 }}, but for {players} players the deck holds 4 of 9']


@pytest.mark.parametrize(
    ("in_run", "pile", "top", "run"),
    [
        ("ignored", "9 9 3", "9", 2),
        ("counts", "9 9 3", "9", 3),
        ("breaks", "9 9 3", "9", 1),
        ("ignored", "3 3", "3", 1),
        ("ignored", "3x2", "3", 2),
        ("counts", "3 3 3 3 3", "3", 4),
    ],
)
def test_piles_are_built_by_the_rules(in_run: str, pile: str, top: str, run: int) -> None:
    rules = {"invisible.rank": "3", "invisible.in_run": in_run, "deck.jokers": 1}
    if pile.count("3") > 4:
        rules["deck.copies"] = {"3": 5}
        run = 5
    assert said({"pile": pile, "hand": "9", "expect_top": top, "expect_run": run}, rules) == []
    assert said({"pile": f"{pile} *", "hand": "9", "expect_top": top, "expect_run": run}, rules) == []


def test_play_begins_by_the_rules() -> None:
    turned: dict[str, Any] = {"deal.turned": 1, "deck.drop": 2}
    deck = "9 9 9 9 8 7 7 7 7 8 6 6 6 6 8 Q J 10 5 4"
    start: dict[str, Any] = {"deck": deck, "expect_top": "Q", "expect_pile": "Q", "expect_stock": "J 10"}
    assert said(start, turned) == []
    assert said(start, {**turned, "deck.drop": 1}) == ['expect_stock = "J 10", but the rules give J 10 5']
    swap: dict[str, Any] = {"first_turn": True, "hand": "3 4", "up": "5 6", "others": ["7", "8"], "swap": "6 3"}
    table = {"deal.up": 2, "deal.swap": "any"}
    assert said(swap | {"expect_up": "3 6", "expect_hand": "4 5"}, table) == []
    assert said(swap | {"expect_up": "3 6"}, {"deal.up": 2}) == ["swap: these rules have no exchange before play"]
    assert said(swap | {"expect": "illegal"}, {"deal.up": 2}) == []
    assert said(swap | {"expect": "illegal"}, table) == ['expect = "illegal", but it is legal']


FILE = """\
name = "Ours"
extends = "paskahousu"

[[scenario]]
name = "Queens go on a six."
pile = "6"
hand = "Q 7"

expect_legal = "7 Q"

[[scenario]]
hand = "5"
expect_legal = "5"

[[scenario]]
hand = "3 J"
expect_legal = "J"
expect_may = "J"
"""


def test_rules_check_tells_what_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.toml").write_text(FILE, encoding="utf-8")
    assert run(["rules", "check", "ours.toml"]) == 3
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines() == [
        "Ours: in order; the deal fits 2, 3, 4, 5, 6, 7, 8, 9, 10 players",
        "scenarios: 1 of 3 hold",
        'ours.toml:9: Queens go on a six: expect_legal = "7 Q", but the ranks that may be played are 7',
        '  would hold with faces.min_top = "6"',
        '  would hold with invisible.rank = "Q"',
        'ours.toml:17: scenario 3: expect_legal = "J", but the ranks that may be played are 3',
        'ours.toml:18: scenario 3: expect_may = "J", but J is not legal; legal: 3x1',
    ]
    assert run(["rules", "check", "--json", "ours.toml"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert [*found] == ["schema", "name", "players", "not_read", "scenarios"]
    assert found["schema"] == "paskasim-check/1"
    assert [each["holds"] for each in found["scenarios"]] == [False, True, False]
    assert found["scenarios"][0]["place"] == "ours.toml:4"
    assert found["scenarios"][0]["complaints"][0]["key"] == "expect_legal"
    assert found["scenarios"][0]["would_hold_with"] == {"faces.min_top": '"6"', "invisible.rank": '"Q"'}

    Path("ours.toml").write_text(FILE.replace('extends = "paskahousu"', 'extends = "paskahousu"\nfaces.min_top = "6"'))
    assert run(["rules", "check", "ours.toml"]) == 3
    assert "scenarios: 2 of 3 hold" in capsys.readouterr().out
    Path("ours.toml").write_text(FILE.partition("\n\n")[0])
    assert run(["rules", "check", "ours.toml"]) == 0
    assert "scenario" not in capsys.readouterr().out


def test_a_file_runs_its_own_scenarios_only(tmp_path: Path) -> None:
    (tmp_path / "inner.toml").write_text(FILE, encoding="utf-8")
    (tmp_path / "outer.toml").write_text('extends = "inner.toml"\nfaces.on_empty = true\n', encoding="utf-8")
    assert len(RuleSet.load(tmp_path / "inner.toml").scenarios) == 3
    assert judge_all(RuleSet.load(tmp_path / "outer.toml")) == ()


def test_scenarios_are_no_part_of_a_rule_sets_identity(tmp_path: Path) -> None:
    (tmp_path / "with.toml").write_text(FILE, encoding="utf-8")
    (tmp_path / "without.toml").write_text(FILE.partition("\n\n")[0], encoding="utf-8")
    study = (
        'title = "x"\nrules = "{}"\nplayers = 3\nlineups = ["lowest"]\ngames = 1024\nseed = 1\nquestions = ["seats"]\n'
    )
    identities, records = [], []
    for name in ("with.toml", "without.toml"):
        rules = RuleSet.load(tmp_path / name)
        (tmp_path / "study.toml").write_text(study.format(name), encoding="utf-8")
        identities.append([case.identity for case in plan(load_study(tmp_path / "study.toml", ("seats",)))])
        records.append((rules.flat(), hash(rules), play_game(rules, 3, [AnyBot()] * 3, 1, 0)))
    assert identities[0] == identities[1]
    assert records[0] == records[1]
    changed = RuleSet.load(tmp_path / "with.toml").with_switches({"faces.min_top": "8"})
    assert len(changed.scenarios) == 3


def blocks() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", DOCS, re.DOTALL)


@pytest.mark.parametrize("text", blocks())
def test_the_examples_of_the_docs_hold(text: str, tmp_path: Path) -> None:
    (tmp_path / "docs.toml").write_text(text, encoding="utf-8")
    verdicts = judge_all(RuleSet.load(tmp_path / "docs.toml"))
    assert len(verdicts) >= 2
    assert [each.sentences() for each in verdicts if not each.holds] == []


def test_the_failure_that_the_docs_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    faulty = blocks()[0].replace('min_top = "8"', 'min_top = "7"')
    Path("my-table.toml").write_text(faulty, encoding="utf-8")
    assert run(["rules", "check", "my-table.toml"]) == 3
    shown = re.findall(r"```text\n(.*?)```", DOCS, re.DOTALL)
    assert shown == [capsys.readouterr().out]


def test_the_table_of_the_docs_is_that_of_the_code() -> None:
    assert scenario_table() in DOCS, "print(scenario_table()) into docs/scenarios.md"
    assert all(part.description for part in Entry.model_fields.values())


def test_the_example_table_holds() -> None:
    verdicts = judge_all(RuleSet.load(ROOT / "src/paskasim/examples/my-table.toml"))
    assert len(verdicts) == 3
    assert all(each.holds for each in verdicts)
