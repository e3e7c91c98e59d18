"""Reading a TOML file that a person wrote: its values, the lines they stand on, and clear errors."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from paskasim.errors import PaskasimError
from paskasim.rules import positions
from paskasim.rules.messages import visible

MOST_BYTES = 1_000_000  # a rule file holds a few hundred


@dataclass(frozen=True)
class Document:
    """The contents of a file.

    Attributes
    ----------
    label
        How errors call the file: the path as the user wrote it.
    data
        The values.
    lines
        The line of every path of keys and list indexes; see `paskasim.rules.positions`.
    """

    label: str
    data: Mapping[str, Any]
    lines: Mapping[positions.Path, int] = field(default_factory=dict)

    def line(self, path: positions.Path) -> int:
        """Return the line of a path, or of its nearest part whose line is known; 0 where none is."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 0)

    def place(self, path: positions.Path = ()) -> str:
        """Return `file:line` for a path; the file alone where no line is known."""
        line = self.line(path)
        return f"{self.label}:{line}" if line else self.label


def read_document(path: str | os.PathLike[str], label: str | None = None) -> Document:
    """Return the contents of a TOML file.

    Parameters
    ----------
    path
        The file.
    label
        How errors call it; the path itself if not given.

    Raises
    ------
    PaskasimError
        For a file that is missing, unreadable, a folder, too large, empty, not text in UTF-8, or not
        TOML (with line and column).
    """
    shown_path = visible(os.fspath(path)) if label is None else label
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a path with a NUL byte must end here, too
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise PaskasimError(f"{shown_path}: there is no such file.", "Check the path.") from None
    except IsADirectoryError:
        raise PaskasimError(f"{shown_path}: this is a folder.", "Give the path of a TOML file in it.") from None
    except PermissionError as error:
        # Windows refuses to open a folder in these words, too.
        if os.path.isdir(path):  # noqa: PTH112
            raise PaskasimError(f"{shown_path}: this is a folder.", "Give the path of a TOML file in it.") from None
        raise PaskasimError(f"{shown_path}: this file may not be read.", f"System: {error.strerror}.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PaskasimError(f"{shown_path}: this file cannot be read.", f"System: {reason}.") from None
    return parse_document(raw, shown_path)


def parse_document(raw: bytes, label: str) -> Document:
    """Return the contents of a TOML file whose bytes are given; errors as in `read_document`."""
    if len(raw) > MOST_BYTES:
        raise PaskasimError(
            f"{label}: the file is larger than {MOST_BYTES:,} bytes.",
            "A file of rules or of a study is a few hundred bytes; check that this is the right one.",
        )
    text = _text(raw, label)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PaskasimError(
            _syntax_error(str(error), text, label), "Mend the TOML: key = value, text in quotes."
        ) from None
    except RecursionError:
        raise PaskasimError(f"{label}: lists or tables are nested too deeply.", "Use fewer brackets.") from None
    except ValueError:
        # An integer of thousands of digits.
        raise PaskasimError(f"{label}: a number is too long.", "Use shorter numbers.") from None
    if not data:
        raise PaskasimError(f"{label}: the file is empty.", "Write at least one key into it.")
    return Document(label, data, positions.line_numbers(text))


def _text(raw: bytes, label: str) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PaskasimError(f"{label}: the file is stored as UTF-16.", "Save it as UTF-8.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PaskasimError(
            f"{label}:{line}: byte {raw[error.start]:#04x} is no UTF-8 text; is this a binary file?",
            "Give a text file in UTF-8.",
        ) from None
    return text.replace("\r\n", "\n")


# What people run into most, in words that tell what to change.
_CLEARER = {
    r"Cannot declare \((.*?),?\) twice": r"the table \1 is begun a second time; dotted keys above it begin it, too",
    r"Cannot mutate immutable namespace \((.*?),?\)": r"the table \1 stands complete in braces elsewhere",
    r"Cannot overwrite a value": "this key is set a second time",
}


def _syntax_error(message: str, text: str, label: str) -> str:
    match = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.DOTALL)
    said = match[1] if match else message
    for pattern, clearer in _CLEARER.items():
        said = re.sub(pattern, clearer, said)
    said = visible(said).rstrip(".")
    if match and match[2]:
        return f"{label}:{match[2]}: column {match[3]}: not valid TOML: {said}."
    return f"{label}:{text.rstrip().count(chr(10)) + 1}: not valid TOML: {said}, and the file ends."
