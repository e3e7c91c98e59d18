"""The page of a comparison: the finding first, what moved and what did not, names as text, the same bytes."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from browsing import FOLDS, axe, requests, violations, visit
from comparing import comparison, written
from synthetic import HOSTILE, OPEN, Planted, rotate
from test_report_page import Page, csv_files

from paskasim import report
from paskasim.analysis.compare.kinds import KINDS, brief, kind_of
from paskasim.analysis.compare.metrics import METRICS
from paskasim.errors import PaskasimError
from paskasim.report.cards import read_card
from paskasim.report.comparison import build, page
from paskasim.report.figures.canvas import Text
from paskasim.report.figures.shifts import draw_shifts

NAMES = ("moved", "several", "same", "seeds", "hostile")
GAMES = 12_288


def moved() -> tuple[list[Planted], list[Planted]]:
    open_ = {"faces.on_empty": True}
    return [Planted(games=GAMES)], [Planted(label="open", varied=open_, endings=OPEN, length=80, games=GAMES)]


def several() -> tuple[list[Planted], list[Planted]]:
    """Return two studies: at one table B is better, at one worse, at one the same; each has a case of its own."""
    a, b = [], []
    for players in (3, 4):
        for lineup in ("lowest", "random"):
            plain = Planted(players=players, lineup=lineup, games=6144, length=60.0)
            better = lineup == "lowest"
            ends = OPEN if better else {"finished": 0.7, "stuck_cards": 0.3}
            a.append(plain)
            b.append(Planted(varied={"faces.on_empty": True}, players=players, lineup=lineup, games=6144, endings=ends))
    return [*a, Planted(players=5, games=1024)], [*b, Planted(players=6, games=1024)]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    name = HOSTILE
    hostile = [
        Planted(label=name, rules_name=name, lineup=f"{name},b", seats=rotate([name, "b"]), players=2, games=3000)
    ]
    changed = [
        Planted(label=f"={name}", lineup=f"{name},b", seats=rotate([name, "b"]), players=2, games=3000, endings=OPEN)
    ]
    hostile.append(Planted(label="L" * 150, lineup="x" * 300, games=3000))
    changed.append(Planted(label="L" * 150, lineup="x" * 300, games=3000, endings=OPEN))
    pairs = {
        "moved": moved(),
        "several": several(),
        "same": ([Planted(games=2048)], [Planted(games=2048)]),
        "seeds": ([Planted(games=GAMES)], [Planted(games=2 * GAMES, seed=7, endings=OPEN)]),
        "hostile": (hostile, changed),
    }
    for key, (a, b) in pairs.items():
        title = HOSTILE if key == "hostile" else key
        written(folder / key / "a", a, title)
        written(folder / key / "b", b, title, engine="2")
    return folder


@pytest.fixture(scope="module")
def pages(folders: Path) -> Path:
    for name in NAMES:
        build(comparison(folders / name / "a", folders / name / "b"), folders / f"{name}.html")
    report.build_index(folders)
    return folders


def text_of(pages: Path, name: str) -> str:
    return " ".join("".join(Page((pages / f"{name}.html").read_text(encoding="utf-8")).text).split())


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_whole_and_asks_for_nothing(pages: Path, name: str) -> None:
    source = (pages / f"{name}.html").read_text(encoding="utf-8")
    found = Page(source)
    assert found.open == []
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    wanted = [ref for value in found.values("aria-labelledby") for ref in value.split()]
    assert {*wanted, *(href[1:] for href in found.values("href") if href.startswith("#"))} <= set(ids)
    assert [href for href in found.values("href") if not href.startswith(("#", "data:"))] == []
    assert found.values("src") == []
    scripts, styles = (re.findall(rf"<{tag}>(.*?)</{tag}>", source, re.DOTALL) for tag in ("script", "style"))
    policy = next(value for value in found.values("content") if "default-src 'none'" in value)
    for part in (*scripts, *styles):
        assert f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'" in policy
    assert (len(scripts), len(styles), source.count(" style=")) == (2, 1, 0)
    assert found.tags["svg"] == found.tags["figure"] == found.tags["desc"] == found.tags["figcaption"]


def test_the_first_screen_tells_the_finding(pages: Path) -> None:
    text = text_of(pages, "moved")
    start = text.index("What changed from a to b?", 40)
    for wanted in (
        "A is a, B is b. In B faces.on_empty is true instead of false.",
        "B is better: games without an end 0.",
        " % instead of 2",
        "more than 0.5 points, so it matters",
        "12,288 games of each in 1 case, played by programs: lowest.",
        "A and B were dealt the same cards, game by game",
    ):
        assert 0 <= text.index(wanted) - start < 1200, wanted
    assert "-1" not in text[start : start + 700]  # numbers have a true minus sign


def test_what_differs_in_the_rules_is_told_with_both_grids(pages: Path) -> None:
    text = text_of(pages, "moved")
    assert "1 switch differs between A and B." in text
    assert "What may go on what: A; 3 squares unlike B (outlined)" in text
    assert "What may go on what: B; 3 squares unlike A (outlined)" in text
    assert "not so under A" in text
    assert re.search(r"switch ?A ?B ?faces.on_empty ?false ?true", text)
    assert "A: The article's game" in text
    assert "B: " not in text[text.rindex("Switches that differ") : text.rindex("What may go on what: A;")]
    source = (pages / "moved.html").read_text(encoding="utf-8")
    a, b = (source.index(f'<desc id="rules-0-{side}-desc">') for side in "ab")
    assert "J on 7, 8, 9 and J;" in source[a:b]
    assert "J on empty, 7, 8, 9 and J;" in source[b:]
    assert "A and B have the same switches." in text_of(pages, "same")


def test_what_has_not_moved_is_named(pages: Path) -> None:
    text = text_of(pages, "moved")
    still = text[text.rindex("What has not moved") : text.rindex("How it was made")]
    assert "one that matters is not ruled out; more games would tell: losses off an even share" in still
    assert "judged for all" in still
    assert "Games without an end" not in still


def test_every_figure_of_the_comparison_is_in_a_table(pages: Path, folders: Path) -> None:
    compared = comparison(folders / "several" / "a", folders / "several" / "b").compared
    found = Page((pages / "several.html").read_text(encoding="utf-8"))
    rows = [row for text in csv_files(found) for row in csv.reader(io.StringIO(text))]
    told = [row for row in rows if len(row) == 13 and row[0] != "figure"]
    assert len(told) == compared.comparisons > 60
    one = compared.rows[0].found[1]
    row = next(r for r in told if r[0] == "games without an end" and r[11:] == ["3", "random"])
    assert [float(cell) for cell in row[1:6]] == pytest.approx(
        [one.a, one.b, one.judged.estimate, one.judged.interval.low, one.judged.interval.high], rel=1e-7
    )
    assert (row[6], row[7]) == (one.verdict, one.size) == ("worse", "matters")


def test_several_cases_that_turn_round(pages: Path) -> None:
    text = text_of(pages, "several")
    assert "B is better in some and worse in others: games without an end" in text
    assert "in 4 of 4" not in text
    assert "better in 2 of 4 cases, worse in 2 (it turns round)" in text
    # The first picture holds one of each verdict, and says how many there are.
    assert re.search(r"Games without an end \(3 of 4 cases\), %", text)
    assert "Most of all in 3 players, " in text or "Most of all in 4 players, " in text
    assert 'data-players="3"' in (pages / "several.html").read_text()
    only = text[text.rindex("In one of them only") : text.rindex("How it was made")]
    assert "Apaskahousu5lowest2026" in only
    assert "Bpaskahousu6lowest2026" in only


def test_other_seeds_are_said_not_to_be_paired(pages: Path) -> None:
    text = text_of(pages, "seeds")
    assert "A and B have other seeds, so they hold other games: nothing is paired" in text
    assert "dealt the same cards" not in text
    assert "12,288 games of A and 24,576 of B" in text


def test_nothing_differs(pages: Path) -> None:
    text = text_of(pages, "same")
    assert "The same games: no count of any block differs (2,048 games of each)." in text
    assert "What has not moved" not in text
    assert "version 1" in text
    assert "version 2" in text


def test_how_it_was_made_is_told_of_both(pages: Path) -> None:
    text = text_of(pages, "moved")
    made = text[text.rindex("How it was made") :]
    assert "paskasim compare a b" in made
    assert made.count("paskasim sweep configs/") == 2
    assert made.count("philox4x32-10") == 2
    for name in ("version 1", "version 2", "same deals", "Unfinished games are not dropped"):
        assert name in made


def test_names_are_text(pages: Path) -> None:
    source = (pages / "hostile.html").read_text(encoding="utf-8")
    assert source.count("<script") == 2
    assert "<script>alert" not in source
    assert "<img" not in source
    assert HOSTILE in "".join(Page(source).text)
    assert "%3Cscript%3Ealert" not in unquote(source).split("<main", 1)[0]


def test_the_same_folders_make_the_same_bytes(pages: Path, folders: Path) -> None:
    for name in ("several", "hostile"):
        again = page(comparison(folders / name / "a", folders / name / "b"))
        assert again == (pages / f"{name}.html").read_text(encoding="utf-8")
    assert str(folders) not in (pages / "several.html").read_text()


def test_a_page_that_would_be_too_large_keeps_one_picture_of_each_kind(
    pages: Path, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paskasim.report.comparison.LIMIT", 10_000)
    cut = page(comparison(folders / "several" / "a", folders / "several" / "b"))
    whole = (pages / "several.html").read_text(encoding="utf-8")
    assert Page(cut).tags["figure"] < Page(whole).tags["figure"]
    assert "too large for a picture of every table" in cut
    assert csv_files(Page(cut)) == csv_files(Page(whole))


def test_the_index_lists_it(pages: Path) -> None:
    card = read_card(pages / "moved.html")
    assert card is not None
    assert (card.kind, card.title, card.cases, card.games) == ("comparison", "What changed from a to b?", 1, 2 * GAMES)
    assert card.question == "In B faces.on_empty is true instead of false."
    source = (pages / "index.html").read_text(encoding="utf-8")
    assert '<p class="kind">comparison</p>' in source
    assert source.count("<svg") == len(NAMES) - 1  # nothing moved in one


def test_a_page_that_cannot_be_written_is_an_error_of_two_lines(folders: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PaskasimError) as caught:
        build(comparison(folders / "same" / "a", folders / "same" / "b"), tmp_path / "file" / "x.html")
    assert len(str(caught.value).splitlines()) == 2


def test_every_metric_has_a_kind_and_a_name_that_fits() -> None:
    assert {metric.scale for metric in METRICS} == {scale for kind in KINDS for scale in kind.scales}
    assert max(len(brief(metric)) for metric in METRICS) <= 15
    for kind in KINDS:
        names = [brief(metric) for metric in METRICS if kind_of(metric) is kind]
        assert len(names) == len(set(names))


def test_the_picture_holds_both_sides_and_the_interval(folders: Path) -> None:
    from paskasim.analysis.compare.pictures import lead

    compared = comparison(folders / "moved" / "a", folders / "moved" / "b").compared
    figure = lead(compared, "cases")
    assert figure is not None
    first = figure.panels[0].shifts[0]
    endless = compared.rows[0].found[0]
    assert (first.before, first.after) == (endless.a, endless.b)
    assert first.low - first.before == pytest.approx(endless.judged.interval.low)
    texts = [stroke.text for stroke in draw_shifts(figure).strokes if isinstance(stroke, Text)]
    assert {first.shown, first.limits} <= set(texts)
    assert "Games without an end, %" in texts


# In a browser.


@pytest.mark.browser
@pytest.mark.parametrize("name", ["several", "hostile"])
def test_only_the_file_itself_is_asked_for(browser: Any, pages: Path, name: str) -> None:
    browser.get("about:blank")
    browser.get_log("performance")
    browser.get_log("browser")
    visit(browser, pages / f"{name}.html")
    assert requests(browser) == {(pages / f"{name}.html").as_uri()}
    assert browser.get_log("browser") == []
    assert browser.execute_script("return [document.scripts.length, document.images.length]") == [2, 0]


@pytest.mark.browser
def test_no_sideways_scroll_on_a_phone(browser: Any, pages: Path) -> None:
    for name, width in (("several", 390), ("hostile", 390), ("hostile", 1200)):
        visit(browser, pages / f"{name}.html", width)
        browser.execute_script(FOLDS)
        wide = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1] == width, name


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(browser: Any, pages: Path, scheme: str) -> None:
    visit(browser, pages / "moved.html", 1200, scheme)
    assert violations(browser, axe()) == []


@pytest.mark.browser
def test_first_screen_holds_question_answer_and_picture(browser: Any, pages: Path) -> None:
    for name in ("moved", "several"):
        visit(browser, pages / f"{name}.html")
        bottoms = browser.execute_script(
            "return ['h1', '.answer', '.hero figure svg']"
            ".map(s => document.querySelector(s).getBoundingClientRect().bottom)"
        )
        assert all(0 < bottom <= 850 for bottom in bottoms), name


@pytest.mark.browser
def test_on_paper_no_figure_is_cut(browser: Any, pages: Path) -> None:
    visit(browser, pages / "several.html", 718, media="print")
    boxes = browser.execute_script(
        "return [...document.querySelectorAll('figure')].map(box => [box.getBoundingClientRect().height,"
        " box.getBoundingClientRect().right, getComputedStyle(box).breakInside])"
    )
    assert len(boxes) > 8
    for height, right, inside in boxes:
        assert 60 < height <= 1047
        assert right <= 718
        assert inside == "avoid"
