"""How a server is doing, and since when: what `/ready`, `/metrics` and the page at `/status` say."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from parlour.server.hub import Hub


class State(NamedTuple):
    """What a server can do. Strangers may ask, so the reason has no name of a file in it."""

    unsaved: str = ""  # why nothing can be saved; empty while everything can
    hung: bool = False  # whether nobody is left to think for computer players

    @property
    def troubles(self) -> list[str]:
        """What is wrong, for programs and for whoever runs the server."""
        hung = "the processes of computer players hang"
        return [f"nothing can be saved: {self.unsaved}"] * bool(self.unsaved) + [hung] * self.hung


class Readiness:
    """What a server can do, looked at regularly."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.began = self.since = hub.now()
        self._last = State()

    @property
    def listeners(self) -> int:
        """How many connections listen to tables."""
        return sum(len(table.audience.listeners) for table in self.hub.tables.values())

    def look(self) -> State:
        """How it is now."""
        now = State(self.hub.store.trouble.rpartition(": ")[2], self.hub.thinking.crew.gone)
        if (bool(now.unsaved), now.hung) != (bool(self._last.unsaved), self._last.hung):
            self.since = self.hub.now()
        self._last = now
        return now
