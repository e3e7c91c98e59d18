"""Figures as files: SVG that stands by itself, PNG by matplotlib, names that say what is shown, a list of them."""

from __future__ import annotations

import csv
import io
import re
import struct
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import Mock

import matplotlib
import numpy as np
import pytest
from matplotlib import image
from test_report_figures import FIGURES, NAME, PARTS

from paskasim.analysis import answer, read
from paskasim.analysis.findings import Figure, Slice, Stack, Stacks
from paskasim.report.figures import canvas_of, draw
from paskasim.report.figures.bitmap import SCALE, own_settings, png
from paskasim.report.figures.canvas import COLOURS, WIDTH, Canvas
from paskasim.report.figures.standing import LETTERS, PAD, light, stand_alone, title_lines
from paskasim.report.gallery import Drawn
from paskasim.report.naming import LONGEST, figure_name, told_apart
from paskasim.report.page import _content
from paskasim.report.saving import pictures, save_figures

SPACE = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "desc", "defs", "pattern", "path", "rect", "circle", "text"}


def pixels(content: bytes) -> np.ndarray:
    """Return a PNG as rows of pixels, red, green and blue from 0 to 255."""
    found: np.ndarray = np.round(255 * image.imread(io.BytesIO(content))[..., :3])
    return found


def share_of(colour: str, grid: np.ndarray) -> float:
    """Return the share of pixels that have a colour to the digit."""
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return float((grid == wanted).all(axis=-1).mean())


def chunks(content: bytes) -> list[bytes]:
    """Return the kinds of chunks of a PNG."""
    found, at = [], 8
    while at < len(content):
        length = struct.unpack(">I", content[at : at + 4])[0]
        found.append(content[at + 4 : at + 8])
        at += 12 + length
    return found


def test_every_colour_of_a_canvas_has_a_light_one() -> None:
    assert set(COLOURS) <= set(light())
    assert light()["paper"] == light()["sheet"] == "#ffffff"
    assert light()["ink"] == "#1b1f24"


@pytest.mark.parametrize("figure", FIGURES)
def test_an_svg_stands_by_itself(figure: Figure) -> None:
    page = draw(figure, "p")
    source = stand_alone(page)
    root = ET.fromstring(source)
    assert {element.tag.removeprefix(SPACE) for element in root.iter()} <= KNOWN
    assert not re.search(r"\bclass=|style|var\(|currentColor|href|http(?!://www\.w3\.org/2000/svg)", source)
    assert (root[0].text, root[1].text) == (NAME, figure.words)
    assert root.get("font-family", "").endswith("sans-serif")
    assert (root[2].tag, root[2].get("fill")) == (f"{SPACE}rect", "#ffffff")
    x, y, width, height = (float(part) for part in root.attrib["viewBox"].split())
    assert [float(root[2].attrib[name]) for name in ("x", "y", "width", "height")] == [x, y, width, height]
    assert (x, width, float(root.attrib["width"])) == (-PAD, WIDTH + 2 * PAD, WIDTH + 2 * PAD)
    for element in root.iter():
        if element.tag.removeprefix(SPACE) in ("rect", "circle", "path", "text"):
            assert re.fullmatch(r"none|#[0-9a-f]{6}|url\(#p-h\d+\)", element.attrib["fill"])
    titles = [element.text for element in root.iter(f"{SPACE}text") if element.get("font-size") == "14"]
    assert titles == title_lines(NAME)
    drawn = len(list(ET.fromstring(page).iter()))
    assert len(list(root.iter())) == drawn + 1 + len(titles)


