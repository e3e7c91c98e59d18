"""Compiling users' answers: as those of this package, and with a look at what they return.

The door takes whole numbers. The compiler would turn any other number into one without a word, so that an action
computed with decimals ends as another number.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from numba import cfunc, types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import TypingError
from numba.core.typed_passes import NopythonTypeInference

from paskasim.kernels import cache as kept
from paskasim.kernels.layout import QUESTIONS
from paskasim.kernels.pointers import STRATEGY_SIGNATURE
from paskasim.strategies.door import DEFAULTS, QUESTION_CODES, Question, Strategy, compile_question

CFUNC: Any = cfunc  # its type knows not all of its options


@register_pass(mutates_CFG=False, analysis_only=True)  # type: ignore[no-untyped-call]
class _WholeAnswers(AnalysisPass):
    """Refuses answers of another type than whole numbers."""

    _name = "paskasim_whole_answers"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        """Look at every `return`."""
        for block in state.func_ir.blocks.values():
            end = block.terminator
            if isinstance(end, ir.Return):
                variable = end.value
                with suppress(KeyError):  # of a variable that is set in several places
                    answer = state.func_ir.get_definition(variable)
                    if isinstance(answer, ir.Expr) and answer.op == "cast":
                        variable = answer.value
                given = types.unliteral(state.typemap[variable.name])  # type: ignore[no-untyped-call]
                if not isinstance(given, types.Integer):
                    raise TypingError(f"No conversion from {given} to int64", end.loc)
        return False


class _Compiler(CompilerBase):
    """Numba's compiler with `_WholeAnswers`."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call]
        passes.add_pass_after(_WholeAnswers, NopythonTypeInference)
        passes.finalize()
        return [passes]


def compile_answer(function: Question, *, keep: bool = False) -> Any:
    """Compile a user's answer; the result has an `address`.

    Parameters
    ----------
    keep
        Look for it in the cache on disk, and keep it there.
    """
    return CFUNC(
        STRATEGY_SIGNATURE, cache=keep, pipeline_class=_Compiler, error_model="numpy", boundscheck=True
    )(function)  # fmt: skip


@cache
def _kept_answer(function: Question) -> Any:
    try:
        return kept.cured(lambda: compile_answer(function, keep=kept.usable()))
    except OSError:  # no room for the cache
        return compile_answer(function)


def addresses_of_answers(strategy: Strategy) -> list[int]:
    """Return the machine address of each answer of a user's strategy, by question code; compiled now if need be."""
    found = [0] * QUESTIONS
    for name, code in QUESTION_CODES.items():
        if name in strategy.questions:
            found[code] = _kept_answer(strategy.questions[name]).address
        elif name in DEFAULTS:
            found[code] = compile_question(DEFAULTS[name]).address
    return found
