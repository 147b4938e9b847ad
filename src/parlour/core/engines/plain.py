"""The engine `plain`: the rules as they are written, to be stepped through."""

from collections.abc import Callable
from typing import Any

from parlour.core.engines import Desk, Engine
from parlour.core.engines.loops import Loop


class PlainPython(Engine):
    """Runs loops as Python."""

    name = "plain"

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """See `Engine.loop`."""
        return loop.bound

    def desk(self) -> Desk:
        """See `Engine.desk`."""
        return Desk()
