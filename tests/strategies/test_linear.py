"""`linear`: the compiled scores are those of a twin in plain Python, and its features tell."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from linear_twin import Twin
from positions import Position, lays, plays
from rule_sets import drawn_setting

from paskasim.bridge import Bridge
from paskasim.engine import play
from paskasim.errors import PaskasimError
from paskasim.kernels import layout as at
from paskasim.lineups import crew_of, parse_lineup
from paskasim.payoff import share_of_loss
from paskasim.reference import Action, View, play_game
from paskasim.reference.search import Found
from paskasim.rules import RuleSet
from paskasim.rules.tables import rule_tables
from paskasim.strategies.features import FEATURES, OFFSET, START, WEIGHTS
from paskasim.weights import WeightFile

SHORT = {"limits.turns": 120}
Seen = Counter[str]


def written(folder: Path, weights: Mapping[str, int], name: str = "drawn.json") -> str:
    path = folder / name
    path.write_text(WeightFile("own", {}, 2, dict(weights), {}).text(), encoding="utf-8")
    return f"linear[weights={path}]"


class Watched:
    """The compiled strategy at the readable engine; the twin has to say the same."""

    def __init__(self, chooser: Any, twin: Twin, seen: Seen) -> None:
        self._chooser = chooser
        self._twin = twin
        self._seen = seen

    def __call__(self, view: View) -> Action:
        action: Action = self._chooser(view)
        best = self._twin.best(view)
        assert action == best, (view, {str(each): self._twin.features(view, each) for each in (action, best)})
        for each in view.legal:
            self._seen.update(name for name, value in self._twin.features(view, each).items() if value)
        return action

    def row_card(self, view: View) -> str:
        card: str = self._chooser.row_card(view)
        assert card == self._twin.row_card(view)
        self._seen["bring"] += 1
        return card

    def swap(self, view: View) -> tuple[str, ...]:
        row: tuple[str, ...] = self._chooser.swap(view)
        assert Counter(row) == Counter(self._twin.swap(view))
        self._seen["swap"] += 1
        return row


def watched_game(rules: RuleSet, players: int, weights: Mapping[str, int], spec: str, game: int, seen: Seen) -> None:
    twin = Twin(rules, players, weights)
    choosers = Bridge(rules, parse_lineup(spec, players)).choosers(game)
    play_game(
        rules, players, [Watched(each, twin, seen) for each in choosers], 7, game,
        search=lambda table, states: Found("open", states),
    )  # fmt: skip


def drawn_weights(dice: random.Random) -> dict[str, int]:
    # Near those that play well, so that games get far; half of them anything.
    spread = dice.choice((30, 200))
    weights = {name: round(start + dice.gauss(0, spread)) for name, start in zip(WEIGHTS, START, strict=True)}
    # What is seldom large must not always be outweighed.
    return weights | {name: dice.randint(-2000, 2000) for name in ("burn_shut", "try", "try_fits", "try_pile")}


def test_the_twin_chooses_the_same_at_tables_of_all_kinds(tmp_path: Path) -> None:
    dice = random.Random(20)
    seen: Seen = Counter()
    for game in range(12):
        rules, players = drawn_setting(dice, 5)
        if rules.bluff.on:
            continue
        weights = drawn_weights(dice)
        watched_game(rules.with_switches(SHORT), players, weights, written(tmp_path, weights), game, seen)
    near = ("paskahousu", "paskahousu-rows", "paskahousu-lowest-starts", "paskahousu-try", *["shithead"] * 3)
    for game, preset in enumerate(near):
        rules = RuleSet.load(preset).with_switches({**SHORT, "rows.take_card": True, "turn.take": "free"})
        weights = drawn_weights(dice)
        watched_game(rules, 3, weights, written(tmp_path, weights), game, seen)
    plain = {
        feature.name
        for feature in FEATURES
        if not feature.name.startswith(("swap_", "bring_")) and feature.needs != "bluff"
    }
    assert set(seen) - {"out", "swap", "bring"} == plain
    assert {"out", "swap", "bring"} <= set(seen)


def test_the_twin_would_tell_of_a_wrong_weight(tmp_path: Path) -> None:
    rules = RuleSet.load("paskahousu").with_switches(SHORT)
    weights = dict(zip(WEIGHTS, START, strict=True))
    wrong = weights | {"place_stock": 60}
    with pytest.raises(AssertionError):
        watched_game(rules, 4, wrong, written(tmp_path, weights), 1, Counter())


@pytest.fixture
def only(tmp_path: Path) -> Any:
    """Name the strategy whose weights are zero but for those given."""

    def named(**weights: int) -> str:
        return written(tmp_path, dict.fromkeys(WEIGHTS, 0) | weights, f"only-{len(list(tmp_path.iterdir()))}.json")

    return named


def test_without_weights_the_lowest_rank_goes_first(only: Any) -> None:
    assert plays(only(), Position(hand="3 3 9 2 10", pile="3")) == "3"


@pytest.mark.parametrize(
    ("weights", "position", "answer"),
    [
        ({"more_stock": 1}, Position(hand="3 3 9", pile="3"), "3 3"),
        ({"place_stock": 1}, Position(hand="3 4 9 K", pile="3"), "9"),
        ({"two_stock": 1, "ten_stock": 2}, Position(hand="3 2 10", pile="3"), "10"),
        ({"left_stock": -1}, Position(hand="3 3 9", pile="3"), "3 3"),
        ({"burn_stock": 1}, Position(hand="4 5 10", pile="3"), "10"),
        ({"burn_run": 1}, Position(hand="4 5 5 5 10", pile="5"), "5 5 5"),
        ({"take_stock": 1}, Position(hand="4 5 10", pile="3"), "take"),
        ({"take_special_stock": 1}, Position(hand="4 5 10", pile="2 2"), "take"),
        ({"block_stock": 1}, Position(hand="8 9 9 2", pile="7"), "2"),
        ({"block_rest": 1}, Position(hand="4 9 9 5", pile="3", stock=0, known={1: "8 8 8 8 7"}), "9"),
        ({"opens_rest": 1}, Position(hand="4 J Q", pile="3", stock=0, switches={"faces.min_top": "3"}), "J"),
        (
            {"own_run_stock": 1} if "own_run_stock" in WEIGHTS else {"own_run": 1},
            Position(hand="4 5 5 5", pile="5"),
            "5",
        ),
        ({"surplus": 1}, Position(hand="4 4 5 6 7 8 9", pile="3"), "4 4"),
        ({"follow_stock": 1}, Position(hand="4 9 2 2", pile="3", switches={"twos.on": "not_ace_ten"}), "4"),
    ],
)
def test_a_weight_does_what_its_name_says(only: Any, weights: dict[str, int], position: Position, answer: str) -> None:
    assert plays(only(**weights), position) == answer


def test_who_can_go_out_goes_out_whatever_the_weights_say(only: Any) -> None:
    position = Position(hand="9 9", pile="3 2 2", stock=0, switches={"twos.followed_by": "anything"})
    assert plays(only(more_rest=-1000, take_rest=1000), position) == "9 9"
    assert plays(only(more_rest=-1000, take_rest=1000), Position(**{**vars(position), "down": 1})) == "take"


def test_rows_are_laid_by_their_weights(only: Any) -> None:
    position = Position(hand="3 3 K A 9", up="4 8 2", rules="paskahousu-rows")
    assert lays(only(swap_place=1), position) == "8 9 K"
    assert lays(only(swap_place=-1, swap_two=-9, swap_ace=-9, swap_pair=1), position) == "3 3 4"
    assert lays(only(swap_two=2, swap_ace=1), position) == "3 A 2"


def test_names_and_starts_belong_together() -> None:
    assert len(WEIGHTS) == len(set(WEIGHTS)) == len(START)
    assert len(WEIGHTS) + 16 <= at.FOUL_MINE
    assert all(WEIGHTS[OFFSET[feature.name]].startswith(feature.name) for feature in FEATURES)
    assert {name for name in WEIGHTS if name.endswith("_rest")} == {f"{f.name}_rest" for f in FEATURES if f.phased}


def mean_losses(preset: str, players: int, lineup: str, deals: int = 1500) -> np.ndarray:
    """Return the loss of the first of a line-up for each deal, over all the seats."""
    rules = RuleSet.load(preset)
    words = rule_tables(rules, players)
    seats = parse_lineup(lineup, players)
    total = np.zeros(deals)
    for seat in range(players):
        turned = seats[players - seat :] + seats[: players - seat]
        games = play(words, players, crew_of(turned, rules), 31, 0, deals)
        total += share_of_loss(games.tallies, games.places[:players])[seat]
    return total / players


@pytest.mark.parametrize(("preset", "players"), [("paskahousu", 4), ("paskahousu", 2), ("paskahousu-rows", 4)])
def test_linear_beats_lowest(preset: str, players: int) -> None:
    # With shipped weights; four standard errors, on deals that no training plays (another seed).
    for lineup, sign in (("linear,lowest", 1), ("lowest,linear", -1)):
        losses = mean_losses(preset, players, lineup)
        gain = sign * (1 / players - losses)
        assert gain.mean() > 4 * gain.std(ddof=1) / len(gain) ** 0.5


def test_another_file_of_weights_is_another_player(tmp_path: Path) -> None:
    rules = RuleSet.load("paskahousu")
    weights = dict(zip(WEIGHTS, START, strict=True))
    specs = [written(tmp_path, weights, "one.json"), written(tmp_path, weights | {"place_rest": 7}, "other.json")]
    one, other = (parse_lineup(spec, 4)[0].identity(rules, 4) for spec in specs)
    assert one != other
    same = written(tmp_path, weights, "copy.json")
    assert parse_lineup(same, 4)[0].identity(rules, 4) == one
    lacking = written(tmp_path, {name: value for name, value in weights.items() if name != "place_stock"})
    seats = parse_lineup(lacking, 4)
    with pytest.raises(PaskasimError, match="lacks place_stock"):
        crew_of(seats, rules)