def test_titles_are_wrapped_and_long_words_cut() -> None:
    assert title_lines("a bc " + "x" * 90 + " end") == ["a bc", "x" * LETTERS, "x" * LETTERS, "x" * 4 + " end"]
    assert title_lines("") == []
    assert title_lines("a" * 20 + " " + "b" * 22) == ["a" * 20 + " " + "b" * 22]
    assert title_lines("a" * 20 + " " + "b" * 23) == ["a" * 20, "b" * 23]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_png_shows_the_figure(figure: Figure) -> None:
    with own_settings():
        content = png(canvas_of(figure), figure.title)
    grid = pixels(content)
    rows, columns, _ = grid.shape
    root = ET.fromstring(stand_alone(draw(figure, "p")))
    assert columns == SCALE * float(root.attrib["width"])
    assert rows == pytest.approx(SCALE * float(root.attrib["height"]), abs=1)
    assert chunks(content) == [b"IHDR", b"pHYs", *[b"IDAT"] * chunks(content).count(b"IDAT"), b"IEND"]
    assert 0.5 < share_of("#ffffff", grid) < 0.97
    assert share_of(light()["ink"], grid) > 0.0005
    assert (grid[:, : SCALE * PAD // 2] == 255).all()


def test_a_png_has_the_place_colour_and_hatch_of_every_stroke() -> None:
    canvas = Canvas(100)
    canvas.box(0, 0, 345, 50, colour="strong")
    canvas.box(0, 50, 180, 50, colour="calm", hatch="////")
    canvas.line((200, 300, float("nan"), 200, 300), (60, 60, float("nan"), 70, 70), colour="line2", width=4)
    canvas.line((200, 300), (80, 80), colour="line3", width=4, dash=(2, 2))
    canvas.mark((320,), (60,), "diamond", colour="part1", fill="paper", size=20)
    with own_settings():
        found = png(canvas, "")
    grid = pixels(found)
    top, left = SCALE * (PAD + 4), SCALE * PAD

    def at(x: float, y: float) -> str:
        return "#" + "".join(f"{int(part):02x}" for part in grid[int(top + SCALE * y), int(left + SCALE * x)])

    assert at(1, 1) == at(344, 49) == light()["strong"]
    assert at(-2, 10) == at(347, 10) == "#ffffff"
    assert at(250, 60) == at(210, 70) == light()["line2"]
    assert at(320, 60) == "#ffffff"
    assert at(313, 53) == light()["part1"]
    hatched = grid[top + SCALE * 51 : top + SCALE * 99, left : left + SCALE * 180]
    plain = (hatched == [int(light()["calm"][i : i + 2], 16) for i in (1, 3, 5)]).all(axis=-1).mean()
    assert 0.4 < plain < 0.9
    dashed = grid[top + SCALE * 80, left + SCALE * 204 : left + SCALE * 298]
    assert 0.2 < (dashed == 255).all(axis=-1).mean() < 0.8


def test_a_png_is_the_same_bytes_whatever_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    stack = Stacks("x", NAME, "told", "share", PARTS, (Stack(NAME, (0.4, *[0.1] * 6)),))
    with own_settings():
        once = png(canvas_of(stack), stack.title)
    with matplotlib.rc_context(
        {"font.size": 30, "lines.linewidth": 9, "savefig.bbox": "tight", "path.sketch": (1, 9, 2)}
    ):
        with own_settings():
            again = png(canvas_of(stack), stack.title)
        assert matplotlib.rcParams["font.size"] == 30
    assert once == again


def test_names_say_what_is_shown() -> None:
    assert figure_name("endings", Slice(4, "lowest")) == "endings-4-players-lowest"
    assert figure_name("legality", Slice(), 'faces.min_top = "7"') == "legality-faces-min-top-7"
    assert figure_name("x", Slice(3, "Käsi[keep=2],ÄÖ \u5361/..")) == "x-3-players-kasi-keep-2-ao"
    assert len(figure_name("x", Slice(2, "y" * 300))) <= LONGEST
    assert told_apart(["a", "b", "a", "a-2", "a", ""]) == ["a", "b", "a-2", "a-2-2", "a-3", "figure"]


@pytest.mark.parametrize("study", ["face-rules", "fours", "hostile", "tiny"])
def test_figures_of_a_study_have_names_of_their_own(results: Path, study: str) -> None:
    found = read(results / study)
    drawn = pictures(_content(found, answer(found), f"{study}.html"))
    assert drawn
    names = [one.name for one in drawn]
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    if study != "hostile":
        assert len(set(names)) == len(names)
    assert len({id(one.figure) for one in drawn}) == len(drawn)


def test_all_figures_are_saved_and_listed(played_results: Path, tmp_path: Path) -> None:
    found = read(played_results)
    content = _content(found, answer(found), "a b.html")
    counted: list[int] = []
    path = save_figures(content, tmp_path, Mock(begin=counted.append, advance=counted.append))
    assert path == tmp_path / "a-b-figures.csv"
    assert counted == [len(pictures(content)), *[1] * len(pictures(content))]
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    drawn = pictures(content)
    assert [row["what it shows"] for row in rows] == [one.title for one in drawn]
    assert {path.name for path in tmp_path.iterdir()} == {
        path.name,
        *(r["SVG"] for r in rows),
        *(r["PNG"] for r in rows),
    }
    shown = {"a-b-endings-lowest", "a-b-legality-paskahousu", "a-b-example-typical", "a-b-example-take"}
    assert shown <= {row["SVG"].removesuffix(".svg") for row in rows}
    for row, one in zip(rows, drawn, strict=True):
        assert (tmp_path / row["SVG"]).read_text(encoding="utf-8") == stand_alone(str(one.svg))
    with own_settings():
        assert (tmp_path / rows[0]["PNG"]).read_bytes() == png(canvas_of(drawn[0].figure), drawn[0].title)


def test_the_picture_of_the_first_screen_is_saved_where_it_is_no_other(results: Path) -> None:
    found = read(results / "tiny")
    content = _content(found, answer(found), "tiny.html")
    assert content["lead"] is not None
    alone = {**content, "sections": [], "sheets": [], "examples": None}
    assert pictures(alone) == [content["lead"]]
    assert content["lead"] not in pictures(content)


def test_figures_of_any_page_are_found(results: Path) -> None:
    found = read(results / "tiny")
    content = _content(found, answer(found), "tiny.html")
    one, two, three = [replace(content["lead"], name=name) for name in ("one", "two", "three")]

    @dataclass(frozen=True)
    class Pair:
        about: str
        grids: tuple[Drawn, ...]

    page = {"title": "A and B", "lead": None, "pairs": [Pair("switches", (one, two)), None], "other": {}, "more": three}
    assert pictures(page) == [one, two, three]
    assert pictures({**page, "lead": replace(content["lead"], name="lead")}) == [one, two, three]
