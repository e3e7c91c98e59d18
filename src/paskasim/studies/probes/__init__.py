"""Probes: extra measurements that a sweep plays for the questions that want them, one a file.

A file `xyz.py` here holds `PROBE`, a `paskasim.studies.probing.Probe`. Its sums are written to `xyz.parquet`, its
settings stand in the table `[xyz]` of a study file, and a question wants it by `PROBES = ("xyz",)`. What a probe plays
with is imported when it plays: reports read these declarations, too, and are to stay quick.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any


def names() -> tuple[str, ...]:
    """Return the names of all probes, sorted; imports none of them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def declared(name: str) -> Any:
    """Return the `Probe` of this name."""
    return importlib.import_module(f"{__name__}.{name}").PROBE


def columns_of(name: str) -> tuple[str, ...]:
    """Return the names of the sums that a probe keeps of each block."""
    return tuple(column.name for column in declared(name).columns)
