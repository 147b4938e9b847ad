"""What you can do, as a list to choose from by number."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from parlour.core.choosing import in_hand_order, labels_of, split_verb

if TYPE_CHECKING:
    from parlour.core.match import Match

MOST_TURNS = 120  # where whole turns are more than this, they are chosen action by action


@dataclass(frozen=True)
class Choices:
    """Actions, or whole turns where a turn has several actions, each with the number to type for it.

    Where the actions are themselves numbers (bid 3), the number is that one, so that 3 means what it seems to mean.
    """

    texts: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, match: "Match", seat: int) -> "Choices":
        """What a seat may do."""
        turns = list(islice(match.turns(seat), MOST_TURNS + 1))
        if len(turns) > MOST_TURNS or match.unfinished(seat):
            turns = [str(action) for action in match.legal(seat)]
        texts = in_hand_order(list(dict.fromkeys(turns)), match.view(seat)["table"].get("hand", []))
        return cls(texts, labels_of(texts))

    def text_of(self, line: str) -> str:
        """The action that a line means: the one of its number, else what it says."""
        return self.texts[self.labels.index(line)] if line in self.labels else line

    def line(self) -> str:
        """All of them, after "You may", wrapped between choices."""
        verb, rests = split_verb(self.texts)
        if list(self.labels) == list(rests):
            return f"You may {verb} {span(rests)}"
        items = [f"{label}) {text}" for label, text in zip(self.labels, rests or self.texts, strict=True)]
        lines = [f"You may {verb} ".rstrip()]
        for item in items:
            if len(lines[-1]) + len(item) + 2 > shutil.get_terminal_size().columns:
                lines.append("  ")
            lines[-1] += f"  {item}"
        return "\n".join(lines)

    def lines(self) -> list[str]:
        """All of them in columns."""
        items = [f"{label:>3}  {text}" for label, text in zip(self.labels, self.texts, strict=True)]
        width = max(map(len, items), default=0) + 3
        across = max(1, shutil.get_terminal_size().columns // width)
        down = -(-len(items) // across)
        return ["".join(f"{item:{width}}" for item in items[row::down]).rstrip() for row in range(down)]


def span(numbers: Sequence[str]) -> str:
    """Numbers in words: 0 to 15 if none is missing."""
    first, last = int(numbers[0]), int(numbers[-1])
    whole = [int(number) for number in numbers] == list(range(first, last + 1))
    return f"{first} to {last}" if whole and last > first else ", ".join(numbers)
