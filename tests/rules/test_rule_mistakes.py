"""Rule files that are wrong: what is said, with file, line and key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet
from paskasim.rules.document import MOST_BYTES

NUMBERS = "whole numbers from"
ON_EMPTY = '"next_takes_pass", "next_takes_again", "next_takes_lead", "stays", "no", "burns"'


@pytest.fixture(autouse=True)
def here_fixture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str | bytes) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def said(name: str) -> list[str]:
    """The lines of the error that loading a file raises."""
    with pytest.raises(PaskasimError) as caught:
        RuleSet.load(name)
    assert caught.value.exit_code == 2
    assert caught.value.do
    assert "\n" not in caught.value.do
    return caught.value.what.split("\n")


ONE_MISTAKE = {
    # values
    "faces.min_top = 8": '1: faces.min_top: 8 is a number; ranks are text, write "8"',
    "faces.min_top = 11": "1: faces.min_top: 11 is a number; ranks are text and are 1 3 4 5 6 7 8 9 10 J Q K A 2 *",
    "\n\nskip.rank = 2": '3: skip.rank: 2 is a number; ranks are text, write "2"',
    'ceiling.rank = "j"': '1: ceiling.rank: "j" is not allowed; allowed: "" (none), '
    '"3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" (did you mean "J"?)',
    "deal.hand = true": f"1: deal.hand: true is a yes or no; allowed: {NUMBERS} 1 to 13",
    "deal.hand = 14": f"1: deal.hand: 14 is not allowed; allowed: {NUMBERS} 1 to 13",
    "deal.hand = 5.0": f"1: deal.hand: 5.0 is a number with a decimal point; allowed: {NUMBERS} 1 to 13",
    'deal.hand = "5"': '1: deal.hand: "5" is text; write 5 without quotes',
    'turn.refill = "hnd"': f'1: turn.refill: "hnd" is not allowed; allowed: "hand", {NUMBERS} 1 to 13 '
    '(did you mean "hand"?)',
    "turn.refill = []": f'1: turn.refill: [] is a list; allowed: "hand", {NUMBERS} 1 to 13',
    "[deal]\nall = 1": "2: deal.all: 1 is a whole number; allowed: true, false",
    '[deal]\nall = "True"': '2: deal.all: "True" is text; write true without quotes',
    'aces.on = "face"': '1: aces.on: "face" is not allowed; allowed: "faces", "faces_aces", "lower" '
    '(did you mean "faces"?)',
    'tens.on_empty = "Stays"': f'1: tens.on_empty: "Stays" is not allowed; allowed: {ON_EMPTY} (did you mean "stays"?)',
    "beat = 1979-05-27": '1: beat: 1979-05-27 is a date or time; allowed: "same_or_higher", "higher"',
    "beat = { higher = 1 }": '1: beat: { higher = 1 } is a table; allowed: "same_or_higher", "higher"',
    'fours.except = "2, 3"': '1: fours.except: "2," is no rank; put spaces between ranks: "2 10 J"',
    'deck.ranks = ""': '1: deck.ranks: "" names no rank; allowed: ranks such as "2 10 J", ranges such as "3-9"',
    'deck.ranks = "3-A *"': '1: deck.ranks: "3-A *" names the joker; jokers come into the deck by deck.jokers',
    # tables
    "[deck]\ncopies = 6": '2: deck.copies: 6 is a whole number; allowed: a table such as { "2" = 6 }',
    "[deck.copies]\n2 = 6\n3-5 = 0": f'3: deck.copies: "3-5": 0 is not allowed; allowed: {NUMBERS} 1 to 15',
    '[deck.copies]\n2 = 6\n"3 2" = 5': '3: deck.copies: "3 2" names 2 a second time',
    'deck.copies = { "*" = 2 }': '1: deck.copies: "*" names the joker; jokers come into the deck by deck.jokers',
    'turn.counts.J-K = "0"': '1: turn.counts: "J-K": "0" is no count; write n, n-m or n+ with 1 to 15: "1 4+"',
    "turn.counts.J-K = 1": '1: turn.counts: "J-K": 1 is a number; counts are text, write "1"',
    '[turn.counts]\n3-5 = "1"\n\n4-6 = "2+"': '4: turn.counts: "4-6" leaves 4 5 no count that every entry allows',
    # lists of entries
    "exceptions = {}": "1: exceptions: {} is a table; allowed: a list of entries such as "
    '{ play = "Q", on = "6", may = true }',
    '[[exceptions]]\nplay = "Q"\non = "6"\nmay = true\n[[exceptions]]\nplay = "Q"\non = 6\nmay = true': (
        '7: exceptions: entry 2, on: 6 is a number; ranks are text, write "6"'
    ),
    'exceptions = [\n  { play = "Q", on = "6", may = true },\n  { play = "K", may = true },\n]': (
        '3: exceptions: entry 2: on is missing; allowed: ranks such as "2 10 J", ranges such as "3-9", the word "empty"'
    ),
    'exceptions = [\n  "Q on 6",\n]': (
        '2: exceptions: entry 1: "Q on 6" is no entry; write one as { play = "Q", on = "6", may = true }'
    ),
    '[[effects]]\nplay = "2"\non = "any"\ndoes = "burn"\ndo = "burn"': (
        '4: effects: entry 1: no such key: does; allowed: play, on, do, at (did you mean "do"?)'
    ),
    'effects = [{ play = "2", on = "3", do = "burns" }]': (
        '1: effects: entry 1, do: "burns" is not allowed; allowed: "none", "burn", "skip", "reverse", "again", '
        '"next_takes_pass", "next_takes_again", "next_takes_lead" (did you mean "burn"?)'
    ),
    # keys
    '[faces]\n\nmin_tap = "8"': (
        "3: faces.min_tap: there is no such key; allowed in faces: min_top, on_empty, relaxed_at_rest "
        '(did you mean "faces.min_top"?)'
    ),
    '[face]\nmin_top = "8"': (
        "2: face.min_top: there is no such key; allowed in faces: min_top, on_empty, relaxed_at_rest "
        '(did you mean "faces.min_top"?)'
    ),
    'min_top = "8"': (
        "1: min_top: there is no such key; allowed in faces: min_top, on_empty, relaxed_at_rest "
        '(did you mean "faces.min_top"?)'
    ),
    "on_empty = true": (
        "1: on_empty: there is no such key; allowed in faces: min_top, on_empty, relaxed_at_rest "
        '(did you mean "faces.on_empty" or "aces.on_empty" or "tens.on_empty"?)'
    ),
    '[faces]\nbeat = "higher"': (
        "2: faces.beat: there is no such key; allowed in faces: min_top, on_empty, relaxed_at_rest "
        "(beat belongs to no group: write it above the first [table])"
    ),
    '[limits]\nturns = 100\nname = "late"': (
        "3: limits.name: there is no such key; allowed in limits: turns "
        "(name belongs to no group: write it above the first [table])"
    ),
    'nmae = "x"': (
        "1: nmae: there is no such key; allowed outside groups: beat, exceptions, effects, name, summary, source, "
        'notes, players, readings, deviations, extends, scenario (did you mean "name"?)'
    ),
    "zzz = 1": (
        "1: zzz: there is no such key; allowed outside groups: beat, exceptions, effects, name, summary, source, "
        "notes, players, readings, deviations, extends, scenario; groups: deck, deal, start, turn, faces, aces, tens, "
        "twos, ceiling, invisible, fours, skip, reverse, again, rows, finish, bluff, limits"
    ),
    'faces = "8"': '1: faces: "8" is text; faces is a group of switches: min_top, on_empty, relaxed_at_rest',
    "[[limits]]\nturns = 100": "1: limits: [{ turns = 100 }] is a list; limits is a group of switches: turns",
    "limits.turns.most = 5": f"1: limits.turns: {{ most = 5 }} is a table; allowed: {NUMBERS} 100 to 1000000",
    '"limits.turns" = 200\n[limits]\nturns = 300': ("3: limits.turns: is set a second time; the first is house.toml:1"),
    # keys that are no switches
    "name = 3": "1: name: 3 is a whole number; allowed: text on one line",
    'name = "two\\nlines"': '1: name: "two\\nlines" is not allowed; allowed: text on one line, not empty',
    'players = "6-3"': '1: players: "6-3" is not allowed; allowed: numbers from 2 to 10, such as "3-6" or "4"',
    "players = 4": '1: players: 4 is a number; write it as text, such as "4"',
    'notes = [\n  "good",\n  3,\n]': "3: notes: 3 is a whole number; allowed: text, or a list of texts",
    "scenario = 3": "1: scenario: 3 is a whole number; write each one below a line [[scenario]]",
    "extends = 3": "1: extends: 3 is a whole number; allowed: text on one line",
    'extends = ""': '1: extends: "" is not allowed; allowed: text on one line, not empty',
}


@pytest.mark.parametrize("text", ONE_MISTAKE)
def test_one_mistake(text: str) -> None:
    assert said(write("house.toml", text)) == [f"house.toml:{ONE_MISTAKE[text]}"]


CONFLICTS = {
    'start.opening = "lowest_all"': (
        '1: start.opening: start.opening = "lowest_all" needs start.player = "lowest" or "lowest_first", '
        'not "left_of_dealer"'
    ),
    'start.player = "lowest_up"\n[deal]\nup = 1\n[start]\nopening = "lowest_all"': "",
    '[start]\nplayer = "lowest_up"\nopening = "lowest_all"\n[deal]\nup = 1': (
        '3: start.opening: start.opening = "lowest_all" needs start.player = "lowest" or "lowest_first", '
        'not "lowest_up"'
    ),
    '[start]\nplayer = "lowest"\nopening = "lowest_all"\n[deal]\nturned = 1': (
        '3: start.opening: start.opening = "lowest_all" needs deal.turned = 0'
    ),
    '\nstart.player = "lowest_up"': '2: start.player: start.player = "lowest_up" needs deal.up of 1 or more',
    "[deal]\nturned = 1\nall = true": "3: deal.all: deal.all = true leaves no stock, so deal.turned must be 0",
    'bluff.on = true\n[start]\nplayer = "lowest"\nopening = "lowest_all"': (
        '4: start.opening: start.opening = "lowest_all" needs bluff.on = false'
    ),
    '[deck]\nranks = "3"\n[deal]\nhand = 13\nup = 1': (
        "4: deal.hand: no deal is possible: the deal for 2 players needs 28 cards, 3 decks have 12"
    ),
    '[deck]\ndecks = 1\nranks = "3-5"\n[deal]\nhand = 7': (
        "5: deal.hand: no deal is possible: the deal for 2 players needs 14 cards, 1 deck has 12"
    ),
    '\n[deck]\ndecks = 2\ncopies = { "2" = 8 }': (
        "4: deck.copies: no deal is possible: with 2 players 2 decks have 16 cards of rank 2, "
        "at most 15 of a rank can be played with"
    ),
    # ranks that the deck lacks
    'deck.ranks = "3-7 9-A 2"\nfaces.min_top = "8"': (
        '2: faces.min_top: faces.min_top names 8, but the deck lacks it: deck.ranks = "3-7 9-A 2"'
    ),
    'fours.except = "2 1"': '1: fours.except: fours.except names 1, but the deck lacks it: deck.ranks = "3-A 2"',
    'skip.rank = "*"': "1: skip.rank: skip.rank names *, but the deck has no jokers: deck.jokers = 0",
    'deck.ranks = "8-A"\nfinish.not_with = "3-7"': (
        '2: finish.not_with: finish.not_with names 3-7, but the deck lacks it: deck.ranks = "8-A"'
    ),
    'deck.ranks = "3-A"\n[turn.counts]\n"3 J" = "1"\n"K 2" = "1"': (
        '4: turn.counts: turn.counts names 2, but the deck lacks it: deck.ranks = "3-A"'
    ),
    'deck.ranks = "3-A"\ndeck.copies.2 = 6': (
        '2: deck.copies: deck.copies names 2, but the deck lacks it: deck.ranks = "3-A"'
    ),
    'deck.ranks = "3-A"\neffects = [\n{ play = "3", on = "any", do = "burn" },\n'
    '{ play = "4", on = "empty 2", do = "skip" }]': (
        '4: effects: effects names 2, but the deck lacks it: deck.ranks = "3-A"'
    ),
}
for key, rank in {"ceiling.rank": "4", "invisible.rank": "4", "reverse.rank": "4", "again.ranks": "4"}.items():
    CONFLICTS[f'deck.ranks = "3 5-A 2"\n{key} = "{rank}"'] = (
        f'2: {key}: {key} names {rank}, but the deck lacks it: deck.ranks = "3 5-A 2"'
    )
CONFLICTS = {text: line for text, line in CONFLICTS.items() if line}


@pytest.mark.parametrize("text", CONFLICTS)
def test_switches_that_do_not_go_together(text: str) -> None:
    assert said(write("house.toml", text)) == [f"house.toml:{CONFLICTS[text]}"]


HARMLESS = [
    'deck.ranks = "8-A 2"',  # faces.min_top is "7" by default
    'deck.ranks = "8-A 2"\nfaces.min_top = "7"',  # the default, written out
    'faces.min_top = "1"',
    'deck.ranks = "3-6 8-A"\nfours.except = "3-A"\nturn.counts = { "6-8" = "1" }',  # a range may span a gap
    'deck.ranks = "3-6 8-A 2"\ndeck.copies = { "6-8" = 2 }',
    'deal.swap = "any"',
    "rows.take_card = true",
    "skip.per_card = true",
    'invisible.in_run = "counts"',
    "bluff.on = true",
    'bluff.who = "next"\nbluff.after_lie = "challenger"\nbluff.honest_burn_continues = false',
    'exceptions = [{ play = "3-A", on = "empty", may = true }]',
    'deck.jokers = 1\neffects = [{ play = "*", on = "any", do = "none" }]',
]


@pytest.mark.parametrize("text", HARMLESS)
def test_switches_that_may_stand_together(text: str) -> None:
    RuleSet.load(write("house.toml", text))


def test_all_mistakes_at_once_in_the_order_of_the_lines() -> None:
    text = """\
