"""The wire: commands that clients send and messages that they are sent. Clients and servers share nothing else.

A command has a `do`, a message an `is`. `docs/protocol.md` tells strangers about them.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

PROTOCOL = 1

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Notation: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9_-]+$")]
Speed: TypeAlias = Literal["slow", "normal", "fast", "wait"]
Saying: TypeAlias = Literal["hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "your_turn", "again"]
OptionValue: TypeAlias = bool | int | Annotated[str, Meta(max_length=40)]


class Struct(msgspec.Struct, forbid_unknown_fields=True):
    """What everything on the wire is."""


# --- How a table is set up --------------------------------------------------------------------------------------


class Clock(Struct):
    """How long a seat may think: for each move, or for the whole match with so much added for each move; 0 is for ever.

    When its time is up the seat makes its idle move, and after `grace` seconds more a computer player takes its place.
    """

    move: Seconds = 0.0
    match: Seconds = 0.0
    increment: Seconds = 0.0
    grace: Seconds = 60.0


class Settings(Struct):
    """What a table agrees on besides the rules.

    `window` is how long a window for claims stays open (C-08), `friendly` whether moves may be taken back when all
    agree, `bot_memory` how fast computer players forget (C-07). `bot_delay` is the routine step: how long computer
    players and the table wait, so that people can follow; `tempo` multiplies it. `pause` is how long a result stands at
    most if not everybody presses on, at every tempo but "wait"; with 0 nothing stands.
    """

    title: Annotated[str, Meta(max_length=60)] = ""
    public: bool = False
    friendly: bool = False
    window: Annotated[float, Meta(ge=1, le=60)] = 5.0
    pause: Annotated[float, Meta(ge=0, le=30)] = 6.0
    bot_memory: Annotated[float, Meta(ge=0, le=1)] = 0.0
    bot_delay: Annotated[float, Meta(ge=0, le=10)] = 0.7
    tempo: Speed = "normal"
    clock: Clock = msgspec.field(default_factory=Clock)


class Moment(Struct):
    """A moment of a match that is over: after so many actions, the world's included."""

    table: Annotated[str, Meta(max_length=40)]
    step: Annotated[int, Meta(ge=0)]


class NewTable(Struct):
    """What a host asks for. A match may play on from a moment of another of the same game, under its rules.

    With `after`, the table at which the sender has sat and whose match is over, the new table has the same people.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: Annotated[dict[str, OptionValue], Meta(max_length=64)] = {}
    settings: Settings = msgspec.field(default_factory=Settings)
    password: Annotated[str, Meta(max_length=100)] = ""
    moment: Moment | None = msgspec.field(default=None, name="from")
    after: Annotated[str, Meta(max_length=40)] = ""


class NewMember(Struct):
    """Somebody who would like to come to a table: to play, if there is a seat before the match, or to `watch`.

    `shares` is the token of a member whose device this one shares; that is declared before the deal.
    """

    name: Name
    password: Annotated[str, Meta(max_length=100)] = ""
    watch: bool = False
    shares: Annotated[str, Meta(max_length=100)] = ""


# --- Commands -----------------------------------------------------------------------------------------------------


class Command(Struct, tag_field="do", tag=str.lower):
    """What somebody at a table wants done."""


class Sit(Command):
    """Take an empty seat, or change to it; in a match, the seat that one has held."""

    seat: SeatNumber


class Stand(Command):
    """Leave the seat; in a match a computer player goes on in it."""


class Swap(Command):
    """Let two places change their players, before the match (the host)."""

    seat: SeatNumber
    other: SeatNumber


class Wish(Command):
    """Ask for a seat in a running match that nobody has; without a `seat`, ask no more."""

    seat: SeatNumber | None = None


class Leave(Command):
    """Leave the table for good."""


class Remove(Command):
    """Send somebody away (the host); in a match a computer player takes over."""

    member: Annotated[int, Meta(ge=0)]


class AddBot(Command, tag="add_bot"):
    """Put a computer player in an empty seat, or another one in its place (the host)."""

    seat: SeatNumber
    level: Level


class Empty(Command):
    """Clear a seat before the match (the host)."""

    seat: SeatNumber


class Start(Command):
    """Begin the match (the host). Empty seats must be filled first."""


class Act(Command):
    """Do something in the match, in the game's notation.

    `expect` is the number of the last event that the client has seen. It is refused if something has happened since
    that matters for it: not for chat, nor because others were silent in a window.
    """

    action: Notation
    expect: int | None = None


class Vote(Command):
    """Say yes or no to ending the match, to another one, to taking back the last move, to who wishes for a seat."""

    what: Literal["end", "rematch", "take_back", "seat"]
    yes: bool = True


class Chat(Command):
    """Say something."""

    text: Line


class Phrase(Command):
    """Say one of the phrases that everybody is told in their own language."""

    phrase: Saying


class Tempo(Command):
    """Set the pace of the table."""

    tempo: Speed


class Ready(Command):
    """Press on: the result that stands has been seen."""


class Pause(Command):
    """Stop the clocks; nobody can act."""


class Resume(Command):
    """Go on after a pause."""


class Resign(Command):
    """Give the match up."""


class TakeBack(Command, tag="take_back"):
    """Take back the own last action, if it told nobody anything and nobody has acted since."""


class TakeOver(Command, tag="take_over"):
    """Let a computer player act for a seat that has kept everybody waiting too long; its owner can come back."""

    seat: SeatNumber


class Return(Command):
    """Take the own seat back from the computer player in it."""


class Stir(Command):
    """Add entropy of one's own to the deal, before it."""

    entropy: Annotated[str, Meta(pattern="^([0-9a-f]{2}){1,64}$")]


