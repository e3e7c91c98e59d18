"""Exceptions in compiled answers: Numba prints them and answers 0; here they are kept to be told of.

Users' code may not raise (`refusals`), but what it calls of NumPy or of Python's containers may.
"""

from __future__ import annotations

import sys
import threading
from functools import cache
from typing import Any

from paskasim.rules.messages import shortened, visible

LONGEST = 160
_last = threading.local()


@cache
def listen() -> None:
    """Keep what compiled answers raise from now on; all else goes where it went before."""
    before = sys.unraisablehook

    def hear(event: Any) -> None:
        if isinstance(event.object, str) and event.object.startswith("<numba.core.cpu.CPUContext"):
            _last.told = shortened(visible(f"{event.exc_type.__name__}: {event.exc_value}"), LONGEST)
        else:
            before(event)

    sys.unraisablehook = hear


def taken() -> str:
    """Return what an answer raised last in this thread, once; empty if nothing."""
    told: str = getattr(_last, "told", "")
    _last.told = ""
    return told
