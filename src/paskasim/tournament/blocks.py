"""Blocks of game numbers, small at first and then ever larger.

A slow table plays few game numbers and a fast one many, and where both are compared their blocks have to be the same.
So a block holds one number below 128, and then each doubling of the numbers has 64 blocks: a table of any length has
enough of them, and none too many. Numbers of games are rounded to whole blocks, so that no block is cut.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SINGLE = 128
EACH_DOUBLING = 64


def block_of(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the block of each game number."""
    size = sizes_at(numbers)
    doublings = np.round(np.log2(size)).astype(np.int64)
    start = SINGLE + doublings * EACH_DOUBLING
    return np.where(numbers < SINGLE, numbers, start + numbers // size - 2 * EACH_DOUBLING)


def sizes_at(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many game numbers the block of each number holds."""
    size = np.ones(numbers.shape, np.int64)
    reach = 2 * SINGLE
    while bool((numbers >= reach // 2).any()):
        size = np.where(numbers >= reach // 2, reach // 2 // EACH_DOUBLING, size)
        reach *= 2
    return size


def whole_blocks(numbers: int) -> int:
    """Return the largest number of games up to this one that cuts no block."""
    return numbers - numbers % int(sizes_at(np.array([numbers], np.int64))[0])


def block_sizes(numbers: int) -> NDArray[np.int64]:
    """Return how many of the game numbers below `numbers` lie in each block; the last may be cut."""
    return np.bincount(block_of(np.arange(numbers, dtype=np.int64))).astype(np.int64)
