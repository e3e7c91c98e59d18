"""Rule files that are right: all forms of keys, `extends`, the keys that are no switches."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


FORMS = {
    "dotted": 'faces.min_top = "8"\nfours.except = "2"\nturn.counts."J-K" = "1"\n',
    "tables": '[faces]\nmin_top = "8"\n[fours]\nexcept = "2"\n[turn.counts]\nJ-K = "1"\n',
    "inline": 'faces = { min_top = "8" }\nfours = { except = "2" }\nturn = { counts = { "J-K" = "1" } }\n',
    "quoted": '"faces.min_top" = "8"\n"fours.except" = "2"\n"turn.counts" = { "J-K" = "1" }\n',
    "windows": '\ufefffaces.min_top = "8"\r\nfours.except = "2"\r\nturn.counts."J-K" = "1"\r\n',
}


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_of_keys_mean_the_same(tmp_path: Path, form: str) -> None:
    rules = RuleSet.load(write(tmp_path, "house.toml", FORMS[form]))
    assert {key: mine for key, (mine, _) in rules.changed_from(RuleSet()).items()} == {
        "turn.counts": {"J-K": "1"},
        "faces.min_top": "8",
        "fours.except": "2",
    }
    assert rules.name == "house"


def test_everything_that_is_no_switch(tmp_path: Path) -> None:
    text = """\
