"""Saving figures from a page in a real browser: by keyboard, under the policy, the same drawing as by the command."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest
from browsing import FOLDS, axe, requests, violations, visit
from matplotlib import image

from paskasim.analysis import answer, read
from paskasim.report.figures.standing import light, stand_alone
from paskasim.report.page import _content
from paskasim.report.saving import pictures

pytestmark = pytest.mark.browser

KEEP = "window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push([this.download, this.href]); };"
SAVE = """
const press = (root, text) => [...root.querySelectorAll('.save button')].find(one => one.textContent === text).click();
for (const figure of document.querySelectorAll('figure')) {
  if (figure.querySelector('.save span').hidden) press(figure, 'Save picture');
  press(figure, arguments[0]);
}
"""
WAIT = """
const [count, done] = arguments;
const look = () => saved.length < count ? setTimeout(look, 20) : done(saved);
look();
"""


def saved(browser: Any, form: str) -> list[tuple[str, str]]:
    """Press the button of every figure, and return names and addresses of what was saved."""
    browser.execute_script(KEEP)
    browser.execute_script(SAVE, f"Save as {form}")
    count = browser.execute_script("return document.querySelectorAll('figure').length")
    return [(name, href) for name, href in browser.execute_async_script(WAIT, count)]


def svg_of(href: str) -> str:
    """Return the file that a data address holds."""
    head, text = href.split(",", 1)
    assert head == "data:image/svg+xml;charset=utf-8"
    return unquote(text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_svg_of_the_page_is_that_of_the_command(
    browser: Any, played_results: Path, played_report: Path, scheme: str
) -> None:
    results = read(played_results)
    content = _content(results, answer(results), played_report.name)
    wanted = {f"{content['slug']}-{one.name}.svg": stand_alone(str(one.svg)) for one in pictures(content)}
    visit(browser, played_report, scheme=scheme)
    found = {name: svg_of(href) for name, href in saved(browser, "SVG")}
    assert found.keys() == wanted.keys()
    assert len(found) >= 7
    for name, source in found.items():
        # The first screen shows one of the figures again, with ids of its own.
        source = re.sub(r'"lead-(title|desc)"', r'"endings-0-0-\1"', source).replace("lead-h", "endings-0-0-h")
        assert ET.canonicalize(source) == ET.canonicalize(wanted[name])


@pytest.mark.parametrize("name", ["face-rules", "fours", "hostile"])
def test_any_figure_is_saved_with_title_words_and_colours(browser: Any, reports: Path, name: str) -> None:
    visit(browser, reports / f"{name}.html", scheme="dark")
    found = saved(browser, "SVG")
    assert len(found) >= 3
    titles = browser.execute_script("return [...document.querySelectorAll('figure svg title')].map(t => t.textContent)")
    for _, href in found:
        root = ET.fromstring(svg_of(href))
        space = "{http://www.w3.org/2000/svg}"
        assert root.findtext(f"{space}title") in titles
        assert len(root.findtext(f"{space}desc") or "") > 20
        fills = {element.get("fill") for element in root.iter(f"{space}text")}
        assert fills <= set(light().values())
        assert not [element for element in root.iter() if element.get("class") or element.get("style")]


LOOKS = """
const LINES = ['fill', 'stroke', 'strokeWidth', 'strokeLinejoin'];
const TYPE = ['fill', 'fontSize', 'fontWeight', 'textAnchor'];
const looks = (root) => [...root.querySelectorAll('rect, path, circle, text')].map(one => {
  const style = getComputedStyle(one);
  const names = one.tagName === 'text' ? TYPE : LINES;
  const open = one.tagName === 'path' && !one.getAttribute('d').endsWith('z');
  return [one.tagName, open && style.strokeLinecap, ...names.map(name => style[name])];
});
const frame = document.createElement('div');
document.body.append(frame);
const pages = [...document.querySelectorAll('figure > svg')];
return pages.map((page, i) => {
  frame.replaceChildren(new DOMParser().parseFromString(arguments[0][i], 'image/svg+xml').documentElement);
  for (const added of frame.querySelectorAll('svg > rect:first-of-type, [font-size="14"]')) added.remove();
  return [looks(page), looks(frame)];
});
"""


def test_the_file_looks_as_on_the_page_in_light(browser: Any, played_report: Path) -> None:
    visit(browser, played_report)
    sources = [svg_of(href) for _, href in saved(browser, "SVG")]
    paper = {"rgb(252, 251, 248)": "rgb(255, 255, 255)"}
    found = browser.execute_script(LOOKS, sources)
    assert len(found) == len(sources) >= 8
    for page, file in found:
        assert file == [[paper.get(value, value) for value in one] for one in page]
        assert len(file) > 10


def test_the_png_is_drawn_twice_as_large_on_white(browser: Any, played_report: Path) -> None:
    visit(browser, played_report, scheme="dark")
    vector = {name: svg_of(href) for name, href in saved(browser, "SVG")}
    found = dict(saved(browser, "PNG"))
    assert {name.removesuffix(".png") for name in found} == {name.removesuffix(".svg") for name in vector}
    for name, href in found.items():
        head, text = href.split(",", 1)
        assert head == "data:image/png;base64"
        pixels = np.round(255 * image.imread(io.BytesIO(base64.b64decode(text)))[..., :3])
        root = ET.fromstring(vector[name.replace(".png", ".svg")])
        assert pixels.shape[1] == round(2 * float(root.attrib["width"]))
        assert pixels.shape[0] == pytest.approx(2 * float(root.attrib["height"]), abs=1)
        assert (pixels[:10] == 255).all()
        assert (pixels[:, :10] == 255).all()
        white = (pixels == 255).all(axis=-1).mean()
        assert 0.3 < white < 0.97
        ink = [int(light()["ink"][at : at + 2], 16) for at in (1, 3, 5)]
        assert (pixels == ink).all(axis=-1).sum() > 200


def test_nothing_is_asked_for_and_nothing_is_complained_of(browser: Any, reports: Path) -> None:
    browser.get("about:blank")
    browser.get_log("performance")
    browser.get_log("browser")
    visit(browser, reports / "fours.html")
    for form in ("SVG", "PNG"):
        assert saved(browser, form)
    assert requests(browser) == {(reports / "fours.html").as_uri()}
    assert browser.get_log("browser") == []


def test_a_file_is_saved_by_keyboard(browser: Any, reports: Path, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, reports / "tiny.html")
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    name = browser.execute_script("return document.querySelector('figure').dataset.name")
    for _ in range(80):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        if browser.execute_script("return !!document.activeElement.closest('.save')"):
            break
    button = browser.switch_to.active_element
    title = browser.find_element("css selector", "figcaption").text
    assert button.get_attribute("aria-label") == f"Save picture: {title}"
    assert button.get_attribute("aria-expanded") == "false"
    button.send_keys(Keys.ENTER)
    assert button.get_attribute("aria-expanded") == "true"
    for form in ("svg", "png"):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        assert browser.switch_to.active_element.text == f"Save as {form.upper()}"
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        for _ in range(100):
            if (tmp_path / f"tiny-{name}.{form}").exists():
                break
            browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert (tmp_path / f"tiny-{name}.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert (tmp_path / f"tiny-{name}.png").read_bytes().startswith(b"\x89PNG")
    button.send_keys(Keys.ENTER)
    assert button.get_attribute("aria-expanded") == "false"
    assert browser.execute_script("return document.querySelector('.save span').offsetHeight") == 0


def test_axe_finds_nothing_wrong_with_open_choices(browser: Any, reports: Path) -> None:
    source = axe()
    visit(browser, reports / "tiny.html", 390, "dark")
    browser.execute_script(FOLDS)
    browser.execute_script("for (const one of document.querySelectorAll('.save > button')) one.click()")
    assert violations(browser, source) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") == 390
    sizes = "return [...document.querySelectorAll('.save button')].map(one => one.getBoundingClientRect().height)"
    assert min(browser.execute_script(sizes)) >= 24


def test_one_small_control_a_figure_and_none_on_paper(browser: Any, reports: Path) -> None:
    visit(browser, reports / "face-rules.html")
    shown = browser.execute_script(
        "return [...document.querySelectorAll('figure')].map(one => one.querySelectorAll('.save button').length)"
    )
    assert set(shown) == {1}
    assert len(shown) > 20
    visit(browser, reports / "face-rules.html", media="print")
    browser.execute_script(FOLDS)
    assert browser.execute_script("return [...document.querySelectorAll('.save')].every(one => !one.offsetHeight)")


def test_the_page_names_its_figures(reports: Path) -> None:
    source = (reports / "face-rules.html").read_text(encoding="utf-8")
    names = re.findall(r'<figure data-name="([^"]*)"', source)
    assert len(names) == source.count("<figure")
    assert len(names) - len(set(names)) == 1  # that of the first screen stands twice
    assert 'data-slug="face-rules"' in source
