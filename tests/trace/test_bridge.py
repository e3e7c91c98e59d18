"""Compiled strategies at the readable engine: they see there what they see compiled, and play the same games."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from compiled import difference
from probes import PROBES, compiled_games, wrong_play, wrong_row_card, wrong_swap
from rule_sets import drawn_bluff, drawn_setting

from paskasim import bridge
from paskasim.bridge import Bridge, packed, unpacked
from paskasim.engine import play
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.lineups import Player, crew_of, parse_lineup
from paskasim.reference import BOTS, Chooser, View, play_game, row_of
from paskasim.reference.search import Found
from paskasim.rules import RuleSet, presets
from paskasim.rules.ranks import RANKS
from paskasim.rules.tables import rule_tables
from paskasim.strategies.door import Strategy

LINEUPS = ("any", "random", "lowest", "any,random,lowest")
SHORT = {"limits.turns": 250}


def seated(*names: str) -> list[Player]:
    return [PROBES[name] if name in PROBES else parse_lineup(name, 1)[0] for name in names]


def played(rules: RuleSet, choosers: Sequence[Chooser], seed: int, game: int) -> dict[str, Any]:
    """A record without any search for an end, which takes long and asks no strategy."""
    return play_game(rules, len(choosers), choosers, seed, game, search=lambda table, states: Found("open", states))


def bridged(rules: RuleSet, seats: Sequence[Player], seed: int, game: int) -> dict[str, Any]:
    return played(rules, Bridge(rules, seats).choosers(game), seed, game)


@pytest.mark.parametrize("preset", presets())
def test_records_are_those_of_the_plain_twins(preset: str) -> None:
    rules = RuleSet.load(preset).with_switches(SHORT)
    for players, lineup in zip((2, 3, 4, 3), LINEUPS, strict=True):
        seats = parse_lineup(lineup, players)
        plain = [BOTS[player.spec] for player in seats]
        game = 1000 + players
        assert bridged(rules, seats, 9, game) == played(rules, plain, 9, game)


@pytest.mark.parametrize("lineup", LINEUPS)
def test_records_with_swaps_and_row_cards_are_those_of_the_plain_twins(lineup: str) -> None:
    rules = RuleSet.load("shithead").with_switches({**SHORT, "turn.take": "free", "deal.up": 4})
    seats = parse_lineup(lineup, 3)
    plain = [BOTS[player.spec] for player in seats]
    asked = 0
    for game in range(12):
        record = bridged(rules, seats, 5, game)
        assert record == played(rules, plain, 5, game)
        asked += sum("row_card" in turn for turn in record["turns"])
    assert asked >= 2


def check_probes(rules: RuleSet, seats: Sequence[Player], seed: int, first: int, games: int) -> None:
    for row in compiled_games(rules, seats, seed, first, games):
        readable = row_of(bridged(rules, seats, seed, row["game"]), detail=True)
        if row["outcome"] != "finished":  # the readable game was played without a search
            row |= {name: readable[name] for name in ("outcome", "proof")}
        switches = {key: mine for key, (mine, _) in rules.changed_from(RuleSet()).items()}
        assert not difference(row, readable), (seed, row["game"], [player.spec for player in seats], switches)


@pytest.mark.parametrize("preset", presets())
def test_every_word_is_that_of_the_compiled_engine(preset: str) -> None:
    rules = RuleSet.load(preset).with_switches(SHORT)
    check_probes(rules, seated("wary", "sober", "any"), 3, 50, 1)
    check_probes(rules, seated("sober", "sober"), 4, 50, 1)


@pytest.mark.parametrize("seed", range(3))
def test_every_word_is_that_of_the_compiled_engine_over_drawn_rule_sets(seed: int) -> None:
    dice = random.Random(f"bridge {seed}")
    for _ in range(12):
        rules, players = drawn_setting(dice)
        names = [dice.choice(("wary", "sober", "any")) for _ in range(players)]
        check_probes(rules, seated(*names), dice.getrandbits(64), dice.getrandbits(40), 1)


def test_every_word_is_that_of_the_compiled_engine_over_drawn_rule_sets_with_bluff() -> None:
    dice = random.Random("bridge with bluff")
    for _ in range(14):
        rules, players = drawn_bluff(dice)
        names = [dice.choice(("wary", "sober", "bluffer", "bayes")) for _ in range(players)]
        check_probes(rules, seated(*names), dice.getrandbits(64), dice.getrandbits(40), 2)


def test_memory_begins_empty_in_every_game() -> None:
    rules = RuleSet.load("poytapaska").with_switches(SHORT)
    line_up = Bridge(rules, seated("wary", "wary"))
    records = [played(rules, line_up.choosers(game), 1, game) for game in (3, 4, 3)]
    assert records[0] == records[2] != records[1]


def test_parameters_are_laid_out() -> None:
    rules = RuleSet.load("poytapaska").with_switches(SHORT)
    wary = PROBES["wary"].strategy
    other = [Player(wary, (3.0, 0.25)), Player(wary, (4.0, 0.5))]
    assert bridged(rules, other, 1, 3)["strategies"] == ["wary[share=0.25]", "wary[keep=4]"]
    assert bridged(rules, other, 1, 3)["turns"] != bridged(rules, seated("wary", "wary"), 1, 3)["turns"]
    check_probes(rules, other, 1, 3, 2)


@pytest.mark.parametrize("word", range(at.RULE_WORDS, at.TABLE_WORDS))
def test_one_wrong_word_changes_the_game(word: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The probes would notice: without this the comparisons above could not fail."""
    rules = RuleSet.load("paskahousu-rows").with_switches({"limits.turns": 100})
    true = bridged(rules, seated("sober", "sober", "any"), 2, 7)["turns"]
    words_of: Callable[..., Any] = bridge.table_words

    def wrong(rule_words: Any, view: View) -> Any:
        words = words_of(rule_words, view)
        words[word] += 1
        return words

    monkeypatch.setattr(bridge, "table_words", wrong)
    assert bridged(rules, seated("sober", "sober", "any"), 2, 7)["turns"] != true


