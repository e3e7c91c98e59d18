"""Words for errors: how a value is written, and which allowed word was probably meant."""

from __future__ import annotations

import datetime
import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

SHOWN_CHARACTERS = 60
SHOWN_ITEMS = 10
SHOWN_DEPTH = 3
SHOWN_BITS = 200


def visible(text: str) -> str:
    """Return the text with every character that does not print written as an escape.

    A rule file may hold terminal commands or half characters in a key; an error must not pass them on.
    """
    return "".join(c if c.isprintable() else _escape(ord(c)) for c in text)


def _escape(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shortened(text: str, limit: int = SHOWN_CHARACTERS) -> str:
    """Return the text, cut to `limit` characters with `...` at the end where it is longer."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def shown(value: object) -> str:
    """Return a value as a rule file would write it, on one line and not too long."""
    return shortened(written(_pruned(value, 0)))


def written(value: Any) -> str:
    """Return a value as TOML on one line; other things than TOML knows in Python's words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return visible(json.dumps(value, ensure_ascii=False))
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(str(key))} = {written(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(written(item) for item in value)}]"
    return visible(repr(value))


def _key(key: str) -> str:
    # Ranks stand in quotes everywhere, also where TOML could do without.
    return key if key.isidentifier() and key.isascii() and key.islower() else written(key)


def _pruned(value: object, depth: int) -> object:
    """Return what is worth writing of a value that is shortened afterwards."""
    if isinstance(value, str):
        return value[: 2 * SHOWN_CHARACTERS]
    if isinstance(value, int) and value.bit_length() > SHOWN_BITS:
        return "a very long number"  # Python refuses to print some of them
    if isinstance(value, Mapping | list | tuple) and depth == SHOWN_DEPTH:
        return "..."
    if isinstance(value, Mapping):
        pairs = list(value.items())[:SHOWN_ITEMS]
        return {_pruned(str(key), depth): _pruned(item, depth + 1) for key, item in pairs}
    if isinstance(value, list | tuple):
        return [_pruned(item, depth + 1) for item in value[:SHOWN_ITEMS]]
    return value


def sort_of(value: object) -> str:
    """Return what sort of value this is, in the words of a rule file's reader."""
    if isinstance(value, bool):
        return "a yes or no"
    if isinstance(value, str):
        return "text"
    if isinstance(value, int):
        return "a whole number"
    if isinstance(value, float):
        return "a number with a decimal point"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, datetime.date | datetime.time):
        return "a date or time"
    return "nothing that a switch takes"


def near(given: str, choices: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """Return the choices that are most like what was given, the most similar first."""
    by_folded = {choice.casefold(): choice for choice in reversed(list(choices)) if choice}
    found = difflib.get_close_matches(given[:200].casefold(), by_folded, n=most, cutoff=cutoff)
    return [by_folded[each] for each in found]


def did_you_mean(choices: Iterable[str]) -> str:
    """Return ` (did you mean "x" or "y"?)` for the choices, or nothing where there are none."""
    listed = " or ".join(f'"{choice}"' for choice in choices)
    return f" (did you mean {listed}?)" if listed else ""
