"""What a room is made of: members, seats, what they did, and what stands on the table."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass
class Member:
    """Somebody who came to the table; they stay in its books after they have gone."""

    id: int
    name: str
    host: bool = False
    gone: bool = False
    muted: bool = False
    resigned: bool = False
    held: int | None = None  # the seat whose cards they have seen in this match
    removed: bool = False  # whether somebody else has sent them away
    shares: int | None = None  # the member whose device this one shares


@dataclass
class Chair:
    """A place at the table: who owns it, and the computer player that acts for it, if any."""

    member: int | None = None
    bot: str = ""
    since: float = 0.0  # when it was asked what it is asked now
    number: int = 0  # the event that asked it
    warned: bool = False  # that its time is nearly up
    missed: float | None = None  # when it let its time run out, if it has not been heard of since
    spent: float = 0.0  # seconds of thought, and what was added for its moves taken off

    @property
    def by_hand(self) -> bool:
        """Whether a person acts for it."""
        return self.member is not None and not self.bot


class Done(NamedTuple):
    """What a person did, so that they can take it back: how the match and their clock stood before it."""

    seat: int
    moves: int
    rows: int
    since: float
    spent: float
    alone: bool  # nobody else could act at the same time, and it answered no claim


@dataclass
class Standing:
    """What holds the table until everybody has seen it: a result; or a live market that has not opened yet (`opens`).

    When all have pressed on, the market counts down from `counts` (H3-G05).
    """

    since: float
    opens: bool = False
    counts: float | None = None
