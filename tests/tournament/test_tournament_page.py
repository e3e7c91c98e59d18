"""The page of a tournament: one file, its numbers those of the findings, sound to look at and to hear."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from browsing import chromium

from paskasim.analysis.findings import Grid, Shade
from paskasim.cli import run
from paskasim.report.figures import draw
from paskasim.report.figures.grid import level
from paskasim.tournament import Tournament
from paskasim.tournament.names import cut
from paskasim.tournament.page import command, page

SIZES = (1200, 390)


def grid(entries: int, name: str = "name") -> Grid:
    cells = tuple(
        tuple(Shade((row + 1) / (row + column + 2), row != column) for column in range(entries))
        for row in range(entries)
    )
    return Grid("pairs", "told", "words", "corner", tuple(f"{name}{at}" for at in range(entries)), cells, 0.5)


@pytest.mark.parametrize("entries", [2, 5, 16])
def test_grid(entries: int) -> None:
    source = draw(grid(entries, 'a <b>&"$x$'), "p")
    root = ET.fromstring(source)
    texts = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    assert len([text for text in texts if re.fullmatch(r"\d+(\.\d)?", text)]) == entries**2
    assert sum(text.startswith("a <b>") for text in texts) == 2 * entries
    assert not re.search(r"#[0-9a-f]{6}\b", source.replace("#p-", ""))
    assert 'class="k-shade6"' in source
    width = 345
    for element in root.iter():
        if element.tag.endswith("text") and "rotate(-90" not in element.get("transform", ""):
            assert 0 <= float(element.get("x", "0")) <= width


def test_shades() -> None:
    away = (-0.5, -0.15, -0.1, -0.02, -0.005, 0.0, 0.005, 0.02, 0.1, 0.15, 0.5)
    assert [level(value) for value in away] == [0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6]


def test_what_cannot_be_told_from_even_is_not_shaded() -> None:
    def shades(strong: bool) -> int:
        return draw(replace(grid(2), cells=((Shade(0.9, strong),) * 2,) * 2), "p").count("k-shade6")

    assert shades(False) == 1  # the legend's
    assert shades(True) == 1 + 4


def test_names_are_cut_in_the_middle() -> None:
    assert cut("lowest", 15) == "lowest"
    assert cut("slip[lowest,rate=0.125]", 15) == "slip[lo…=0.125]"
    assert len(cut("x" * 99, 15)) == 15
    assert cut("slip[lowest,rate=0.125]", 16, "..") == "slip[lo..=0.125]"


def tables(text: str) -> dict[str, list[dict[str, str]]]:
    """Return the rows of each CSV file that the page holds, by name."""
    found = re.findall(r'download="([^"]*)" href="data:text/csv;charset=utf-8,([^"]*)"', text)
    return {name: list(csv.DictReader(io.StringIO(unquote(unescape(data))))) for name, data in found}


def test_page_holds_the_findings(held: Tournament) -> None:
    text = page(held)
    assert "http" not in text.replace("http://www.w3.org", "").replace("http-equiv", "")
    assert text.count("<script>") == text.count("<script") == 2
    kept = tables(text)
    assert [*kept] == [
        f"tournament-paskahousu-3-{name}.csv"
        for name in ("pairs", "standings", "fit-mixed", "fit-pairs", "legality", "tables")
    ]
    names = held.asked.plan.names
    rows = {(row["one"], row["among"]): row for row in kept["tournament-paskahousu-3-pairs.csv"]}
    for (one, among), pair in held.found.pairs.items():
        row = rows[names[one], names[among]]
        assert float(row["loses"]) == pytest.approx(pair.loss.estimate)
        assert row["verdict"] == (pair.verdict or "base")
    assert [row["strategy"] for row in kept["tournament-paskahousu-3-standings.csv"]] == ["lowest", "random", "any"]
    # Every figure is told in words, with the numbers.
    figures = re.findall(r"<desc[^>]*>([^<]*)</desc>", text)
    assert len(figures) == 3  # those of the findings, and the legality grid
    assert all(len(re.findall(r"\d %|\d\u00a0%", words)) >= 3 for words in figures[:2])
    assert "Alone among any others, lowest loses" in text
    card = json.loads(re.search(r'name="paskasim-report" content="([^"]*)"', text)[1].replace("&#34;", '"'))  # type: ignore[index]
    assert card["games"] == held.asked.plan.games
    assert page(held) == text


def test_the_command_on_the_page_holds_the_same_tournament(
    held: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = shlex.split(command(held.asked))
    assert line[:3] == ["paskasim", "tournament", "paskahousu"]
    assert run([*line[1:], "--out", str(tmp_path / "again.html")]) == 0
    capsys.readouterr()
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == page(held)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    yield from chromium(tmp_path_factory.mktemp("profile"))


CELLS = """
const line = v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = colour => {
  const [r, g, b] = colour.match(/[\\d.]+/g).map(v => line(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const root = getComputedStyle(document.documentElement);
const paint = name => {
  const probe = document.createElement('i');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
};
const ink = light(paint('ink'));
return [0, 1, 2, 3, 4, 5, 6].map(i => {
  const [a, b] = [ink, light(paint(`shade${i}`))].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
});
"""


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
def test_in_a_browser(browser: Any, held: Tournament, tmp_path: Path, width: int, scheme: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(page(held), encoding="utf-8")
    size = {"width": width, "height": 850, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme_now = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", scheme_now)
    browser.get(file.as_uri())
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert min(browser.execute_script(CELLS)) >= 4.5
    labels = browser.execute_script(
        "return [...document.querySelectorAll('figure svg text')].map(e => [e.getBoundingClientRect().left,"
        " e.getBoundingClientRect().right, e.closest('svg').getBoundingClientRect().left,"
        " e.closest('svg').getBoundingClientRect().right])"
    )
    assert all(left >= first - 2 and right <= last + 2 for left, right, first, last in labels)
