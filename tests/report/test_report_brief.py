"""A report as Markdown: the answer, how it was made, and names that stay text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from synthetic import HOSTILE, Planted, write_results

from paskasim.report.brief import brief
from paskasim.report.markdown import JOINER, code_block, escaped, prose, table

OURS = {
    *("heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline", "fence"),
    *("bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close"),
    *(f"{part}_{end}" for part in ("table", "thead", "tbody", "tr", "th", "td") for end in ("open", "close")),
}
INLINE = {"text", "text_special", "strong_open", "strong_close", "code_inline", "softbreak"}


def parsed(source: str) -> list[Token]:
    """Return what a reader of GitHub's Markdown makes of a text."""
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(source)


def shown(source: str) -> str:
    """Return the text of a line as it is seen."""
    parts = [child for token in parsed(source) for child in token.children or []]
    return "".join(child.content for child in parts).replace(JOINER, "")


def test_a_report_in_a_few_lines(results: Path) -> None:
    source = brief(results / "face-rules")
    lines = source.splitlines()
    assert lines[0] == "## How strict may the face-card rule be?"
    assert source.count("**Answer:** ") == 1
    assert re.search(r"\*\*Answer:\*\* .*\d % \(\d.* to \d", source)
    assert source.count("- **Does it matter?** ") >= 2
    assert source.count("- **Does it hold?** ") >= 2
    assert "```sh\npaskasim sweep configs/face-rules.toml\n```" in source
    assert "seed 2026" in source
    assert "96,000 games of 3 and 4 players" in source
    assert "\u00a0" not in source
    parts = re.split(r"^##+ .*$", source, flags=re.MULTILINE)
    assert len(parts) == 5
    for part in parts[1:]:
        assert 1 <= len([line for line in part.splitlines() if line]) <= 9
    assert "| Difference in points (bold: it holds) | 3 players | 4 players |" in lines
    assert re.search(r"^\| lowest \| (\*\*)?[+−]\d+\.\d+ \([+−]\d", source, re.MULTILINE)
    assert {token.type for token in parsed(source)} <= OURS


def test_hostile_names_stay_text(results: Path) -> None:
    source = brief(results / "hostile")
    tokens = parsed(source)
    assert {token.type for token in tokens} <= OURS
    assert {child.type for token in tokens for child in token.children or []} <= INLINE
    heading = next(token for token in tokens if token.type == "inline")
    assert "".join(child.content for child in heading.children or []) == HOSTILE
    assert not re.search(r"(?<!\\)<\w", source)


def test_a_study_without_comparison_is_told(results: Path, tmp_path: Path) -> None:
    for study in ("tiny", "endless"):
        assert "**Answer:** " in brief(results / study)
    none = write_results(tmp_path / "none", [Planted(games=1024)], questions=())
    assert "This study asks no question." in brief(none)


SIGNS = (
    *(
        "*a* _b_ **c** __d__",
        "`x",
        "[a](b) ![c](d)",
        "<b> <!-- -- > &lt; &#60;",
        "a | b",
        "~~a~~ ~b~",
        "\\* \\",
        "# a #",
    ),
    *("> a", "- a", "+ a", "1. a", "1) a", "= a", "---", "    code", "http://example.org www.example.org", "$x$"),
    *("@someone and #12", ":smile:", "a@b.org", "faces.min_top", "_top", "a_", "\u5361_\u5361", "12 points"),
)


@pytest.mark.parametrize("text", SIGNS)
def test_any_text_is_shown_as_it_is(text: str) -> None:
    for source in (escaped(text), prose(text), f"x {escaped(text, within=True)}"):
        assert shown(source).removeprefix("x ") == text.strip()
        assert {token.type for token in parsed(source)} == {"paragraph_open", "inline", "paragraph_close"}
        assert {child.type for token in parsed(source) for child in token.children or []} <= {"text", "text_special"}
    row = table(["a", "b"], [[escaped(text, within=True), "c"]])
    cells = [token for token in parsed("\n".join(row)) if token.type == "inline"]
    assert len(cells) == 4


def test_signs_that_sites_act_on_are_set_apart() -> None:
    assert escaped("ask @someone, see #12") == f"ask @{JOINER}someone, see \\#{JOINER}12"
    assert escaped("http://a www.b") == "http\\://a www\\.b"
    assert escaped("a :smile: 1:30") == f"a :{JOINER}smile: 1:30"
    assert escaped("faces.min_top = 7, 21.0 % (−3 to +4)") == "faces.min_top = 7, 21.0 % (−3 to +4)"


def test_code_stays_code() -> None:
    assert prose("See `paskasim *strategies* show`, and * more") == "See `paskasim *strategies* show`, and \\* more"
    assert prose("1. `a` and `b`") == "1\\. `a` and `b`"
    assert code_block("a ```` b") == ["`````sh", "a ```` b", "`````"]
