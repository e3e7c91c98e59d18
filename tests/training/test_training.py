"""Training: honest, the same for the same seed, and going on where it was killed."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from paskasim.engine import InterruptedPlayError
from paskasim.errors import PaskasimError
from paskasim.rules import RuleSet
from paskasim.strategies.features import START, WEIGHTS
from paskasim.training import Hall, Search, Settings, best_response, train
from paskasim.training import tables as played_at
from paskasim.training.checkpoint import Checkpoint
from paskasim.training.evolve import live_weights
from paskasim.training.fresh import CHOOSING, HELD_OUT, contrast, mean_interval
from paskasim.training.stages import games_of
from paskasim.training.tables import Deals, Values, alike_opponents, opponents_of, trained_opponents

RULES = RuleSet.load("paskahousu")
SMALL = Settings(Search(generations=3, population=5, games=12, seed=4), stages=2, start="plain", fresh=20)


def trained(checkpoint: Path | None = None, settings: Settings = SMALL, **options: object) -> str:
    return train(RULES, 2, settings, Hall(RULES, 2, **options), checkpoint=checkpoint).text()  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def whole() -> str:
    return trained()


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(whole: str) -> None:
    np.random.seed(0)  # nothing outside may matter
    with ThreadPoolExecutor(3) as pool:
        assert trained(pool=pool) == whole
    assert trained(settings=replace(SMALL, search=replace(SMALL.search, seed=5))) != whole


@pytest.mark.parametrize("games", [100, 300, 700, 1_100])
def test_stopped_and_gone_on_gives_the_same_bytes(whole: str, tmp_path: Path, games: int) -> None:
    file = tmp_path / "so-far"
    done: list[int] = []
    with pytest.raises(InterruptedPlayError):
        trained(file, played=done.append, stop=lambda: sum(done) >= games)
    kept = file.read_bytes()
    file.write_bytes(kept + b'{"stage": 1, "gener')  # as a kill in the middle of writing leaves it
    done.clear()
    assert trained(file, played=done.append) == whole
    assert not file.exists()
    assert sum(done) < games_of(SMALL, RULES, 2)


def test_the_start_can_be_an_opponent(whole: str) -> None:
    text = trained(settings=replace(SMALL, against=("lowest", "start")))
    provenance = json.loads(text)["provenance"]
    assert provenance["pool"] == ["lowest", "start", "stage 1"]
    assert "--against lowest --against start" in provenance["command"]
    assert json.loads(whole)["provenance"]["pool"] == ["lowest", "stage 1"]
    assert json.loads(text)["weights"] != json.loads(whole)["weights"]


def test_the_weights_that_are_tried_can_be_their_own_opponents(whole: str) -> None:
    settings = replace(SMALL, against=("lowest", "self"), endless=2.0)
    played: list[int] = []
    text = train(RULES, 2, settings, Hall(RULES, 2, endless=2.0, played=played.append)).text()
    provenance = json.loads(text)["provenance"]
    assert provenance["pool"] == ["lowest", "self", "stage 1"]
    assert "--against lowest --against self" in provenance["command"]
    share = provenance["held_out"]["at tables of these weights"]["games without an end"]
    assert 0 <= share[0] <= 1
    assert sum(played) <= games_of(settings, RULES, 2)
    assert "games without an end" not in json.loads(whole)["provenance"]["held_out"]["at tables of these weights"]


@pytest.mark.parametrize("endless", [0.0, 1.0, 3.0])
def test_at_its_own_table_one_set_of_weights_costs_what_it_would_among_the_same(endless: float) -> None:
    """Deal by deal, games that never end among them."""
    rules = RuleSet.load("valepaska")
    hall = Hall(rules, 3, endless=endless)
    deals = Deals(1, 0, 40)
    own = hall.costs(START, alike_opponents("self", 3), deals)
    assert own == pytest.approx(hall.costs(START, trained_opponents("same", START, 3), deals))
    ended = np.isclose(own, 1 / 3) if endless != 1.0 else np.ones(40, bool)
    assert own[~ended] == pytest.approx(np.full((~ended).sum(), endless / 3))
    assert endless == 1.0 or 0 < ended.sum() < 40


def test_what_is_kept_is_not_played_again(whole: str, tmp_path: Path) -> None:
    file = tmp_path / "so-far"
    done: list[int] = []
    with pytest.raises(InterruptedPlayError):
        trained(file, played=done.append, stop=lambda: sum(done) >= 1_000)
    again: list[int] = []
    trained(file, played=again.append)
    every: list[int] = []
    trained(played=every.append)
    assert sum(every) <= sum(done) + sum(again) <= sum(every) + 500


KEPT = [
    {"schema": "paskasim-training/1", "key": "x"},
    {"stage": 0, "generation": 0, "costs": [0.5, 0.25]},
    {"stage": 0, "chosen": [1, 2, 3]},
]


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        (0, {"schema": "of something else"}),
        (1, {"costs": [0.5]}),
        (1, {"costs": "0.5"}),
        (1, {"generation": "0"}),
        (2, {"chosen": [1, 2]}),
        (2, {"stage": None}),
        (1, None),
    ],
)
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, line: int, changed: dict[str, object] | None) -> None:
    path = tmp_path / "x.training"
    texts = [json.dumps(each) for each in KEPT]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    assert Checkpoint(path, "x", 2, 3).costs == {(0, 0): [0.5, 0.25]}
    texts[line] = "half a l" if changed is None else json.dumps(KEPT[line] | changed)
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    with pytest.raises(PaskasimError, match="damaged") as caught:
        Checkpoint(path, "x", 2, 3)
    assert caught.value.exit_code == 4


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "so-far"
    done: list[int] = []
    with pytest.raises(InterruptedPlayError):
        trained(file, played=done.append, stop=lambda: sum(done) >= 300)
    kept = file.read_bytes()
    with pytest.raises(PaskasimError, match="another training"):
        trained(file, settings=replace(SMALL, fresh=21))
    assert file.read_bytes() == kept
    file.write_bytes(b"something else\n")
    with pytest.raises(PaskasimError, match="damaged"):
        trained(file)


def test_every_purpose_has_deals_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Deals] = []
    costs = played_at.Hall.costs

    def watched(self: Hall, tried: object, opponents: object, deals: Deals) -> object:
        seen.append(deals)
        return costs(self, tried, opponents, deals)  # type: ignore[arg-type]

    monkeypatch.setattr(played_at.Hall, "costs", watched)
    trained()
    spans = sorted({(each.first, each.first + each.games) for each in seen})
    assert all(end <= begin for (_, end), (begin, _) in pairwise(spans))
    # Six generations in two stages, a choice after each stage, and the last word.
    assert len([first for first, _ in spans if first < CHOOSING]) == 6
    assert len([first for first, _ in spans if CHOOSING <= first < HELD_OUT]) == 2
    assert len([first for first, _ in spans if first >= HELD_OUT]) == 1


def wrong_start() -> Values:
    weights = dict(zip(WEIGHTS, START, strict=True)) | {"place_stock": 60, "place_rest": 60, "take_rest": 100}
    return tuple(weights.values())


def test_a_bad_start_is_left_behind() -> None:
    found = best_response(RULES, 2, ["lowest"], search=Search(12, 8, 60, 40.0, seed=2), start=wrong_start(), fresh=400)
    hall = Hall(RULES, 2)
    held = contrast(hall, found.weights, wrong_start(), opponents_of("lowest", 2), Deals(9, 0, 400))
    assert held.gain().low > 0.05
    assert found.loss.estimate == pytest.approx(found.own.estimate - found.gain.estimate)
    assert found.own.estimate == pytest.approx(0.5)  # lowest among lowest


def test_a_start_that_nothing_beats_is_kept() -> None:
    # Against a player who does everything else alike, one generation of wild candidates finds nothing better.
    start = tuple(weight * 3 for weight in START)
    found = best_response(RULES, 2, ["lowest"], search=Search(1, 4, 4, 3_000.0, seed=1), start=start, fresh=50)
    assert found.weights == start


def test_the_same_twice_has_no_difference() -> None:
    hall = Hall(RULES, 3)
    for table in (opponents_of("lowest", 3), trained_opponents("start", START, 3)):
        same = contrast(hall, START, START, table, Deals(1, 0, 30))
        assert same.gain() == mean_interval(np.zeros(30))
    own = hall.costs(START, trained_opponents("start", START, 3), Deals(1, 0, 30))
    assert own == pytest.approx(np.full(30, 1 / 3))  # all alike: what is lost is lost by somebody


def test_mixed_tables_seat_every_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(RULES, 3)
    names = [
        [player.strategy.name for player in hall.crew(START, opponents_of("lowest,any", 3), seat).players]
        for seat in range(3)
    ]
    assert names == [["linear", "lowest", "any"], ["any", "linear", "lowest"], ["lowest", "any", "linear"]]


@pytest.mark.parametrize(
    ("preset", "players", "dead"),
    [
        ("paskahousu", 4, {"joker", "again", "skip", "try", "last_hand", "swap_place", "bring_place"}),
        ("paskahousu-rows", 4, {"take_stock", "take_pile_rest", "bring_two", "swap_joker", "joker"}),
        ("paskahousu-rows-jokers", 4, {"take_rest", "bring_two"}),
        ("shithead", 3, {"take_rest", "swap_joker", "bring_joker"}),
        ("ruotsalainen", 4, {"place_stock", "block_stock", "special_early", "take_early"}),
        ("paskahousu-try", 3, {"swap_two"}),
    ],
)
def test_weights_that_never_matter_are_left_alone(preset: str, players: int, dead: set[str]) -> None:
    live = {WEIGHTS[place] for place in live_weights(RuleSet.load(preset), players)}
    assert not live & dead
    assert {"place_rest", "block_rest", "burn_rest"} <= live
    assert ("joker" in live) == ("jokers" in preset)
    assert ("try" in live) == (preset == "paskahousu-try")


def test_without_the_library_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(PaskasimError, match="cma") as raised:
        best_response(RULES, 2, ["lowest"], search=Search(1, 4, 2), fresh=4)
    assert raised.value.do == 'Install it: pip install "paskasim[tune]"'
