"""Players of the bluffing game: what they claim, and what they doubt."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import paskasim
from paskasim.kernels.compiled import entry
from paskasim.strategies.claiming import CERTAIN, chance_of_fewer

Turn = dict[str, Any]


@entry
def chances(asked: NDArray[np.int64], told: NDArray[np.int64]) -> int:
    for i in range(asked.shape[0]):
        told[i] = chance_of_fewer(asked[i, 0], asked[i, 1], asked[i, 2], asked[i, 3])
    return 0


def test_chances_are_hypergeometric() -> None:
    asked = [
        (unseen, fitting, drawn, wanted)
        for unseen in (1, 5, 17, 40)
        for fitting in (0, 1, 2, 4, 8)
        for drawn in (0, 1, 3, 5, 12, 40)
        for wanted in (0, 1, 2, 4, 5)
        if fitting <= unseen and drawn <= unseen
    ]
    told = np.zeros(len(asked), np.int64)
    chances(np.array(asked, np.int64), told)
    for (unseen, fitting, drawn, wanted), found in zip(asked, told, strict=True):
        fewer = sum(comb(fitting, k) * comb(unseen - fitting, drawn - k) for k in range(min(wanted, drawn + 1)))
        assert found / CERTAIN == pytest.approx(fewer / comb(unseen, drawn), abs=1e-6), (unseen, fitting, drawn, wanted)


def turns_of(lineup: str, rules: str = "valepaska", games: int = 6) -> list[tuple[Turn, dict[str, int]]]:
    """All hand turns of some games, each with the hand of who plays."""
    found = []
    for record in paskasim.trace(rules, players=3, lineup=lineup, seed=3, games=games):
        hands = [list(hand) for hand in record["deal"]["hand"]]
        pile: list[str] = []
        for turn in record["turns"]:
            seat = turn["seat"]
            found.append((turn, {card: hands[seat].count(card) for card in hands[seat]}))
            if "cards" not in turn:
                break  # who takes what is the referee's business; the beginning of each game is enough here
            for card in turn["cards"]:
                hands[seat].remove(card)
            pile += turn["cards"]
            if turn["effect"] != "none" or "challenge" in turn:
                break
            hands[seat] += turn.get("drew", [])
    return found


def lies(turn: Turn) -> bool:
    return any(card != turn["rank"] for card in turn.get("cards", ()))


def true_claims(turn: Turn, hand: dict[str, int]) -> list[str]:
    claims = [text.split("x") for text in turn["legal"] if "x" in text]
    return [rank for rank, count in claims if hand.get(rank, 0) >= int(count)]


@pytest.mark.parametrize("lineup", ["honest", "lowest", "bluffer[lie=0,stuck=0]"])
def test_who_tells_the_truth_lies_only_when_nothing_else_is_left(lineup: str) -> None:
    turns = turns_of(lineup)
    assert len(turns) >= 30
    for turn, hand in turns:
        if lies(turn):
            assert not true_claims(turn, hand)
            assert "take" not in turn["legal"]
        elif turn["action"] == "take":
            assert not true_claims(turn, hand)


def test_a_bluffer_lies_as_often_as_it_says() -> None:
    always = [lies(turn) for turn, hand in turns_of("bluffer[lie=1]") if true_claims(turn, hand)]
    never = [lies(turn) for turn, hand in turns_of("bluffer[lie=0]") if true_claims(turn, hand)]
    assert not any(never)
    # True only where its lowest card is of the one rank that may be claimed.
    assert sum(always) >= 0.95 * len(always) > 20


def doubts(lineup: str, **more: float) -> tuple[int, int, int]:
    rows = paskasim.simulate("valepaska", players=3, lineup=lineup, games=2000, seed=5)
    return int(rows["claims"].sum()), int(rows["challenges"].sum()), int(rows["caught"].sum())


def test_who_doubts_only_the_impossible_is_always_right() -> None:
    for lineup in ("honest", "bluffer[challenge=0,last=0,big=0]"):
        claims, challenges, caught = doubts(lineup)
        assert claims > 50_000
        assert 0 < challenges == caught


def test_chances_to_doubt_are_those_of_the_situation() -> None:
    few, some = doubts("bluffer[challenge=0.02,last=0,big=0.02]"), doubts("bluffer[challenge=0.3,last=0,big=0.3]")
    assert 2 * few[1] / few[0] < some[1] / some[0]


def test_bayes_doubts_less_the_higher_its_threshold() -> None:
    rates = [found[1] / found[0] for found in (doubts(f"bayes[threshold={each}]") for each in (0.2, 0.5, 0.9))]
    assert rates[0] > rates[1] > rates[2]
