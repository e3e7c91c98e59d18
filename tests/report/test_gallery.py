"""The committed gallery: made by the command in reports/README.md, from the studies and the engine that there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from paskasim._version import __version__
from paskasim.analysis.questions import names
from paskasim.cli import run
from paskasim.engine import ENGINE_VERSION
from paskasim.report.cards import read_card
from paskasim.report.origin import fingerprint
from paskasim.studies.reading import load_study

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "reports" / "gallery"
STUDIES = sorted((ROOT / "configs").glob("*.toml"))
AGAIN = "Make the gallery anew, as reports/README.md says."


def command() -> list[str]:
    text = (ROOT / "reports" / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^paskasim (sweep .*)$", text, re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])


def test_the_gallery_holds_the_reports_of_the_studies_and_no_more() -> None:
    assert len(STUDIES) >= 3
    pages = {path.name for path in GALLERY.iterdir()} - {".gitattributes"}
    assert pages == {"index.html", *(f"{study.stem}.html" for study in STUDIES)}
    assert sum(path.stat().st_size for path in GALLERY.iterdir()) < 4_000_000
    assert command() == ["sweep", "configs/*.toml", "--reports", "reports/gallery"]


@pytest.mark.parametrize("study", STUDIES, ids=lambda path: path.stem)
def test_the_gallery_is_of_this_engine_and_these_studies(study: Path) -> None:
    card = read_card(GALLERY / f"{study.stem}.html")
    assert card is not None
    assert card.engine == ENGINE_VERSION, AGAIN
    assert card.study == fingerprint(load_study(study, names()).parsed), AGAIN
    page = (GALLERY / f"{study.stem}.html").read_text(encoding="utf-8")
    assert f"paskasim {__version__}, " in page, AGAIN
    assert (GALLERY / "index.html").read_text(encoding="utf-8").count(f'href="{study.stem}.html"') == 1


@pytest.mark.long
def test_the_gallery_is_made_again_in_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    *arguments, _ = command()
    assert run([*arguments, str(tmp_path / "reports"), "--out", str(tmp_path / "results")]) == 0
    made = {path.name: path.read_bytes() for path in (tmp_path / "reports").iterdir()}
    kept = {path.name: path.read_bytes() for path in GALLERY.iterdir() if path.suffix == ".html"}
    assert made.keys() == kept.keys()
    assert [name for name in kept if made[name] != kept[name]] == [], AGAIN
