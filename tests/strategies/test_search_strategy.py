"""`search`: its playouts obey the rules, it finds what wins, and it beats `linear`."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import Position, lays, plays
from rule_sets import drawn_setting

from paskasim.engine import play
from paskasim.kernels import layout as at
from paskasim.kernels.cards import ranks_in
from paskasim.kernels.compiled import entry
from paskasim.kernels.deal import begin, deal, sorted_deck
from paskasim.kernels.decisions import is_legal
from paskasim.kernels.options import options_for
from paskasim.kernels.payoff import LOSS, cost_of
from paskasim.kernels.pointers import from_word, words_of
from paskasim.kernels.turn import flips_next, step
from paskasim.lineups import crew_of, parse_lineup
from paskasim.payoff import share_of_loss
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.features import WEIGHTS
from paskasim.strategies.playout import NO_ACTION, play_out, quick_action
from paskasim.strategies.prospect import prepare_prospects, prospect_of
from paskasim.weights import weights_for

Words = NDArray[np.int64]
STATE = at.TABLE_WORDS + at.HIDDEN_WORDS + at.TALLY_WORDS
FINE, ILLEGAL, BAD_PROSPECTS, OTHER_COST = range(4)


@entry
def watch_playout(
    rules: Words, players: int, weights: Words, seed: int, game: int, slips: int, turns: int, work: Words
) -> int:
    """Play a game as playouts do, looking at each action and guess; then compare with `play_out` from the start."""
    table = words_of(work)
    hidden = from_word(table, at.TABLE_WORDS)
    tally = from_word(hidden, at.HIDDEN_WORDS)
    kept = from_word(tally, at.TALLY_WORDS)
    deck = from_word(kept, STATE)
    chance = from_word(deck, 2 * at.DECK_SIZE + 400)
    worth = from_word(chance, 1)
    learned = words_of(weights)
    for word in range(at.RULE_WORDS):
        table[word] = rules[word]
    prepare_prospects(table, worth)
    deal(table, hidden, tally, deck, sorted_deck(table, deck), players, seed, game)
    begin(table, hidden, tally)
    for word in range(STATE):
        kept[word] = table[word]
    chance[0] = game
    played = 0
    while played < turns and table[at.ACTIVE_COUNT] > 1 and table[at.PASSED] != table[at.ACTIVE_COUNT]:
        total = 0
        for seat in range(players):
            if table[at.ACTIVE] >> seat & 1:
                share = prospect_of(table, hidden, worth, seat)
                if share < 0 or share > LOSS:
                    return BAD_PROSPECTS
                total += share
        if total > LOSS or total <= LOSS - players:
            return BAD_PROSPECTS
        action = quick_action(table, hidden, learned, chance, slips)
        seat = table[at.SEAT]
        if flips_next(table, seat) != (action == at.FLIP):
            return ILLEGAL
        if action != at.FLIP:
            from_hand = table[at.HAND_SIZE + seat] > 0
            zone = hidden[at.HAND + seat] if from_hand else table[at.UP + seat]
            bare = action
            if action & ~(0xFF << at.ROW_CARD_SHIFT) == at.TAKE:
                rank = (action >> at.ROW_CARD_SHIFT) & 15
                if (rank > 0) != (table[at.TAKE_CARD] != 0 and not from_hand):
                    return ILLEGAL
                if rank and ranks_in(zone) >> ((rank - 1) << 2) & 1 == 0:
                    return ILLEGAL
                bare = at.TAKE
            if not is_legal(table, zone, seat, options_for(table, zone, seat, from_hand), bare):
                return ILLEGAL
        step(table, hidden, tally, action)
        played += 1
    ended = table[at.ACTIVE_COUNT] == 1 or table[at.PASSED] == table[at.ACTIVE_COUNT]
    for seat in range(players):
        in_play = table[at.ACTIVE] >> seat & 1 != 0
        expected = prospect_of(table, hidden, worth, seat) if in_play and not ended else cost_of(table, seat, 1000)
        again = from_word(deck, 3000)
        for word in range(STATE):
            again[word] = kept[word]
        chance[0] = game
        cost = play_out(
            again, from_word(again, at.TABLE_WORDS), from_word(again, at.TABLE_WORDS + at.HIDDEN_WORDS), seat,
            NO_ACTION, learned, worth, chance, slips, turns, 1000,
        )  # fmt: skip
        if cost != expected:
            return OTHER_COST
    return FINE


def test_playouts_obey_the_rules_under_any_rules() -> None:
    dice = random.Random(23)
    work = np.zeros(16000, np.int64)
    for _ in range(80):
        setting = drawn_setting(dice)
        rules = rule_tables(setting.rules, setting.players)
        weights = np.array(weights_for(setting.rules, setting.players, WEIGHTS).values, np.int64)
        for game in range(5):
            slips, turns = dice.choice((0, 30)), dice.choice((10, 60, 400))
            told = watch_playout(rules, setting.players, weights, 1, game, slips, turns, work)
            assert told == FINE, (setting, game)


@pytest.mark.parametrize(
    ("position", "best"),
    [
        # Who burns plays on, and is out by the five; after the five the other is out.
        (Position(hand="5 10", pile="4", others=(1,), known={1: "9"}, stock=0), "10"),
        # The ace makes the other take and pass, and the three goes out.
        (Position(hand="3 A", others=(2,), known={1: "4 4"}, stock=0), "A"),
        # Only the eight can't be answered.
        (Position(hand="5 8", pile="4", others=(1,), known={1: "7"}, stock=0), "8"),
        # Taking leaves no card that the other, who holds faces, could open with.
        (Position(hand="9 9", pile="5", others=(3,), known={1: "J Q K"}, stock=0), "9 9"),
    ],
)
def test_finds_a_forced_win(position: Position, best: str) -> None:
    assert plays("search", position) == best


def test_a_budget_of_one_playout_is_what_linear_plays() -> None:
    for hand in ("3 4 5 9 K", "7 7 10 2 A", "J Q K A 8"):
        position = Position(hand=hand, pile="6")
        assert plays("search[playouts=1]", position) == plays("linear", position)


def test_up_rows_hold_cards_that_it_has() -> None:
    row = lays("search", Position(hand="3 4 2", up="K 5 10", down=3, rules="shithead", switches={}))
    assert len(row.split()) == 3
    assert set(row.split()) <= {"3", "4", "2", "K", "5", "10"}


def losses(focal: str, others: str, players: int, games: int, preset: str = "paskahousu") -> float:
    """Return the share of losses of one `focal` among `others`, over all seats."""
    rules = RuleSet.load(preset)
    words = rule_tables(rules, players)
    total = 0.0
    for seat in range(players):
        names = [others] * players
        names[seat] = focal
        crew = crew_of(parse_lineup(names, players), rules)
        played = play(words, players, crew, 11, seat * games, games)
        total += share_of_loss(played.tallies, played.places[:players])[seat].mean()
    return total / players


def test_loses_much_less_than_its_part_among_linear() -> None:
    """It loses about 0.06 of its games, with a standard error of 0.025 here."""
    assert losses("search[playouts=48]", "linear", 4, 25) < 0.17


def test_a_game_without_end_that_costs_more_changes_what_it_plays() -> None:
    rules = RuleSet.load("ruotsalainen")
    one, other = (
        play(rule_tables(rules, 2), 2, crew_of(parse_lineup(f"search[playouts=24,endless={cost}]", 2), rules), 5, 0, 8)
        for cost in (0, 10)
    )
    assert not np.array_equal(one.tallies, other.tallies)
