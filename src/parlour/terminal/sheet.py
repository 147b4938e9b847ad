"""A sheet: text on the screen that is as tall as what is written on it."""

from typing import Any

from textual.content import Content
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from parlour.terminal.pen import Pen


class Sheet(Static):
    """Text that changes often, and its height with it."""

    def update(self, content: Any = "", *, layout: bool = True) -> None:
        """Write something else on it."""
        measure_anew(self)
        super().update(content, layout=layout)


def inked(pen: Pen) -> Content:
    """What a pen has drawn, to be clicked on."""
    parts = []
    for text, style, do, pick in pen.strokes:
        part = Content.styled(text, style)
        parts.append(part.stylize(Style.from_meta({"do": do} if do else {"pick": pick})) if do or pick else part)
    return Content("").join(parts).rstrip()


def measure_anew(widget: Widget) -> None:
    """Forget how tall a widget was.

    Textual remembers a size until the next change, and two changes in a row count as one: a size taken between them
    would be kept, and the last line stay hidden. It also forgets a size when style rules are merged, even none.
    """
    widget.styles.merge_rules({})
