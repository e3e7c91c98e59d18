"""Words for errors: how a value is shown, and which allowed word was probably meant."""

from __future__ import annotations

import datetime
import difflib
import json
from collections.abc import Iterable, Mapping

SHOWN_CHARACTERS = 60


def visible(text: str) -> str:
    """Return the text with every character that does not print written as an escape.

    A rule file may hold terminal commands or half characters in a key; an error must not pass them on.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shortened(text: str, limit: int = SHOWN_CHARACTERS) -> str:
    """Return the text, cut to `limit` characters with `...` at the end where it is longer."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def shown(value: object) -> str:
    """Return a value as a rule file would write it, on one line and not too long."""
    return shortened(_written(value, depth=0))


def _written(value: object, depth: int) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # Only the beginning is shown, so only the beginning is worth the work.
        return visible(json.dumps(value[: 2 * SHOWN_CHARACTERS], ensure_ascii=False))
    if isinstance(value, int):
        # Python refuses to print very long integers.
        return str(value) if value.bit_length() < 200 else "a number of more than 60 digits"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping | list | tuple) and depth > 2:
        return "..."
    if isinstance(value, Mapping):
        pairs = list(value.items())[:10]
        inner = ", ".join(f"{visible(str(key))} = {_written(item, depth + 1)}" for key, item in pairs)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(item, depth + 1) for item in value[:10])}]"
    return visible(repr(value)[: 2 * SHOWN_CHARACTERS])


def sort_of(value: object) -> str:
    """Return what sort of value this is, in the words of a rule file's reader."""
    if isinstance(value, bool):
        return "true or false"
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
    return "of a kind that no switch takes"


def did_you_mean(given: str, choices: Iterable[str]) -> str:
    """Return ` (did you mean "x"?)` for the nearest choice, or nothing where none is near."""
    by_folded = {choice.casefold(): choice for choice in reversed(list(choices)) if choice}
    near = difflib.get_close_matches(given[:200].casefold(), by_folded, n=1, cutoff=0.6)
    return f' (did you mean "{by_folded[near[0]]}"?)' if near else ""
