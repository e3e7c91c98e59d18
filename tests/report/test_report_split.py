"""A report that is too large for one page: a page for every table, and nothing lost."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from paskasim import analysis, report
from paskasim.report import page as pages
from paskasim.report.split import MARK


@pytest.fixture(scope="module")
def parted(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a report that had to fit into 150 kB."""
    folder = tmp_path_factory.mktemp("parted")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "LIMIT", 150_000)
        report.build(results / "face-rules", folder)
    return folder


def test_every_table_of_players_has_a_page_and_every_link_leads_somewhere(parted: Path, reports: Path) -> None:
    main = (parted / "face-rules.html").read_text(encoding="utf-8")
    assert len(main) < 0.8 * len((reports / "face-rules.html").read_bytes())
    beside = sorted(path.name for path in (parted / "face-rules").glob("*.html"))
    assert len(beside) == 2
    for file in [parted / "face-rules.html", *(parted / "face-rules" / name for name in beside)]:
        source = file.read_text(encoding="utf-8")
        links = [link for link in re.findall(r'href="([^"#]+)"', source) if not link.startswith("data:")]
        missing = [link for link in links if not (file.parent / link).is_file() and link != "index.html"]
        assert missing == []
        assert len(source) < pages.LIMIT
    assert {f'href="face-rules/{name}"' in main for name in beside} == {True}


def test_no_picture_and_no_row_is_lost(parted: Path, results: Path, reports: Path) -> None:
    whole = (reports / "face-rules.html").read_text(encoding="utf-8")
    parts = [path.read_text(encoding="utf-8") for path in sorted((parted / "face-rules").glob("*.html"))]
    place = r'<figure data-name="[\w-]+" data-players="\d+" data-lineup="\w+" data-at="\d+">'
    kinds = re.compile(rf"{place}\n<figcaption>(.*?)</figcaption>")
    wanted = set(kinds.findall(whole))
    assert len(wanted) > 8
    assert {title for part in parts for title in kinds.findall(part)} == wanted
    for finding in analysis.answer(analysis.read(results / "face-rules")):
        for table in finding.tables:
            with (parted / "face-rules" / f"{table.name}.csv").open(encoding="utf-8", newline="") as file:
                assert len(list(csv.reader(file))) == len(table.rows) + 1


def test_built_again_in_one_page_it_leaves_nothing_behind(results: Path, reports: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "LIMIT", 150_000)
        report.build(results / "face-rules", tmp_path)
    mine = tmp_path / "face-rules" / "notes.md"
    mine.write_text("mine", encoding="utf-8")
    assert (tmp_path / "face-rules" / f"{MARK}.txt").is_file()
    report.build(results / "face-rules", tmp_path)
    assert [path.name for path in (tmp_path / "face-rules").iterdir()] == ["notes.md"]
    assert (tmp_path / "face-rules.html").read_bytes() == (reports / "face-rules.html").read_bytes()


def test_a_folder_of_others_is_left_alone(results: Path, tmp_path: Path) -> None:
    (tmp_path / "face-rules").mkdir()
    (tmp_path / "face-rules" / "my.html").write_text("mine", encoding="utf-8")
    report.build(results / "face-rules", tmp_path)
    assert (tmp_path / "face-rules" / "my.html").is_file()
