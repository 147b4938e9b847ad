"""The log: what has happened, with its last line in sight."""

from collections.abc import Iterable
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size

from parlour.terminal.sheet import Sheet


class Log(VerticalScroll, can_focus=False):
    """Lines that one may scroll back; whenever they or the room for them change, the last one is in sight again."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self.known: tuple[Size, Size] | None = None  # how tall the lines were and the room for them, with their widths

    def compose(self) -> ComposeResult:
        """One sheet for all lines."""
        yield Sheet(id="lines", markup=False)

    def on_mount(self) -> None:
        """Follow the lines. To scroll once after a change is not enough: another widget may be measured first."""
        self.screen.screen_layout_refresh_signal.subscribe(self, self.follow, immediate=True)

    def show(self, lines: Iterable[str]) -> None:
        """Show these lines."""
        self.query_one(Sheet).update("\n".join(lines))

    def follow(self, _: Any) -> None:
        """Everything has been measured: scroll to the end, if that is elsewhere now."""
        sizes = self.virtual_size, self.container_size
        if sizes != self.known:
            self.known = sizes
            self.scroll_end(animate=False, immediate=True)
