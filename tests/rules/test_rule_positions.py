"""Lines of keys and items in TOML texts."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paskasim.rules.positions import Path, line_numbers

TEXT = """\
# a comment with = and [
name = "x" # [not.a.table]
"quoted.key" = 1
'single' = 'no \\ escape'
a.b . "c d".e = [1, 2]

list = [ # one
  "x", "]",
  # between
  { play = "Q", on = '6' },
  [ 1,
    2 ],
]
text = \"\"\"
a = 1
[no]
\\"\"\" still \"\"\"\"
raw = '''
b = '' ''
''''
after = { x = { y = "}" }, "z\\u0041" = [{ q = 1 }, { q = 2 }] }
date = 1979-05-27T07:32:00Z
float = 1e5

[section]
key = true
[section.deeper."odd name"]
inner = "#"
[ spaced . out ]
k = 1
[[entry]]
play = "2"
[entry.sub]
s = 1
[[entry]]
play = "3"
[[entry.more]]
m = 1
[[entry.more]]
m = 2
"""

EXPECTED: dict[Path, int] = {
    ("name",): 2,
    ("quoted.key",): 3,
    ("single",): 4,
    ("a",): 5,
    ("a", "b"): 5,
    ("a", "b", "c d"): 5,
    ("a", "b", "c d", "e"): 5,
    ("a", "b", "c d", "e", 0): 5,
    ("a", "b", "c d", "e", 1): 5,
    ("list",): 7,
    ("list", 0): 8,
    ("list", 1): 8,
    ("list", 2): 10,
    ("list", 2, "play"): 10,
    ("list", 2, "on"): 10,
    ("list", 3): 11,
    ("list", 3, 0): 11,
    ("list", 3, 1): 12,
    ("text",): 14,
    ("raw",): 18,
    ("after",): 21,
    ("after", "x"): 21,
    ("after", "x", "y"): 21,
    ("after", "zA"): 21,
    ("after", "zA", 0): 21,
    ("after", "zA", 0, "q"): 21,
    ("after", "zA", 1): 21,
    ("after", "zA", 1, "q"): 21,
    ("date",): 22,
    ("float",): 23,
    ("section",): 25,
    ("section", "key"): 26,
    ("section", "deeper"): 27,
    ("section", "deeper", "odd name"): 27,
    ("section", "deeper", "odd name", "inner"): 28,
    ("spaced",): 29,
    ("spaced", "out"): 29,
    ("spaced", "out", "k"): 30,
    ("entry",): 31,
    ("entry", 0): 31,
    ("entry", 0, "play"): 32,
    ("entry", 0, "sub"): 33,
    ("entry", 0, "sub", "s"): 34,
    ("entry", 1): 35,
    ("entry", 1, "play"): 36,
    ("entry", 1, "more"): 37,
    ("entry", 1, "more", 0): 37,
    ("entry", 1, "more", 0, "m"): 38,
    ("entry", 1, "more", 1): 39,
    ("entry", 1, "more", 1, "m"): 40,
}


def paths_of(value: Any, path: Path = ()) -> set[Path]:
    """Every path of keys and indexes in a value."""
    parts: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list):
        parts = list(enumerate(value))
    found = {path} if path else set()
    for step, part in parts:
        found |= paths_of(part, (*path, step))
    return found


def test_lines_of_everything() -> None:
    assert line_numbers(TEXT) == EXPECTED
    assert set(EXPECTED) == paths_of(tomllib.loads(TEXT))


def test_a_table_that_comes_before_its_parent() -> None:
    text = "[a.b]\nx = 1\n\n[a]\ny = 2\n"
    lines = line_numbers(text)
    assert lines[("a", "b", "x")] == 2
    assert lines[("a",)] == 4
    assert lines[("a", "y")] == 5


KEYS = st.one_of(st.sampled_from(["a", "b", "3-9", "x_y"]), st.text(max_size=5))
SCALARS = st.one_of(
    st.integers(-99, 99), st.booleans(), st.text(max_size=12), st.floats(allow_nan=False), st.dates(), st.times()
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3))
)


def quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(c):08x}" if not c.isalnum() or ord(c) > 126 else c for c in text) + '"'


def write(value: Any, draw: st.DrawFn) -> str:
    """A value as TOML, with line breaks and comments where TOML allows them."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {write(item, draw)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        gaps = ["", " ", "\n", " # ] , [\n", "\n\n  "]
        items = [draw(st.sampled_from(gaps)) + write(item, draw) + draw(st.sampled_from(gaps)) for item in value]
        return "[" + ",".join(items) + draw(st.sampled_from(["", "\n"])) + "]"
    if isinstance(value, str):
        forms = [quoted(value)]
        plain = all(c.isalnum() and ord(c) < 127 for c in value)
        if plain:
            forms += [f"'{value}'", f'"""\n{value}"""', f"'''\n\n{value}'''"]
        return draw(st.sampled_from(forms))
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, float | int) else value.isoformat()


@st.composite
def documents(draw: st.DrawFn) -> str:
    data = draw(st.dictionaries(KEYS, VALUES, max_size=5))
    lines = []
    for key, value in data.items():
        lines += draw(st.sampled_from([[], [""], ["# note = 1"]]))
        lines.append(f"{quoted(key)} = {write(value, draw)}")
    for index in range(draw(st.integers(0, 2))):
        lines += [f"[table-{index}]", f"x = {write(draw(VALUES), draw)}"]
    for _ in range(draw(st.integers(0, 2))):
        lines += ["[[tables]]", f"x = {write(draw(VALUES), draw)}"]
    return "\n".join(lines) + "\n"


@given(documents())
def test_every_part_of_any_text_has_a_line_that_begins_there(text: str) -> None:
    lines = line_numbers(text)
    assert set(lines) == paths_of(tomllib.loads(text))
    rows = text.split("\n")
    for path, line in lines.items():
        last = path[-1]
        if isinstance(last, str) and last in ("x", "tables", "table-0", "table-1"):
            assert last in rows[line - 1]
        elif isinstance(last, str):
            assert quoted(last) in rows[line - 1]


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n"])
def test_texts_without_keys(text: str) -> None:
    assert line_numbers(text) == {}
