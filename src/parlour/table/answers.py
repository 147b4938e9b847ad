"""What commands were answered, for who was not answered and sends one again under the same key.

What was carried out is known for as long as the table lives, so it takes 18 to 36 bytes a command, a fifth of what
Python's own dictionary would. What was refused is kept with its reasons, the last of each member.
"""

from array import array

from parlour.errors import Refused
from parlour.table.facts import Grounds, Step

MOST_REFUSED = 256  # kept a member
LEAST = 8  # places
WHOLE = (1 << 64) - 1


def mark(member: int | None, key: str) -> int:
    """What stands for a command, never 0. Python's hash of texts is another one in every process: nobody can make
    keys that collide."""
    return hash((member, key)) & WHOLE or 1


class Answers:
    """What the commands of a table were answered."""

    __slots__ = ("_count", "_marks", "_numbers", "_refused")

    def __init__(self) -> None:
        self._count = 0
        self._marks, self._numbers = places(LEAST)
        self._refused: dict[int | None, dict[int, Grounds]] = {}

    def keep(self, step: Step, number: int) -> None:
        """Keep the answer to the command that a step was, at this event."""
        found = mark(step.member, step.key)
        if step.refusal is None:
            self._keep_number(found, number)
        else:
            refused = self._refused.setdefault(step.member, {})
            if len(refused) == MOST_REFUSED:
                del refused[next(iter(refused))]
            refused[found] = step.refusal

    def find(self, member: int | None, key: str) -> int | Refused | None:
        """The number of the event after which a command had been carried out, or why it was refused; None if it was
        neither."""
        found = mark(member, key)
        if self._marks[at := self._place(found)]:
            return self._numbers[at]
        refusal = self._refused.get(member, {}).get(found)
        return None if refusal is None else refusal.again()

    def _keep_number(self, found: int, number: int) -> None:
        if 3 * self._count >= 2 * len(self._marks):
            self._grow()
        at = self._place(found)
        self._count += not self._marks[at]
        self._marks[at], self._numbers[at] = found, number

    def _place(self, found: int) -> int:
        """Where a mark is, or belongs: at the first free place after the one that it names itself."""
        marks, last = self._marks, len(self._marks) - 1
        at = found & last
        while marks[at] not in (0, found):
            at = (at + 1) & last
        return at

    def _grow(self) -> None:
        marks, numbers = self._marks, self._numbers
        self._marks, self._numbers = places(2 * len(marks))
        for found, number in zip(marks, numbers, strict=True):
            if found:
                at = self._place(found)
                self._marks[at], self._numbers[at] = found, number


def places(count: int) -> tuple["array[int]", "array[int]"]:
    """So many free places, for marks and for the numbers of events."""
    return array("Q", bytes(8 * count)), array("I", bytes(4 * count))
