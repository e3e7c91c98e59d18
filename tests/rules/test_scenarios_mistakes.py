"""What is wrong with a scenario is told with its line, what was given and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet

RANKS = "ranks are 1 3 4 5 6 7 8 9 10 J Q K A 2 *"
WHO = '"same", "next", "previous", "after_next", seats clockwise from the player: whole numbers from 0 to 9'
ROW = 'hand = "9"\nexpect_legal = "9"\n'  # lines 2 and 3

# what is said, without `scenario: entry 1`; ` ... ` stands for a part left out, and the end may be
MISTAKES = {
    'hnad = "9"\nexpect_legal = "9"': (
        '2: entry: no such key: hnad; allowed: name, players, pile, hand ... (did you mean "hand"?)'
    ),
    'hand = "9"\nexpct_next = "same"': (
        '3: entry: no such key: expct_next; allowed: ... (did you mean "expect_next"?)'
    ),
    ROW + 'pile = "9 q"': f'4: pile: "q" is no rank; {RANKS} (did you mean "Q"?)',
    ROW + "pile = 9": '4: pile: 9 is a number; ranks are text, write "9"',
    ROW + 'pile = "9x16"': '4: pile: "9x16" is no number of cards; allowed: 1 to 15',
    ROW + 'pile = "3-9"': '4: pile: "3-9" is a range; name each card',
    ROW + f'pile = "{"9x15 " * 16}"': "4: pile: ... holds more cards than there are",
    ROW + 'phase = "end"': '4: phase: "end" is not allowed; allowed: "stock", "rest"',
    ROW + "players = 1": "4: players: 1 is not allowed; allowed: whole numbers from 2 to 10",
    ROW + 'players = "4"': '4: players: "4" is text; write 4 without quotes',
    ROW + 'direction = "left"': '4: direction: "left" is not allowed; allowed: "clockwise", "anticlockwise"',
    ROW + 'first_turn = "true"': '4: first_turn: "true" is text; write true without quotes',
    ROW + 'others = "9"': '4: others: "9" is text; allowed: a list of card texts such as ["9 9", "J"], "out"',
    ROW + "others = []": "4: others: names 0 players; allowed: 1 to 9",
    ROW + 'others = [\n  "9",\n  "otu",\n]': f'6: others: "otu" is no rank; {RANKS}',
    ROW + 'expect_others = ["out", "9"]': f'4: expect_others: "out" is no rank; {RANKS}',
    ROW + 'play = "tak"': (
        f'4: play: "tak" is no rank; {RANKS}; other actions are take, try, pass, flip (did you mean "take"?)'
    ),
    ROW + 'play = "9 J"': '4: play: "9 J" names more than one rank; a play holds cards of one rank',
    ROW + 'play = ""': '4: play: "" names no action; allowed: cards of one rank such as "9 9" or "9x2"',
    ROW + "play = []": "4: play: [] names no action; allowed: cards of one rank",
    ROW + "play = 9": '4: play: 9 is a number; ranks are text, write "9"',
    ROW + "play = [\n'take',\n'11',\n]": f'6: play: "11" is no rank; {RANKS} (did you mean "J"?); other actions',
    ROW + 'claim = "9 J"': (
        '4: claim: "9 J" names more than one rank; a claim is so many cards of one rank, such as 7x2'
    ),
    ROW + 'claim = "take"': f'4: claim: "take" is no rank; {RANKS}',
    ROW + 'claim = ""': '4: claim: "" names no cards; a claim is so many cards of one rank, such as 7x2',
    ROW + "claim = 9": '4: claim: 9 is a number; ranks are text, write "9"',
    ROW + 'lay = "9"': "4: lay: needs claim",
    ROW + "challenge = 1": "4: challenge: needs claim",
    ROW + 'claim = "9"\nchallenge = 0': "5: challenge: 0 is not allowed; allowed: whole numbers from 1 to 9",
    ROW + 'claim = "7"\nlay = "9 9"': "5: lay: holds 2 cards, but 1 are claimed; lay as many as claim says",
    ROW + 'claim = "7"\nlay = "J"': "5: lay: J cannot be laid: hand holds 9",
    ROW + 'claim = "7"': "4: claim: 7 cannot be laid: hand holds 9; lay says which cards are laid",
    ROW + 'row_card = "out"': '4: row_card: "out" is not allowed; allowed: "1", "3", "4"',
    'hand = "9"\nexpect_legal = "9 take"': (
        '3: expect_legal: "take" is no rank, and this is the set of ranks that may be played; write "take" in'
        " expect_may or expect_may_not"
    ),
    'hand = "9"\nexpect_legal = "9x2"': (
        '3: expect_legal: "9x2" is no rank, and this is the set of ranks that may be played; write "9x2" in'
    ),
    'hand = "9"\nexpect_legal = "B"': f'3: expect_legal: "B" is no rank; {RANKS} (did you mean "J"?)',
    ROW + 'expect_may = ""': '4: expect_may: "" names no action; allowed: actions such as "9 Jx2 take"',
    ROW + 'expect_may_not = "9 flop"': (
        f'4: expect_may_not: "flop" is no rank; {RANKS}; other actions are take, try, pass, flip (did you mean "flip"?)'
    ),
    ROW + 'play = "9"\nexpect = "brn"': (
        '5: expect: "brn" is not allowed; allowed: "none", "burn", "burn_ten" ... (did you mean "burn"?)'
    ),
    ROW + 'play = "9"\nexpect_next = "nxt"': (
        f'5: expect_next: "nxt" is not allowed; allowed: {WHO} (did you mean "next"?)'
    ),
    ROW + 'play = "9"\nexpect_next = "2"': '5: expect_next: "2" is text; write 2 without quotes',
    ROW + 'play = "9"\nexpect_next = 10': "5: expect_next: 10 is not allowed; allowed: whole numbers from 0 to 9",
    ROW + 'play = "9"\nexpect_taker = true': "5: expect_taker: true is a yes or no; allowed:",
    ROW + 'expect_pile = ""': '4: expect_pile: "" is not allowed; write "empty"',
    ROW + 'expect_top = "emtpy"': '4: expect_top: "emtpy" is not allowed; allowed: "1" ... (did you mean "empty"?)',
    ROW + 'expect_end = "deadlock"': (
        '4: expect_end: "deadlock" is not allowed; allowed: "finished", "all_pass", "stuck_cards"'
    ),
    "expect_deal = { hnad = 5 }": (
        '2: expect_deal: no such key: hnad; allowed: decks, cards, hand, up, down, stock (did you mean "hand"?)'
    ),
    'expect_deal = { hand = "5" }': (
        '2: expect_deal: hand: "5" is not allowed; allowed: a whole number, or one a seat such as "18 17 17"'
    ),
    "expect_deal = { decks = 4 }": "2: expect_deal: decks: 4 is not allowed; allowed: whole numbers from 1 to 3",
    "expect_deal = {}": "2: expect_deal: {} names nothing; allowed: a table with any of decks, cards, hand",
    "expect_deal = 5": "2: expect_deal: 5 is a whole number; allowed: a table with any of decks",
    'expect_deck = { "9-3" = 4 }': '2: expect_deck: "9-3" is no range; ranges rise in the order, so write "3-9"',
    'hand = "9"': "1: entry: nothing is expected; write one or more of expect_starter, expect_legal,",
    'expect_legal = "9"': "1: entry: the player has no card; write hand, up or down (or deck)",
    ROW + 'phase = "rest"\nstock = "9"': '5: stock: there is none with phase = "rest"',
    ROW + 'phase = "stock"\nstock = ""': '5: stock: it cannot be empty with phase = "stock"',
    'up = "9"\nexpect_legal = "9"\nstock = "9"': "4: stock: an empty hand and a stock never come together",
    'up = "9"\nexpect_legal = "9"\nphase = "stock"': "4: phase: an empty hand and a stock never come together",
    ROW + 'players = 4\nothers = ["3", "4"]': "5: others: names 2 other players, but by players there are 3",
    ROW + 'others = ["3"]\nothers_up = ["3", "4"]': ("5: others_up: names 2 other players, but by others there are 1"),
    ROW + 'others = ["out", "out"]': "4: others: someone else has to be in the game still",
    ROW + 'deck = "3 4 5"': "2: hand: does not go with deck, which the rules deal out",
    ROW + "expect_starter = 1": "4: expect_starter: needs first_turn = true, or deck",
    ROW + 'swap = "9"': "4: swap: needs first_turn = true, or deck",
    ROW + "first_turn = true": "4: first_turn: needs others: who begins may depend on every hand",
    ROW + 'first_turn = true\nothers = ["3", "out"]': "5: others: nobody is out with first_turn = true",
    ROW + 'first_turn = true\nothers = ["3"]\npile = "3"': "6: pile: there is none yet with first_turn = true",
    ROW + 'first_turn = true\nothers = ["3"]\nup = "4"\nswap = "5"': (
        "7: swap: lay as many cards as up has, out of hand and up"
    ),
    ROW + "expect_out = true": "4: expect_out: needs play or claim",
    ROW + 'expect = "burn"': "4: expect: needs play or claim",
    ROW + 'play = "9"\nexpect = "illegal"\nexpect_out = true': (
        '6: expect_out: does not go with expect = "illegal", after which nothing happens'
    ),
    ROW + 'play = "9"\nrow_card = "9"': '5: row_card: needs play = "take"',
    ROW + 'play = "9 9"': '4: play: "9 9" is not there to be played: hand holds 1 of 9',
    'up = "3"\nplay = "9"\nexpect = "none"': '3: play: "9" is not there to be played: up holds 0 of 9',
    'down = "9"\nplay = "9"\nexpect = "none"': (
        '3: play: the player is at the blind row, whose first card is turned; write play = "flip"'
    ),
    ROW + 'play = "try"': "4: play: a try turns a card of the stock; write stock",
    ROW + 'expect_stock = "3"': "4: expect_stock: needs stock",
}


def told(folder: Path, text: str) -> list[str]:
    (folder / "house.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PaskasimError) as caught:
        RuleSet.load(folder / "house.toml")
    assert caught.value.exit_code == 2
    return [line.removeprefix(f"{folder.as_posix()}/house.toml:") for line in caught.value.what.splitlines()]


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake(text: str, tmp_path: Path) -> None:
    (line,) = told(tmp_path, f"[[scenario]]\n{text}\n")
    said = line.replace("scenario: entry 1, ", "").replace("scenario: entry 1: ", "entry: ")
    begins, _, ends = MISTAKES[text].partition(" ...")
    assert said.startswith(begins)
    assert said.endswith(ends)


def test_all_mistakes_of_a_file_at_once(tmp_path: Path) -> None:
    text = '[faces]\nmin_top = "X"\n[[scenario]]\nhand = "Z"\n[[scenario]]\nhand = "9"\nplay = "J"\nexpect = "none"\n'
    lines = told(tmp_path, text)
    assert [line.partition(":")[0] for line in lines] == ["2", "4", "7"]
    assert lines[2].startswith("7: scenario: entry 2, play:")


def test_mistakes_in_an_extended_file_are_told_too(tmp_path: Path) -> None:
    (tmp_path / "inner.toml").write_text('[[scenario]]\nhand = "Z"\n', encoding="utf-8")
    (line,) = told(tmp_path, 'extends = "inner.toml"\n')
    assert "inner.toml:2: scenario: entry 1, hand:" in line
