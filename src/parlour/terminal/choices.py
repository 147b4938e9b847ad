"""What you can do, as a list to choose from with the arrows, by number or with the mouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from parlour.terminal.sheet import measure_anew

MOST_ROWS = 4


@dataclass(frozen=True)
class Item:
    """Something to choose: what is typed for it, what it is called, and what it stands for."""

    label: str
    text: str
    value: Any


class ChoiceList(Widget, can_focus=True):
    """Items in columns, one of them marked."""

    DEFAULT_CSS = """
    ChoiceList { height: auto; max-height: 4; min-height: 1; padding: 0 1; link-style: none; link-color: $foreground; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """Somebody chose this."""

        value: Any

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.items: tuple[Item, ...] = ()
        self.at = 0

    def show(self, items: Sequence[Item]) -> None:
        """Show other items; the mark stays where it was if they are the same."""
        if tuple(items) == self.items:
            return
        self.items, self.at = tuple(items), 0
        measure_anew(self)
        self.refresh(layout=True)

    # --- Drawing --------------------------------------------------------------------------------------------------

    def shape(self) -> tuple[int, int, int]:
        """Rows, columns, and how wide a column is."""
        wide = max((len(item.label) + len(item.text) for item in self.items), default=0) + 4
        across = max(1, (self.size.width or self.app.size.width - 2) // wide)
        rows = -(-len(self.items) // across) if self.items else 1
        return rows, across, wide

    def get_content_height(self, container: Any, viewport: Any, width: int) -> int:
        """As many rows as there are, up to a few."""
        return min(MOST_ROWS, self.shape()[0])

    def render(self) -> Content:
        """The rows round the mark."""
        rows, across, wide = self.shape()
        first = min(max(0, self.at // across - MOST_ROWS + 1), max(0, rows - MOST_ROWS))
        lines = []
        for row in range(first, min(rows, first + MOST_ROWS)):
            places = range(row * across, min(len(self.items), (row + 1) * across))
            lines.append(Content("").join([self.cell(place, wide) for place in places]))
        if rows > first + MOST_ROWS and lines:
            lines[-1] = Content.assemble(lines[-1].rstrip(), " ▾")
        return Content("\n").join(lines)

    def cell(self, place: int, wide: int) -> Content:
        """One item; the one that is marked has an arrow and stands out."""
        item, marked = self.items[place], place == self.at and self.has_focus
        made = Content.assemble(
            "›" if marked else " ", (item.label, "$text-muted"), " ", (item.text, "bold reverse" if marked else "bold")
        )
        made = made.stylize(Style.from_meta({"@click": f"choose_at({place})"}))
        return Content.assemble(made, " " * (wide - made.cell_length))

    def on_focus(self) -> None:
        """The mark appears."""
        self.refresh()

    def on_blur(self) -> None:
        """The mark goes."""
        self.refresh()

    # --- Choosing -------------------------------------------------------------------------------------------------

    def action_move(self, down: int, right: int) -> None:
        """Move the mark."""
        _, across, _ = self.shape()
        wanted = self.at + down * across + right
        if 0 <= wanted < len(self.items):
            self.at = wanted
            self.refresh()

    def action_jump(self, place: int) -> None:
        """Mark the first or the last."""
        self.at = max(0, len(self.items) - 1) if place else 0
        self.refresh()

    def action_choose(self) -> None:
        """Choose what is marked."""
        self.action_choose_at(self.at)

    def action_choose_at(self, place: int) -> None:
        """Choose one."""
        if place < len(self.items):
            self.at = place
            self.post_message(self.Chosen(self.items[place].value))
