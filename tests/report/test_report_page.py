"""The report as a file: self-contained, same bytes, names as text, whole or not there."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from browsing import Sixty
from synthetic import HOSTILE, Planted, write_results

from paskasim import report
from paskasim.errors import PaskasimError

STUDIES = ("face-rules", "fours", "hostile", "tiny", "endless")
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Page(HTMLParser):
    """Tags, ids, links and text of a page, and whether its tags are balanced."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def values(self, name: str) -> list[str]:
        return [value for _, attribute, value in self.attributes if attribute == name]


@pytest.fixture(params=STUDIES)
def page(request: pytest.FixtureRequest, reports: Path) -> Page:
    return Page((reports / f"{request.param}.html").read_text(encoding="utf-8"))


def test_tags_balance_and_ids_are_unique(page: Page) -> None:
    assert page.open == []
    ids = Counter(page.values("id"))
    assert [name for name, times in ids.items() if times > 1] == []
    wanted = [ref for value in page.values("aria-labelledby") for ref in value.split()]
    wanted += [href[1:] for href in page.values("href") if href.startswith("#")]
    assert set(wanted) <= set(ids)


def test_nothing_is_asked_of_the_network(page: Page) -> None:
    assert page.tags["iframe"] == page.tags["object"] == 0
    assert page.values("src") == []
    links = [href for href in page.values("href") if not href.startswith(("#", "data:"))]
    assert links == ["index.html"]
    policy = next(value for value in page.values("content") if "default-src" in value)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]


@pytest.mark.parametrize("name", [*STUDIES, "index"])
def test_only_what_has_its_hash_in_the_policy_runs_and_styles(reports: Path, name: str) -> None:
    source = (reports / f"{name}.html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script>(.*?)</script>", source, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", source, re.DOTALL)
    assert (len(scripts), len(styles)) == (0 if name == "index" else 2, 1)
    policy = next(value for value in Page(source).values("content") if "default-src" in value)
    for kind, parts in (("script-src", scripts), ("style-src", styles)):
        hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'" for part in parts]
        wanted = f"{kind} {' '.join(hashes)};"
        assert wanted in policy if parts else kind not in policy
    assert " style=" not in source
    assert all(len(script.encode()) < 10_000 for script in scripts)


def test_page_has_landmarks_and_a_skip_link(page: Page) -> None:
    assert page.tags["main"] == page.tags["h1"] == page.tags["header"] == page.tags["footer"] == 1
    assert page.tags["nav"] == 1
    assert "#content" in page.values("href")
    assert ("html", "lang", "en") in page.attributes


def test_every_figure_is_named_told_and_in_a_table(page: Page) -> None:
    assert page.tags["svg"] == page.tags["figure"] == page.tags["figcaption"] == page.tags["desc"]
    svg_titles = page.tags["title"] - 1
    assert svg_titles == page.tags["svg"]
    assert page.values("role").count("img") == page.tags["svg"]
    assert page.tags["table"] >= 1


def test_the_same_results_make_the_same_bytes(results: Path, reports: Path, tmp_path: Path) -> None:
    for study in ("hostile", "fours"):
        again = report.build(results / study, tmp_path)
        assert again.read_bytes() == (reports / f"{study}.html").read_bytes()


def test_the_same_bytes_in_another_process_with_other_settings(results: Path, reports: Path, tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nsvg.fonttype: path\ntext.usetex: False\naxes.grid: True\n")
    code = "import sys; from pathlib import Path as P; from paskasim.report import build; build(*map(P, sys.argv[1:]))"
    subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(results / "fours"), str(tmp_path)],
        check=True,
        cwd=tmp_path,
        env={
            **{"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": "7", "HOME": str(tmp_path), "TZ": "Asia/Tokyo"},
            **{"PYTHONPATH": os.environ.get("PYTHONPATH", "")},
        },
    )
    assert (tmp_path / "fours.html").read_bytes() == (reports / "fours.html").read_bytes()


def test_report_reaches_neither_kernels_nor_numba() -> None:
    code = "import sys, paskasim.report.page, paskasim.report.index; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    heavy = ("numba", "paskasim.kernels", "paskasim.cli", "matplotlib.pyplot")
    assert [name for name in done.stdout.split() if name.startswith(heavy)] == []


