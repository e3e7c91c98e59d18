"""What `search` guesses behind the cut of a playout is what its coefficients say, worked out in plain Python."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import Position, cards

from paskasim.kernels import layout as at
from paskasim.kernels.compiled import entry
from paskasim.kernels.payoff import LOSS
from paskasim.kernels.pointers import words_of
from paskasim.reference.legality import may_go
from paskasim.rules import RuleSet
from paskasim.rules.ranks import CODES, ORDER
from paskasim.strategies.prospect import COEFFICIENTS, WORDS, prepare_prospects, prospect_of

Words = NDArray[np.int64]
LOG, BLIND, UP, MOVES, SHUT, EACH, COVERS, OPENS, ANSWERS, BURNS, FORCES, OPENS_BURNING, PLACE = COEFFICIENTS.values()
DECK = [rank for rank in ORDER if rank not in ("1", "2")] + ["2"]  # with one deck each the same number of times
LOWER = ("3", "4", "5", "6", "7", "8", "9")
NO_TOPS: tuple[str, ...] = ()


@entry
def prospects(table: Words, hidden: Words, found: Words) -> None:
    prepare_prospects(words_of(table), words_of(found))
    for seat in range(table[at.PLAYERS]):
        found[WORDS + seat] = prospect_of(words_of(table), words_of(hidden), words_of(found), seat)


def worth(
    rules: RuleSet, rank: str, phase: int, burns_on: Sequence[str] = NO_TOPS, forces: bool = False, burns: bool = False
) -> float:
    named = ("stock", "rest")[phase]
    covers = sum(may_go(rules, rank, top, named) for top in DECK) / len(DECK)
    answers = sum(may_go(rules, other, rank, named) for other in DECK) / len(DECK)
    opens = may_go(rules, rank, "empty", named)
    place = CODES[rank] / CODES["K"] if rank not in ("A", "2") else 0
    return (
        EACH[phase] + COVERS[phase] * covers + ANSWERS[phase] * answers + OPENS[phase] * opens
        + BURNS[phase] * len(burns_on) / len(DECK) + FORCES[phase] * forces + OPENS_BURNING[phase] * burns
        + PLACE[phase] * place
    )  # fmt: skip


@pytest.mark.parametrize("phase", [0, 1])
@pytest.mark.parametrize(
    ("preset", "rank", "burns_on", "forces", "burns"),
    [
        *[("paskahousu", rank, NO_TOPS, False, False) for rank in ("3", "7", "9", "J", "K", "2")],
        ("paskahousu", "10", LOWER, True, False),
        ("paskahousu", "A", ("J", "Q", "K"), True, False),
        ("poytapaska-relaxed", "10", DECK, False, True),
        ("poytapaska-relaxed", "A", NO_TOPS, False, False),
    ],
)
def test_the_worth_of_a_rank_follows_from_the_rules(
    preset: str, rank: str, burns_on: Sequence[str], forces: bool, burns: bool, phase: int
) -> None:
    table = Position(hand="3", rules=preset, others=(5, 5)).words
    found = np.zeros(WORDS + at.SEATS, np.int64)
    prospects(table, np.zeros(at.HIDDEN_WORDS, np.int64), found)
    expected = worth(RuleSet.load(preset), rank, phase, burns_on, forces, burns)
    assert found[phase * 16 + CODES[rank]] / 64 == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize("stock", [0, 12])
def test_the_chance_to_lose_is_shared_by_the_scores(stock: int) -> None:
    rules = RuleSet.load("poytapaska-relaxed")
    hands, ups, downs = ["3 3 7", "A 10", ""], ["4 9", "K", "5"], [2, 1, 1]
    table = Position(
        hand=hands[0], up=ups[0], down=downs[0], others=(2, 0), stock=stock, rules=rules.name,
        other_rows={1: ups[1], 2: ups[2]}, other_downs={1: downs[1], 2: downs[2]},
    ).words  # fmt: skip
    table[at.SEAT] = 1
    hidden = np.zeros(at.HIDDEN_WORDS, np.int64)
    hidden[at.HAND : at.HAND + 3] = [cards(hand) for hand in hands]
    found = np.zeros(WORDS + at.SEATS, np.int64)
    prospects(table, hidden, found)
    phase = 0 if stock else 1
    scores = []
    for seat in range(3):
        held, row = hands[seat].split(), ups[seat].split()
        score = LOG[phase] * math.log(len(held) + len(row) + downs[seat])
        score += BLIND[phase] * downs[seat] + UP[phase] * len(row) + MOVES[phase] * (seat == 1)
        score += sum(found[phase * 16 + CODES[rank]] / 64 for rank in {*held, *row})
        scores.append(math.exp(score))
    expected = [LOSS * score / sum(scores) for score in scores]
    assert list(found[WORDS : WORDS + 3]) == pytest.approx(expected, abs=LOSS * 0.015)


def test_who_has_nothing_to_open_with_is_told_apart() -> None:
    hidden = np.zeros(at.HIDDEN_WORDS, np.int64)
    hidden[at.HAND] = cards("K")
    hidden[at.HAND + 1] = cards("9")
    found = np.zeros((2, WORDS + at.SEATS), np.int64)
    for row, switches in zip(found, ({}, {"exceptions": [{"play": "K", "on": "empty", "may": True}]}), strict=True):
        prospects(Position(hand="K", others=(1,), stock=9, switches=switches).words, hidden, row)
    shut, free = (row[WORDS] / (LOSS - row[WORDS]) for row in found)
    assert math.log(shut / free) == pytest.approx(SHUT[0] - OPENS[0], abs=0.06)


def test_the_page_shows_the_coefficients() -> None:
    page = (Path(__file__).parents[2] / "docs" / "search.md").read_text(encoding="utf-8").replace("\N{MINUS SIGN}", "-")
    table = page.split("| part of the score |")[1].split("\n\n")[0]
    rows = re.findall(r"\| (.+) \| (\S+) \| (\S+) \|", table)
    shown = {name: (float(stock), float(rest)) for name, stock, rest in rows}
    assert {name: shown.get(name) for name in COEFFICIENTS} == COEFFICIENTS
