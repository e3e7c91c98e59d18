"""The presets hold exactly the switches of RULES.md, section 10, written down here once more."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from paskasim.rules import SWITCHES, RuleSet, presets

ARTICLE = "002_3b399bd92e1315a4.txt"
GUIDE = "003_f65dac8c326401d1.txt"
HOUSE = "000_e92b61cd9a8cd2ad.txt, 001_429240f5dc987515.txt"

ONE_DECK = {"deck.decks": 1}
TEN_STAYS = {"tens.on_empty": "stays", "tens.followed_by": "order"}
TABLE_ROWS = {**ONE_DECK, "deal.down": 4, "deal.up": 4}
RELAXED = {
    "aces.burn": "never",
    "aces.on": "lower",
    "aces.on_empty": "stays",
    "tens.on": "any",
    "tens.burn": "always",
    "tens.on_empty": "burns",
    "faces.min_top": "1",
    "faces.on_empty": True,
    "twos.followed_by": "anything",
}
ROWS = {
    "deal.down": 3,
    "deal.up": 3,
    "deal.swap": "any",
    "turn.take": "stuck",
    "faces.on_empty": True,
    "aces.on": "faces_aces",
    "aces.on_empty": "stays",
    "aces.burn": "never",
    "tens.on": "any",
    "tens.on_empty": "burns",
    "tens.burn": "always",
    "twos.on": "not_ace_ten",
    "twos.followed_by": "anything",
}
VALEPASKA = {**ONE_DECK, "bluff.on": True, "fours.except": "2"}

# name: source, players, what differs from the defaults
TABLE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "paskahousu": (ARTICLE, "3-6", ONE_DECK),
    "paskahousu-open-any": (ARTICLE, "3-6", {**ONE_DECK, "faces.on_empty": True}),
    "paskahousu-fours-not-twos": (ARTICLE, "3-6", {**ONE_DECK, "fours.except": "2"}),
    "paskahousu-no-fours": (ARTICLE, "3-6", {**ONE_DECK, "fours.burn": False}),
    "paskahousu-faces-8": (ARTICLE, "3-6", {**ONE_DECK, "faces.min_top": "8"}),
    "paskahousu-faces-8-open": (ARTICLE, "3-6", {**ONE_DECK, "faces.min_top": "8", "faces.on_empty": True}),
    "paskahousu-faces-free": (ARTICLE, "3-6", {**ONE_DECK, "faces.min_top": "1", "faces.on_empty": True}),
    "paskahousu-faces-free-at-rest": (ARTICLE, "3-6", {**ONE_DECK, "faces.relaxed_at_rest": True}),
    "paskahousu-one-face": (ARTICLE, "3-6", {**ONE_DECK, "turn.counts": {"J-K": "1"}}),
    "paskahousu-ace-again": (ARTICLE, "3-6", {**ONE_DECK, **TEN_STAYS, "aces.on_empty": "next_takes_again"}),
    "paskahousu-ace-passes": (ARTICLE, "3-6", {**ONE_DECK, **TEN_STAYS}),
    "paskahousu-try": (ARTICLE, "3-6", {**ONE_DECK, "turn.try_stock": "stuck"}),
    "poytapaska": (ARTICLE, "2-3", TABLE_ROWS),
    "poytapaska-relaxed": (ARTICLE, "2-3", {**TABLE_ROWS, **RELAXED}),
    "poytapaska-small": (
        ARTICLE,
        "2-3",
        {**ONE_DECK, **RELAXED, "deal.hand": 3, "deal.down": 3, "deal.up": 3},
    ),
    "ruotsalainen": (ARTICLE, "3-6", {**ONE_DECK, "deal.all": True}),
    "valepaska": (ARTICLE, "3-6", VALEPASKA),
    "valepaska-next-plays": (ARTICLE, "3-6", {**VALEPASKA, "bluff.after_honest": "next"}),
    "valepaska-liar-never-continues": (
        ARTICLE,
        "3-6",
        {**VALEPASKA, "bluff.after_honest": "next", "bluff.after_lie": "challenger"},
    ),
    "paskahousu-lowest-starts": (
        GUIDE,
        "3-5",
        {
            **ONE_DECK,
            "start.player": "lowest",
            "start.opening": "lowest_all",
            "turn.try_stock": "any_time",
            "faces.min_top": "6",
            "faces.on_empty": True,
            "aces.on": "faces_aces",
            "aces.on_empty": "stays",
            "tens.on_empty": "stays",
            "twos.on": "not_ace_ten",
        },
    ),
    "paskahousu-rows": (HOUSE, "2-6", ROWS),
    "paskahousu-rows-jokers": (HOUSE, "2-6", {**ROWS, "deck.jokers": 2}),
    "paskahousu-rows-invisible-threes": (
        HOUSE,
        "2-6",
        {**ROWS, "invisible.rank": "3", "invisible.in_run": "counts"},
    ),
    "paskahousu-rows-seven-stop": (HOUSE, "2-6", {**ROWS, "ceiling.rank": "7"}),
    "paskahousu-rows-five-up": (HOUSE, "2-6", {**ROWS, "deal.up": 5}),
    "valepaska-rows": (HOUSE, "2-6", {**ROWS, "bluff.on": True, "turn.take": "free"}),
    "shithead": (
        "general knowledge",
        "2-6",
        {
            **RELAXED,
            "deal.hand": 3,
            "deal.down": 3,
            "deal.up": 3,
            "deal.swap": "any",
            "start.player": "lowest",
            "turn.take": "stuck",
            "rows.take_card": True,
        },
    ),
}


def test_the_presets_are_those_of_the_table() -> None:
    assert presets() == tuple(sorted(TABLE))


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_differs_from_the_defaults_by_the_table(name: str) -> None:
    source, players, switches = TABLE[name]
    rules = RuleSet.load(name)
    assert rules.flat() == {**RuleSet().flat(), **switches}
    assert (rules.name, rules.source, rules.players) == (name, source, players)


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_tells_about_itself(name: str) -> None:
    rules = RuleSet.load(name)
    assert rules.summary.endswith(".")
    assert ". " not in rules.summary
    assert "\n" not in rules.summary
    keys = {entry.key for entry in SWITCHES}
    for remark in (*rules.readings, *rules.deviations, *rules.notes):
        assert "\n" not in remark
        assert remark.endswith(".")
    for remark in (*rules.readings, *rules.deviations):
        assert remark.partition(": ")[0] in keys
    assert rules.readings


def test_summaries_differ() -> None:
    summaries = [RuleSet.load(name).summary for name in presets()]
    assert len(set(summaries)) == len(summaries)


@pytest.mark.parametrize("name", TABLE)
def test_the_deal_fits_for_the_players_of_the_text(name: str) -> None:
    rules = RuleSet.load(name)
    low, high = rules.player_range()
    for players in range(low, high + 1):
        assert rules.deal_for(players).cards > 0


def test_every_preset_is_a_small_file() -> None:
    folder = files("paskasim.rules") / "presets"
    assert {entry.name for entry in folder.iterdir()} == {f"{name}.toml" for name in TABLE}
    switches = [entry.read_text(encoding="utf-8").partition("[[scenario]]")[0] for entry in folder.iterdir()]
    assert all(len(text.splitlines()) <= 60 for text in switches)


def test_a_reading_ends_where_a_variation_settles_it() -> None:
    about_empty = [each for each in RuleSet.load("paskahousu").readings if each.startswith("tens.on_empty:")]
    assert len(about_empty) == 1
    later = [each for each in RuleSet.load("paskahousu-ace-passes").readings if each.startswith("tens.on_empty:")]
    assert len(later) == 1
    assert later != about_empty


def test_five_players_with_rows_get_two_decks_and_the_preset_says_so() -> None:
    rules = RuleSet.load("paskahousu-rows")
    assert rules.deal_for(5).decks == 2
    assert any("five" in each and each.startswith("deck.decks:") for each in rules.deviations)
