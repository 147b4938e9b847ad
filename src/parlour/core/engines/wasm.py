"""The engine `wasm`: `<game>.wasm`, made from the rules when Parlour is made (`parlour compile`), run by wasmtime.

A file imports nothing and sees no memory but its own, so whatever it is given, the worst it can do is stop with a trap,
which is an `EngineFailure` here. Arrays are copied into that memory for a call, and out again if the loop changes them;
those of a workspace lie there from the beginning. An instance is for one thread at a time: each thread has one a game
for whatever is called with arrays of its own, and each workspace has one to itself.
"""

import atexit
import ctypes
import hashlib
import re
import struct
import threading
import warnings
from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

import numpy as np
import numpy.typing as npt
import wasmtime

from parlour.core.engines import Engine, Workspace, private
from parlour.core.engines.loops import INT, Array, Loop
from parlour.errors import EngineFailure, MissingExtra

if TYPE_CHECKING:
    from parlour.core.game import Game

PAGE: Final = 1 << 16
MOST_PAGES: Final = 1 << 16
LINE: Final = 64  # bytes; arrays begin at whole lines
DIGEST: Final = 64  # letters at the end of a file: what it was made from
HOUSE: Final = Path(__file__).parents[2]
RULES: Final = re.compile(  # rules, forms for them, layouts, and loops
    rb"^@(rule|called)\b|^    raise NotImplementedError|\b(layout|Loop|Figures)\(", re.MULTILINE
)
NAMED: Final = re.compile(rb"^ *(?:from|import) (?:[^(\n]*\([^)]*\)|[^\n]*)", re.MULTILINE)  # what a source imports
MAKERS: Final = (  # what turns loops into a file
    *("core/engines/building.py", "core/engines/loops.py", "core/engines/numba.py", "core/engines/private.py"),
    *("bots/exports.py", "bots/making.py"),
)
TOOLS: Final = ("numba", "llvmlite", "ziglang")  # of any release of these the bytes may be others
SECTION: Final = "parlour"  # of a file: what it was made with, and from


# --- Files ----------------------------------------------------------------------------------------------------


def file_of(game: "Game") -> Path:
    """Where a game's file is, or would be."""
    return Path(str(resources.files(game.package))) / f"{game.name}.wasm"


def why_not(game: "Game") -> str:
    """Why a game's file cannot be used, in a sentence without its end; nothing if it can."""
    try:
        made_from = file_of(game).read_bytes()[-DIGEST:]
    except FileNotFoundError:
        return f"{game.title} has no file {game.name}.wasm"
    if made_from != digest(game).encode():
        return f"{game.title} has changed since its file {game.name}.wasm was made"
    return ""


def made_with_others(game: "Game") -> str:
    """Whether a game's file was made with other tools than are installed here, in a sentence without its end."""
    here = tools()
    then = file_of(game).read_bytes().rpartition(SECTION.encode())[2][:-DIGEST].decode()
    return "" if then == here or not here else f"{game.title}'s file {game.name}.wasm was made with {then}, not {here}"


def tools() -> str:
    """The tools that make a file, each with its release; nothing if not all are installed."""
    try:
        return ", ".join(f"{tool} {version(tool)}" for tool in TOOLS)
    except PackageNotFoundError:
        return ""


@cache
def digest(game: "Game") -> str:
    """What a game's file is made from, as letters."""
    found = hashlib.sha256()
    for source in sources(game):
        found.update(source.name.encode() + b"\0" + text_of(source))
    return found.hexdigest()


def sources(game: "Game") -> list[Path]:
    """All that shapes a game's file: sources of the game, of core and of bots with rules, and what makes the file."""
    return [*own_sources(file_of(game).parent), *shared_sources()]


