"""Records out of a file, one after the other, however long it is and whatever stands in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from paskasim.rules.messages import shown, visible

MOST_BYTES = 1 << 28  # of one line; the longest record of a game, a million turns, has about 150 MB
RECORD_KEYS = frozenset(("format", "rules", "players", "turns", "deck", "name"))


class Line(NamedTuple):
    """One record of a file.

    Attributes
    ----------
    number
        The line on which it begins, the first is 1.
    value
        What JSON says there.
    wrong
        Why the line can't be read; then `value` is nothing.
    """

    number: int
    value: Any = None
    wrong: str = ""


class _IncompleteError(ValueError):
    """The text ends too early, but for that it may be JSON."""


class _TwiceError(ValueError):
    """A key stands twice."""


def lines_of(lines: Iterable[bytes]) -> Iterator[Line]:
    """Yield the records of a file.

    Parameters
    ----------
    lines
        The lines of the file, with or without their ends. Empty lines are passed over. A record may also go over
        several lines, as people and programs that indent write it.

    Notes
    -----
    Only one record is held at a time. A broken line is one `Line` with `wrong`; the next record begins after it.
    """
    begun, parts = 0, list[bytes]()
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        if not line.strip():
            continue
        if parts and line.startswith(b"{") and _is_record(line):  # so what was begun before is cut off
            yield Line(begun, wrong="not valid JSON: it breaks off, and another record begins")
            parts = []
        if not parts:
            begun = number
        parts.append(line)
        if len(parts) > 1 and not line.rstrip().endswith((b"}", b"]")) and sum(map(len, parts)) < MOST_BYTES:
            continue  # a record does not end here
        try:
            yield Line(begun, _parsed(b"".join(parts)))
        except _IncompleteError as error:
            if sum(map(len, parts)) < MOST_BYTES:
                continue
            yield Line(begun, wrong=str(error))
        except ValueError as error:
            yield Line(begun, wrong=str(error))
        parts = []
    if parts:
        yield Line(begun, wrong="not valid JSON: it breaks off, and the file ends")


def _is_record(line: bytes) -> bool:
    try:
        value = _parsed(line)
    except ValueError:
        return False
    return isinstance(value, dict) and not RECORD_KEYS.isdisjoint(value)


def _parsed(raw: bytes) -> Any:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {raw[error.start]:#04x} is no UTF-8 text; is this a binary file?") from None
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()):
            raise _IncompleteError("not valid JSON: it breaks off") from None
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno} of it, column {error.colno}"
        raise ValueError(f"not valid JSON: {visible(error.msg)}, {place}") from None
    except RecursionError:
        raise ValueError("lists or objects are nested too deeply") from None
    except _TwiceError:
        raise
    except ValueError:  # Python's own limit on digits
        raise ValueError("a number is too long") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set[str]()
        for key, _ in pairs:
            if key in seen:
                raise _TwiceError(f"the key {shown(key)} stands twice in one object")
            seen.add(key)
    return found
