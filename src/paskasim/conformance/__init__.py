"""What every strategy has to keep, built in or a user's: one check a file in `checks`; a new file is a new check.

`paskasim strategies check` runs them in a process of its own, so that a strategy may hang or crash.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from paskasim.conformance import checks
from paskasim.conformance.check import Check, Found, Result, Where

__all__ = ["Check", "Found", "Result", "Where", "every_check"]


@cache
def every_check() -> Mapping[str, Check]:
    """Return the checks by name, in the order in which they are made."""
    found = []
    for module in pkgutil.iter_modules(checks.__path__):
        check = getattr(importlib.import_module(f"{checks.__name__}.{module.name}"), "CHECK", None)
        if isinstance(check, Check):
            found.append(check)
    return MappingProxyType({check.name: check for check in sorted(found, key=lambda check: check.order)})