def own_sources(home: Path) -> list[Path]:
    """The sources of a game that have rules, and those that they import, because numbers may come from there."""
    texts = {source: text_of(source) for source in sorted(home.rglob("*.py"))}
    wanted = [home / "__init__.py", *(source for source, text in texts.items() if RULES.search(text))]
    for source in wanted:  # it grows on the way
        named = set(re.findall(rb"\w+", b" ".join(NAMED.findall(texts.get(source, b"")))))
        wanted += [other for other in texts if module_name(other).encode() in named and other not in wanted]
    return [source for source in texts if source in wanted]


def module_name(source: Path) -> str:
    """What a source is imported as; a folder's `__init__.py` by the folder's name."""
    return source.parent.name if source.stem == "__init__" else source.stem


@cache
def shared_sources() -> list[Path]:
    """What all games' files are made from."""
    parts = [part for room in ("core", "core/pack", "bots") for part in (HOUSE / room).glob("*.py")]
    return [*sorted(part for part in parts if RULES.search(text_of(part))), *(HOUSE / name for name in MAKERS)]


@cache
def text_of(source: Path) -> bytes:
    """A source, the same on every system."""
    return source.read_bytes().replace(b"\r\n", b"\n")


# --- Instances ------------------------------------------------------------------------------------------------


_made: WeakSet[Any] = WeakSet()  # of wasmtime's objects


@cache
def _engine() -> Any:
    return noted(wasmtime.Engine())


def noted(made: Any) -> Any:
    """An object of wasmtime's, which is left alone at the end."""
    _made.add(made)
    return made


@atexit.register
def _leave_to_the_system() -> None:
    """Delete nothing that is left at the end: by then wasmtime's own library may be gone, or a thread be at work."""
    for made in _made:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(made))


