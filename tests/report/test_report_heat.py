"""Heat maps as they are drawn: the right shade and number in every cell, and text that can be read on every shade."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from browsing import FOLDS, visit

from paskasim import report
from paskasim.analysis.findings import HeatCell, HeatMap
from paskasim.report.figures import draw
from paskasim.report.figures.canvas import WIDTH
from paskasim.report.figures.heat import SHADES, edges_of, shade_of

SPACE = "{http://www.w3.org/2000/svg}"


def heat(values: list[list[float]], *, unit: str = "%", band: float = 0.005, factor: float = 100.0) -> HeatMap:
    """Return a map of values; its cells are numbered so that each can be found."""
    cells = tuple(
        tuple(
            HeatCell(v, f"{factor * v:.1f}", unit, "± 0.2", own=v == values[0][0])
            if v == v
            else HeatCell(v, missing="does not fit")
            for v in row
        )
        for row in values
    )
    columns = tuple(f"c{at}" for at in range(len(values[0])))
    rows = tuple(f"r{at}" for at in range(len(values)))
    return HeatMap("x", "t", "told", "over", columns, "beside", rows, cells, "share, %", factor, band, ("± half",))


def drawn(figure: HeatMap) -> list[tuple[str, float, float, float, float]]:
    """Return (what, x, y, width, height) of all boxes and texts; a box is named by its colour."""
    found = []
    for element in ET.fromstring(draw(figure, "p")):
        if element.tag == f"{SPACE}rect":
            colour = element.get("class", "").removeprefix("k-")
            found.append((colour, *(float(element.get(key, "0")) for key in ("x", "y", "width", "height"))))
        elif element.tag == f"{SPACE}text":
            found.append((f"={element.text}", float(element.get("x", "0")), float(element.get("y", "0")), 0.0, 0.0))
    return found


@pytest.mark.parametrize("size", [(2, 2), (2, 5), (7, 3), (3, 9), (2, 16)])
def test_every_number_stands_in_a_box_of_its_shade_under_its_heading(size: tuple[int, int]) -> None:
    values = [[0.001 * (size[1] * r + c) ** 2 for c in range(size[1])] for r in range(size[0])]
    figure = heat(values)
    edges = edges_of(figure)
    marks = drawn(figure)
    boxes = [one for one in marks if one[3] > 20 and one[4] > 20]
    assert len(boxes) == size[0] * size[1]
    for r, row in enumerate(values):
        for c, value in enumerate(row):
            texts = {one[0][1:].partition("\u00a0")[0]: one for one in marks if one[0].startswith("=")}
            _, x, y, *_ = texts[f"{100 * value:.1f}"]
            (box,) = [b for b in boxes if b[1] <= x <= b[1] + b[3] and b[2] <= y <= b[2] + b[4]]
            assert box[0] == f"heat{shade_of(100 * value, edges)}"
            assert x == pytest.approx(box[1] + box[3] / 2, abs=0.2)
            middle = texts[f"c{c}"][1]
            assert middle == pytest.approx(x, abs=0.2)
            beside = [one for one in marks if one[0] == f"=r{r}"]
            assert any(box[2] <= one[2] <= box[2] + box[4] for one in beside)
            assert box[1] + box[3] <= WIDTH + 0.1


def test_shades_rise_with_the_value_and_what_hardly_differs_looks_alike() -> None:
    figure = heat([[0.0, 0.01, 0.02], [0.05, 0.1, 0.2]])
    shades = [shade_of(100 * v, edges_of(figure)) for v in (0.0, 0.01, 0.02, 0.05, 0.1, 0.2)]
    assert shades == sorted(shades)
    assert (shades[0], shades[-1]) == (0, SHADES - 1)
    alike = heat([[0.250, 0.251], [0.252, 0.2505]], band=0.01)
    assert {shade_of(100 * v, edges_of(alike)) for v in (0.2505, 0.251)} <= {2, 3}
    assert edges_of(alike)[-1] - edges_of(alike)[0] >= 3
    assert all(edge >= 0 for edge in edges_of(heat([[0.0, 0.0], [0.0, 0.0]])))


@pytest.mark.parametrize("values", [[[0.0, 1.0]], [[-3.0, 8.0]], [[1e-9, 2e-9]], [[math.nan, math.nan]], [[5e3, 9e5]]])
def test_limits_of_shades_hold_all_values(values: list[list[float]]) -> None:
    edges = edges_of(heat(values, factor=1.0))
    assert edges == sorted(set(edges))
    assert 2 <= len(edges) <= SHADES + 1
    for value in (v for row in values for v in row if v == v):
        assert edges[0] <= value <= edges[-1]
        assert 0 <= shade_of(value, edges) < SHADES


def test_cells_without_a_value_say_why() -> None:
    marks = drawn(heat([[0.1, math.nan], [0.2, 0.3]]))
    assert sum(one[0] == "band" for one in marks) == 1
    assert sum(one[0] == "=does not fit" for one in marks) == 1


def test_narrow_cells_set_the_unit_below() -> None:
    texts = [one[0] for one in drawn(heat([[161.6, 227.2, 100.0, 90.0, 55.0]], unit="turns", factor=1.0, band=5.0))]
    assert "=161.6" in texts
    assert texts.count("=turns") == 5
    assert "=161.6\u00a0turns" in [o[0] for o in drawn(heat([[161.6, 227.2]], unit="turns", factor=1.0, band=5.0))]


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_numbers_can_be_read_on_every_shade_which_get_steadily_stronger() -> None:
    style = (Path(report.__file__).parent / "assets" / "style.css").read_text(encoding="utf-8")
    roots = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    assert len(roots) == 3  # light, dark, paper
    for root in roots:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", root))
        ink, sheet = _light(colours["ink"]), _light(colours["sheet"])
        lights = [_light(colours[f"heat{at}"]) for at in range(SHADES)]
        for one in lights:
            assert (max(ink, one) + 0.05) / (min(ink, one) + 0.05) >= 4.5
        away = [abs(math.log((one + 0.05) / (sheet + 0.05))) for one in lights]
        assert away == sorted(away)
        steps = [
            later / earlier
            for earlier, later in zip([x + 0.05 for x in lights], [x + 0.05 for x in lights][1:], strict=False)
        ]
        assert all(max(step, 1 / step) > 1.08 for step in steps)


OVER = """
const line = v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = colour => {
  const [r, g, b] = colour.match(/[\\d.]+/g).map(v => line(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
let seen = 0;
const bad = [];
for (const svg of document.querySelectorAll('figure svg:has(.k-heat0, .k-heat5)')) {
  const boxes = [...svg.querySelectorAll('rect:not([fill])')];
  for (const text of svg.querySelectorAll('text')) {
    const place = text.getBoundingClientRect(), x = place.x + place.width / 2, y = place.y + place.height / 2;
    const inside = b => b.left <= x && x <= b.right && b.top <= y && y <= b.bottom;
    const box = boxes.filter(rect => inside(rect.getBoundingClientRect())).pop();
    if (!box || !place.width) continue;
    seen += 1;
    const around = box.getBoundingClientRect();
    const [a, b] = [light(getComputedStyle(text).fill), light(getComputedStyle(box).fill)].sort((p, q) => q - p);
    if ((a + 0.05) / (b + 0.05) < 4.5) bad.push(`contrast ${text.textContent}`);
    if (place.left < around.left || place.right > around.right) bad.push(`too wide ${text.textContent}`);
    if (place.height < 10) bad.push(`too small ${text.textContent}`);
  }
}
return [seen, bad];
"""


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_the_browser_numbers_fit_their_cells_and_can_be_read(browser: Any, reports: Path, scheme: str) -> None:
    visit(browser, reports / "face-rules.html", 390, scheme)
    browser.execute_script(FOLDS)
    seen, bad = browser.execute_script(OVER)
    assert seen >= 3 * 6 * 2
    assert bad == []