class Stretch(Command):
    """Multiply all times of the clock, up to ten times: the host; before the match, a player who needs more."""

    times: Annotated[float, Meta(ge=1, le=10)]


class Rename(Command):
    """Be called something else."""

    name: Name


class Mute(Command):
    """Do not let somebody chat, or let them again (the host)."""

    member: Annotated[int, Meta(ge=0)]
    on: bool = True


class Report(Command):
    """Tell the people who run the server what somebody said."""

    member: Annotated[int, Meta(ge=0)]
    why: Line


class Invite(Command):
    """Make a code with which another device, for ten minutes, can take up the same place."""


AnyCommand = (
    Sit | Stand | Swap | Wish | Leave | Remove | AddBot | Empty | Start | Act | Vote | Chat | Phrase | Tempo | Ready
    | Pause | Resume | Resign | TakeBack | TakeOver | Return | Stir | Stretch | Rename | Mute | Report | Invite
)  # fmt: skip


# --- Frames: what clients send over a socket ----------------------------------------------------------------------


class FromClient(Struct, tag_field="is", tag=str.lower):
    """Something that a client sends."""


class Hello(FromClient):
    """The first frame: which table, who (nobody for a spectator), and the last event seen, if any."""

    protocol: int
    table: Annotated[str, Meta(max_length=40)]
    token: Annotated[str, Meta(max_length=100)] = ""
    since: int | None = None


class Ask(FromClient):
    """A command, and the sender's own name for it: sent again under the same key it is not carried out again."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    command: AnyCommand


class Look(FromClient):
    """Tell me how everything stands: I may have missed something."""


class Ping(FromClient):
    """Are you there?"""


AnyFrame = Hello | Ask | Look | Ping


# --- What clients are sent ----------------------------------------------------------------------------------------


class SeatView(Struct):
    """A seat: who it belongs to, and who acts for it. `left` is what is left of its time for the match."""

    name: str
    member: int | None
    bot: str
    standing_in: bool
    resigned: bool
    left: float | None


class MemberView(Struct):
    """Somebody at the table; `shares` is the member whose device this one shares, declared before the deal."""

    id: int
    name: str
    host: bool
    muted: bool
    shares: int | None


class Wished(Struct):
    """Who asks for which seat of a running match."""

    member: int
    seat: int


class Stands(Struct):
    """A result that stands, or a live market that is about to open: until when, and which members have pressed on.

    Without `until` it stands until all have.
    """

    until: float | None
    ready: list[int]


class TableView(Struct):
    """All of a table but the match itself. It is the same for everybody.

    `continued` says that its match plays on from a moment of another. `course` has the scores of all seats after each
    hand. `words` is the code of four words by which it can be found while it gathers, by language.
    """

    id: str
    game: str
    title: str
    phase: Literal["gathering", "starting", "playing", "paused", "over"]
    seats: list[SeatView]
    members: list[MemberView]
    options: dict[str, OptionValue]
    settings: Settings
    locked: bool
    commitment: str
    entropy: list[str]
    votes: dict[str, list[int]]
    wish: Wished | None
    stands: Stands | None
    course: list[list[float]]
    words: dict[str, str]
    stretch: float
    continued: bool
    ended: str
    next: str
    secret: str


class Message(Struct, tag_field="is", tag=str.lower):
    """Something that a client is sent."""


class Welcome(Message):
    """The first answer to a hello, and what a client is sent when it has missed too much: everything as it stands."""

    n: int
    you: int | None
    seat: int | None
    table: TableView
    match: dict[str, Any] | None
    deadline: float | None


class Update(Message):
    """What has happened since the event before: news of the table, events of the match, and how everything now stands.

    `table` and `match` are left out where they have not changed.
    """

    n: int
    news: list[dict[str, Any]]
    events: list[dict[str, Any]]
    table: TableView | None
    match: dict[str, Any] | None
    deadline: float | None


class ReplayStep(Struct):
    """An action of a match that is over: who did what, what it brought about, and how everything stood after it.

    `on` says that the seat that did it is in the middle of a turn: what they do next belongs to it.
    """

    seat: int | Literal["table"] | None
    action: str
    events: list[dict[str, Any]]
    view: dict[str, Any]
    on: bool = False


class Ack(Message):
    """The command with this key has been carried out, as event `n`, and cannot be lost any more."""

    key: str
    n: int
    answer: str = ""


class Nack(Message, tag="refusal"):
    """The command with this key has not been carried out. Nothing has changed; `now` is how everything stands.

    Where the rules refuse, `saying` is the key of the sentence among the refusals of the game's words, `given` what it
    speaks of, for telling it in another language.
    """

    key: str
    code: str
    text: str
    rule: str
    n: int
    saying: str = ""
    given: dict[str, Any] = {}
    now: Welcome | None = None


class Presence(Message):
    """Who is connected, and how many look on who are nobody at the table."""

    here: list[int]
    guests: int


class Pong(Message):
    """Yes, and this is the number of the last event that cannot be lost any more."""

    n: int


class Saving(Message):
    """Whether the server can save anything. While it cannot, it carries out nothing: every command is `unavailable`."""

    on: bool


AnyMessage = Welcome | Update | Ack | Nack | Presence | Pong | Saving
