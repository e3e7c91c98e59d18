"""The index over all reports of a folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from synthetic import HOSTILE

from paskasim import report
from paskasim.report.cards import Card, read_card
from paskasim.report.index import renew_index
from paskasim.report.pictures import first_picture


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


def test_the_card_tells_what_was_played(reports: Path) -> None:
    card = read_card(reports / "face-rules.html")
    assert card is not None
    varied = 'faces.min_top = "7", "6" or "8", and faces.on_empty = false or true'
    assert (card.rules, card.players, card.strategies) == (
        f"6 rule sets: paskahousu with {varied}",
        "3 and 4",
        "lowest",
    )
    assert card.engine == "1"
    tiny = read_card(reports / "tiny.html")
    assert tiny is not None
    assert tiny.rules == "paskahousu"


def test_pages_of_other_kinds_and_of_former_versions_are_listed(tmp_path: Path) -> None:
    card = Card("A <b>", "", "It is so.", 10, 2, kind="tournament")
    (tmp_path / "new.html").write_text(f"<meta name='paskasim-report' content='{card.content()}'>")
    old = '{"answer": "a", "cases": 1, "games": 2, "question": null, "title": "old"}'
    (tmp_path / "old.html").write_text(f"<meta name='paskasim-report' content='{old}'>")
    assert read_card(tmp_path / "old.html") == Card("old", "", "a", 2, 1)
    source = report.build_index(tmp_path).read_text(encoding="utf-8")
    assert '<p class="kind">tournament</p>' in source
    assert "A &lt;b&gt;" in source
    assert "2 reports, 12 games." in source


def test_the_index_is_renewed_only_where_there_is_one(tmp_path: Path) -> None:
    page = tmp_path / "new.html"
    page.write_text(f"<meta name='paskasim-report' content='{Card('t', 'q', 'a', 1, 1).content()}'>")
    renew_index(page)
    assert not (tmp_path / "index.html").exists()
    (tmp_path / "index.html").write_text("mine")
    renew_index(page)
    assert (tmp_path / "index.html").read_text() == "mine"
    (tmp_path / "index.html").write_text('<meta name="paskasim-index" content="0">')
    renew_index(page)
    assert 'href="new.html"' in (tmp_path / "index.html").read_text()


def test_the_index_shows_the_first_picture_of_every_report(reports: Path) -> None:
    source = (reports / "index.html").read_text(encoding="utf-8")
    pages = [(reports / f"{name}.html").read_text(encoding="utf-8") for name in ("face-rules", "fours", "hostile")]
    for page in pages:
        title = re.search(r'<title id="lead-title">(.*?)</title>', page)
        assert title is not None
        assert title[1] in source
    ids = re.findall(r' id="([^"]+)"', source)
    assert len(ids) == len(set(ids)) > 6
    named = re.findall(r'(?:labelledby="|describedby="|url\(#)([\w-]+)', source)
    assert set(named) <= set(ids)


LEAD = '<svg xmlns="http://www.w3.org/2000/svg" aria-labelledby="lead-title"><title id="lead-title">t</title>{}</svg>'


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<rect onclick="alert(1)"/>',
        '<rect fill="url(https://example.org/x)"/>',
        '<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org"><text>x</text></a>',
        '<image href="x.png"/>',
        '<rect style="fill: red"/>',
        '<path class="x&quot; onload=&quot;alert(1)"/>',
        "<text>unclosed",
        f"<text>{'x' * 40_000}</text>",
    ],
)
def test_a_picture_with_anything_that_ours_have_not_is_left_out(inside: str) -> None:
    assert first_picture(LEAD.format(inside), "p0") is None


def test_a_picture_is_taken_over_with_ids_of_its_own() -> None:
    inside = '<desc id="lead-desc">a &lt; b</desc><rect fill="url(#lead-h0)"/><text>&lt;b&gt; &amp; c</text>'
    picture = first_picture(f"<p>{LEAD.format(inside)}<p>", "p7")
    assert picture is not None
    assert picture.title == "t"
    assert 'aria-labelledby="p7-title"' in picture.svg
    assert (
        '<desc id="p7-desc">a &lt; b</desc><rect fill="url(#p7-h0)"/><text>&lt;b&gt; &amp; c</text></svg>'
        in picture.svg
    )
