"""A command in its room, and what comes of it: what everything that decides shares."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from parlour.errors import Refused
from parlour.table import facts
from parlour.table.room import Room

Facts: TypeAlias = list[facts.AnyFact]


class Decision(NamedTuple):
    """What happens, and what only the sender is told."""

    made: Facts
    answer: str = ""


@dataclass
class Asked:
    """A command in its room: who sent it, when. `secret` gives bytes that nobody can foresee."""

    room: Room
    member: int
    now: float
    secret: Callable[[int], bytes] = field(repr=False)

    @property
    def seat(self) -> int:
        """The sender's seat; a refusal if they have none."""
        seat = self.room.seat_of(self.member)
        if seat is None:
            raise Refused("no_seat", "only who has a seat can do that; sit down first")
        return seat

    def must_sit(self) -> None:
        """A refusal unless the sender has a seat."""
        _ = self.seat

    @property
    def is_host(self) -> bool:
        """Whether the sender is the host."""
        return self.room.members[self.member].host

    def must_host(self) -> None:
        """A refusal unless the sender is the host."""
        if not self.is_host:
            raise Refused("not_host", "only the host of the table can do that")

    def must_play(self) -> None:
        """A refusal if the sender has no seat, or has given the match up."""
        self.must_sit()
        if self.room.members[self.member].resigned:
            raise Refused("resigned", "you have given up this match")

    def must_play_or_host(self) -> None:
        """A refusal unless the sender plays here, or is the host."""
        if not self.is_host:
            self.must_play()

    def must_be(self, *phases: str) -> None:
        """A refusal unless the table is in one of these phases."""
        if self.room.phase not in phases:
            raise Refused("wrong_phase", f"that cannot be done now: the table is {self.room.phase}")


def come_back(asked: Asked) -> Facts:
    """Take the sender's seat back from the computer player that acts for it, if one does."""
    return [facts.Unplaced(asked.seat)] if asked.room.seats[asked.seat].bot else []
