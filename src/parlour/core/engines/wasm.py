"""The engine `wasm`: `<game>.wasm`, made from the rules when Parlour is made (`parlour compile`), run by wasmtime.

A file imports nothing and sees no memory but its own, so whatever it is given, the worst it can do is stop with a trap,
which is an `EngineFailure` here. Arrays are copied into that memory for a call, and out again if the loop changes them;
those of a desk lie there from the beginning. An instance is for one thread at a time: each thread has one a game for
whatever is called with arrays of its own, and each desk has one to itself.
"""

import ctypes
import hashlib
import struct
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
import wasmtime

from parlour.core.engines import Desk, Engine, private
from parlour.core.engines.loops import INT, Array, Loop
from parlour.errors import EngineFailure

if TYPE_CHECKING:
    from parlour.core.game import Game

PAGE: Final = 1 << 16
MOST_PAGES: Final = 1 << 16
LINE: Final = 64  # bytes; arrays begin at whole lines
DIGEST: Final = 64  # letters at the end of a file: what it was made from
HOUSE: Final = Path(__file__).parents[2]


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


@cache
def digest(game: "Game") -> str:
    """What a game's file is made from, as letters: every source with rules in the game, the core and the bots."""
    found = hashlib.sha256()
    for folder in (file_of(game).parent, HOUSE / "core", HOUSE / "core" / "engines", HOUSE / "bots"):
        for source in sorted(folder.glob("*.py")):
            text = source.read_bytes().replace(b"\r\n", b"\n")
            if b"@rule" in text or b"@called" in text or b"Figures(" in text:
                found.update(source.name.encode() + b"\0" + text)
    return found.hexdigest()


# --- Instances ------------------------------------------------------------------------------------------------


@cache
def _engine() -> Any:
    return wasmtime.Engine()


class Instance:
    """A game's file with a memory of its own, for one thread at a time."""

    def __init__(self, module: Any) -> None:
        self.store = wasmtime.Store(_engine())
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self._memory = self.exports["memory"]
        self.top = int(self.exports["__heap_base"].value(self.store))
        self.size = int(self._memory.data_len(self.store))
        self.base = ctypes.addressof(self._memory.data_ptr(self.store).contents)

    def room(self, size: int, top: int) -> int:
        """The first line at or after `top`; there is room for so many bytes from there on."""
        start = (top + LINE - 1) & -LINE
        missing = -(-(start + size - self.size) // PAGE)
        if missing > 0:
            if self.size // PAGE + missing > MOST_PAGES:
                raise EngineFailure(f"the engine wasm has room for 4 GB, and {start + size} bytes are asked for")
            self._memory.grow(self.store, missing)
            self.size = int(self._memory.data_len(self.store))
            self.base = ctypes.addressof(self._memory.data_ptr(self.store).contents)
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
        self._name = f"{loop.game.name}.{loop.name}"
        self._forms = loop.forms
        code = "".join("i12x" + "i12x" * form.axes if isinstance(form, Array) else "q8x" if form == INT else "d8x" for form in loop.forms)
        self._pack = struct.Struct(f"<{code}").pack_into
        count = sum(1 + form.axes if isinstance(form, Array) else 1 for form in loop.forms)
        self._values = private.raw_values(count)
        self._run = private.raw_call(instance.store, instance.exports[loop.name], self._values)
        self._answer = None if loop.answer is None else struct.Struct("<q" if loop.answer == INT else "<d").unpack_from

    def __call__(self, *given: Any) -> Any:
        """Call it."""
        instance, placed, top = self._instance, self._placed, self._instance.top
        values: list[Any] = []
        changed: list[tuple[Any, int]] = []
        for form, value in zip(self._forms, given, strict=True):
            if not isinstance(form, Array):
                values.append(value)
                continue
            at = placed.get(id(value))
            if at is None:
                size = value.nbytes
                at = instance.room(size, top)
                top = at + size
                address = address_of(value)
                ctypes.memmove(instance.base + at, address, size)
                if form.changes:
                    changed.append((address, at, size))
            values.append(at)
            values += value.shape
        self._pack(self._values, 0, *values)
        if not self._run():
            raise EngineFailure(f"{self._name} stopped with a trap: the state it was given is none that a match can be in")
        for address, at, size in changed:
            ctypes.memmove(address, instance.base + at, size)
        return None if self._answer is None else self._answer(self._values)[0]


def address_of(array: npt.NDArray[Any]) -> int:
    """Where an array lies."""
    return int(array.ctypes.data)


# --- The engine -----------------------------------------------------------------------------------------------


class Wasm(Engine):
    """Runs loops in a sandbox."""

    name = "wasm"

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self.module = wasmtime.Module(_engine(), file_of(game).read_bytes())
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

    def desk(self) -> Desk:
        """See `Engine.desk`."""
        return WasmDesk(self.module)


class WasmDesk(Desk):
    """An instance with arrays that stay in its memory."""

    def __init__(self, module: Any) -> None:
        self._instance = Instance(module)
        self._placed: dict[int, int] = {}
        self._arrays: list[Any] = []

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
        """See `Desk.zeros`."""
        kind, shape = np.dtype(kind), (shape,) if isinstance(shape, int) else shape
        size = max(1, int(np.prod(shape)) * kind.itemsize)
        at = self._instance.take(size)
        memory = (ctypes.c_uint8 * size).from_address(self._instance.base + at)
        memory.owner = self._instance  # the memory lives as long as its arrays
        array = np.ndarray(shape, kind, buffer=memory)
        self._placed[id(array)] = at
        self._arrays.append(array)
        return array

    def keep(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """See `Desk.keep`."""
        kept = self.zeros(array.shape, array.dtype)
        kept[...] = array
        return kept

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Desk.loop`."""
        return Call(self._instance, loop, self._placed)
