"""Packed sets of cards: four bits a rank in one int64, at most fifteen of a rank.

Adding two sets is `+`. A spread set of ranks has the lowest bit of each field only, so that 'may any of these be
played' is one `&`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from paskasim.kernels.compiled import kernel
from paskasim.kernels.layout import RANK_BITS

LOW_NIBBLES = 0x0F0F0F0F0F0F0F0F


@kernel
def ranks_in(cards: int) -> int:
    """Spread set of the ranks that `cards` holds."""
    half = cards | (cards >> 1)
    return (half | (half >> 2)) & RANK_BITS


@kernel
def count_of(cards: int, rank: int) -> int:
    """Cards of `rank` in `cards`."""
    return (cards >> (rank << 2)) & 15


@kernel
def packed(rank: int, count: int) -> int:
    """`count` cards of `rank`."""
    return count << (rank << 2)


@kernel
def size(cards: int) -> int:
    """How many cards there are, at most 225."""
    pairs = (cards & LOW_NIBBLES) + ((cards >> 4) & LOW_NIBBLES)
    pairs += pairs >> 8
    pairs += pairs >> 16
    pairs += pairs >> 32
    return pairs & 255


@intrinsic
def _cttz(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(1))

    return types.int64(types.int64), codegen


_trailing_zeros: Callable[[int], int] = cast("Any", _cttz)


@kernel
def lowest_rank(ranks: int) -> int:
    """Code of the lowest rank in a spread set that is not empty."""
    return _trailing_zeros(ranks) >> 2


@kernel
def has_two(bits: int) -> bool:
    """Whether at least two bits are set."""
    return bits & (bits - 1) != 0


@kernel
def bits_in(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count
