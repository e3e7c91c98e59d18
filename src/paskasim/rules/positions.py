"""Lines of a TOML file: where each key and each item of a list stands.

`tomllib` tells values without their places. The scanner here walks over a text that `tomllib` has
accepted, so it need not find mistakes, only keep count.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

Path = tuple[str | int, ...]

_BLANK = re.compile(r"[ \t]*")
_BLANK_OR_COMMENT = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_KEY_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_STRING = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}(?!")'''
    r"""|\'\'\'.*?\'{3,5}(?!\')"""
    r'''|"(?:\\.|[^"\\\n])*"'''
    r"""|'[^'\n]*'""",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]*")


def line_numbers(text: str) -> Mapping[Path, int]:
    """Return the line, from 1, of everything in a TOML text that `tomllib` has accepted.

    Parameters
    ----------
    text
        The text, lines ended by a single line feed.

    Returns
    -------
    Mapping
        From path to line. A path holds the keys and list indexes from the root, such as
        `("exceptions", 0, "play")`. A key stands where it is written, a table at its header, an item of
        a list where it begins.
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._line, self._counted = 1, 0
        self._lengths: dict[Path, int] = {}  # of arrays of tables

    def document(self) -> None:
        table: Path = ()
        self._skip(_BLANK_OR_COMMENT)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK_OR_COMMENT)

    def _header(self) -> Path:
        line = self._here()
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        self._skip(_BLANK)
        keys = self._key()
        self._skip(_BLANK)
        self.at += 2 if array else 1
        table: Path = ()
        for key in keys[:-1]:
            table = self._innermost((*table, key))
            self.lines.setdefault(table, line)
        table = (*table, keys[-1])
        if not array:
            table = self._innermost(table)
            self.lines[table] = line
            return table
        index = self._lengths.get(table, 0)
        self._lengths[table] = index + 1
        self.lines.setdefault(table, line)
        self.lines[(*table, index)] = line
        return (*table, index)

    def _innermost(self, table: Path) -> Path:
        """Return the path of the last table of an array of tables, else the path itself."""
        length = self._lengths.get(table)
        return table if length is None else (*table, length - 1)

    def _pair(self, table: Path) -> None:
        line = self._here()
        path = table
        for key in self._key():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._skip(_BLANK)
        self.at += 1  # the sign =
        self._skip(_BLANK)
        self._value(path)

    def _key(self) -> tuple[str, ...]:
        keys = [self._key_part()]
        while (dot := _DOT.match(self.text, self.at)) is not None:
            self.at = dot.end()
            keys.append(self._key_part())
        return tuple(keys)

    def _key_part(self) -> str:
        part = self._take(_KEY_PART)
        # tomllib knows the escapes of quoted keys.
        return next(iter(tomllib.loads(f"{part} = 0"))) if part[0] in "\"'" else part

    def _value(self, path: Path) -> None:
        first = self.text[self.at]
        if first == "[":
            self._array(path)
        elif first == "{":
            self._inline_table(path)
        else:
            self._take(_STRING if first in "\"'" else _PLAIN)

    def _array(self, path: Path) -> None:
        self.at += 1
        index = 0
        self._skip(_BLANK_OR_COMMENT)
        while self.text[self.at] != "]":
            self.lines[(*path, index)] = self._here()
            self._value((*path, index))
            index += 1
            self._skip(_BLANK_OR_COMMENT)
            if self.text[self.at] == ",":
                self.at += 1
                self._skip(_BLANK_OR_COMMENT)
        self.at += 1

    def _inline_table(self, path: Path) -> None:
        self.at += 1
        self._skip(_BLANK_OR_COMMENT)
        while self.text[self.at] != "}":
            self._pair(path)
            self._skip(_BLANK_OR_COMMENT)
            if self.text[self.at] == ",":
                self.at += 1
                self._skip(_BLANK_OR_COMMENT)
        self.at += 1

    def _here(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:  # tomllib would have refused the text
            raise ValueError(f"no {pattern.pattern} at character {self.at}")
        self.at = match.end()
        return match[0]
