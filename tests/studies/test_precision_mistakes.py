"""What `precision` may say in a study file, what is said of anything else, and what can be expected of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from paskasim.analysis.questions import names
from paskasim.errors import PaskasimError
from paskasim.studies.precision import FIGURES, Precision, looks, read_precision
from paskasim.studies.reading import load_study
from paskasim.studies.sums import METRICS

FORM = 'a number such as 0.002, a share of the estimate such as "5%", or { goal = 0.002, of = "seats" } is.'
NO_SHARE = "a number above 0 and at most 0.25 is."
NO_TURNS = "a number above 0 and at most 1000 turns is."
NO_PERCENT = 'more than "0%" and at most "50%" of the estimate is.'
NO_FIGURE = ", ".join(FIGURES) + " are"


def read(folder: Path, text: str) -> Precision | None:
    path = folder / "s.toml"
    path.write_text(f'rules = "paskahousu"\n{text}\n')
    return load_study(path, names()).precision


@pytest.mark.parametrize(
    ("text", "goal", "relative", "of"),
    [
        ("precision = 0.002", 0.002, False, "seats"),
        ("precision = 0.25", 0.25, False, "seats"),
        ('precision = "5%"', 0.05, True, "seats"),
        ('precision = " 12.5 % "', 0.125, True, "seats"),
        ('precision = "50%"', 0.5, True, "seats"),
        ('precision = { goal = 0.001, of = "deadlock" }', 0.001, False, "deadlock"),
        ('[precision]\ngoal = "3%"\nof = "endings"', 0.03, True, "endings"),
        ('precision = { goal = 2, of = "turns" }', 2.0, False, "turns"),
        ("precision = { goal = 0.01 }", 0.01, False, "seats"),
    ],
)
def test_read(tmp_path: Path, text: str, goal: float, relative: bool, of: str) -> None:
    assert read(tmp_path, text) == Precision(goal, relative, of)


def test_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, "") is None


WRONG = {
    "precision = 0": f"precision = 0 is not allowed; {NO_SHARE}",
    "precision = -0.1": f"precision = -0.1 is not allowed; {NO_SHARE}",
    "precision = 0.6": f"precision = 0.6 is not allowed; {NO_SHARE}",
    "precision = nan": f"precision = nan is not allowed; {NO_SHARE}",
    "precision = inf": f"precision = inf is not allowed; {NO_SHARE}",
    'precision = "60%"': f'precision = "60%" is not allowed; {NO_PERCENT}',
    'precision = "0 %"': f'precision = "0 %" is not allowed; {NO_PERCENT}',
    'precision = "exact"': f'precision = "exact" is not allowed; {FORM}',
    'precision = "-5%"': f'precision = "-5%" is not allowed; {FORM}',
    "precision = true": f"precision = true is not allowed; {FORM}",
    "precision = [0.1]": f"precision = [0.1] is not allowed; {FORM}",
    "precision = {}": f"precision.goal is missing: {FORM.removesuffix(' is.')}.",
    'precision = { of = "seats" }': f"precision.goal is missing: {FORM.removesuffix(' is.')}.",
    "precision = { goal = 0 }": f"precision.goal = 0 is not allowed; {NO_SHARE}",
    'precision = { goal = 0, of = "turns" }': f"precision.goal = 0 is not allowed; {NO_TURNS}",
    'precision = { goal = 0.01, of = "seat" }': f'precision.of = "seat" is not allowed; {NO_FIGURE} '
    '(did you mean "seats"?).',
    "precision = { goal = 0.01, of = 5 }": f"precision.of = 5 is not allowed; {NO_FIGURE}.",
    "precision = { gaol = 0.01, goal = 0.01 }": "precision.gaol is no key of a study; there are precision.goal, "
    'precision.of (did you mean "goal"?).',
    r'precision = { "\u001b[2J" = 1, goal = 0.01 }': r"precision.\u001b[2J is no key of a study; there are "
    "precision.goal, precision.of.",
}


@pytest.mark.parametrize("text", WRONG)
def test_mistakes(tmp_path: Path, text: str) -> None:
    with pytest.raises(PaskasimError) as caught:
        read(tmp_path, text)
    assert caught.value.what == f"{tmp_path / 's.toml'}:2: {WRONG[text]}"


def test_several_mistakes_at_once() -> None:
    found, wrong = read_precision({"goal": "x", "of": "y", "z": 1})
    assert found is None
    assert len(wrong) == 3


def test_looks__eight_a_doubling_and_whole() -> None:
    found = list(looks(1 << 20))
    assert found[:20] == [*range(1, 17), 18, 20, 22, 24]
    assert sum(64 <= look < 128 for look in found) == sum(1 << 18 <= look < 1 << 19 for look in found) == 8
    assert list(looks(0)) == []


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("players", [2, 10])
def test_figures__made_of_metrics_that_there_are(name: str, players: int) -> None:
    known = {"games", *(metric.name for metric in METRICS)}
    assert {*FIGURES[name].metrics(players)} <= known


def test_docs__list_every_figure() -> None:
    page = (Path(__file__).parents[2] / "docs" / "precision.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in page.partition("| `of` |")[2].partition("\n\n")[0].splitlines()[2:]]
    assert listed == list(FIGURES)


def test_expected__more_for_less() -> None:
    """About z squared p (1 - p)/goal squared games, z of an always-valid limit being some 4."""
    wide, narrow = (Precision(goal).expected(4, 1) for goal in (0.02, 0.002))
    assert wide is not None
    assert narrow is not None
    assert 3.5**2 < wide * 0.02**2 / (0.25 * 0.75) < 4.6**2
    assert 80 < narrow / wide < 140
    rotated = Precision(0.002).expected(4, 4)
    assert rotated is not None
    assert narrow / 8 < rotated < narrow / 4


@pytest.mark.parametrize(
    ("precision", "expected"),
    [
        (Precision(1e-9), 1_000_000_001),
        (Precision(0.05, relative=True, of="deadlock"), None),
        (Precision(1.0, of="turns"), None),
    ],
)
def test_expected__never_and_who_knows(precision: Precision, expected: int | None) -> None:
    assert precision.expected(4, 1) == expected


def test_expected__a_share_of_nothing_is_known_soonest() -> None:
    found = Precision(0.001, of="deadlock").expected(4, 1)
    assert found is not None
    assert 3_000 < found < 12_000
