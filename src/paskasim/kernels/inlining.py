"""Numba's compiler for functions that are only ever inlined.

Reaches into Numba's internals, which is why pyproject.toml allows one minor version of it; `docs/decisions/0001` says
what that buys.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerForInlining(NativeLowering):
    """Lowering of a function that only other kernels call: neither optimised nor made into machine code on its own.

    The entry that it is inlined into gets both, once; without this each level of calls costs them anew, which makes
    two thirds of the time to compile.
    """

    _name = "paskasim_lower_for_inlining"

    def run_pass(self, state: Any) -> bool:
        """Lower `state` to a library that can only be linked."""
        library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        library.enable_object_caching()
        library._optimize_final_module = lambda: None
        library._finalize_final_module = lambda: _finish(library)
        state.library = library
        state.flags.no_compile = True
        NativeLowering.run_pass(self, state)
        lowered = state["cr"]
        if not state.flags.forceinline:
            # Else the compiler would inline it where it is called once, and with it all that it calls.
            library._final_module.get_function(lowered.fndesc.mangled_name).add_function_attribute("noinline")
        # What the caller looks the function up by; calling it from Python is not possible.
        key = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), lowered.fndesc.qualname, "inlined kernel", 0, lowered.env, (library,)
        )
        state.targetctx.insert_user_function(key, lowered.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = lowered._replace(cfunc=key)
        return True


def _finish(library: Any) -> None:
    library._finalize_dynamic_globals()
    library._finalized = True


# Passes that find nothing to do in kernels, which have no closures, array expressions, exceptions or literal loops.
LEFT_OUT = {
    "with_lifting",
    "inline_closure_likes",
    "generic_rewrites",
    "Rewrite dynamic raises",
    "make_function_op_code_to_jit_function",
    "inline_inlinables",
    "find_literally",
    "literal_unroll",
    "LiteralPropagation",
    "inline_overloads",
    "nopython_rewrites",
    "annotate_types",
    "dump_parfor_diagnostics",
}


class InliningCompiler(CompilerBase):
    """Numba's compiler without the passes in `LEFT_OUT`, and with `_LowerForInlining` in place of its lowering."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        needed = [(each, about) for each, about in passes.passes if each._name not in LEFT_OUT]
        lowering = [each for each, _ in needed].index(NativeLowering)
        needed[lowering] = (_LowerForInlining, "lower for inlining")
        passes.passes = needed
        passes.finalize()
        return [passes]
