"""Monte Carlo rules analysis for the card game Paskahousu and its family.

`RuleSet.load` reads rules, `simulate` plays them, `trace` writes single games down, `tell` tells them in words,
`read_results` reads what `paskasim sweep` wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paskasim._version import __version__

if TYPE_CHECKING:
    from paskasim.errors import PaskasimError
    from paskasim.records import trace
    from paskasim.rules import RuleSet
    from paskasim.simulation import read_results, simulate
    from paskasim.telling import tell

__all__ = ["PaskasimError", "RuleSet", "__version__", "read_results", "simulate", "tell", "trace"]

_HOMES = {
    "PaskasimError": "paskasim.errors",
    "RuleSet": "paskasim.rules",
    "read_results": "paskasim.simulation",
    "simulate": "paskasim.simulation",
    "tell": "paskasim.telling",
    "trace": "paskasim.records",
}


def __getattr__(name: str) -> Any:
    # Numba and pandas take a second to import, which `paskasim --help` has not got.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
