"""The engine `numba`: the rules compiled for this processor, in one piece with the loops that use them.

Numba's cache on disk does not notice a change in a function that a cached function calls, so the cache lives in
a folder named by a digest of the rules: change one and all of that game is compiled afresh. Where the sources lie does
not matter: two copies of the same rules share what was compiled.
"""

import hashlib
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba import types

from parlour.core.engines import Engine, Workspace, private
from parlour.core.engines.loops import Array, Function, Loop, copy_with, globals_of, is_rule

KEPT_CACHES = 3
CORE = Path(__file__).parent.parent


class Numba(Engine):
    """Runs loops as machine code."""

    name = "numba"

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Engine.loop`. Whoever drops the function drops its machine code."""
        return compiled(loop)

    def workspace(self) -> Workspace:
        """See `Engine.workspace`."""
        return NumbaWorkspace()


class NumbaWorkspace(Workspace):
    """Loops as machine code, on any arrays."""

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Workspace.loop`."""
        return compiled(loop)


_compiled: dict[tuple[str, str, Function], Any] = {}


def compiled(loop: Loop) -> Callable[..., Any]:
    """A loop as machine code, compiled when it is first asked for, or found in the cache on disk."""
    key = (loop.game.package, loop.name, loop.function)
    if key not in _compiled:
        dispatcher = compile_loop(loop, cache_folder(home_of(loop), folder_of(loop.function)))
        _compiled[key] = dispatcher, private.entry_point(dispatcher)
    return _compiled[key][1]


def compile_loop(loop: Loop, cache: Path | None) -> Any:
    """Numba's dispatcher of a loop."""
    function = with_compiled_rules(loop.bound)
    function.__qualname__ = f"{loop.name}.{loop.game.package}"
    dispatcher = private.dispatcher(function, inlined=False, cache=cache)
    dispatcher.compile(signature(loop))
    dispatcher.disable_compile()
    return dispatcher


def signature(loop: Loop) -> Any:
    """What a loop takes and answers, to Numba."""
    answer = types.void if loop.answer is None else numba.from_dtype(loop.answer)
    return answer(*(array_type(form) if isinstance(form, Array) else numba.from_dtype(form) for form in loop.forms))


def array_type(form: Array) -> Any:
    """An array, to Numba."""
    return types.Array(numba.from_dtype(form.kind), form.axes, "C")


@cache
def compiled_rule(function: Function) -> Any:
    """A rule as a function that compiled code can call."""
    if function in private.shortcuts():
        return private.shortcuts()[function]
    inlined = function.compiled_as == "inlined"  # type: ignore[attr-defined]
    return private.dispatcher(with_compiled_rules(function), inlined, cache=None, for_python=False)


def with_compiled_rules(function: Function) -> Function:
    """A copy of a function that calls compiled rules."""
    meant = {name: compiled_rule(value) if is_rule(value) else value for name, value in globals_of(function).items()}
    return copy_with(function, meant)


def for_python(function: Function) -> Any:
    """A rule that compiles itself for whatever it is called with, for work that no loop of a game does."""
    home = folder_of(function)
    return private.dispatcher(with_compiled_rules(function), inlined=False, cache=cache_folder(home, home))


# --- The cache ------------------------------------------------------------------------------------------------


def home_of(loop: Loop) -> Path:
    """The folder of the game's rules."""
    return Path(loop.game.rules.__file__ or "").parent


def folder_of(function: Function) -> Path:
    """Where a function is written."""
    return Path(function.__code__.co_filename).parent


@cache
def cache_folder(home: Path, loops: Path = CORE) -> Path | None:
    """Where rules from the folder `home`, compiled into loops from the folder `loops`, are kept.

    None where nothing can be written.
    """
    base = Path(numba.config.CACHE_DIR or platformdirs.user_cache_dir("parlour"))
    name = home.name if loops in (home, CORE) else f"{home.name}.{loops.name}"
    folder = base / f"{name}-{digest(CORE, home, loops)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        (folder / "writable").touch()
    except OSError:
        return None
    with suppress(OSError):  # another process may be tidying up at the same moment
        _forget_old_caches(base, name)
    return folder


def digest(*homes: Path) -> str:
    """Twelve letters that change with every change to the rules in these folders."""
    found = hashlib.sha256(numba.__version__.encode())
    for folder in dict.fromkeys(homes):
        for source in sorted(folder.rglob("*.py")):
            text = source.read_bytes()
            found.update(text if b"@rule" in text else b"")
    return found.hexdigest()[:12]


def _forget_old_caches(base: Path, name: str) -> None:
    folders = sorted(base.glob(f"{name}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)