def test_names_are_text(reports: Path) -> None:
    source = (reports / "hostile.html").read_text(encoding="utf-8")
    assert source.count("<script") == 2
    assert "<script>alert" not in source
    assert "<img" not in source
    assert "49" not in re.sub(r"[\d.,]*\d49|49\d", "", source) or "{{ 7*7 }}" in source
    page = Page(source)
    assert HOSTILE in "".join(page.text)
    rows = [row for text in csv_files(page) for row in csv.reader(io.StringIO(text))]
    assert any(cell == f"'={HOSTILE}" for row in rows for cell in row)


def csv_files(page: Page) -> list[str]:
    links = [href for href in page.values("href") if href.startswith("data:text/csv")]
    return [unquote(link.split(",", 1)[1]) for link in links]


def test_every_table_has_its_csv_with_plain_values(page: Page) -> None:
    files = [list(csv.reader(io.StringIO(text))) for text in csv_files(page)]
    assert files
    for rows in files:
        assert len(rows) > 1
        assert {len(row) for row in rows} == {len(rows[0])}
    names = page.values("download")
    assert len(names) == len(set(names)) == len(files)


def test_the_answer_comes_first(reports: Path) -> None:
    page = Page((reports / "face-rules.html").read_text(encoding="utf-8"))
    words = " ".join("".join(page.text[:400]).split())
    start = words.index("How strict may the face-card rule be?", 60)
    assert words.index("95 % interval") - start < 700
    assert words.index("points fewer") < words.index("How sure is this?")


def test_the_way_it_was_made_is_told(reports: Path) -> None:
    text = "".join(Page((reports / "fours.html").read_text(encoding="utf-8")).text)
    for wanted in (
        "paskasim sweep configs/fours.toml",
        "philox4x32-10",
        "numba 0.68.1",
        "2026",
        "None of them is a skilled person",
    ):
        assert wanted in text
    assert "fours.burn" in text


def test_no_date_or_path_of_the_machine(results: Path, reports: Path) -> None:
    source = (reports / "fours.html").read_text(encoding="utf-8")
    assert str(results) not in source
    assert str(Path.home()) + "/" not in source
    assert not re.search(r"\b20\d\d-\d\d-\d\d\b", source)


def test_sixty_cases_stay_small_and_are_built_quickly(sixty: Sixty) -> None:
    page = Page(sixty.file.read_text(encoding="utf-8"))
    assert page.tags["figure"] > 100
    assert sixty.file.stat().st_size < 2_000_000
    assert sixty.seconds < 15


def test_the_rules_are_told_with_their_grid(reports: Path) -> None:
    page = Page((reports / "face-rules.html").read_text(encoding="utf-8"))
    assert "legality-title" in page.values("id")
    text = " ".join("".join(page.text).split())
    assert "J on 7, 8, 9 and J;" in text
    assert "squares unlike the base (outlined)" in text
    fours = " ".join("".join(Page((reports / "fours.html").read_text(encoding="utf-8")).text).split())
    assert "What may go on what, and what it does there, is as under paskahousu." in fours


def test_damaged_results_write_nothing(results: Path, tmp_path: Path) -> None:
    copy = tmp_path / "damaged"
    shutil.copytree(results / "tiny", copy)
    (copy / "blocks.parquet").unlink()
    with pytest.raises(PaskasimError) as caught:
        report.build(copy, tmp_path / "out")
    assert caught.value.exit_code == 4
    assert not (tmp_path / "out").exists()


def test_a_report_that_cannot_be_written_is_an_error_of_two_lines(results: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PaskasimError) as caught:
        report.build(results / "tiny", tmp_path / "file")
    assert caught.value.exit_code == 2
    assert len(str(caught.value).splitlines()) == 2
    (tmp_path / "tiny.html").mkdir()
    with pytest.raises(PaskasimError):
        report.build(results / "tiny", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "tiny.html"]


def test_a_study_named_index_leaves_the_index_alone(tmp_path: Path) -> None:
    results = write_results(tmp_path / "index", [Planted(games=100)])
    file = report.build(results, tmp_path / "reports")
    assert file.name == "index-study.html"
    assert "index-study.html" in report.build_index(tmp_path / "reports").read_text(encoding="utf-8")


def test_a_study_without_questions_still_has_a_page(tmp_path: Path) -> None:
    file = report.build(write_results(tmp_path / "quiet", [Planted(games=100)], questions=()), tmp_path)
    assert "This study asks no question." in file.read_text(encoding="utf-8")
