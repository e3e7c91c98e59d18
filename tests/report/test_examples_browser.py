"""Example games in a real browser: buttons, keys and slider, what a screen reader is told, and no script at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browsing import FOLDS, axe, requests, violations, visit
from test_report_browser import CONTRAST

from paskasim.report.examples.following import follow
from paskasim.report.examples.steps import cut
from paskasim.studies.examples import FILE

pytestmark = pytest.mark.browser

STATE = """
const box = document.querySelectorAll('.played')[arguments[0] || 0];
return {
  now: box.querySelector('.now').textContent.trim(),
  live: box.querySelector('.now').getAttribute('aria-live'),
  slider: +box.querySelector('input').value,
  most: +box.querySelector('input').max,
  told: box.querySelector('input').getAttribute('aria-valuetext'),
  hands: [...box.querySelectorAll('.seats li')].map(seat => seat.querySelectorAll('.card').length),
};
"""


def state(browser: Any, game: int = 0) -> dict[str, Any]:
    return dict(browser.execute_script(STATE, game))


def press(browser: Any, name: str) -> None:
    key = {"first": "Home", "back": "ArrowLeft", "next": "ArrowRight", "last": "End"}[name]
    browser.find_element("css selector", f".played button[name={key}]").click()


def test_buttons(browser: Any, played_report: Path) -> None:
    visit(browser, played_report)
    start = state(browser)
    assert start["now"].startswith("The deal. The cards are dealt. Seat ")
    assert start["hands"] == [5, 5, 5, 5]
    press(browser, "next")
    first = state(browser)
    assert first["now"].startswith("Turn 1 of ")
    assert (first["slider"], first["live"]) == (1, "polite")
    press(browser, "last")
    last = state(browser)
    assert last["slider"] == last["most"]
    assert last["now"].startswith(f"Turn {last['most']} of {last['most']}. Seat ")
    assert sorted(last["hands"])[:3] == [0, 0, 0]
    press(browser, "next")
    assert state(browser) == last
    press(browser, "back")
    assert state(browser)["slider"] == last["most"] - 1
    press(browser, "first")
    assert state(browser)["hands"] == start["hands"]
    press(browser, "back")
    assert state(browser)["slider"] == 0


def test_arrow_keys_from_any_control_of_the_game(browser: Any, played_report: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, played_report)
    for selector in (".game > summary", ".played button[name=ArrowRight]"):
        control = browser.find_element("css selector", selector)
        for key, place in ((Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.ARROW_RIGHT, 2), (Keys.ARROW_LEFT, 1)):
            control.send_keys(key)
            assert state(browser)["slider"] == place
        control.send_keys(Keys.END)
        assert state(browser)["slider"] == state(browser)["most"]
    assert state(browser, 1)["slider"] == state(browser, 1)["most"]  # the deadlock shows its end, untouched


def test_slider(browser: Any, played_report: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    visit(browser, played_report)
    slider = browser.find_element("css selector", ".played input")
    for _ in range(3):
        slider.send_keys(Keys.ARROW_RIGHT)
    found = state(browser)
    assert found["slider"] == 3
    assert found["told"] == found["now"]
    assert found["told"].startswith("Turn 3 of ")
    assert found["live"] == "off"  # or a screen reader would say it twice


def test_only_the_file_is_asked_for_and_the_console_is_empty(browser: Any, played_report: Path) -> None:
    browser.get("about:blank")
    browser.get_log("performance")
    browser.get_log("browser")
    visit(browser, played_report)
    browser.execute_script("document.querySelectorAll('.played button').forEach(button => button.click())")
    assert requests(browser) == {played_report.as_uri()}
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_at_every_turn(browser: Any, played_report: Path, scheme: str) -> None:
    visit(browser, played_report, 390, scheme)
    browser.execute_script(FOLDS)
    widest = browser.execute_script(
        "const widths = [];"
        "for (const box of document.querySelectorAll('.played')) {"
        "  const slider = box.querySelector('input');"
        "  for (let i = 0; i <= +slider.max; i += 7) {"
        "    slider.value = i; slider.dispatchEvent(new Event('input'));"
        "    widths.push(document.documentElement.scrollWidth);"
        "  }"
        "}"
        "return Math.max(...widths)"
    )
    assert widest <= 390
    assert browser.execute_script(CONTRAST) == []


def test_controls_are_named_and_large_enough_to_touch(browser: Any, played_report: Path) -> None:
    visit(browser, played_report, 390)
    browser.execute_script(FOLDS)
    small = browser.execute_script(
        "return [...document.querySelectorAll('.controls button, .controls input')].filter(e => {"
        "  const box = e.getBoundingClientRect(); return box.height < 40 || box.width < 40"
        "}).length"
    )
    assert small == 0
    names = browser.execute_script(
        "return [...document.querySelectorAll('.played [role]')].map(e => e.getAttribute('aria-label'))"
    )
    assert all(names)
    assert any(name.startswith("hand: ") for name in names)


def test_motion_is_left_out_where_it_is_not_wanted(browser: Any, played_report: Path) -> None:
    for wish, moves in (("no-preference", True), ("reduce", False)):
        visit(browser, played_report)
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": wish}]}
        )
        press(browser, "next")
        found = browser.execute_script(
            "const card = document.querySelector('.played .new'); return card && getComputedStyle(card).animationName"
        )
        assert (found == "lay") == moves


def test_without_script__the_moment_that_matters_and_all_turns_in_words(browser: Any, played_report: Path) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit(browser, played_report)
        assert not browser.find_element("css selector", ".controls").is_displayed()
        assert browser.find_element("css selector", ".board .seats").is_displayed()
        browser.find_element("css selector", ".game details summary").click()
        turns = browser.find_elements("css selector", ".game .turns")[0]
        assert turns.is_displayed()
        assert turns.text.count("Seat ") > 20
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


WALK = """
const box = document.querySelectorAll('.played')[arguments[0]], slider = box.querySelector('input');
const found = [], text = (selector) => box.querySelector(selector).textContent;
const faces = (place) => [...place.querySelectorAll('.card')].map(card => card.textContent);
for (let i = 0; i <= +slider.max; i++) {
  slider.value = i;
  slider.dispatchEvent(new Event('input'));
  found.push([
    text('.pile .fate'), faces(box.querySelector('.pile')), text('.stock .fate'),
    [...box.querySelectorAll('.seats li')].map(faces),
    [...box.querySelectorAll('.seats li')].findIndex(seat => seat.classList.contains('played-now')),
    box.querySelectorAll('.new').length,
  ]);
}
return found;
"""


@pytest.mark.parametrize("game", range(5))
def test_every_turn_is_drawn_as_it_was_played(
    browser: Any, played_results: Path, played_report: Path, game: int
) -> None:
    record = json.loads((played_results / FILE).read_text(encoding="utf-8").splitlines()[game])
    steps = follow(record)[0]
    visit(browser, played_report)
    drawn = browser.execute_script(WALK, game)
    wanted = [
        [
            str(len(step.state.pile) or "empty"), [*step.state.pile[-10:]], str(step.state.stock or "empty"),
            [[*hand] for hand in step.state.hands], step.seat, min(len(step.laid), len(step.state.pile)),
        ]
        for step in steps
    ]  # fmt: skip
    part = cut(steps, 0) if len(drawn) < len(steps) else None
    shown = {step.number for step in part.steps} if part else {*range(len(steps))}
    assert [line for line in drawn if line[4] >= 0] == [wanted[i] for i in sorted(shown) if i > 0]


BOARDS = """
return [...document.querySelectorAll('.board')].map(board => [
  board.textContent.replace(/\\s+/g, ''),
  [...board.querySelectorAll('.stuck')].map(card => card.textContent).join(' '),
  [...board.querySelectorAll('[role=img]')].map(row => row.getAttribute('aria-label')),
]);
"""


def test_the_board_is_the_same_with_and_without_script(browser: Any, played_report: Path) -> None:
    visit(browser, played_report)
    drawn = browser.execute_script(BOARDS)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit(browser, played_report)
        assert browser.execute_script(BOARDS) == drawn
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert len(drawn) == 5
    assert [bool(stuck) for _, stuck, _ in drawn] == [False, True, False, False, False]


def test_axe_finds_nothing_wrong(browser: Any, played_report: Path) -> None:
    """In the light; `test_a_phone_at_every_turn` looks at the contrast of both schemes."""
    source = axe()
    visit(browser, played_report)
    browser.execute_script(FOLDS)
    press(browser, "next")
    assert violations(browser, source, "#examples") == []
