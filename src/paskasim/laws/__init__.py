"""Laws that must hold: exact values, what the shuffle must do, what a proof must mean, both engines alike.

Each file here that ends with a `LAW` is a law; a new file is a new law. `paskasim verify` runs them all.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from paskasim.laws.law import Check, Effort, Law

__all__ = ["Check", "Effort", "Law", "laws"]


@cache
def laws() -> Mapping[str, Law]:
    """Return every law by name, sorted."""
    found: dict[str, Law] = {}
    for module in pkgutil.iter_modules(__path__):
        law = getattr(importlib.import_module(f"{__name__}.{module.name}"), "LAW", None)
        if isinstance(law, Law):
            found[law.name] = law
    return MappingProxyType(dict(sorted(found.items())))
