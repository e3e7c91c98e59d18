"""What every built-in strategy promises: legal answers everywhere, and metadata that is true."""

from __future__ import annotations

import numpy as np
import pytest

from paskasim.engine import Games, play
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.kernels.decisions import ROLLS_DICE
from paskasim.lineups import Crew, Player, crew_of, parse_lineup, parse_player
from paskasim.rules import RuleSet, presets
from paskasim.rules.tables import rule_tables
from paskasim.strategies.door import Strategy, built_in

# Rules that offer what no preset does: tries at will, counts, opening with any card, row cards, jokers.
EVERYTHING = {
    "deck.jokers": 2,
    "deal.hand": 3,
    "deal.down": 2,
    "deal.up": 3,
    "deal.swap": "any",
    "turn.try_stock": "any_time",
    "turn.stuck": "open_any",
    "turn.counts": {"3-9": "1 3+"},
    "rows.take_card": True,
    "finish.not_with": "2 10",
}


PLAYABLE = [f"{name}[lowest]" if strategy.wraps else name for name, strategy in built_in().items()]


def games_of(rules: RuleSet, players: int, crew: Crew, games: int = 60, seed: int = 5) -> Games:
    return play(rule_tables(rules, players), players, crew, seed, 0, games, detail=True)


def rolling_traits(crew: Crew) -> np.ndarray:
    traits = crew.traits.copy()
    traits[: at.SEATS] |= ROLLS_DICE
    return traits


def same(one: Games, other: Games) -> bool:
    return np.array_equal(one.tallies, other.tallies) and np.array_equal(one.places, other.places)


@pytest.mark.parametrize("name", PLAYABLE)
@pytest.mark.parametrize("preset", presets())
def test_plays_every_preset_with_every_number_of_players(name: str, preset: str) -> None:
    rules = RuleSet.load(preset)
    for players in range(2, 11):
        try:
            rules.deal_for(players)
        except PaskasimError:
            continue
        games = games_of(rules, players, crew_of(parse_lineup(name, players)), 20)
        assert set(games.tallies[at.OUTCOME]) <= {at.FINISHED, at.DEADLOCK, at.LIVELOCK, at.UNRESOLVED}


@pytest.mark.parametrize("name", PLAYABLE)
def test_plays_rules_that_offer_everything(name: str) -> None:
    rules = RuleSet().with_switches(EVERYTHING)
    for players in (2, 5):
        games = games_of(rules, players, crew_of(parse_lineup(name, players)), 300)
        assert games.tallies[at.TURNS].min() > 0


@pytest.mark.parametrize("name", [name for name in PLAYABLE if parse_player(name).strategy.deterministic])
def test_a_deterministic_strategy_looks_at_no_dice(name: str) -> None:
    rules = RuleSet().with_switches(EVERYTHING)
    crew = crew_of(parse_lineup(name, 4))
    rolling = Crew(crew.players, crew.addresses, rolling_traits(crew), crew.mine)
    one, other = games_of(rules, 4, crew, 200), games_of(rules, 4, rolling, 200)
    never_ends = one.tallies[at.OUTCOME] == at.LIVELOCK  # which needs that nobody rolls dice
    assert np.array_equal(one.tallies[:, ~never_ends], other.tallies[:, ~never_ends])
    assert (~never_ends).sum() > 100


@pytest.mark.parametrize("name", [name for name in PLAYABLE if parse_player(name).strategy.memoryless])
def test_a_memoryless_strategy_keeps_nothing(name: str) -> None:
    rules = RuleSet().with_switches(EVERYTHING)
    crew = crew_of(parse_lineup(name, 3))
    disturbed = crew.mine.copy()
    disturbed[:, at.MEMORY :] = 77
    other = Crew(crew.players, crew.addresses, crew.traits, disturbed)
    assert same(games_of(rules, 3, crew, 200), games_of(rules, 3, other, 200))


@pytest.mark.parametrize("name", built_in())
def test_is_told_completely(name: str) -> None:
    strategy = built_in()[name]
    assert strategy.name == name
    assert strategy.summary.endswith(".")
    assert strategy.source
    assert "play" in strategy.questions
    assert strategy.games_per_second > 0


def always_take(table, mine, hand, seat, options):
    return at.TAKE


def three_of_clubs(table, mine, hand, seat, options):
    return (1 << 60) | (15 << 4)


def divides_by_zero(table, mine, hand, seat, options):
    return 1 // (seat - seat)


def all_the_best(table, mine, hand, seat, options):
    return hand


def a_card_beyond_all_ranks(table, mine, hand, seat, options):
    spread = options | (options >> 1)
    spread = (spread | (spread >> 2)) & at.RANK_BITS
    return options - (spread & -spread) + (1 << 60)


@pytest.mark.parametrize(
    ("questions", "question"),
    [
        ({"play": always_take}, "play"),
        ({"play": three_of_clubs}, "play"),
        ({"play": divides_by_zero}, "play"),
        ({"play": always_take, "swap": all_the_best}, "swap"),
        ({"play": always_take, "swap": a_card_beyond_all_ranks}, "swap"),
    ],
)
def test_an_illegal_answer_ends_in_a_sentence(questions, question: str) -> None:
    bad = Strategy("bad", "Plays badly.", "a test", questions)
    rules = RuleSet.load("paskahousu-rows")
    crew = crew_of([Player(bad, ())] * 3)
    with pytest.raises(PaskasimError) as caught:
        games_of(rules, 3, crew)
    assert "strategy bad at seat" in caught.value.what
    assert f"`{question}`" in caught.value.what
    assert "game 0" in caught.value.what


def test_a_strategy_cannot_write_to_the_table() -> None:
    from numba.core.errors import TypingError

    def cheats(table, mine, hand, seat, options):
        table[at.STOCK] = 0
        return at.TAKE

    bad = Strategy("cheat", "Writes to the table.", "a test", {"play": cheats})
    with pytest.raises(TypingError):
        bad.addresses()
