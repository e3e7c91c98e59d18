"""The index over all reports of a folder."""

from __future__ import annotations

from pathlib import Path

from synthetic import HOSTILE

from paskasim import report
from paskasim.report.cards import read_card


def test_index_lists_every_report_with_its_answer(reports: Path) -> None:
    source = (reports / "index.html").read_text(encoding="utf-8")
    for name in ("endless", "face-rules", "fours", "hostile", "tiny"):
        assert f'href="{name}.html"' in source
    card = read_card(reports / "face-rules.html")
    assert card is not None
    assert (card.title, card.games, card.cases) == ("How strict may the face-card rule be?", 96_000, 12)
    assert "96,000 games in 12 cases" in source
    assert "<script" not in source


def test_cards_hold_names_as_they_are(reports: Path) -> None:
    card = read_card(reports / "hostile.html")
    assert card is not None
    assert card.title == HOSTILE


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.html").write_text("<p>mine</p>")
    (tmp_path / "odd.html").write_bytes(b'\xff\xfe<meta name="paskasim-report" content="{">')
    (tmp_path / "list.html").write_text('<meta name="paskasim-report" content="[1]">')
    source = report.build_index(tmp_path).read_text(encoding="utf-8")
    assert "no report here yet" in source
    assert (tmp_path / "notes.html").read_text() == "<p>mine</p>"


def test_index_of_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert report.build_index(tmp_path / "new").is_file()


def test_index_again_is_the_same(reports: Path) -> None:
    before = (reports / "index.html").read_bytes()
    assert report.build_index(reports).read_bytes() == before
