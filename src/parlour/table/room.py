"""A room: a table as its facts have made it. It changes by taking the steps of its log, and in no other way."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import TypeAlias

from parlour.core.contract import TABLE
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import MatchRecord, PlayerRecord
from parlour.games import game as find_game
from parlour.table import facts
from parlour.table.wire import Settings

GATHERING, STARTING, PLAYING, PAUSED, OVER = "gathering", "starting", "playing", "paused", "over"

Viewer: TypeAlias = int | None  # a seat, or a spectator
Row: TypeAlias = list[int]


@dataclass
class Member:
    """Somebody who came to the table; he stays in its books when he has gone."""

    id: int
    name: str
    host: bool = False
    gone: bool = False
    muted: bool = False


@dataclass
class Seat:
    """A place at the table: who owns it, and the computer player that acts for it, if any."""

    member: int | None = None
    bot: str = ""
    resigned: bool = False
    idled: int = 0  # idle moves in a row that it was made to make
    spent: float = 0.0  # seconds of thought, and what was added for its moves taken off

    @property
    def by_hand(self) -> bool:
        """Whether a person acts for it."""
        return self.member is not None and not self.bot


@dataclass
class Room:
    """A table and its match. `number` counts what everybody could notice, `steps` the lines of the log."""

    id: str
    number: int = 0
    steps: int = 0
    phase: str = GATHERING
    game: Game = field(init=False)
    settings: Settings = field(init=False)
    options: dict[str, object] = field(default_factory=dict)
    lock: bytes = b""
    deal: Deal = field(init=False)
    seats: list[Seat] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    tokens: dict[bytes, int] = field(default_factory=dict)
    codes: dict[bytes, tuple[int, float]] = field(default_factory=dict)
    entropy: dict[int, bytes] = field(default_factory=dict)
    votes: dict[str, list[int]] = field(default_factory=dict)  # who said yes, in that order
    match: Match | None = None
    rows: int = 0  # events of the match so far
    actors: tuple[int, ...] = ()  # who may act in the match
    since: float = 0.0  # when the turn, the window or the wait began
    touched: float = 0.0  # when anything happened
    warned: set[int] = field(default_factory=set)
    stretch: float = 1.0
    ended: str = ""
    next: str = ""
    answers: dict[tuple[int | None, str], tuple[int, str]] = field(default_factory=dict)

    # --- What stands ----------------------------------------------------------------------------------------------

    @property
    def running(self) -> Match:
        """The match that there must be."""
        assert self.match is not None
        return self.match

    @property
    def present(self) -> list[Member]:
        """Who has not left."""
        return [member for member in self.members if not member.gone]

    @property
    def players(self) -> list[int]:
        """The members who act for seats themselves, or could."""
        return [seat.member for seat in self.seats if seat.member is not None and not seat.resigned]

    @property
    def live(self) -> bool:
        """Whether everybody acts as he likes, and the table sets the pace (H3-G05)."""
        return self.options.get("pace") == "live"

    def seat_of(self, member: int | None) -> int | None:
        """The seat of a member."""
        for number, seat in enumerate(self.seats):
            if member is not None and seat.member == member:
                return number
        return None

    def name_of(self, seat: int) -> str:
        """What the player of a seat is called."""
        owner = self.seats[seat]
        if owner.member is not None:
            return self.members[owner.member].name
        return f"{owner.bot} bot" if owner.bot else self.game.seat_name(seat)

    def silent(self, seat: int) -> bool:
        """Whether a seat is asked whether it claims anything: its idle move is to keep silent (C-08)."""
        legal = self.running.legal(seat)
        return bool(legal) and str(legal[0]) == "silent"

    def record(self) -> MatchRecord:
        """The record of the match, to be shown when it is over."""
        return self.running.record([PlayerRecord(self.name_of(i), seat.bot) for i, seat in enumerate(self.seats)])

    # --- What changes it --------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, id: str, steps: Iterable[facts.Step]) -> "Room":
        """The room that a log has made."""
        room = cls(id)
        for step in steps:
            room.take(step)
        return room

    def take(self, step: facts.Step) -> None:
        """Let a step of the log happen."""
        rows, actors = self.rows, self.actors
        self.touched = step.at
        for fact in step.facts:
            self.happen(fact, step.at)
        self.steps += 1
        if not self.is_private(step, rows, actors):
            self.number += 1
        if step.key:
            self.answers[step.member, step.key] = (self.number, step.answer)

    def is_private(self, step: facts.Step, rows: int, actors: tuple[int, ...]) -> bool:
        """Whether nobody but who did it could notice: then it does not count for the others."""
        if any(not isinstance(fact, (facts.Acted, *facts.PRIVATE)) for fact in step.facts):
            return False
        return self.rows == rows and self.actors == actors

    @singledispatchmethod
    def happen(self, fact: facts.Fact, at: float) -> None:
        """Let a fact be."""
        raise TypeError(f"a table knows nothing of {type(fact).__name__}")

    @happen.register
    def _(self, fact: facts.Opened, at: float) -> None:
        self.game = find_game(fact.game)
        self.settings = fact.settings
        self.options = dict(fact.options)
        self.lock = fact.lock
        self.deal = Deal(fact.secret)
        self.seats = [Seat() for _ in range(fact.seats)]

    @happen.register
    def _(self, fact: facts.Joined, at: float) -> None:
        self.members.append(Member(fact.member, fact.name, fact.host))
        self.tokens[fact.token] = fact.member

    @happen.register
    def _(self, fact: facts.Coded, at: float) -> None:
        self.codes[fact.code] = (fact.member, fact.until)

    @happen.register
    def _(self, fact: facts.Known, at: float) -> None:
        self.tokens[fact.token] = fact.member
        self.codes = {code: (member, until) for code, (member, until) in self.codes.items() if member != fact.member}

    @happen.register
    def _(self, fact: facts.Left, at: float) -> None:
        self.members[fact.member].gone = True
        self.members[fact.member].host = False
        self.tokens = {token: member for token, member in self.tokens.items() if member != fact.member}
        self.forget_votes(fact.member)

    @happen.register
    def _(self, fact: facts.Hosting, at: float) -> None:
        self.members[fact.member].host = True

    @happen.register
    def _(self, fact: facts.Renamed, at: float) -> None:
        self.members[fact.member].name = fact.name

    @happen.register
    def _(self, fact: facts.Sat, at: float) -> None:
        before = self.seat_of(fact.member)
        if before is not None:
            self.seats[before] = Seat()
        self.seats[fact.seat] = Seat(member=fact.member)

    @happen.register
    def _(self, fact: facts.Stood, at: float) -> None:
        member = self.seats[fact.seat].member
        self.seats[fact.seat].member = None
        if member is not None:
            self.forget_votes(member)

    @happen.register
    def _(self, fact: facts.Placed, at: float) -> None:
        self.seats[fact.seat].bot = fact.level

    @happen.register
    def _(self, fact: facts.Unplaced, at: float) -> None:
        self.seats[fact.seat].bot = ""
        self.seats[fact.seat].idled = 0
        self.since = at

    @happen.register
    def _(self, fact: facts.Stirred, at: float) -> None:
        self.entropy[fact.member] = fact.entropy

    @happen.register
    def _(self, fact: facts.Called, at: float) -> None:
        self.phase = STARTING
        self.since = at

    @happen.register
    def _(self, fact: facts.Begun, at: float) -> None:
        for entropy in (self.entropy[member] for member in sorted(self.entropy)):
            self.deal = self.deal.with_entropy(entropy)
        self.match = self.game.match(len(self.seats), options=self.options, deal=self.deal, hold_table=True)
        self.phase = PLAYING
        self.note_match(at)

    @happen.register
    def _(self, fact: facts.Acted, at: float) -> None:
        match = self.running
        for action in fact.actions:
            match.play(fact.seat, action)
        if fact.seat != TABLE:
            self.note_time(fact, at)
        self.votes.clear()
        self.note_match(at)

    @happen.register
    def _(self, fact: facts.Warned, at: float) -> None:
        self.warned.add(fact.seat)

    @happen.register
    def _(self, fact: facts.Voted, at: float) -> None:
        voters = self.votes.pop(fact.what, [])
        if fact.yes:
            self.votes[fact.what] = [*voters, fact.member]

    @happen.register
    def _(self, fact: facts.TakenBack, at: float) -> None:
        self.running.rewind(fact.left)
        self.votes.clear()
        self.note_match(at)

    @happen.register
    def _(self, fact: facts.Paused, at: float) -> None:
        if not self.live:
            self.charge(at)
        self.phase = PAUSED

    @happen.register
    def _(self, fact: facts.Resumed, at: float) -> None:
        self.phase = PLAYING
        self.since = at
        self.warned.clear()

    @happen.register
    def _(self, fact: facts.Resigned, at: float) -> None:
        self.seats[fact.seat].resigned = True

    @happen.register
    def _(self, fact: facts.Ended, at: float) -> None:
        self.ended = fact.why
        self.phase = OVER
        self.votes.clear()

    @happen.register
    def _(self, fact: facts.Rematched, at: float) -> None:
        self.next = fact.table
        self.votes.clear()

    @happen.register
    def _(self, fact: facts.Stretched, at: float) -> None:
        self.stretch = fact.times

    @happen.register
    def _(self, fact: facts.Said, at: float) -> None:
        """Talk changes nothing."""

    @happen.register
    def _(self, fact: facts.Reported, at: float) -> None:
        """It is for whoever runs the server to read."""

    @happen.register
    def _(self, fact: facts.Muted, at: float) -> None:
        self.members[fact.member].muted = fact.on

    # --- How it changes ---------------------------------------------------------------------------------------------

    def note_match(self, at: float) -> None:
        """See where the match is after something happened in it."""
        match = self.running
        self.rows = match.event_count
        if match.actors != self.actors or not self.waiting_for_claims:
            self.since = at
            self.warned.clear()
        self.actors = match.actors
        if match.over:
            self.phase = OVER
            self.ended = "rules"

    @property
    def waiting_for_claims(self) -> bool:
        """Whether several seats are asked at once: who answers does not give the others more time."""
        return len(self.actors) > 1

    def note_time(self, fact: facts.Acted, at: float) -> None:
        """Charge a seat for its thinking."""
        seat = self.seats[fact.seat]
        seat.idled = seat.idled + 1 if fact.by == "idle" else 0
        if not self.live:
            seat.spent += (at - self.since) - self.settings.clock.increment * self.stretch

    def charge(self, at: float) -> None:
        """Charge everybody who is to act for the time until a pause."""
        for actor in self.actors:
            if actor != TABLE:
                self.seats[actor].spent += at - self.since

    def forget_votes(self, member: int) -> None:
        """Who is gone has no vote."""
        kept = {what: [voter for voter in voters if voter != member] for what, voters in self.votes.items()}
        self.votes = {what: voters for what, voters in kept.items() if voters}
