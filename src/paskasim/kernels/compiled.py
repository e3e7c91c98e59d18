"""The one place that knows how kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar

from numba import njit

from paskasim.kernels.inlining import InliningCompiler

JIT: Any = njit  # its type knows not all of its options
P = ParamSpec("P")
R = TypeVar("R")


class Words(Protocol):
    """Words (int64) behind an address, as type checkers see them; `kernels.pointers` has what the compiler sees."""

    def __getitem__(self, index: int) -> int:
        """Return a word."""

    def __setitem__(self, index: int, value: int) -> None:
        """Replace a word."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` for other kernels to call.

    Inlined wherever it is called, which makes a game a sixth faster (`benchmarks/games.py`), and without the wrappers
    by which Python would call it.
    """
    compiled: Callable[P, R] = JIT(
        error_model="numpy",
        forceinline=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=InliningCompiler,
    )(function)
    return compiled


def routine(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` for kernels to call where that happens seldom: it stays a function of its own."""
    compiled: Callable[P, R] = JIT(
        error_model="numpy",
        forceinline=False,  # or it would be inherited from the caller
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=InliningCompiler,
    )(function)
    return compiled


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` to be called from Python, without the GIL; only these are kept on disk, whole."""
    compiled: Callable[P, R] = njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled
