"""How rules become machine code: the `rule` decorator, state layouts, binding, and the compile cache.

Numba's cache on disk does not notice a change in a function that a cached function calls, so the cache lives in
a folder named by a digest of the rules: change one and all of that game is compiled afresh. Where the sources lie does
not matter: two copies of the same rules share what was compiled.
"""

import hashlib
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from operator import itemgetter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator

from parlour.core import contract

F = TypeVar("F", bound=Callable[..., Any])

CORE = Path(__file__).parent
KEPT_CACHES = 3


def layout(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A state layout: an aligned record whose fields are attributes, compiled or not.

    Gaps become fields of their own, so that every byte of a state is defined and copies are equal byte for byte.
    """
    aligned = np.dtype(list(fields), align=True)
    ends = [*(aligned.fields[name][1] for name in aligned.names), aligned.itemsize]  # type: ignore[index,union-attr]
    whole: list[tuple[Any, ...]] = []
    for field, following in zip(fields, ends[1:], strict=True):
        whole.append(field)
        end = aligned.fields[field[0]][1] + aligned[field[0]].itemsize  # type: ignore[index]
        if end < following:
            whole.append((f"gap_{len(whole)}", np.uint8, following - end))
    return np.dtype((_record([field[0] for field in whole]), np.dtype(whole, align=True)))


def _record(names: Sequence[str]) -> type[np.void]:
    """A kind of record with these attributes. Numpy's own `record` does the same and takes ten times as long."""
    return type("State", (np.void,), {"__slots__": ()} | {name: _field(name) for name in names})


def _field(name: str) -> property:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), put)


def rule(function: F) -> F:
    """Compile a function of the rules. With `NUMBA_DISABLE_JIT=1` it stays plain Python."""
    return _compile(function, None, _folder(function))


def bind(kernel: F, rules: ModuleType, signature: Any, **extra: Any) -> F:
    """A copy of `kernel` in which the names of the contract mean the functions of `rules`.

    The copy is compiled for `signature` as one piece, so the rules are inlined into the loop, and cached under
    the name of the game.
    """
    functions = {name: getattr(rules, name) for name in contract.NAMES} | extra
    plain = getattr(kernel, "py_func", kernel)
    copy = FunctionType(plain.__code__, plain.__globals__ | functions, plain.__name__, plain.__defaults__)
    copy.__module__ = plain.__module__
    copy.__qualname__ = f"{plain.__name__}.{rules.__name__}"
    return _compile(copy, signature, Path(rules.__file__ or "").parent)  # type: ignore[return-value]


def entry_point(bound: Any) -> Any:
    """A bound kernel to be called from Python, without Numba's dispatcher, in a third of the time.

    The dispatcher would look at the types of all arguments, so see to it that arrays are as the signature says.
    """
    return next(iter(bound.overloads.values())).entry_point if compiled() else bound


def compiled() -> bool:
    """Whether rules are compiled at all in this process."""
    return not numba.config.DISABLE_JIT


def _compile(function: F, signature: Any, home: Path) -> F:
    if numba.config.DISABLE_JIT:
        return function
    is_rule = signature is None
    dispatcher = numba.njit(
        error_model="numpy",
        nogil=True,
        forceinline=is_rule,  # a loop and its rules become one piece of code
        _nrt=not is_rule,  # rules allocate nothing: numba refuses those that would
    )(function)
    if folder := cache_folder(home, _folder(function)):
        dispatcher._cache = _cache_in(folder)(function)
    if not is_rule:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def _folder(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename).parent


class Locator(InTreeCacheLocator):  # type: ignore[misc]
    """Files in the cache are told apart by the folder's name that their source is in, not by its path."""

    folder: Path

    def __init__(self, function: FunctionType, source: str) -> None:
        super().__init__(function, source)
        self._cache_path = str(self.folder / Path(source).parent.name)


@cache
def _cache_in(folder: Path) -> type[FunctionCache]:
    """Numba's cache, in a folder of its own.

    Numba's settings would do as well, but they are the same for all threads: what another thread compiles at this
    moment would be looked for, and kept, in this folder too.
    """
    locator = type("Locator", (Locator,), {"folder": folder})
    files = type("Files", (CompileResultCacheImpl,), {"_locator_classes": [locator]})
    return type("Cache", (FunctionCache,), {"_impl_class": files})


@cache
def cache_folder(home: Path, loops: Path = CORE) -> Path | None:
    """Where rules from the folder `home`, compiled into loops from the folder `loops`, are kept.

    None where nothing can be written.
    """
    base = Path(numba.config.CACHE_DIR or platformdirs.user_cache_dir("parlour"))
    name = home.name if loops in (home, CORE) else f"{home.name}.{loops.name}"
    folder = base / f"{name}-{_digest(CORE, home, loops)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        (folder / "writable").touch()
    except OSError:
        return None
    with suppress(OSError):  # another process may be tidying up at the same moment
        _forget_old_caches(base, name)
    return folder


def _digest(*homes: Path) -> str:
    """Twelve letters that change with every change to the rules in these folders."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in dict.fromkeys(homes):
        for source in sorted(folder.glob("*.py")):
            text = source.read_bytes()
            digest.update(text if b"@rule" in text else b"")
    return digest.hexdigest()[:12]


def _forget_old_caches(base: Path, name: str) -> None:
    folders = sorted(base.glob(f"{name}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)


@rule
def whole(number: Any) -> int:
    """Any whole number as a signed one of 64 bits, as `int` is to Python; unsigned and signed must never mix."""
    return np.int64(number)  # type: ignore[return-value]


@rule
def place(number: Any) -> np.uint64:
    """A place in an array, where the compiler need not wonder if it is counted from the end."""
    return np.uint64(number)
