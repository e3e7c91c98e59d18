"""`mixed`: the lies that it tells, and when it doubts, by tables made up for the purpose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import paskasim
from paskasim.kernels import layout as at
from paskasim.lineups import crew_of, far_words, parse_player
from paskasim.metadata import mistakes_of
from paskasim.rules import RuleSet
from paskasim.strategies.mixed import STRATEGY, WEIGHTS
from paskasim.training.gradient import Mixture
from paskasim.training.oracles import table_of
from paskasim.weights import WeightFile, changed, weights_for

RANKS = ("1", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "*")
FACES = ("J", "Q", "K")
IN_ORDER = (*FACES, "1", "3", "4", "5", "6", "7", "8", "9", "A", "10", "2", "*")
"""In which cards are laid with a lie: what is hardest to get rid of first."""


def lineup(folder: Path, lies: tuple[float, ...], doubt: float = 0) -> str:
    """A file of one table that lies with these chances, whether it has to or not."""
    rules = RuleSet.load("valepaska")
    mixture = Mixture((1.0,), (table_of(lies, lies, doubt),))
    file = WeightFile("valepaska", changed(rules), 2, dict(zip(WEIGHTS, mixture.weights(), strict=True)), {})
    (folder / "table.json").write_text(file.text(), encoding="utf-8")
    return f"mixed[weights={folder / 'table.json'}]"


def first_claims(lineup: str, games: int = 60) -> list[tuple[dict[str, Any], list[str]]]:
    """The first turn of each game with the hand of who plays it, and the next ones while nobody is interrupted."""
    found = []
    rules = RuleSet.load("valepaska").with_switches({"limits.turns": 100})
    for record in paskasim.trace(rules, players=2, lineup=lineup, seed=4, games=games):
        hands = [list(hand) for hand in record["deal"]["hand"]]
        for turn in record["turns"][:6]:
            found.append((turn, sorted(hands[turn["seat"]], key=IN_ORDER.index)))
            if "cards" not in turn or turn["effect"] != "none" or "challenge" in turn:
                break
            for card in turn["cards"]:
                hands[turn["seat"]].remove(card)
            hands[turn["seat"]] += turn.get("drew", [])
    return found


def true_ranks(turn: dict[str, Any], hand: list[str]) -> set[str]:
    claims = [text.split("x") for text in turn["legal"] if "x" in text]
    return {rank for rank, count in claims if hand.count(rank) >= int(count)}


def is_lie(turn: dict[str, Any]) -> bool:
    return any(card != turn["rank"] for card in turn["cards"])


def test_the_truth_goes_faces_first_then_the_lowest(tmp_path: Path) -> None:
    turns = first_claims(lineup(tmp_path, (0, 0, 0)))
    assert len(turns) > 100
    for turn, hand in turns:
        true = true_ranks(turn, hand)
        if not true:
            assert turn["action"] == "take" or is_lie(turn)
            continue
        faces = [rank for rank in FACES if rank in true]
        wanted = faces[0] if faces else min(true, key=IN_ORDER.index)
        assert turn["rank"] == wanted
        assert turn["cards"] == [wanted] * hand.count(wanted)


@pytest.mark.parametrize(("lies", "most"), [((1, 0, 0), 1), ((0, 1, 0), 3)])
def test_a_lie_lays_what_is_hardest_to_get_rid_of(tmp_path: Path, lies: tuple[float, ...], most: int) -> None:
    turns = [(turn, hand) for turn, hand in first_claims(lineup(tmp_path, lies)) if "cards" in turn and is_lie(turn)]
    assert len(turns) > 60
    for turn, hand in turns:
        laid = sorted(turn["cards"], key=IN_ORDER.index)
        assert len(laid) <= most
        assert laid == hand[: len(laid)]
    assert max(len(turn["cards"]) for turn, _ in turns) == most


def test_a_lie_is_best_told_of_what_the_own_hand_holds(tmp_path: Path) -> None:
    """On a pile that stays, a rank that may be claimed and is held is preferred to one that is not."""
    held = 0
    for turn, hand in first_claims(lineup(tmp_path, (1, 0, 0))):
        if "cards" not in turn or not is_lie(turn) or turn["effect"] != "none":
            continue
        loud = {"10", "A", turn["top"] if turn["run"] == 3 else ""}
        safe = true_ranks(turn, hand) - loud - {turn["cards"][0]}
        if safe:
            assert turn["rank"] in hand
            held += 1
    assert held > 20


def test_loud_lies_burn_the_pile_where_they_may(tmp_path: Path) -> None:
    loud = quiet = 0
    for turn, _ in first_claims(lineup(tmp_path, (0, 0, 1)), 100):
        if "cards" in turn and is_lie(turn):
            loud += turn["effect"] != "none"
            quiet += turn["effect"] == "none"
    assert loud > 3 * quiet > 0 or (loud > 50 and quiet == 0)


@pytest.mark.parametrize("doubt", [0, 1])
def test_it_doubts_as_its_table_says(tmp_path: Path, doubt: int) -> None:
    frame = paskasim.simulate("valepaska", players=2, lineup=lineup(tmp_path, (0, 0, 0), doubt), games=100, seed=2)
    if doubt:
        assert (frame["challenges"] == frame["claims"]).all()
    else:
        assert (frame["challenges"] == frame["caught"]).all()
        assert frame["challenges"].sum() < frame["claims"].sum() / 20


def test_weights_that_are_many_lie_far(tmp_path: Path) -> None:
    mixed = parse_player(lineup(tmp_path, (0.1, 0.2, 0.3), 0.4))
    weights = weights_for(RuleSet.load("valepaska"), 2, WEIGHTS, tmp_path / "table.json").values
    crew = crew_of([mixed, parse_player("linear")], RuleSet.load("valepaska"))
    assert far_words(mixed) == slice(at.FAR, at.FAR + len(WEIGHTS))
    assert tuple(crew.mine[0, far_words(mixed)]) == weights
    assert crew.mine[1, far_words(parse_player("linear"))].size == 0
    assert not crew.mine[1, at.FAR :].any()


def test_room_for_many_weights_has_to_be_asked_for() -> None:
    assert not list(mistakes_of(STRATEGY))
    assert any("for the weights behind them" in told for told in mistakes_of(replace(STRATEGY, words=at.MINE_WORDS)))
