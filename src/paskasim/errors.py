"""Errors that are sentences: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial


class PaskasimError(Exception):
    """A user's mistake or a damaged file, told in two parts.

    Parameters
    ----------
    what
        What is wrong: the thing, the place, what was given, what is allowed.
    do
        What to do about it.
    exit_code
        2 wrong usage or a bad file, 3 a check or goal that did not hold, 4 damaged or foreign data.
    """

    def __init__(self, what: str, do: str, *, exit_code: int = 2) -> None:
        super().__init__(what)
        self.what = what
        self.do = do
        self.exit_code = exit_code

    def __reduce__(self) -> tuple[Callable[..., PaskasimError], tuple[str, str]]:
        # So that it travels between processes.
        return partial(type(self), exit_code=self.exit_code), (self.what, self.do)

    def __str__(self) -> str:
        return f"{self.what}\n{self.do}"


def as_one(errors: Sequence[PaskasimError]) -> PaskasimError:
    """Return one error that says what is wrong in each, a line each, and what to do about the first."""
    what = "\n".join(error.what for error in errors)
    return PaskasimError(what, errors[0].do, exit_code=max(error.exit_code for error in errors))
