"""`paskasim report` and `--open`: figures as files, a short text, the browser."""

from __future__ import annotations

import csv
import shutil
import webbrowser
from pathlib import Path

import pytest
from told import Paskasim, refused

from paskasim.cli import run
from paskasim.cli.showing import no_screen

STUDY = """
title = "Does [it] matter?"
rules = "paskahousu"
players = 2
games = 1500
seed = 3
questions = ["endings"]
keep = "summary"

[vary]
"fours.burn" = [true, false]
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the results of two studies."""
    folder = tmp_path_factory.mktemp("studies")
    for name in ("one", "two"):
        (folder / f"{name}.toml").write_text(STUDY, encoding="utf-8")
    files = [str(folder / f"{name}.toml") for name in ("one", "two")]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run(["sweep", *files, "--out", str(folder / "results")]) == 0
    return folder / "results"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that a browser is asked to show; there is a screen."""
    for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    asked: list[str] = []

    def note(url: str) -> bool:
        asked.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    return asked


def test_open_shows_the_page_and_of_several_the_index(
    paskasim: Paskasim, results: Path, opened: list[str], tmp_path: Path
) -> None:
    told = paskasim("report", str(results / "one"), "--open")
    assert (told.code, told.err) == (0, "")
    assert opened == [(tmp_path / "reports" / "one.html").as_uri()]
    assert paskasim("report", str(results), "--open", "--reports", "my reports").code == 0
    assert opened[1:] == [(tmp_path / "my reports" / "index.html").as_uri()]
    assert paskasim("report", str(results)).code == 0
    assert len(opened) == 2


def test_sweep_opens_its_report(paskasim: Paskasim, results: Path, opened: list[str], tmp_path: Path) -> None:
    study = str(results.parent / "one.toml")
    told = paskasim("sweep", study, "--out", str(results), "--open")
    assert told.code == 0
    assert opened == [(tmp_path / "reports" / "one.html").as_uri()]


@pytest.mark.parametrize("fault", [None, webbrowser.Error("none"), OSError("none")])
def test_without_a_browser_the_address_is_told(
    paskasim: Paskasim, results: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, fault: Exception | None
) -> None:
    def fail(url: str) -> bool:
        if fault:
            raise fault
        return False

    monkeypatch.setattr(webbrowser, "open", fail)
    told = paskasim("report", str(results / "one"), "--open")
    assert told.code == 0
    assert "no browser was found. Open file:///" in told.err
    assert len(told.err.splitlines()) == 1


def test_over_ssh_nothing_is_started(
    paskasim: Paskasim, results: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("SSH_CONNECTION", "1 2 3 4")
    told = paskasim("report", str(results / "one"), "--open")
    assert (told.code, opened) == (0, [])
    assert "is not shown: this is a session over ssh. Copy it" in told.err
    assert "one.html" in told.out


@pytest.mark.parametrize(
    ("environment", "platform", "reason"),
    [
        ({"DISPLAY": ":0"}, "linux", ""),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", ""),
        ({}, "linux", "there is no screen here"),
        ({"SSH_TTY": "/dev/pts/0"}, "linux", "this is a session over ssh"),
        ({"SSH_TTY": "/dev/pts/0", "DISPLAY": "localhost:10.0"}, "linux", ""),
        ({"SSH_CLIENT": "1 2 3"}, "darwin", "this is a session over ssh"),
        ({"BROWSER": "w3m", "SSH_CLIENT": "1 2 3"}, "linux", ""),
        ({}, "darwin", ""),
        ({}, "win32", ""),
    ],
)
def test_where_a_browser_would_be_seen(environment: dict[str, str], platform: str, reason: str) -> None:
    assert no_screen(environment, platform) == reason


def test_figures_are_saved_with_their_list(
    paskasim: Paskasim, results: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("paskasim.report.saving.png", lambda canvas, title: b"drawn elsewhere")
    told = paskasim("report", str(results / "one"), "--figures", "my figures")
    assert told.code == 0
    assert "The figures are in my figures" in told.err
    folder = tmp_path / "my figures"
    with (folder / "one-figures.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    named = {row[kind] for row in rows for kind in ("SVG", "PNG")}
    assert {path.name for path in folder.iterdir()} == named | {"one-figures.csv"}
    assert {"one-endings-2-players-lowest.svg", "one-example-typical.png"} <= named
    assert (tmp_path / "reports" / "one.html").is_file()


def test_reports_of_one_name_do_not_write_over_each_other(paskasim: Paskasim, results: Path, tmp_path: Path) -> None:
    shutil.copytree(results / "one", tmp_path / "One")
    said = refused(paskasim("report", str(results / "one"), "One", "--figures", "figures"))
    assert "One: its report would have the same name as that of" in said
    assert not (tmp_path / "reports").exists()
    assert paskasim("report", str(results / "one"), str(results / "one")).out.count("one.html") == 1


def test_figures_that_can_t_be_written(paskasim: Paskasim, results: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "file" in refused(paskasim("report", str(results / "one"), "--figures", "file"))
    assert not (tmp_path / "reports").exists()


def test_a_short_text_for_a_chat(paskasim: Paskasim, results: Path, tmp_path: Path) -> None:
    told = paskasim("report", str(results), "--format", "md")
    assert (told.code, told.err) == (0, "")
    assert told.out.count("## Does \\[it\\] matter?\n") == 2
    assert "**Answer:** Under " in told.out
    assert "```sh\npaskasim sweep " in told.out
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "options",
    [("--format", "md", "--open"), ("--list", "--figures", "x"), ("--list", "--format", "md"), ("--list", "--open")],
)
def test_what_only_writes_to_the_terminal_goes_with_nothing_else(
    paskasim: Paskasim, results: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert "don't go together" in refused(paskasim("report", str(results), *options))
    assert [*tmp_path.iterdir()] == []
