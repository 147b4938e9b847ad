"""All that leans on private parts of Numba, llvmlite and wasmtime, and nothing else.

| of       | what                                                         | for                                    |
|----------|--------------------------------------------------------------|----------------------------------------|
| numba    | the options `forceinline` and `_nrt`                         | rules in one piece with their loop     |
| numba    | `Dispatcher._cache`, the classes of `core.caching`           | what is compiled, in a folder of ours  |
| numba    | `overloads`, `entry_point`                                   | calls without looking at all arguments |
| numba    | `JITCodeLibrary`, `codegen()._library_class`, `set_env`,     | `core.engines.building`                |
|          | `fndesc.llvm_func_name`, how it passes arrays                |                                        |
| wasmtime | `_ffi.wasmtime_func_call_unchecked`, `wasmtime_val_raw_t`,   | calls in two microseconds, not twenty  |
|          | `wasm_trap_t`, `Func._func`, `Store._context`                | and fifteen more an argument           |

`missing()` says what of it is gone; a test fails with its sentence.
"""

import ctypes
import platform
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parlour.core.engines.loops import Function

SLOW = ("znver1", "znver2")  # the first of AMD's processors that could spread bits took a hundred steps for it


# --- Numba ----------------------------------------------------------------------------------------------------


def dispatcher(function: Function, inlined: bool, cache: Path | None, for_python: bool = True) -> Any:
    """What Numba makes of a function; inlined ones are in one piece with their callers and may allocate nothing."""
    import numba

    inline = inlined and int(numba.config.OPT) > 0  # for WebAssembly, LLVM chooses better when it sees everything
    wrappers = {"no_cpython_wrapper": not for_python, "no_cfunc_wrapper": True}
    made = numba.njit(error_model="numpy", nogil=True, forceinline=inline, _nrt=not inlined, **wrappers)(function)
    if cache is not None:
        made._cache = _cache_in(cache)(function)
    return made


def entry_point(made: Any) -> Callable[..., Any]:
    """A compiled loop to be called from Python, without Numba's dispatcher, in a third of the time.

    The dispatcher would look at the types of all arguments, so see to it that arrays are as the signature says.
    """
    return next(iter(made.overloads.values())).entry_point


@cache
def _cache_in(folder: Path) -> Any:
    """Numba's cache, in a folder of its own.

    Numba's settings would do as well, but they are the same for all threads: what another thread compiles at this
    moment would be looked for, and kept, in this folder too.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator

    def begin(self: Any, function: Any, source: str) -> None:
        InTreeCacheLocator.__init__(self, function, source)
        self._cache_path = str(folder / Path(source).parent.name)  # not by its path: copies share what was compiled

    locator = type("Locator", (InTreeCacheLocator,), {"__init__": begin})
    files = type("Files", (CompileResultCacheImpl,), {"_locator_classes": [locator]})
    return type("Cache", (FunctionCache,), {"_impl_class": files})


@cache
def shortcuts() -> dict[Function, Any]:
    """Rules for which this processor has something better than what is written."""
    from parlour.core.pack.cards import nth

    return {nth: _nth_at_once()} if _spreads_bits() else {}


def _spreads_bits() -> bool:
    """Whether we compile for a processor that can, and fast."""
    import numba
    from llvmlite import binding

    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES:  # somebody wants code for another processor
        return False
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in SLOW


def _nth_at_once() -> Any:
    """`pack.cards.nth` in two instructions: spread a lone bit n over the places of the cards, and see where it lies."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def nth_at_once(typing: Any, cards: Any, n: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            spread = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
            lone = builder.shl(word(1), arguments[1])
            return builder.cttz(builder.call(spread, [lone, arguments[0]]), ir.IntType(1)(1))

        return types.int64(types.uint64, types.int64), code

    return nth_at_once


