"""Fractions of two-level designs: how small, what they confuse, and how a study asks for one."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from paskasim.analysis.questions import names
from paskasim.designs import Fraction, fraction_of, members, smallest_fraction
from paskasim.errors import PaskasimError
from paskasim.studies.plan import plan
from paskasim.studies.reading import load_study
from paskasim.studies.study import Study

Write = Callable[..., Path]

# Fewest runs of a regular fraction of resolution V or more, as textbooks list them (Box, Hunter, Hunter, table 6.22).
KNOWN = {5: 16, 6: 32, 7: 64, 8: 64, 9: 128, 10: 128, 11: 128, 12: 256, 17: 256}
FIVE = {
    "faces.on_empty": "[false, true]",
    "fours.burn": "[true, false]",
    "turn.take": '["free", "stuck"]',
    "beat": '["higher", "same_or_higher"]',
    "faces.min_top": '["7", "6"]',
}


def signs(runs: list[tuple[int, ...]]) -> np.ndarray:
    """Return all columns of main effects and interactions of two, as -1 and 1."""
    levels = 1 - 2 * np.array(runs)
    both = [levels[:, i] * levels[:, j] for i, j in combinations(range(levels.shape[1]), 2)]
    return np.column_stack([levels, *both])


@pytest.mark.parametrize("switches", KNOWN)
def test_fractions_are_as_small_as_the_known_ones(switches: int) -> None:
    found = smallest_fraction(switches)
    assert found is not None
    assert found.runs == KNOWN[switches]
    runs = found.combinations()
    assert len(set(runs)) == found.runs
    assert runs == sorted(runs)
    assert all(found.holds(run) for run in runs)
    assert (0,) * switches in runs


@pytest.mark.parametrize("switches", [5, 8, 10, 11])
def test_no_effect_of_one_or_two_is_another_one(switches: int) -> None:
    found = smallest_fraction(switches)
    assert found is not None
    assert found.resolution >= 5
    columns = signs(found.combinations())
    assert np.array_equal(columns.T @ columns, found.runs * np.eye(columns.shape[1]))
    assert not columns.sum(axis=0).any()


def test_a_fraction_of_resolution_four_would_be_noticed() -> None:
    four = Fraction(6, (0b001111, 0b110011))
    assert four.resolution == 4
    columns = signs(four.combinations())
    assert not np.array_equal(columns.T @ columns, four.runs * np.eye(columns.shape[1]))


@pytest.mark.parametrize("switches", [1, 2, 3, 4])
def test_few_switches_have_no_fraction(switches: int) -> None:
    assert smallest_fraction(switches) is None


@pytest.mark.parametrize("switches", [5, 6, 8, 9])
def test_a_fraction_is_known_by_its_combinations(switches: int) -> None:
    found = smallest_fraction(switches)
    assert found is not None
    again = fraction_of(found.combinations())
    assert again is not None
    assert set(again.words) == set(found.words)
    assert fraction_of(found.combinations()[:-1]) is None
    assert fraction_of(run for run in product((0, 1), repeat=switches) if run[0] or sum(run) < 2) is None


def test_all_combinations_have_no_defining_word() -> None:
    found = fraction_of(product((0, 1), repeat=4))
    assert found is not None
    assert (found.words, found.resolution, found.runs) == ((), 0, 16)


def test_aliases_multiply_with_the_defining_words() -> None:
    found = smallest_fraction(5)
    assert found is not None
    assert found.words == (0b11111,)
    assert [members(alias) for alias in found.aliases(0b00001)] == [(1, 2, 3, 4)]
    assert [members(alias) for alias in found.aliases(0b00011)] == [(2, 3, 4)]


def study(write: Write, vary: dict[str, str], head: str = "", rules: str = '"paskahousu"') -> Study:
    lines = "".join(f'"{key}" = {values}\n' for key, values in vary.items())
    return load_study(write(f"rules = {rules}\n{head}\n[vary]\n{lines}"), names())


def test_a_study_plays_half_of_the_combinations_and_the_base_is_among_them(write: Write) -> None:
    whole = study(write, FIVE)
    half = study(write, FIVE, 'design = "fraction"')
    assert (len(plan(whole)), len(plan(half))) == (32, 16)
    everything = [dict(variant.varied) for variant in whole.variants]
    chosen = [dict(variant.varied) for variant in half.variants]
    assert chosen == [one for one in everything if one in chosen]
    base = half.variants[0].rules.with_switches({}).flat() | half.bases["paskahousu"]
    assert base in [variant.rules.flat() for variant in half.variants]
    off_base = [sum(one[key] != base[key] for key in FIVE) for one in chosen]
    assert all(count % 2 == 0 for count in off_base)


def test_each_base_gets_the_fraction_that_holds_it(write: Write) -> None:
    two = study(write, FIVE, 'design = "fraction"', '["paskahousu", "paskahousu-faces-8-open"]')
    plain = {"faces.on_empty": False, "fours.burn": True, "turn.take": "free", "beat": "same_or_higher"}
    # The second has its own value of the first switch, and none of the last: there the first value stands for it.
    bases = {
        "paskahousu": plain | {"faces.min_top": "7"},
        "paskahousu-faces-8-open": plain | {"faces.on_empty": True, "faces.min_top": "7"},
    }
    for name, base in bases.items():
        varied = [dict(variant.varied) for variant in two.variants if variant.rules.name == name]
        assert len(varied) == 16
        assert base in varied


def test_full_is_the_default(write: Write) -> None:
    assert study(write, FIVE, 'design = "full"').variants == study(write, FIVE).variants


REFUSED = {
    "three values": (
        FIVE | {"faces.min_top": '["6", "7", "8"]'},
        r":8: vary: faces.min_top has 3 values; .* two of every",
    ),
    "one value": (FIVE | {"fours.burn": "[true]"}, r":5: vary: fours.burn has 1 value; "),
    "four switches": ({key: FIVE[key] for key in list(FIVE)[:4]}, r":2: design = .* 4 switches in .* only all combina"),
    "none": ({}, r":2: design = .*with 0 switches"),
    "wrong values": (FIVE | {"fours.burn": '[true, "maybe"]'}, r':5: fours\.burn: "maybe" is text'),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_has_no_fraction_is_refused(write: Write, why: str) -> None:
    vary, said = REFUSED[why]
    with pytest.raises(PaskasimError) as caught:
        study(write, vary, 'design = "fraction"')
    assert caught.value.exit_code == 2
    assert re.search(said, caught.value.what)


def test_too_many_switches_are_refused(write: Write) -> None:
    counts = ("deal.hand", "deal.down", "deal.up", "deck.drop", "deck.jokers", "fours.size", "limits.turns")
    texts = ("fours.except", "reverse.rank", "skip.rank", "ceiling.rank", "invisible.rank", "again.ranks")
    vary = FIVE | dict.fromkeys(counts, "[3, 4]") | dict.fromkeys(texts, '["3", "4"]')
    with pytest.raises(PaskasimError, match="17 switches are the most"):
        study(write, vary, 'design = "fraction"')


def test_a_dry_run_counts_the_cases_of_a_fraction(write: Write) -> None:
    from typer.testing import CliRunner

    from paskasim.cli.app import app

    lines = "".join(f'"{key}" = {values}\n' for key, values in FIVE.items())
    path = write(f'rules = "paskahousu"\ngames = 2_000\ndesign = "fraction"\n[vary]\n{lines}')
    result = CliRunner().invoke(app, ["sweep", str(path), "--dry-run"])
    assert result.exit_code == 0
    assert "16 cases, 32,000 games" in result.output
