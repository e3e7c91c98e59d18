"""The pages in a real browser: nothing asked of the network, nothing in the console, no sideways scroll."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browsing import FOLDS, Sixty, axe, requests, violations, visit

from paskasim.analysis.findings import Grid, Shifts
from paskasim.report.figures import DRAWINGS
from paskasim.report.figures.timeline import Timeline
from paskasim.report.legality import Legality

pytestmark = pytest.mark.browser

PAGES = ("face-rules", "fours", "hostile", "tiny", "endless", "index")


@pytest.mark.parametrize("name", PAGES)
def test_only_the_file_itself_is_asked_for(browser: Any, reports: Path, name: str) -> None:
    browser.get("about:blank")
    browser.get_log("performance")
    browser.get_log("browser")
    visit(browser, reports / f"{name}.html")
    assert requests(browser) == {(reports / f"{name}.html").as_uri()}
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_sideways_scroll_on_a_phone(browser: Any, reports: Path, name: str, scheme: str) -> None:
    visit(browser, reports / f"{name}.html", 390, scheme)
    browser.execute_script(FOLDS)
    wide = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1] == 390
    paper = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(252, 251, 248)", "dark": "rgb(20, 23, 26)"}[scheme]


def test_names_are_shown_and_not_run(browser: Any, reports: Path) -> None:
    visit(browser, reports / "hostile.html")
    assert browser.find_element("tag name", "h1").text.startswith('<script>alert("1")</script><img src=x')
    assert browser.execute_script("return [document.scripts.length, document.images.length]") == [2, 0]


CONTRAST = """
const parse = colour => colour.match(/[\\d.]+/g).map(Number);
const line = v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = colour => {
  const [r, g, b] = parse(colour).map(v => line(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = e => {
  for (; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (colour !== 'rgba(0, 0, 0, 0)') return colour;
  }
  return 'rgb(255, 255, 255)';
};
document.querySelectorAll('details').forEach(d => d.open = true);
const kinds = 'p, a, h1, h2, h3, li, td, th, dt, dd, summary, figcaption, code, caption, svg text';
const bad = [];
for (const e of document.querySelectorAll(kinds)) {
  const style = getComputedStyle(e), colour = e.closest('svg') ? style.fill : style.color;
  const [a, b] = [light(colour), light(ground(e))].sort((x, y) => y - x);
  if ((a + 0.05) / (b + 0.05) < 4.5) bad.push(`${e.tagName} ${colour} on ${ground(e)}: ${e.textContent.slice(0, 40)}`);
}
return [...new Set(bad)];
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["face-rules", "index"])
def test_text_has_the_contrast_of_wcag_aa(browser: Any, reports: Path, name: str, scheme: str) -> None:
    visit(browser, reports / f"{name}.html", 1200, scheme)
    assert browser.execute_script(CONTRAST) == []


def test_first_screen_holds_title_answer_and_picture(browser: Any, reports: Path) -> None:
    visit(browser, reports / "face-rules.html")
    places = browser.execute_script(
        "return ['h1', '.answer', '.hero figure svg']"
        ".map(s => document.querySelector(s).getBoundingClientRect().bottom)"
    )
    assert all(0 < bottom <= 850 for bottom in places)


def test_type_in_figures_is_readable_on_a_phone(browser: Any, reports: Path) -> None:
    visit(browser, reports / "face-rules.html", 390)
    smallest = browser.execute_script(
        "return Math.min(...[...document.querySelectorAll('svg')].map(s => s.getBoundingClientRect().width"
        " / s.viewBox.baseVal.width * 11).filter(x => x > 0))"
    )
    assert smallest >= 10.5


def test_keyboard_reaches_content_links_and_folds(browser: Any, reports: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, reports / "fours.html")
    reached = []
    for _ in range(80):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        tag, href = browser.execute_script(
            "const e = document.activeElement; return [e.tagName, e.getAttribute('href') || '']"
        )
        reached.append((tag, href[:20]))
        if tag == "BODY" and len(reached) > 5:
            break
    assert reached[0] == ("A", "#content")
    assert {"A", "SUMMARY"} <= {tag for tag, _ in reached}
    folds = browser.execute_script("return document.querySelectorAll('summary').length")
    assert sum(tag == "SUMMARY" for tag, _ in reached) >= folds


def test_csv_link_saves_the_file(browser: Any, reports: Path, tmp_path: Path) -> None:
    visit(browser, reports / "tiny.html")
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    browser.execute_script(FOLDS)
    browser.find_element("css selector", "a[download='tiny-seats.csv']").click()
    for _ in range(100):
        if (tmp_path / "tiny-seats.csv").exists():
            break
        browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert (tmp_path / "tiny-seats.csv").read_text().startswith("rule set,players,line-up,seat")


@pytest.mark.parametrize(
    ("name", "scheme"),
    [("face-rules", "light"), ("tiny", "light"), ("tiny", "dark"), ("index", "light"), ("index", "dark")],
)
def test_axe_finds_nothing_wrong(browser: Any, reports: Path, name: str, scheme: str) -> None:
    source = axe()
    visit(browser, reports / f"{name}.html", 1200, scheme)
    if name == "tiny":
        browser.execute_script(FOLDS)
    assert violations(browser, source) == []


def test_axe_sees_a_fault(browser: Any, reports: Path) -> None:
    source = axe()
    visit(browser, reports / "tiny.html")
    browser.execute_script("document.querySelector('figure svg').removeAttribute('aria-labelledby');")
    browser.execute_script("document.querySelector('figure svg title').remove()")
    assert any(line.startswith("svg-img-alt") for line in violations(browser, source))


def test_the_policy_is_in_force(browser: Any, reports: Path) -> None:
    visit(browser, reports / "tiny.html")
    browser.execute_script(
        "const script = document.createElement('script'); script.textContent = 'window.ran = true';"
        "document.body.append(script);"
        "const style = document.createElement('style'); style.textContent = 'h1 { color: rgb(1, 2, 3) }';"
        "document.head.append(style);"
        "const image = new Image(); image.src = 'https://example.org/x.png'; document.body.append(image);"
    )
    colour = browser.execute_script("return getComputedStyle(document.querySelector('h1')).color")
    assert browser.execute_script("return window.ran === undefined")
    assert colour != "rgb(1, 2, 3)"
    refused = [entry["message"] for entry in browser.get_log("browser")]
    assert sum("Content Security Policy" in line for line in refused) >= 3
    browser.get_log("performance")


PAPER = 718  # A4 with margins of 1 cm, in CSS pixels
TALL = 1047


@pytest.mark.parametrize("examples", [False, True], ids=["findings", "examples"])
def test_on_paper_all_is_there_and_no_figure_is_cut(
    browser: Any, reports: Path, played_report: Path, examples: bool
) -> None:
    visit(browser, played_report if examples else reports / "face-rules.html", PAPER, media="print")
    boxes = browser.execute_script(
        "return [...document.querySelectorAll('figure, .board')].map(box => {"
        "  const place = box.getBoundingClientRect();"
        "  const held = [...box.querySelectorAll('svg, .card')].map(part => part.getBoundingClientRect());"
        "  return [place.height, place.left, place.right, getComputedStyle(box).breakInside,"
        "    Math.min(...held.map(part => part.left)), Math.max(...held.map(part => part.right))]; })"
    )
    assert len(boxes) > (10 if examples else 20)
    for height, left, right, inside, first, last in boxes:
        assert 60 < height <= TALL
        assert 0 <= left <= first
        assert last <= right <= PAPER
        assert inside == "avoid"
    tables = browser.execute_script(
        "return [...document.querySelectorAll('table')].map(table => table.getBoundingClientRect().height)"
    )
    assert min(tables) > 20
    assert browser.execute_script("return [...document.querySelectorAll('.controls')].every(bar => !bar.offsetHeight)")
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert len(printed["data"]) > 100_000


FIGURES = """
return [...document.querySelectorAll('figure')].map(figure => {
  const svg = figure.querySelector('svg');
  const told = name => document.getElementById(svg.getAttribute(name))?.textContent || '';
  const part = figure.closest('details.game, .inside:has(> .sheet), section') || document.querySelector('section');
  const files = [...part.querySelectorAll('a[download]')].map(link => decodeURIComponent(link.href));
  const caption = figure.querySelector('figcaption').textContent;
  const rows = Math.max(0, ...files.map(file => file.split('\\n').length));
  return [told('aria-labelledby'), told('aria-describedby'), caption, rows];
});
"""


def test_every_figure_has_title_description_and_data(browser: Any, sixty: Sixty, played_report: Path) -> None:
    shown = {type(figure) for finding in sixty.findings for g in finding.galleries for figure in g.figures}
    # The legality grid is on every page, the timeline where there are example games; strategies meet in a tournament,
    # and figures move from one side to the other in a comparison.
    assert shown | {Legality, Timeline, Grid, Shifts} == set(DRAWINGS)
    for page in (sixty.file, played_report):
        visit(browser, page)
        found = browser.execute_script(FIGURES)
        assert len(found) >= 8
        for title, words, caption, rows in found:
            assert title == caption
            assert len(title) > 10
            assert re.search(r"\d", words)
            assert len(words) > 20
            assert rows > 2


def test_a_report_of_sixty_cases_opens_quickly(browser: Any, sixty: Sixty) -> None:
    times = []
    for _ in range(3):
        visit(browser, sixty.file)
        times.append(browser.execute_script("return performance.getEntriesByType('navigation')[0].loadEventEnd"))
    assert 0 < min(times) < 2000