bluff.on = true
start.opening = "lowest_all"
fours.except = "*"
[deal]
turned = 1
hand = 0
all = true
[deck]
decs = 2
"""
    assert [line.split(": ")[:2] for line in said(write("house.toml", text))] == [
        ["house.toml:2", "start.opening"],
        ["house.toml:2", "start.opening"],
        ["house.toml:2", "start.opening"],
        ["house.toml:3", "fours.except"],
        ["house.toml:6", "deal.hand"],
        ["house.toml:7", "deal.all"],
        ["house.toml:9", "deck.decs"],
    ]


def test_no_conflict_is_told_that_hangs_on_a_mistake() -> None:
    text = 'start.opening = "lowest_all"\nstart.player = "lowst"\n'
    assert [line.split(": ")[1] for line in said(write("house.toml", text))] == ["start.player"]
    text = 'start.opening = "lowest_all"\nstart.playr = "lowest"\n'
    assert [line.split(": ")[1] for line in said(write("house.toml", text))] == ["start.playr"]
    text = 'extends = "no such table"\nstart.opening = "lowest_all"\n'
    assert [line.split(": ")[1] for line in said(write("house.toml", text))] == ["extends"]


def test_many_mistakes_are_cut_off() -> None:
    lines = said(write("house.toml", "\n".join(f"k{number} = {number}" for number in range(20_000))))
    assert len(lines) == 51
    assert lines[0].startswith("house.toml:1: k0: there is no such key")
    assert lines[-1] == "... and 19950 more"


# extends


def test_extends__missing() -> None:
    write("tables/base.toml", "deal.hand = 5")
    write("tables/house.toml", '\nextends = "bass.toml"\ndeal.hand = 0')
    assert said("tables/house.toml") == [
        'tables/house.toml:2: extends: there is no preset and no file "bass.toml" (did you mean "base.toml"?)',
        f"tables/house.toml:3: deal.hand: 0 is not allowed; allowed: {NUMBERS} 1 to 13",
    ]


def test_extends__mistakes_of_every_file_with_the_chain() -> None:
    write("base.toml", "deal.up = 9\n\ndeal.dwn = 1\n")
    write("middle.toml", 'extends = "base.toml"\n[deal]\nhand = 0\n')
    write("house.toml", 'extends = "middle.toml"\nbeat = "equal"\n')
    assert said("house.toml") == [
        'house.toml:2: beat: "equal" is not allowed; allowed: "same_or_higher", "higher"',
        f"middle.toml:3: deal.hand: 0 is not allowed; allowed: {NUMBERS} 1 to 13 (house.toml extends middle.toml)",
        f"base.toml:1: deal.up: 9 is not allowed; allowed: {NUMBERS} 0 to 6 "
        "(house.toml extends middle.toml extends base.toml)",
        "base.toml:3: deal.dwn: there is no such key; allowed in deal: hand, down, up, all, turned, swap "
        '(did you mean "deal.down"?) (house.toml extends middle.toml extends base.toml)',
    ]


def test_extends__no_toml() -> None:
    write("base.toml", "deal.up = \n")
    assert said(write("house.toml", 'extends = "base.toml"')) == [
        "house.toml:1: extends: base.toml:1: column 11: not valid TOML: Invalid value."
    ]


def test_extends__circles() -> None:
    assert said(write("self.toml", 'name = "x"\nextends = "self.toml"')) == [
        "self.toml:2: extends: the files extend each other in a circle: self.toml extends self.toml"
    ]
    write("a.toml", 'extends = "far/b.toml"')
    write("far/b.toml", '\nextends = "../a.toml"')
    ring = "a.toml extends far/b.toml extends a.toml"
    assert said("a.toml") == [
        f"far/b.toml:2: extends: the files extend each other in a circle: {ring} (a.toml extends far/b.toml)"
    ]


def test_extends__a_conflict_stands_where_the_outer_file_set_its_part() -> None:
    write("base.toml", 'name = "Base"\n[start]\nplayer = "lowest"\nopening = "lowest_all"\n')
    assert said(write("house.toml", 'extends = "base.toml"\nstart.player = "random"')) == [
        'house.toml:2: start.player: start.opening = "lowest_all" needs start.player = "lowest" or "lowest_first", '
        'not "random" (start.opening is set in base.toml:4)'
    ]
    assert said(write("house.toml", 'extends = "paskahousu-faces-8"\n\ndeck.ranks = "3-7 9-A 2"')) == [
        "house.toml:3: deck.ranks: faces.min_top names 8, but the deck lacks it: "
        'deck.ranks = "3-7 9-A 2" (faces.min_top is set in preset paskahousu-faces-8:12)'
    ]
    assert said(write("house.toml", 'extends = "ruotsalainen"\n[deal]\nturned = 1')) == [
        "house.toml:3: deal.turned: deal.all = true leaves no stock, so deal.turned must be 0 "
        "(deal.all is set in preset ruotsalainen:12)"
    ]


def test_extends__a_conflict_inside_the_inner_file_is_its_own() -> None:
    write("base.toml", 'start.player = "lowest_up"\n')
    assert said(write("house.toml", 'extends = "base.toml"\nbeat = "higher"')) == [
        'base.toml:1: start.player: start.player = "lowest_up" needs deal.up of 1 or more '
        "(house.toml extends base.toml)"
    ]


# files


def test_missing_file() -> None:
    write("house.toml", "deal.hand = 5")
    assert said("paskahosu")[0].startswith('there is no preset and no file "paskahosu" (did you mean "paskahousu"')
    assert said("hause.toml") == ['there is no preset and no file "hause.toml" (did you mean "house.toml"?)']
    assert said("house") == ['there is no preset and no file "house" (did you mean "house.toml"?)']
    assert said("no/such/folder.toml") == ['there is no preset and no file "no/such/folder.toml"']
    assert said("") == ['there is no preset and no file ""']
    assert said("a\x00b\x1b[31m") == ['there is no preset and no file "a\\u0000b\\u001b[31m"']
    with pytest.raises(PaskasimError, match="there is no preset and no file") as caught:
        RuleSet.load(Path("nothing.toml"))
    assert caught.value.do == (
        "Give the name of a preset (`paskasim rules list` shows them) or the path of a rule file."
    )


SYNTAX: dict[str, tuple[str | bytes, str]] = {
    "value": ("beat = higher", ":1: column 8: not valid TOML: Invalid value."),
    "after": (
        'beat = "hi"gher',
        ":1: column 12: not valid TOML: Expected newline or end of document after a statement.",
    ),
    "twice": ("a = 1\n\na = 2\n", ":3: column 6: not valid TOML: this key is set a second time."),
    "table": (
        "deal.hand = 5\n[deal]\nup = 1",
        ":2: column 6: not valid TOML: the table 'deal' is begun a second time; dotted keys above it begin it, too.",
    ),
    "open": ("notes = [\n'a'\n", ":2: not valid TOML: Unclosed array, and the file ends."),
    "control": ('beat = "\x1b[31m"', ":1: column 9: not valid TOML: Illegal character '\\x1b'."),
    "empty": ("", ": the file is empty."),
    "comments": ("# nothing\n\n", ": the file is empty."),
    "bom": (b"\xef\xbb\xbf", ": the file is empty."),
    "latin": ('a = 1\nname = "sääntö"'.encode("latin-1"), ":2: byte 0xe4 is no UTF-8 text; is this a binary file?"),
    "binary": (bytes(range(256)), ":2: byte 0x80 is no UTF-8 text; is this a binary file?"),
    "utf16": ("beat = 1".encode("utf-16"), ": the file is stored as UTF-16."),
    "huge": (b"#" * (MOST_BYTES + 1), ": the file is larger than 1,000,000 bytes."),
    "deep": ("a = " + "[" * 5000 + "]" * 5000, ": lists or tables are nested too deeply."),
    "long": ("limits.turns = " + "9" * 5000, ": a number is too long."),
}


@pytest.mark.parametrize("case", SYNTAX)
def test_files_that_are_no_toml(case: str) -> None:
    text, line = SYNTAX[case]
    assert said(write("house.toml", text)) == [f"house.toml{line}"]


def test_folder() -> None:
    Path("tables.toml").mkdir()
    assert said("tables.toml") == ["tables.toml: this is a folder."]
    assert said(".") == [".: this is a folder."]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file() -> None:
    write("house.toml", "deal.hand = 5")
    Path("house.toml").chmod(0)
    assert said("house.toml") == ["house.toml: this file may not be read."]


def test_unreadable_file__by_any_user(monkeypatch: pytest.MonkeyPatch) -> None:
    write("house.toml", "deal.hand = 5")

    def refuse(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    assert said("house.toml") == ["house.toml: this file may not be read."]


def test_damaged_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    write("house.toml", "deal.hand = 5")

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("builtins.open", fail)
    assert said("house.toml") == ["house.toml: this file cannot be read."]


def test_odd_keys_cannot_write_to_the_terminal() -> None:
    lines = said(
        write("house.toml", '"\\u001b[2J" = 1\n"\\u202e" = "\\u001b[2J"\n[faces]\n"\\n" = 1\nmin_top = "\\u0007"')
    )
    assert len(lines) == 4
    assert all(line.isprintable() for line in lines)


# mappings


def test_from_dict_and_with_switches() -> None:
    with pytest.raises(PaskasimError) as caught:
        RuleSet.from_dict({"deal": {"hand": 0}, 3: 4, "faces": {None: 1}}, where="study 1")  # type: ignore[dict-item]
    assert [line.split(": ")[:2] for line in caught.value.what.split("\n")] == [
        ["study 1", "deal.hand"],
        ["study 1", "3"],
        ["study 1", "faces.None"],
    ]
    rules = RuleSet.load("paskahousu-lowest-starts")
    with pytest.raises(PaskasimError) as caught:
        rules.with_switches(
            {"start.player": "random", "name": "x", "faces.min_tap": "8", "deal.hand": 0},
            where="study.toml",
            lines={"start.player": 7, "deal.hand": 9},
        )
    assert caught.value.what.split("\n") == [
        "study.toml: name: is no switch; only switches can be set here",
        "study.toml: faces.min_tap: there is no such key; allowed in faces: min_top, on_empty, relaxed_at_rest "
        '(did you mean "faces.min_top"?)',
        'study.toml:7: start.player: start.opening = "lowest_all" needs start.player = "lowest" or "lowest_first", '
        'not "random" (start.opening is set in paskahousu-lowest-starts)',
        f"study.toml:9: deal.hand: 0 is not allowed; allowed: {NUMBERS} 1 to 13",
    ]
