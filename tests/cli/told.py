"""What a command told, and the form that errors have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Told:
    """Exit code, and what went to standard output and standard error."""

    code: int
    out: str
    err: str


Paskasim = Callable[..., Told]


def refused(told: Told, code: int = 2) -> str:
    """Check the form of an error, and return its text: two lines or more, on standard error alone."""
    assert told.code == code
    assert told.out == ""
    lines = told.err.splitlines()
    assert len(lines) >= 2
    assert lines[0].startswith("paskasim: ")
    assert lines[-1].endswith(".")
    assert "Traceback" not in told.err
    return told.err
