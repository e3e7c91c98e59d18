"""Words behind an address: state that is handed on at the price of one register.

An array argument costs seven registers, and every access a test for negative indices; with six of them a call took
twenty nanoseconds (`benchmarks/dispatch.py`). So inside the engine, and at the door of the strategies, words (int64)
lie behind a pointer that is indexed like an array:

- `Own`, inside the engine: to read and write, unchecked;
- `View`, the table as a strategy sees it: to read. It has no assignment: who writes to the table does not compile;
- `Mine`, what a strategy owns: to read and write, but for its parameters.

An index beyond a `View` or a `Mine` reads word 0 and writes nothing, and a word is set that makes the answer count as
illegal (FOUL, FOUL_MINE): behind the table lie the hidden cards. Constant indices cost nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model
from numpy.typing import NDArray

from paskasim.kernels.compiled import Words
from paskasim.kernels.layout import FOUL, FOUL_MINE, MEMORY, MINE_WORDS, TABLE_WORDS, WRAP

WORD_TYPE = ir.IntType(64)
POINTER_TYPE = WORD_TYPE.as_pointer()


class View(types.Type):
    """Read-only words."""

    def __init__(self, name: str = "View") -> None:
        super().__init__(name=name)


class Mine(View):
    """Words to read, and but for the parameters to write."""

    def __init__(self) -> None:
        super().__init__(name="Mine")


class Own(View):
    """Words to read and write."""

    def __init__(self) -> None:
        super().__init__(name="Own")


view = View()
mine = Mine()
own = Own()
STRATEGY_SIGNATURE = types.int64(view, mine, types.int64, types.int64, types.int64)


@register_model(View)
@register_model(Mine)
@register_model(Own)
class _WordsModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, POINTER_TYPE)


@infer_global(operator.getitem)
class _Get(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        words, index = args
        if isinstance(words, View) and isinstance(index, types.Integer):
            return signature(types.int64, words, types.int64)
        return None


@infer_global(operator.setitem)
class _Set(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        words, index, value = args
        if (
            isinstance(words, Own | Mine)
            and isinstance(index, types.Integer)
            and isinstance(value, types.Integer | types.Boolean)
        ):
            return signature(types.none, words, types.int64, types.int64)
        return None


@lower_builtin(operator.getitem, View, types.int64)
def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    words, index = args
    if isinstance(sig.args[0], Own):
        return builder.load(builder.gep(words, [index]))
    size, foul = (MINE_WORDS, FOUL_MINE) if isinstance(sig.args[0], Mine) else (TABLE_WORDS, FOUL)
    fits = builder.icmp_unsigned("<", index, WORD_TYPE(size))
    _unless(builder, fits, words, foul)
    return builder.load(builder.gep(words, [builder.select(fits, index, WORD_TYPE(0))]))


@lower_builtin(operator.setitem, Own, types.int64, types.int64)
@lower_builtin(operator.setitem, Mine, types.int64, types.int64)
def _store(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    words, index, value = args
    if isinstance(sig.args[0], Own):
        builder.store(value, builder.gep(words, [index]))
        return context.get_dummy_value()
    behind = builder.sub(index, WORD_TYPE(MEMORY))
    free = builder.or_(
        builder.icmp_unsigned("<", behind, WORD_TYPE(MINE_WORDS - MEMORY)),
        builder.icmp_unsigned("<", index, WORD_TYPE(WRAP)),
    )
    _unless(builder, free, words, FOUL_MINE)
    with builder.if_then(free):
        builder.store(value, builder.gep(words, [index]))
    return context.get_dummy_value()


def _unless(builder: Any, fits: Any, words: Any, foul: int) -> None:
    with builder.if_then(builder.not_(fits), likely=False):
        builder.store(WORD_TYPE(1), builder.gep(words, [WORD_TYPE(foul)]))


@intrinsic
def _words_of(typingctx: Any, array: Any) -> Any:
    """Own words at the data of a contiguous int64 array, which the caller keeps alive."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    if isinstance(array, types.Array) and array.dtype == types.int64 and array.layout == "C":
        return own(array), codegen
    return None


@intrinsic
def _from_word(typingctx: Any, words: Any, offset: Any) -> Any:
    """Own words that begin at `words[offset]`."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    if isinstance(words, Own | Mine):
        return own(words, types.int64), codegen
    return None


@intrinsic
def _ask(typingctx: Any, address: Any, table: Any, mine: Any, hand: Any, seat: Any, options: Any) -> Any:
    """Call the strategy function at `address`: (table, mine, hand, seat, options) -> int64."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        parameters = [POINTER_TYPE, POINTER_TYPE, WORD_TYPE, WORD_TYPE, WORD_TYPE]
        function = builder.inttoptr(args[0], ir.FunctionType(WORD_TYPE, parameters).as_pointer())
        return builder.call(function, args[1:])

    word = types.int64
    if isinstance(table, View) and isinstance(mine, Own | Mine):
        return word(word, table, mine, word, word, word), codegen
    return None


words_of: Callable[[NDArray[np.int64]], Words] = cast("Any", _words_of)
from_word: Callable[[Words, int], Words] = cast("Any", _from_word)
ask: Callable[[int, Words, Words, int, int, int], int] = cast("Any", _ask)
