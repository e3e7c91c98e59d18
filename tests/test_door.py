"""The door: what strategies may reach, what is put around them, and where users' files are looked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paskasim.engine import Games, play
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.lineups import Player, crew_of, parse_lineup, parse_player
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.simulation import checked_case
from paskasim.strategies.door import Strategy
from paskasim.studies.plan import plan
from paskasim.studies.reading import load_study

BOT = """\
from paskasim.bots import RANK_BITS, TAKE, TAKE_BIT, TRY, Parameter, Strategy, all_of, lowest_rank


def play(table, mine, hand, seat, options):
    if options & RANK_BITS:
        return all_of(table, hand, seat, options, lowest_rank(options & RANK_BITS))
    return TAKE if options & TAKE_BIT else TRY


STRATEGY = Strategy("plain", "Plays low.", "a test", {"play": play}, (Parameter("keep", 2, 0, 4, "not read"),))
"""


def games_of(rules: RuleSet, lineup: str | list[Player], players: int = 4, games: int = 300) -> Games:
    seats = parse_lineup(lineup, players) if isinstance(lineup, str) else lineup
    return play(rule_tables(rules, players), players, crew_of(seats, rules), 11, 0, games, detail=True)


def same(one: Games, other: Games) -> bool:
    return np.array_equal(one.tallies, other.tallies) and np.array_equal(one.places, other.places)


@pytest.mark.parametrize("preset", ["paskahousu", "paskahousu-rows", "shithead"])
def test_slip__never_is_the_other_game_by_game(preset: str) -> None:
    rules = RuleSet.load(preset)
    assert same(games_of(rules, "slip[random,rate=0]"), games_of(rules, "random"))
    slipping = games_of(rules, "slip[lowest,rate=0]")
    lowest = games_of(rules, "lowest")
    ends = lowest.tallies[at.OUTCOME] != at.LIVELOCK  # which is not stated where anyone may roll dice
    assert np.array_equal(slipping.tallies[:, ends], lowest.tallies[:, ends])
    assert ends.sum() > 200


def test_slip__always_is_any() -> None:
    rules = RuleSet.load("paskahousu-rows").with_switches({"deal.swap": "none", "rows.take_card": True})
    assert same(games_of(rules, "slip[lowest,rate=1]"), games_of(rules, "any"))


def test_slip__now_and_then() -> None:
    rules = RuleSet.load("paskahousu")
    changed = [
        (games_of(rules, f"slip[lowest,rate={rate}]").places != games_of(rules, "lowest").places).any(axis=0).mean()
        for rate in (0.001, 0.01, 0.1)
    ]
    assert 0 < changed[0] < changed[1] < changed[2] < 1


def test_slip__leaves_parameters_and_memory_to_the_other() -> None:
    player = parse_player("slip[lowest,rate=0.25]")
    assert player.spec == "slip[lowest,rate=0.25]"
    assert parse_player(player.spec) == player
    crew = crew_of([player, parse_player("lowest")])
    assert crew.mine[0, at.WRAP] == 1 << 30
    assert crew.mine[0, at.WRAPPED + at.PLAY_QUESTION] == crew.addresses[1, at.PLAY_QUESTION]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("slip", "put around another strategy, and none is named"),
        ("slip[rate=0.1]", "put around another strategy, and none is named"),
        ("slip[slip[lowest]]", "put around another already"),
        ("slip[lowest,rate=2]", "rate is a number from 0 to 1"),
        ("slip[lowst]", "there is no strategy"),
        ("lowest[lowest]", "there is no parameter"),
        ("slip[lowest", "is no strategy"),
    ],
)
def test_slip__mistakes(text: str, told: str) -> None:
    with pytest.raises(PaskasimError, match=told.replace("[", r"\[")):
        parse_player(text)


def reads_beyond_the_table(table, mine, hand, seat, options):
    return table[at.TABLE_WORDS + at.HAND + seat]


def reads_before_the_table(table, mine, hand, seat, options):
    return table[seat - 100] + at.TAKE


def writes_beyond_its_words(table, mine, hand, seat, options):
    mine[at.MINE_WORDS + seat] = 1
    return at.TAKE


def writes_its_parameters(table, mine, hand, seat, options):
    mine[at.PARAMS + seat] = 1
    return at.TAKE


@pytest.mark.parametrize(
    "foul", [reads_beyond_the_table, reads_before_the_table, writes_beyond_its_words, writes_its_parameters]
)
def test_what_is_not_its_own_is_out_of_reach(foul) -> None:
    bad = Strategy("bad", "Cheats.", "a test", {"play": foul})
    rules = RuleSet.load("paskahousu")
    crew = crew_of([Player(bad, ())] * 3)
    before = crew.mine.copy()
    with pytest.raises(PaskasimError, match="reached for words that are not its own"):
        play(rule_tables(rules, 3), 3, crew, 5, 0, 1000)
    assert np.array_equal(crew.mine, before)


def test_a_fault_tells_the_position() -> None:
    def wrong(table, mine, hand, seat, options):
        return (at.ACE << 60) | (1 << (at.ACE << 2))

    rules = RuleSet.load("paskahousu")
    crew = crew_of([Player(Strategy("wrong", "", "", {"play": wrong}), ())] * 3)
    with pytest.raises(PaskasimError) as caught:
        play(rule_tables(rules, 3), 3, crew, 5, 0, 1000)
    told = caught.value.what
    assert "strategy wrong at seat" in told
    assert "it answered A; allowed: " in told
    assert "cards " in told


def test_files_are_looked_for_beside_the_study(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text(BOT)
    file = tmp_path / "study.toml"
    lineups = '["bots/mine.py:plain[keep=1]", ["bots/mine.py:plain", "lowest"]]'
    file.write_text(f'rules = "paskahousu"\nlineups = {lineups}\n')
    cases = plan(load_study(file, ("seats",)))
    assert [case.seats[0].spec for case in cases[:2]] == ["bots/mine.py:plain[keep=1]", "bots/mine.py:plain"]
    assert {case.group for case in cases[1:]} == {cases[1].group}
    assert str(tmp_path) not in "".join(case.lineup for case in cases)


def test_an_edit_changes_the_identity_and_nothing_else_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def identity() -> str:
        return checked_case("paskahousu", 4, "mine.py:plain", 10, 1).identity

    (tmp_path / "mine.py").write_text(BOT)
    first = identity()
    assert identity() == first
    (tmp_path / "mine.py").write_text(BOT.replace("Plays low", "Plays lower"))
    assert identity() != first
    (tmp_path / "mine.py").write_text(BOT)
    assert identity() == first
