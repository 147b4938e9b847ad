"""Facts: what has happened at a table, as it is kept for ever. The same facts always make the same table.

A `Step` is one line of the log: everything that one command brought about, or that came due at one time. Facts hold
secrets (the deal, who may prove to be whom), so no client is ever sent one: `telling` makes news of them.
"""

from typing import Any, Literal

import msgspec

from parlour.errors import Refused
from parlour.table.wire import Settings, Speed

FORMAT = 1


class Fact(msgspec.Struct, tag_field="is", tag=str.lower, omit_defaults=True):
    """Something that has happened."""


class Opened(Fact):
    """The table was set up; `secret` is what the deal is made of, `lock` the scrambled password.

    The match begins from a `position`, if there is one.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    settings: Settings
    secret: bytes
    lock: bytes = b""
    position: str = ""


class Joined(Fact):
    """Somebody came; `token` is the hash of what proves it. `shares` is the member whose device this one shares."""

    member: int
    name: str
    token: bytes
    host: bool = False
    shares: int | None = None


class Coded(Fact):
    """A code was made with which a member's second device may come, until a time."""

    member: int
    code: bytes
    until: float


class Known(Fact):
    """A member has another token: on a second device."""

    member: int
    token: bytes


class Left(Fact):
    """Somebody left for good."""

    member: int


class Hosting(Fact):
    """Somebody is the host now."""

    member: int


class Renamed(Fact):
    """Somebody is called something else."""

    member: int
    name: str


class Sat(Fact):
    """A member took a seat."""

    seat: int
    member: int


class Stood(Fact):
    """A seat has no member any more."""

    seat: int


class Swapped(Fact):
    """Two places changed their players."""

    seat: int
    other: int


class SeatWished(Fact, tag="wished"):
    """Somebody who watches asks for a seat, or no more."""

    member: int
    seat: int | None


class Placed(Fact):
    """A computer player acts for a seat: in an empty one, or in place of its member."""

    seat: int
    level: str


class Unplaced(Fact):
    """The computer player of a seat has left it."""

    seat: int


class Stirred(Fact):
    """Somebody added entropy."""

    member: int
    entropy: bytes


class Called(Fact):
    """The host wants to begin; the match begins as soon as the rules are ready."""


class Begun(Fact):
    """The match has begun, under this version of the rules."""

    rules: int = 0


class Acted(Fact):
    """A seat, or the world, did something; who did it: a person, a bot, the idle move, the table."""

    seat: int
    actions: tuple[int, ...]
    by: Literal["person", "bot", "idle", "table"]


class Warned(Fact):
    """A seat was told that its time is nearly up."""

    seat: int


class Voted(Fact):
    """A member said yes or no."""

    member: int
    what: str
    yes: bool


class Readied(Fact):
    """A member pressed on while a result stood."""

    member: int


class Counting(Fact):
    """All have pressed on: a live market opens after a countdown."""


class Onward(Fact):
    """Nothing stands any more."""


class Paced(Fact):
    """The table has another tempo."""

    tempo: Speed


class TakenBack(Fact):
    """The last actions were taken back; so many are left."""

    left: int


class Paused(Fact):
    """The clocks stopped: a member stopped them, or nobody was there any more."""

    member: int | None = None


class Resumed(Fact):
    """They go on."""

    member: int


class Resigned(Fact):
    """A seat gave up."""

    seat: int


class Ended(Fact):
    """The match ended otherwise than by its rules: agreement, resignation."""

    why: str


class Rematched(Fact):
    """There is another table for another match."""

    table: str


class Founded(Fact):
    """The other table's first step. It is kept here as well, so that the table can be set up after a crash, too."""

    table: str
    step: bytes


class Interrupted(Fact):
    """No server was running for so many seconds; the clocks stood still."""

    seconds: float


class Restored(Fact):
    """The table stands again as it did after so many lines of its log; `number` is that of the event before this."""

    lines: int
    number: int


class Stretched(Fact):
    """All times are so many times as long."""

    times: float


class Said(Fact):
    """Somebody said something, or one of the phrases."""

    member: int
    text: str
    phrase: str = ""


class Muted(Fact):
    """Somebody may not chat, or may again."""

    member: int
    on: bool


class Reported(Fact):
    """Somebody complained of somebody."""

    member: int
    of: int
    why: str


AnyFact = (
    Opened | Joined | Coded | Known | Left | Hosting | Renamed | Sat | Stood | Swapped | SeatWished | Placed | Unplaced
    | Stirred | Called | Begun | Acted | Warned | Voted | Readied | Counting | Onward | Paced | TakenBack | Paused
    | Resumed | Resigned | Ended | Rematched | Founded | Interrupted | Restored | Stretched | Said | Muted | Reported
)  # fmt: skip


PRIVATE = (Coded, Known, Reported, Founded, Interrupted)  # what is nobody else's business


class Grounds(msgspec.Struct, array_like=True):
    """Why a command was refused."""

    code: str
    text: str
    rule: str
    saying: str
    given: dict[str, Any]

    @classmethod
    def of(cls, refused: Refused) -> "Grounds":
        """As it is kept."""
        return cls(refused.code, str(refused), refused.rule, refused.saying, refused.given)

    def again(self) -> Refused:
        """To be refused once more."""
        refused = Refused(self.code, self.text, self.rule)
        refused.saying, refused.given = self.saying, self.given
        return refused


class Step(msgspec.Struct, omit_defaults=True):
    """One line of the log. `key` is the sender's own name for the command, so that it is carried out once only.

    A command that changed nothing is a step without facts, and so is one that was refused: it must not be carried out
    when it is sent again later, to whichever server.
    """

    at: float
    facts: tuple[AnyFact, ...]
    member: int | None = None
    key: str = ""
    refusal: Grounds | None = None
    format: int = FORMAT


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Step)


def pack(step: Step) -> bytes:
    """A step as it is kept."""
    return _encoder.encode(step)


def unpack(data: bytes) -> Step:
    """A step as it was kept."""
    return _decoder.decode(data)
