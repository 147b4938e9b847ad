"""A visit: what somebody at a table knows, as messages of the wire have told it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeAlias

from parlour.core import texts
from parlour.core.game import Game
from parlour.games import game as find_game
from parlour.table import wire
from parlour.terminal.saying import result_line

LATELY = 8  # lines that somebody who only watches still sees of a hand in a game of memory
YOU = "You"
NEWS = {
    "joined": "{name} has come to the table.",
    "left": "{member} has left the table.",
    "hosting": "{member} is now the host.",
    "sat": "{member} takes a seat.",
    "stood": "{seat} is free.",
    "placed": "A computer player ({level}) takes {seat}.",
    "unplaced": "The computer player leaves {seat}.",
    "begun": "The match begins.",
    "wished": "{member} would like to play.",
    "paced": "The tempo is {tempo} now.",
    "warned": "{seat} is running out of time.",
    "paused": "The match is paused.",
    "resumed": "The match continues.",
    "resigned": "{seat} gives up.",
    "rematched": "A rematch begins at a new table.",
    "said": "{member}: {text}",
    "taken_back": "A move is taken back.",
    "restored": "The people who run this server have set the table back to how it stood earlier.",
    "stretched": "All times are now {times} times as long.",
}


PHRASES = {
    "hello": "Hello.",
    "good_luck": "Good luck.",
    "well_played": "Well played.",
    "thanks": "Thanks.",
    "one_moment": "One moment, please.",
    "sorry": "Sorry.",
    "your_turn": "It is your turn.",
    "again": "Another match?",
}


class AnyTable(Protocol):
    """A table that somebody is at: one in this process, or a server's."""

    async def ask(self, command: wire.AnyCommand) -> wire.Ack | wire.Nack:
        """Have a command carried out."""

    async def hint(self) -> list[dict[str, Any]]:
        """The best choices, best first, as `bots.explain.Choice` has them."""


class Notice(NamedTuple):
    """Something that no server tells: a connection is lost, a player has failed; without a text, that is over."""

    text: str


AnyTold: TypeAlias = wire.AnyMessage | Notice


@dataclass
class LogLine:
    """A line of the log; one that `fades` is not shown again while the hand lasts (C-18)."""

    text: str
    fades: bool = False
    ends_hand: bool = False


class Visit:
    """Everything that is known, and who is told when that changes."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.changed = changed
        self.n = -1
        self.you: int | None = None  # the number as a member
        self.seat: int | None = None
        self.table: wire.TableView | None = None
        self.match: dict[str, Any] | None = None
        self.deadline: float | None = None
        self.notice = ""  # something about the table's players or its connection
        self.refusal: wire.Nack | None = None
        self.lines: list[LogLine] = []
        self.acted = 0  # lines that there were when you last acted

    # --- What stands ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game of the table."""
        assert self.table is not None
        return find_game(self.table.game)

    @property
    def names(self) -> list[str]:
        """What the players are called; you are You."""
        assert self.table is not None
        return [YOU if number == self.seat else seat.name for number, seat in enumerate(self.table.seats)]

    @property
    def holds(self) -> bool:
        """Whether a result stands that you have not pressed on from."""
        stands = self.table.stands if self.table is not None and self.seat is not None else None
        return stands is not None and self.you not in stands.ready

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.table is not None and self.table.phase == "over"

    @property
    def legal(self) -> list[str]:
        """What you can do in the match."""
        playing = self.table is not None and self.table.phase == "playing"
        return list(self.match["legal"]) if playing and self.match is not None else []

    def log(self) -> list[str]:
        """What has happened, as far as it may be seen again."""
        last = max((place for place, line in enumerate(self.lines) if line.ends_hand), default=-1)
        recent = self.acted if self.seat is not None else len(self.lines) - LATELY
        return [line.text for place, line in enumerate(self.lines) if not (line.fades and last < place < recent)]

    # --- What is told ---------------------------------------------------------------------------------------------

    def take(self, message: AnyTold) -> None:
        """Take in a message."""
        match message:
            case wire.Welcome():
                self.welcome(message)
            case wire.Update():
                self.update(message)
            case wire.Nack():
                self.refusal = message
                if message.now is not None:
                    self.welcome(message.now)
            case Notice():
                self.notice = message.text
            case _:
                return
        self.changed()

    def welcome(self, message: wire.Welcome) -> None:
        """How everything stands."""
        self.n, self.you, self.seat = message.n, message.you, message.seat
        self.table, self.match, self.deadline = message.table, message.match, message.deadline

    def update(self, message: wire.Update) -> None:
        """What has happened."""
        mine = any(each["is"] == "acted" and each["seat"] == self.seat for each in message.news)
        self.n = max(self.n, message.n)
        self.notice = "" if message.match is not None else self.notice
        self.table = message.table or self.table
        self.match = message.match or self.match
        self.deadline = message.deadline
        if mine:
            self.acted, self.refusal = len(self.lines), None
        self.tell(message)

    def tell(self, message: wire.Update) -> None:
        """Write what has happened into the log."""
        for each in message.news:
            if each["is"] in NEWS and not (each["is"] in ("placed", "sat", "joined") and self.match is None):
                self.lines.append(LogLine(self.news_line(each)))
        for event in message.events:
            if line := texts.say_event(self.game, event, self.names, self.seat):
                fades, ends = event["kind"] in fading(self.game), event["kind"] == "hand_over"
                self.lines.append(LogLine(texts.lower_you(line), fades, ends))

    def news_line(self, news: dict[str, Any]) -> str:
        """News of the table in a sentence."""
        assert self.table is not None
        given = dict(news)
        if given.get("phrase"):
            given["text"] = PHRASES[given["phrase"]]
        members = {member.id: member.name for member in self.table.members}
        if isinstance(given.get("member"), int):
            given["member"] = YOU if given["member"] == self.you else members.get(given["member"], "Somebody")
        if isinstance(given.get("seat"), int):
            given["seat"] = texts.seat_name(self.game, given["seat"], self.names)
        return NEWS[news["is"]].format_map(given)

    def result(self) -> str:
        """Who won, in a sentence."""
        if self.match is None or not self.over:
            return ""
        if not self.match["over"]:
            return "The match was ended before its time."
        return result_line([self.names[seat] for seat in self.match["winners"]])


@cache
def fading(game: Game) -> frozenset[str]:
    """The kinds of events that a game of memory does not tell again."""
    return frozenset(kind.name for kind in game.table.EVENTS.values() if kind.fades)
