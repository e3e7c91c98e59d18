"""All checks of a strategy, one after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from paskasim.conformance import every_check
from paskasim.conformance.check import FAILS, LEFT_OUT, Check, Found, Result, verdict_of
from paskasim.conformance.subject import FaultError, Subject
from paskasim.errors import PaskasimError

MOST_FOUND = 3
METADATA = "metadata"


def judge(
    subject: Subject,
    names: Iterable[str] | None = None,
    begun: Callable[[Check], None] = lambda check: None,
    told: Callable[[Result], None] = lambda result: None,
) -> list[Result]:
    """Make the checks in their order and return what came of them.

    Parameters
    ----------
    names
        Which checks; all if not given.
    begun, told
        Called before and after each check.
    """
    wanted = None if names is None else set(names)
    results: dict[str, Result] = {}
    for check in every_check().values():
        if wanted is not None and check.name not in wanted:
            continue
        if any(name in results and not results[name].holds for name in check.after):
            result = Result(check.name, check.promise, LEFT_OUT)
        else:
            begun(check)
            found = _found(check, subject)
            result = Result(check.name, check.promise, verdict_of(found), found)
        results[check.name] = result
        told(result)
    return list(results.values())


def unfit(mistakes: Iterable[str], names: Iterable[str] | None = None) -> list[Result]:
    """Return the results for a strategy that can't be played at all, for what it says of itself.

    Parameters
    ----------
    mistakes
        What is wrong, a sentence each.
    names
        Which checks; all if not given. The one of metadata is always among them.
    """
    wanted = {METADATA, *(every_check() if names is None else names)}
    found = tuple(map(Found, mistakes))
    return [
        Result(check.name, check.promise, *((FAILS, found) if check.name == METADATA else (LEFT_OUT, ())))
        for check in every_check().values()
        if check.name in wanted
    ]


def _found(check: Check, subject: Subject) -> tuple[Found, ...]:
    found: list[Found] = []
    try:
        found.extend(islice(check.look(subject), MOST_FOUND))
    except FaultError as fault:
        found.append(fault.found)
    except PaskasimError as error:
        found.append(Found(error.what))
    return tuple(found)
