"""How strategies are called: an address table against a tuple of first-class functions.

Run with `python benchmarks/dispatch.py`. Prints nanoseconds a call for the door's signature, with four tiny
strategies chosen by seat. Timings are noisy: compare the rows of one run.
"""

from __future__ import annotations

import time

import numpy as np
from llvmlite import ir
from numba import cfunc, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

A1 = types.Array(types.int64, 1, "C")
A2 = types.Array(types.int64, 2, "C")
SIG = types.int64(A1, A1, types.int64, types.int64, types.int64, A2, A1, A2)


def _bots():
    def a(rules, table, hand, seat, options, params, dice, memory):
        return options & -options

    def b(rules, table, hand, seat, options, params, dice, memory):
        return (options & -options) + params[seat, 0]

    def c(rules, table, hand, seat, options, params, dice, memory):
        return (hand & options) ^ table[seat]

    def d(rules, table, hand, seat, options, params, dice, memory):
        return rules[options & 7] + dice[0]

    return a, b, c, d


@intrinsic
def call_address(typingctx, address, *args):
    def codegen(context, builder, signature, values):
        fnty = ir.FunctionType(
            context.get_value_type(types.int64), [context.get_value_type(t) for t in signature.args[1]]
        )
        ptr = builder.inttoptr(values[0], fnty.as_pointer())
        unpacked = cgutils.unpack_tuple(builder, values[1])
        return builder.call(ptr, unpacked)

    return types.int64(types.int64, types.BaseTuple.from_types(args)), codegen


@njit
def loop_address(addresses, n, rules, table, params, dice, memory):
    total = 0
    for i in range(n):
        seat = (i * 7 + (i >> 3)) & 3
        total += call_address(addresses[seat], rules, table, i & 0xFFFF, seat, (i & 63) + 1, params, dice, memory)
    return total


@njit
def loop_tuple(bots, n, rules, table, params, dice, memory):
    total = 0
    for i in range(n):
        seat = (i * 7 + (i >> 3)) & 3
        total += bots[seat](rules, table, i & 0xFFFF, seat, (i & 63) + 1, params, dice, memory)
    return total


@njit
def loop_switch(n, rules, table, params, dice, memory):
    total = 0
    for i in range(n):
        seat = (i * 7 + (i >> 3)) & 3
        hand = i & 0xFFFF
        options = (i & 63) + 1
        if seat == 0:
            total += options & -options
        elif seat == 1:
            total += (options & -options) + params[seat, 0]
        elif seat == 2:
            total += (hand & options) ^ table[seat]
        else:
            total += rules[options & 7] + dice[0]
    return total


def main() -> None:
    rules, table, dice = (np.arange(64) for _ in range(3))
    params, memory = np.ones((10, 16), np.int64), np.ones((10, 64), np.int64)
    data = (rules, table, params, dice, memory)
    n = 50_000_000
    compiled = [cfunc(SIG)(f) for f in _bots()]
    addresses = np.array([f.address for f in compiled], np.int64)
    jitted = tuple(njit(SIG)(f) for f in _bots())
    fn = types.FunctionType(SIG)
    loop_typed = njit(types.int64(types.UniTuple(fn, 4), types.int64, A1, A1, A2, A1, A2))(loop_tuple.py_func)
    rows = {
        "inlined switch": lambda: loop_switch(n, *data),
        "address table": lambda: loop_address(addresses, n, *data),
        "first-class functions": lambda: loop_typed(jitted, n, *data),
    }
    for run in rows.values():
        run()
    for _ in range(3):
        for name, run in rows.items():
            start = time.perf_counter()
            run()
            print(f"{name:24s} {(time.perf_counter() - start) / n * 1e9:6.2f} ns a call")


if __name__ == "__main__":
    main()