@cache
def write_text_only() -> None:
    """From now on, in this process, Numba writes LLVM's text and nothing more, in a third of the time.

    It would optimise every function by itself, once more with each that calls it, and make code for this processor.
    """
    from numba.core import registry
    from numba.core.codegen import JITCodeLibrary

    def finalize(self: Any) -> None:
        self._finalized = True

    nowhere = {"finalize": finalize, "_optimize_functions": _as_it_is, "get_pointer_to_function": lambda *_: 0}
    codegen = registry.cpu_target.target_context.codegen()
    codegen._library_class = type("Text", (JITCodeLibrary,), nowhere)
    codegen.set_env = lambda *_: None


def _as_it_is(library: Any, module: Any) -> None:
    module.data_layout = library._codegen._data_layout


def code_of(made: Any) -> tuple[str, list[Any]]:
    """The one compiled form of a dispatcher: its name, and the libraries that it needs, each once, its own last."""
    (result,) = made.overloads.values()
    found: dict[Any, None] = {}

    def note(library: Any) -> None:
        for needed in library._linking_libraries:
            if needed not in found:
                note(needed)
        found[library] = None

    note(result.library)
    return result.fndesc.llvm_func_name, [*found]


def text_of(library: Any) -> str:
    """What a library itself has, as LLVM's text."""
    return str(library._final_module)


# --- wasmtime -------------------------------------------------------------------------------------------------


def raw_values(count: int) -> Any:
    """Room for so many arguments of a call, and its answer in the place of the first: 16 bytes each."""
    from wasmtime import _ffi

    return (_ffi.wasmtime_val_raw_t * max(1, count))()


def raw_call(store: Any, function: Any, values: Any) -> Callable[[], bool]:
    """A function that calls an exported one with what `values` hold then; whether it ended as it should."""
    from wasmtime import _ffi

    call = _ffi.dll.wasmtime_func_call_unchecked
    call.restype = ctypes.c_void_p
    context, trap = store._context(), ctypes.POINTER(_ffi.wasm_trap_t)()
    fixed = (context, ctypes.byref(function._func), values, len(values), ctypes.byref(trap))

    def made() -> bool:
        return not call(*fixed) and not trap

    return made


def missing() -> list[str]:
    """What is no longer where this file looks for it, in sentences."""
    import wasmtime
    from wasmtime import _ffi

    names = ("wasmtime_func_call_unchecked", "wasmtime_val_raw_t", "wasm_trap_t")
    gone = [f"_ffi.{name}" for name in names if not hasattr(_ffi, name)]
    gone += [] if hasattr(wasmtime.Store, "_context") else ["Store._context"]
    found = [f"wasmtime {version('wasmtime')} has no {name}" for name in gone]
    return found + (_missing_in_numba() if find_spec("numba") else [])


def _missing_in_numba() -> list[str]:
    import numba
    from numba.core import caching, codegen, registry

    names = ("CompileResultCacheImpl", "FunctionCache", "InTreeCacheLocator")
    found = [f"core.caching.{name}" for name in names if not hasattr(caching, name)]
    names = ("finalize", "get_pointer_to_function", "_optimize_functions")
    found += [f"JITCodeLibrary.{name}" for name in names if not hasattr(codegen.JITCodeLibrary, name)]
    making = registry.cpu_target.target_context.codegen()
    found += [f"codegen().{name}" for name in ("_library_class", "set_env") if not hasattr(making, name)]
    made = dispatcher(lambda number: number, inlined=True, cache=None)
    made.compile("int64(int64)")
    result = next(iter(made.overloads.values()))
    parts = {"Dispatcher._cache": (made, "_cache"), "entry_point": (result, "entry_point")}
    parts |= {f"library.{name}": (result.library, name) for name in ("_final_module", "_linking_libraries")}
    parts |= {"fndesc.llvm_func_name": (result.fndesc, "llvm_func_name")}
    found += [name for name, (holder, attribute) in parts.items() if not hasattr(holder, attribute)]
    return [f"numba {numba.__version__} has no {name}" for name in found]
