"""Drawings: legible names, colours by variables, no id of one figure in another, no warnings."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import matplotlib
import numpy as np
import pytest

from paskasim.analysis.findings import (
    Cell,
    Column,
    Curve,
    Curves,
    Figure,
    HeatCell,
    HeatMap,
    Kind,
    Lane,
    Lanes,
    Spread,
    Spreads,
    Stack,
    Stacks,
    Table,
)
from paskasim.report.figures import draw
from paskasim.report.figures.axes import Scale, plain, signed
from paskasim.report.figures.canvas import shorten, ticks, wrap
from paskasim.report.figures.svg import TOLERANCE, short, thinned
from paskasim.report.tables import cell, csv_text, shown

NAME = 'a <b>&"$\\frac{1}{2}$" \u5361'
PARTS = ("finished", "one", "two", "three", "four", "five", "six")


def lanes(value: float = 0.01, high: float = 0.02, label: str = NAME) -> Lanes:
    row = (Lane(label, value, value - 0.01, high, "25.0 %", True), Lane("", 0.0, 0.0, 0.0, "25.0 %"))
    return Lanes("x", NAME, f"{NAME} told", "points", "points", ((NAME, row), ("", row)), 0.0, "even", 0.01, ("a", "b"))


FIGURES: list[Figure] = [
    lanes(),
    lanes(-0.5, 0.5),
    lanes(0.0, 0.0, "seat 0"),
    Stacks(
        "x",
        NAME,
        "told",
        "share",
        PARTS,
        (Stack(NAME, (0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)), Stack("", (1.0, *[0.0] * 6))),
    ),
    Stacks("x", NAME, "told", "share", PARTS, (Stack("all stuck", (0.0, 1.0, *[0.0] * 5)),)),
    Spreads(
        "x",
        NAME,
        "told",
        "turns",
        (Spread(NAME, (5, 20, 40, 60, 200), "1 % never end"), Spread("b", (0, 0, 0, 0, 0), "")),
    ),
    Curves("x", NAME, "told", "turns", "share", tuple(Curve(NAME, (0, 5, 9), (1, 0.5, i / 5)) for i in range(4))),
    Curves("x", NAME, "told", "turns", "share", (Curve("short", (0, 1), (1, 1)),)),
    *(
        HeatMap("x", NAME, "told", NAME, (NAME,) * wide, NAME, (NAME, "b"), (row,) * 2, NAME, 100, 0.005, (NAME,) * 3)
        for wide in (1, 3, 17)
        for row in [(HeatCell(0.3, "30.0", "%", "± 0.2", own=True), *[HeatCell(math.nan, missing=NAME)] * (wide - 1))]
    ),
]


@pytest.mark.parametrize("figure", FIGURES)
def test_drawing_is_sound(figure: Figure) -> None:
    source = draw(figure, "p")
    root = ET.fromstring(source)
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root[0].tag == f"{space}title"
    assert root[0].text == NAME
    assert root[1].text == figure.words
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("p-") for name in ids)
    used = set(re.findall(r"url\(#([^)]*)\)", source)) | {e.get("href", "")[1:] for e in root.iter() if e.get("href")}
    assert used <= set(ids)
    assert not re.search(r"#[0-9a-f]{6}\b", source.replace("#p-", ""))
    assert "DejaVu" not in source
    assert "<style" not in source
    assert "metadata" not in source


@pytest.mark.parametrize("figure", FIGURES)
def test_text_stays_on_the_sheet(figure: Figure) -> None:
    root = ET.fromstring(draw(figure, "p"))
    _, _, width, height = (float(x) for x in root.get("viewBox", "").split())
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        x, y = float(text.get("x", "0")), float(text.get("y", "0"))
        assert -1 <= x <= width + 1
        assert 0 < y < height


def test_two_figures_share_no_id() -> None:
    one, two = draw(FIGURES[0], "one"), draw(FIGURES[0], "two")
    assert not set(re.findall(r'id="([^"]*)"', one)) & set(re.findall(r'id="([^"]*)"', two))
    assert one.replace("one-", "two-") == two


def test_settings_of_the_user_are_neither_read_nor_changed() -> None:
    plain_one = draw(FIGURES[0], "p")
    with matplotlib.rc_context({"font.size": 40, "lines.linewidth": 9, "axes.facecolor": "red"}):
        assert draw(FIGURES[0], "p") == plain_one
        assert matplotlib.rcParams["font.size"] == 40


def test_ticks_lie_inside_and_are_few() -> None:
    for low, high in ((0, 1), (-0.3, 17.2), (-2.04, -1.96), (0, 1e-6)):
        found = ticks(low, high)
        assert 2 <= len(found) <= 6
        assert all(low - 1e-12 <= value <= high + 1e-12 for value in found)


def test_small_helpers() -> None:
    assert (plain(-2.5), signed(2.0), signed(0.0), plain(0.0)) == ("\u22122.5", "+2", "0", "0")
    assert Scale(0, 10, 100, 200)(5) == 150
    assert Scale(0, 10, 100, 200)(50) == 200
    assert wrap("word " * 40, 100)[-1].endswith("…")
    assert len(wrap("x" * 500, 100)) == 2
    assert shorten("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("value", "kind", "seen"),
    [
        (None, "share", "–"),
        (0.5, "share", "50.00"),
        (0.00001, "share", "<\u00a00.01"),
        (-0.0123, "points", "\u22121.23"),
        (1234567, "count", "1,234,567"),
        (1.5, "count", "1.50"),
        (61.0, "turns", "61"),
        (0.0000001, "chance", "< 0.001"),
        ("<b>", "text", "<b>"),
    ],
)
def test_cells(value: Cell, kind: Kind, seen: str) -> None:
    assert cell(value, kind) == seen


def test_long_tables_are_cut_on_the_page_and_whole_in_the_file() -> None:
    table = Table("t", "c", (Column("a"), Column("b", "share")), tuple((f"r{i}", i / 1000) for i in range(500)))
    found = shown(table)
    assert (len(found.rows), found.left_out) == (80, 420)
    assert found.headings == ("a", "b (%)")
    assert len(csv_text(table).splitlines()) == 501


@pytest.mark.parametrize(
    ("value", "seen"), [(0.04, "0"), (-0.04, "0"), (0.5, ".5"), (-0.5, "-.5"), (10.0, "10"), (3.14159, "3.1")]
)
def test_numbers_are_as_short_as_can_be(value: float, seen: str) -> None:
    assert short(value) == seen


def test_thinned_lines_stay_where_they_were() -> None:
    points = [(float(x), 50 * math.exp(-x / 300)) for x in range(2000)]
    kept = thinned(points)
    assert len(kept) < 60
    xs, ys = zip(*kept, strict=True)
    away = max(abs(float(np.interp(x, xs, ys)) - y) for x, y in points)
    assert away <= 1.5 * TOLERANCE
    hairpin = [(0.0, 0.0), (9.0, 0.0), (3.0, 0.0)]
    assert thinned(hairpin) == hairpin