name = "Grandmother's table"
summary = "As we play it."
source = "as played at home"
notes = ["one", "two"]
players = "3-5"
readings = "deal.hand: five."
deviations = []
extends = "paskahousu"
[[scenario]]
name = "anything"
hand = "9"
expect_legal = "9"
[[scenario]]
expect_deck = { "9" = 4 }
"""
    rules = RuleSet.load(write(tmp_path, "house.toml", text))
    assert rules.name == "Grandmother's table"
    assert rules.summary == "As we play it."
    assert rules.source == "as played at home"
    assert rules.notes == ("one", "two")
    assert rules.players == "3-5"
    assert rules.player_range() == (3, 5)
    assert rules.extends == "paskahousu"
    assert rules.readings[-1] == "deal.hand: five."
    assert rules.readings[:-1] == RuleSet.load("paskahousu").readings
    assert [scenario.title for scenario in rules.scenarios] == ["anything", "scenario 2"]
    assert rules.scenarios[0].place("expect_legal").endswith("house.toml:12")


def test_a_file_that_says_little(tmp_path: Path) -> None:
    rules = RuleSet.load(write(tmp_path, "quiet one.toml", 'notes = "nothing else"\n'))
    assert rules.flat() == RuleSet().flat()
    assert (rules.name, rules.summary, rules.source, rules.notes) == ("quiet one", "", "", ("nothing else",))
    assert rules.player_range() == (2, 10)


@pytest.mark.parametrize(("players", "expected"), [("2-10", (2, 10)), ("4", (4, 4)), ("3-3", (3, 3))])
def test_player_range(players: str, expected: tuple[int, int]) -> None:
    assert RuleSet.from_dict({"players": players}).player_range() == expected


def test_extends__a_path_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "base.toml", 'extends = "paskahousu"\nname = "Base"\nplayers = "4"\n[deal]\nhand = 6\nup = 1\n')
    write(tmp_path, "near/middle.toml", 'extends = "../base.toml"\nsource = "middle"\n[deal]\nup = 2\n')
    top = write(tmp_path, "near/top.toml", 'extends = "middle.toml"\n[deal]\ndown = 3\n')
    for place, path in ((tmp_path, Path("near/top.toml")), (tmp_path / "near", Path("top.toml")), (Path("/"), top)):
        monkeypatch.chdir(place)
        rules = RuleSet.load(path)
        assert rules.deck.decks == 1
        assert (rules.deal.hand, rules.deal.up, rules.deal.down) == (6, 2, 3)
        assert (rules.name, rules.source, rules.players, rules.extends) == ("top", "", "4", "middle.toml")
        assert rules == RuleSet.load(str(path))


def test_extends__a_preset_comes_before_a_file_of_its_name(tmp_path: Path) -> None:
    write(tmp_path, "paskahousu", "deal.hand = 9\n")
    rules = RuleSet.load(write(tmp_path, "house.toml", 'extends = "paskahousu"\n'))
    assert rules.deal.hand == 5
    rules = RuleSet.load(write(tmp_path, "house.toml", 'extends = "./paskahousu"\n'))
    assert rules.deal.hand == 9


def test_extends__lists_and_tables_are_replaced(tmp_path: Path) -> None:
    write(
        tmp_path,
        "base.toml",
        'turn.counts = { "J-K" = "1", "3" = "2" }\ndeck.copies."2" = 6\n'
        '[[exceptions]]\nplay = "Q"\non = "6"\nmay = true\n'
        '[[effects]]\nplay = "2"\non = "any"\ndo = "burn"\n',
    )
    child = write(
        tmp_path,
        "child.toml",
        'extends = "base.toml"\nturn.counts = { "4" = "1" }\neffects = []\n'
        'exceptions = [{ play = "A", on = "empty", may = false, at = "rest" }]\n',
    )
    rules = RuleSet.load(child)
    assert rules.flat()["turn.counts"] == {"4": "1"}
    assert rules.flat()["deck.copies"] == {"2": 6}
    assert rules.flat()["effects"] == []
    assert rules.flat()["exceptions"] == [{"play": "A", "on": "empty", "may": False, "at": "rest"}]


def test_extends__back_to_the_default(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'fours.except = "2"\n[deal]\nup = 4\n')
    rules = RuleSet.load(write(tmp_path, "child.toml", 'extends = "base.toml"\nfours.except = ""\ndeal.up = 0\n'))
    assert rules.flat() == RuleSet().flat()


def test_extends__remarks_hold_on_unless_their_switch_is_set_anew(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'readings = ["deal.hand: Six.", "deal.up: One.", "Free."]\ndeviations = "beat: So."\n')
    text = 'extends = "base.toml"\nreadings = ["deal.up: Two."]\nnotes = "deal.hand: kept"\n[deal]\nup = 2\n'
    rules = RuleSet.load(write(tmp_path, "child.toml", text))
    assert rules.readings == ("deal.hand: Six.", "Free.", "deal.up: Two.")
    assert rules.deviations == ("beat: So.",)
    assert rules.notes == ("deal.hand: kept",)
    later = rules.with_switches({"deal.hand": 7, "beat": "higher"})
    assert later.readings == ("Free.", "deal.up: Two.")
    assert later.deviations == ()
    assert later.notes == ()


def test_extends__a_long_chain(tmp_path: Path) -> None:
    write(tmp_path, "0.toml", "deal.hand = 7\n")
    for number in range(1, 300):
        write(tmp_path, f"{number}.toml", f'extends = "{number - 1}.toml"\n')
    assert RuleSet.load(tmp_path / "299.toml").deal.hand == 7


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
def test_extends__two_names_of_one_file_are_a_circle(tmp_path: Path) -> None:
    path = write(tmp_path, "a.toml", 'extends = "b.toml"\n')
    (tmp_path / "b.toml").symlink_to(path)
    with pytest.raises(PaskasimError, match="extend each other in a circle"):
        RuleSet.load(path)


def test_from_dict__nested_flat_and_extends() -> None:
    nested = RuleSet.from_dict({"extends": "shithead", "name": "x", "deal": {"hand": 4}, "beat": "higher"})
    flat = RuleSet.from_dict({"extends": "shithead", "name": "x", "deal.hand": 4, "beat": "higher"})
    assert nested == flat
    assert nested.deal.down == 3
    assert RuleSet.from_dict({}).name == "own rules"


def test_with_switches__keeps_the_rest() -> None:
    rules = RuleSet.load("poytapaska-relaxed")
    varied = rules.with_switches({"faces.min_top": "8", "deck.copies": {"2": 6}})
    assert varied.changed_from(rules) == {"deck.copies": ({"2": 6}, {}), "faces.min_top": ("8", "1")}
    assert (varied.name, varied.summary, varied.players) == (rules.name, rules.summary, rules.players)
    assert rules.with_switches({}) == rules


def test_with_switches__can_move_two_switches_that_need_each_other() -> None:
    rules = RuleSet().with_switches({"start.opening": "lowest_all", "start.player": "lowest_first"})
    assert rules.start.opening == "lowest_all"
    back = rules.with_switches({"start.opening": "free", "start.player": "random"})
    assert back.start.player == "random"