WRONG = {"play": wrong_play, "row_card": wrong_row_card, "swap": wrong_swap}


@pytest.mark.parametrize("question", WRONG)
def test_an_illegal_answer_is_refused_as_by_the_compiled_engine(question: str) -> None:
    rules = RuleSet.load("shithead").with_switches({"limits.turns": 300, "turn.take": "free"})
    questions = {**PROBES["sober"].strategy.questions, question: WRONG[question]}
    seats = [*seated("any"), Player(Strategy("wrong", "", "", questions), ())]
    games = (game for game in range(30) if fault_of_compiled(rules, seats, 6, game) is not None)
    game = next(games, None)
    assert game is not None, "the question never came up"
    with pytest.raises(PaskasimError) as caught:
        bridged(rules, seats, 6, game)
    told = fault_of_compiled(rules, seats, 6, game)
    assert caught.value.what == told
    assert told is not None
    assert f"its answer to `{question}` was not legal (game {game}, " in told


def fault_of_compiled(rules: RuleSet, seats: Sequence[Player], seed: int, game: int) -> str | None:
    try:
        play(rule_tables(rules, len(seats)), len(seats), crew_of(seats), seed, game, 1)
    except PaskasimError as error:
        return error.what
    return None


@pytest.mark.parametrize("answer", [-1, 1 << 60, 3, (1 << 56) * 4])
def test_rows_that_can_t_be_laid_are_refused(answer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RuleSet.load("shithead")
    monkeypatch.setattr(bridge.CompiledChooser, "_ask", lambda *_: answer)
    with pytest.raises(PaskasimError, match="its answer to `swap` was not legal"):
        bridged(rules, seated("any", "any"), 1, 1)


def test_packed_cards() -> None:
    cards = [rank for code, rank in enumerate(RANKS) for _ in range(code)]
    assert unpacked(packed(cards)) == tuple(cards)
    assert packed(["*"] * 15) == 15 << 56
    assert np.int64(packed(RANKS)) == at.RANK_BITS
