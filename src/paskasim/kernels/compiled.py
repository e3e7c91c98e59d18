"""The one place that knows how kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeAlias, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")

Words: TypeAlias = NDArray[np.int64]


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` for other kernels to call.

    Inlined wherever it is called, which makes a game a sixth faster (`benchmarks/games.py`), and without the wrappers
    by which Python would call it.
    """
    compiled: Callable[P, R] = njit(
        error_model="numpy", forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(function)
    return compiled


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that Python calls, without the GIL; only these are kept on disk, whole."""
    compiled: Callable[P, R] = njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled
