"""Names that come from users: printable, on one line, not longer than a sentence bears."""

from __future__ import annotations


def printable(name: str) -> str:
    """Return a name as one line that can be printed: control characters are replaced."""
    return "".join(c if c.isprintable() else "\ufffd" for c in name)


def quoted(name: str, longest: int = 80) -> str:
    """Return a name, shortened where it would swamp a sentence."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"
