"""The engine `plain`: the rules as they are written, to be stepped through."""

from collections.abc import Callable
from typing import Any

from parlour.core.engines import Engine, Workspace
from parlour.core.engines.loops import Loop


class PlainPython(Engine):
    """Runs loops as Python."""

    name = "plain"

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Engine.loop`."""
        return loop.bound

    def workspace(self) -> Workspace:
        """See `Engine.workspace`."""
        return Workspace()
