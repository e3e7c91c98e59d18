"""Exploring a page in a browser: pictures chosen, tables sorted, filtered and completed, all of it by keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import Sixty, visit

from paskasim.report.gallery import section
from paskasim.report.tables import shown

pytestmark = pytest.mark.browser

SIGHT = (
    "return [...document.querySelectorAll('.gallery .sight figure')].map(f => [f.dataset.players, f.dataset.lineup])"
)
COUNT = "return document.querySelectorAll('.gallery figure').length"
CELLS = (
    "return [...document.querySelector(arguments[0]).tBodies[0].rows].filter(row => !row.hidden)"
    ".map(row => [...row.cells].map(cell => cell.textContent))"
)


def open_table(browser: Any, name: str) -> str:
    """Open the fold of a table and return a selector of the table."""
    browser.execute_script("document.getElementById(arguments[0]).open = true", f"table-{name}")
    browser.execute_async_script("setTimeout(arguments[0], 50)")
    return f"#table-{name} table"


def choose(browser: Any, field: str, value: str) -> None:
    from selenium.webdriver.support.ui import Select

    Select(browser.find_element("css selector", f".choose select[name={field}]")).select_by_value(value)


def test_pictures_follow_the_choice(browser: Any, reports: Path) -> None:
    visit(browser, reports / "face-rules.html")
    before, count = browser.execute_script(SIGHT), browser.execute_script(COUNT)
    assert len(before) > 3
    other = "3" if before[0][0] == "4" else "4"
    choose(browser, "players", other)
    after = browser.execute_script(SIGHT)
    assert {players for players, _ in after} == {other}
    assert [lineup for _, lineup in after] == [lineup for _, lineup in before]
    assert browser.execute_script(COUNT) == count
    assert other in browser.execute_script("return document.querySelector('.choose output').textContent")
    choose(browser, "players", "")
    assert browser.execute_script(SIGHT) == before


def test_a_table_is_sorted_by_keyboard_and_says_so(browser: Any, reports: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, reports / "face-rules.html")
    table = open_table(browser, "length")
    heads = browser.find_elements("css selector", f"{table} thead th")
    at, head = next((at, head) for at, head in enumerate(heads) if "median" in head.get_attribute("textContent"))
    button = head.find_element("tag name", "button")
    for order, down in (("ascending", False), ("descending", True)):
        button.send_keys(Keys.ENTER)
        assert head.get_attribute("aria-sort") == order
        numbers = [float(row[at].replace(",", "")) for row in browser.execute_script(CELLS, table)]
        assert numbers == sorted(numbers, reverse=down)
        assert len(set(numbers)) > 2


def test_a_table_is_filtered_by_words(browser: Any, reports: Path) -> None:
    visit(browser, reports / "face-rules.html")
    table = open_table(browser, "endings")
    rows = browser.execute_script(CELLS, table)
    browser.find_element("css selector", "#table-endings input[type=search]").send_keys("min_top=8 TRUE")
    kept = browser.execute_script(CELLS, table)
    assert kept == [row for row in rows if "min_top=8" in row[0] and "true" in row[0]]
    assert 0 < len(kept) < len(rows)
    told = browser.find_element("css selector", "#table-endings output").text
    assert told == f"{len(kept)} of {len(rows)} rows"


def test_rows_that_the_page_leaves_out_come_from_the_csv_as_they_would_stand(browser: Any, sixty: Sixty) -> None:
    visit(browser, sixty.file)
    for finding in sixty.findings:
        for table in finding.tables:
            if len(table.rows) > len(shown(table).rows):
                selector = open_table(browser, table.name)
                browser.find_element("css selector", f"#table-{table.name} .more button").click()
                found = browser.execute_script(CELLS, selector)
                wanted = [list(row) for row in shown(table, len(table.rows)).rows]
                assert found == wanted, table.name
                assert not browser.find_elements("css selector", f"#table-{table.name} .more")


def test_a_link_into_a_fold_opens_it(browser: Any, reports: Path) -> None:
    visit(browser, reports / "face-rules.html", at="#table-endings")
    browser.execute_async_script("setTimeout(arguments[0], 50)")
    place = "return [document.getElementById(arguments[0]).open, Math.round(scrollY)]"
    is_open, down = browser.execute_script(place, "table-endings")
    assert is_open
    assert down > 500
    browser.execute_script("location.hash = '#limits'")
    browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert browser.execute_script("return scrollY") > down


def test_without_script_all_is_there(browser: Any, reports: Path) -> None:
    visit(browser, reports / "face-rules.html")
    count = browser.execute_script(COUNT)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit(browser, reports / "face-rules.html")
        assert not browser.find_element("css selector", ".choose").is_displayed()
        assert len(browser.find_elements("css selector", ".gallery figure")) == count
        assert not browser.find_elements("css selector", "table button, .tools input")
        browser.find_element("css selector", "#table-endings summary").click()
        assert browser.find_element("css selector", "#table-endings td").is_displayed()
        browser.find_element("css selector", ".rest summary").click()
        assert browser.find_element("css selector", ".rest figure svg").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_the_picture_of_the_headline_is_the_one_in_sight(sixty: Sixty) -> None:
    for finding in sixty.findings:
        assert finding.lead is not None
        for gallery in section(finding).galleries:
            assert (gallery.home.about.players, gallery.home.about.lineup) == (
                finding.lead.about.players,
                finding.lead.about.lineup,
            )
