"""`linear` with bluff: claims and doubts are those of a twin in plain Python, both engines play the same games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from claim_twin import ClaimTwin
from positions import Position, claims, doubts
from rule_sets import BLUFF

from paskasim.bridge import Bridge
from paskasim.lineups import parse_lineup
from paskasim.reference import Action, View, play_game
from paskasim.rules import RuleSet
from paskasim.strategies.features import FEATURES, START, WEIGHTS
from paskasim.weights import WeightFile

SHORT = {"limits.turns": 100}
NAMES = {feature.name for feature in FEATURES if feature.needs == "bluff"}
Seen = Counter[str]


def written(folder: Path, weights: Mapping[str, int]) -> str:
    path = folder / f"weights-{len(list(folder.iterdir()))}.json"
    path.write_text(WeightFile("own", {}, 2, dict(weights), {}).text(), encoding="utf-8")
    return f"linear[weights={path}]"


class Watched:
    """The compiled strategy at the readable engine; the twin has to say the same."""

    def __init__(self, chooser: Any, twin: ClaimTwin, seen: Seen) -> None:
        self.chooser, self.twin, self.seen = chooser, twin, seen
        self.swap, self.row_card = chooser.swap, chooser.row_card

    def __call__(self, view: View) -> Action:
        action: Action = self.chooser(view)
        assert action == self.twin.best(view)
        return action

    def claim(self, view: View) -> Action:
        claim: Action = self.chooser.claim(view)
        mine = self.twin.claim(view)
        assert (str(claim), sorted(claim.cards)) == (str(mine), sorted(mine.cards)), view
        lies = claim.kind == "play" and set(claim.cards) != {claim.rank}
        self.seen["lies" if lies else "truths"] += 1
        return claim

    def challenge(self, view: View) -> bool:
        doubts: bool = self.chooser.challenge(view)
        assert doubts in self.twin.doubts(view), view
        self.seen["doubts" if doubts else "believes"] += 1
        return doubts


def watched_game(rules: RuleSet, players: int, weights: Mapping[str, int], spec: str, game: int, seen: Seen) -> None:
    twin = ClaimTwin(rules, players, weights, seen)
    choosers = Bridge(rules, parse_lineup(spec, players)).choosers(game)
    play_game(rules, players, [Watched(each, twin, seen) for each in choosers], 7, game)


def drawn_weights(dice: random.Random) -> dict[str, int]:
    spread = dice.choice((30, 200))
    return {name: round(start + dice.gauss(0, spread)) for name, start in zip(WEIGHTS, START, strict=True)}


def test_the_twin_claims_and_doubts_the_same(tmp_path: Path) -> None:
    dice = random.Random(4)
    seen: Seen = Counter()
    presets = ["valepaska", "valepaska-next-plays", "valepaska-rows", "valepaska-liar-never-continues"]
    more: list[dict[str, Any]] = [
        {},
        {"deck.jokers": 2, "invisible.rank": "3", "reverse.rank": "7", "skip.rank": "8", "again.ranks": "5"},
        {"turn.counts": {"3-9": "2+"}, "turn.take": "stuck", "finish.not_with": "2"},
    ]
    for game in range(8):
        drawn = {key: dice.choice(values) for key, values in BLUFF.items()}
        rules = RuleSet.load(presets[game % 4]).with_switches({**SHORT, **drawn, **more[game % 3]})
        weights = drawn_weights(dice)
        watched_game(rules, 2 + game % 4, weights, written(tmp_path, weights), game, seen)
    assert min(seen[name] for name in ("lies", "truths", "doubts", "believes")) > 50
    assert not NAMES - set(seen) - {"doubt_chance", "doubt_chance_pile"}


def test_the_twin_would_tell_of_a_wrong_weight(tmp_path: Path) -> None:
    rules = RuleSet.load("valepaska").with_switches(SHORT)
    weights = dict(zip(WEIGHTS, START, strict=True))
    for wrong in ({"lie_stock": 50}, {"doubt_stock": 200}):
        with pytest.raises(AssertionError):
            watched_game(rules, 3, weights | wrong, written(tmp_path, weights), 1, Counter())


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The strategy with the weights that training begins with."""
    return written(tmp_path_factory.mktemp("plain"), dict(zip(WEIGHTS, START, strict=True)))


@pytest.fixture
def only(tmp_path: Path) -> Any:
    """Name the strategy whose weights are zero but for those given."""
    return lambda **weights: written(tmp_path, dict.fromkeys(WEIGHTS, 0) | weights)


def valepaska(hand: str, pile: str = "", **more: Any) -> Position:
    return Position(hand=hand, pile=pile, rules="valepaska", **more)


@pytest.mark.parametrize(
    ("position", "claim", "doubted"),
    [
        (valepaska("9 9 9 4 J", "8"), "9x2", True),  # only one is left
        (valepaska("K K 4 5 J", "8 8"), "Kx2", True),  # two are left, and the stock is large
        (valepaska("3 4 4 5 J", "8"), "9x1", False),
        (valepaska("3 4 4 5 J", "8", known={1: "9"}), "9x1", False),
        (valepaska("K K 4 5 J", "8 8", known={1: "K K"}), "Kx2", False),
        (valepaska("3 4", "8", others=(1,), stock=0), "9x1", True),  # the game is lost if it is true
        (valepaska("3 4", "8 8 9 9", others=(1, 5), stock=0, known={1: "9"}), "9x1", False),  # known to be true
    ],
)
def test_what_it_doubts(plain: str, position: Position, claim: str, doubted: bool) -> None:
    assert doubts(plain, position, claim) == doubted


@pytest.mark.parametrize(
    ("position", "claim"),
    [
        (valepaska("3 8 9 2 10", "7"), "8x1: 8"),  # the truth
        (
            valepaska("3 3 4 5 6", "8 8 9 9 Q Q", switches={"deck.ranks": "3-K", "fours.except": ""}),
            "Qx2: 3 3",
        ),  # it would burn
        (valepaska("3 4", "K", stock=0), "Ax2: 3 4"),  # out if nobody doubts it
        (valepaska("9 9", "8", stock=0), "9x2: 9 9"),  # out
        (valepaska("3 4 5 6 7", "9", switches={"turn.counts": {"3-A 2": "4+"}, "turn.take": "stuck"}), "9x4: 3 4 5 6"),
    ],
)
def test_what_it_claims(plain: str, position: Position, claim: str) -> None:
    assert claims(plain, position) == claim
