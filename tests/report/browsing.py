"""A page in Debian's chromium: how it is opened, looked at and printed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from paskasim.analysis.findings import Finding

FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
AXE = "selenium-axe-python"  # bundles axe-core, so that the tests ask the network for nothing
FOLDS = "document.querySelectorAll('details').forEach(fold => fold.open = true)"


@dataclass(frozen=True)
class Sixty:
    """A report of sixty cases: what it tells, its file, and how long building it took, in seconds of work."""

    findings: list[Finding]
    file: Path
    seconds: float


def chromium(profile: Path, *, logs: bool = False) -> Iterator[Any]:
    """Yield a window of Debian's chromium, and close it; `logs` keeps what it asks for and prints to its console."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not program or not driver:
        pytest.skip("chromium or chromedriver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    if logs:
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    window = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield window
    window.quit()


def visit(browser: Any, file: Path, width: int = 1200, scheme: str = "light", media: str = "", at: str = "") -> None:
    """Open a page, at a width of the window, in a colour scheme, on `screen` or as in `print`."""
    size = {"width": width, "height": 850, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    browser.get("about:blank")
    browser.get(file.as_uri() + at)


def requests(browser: Any) -> set[str]:
    """Return what was asked for since the last look, data addresses left out."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = {e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"}
    return {url for url in asked if not url.startswith("data:")} - {"about:blank"}


def axe() -> str:
    """Return the source of axe-core; skips the test where it is not installed."""
    try:
        files = metadata.files(AXE) or []
    except metadata.PackageNotFoundError:
        pytest.skip(f"{AXE}, which holds axe-core, is not installed")
    return next(Path(str(file.locate())) for file in files if file.name == "axe.min.js").read_text(encoding="utf-8")


def violations(browser: Any, source: str, part: str = "html") -> list[str]:
    """Return what axe-core finds wrong with the page in the browser, or with a part of it, a line a rule."""
    browser.execute_script(source)
    found = browser.execute_async_script(
        "const done = arguments[1];"
        "axe.run(arguments[0], {resultTypes: ['violations']}).then("
        "  found => done(found.violations.map(one => `${one.id}: ${one.nodes[0].html.slice(0, 200)}`)),"
        "  error => done([String(error)]))",
        part,
    )
    return [str(line) for line in found]