class Instance:
    """A game's file with a memory of its own, for one thread at a time."""

    def __init__(self, module: Any) -> None:
        self.store = noted(wasmtime.Store(_engine()))
        exports: Any = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.exports = exports
        self.top = int(self.exports["__heap_base"].value(self.store))
        self._find_memory()

    def _find_memory(self) -> None:
        memory = self.exports["memory"]
        self.size = int(memory.data_len(self.store))
        self.base = ctypes.addressof(memory.data_ptr(self.store).contents)
        self.bytes = memoryview((ctypes.c_uint8 * self.size).from_address(self.base)).cast("B")

    def room(self, size: int, top: int) -> int:
        """The first line at or after `top`; there is room for so many bytes from there on."""
        start = (top + LINE - 1) & -LINE
        if start + size > self.size:
            pages = -(-(start + size - self.size) // PAGE)
            if self.size // PAGE + pages > MOST_PAGES:
                raise EngineFailure(f"the engine wasm has room for 4 GB, and {start + size} bytes are asked for")
            self.exports["memory"].grow(self.store, pages)
            self._find_memory()
        return start

    def take(self, size: int) -> int:
        """Room for so many bytes, for good."""
        start = self.room(size, self.top)
        self.top = start + size
        return start


class Call:
    """A loop of an instance, to be called with arrays and numbers.

    An argument is a value of 16 bytes, of which numbers use the first eight. An array is its address and its lengths.
    """

    def __init__(self, instance: Instance, loop: Loop, placed: dict[int, int]) -> None:
        self._instance = instance
        self._placed = placed  # arrays that lie in the instance's memory, by their identity
        self._name = f"{loop.name} of {loop.game.title}"
        self._arrays = [form if isinstance(form, Array) else None for form in loop.forms]
        codes = [code_of(form) for form in loop.forms]
        self._pack = struct.Struct("<" + "".join(codes)).pack_into
        self._values = private.raw_values(sum(code.count("x") for code in codes))
        try:
            exported = instance.exports[loop.name]
        except KeyError:
            raise MissingExtra(
                f"{loop.game.name}.wasm has no {loop.name}; with the extra `lab` it can be compiled"
            ) from None
        self._run = private.raw_call(instance.store, exported, self._values)
        self._answer = None if loop.answer is None else struct.Struct("<q" if loop.answer == INT else "<d").unpack_from

    def __call__(self, *given: Any) -> Any:
        """Call it with arrays that lie here already, or are copied here, and back if the loop changes them."""
        instance, placed, top = self._instance, self._placed, self._instance.top
        values: list[Any] = []
        changed: list[tuple[Any, int, int]] = []
        for form, value in zip(self._arrays, given, strict=True):
            if form is None:
                values.append(value)
                continue
            at = values[0] if form.first else placed.get(id(value))
            if at is None:
                at, size = (top + LINE - 1) & -LINE, value.nbytes
                if (top := at + size) > instance.size:
                    instance.room(size, at)
                instance.bytes[at:top] = value.tobytes()
                if form.changes:
                    changed.append((value, at, top))
            values.append(at)
            values += value.shape
        self._pack(self._values, 0, *values)
        if not self._run():
            raise EngineFailure(f"{self._name} has stopped: it was given a state that no match can be in")
        for value, at, end in changed:
            np.frombuffer(value, np.uint8).data[:] = instance.bytes[at:end]
        instance.bytes[instance.top : top] = bytes(top - instance.top)  # the next state may be another table's
        return None if self._answer is None else self._answer(self._values)[0]


def code_of(form: Any) -> str:
    """How `struct` writes an argument: every value takes 16 bytes."""
    if isinstance(form, Array):
        return "I12x" * (1 + form.axes)
    return "q8x" if form == INT else "d8x"


# --- The engine -----------------------------------------------------------------------------------------------


class Wasm(Engine):
    """Runs loops in a sandbox."""

    name = "wasm"

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        trouble = why_not(game)
        if not file_of(game).is_file():
            raise EngineFailure(f"{trouble}: `parlour compile` makes it, and PARLOUR_ENGINE=plain does without")
        if trouble:
            warnings.warn(
                f"{trouble}; it is played by the rules as they were then: `parlour compile {game.name}` mends that",
                stacklevel=2,
            )
        self.module = noted(wasmtime.Module(_engine(), file_of(game).read_bytes()))
        self._mine = threading.local()

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Engine.loop`."""
        mine, name = self._mine, loop.name

        def call(*given: Any) -> Any:
            try:
                made = mine.calls[name]
            except (AttributeError, KeyError):
                made = self._prepare(loop)
            try:
                return made(*given)
            except EngineFailure:
                del mine.instance, mine.calls  # its memory is in no state to go on with
                raise

        return call

    def _prepare(self, loop: Loop) -> Call:
        """A loop, for this thread."""
        mine = self._mine
        if not hasattr(mine, "instance"):
            mine.instance, mine.calls = Instance(self.module), {}
        made = mine.calls[loop.name] = Call(mine.instance, loop, {})
        return made

    def workspace(self) -> Workspace:
        """See `Engine.workspace`."""
        return WasmWorkspace(self.module)


class WasmWorkspace(Workspace):
    """An instance with arrays that stay in its memory."""

    def __init__(self, module: Any) -> None:
        self._instance = Instance(module)
        self._placed: dict[int, int] = {}
        self._arrays: list[Any] = []

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
        """See `Workspace.zeros`."""
        kind, shape = np.dtype(kind), (shape,) if isinstance(shape, int) else shape
        size = max(1, int(np.prod(shape)) * kind.itemsize)
        at = self._instance.take(size)
        memory: Any = (ctypes.c_uint8 * size).from_address(self._instance.base + at)
        memory.owner = self._instance  # the memory lives as long as its arrays
        array: npt.NDArray[Any] = np.ndarray(shape, kind, buffer=memory)
        self._placed[id(array)] = at
        self._arrays.append(array)
        return array

    def keep(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """See `Workspace.keep`."""
        kept = self.zeros(array.shape, array.dtype)
        kept[...] = array
        return kept

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Workspace.loop`."""
        return Call(self._instance, loop, self._placed)
