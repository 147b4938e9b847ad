"""A room: a table as its facts have made it. It changes by taking the steps of its log, and in no other way."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, singledispatchmethod
from typing import TypeAlias

import msgspec

from parlour.core.contract import TABLE
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import MatchRecord, PlayerRecord
from parlour.errors import OldPosition, ParlourError, Refused, WrongVersion
from parlour.games import game as find_game
from parlour.table import facts, noting, restoring
from parlour.table.answers import Answers
from parlour.table.places import Chair, Done, Member, Standing
from parlour.table.wire import OptionValue, Settings

GATHERING, STARTING, PLAYING, PAUSED, OVER = "gathering", "starting", "playing", "paused", "over"
# What computer players are called, by seat: names of the time when the games were new, the same in every language.
COMPANY = (
    "Ada", "Bert", "Cora", "Dell", "Edna", "Floyd", "Gussie", "Hattie",
    "Ike", "June", "Kit", "Lou", "Mabel", "Ned", "Opal",
)  # fmt: skip

Viewer: TypeAlias = int | None  # a seat, or a spectator

ACTED = frozenset([facts.Acted])
UNNOTICED = ACTED | frozenset(facts.PRIVATE)  # unless the match says otherwise

MOST_CODES = 3  # of a member at a time: somebody who asks again for want of an answer may use either


@dataclass
class Room:
    """A table and its match. `number` counts what everybody could notice, `steps` the lines of the log."""

    id: str
    number: int = 0
    steps: int = 0
    phase: str = GATHERING
    game: Game = field(init=False)
    settings: Settings = field(init=False)
    options: dict[str, OptionValue] = field(default_factory=dict)
    live: bool = False  # whether everybody acts as they like, and the table sets the pace (H3-G05)
    lock: bytes = b""
    position: str | None = None  # that the match begins from, if not from its beginning
    deal: Deal = field(init=False)
    seats: list[Chair] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    tokens: dict[bytes, int] = field(default_factory=dict)
    codes: dict[bytes, tuple[int, float]] = field(default_factory=dict)
    entropy: dict[int, bytes] = field(default_factory=dict)
    votes: dict[str, list[int]] = field(default_factory=dict)  # who said yes, in that order
    wish: tuple[int, int] | None = None  # the member who asks for a seat, and the seat
    standing: Standing | None = None
    ready: set[int] = field(default_factory=set)  # the members who have pressed on
    heavy: float = 0.0  # when the last heavy event of the match was
    course: list[tuple[int, tuple[float, ...]]] = field(default_factory=list)  # events, and scores, after each hand
    match: Match | None = None
    rows: int = 0  # events of the match so far
    actors: tuple[int, ...] = ()  # who may act in the match
    windows: frozenset[int] = frozenset()  # those of them who are asked whether they claim anything (C-08)
    since: float = 0.0  # when the world's next move was first possible; in a live market, when the last tick was
    heard: float = 0.0  # when the last event of the match was
    paused: float = 0.0  # when the clocks were stopped
    touched: float = 0.0  # when anything happened
    noticeable: float = 0.0  # when anything happened that a spectator could notice
    attended: float = 0.0  # when a member last did anything
    restored: float = 0.0  # when it was last set back
    done: list[Done] = field(default_factory=list)  # what one person has done in a row
    stretch: float = 1.0
    ended: str = ""
    next: str = ""
    founds: tuple[str, bytes] | None = None  # the table that follows, and its first step
    answers: Answers = field(default_factory=Answers)
    changed: int = 0  # the last event that changed the match for everybody
    noticed: bool = False  # whether everybody could notice what the last step did in the match
    tabled: bool = False  # whether the last step changed anything of the table besides the match
    silence: int | None = None  # the action of keeping silent, if the game has it
    ticks: int | None = None  # the world's action of ticking, if the game has it

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
    def deserted(self) -> bool:
        """Whether everybody has left."""
        return not self.present

    @property
    def players(self) -> list[int]:
        """The members who act for seats themselves, or could."""
        return [seat.member for seat in self.seats if seat.member is not None and not self.given_up(seat.member)]

    @property
    def voters(self) -> set[int]:
        """The members whose consent an agreement needs: who is away, or has left or resigned, holds nobody up."""
        return {seat.member for seat in self.seats if seat.member in self.players and not seat.bot}

    @property
    def ending(self) -> bool:
        """Whether all have agreed to end the match."""
        return bool(self.votes.get("end")) and self.voters <= set(self.votes["end"])

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
        return COMPANY[seat] if owner.bot else self.game.seat_name(seat)

    def given_up(self, member: int) -> bool:
        """Whether a member has resigned, or gone."""
        return self.members[member].resigned or self.members[member].gone

    @property
    def dealing(self) -> bool:
        """Whether the world is to move, other than by a tick of a live market."""
        return TABLE in self.actors and not (self.live and self.running.legal_ids(TABLE)[0] == self.ticks)

    def keeps_silent(self, seat: int) -> bool:
        """Whether a seat is asked whether it claims anything: its idle move is to keep silent (C-08)."""
        return self.silence is not None and self.running.legal_ids(seat)[0] == self.silence

    def record(self) -> MatchRecord:
        """The record of the match, to be shown when it is over."""
        return self.running.record([PlayerRecord(self.name_of(i), seat.bot) for i, seat in enumerate(self.seats)])

    # --- What changes it --------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, id: str, steps: Iterable[facts.Step]) -> "Room":
        """The room that a log has made."""
        log = list(steps)
        last = restoring.last_restore(log)
        room, first = cls(id), 0
        if last is not None:
            first, fact = last
            room = cls.of(id, log[: fact.lines])
            if room.phase == PLAYING:  # people look round first, and go on when they like
                room.happen(facts.Paused(), room.touched)
            restoring.set_back(room, log[fact.lines : first], log[first])
            first += 1
        for step in log[first:]:
            room.take(step)
        return room

    def take(self, step: facts.Step) -> None:
        """Let a step of the log happen."""
        before, self.noticed = self.outlook, False
        self.touched = step.at
        if (step.member is not None and step.facts) or self.steps == 0:
            self.attended = step.at
        for fact in step.facts:
            happen(type(fact))(self, fact, step.at)
        self.steps += 1
        kinds = {type(fact) for fact in step.facts}
        if facts.Left in kinds:
            self.note_removed(step)
        if self.noticed or not kinds <= UNNOTICED:
            self.number += 1
            self.noticeable = step.at
        unchanged = before == self.outlook and not self.settings.clock.match
        self.tabled = not (kinds <= ACTED and unchanged)
        if step.key:
            self.answers.keep(step, self.number)

    @property
    def outlook(self) -> tuple[object, ...]:
        """What of the table, and not of the match, a move may change."""
        standing = self.standing and self.standing.since
        return self.phase, "take_back" in self.votes, standing, len(self.ready), len(self.course)

    def note_removed(self, step: facts.Step) -> None:
        """Note who did not leave of their own accord."""
        for fact in step.facts:
            if isinstance(fact, facts.Left):
                self.members[fact.member].removed = step.member not in (None, fact.member)

    def answer_to(self, member: int | None, key: str) -> int | Refused | None:
        """What a command of a member was answered, if it was: the number of its event, or why it was refused."""
        return self.answers.find(member, key)

    @singledispatchmethod
    def happen(self, fact: facts.Fact, at: float) -> None:
        """Let a fact be."""
        raise TypeError(f"a table knows nothing of {type(fact).__name__}")

    @happen.register
    def _opened(self, fact: facts.Opened, at: float) -> None:
        self.game = find_game(fact.game)
        self.settings = fact.settings
        self.options = dict(fact.options)
        self.live = self.options.get("pace") == "live"
        self.lock = fact.lock
        self.position = fact.position or None
        self.deal = Deal(fact.secret)
        self.seats = [Chair() for _ in range(fact.seats)]

    @happen.register
    def _joined(self, fact: facts.Joined, at: float) -> None:
        self.members.append(Member(fact.member, fact.name, fact.host, shares=fact.shares))
        self.tokens[fact.token] = fact.member

    @happen.register
    def _coded(self, fact: facts.Coded, at: float) -> None:
        mine = [code for code, (member, _) in self.codes.items() if member == fact.member]
        for code in mine[: 1 - MOST_CODES]:
            del self.codes[code]
        self.codes[fact.code] = (fact.member, fact.until)

    @happen.register
    def _known(self, fact: facts.Known, at: float) -> None:
        self.tokens[fact.token] = fact.member
        self.forget_codes(fact.member)

    @happen.register
    def _left(self, fact: facts.Left, at: float) -> None:
        self.members[fact.member].gone = True
        self.members[fact.member].host = False
        self.ready.discard(fact.member)
        if self.wish is not None and self.wish[0] == fact.member:
            self.wish = None
        self.tokens = {token: member for token, member in self.tokens.items() if member != fact.member}
        self.forget_codes(fact.member)
        self.votes.clear()

    @happen.register
    def _hosting(self, fact: facts.Hosting, at: float) -> None:
        self.members[fact.member].host = True

    @happen.register
    def _renamed(self, fact: facts.Renamed, at: float) -> None:
        self.members[fact.member].name = fact.name

    @happen.register
    def _sat(self, fact: facts.Sat, at: float) -> None:
        before = self.seat_of(fact.member)
        if before is not None:
            self.seats[before].member = None
        self.seats[fact.seat].member = fact.member
        self.seats[fact.seat].bot = ""
        self.seats[fact.seat].missed = None
        if self.match is not None:
            self.members[fact.member].held = fact.seat
        if self.wish is not None and (self.wish[0] == fact.member or self.wish[1] == fact.seat):
            self.forget_wish()

    @happen.register
    def _stood(self, fact: facts.Stood, at: float) -> None:
        self.seats[fact.seat].member = None
        self.votes.clear()

    @happen.register
    def _swapped(self, fact: facts.Swapped, at: float) -> None:
        one, other = self.seats[fact.seat], self.seats[fact.other]
        self.seats[fact.seat], self.seats[fact.other] = other, one

    @happen.register
    def _seat_wished(self, fact: facts.SeatWished, at: float) -> None:
        self.forget_wish()
        self.wish = None if fact.seat is None else (fact.member, fact.seat)

    @happen.register
    def _placed(self, fact: facts.Placed, at: float) -> None:
        self.seats[fact.seat].bot = fact.level
        self.seats[fact.seat].missed = None
        self.votes.clear()

    @happen.register
    def _unplaced(self, fact: facts.Unplaced, at: float) -> None:
        self.seats[fact.seat].bot = ""

    @happen.register
    def _stirred(self, fact: facts.Stirred, at: float) -> None:
        self.entropy[fact.member] = fact.entropy

    @happen.register
    def _called(self, fact: facts.Called, at: float) -> None:
        self.phase = STARTING
        self.since = at

    @happen.register
    def _begun(self, fact: facts.Begun, at: float) -> None:
        if fact.rules not in (0, self.game.version):
            raise WrongVersion(
                f"this match began under version {fact.rules} of the rules of {self.game.title}, and this program "
                f"plays version {self.game.version}"
            )
        for entropy in (self.entropy[member] for member in sorted(self.entropy)):
            self.deal = self.deal.with_entropy(entropy)
        try:
            self.match = self.game.match(
                len(self.seats), options=self.options, position=self.position, deal=self.deal, hold_table=True
            )
        except OldPosition as error:
            raise WrongVersion(f"this match cannot go on: {error}") from None
        self.silence, self.ticks = word(self.match, "silent"), word(self.match, "tick")
        self.phase = PLAYING
        for number, seat in enumerate(self.seats):
            if seat.member is not None:
                self.members[seat.member].held = number
        noting.note_match(self, at, TABLE)
        noting.open_market(self, at)

    @happen.register
    def _acted(self, fact: facts.Acted, at: float) -> None:
        before, dealing = len(self.running.moves), self.live and self.dealing
        if fact.by in ("bot", "table"):
            self.standing = None
        else:
            noting.press_on(self, fact.seat)
        for action in fact.actions:
            events = self.running.event_count
            self.running.play(fact.seat, action)
            noting.note_course(self, events)
        if fact.by == "person":
            self.seats[fact.seat].missed = None
        if fact.seat == TABLE or self.running.event_count != self.rows or self.running.actors != self.actors:
            noting.note_done(self, fact, before, at)
            self.votes.pop("take_back", None)
            noting.note_match(self, at, fact.seat)
        if dealing:
            noting.open_market(self, at)

    @happen.register
    def _warned(self, fact: facts.Warned, at: float) -> None:
        self.seats[fact.seat].warned = True

    @happen.register
    def _voted(self, fact: facts.Voted, at: float) -> None:
        voters = self.votes.pop(fact.what, [])
        if fact.yes:
            self.votes[fact.what] = [*voters, fact.member]
        elif fact.what == "seat":
            self.forget_wish()

    @happen.register
    def _readied(self, fact: facts.Readied, at: float) -> None:
        self.ready.add(fact.member)

    @happen.register
    def _counting(self, fact: facts.Counting, at: float) -> None:
        assert self.standing is not None
        self.standing.counts = at

    @happen.register
    def _onward(self, fact: facts.Onward, at: float) -> None:
        assert self.standing is not None
        if self.standing.opens:  # nobody's time has run
            self.stand_still(at - self.standing.since, at)
        self.standing = None

    @happen.register
    def _paced(self, fact: facts.Paced, at: float) -> None:
        self.settings = msgspec.structs.replace(self.settings, tempo=fact.tempo)

    @happen.register
    def _taken_back(self, fact: facts.TakenBack, at: float) -> None:
        self.running.rewind(fact.left)
        self.votes.pop("take_back", None)
        self.course = [each for each in self.course if each[0] <= self.running.event_count]
        self.standing, self.heavy = None, 0.0
        noting.note_match(self, at, TABLE)
        done = self.done.pop() if self.done else None
        if done is not None and done.moves == fact.left:  # their time has run on
            self.seats[done.seat].since, self.seats[done.seat].spent = done.since, done.spent
        else:
            self.done.clear()

    @happen.register
    def _paused(self, fact: facts.Paused, at: float) -> None:
        self.phase = PAUSED
        self.paused = at

    @happen.register
    def _resumed(self, fact: facts.Resumed, at: float) -> None:
        self.phase = PLAYING
        self.stand_still(at - self.paused, at)

    @happen.register
    def _interrupted(self, fact: facts.Interrupted, at: float) -> None:
        self.stand_still(fact.seconds, at)

    def stand_still(self, stood_still: float, at: float) -> None:
        """All that time runs for has waited so long."""
        self.since = min(at, self.since + stood_still)
        self.heard = min(at, self.heard + stood_still)
        self.heavy = min(at, self.heavy + stood_still)
        if self.standing is not None:
            self.standing.since = min(at, self.standing.since + stood_still)
            counts = self.standing.counts
            self.standing.counts = None if counts is None else min(at, counts + stood_still)
        for seat in self.seats:
            seat.since = min(at, seat.since + stood_still)
            seat.missed = None if seat.missed is None else min(at, seat.missed + stood_still)
        self.done = [each._replace(since=min(at, each.since + stood_still)) for each in self.done]

    @happen.register
    def _resigned(self, fact: facts.Resigned, at: float) -> None:
        member = self.seats[fact.seat].member
        assert member is not None
        self.members[member].resigned = True
        self.votes.clear()

    @happen.register
    def _ended(self, fact: facts.Ended, at: float) -> None:
        self.close(fact.why)

    @happen.register
    def _rematched(self, fact: facts.Rematched, at: float) -> None:
        self.next = fact.table
        self.votes.clear()

    @happen.register
    def _founded(self, fact: facts.Founded, at: float) -> None:
        self.founds = (fact.table, fact.step)

    @happen.register
    def _stretched(self, fact: facts.Stretched, at: float) -> None:
        self.stretch = fact.times

    @happen.register
    def _said(self, fact: facts.Said, at: float) -> None:
        """Talk changes nothing."""

    @happen.register
    def _reported(self, fact: facts.Reported, at: float) -> None:
        """It is for those who run the server to read."""

    @happen.register
    def _muted(self, fact: facts.Muted, at: float) -> None:
        self.members[fact.member].muted = fact.on

    # --- How it changes ---------------------------------------------------------------------------------------------

    def close(self, why: str) -> None:
        """The match is over."""
        self.ended, self.phase = why, OVER
        self.votes.clear()
        self.wish = self.standing = None

    def forget_wish(self) -> None:
        """Nobody asks for a seat any more."""
        self.wish = None
        self.votes.pop("seat", None)

    def forget_codes(self, member: int) -> None:
        """A code is good once, and those that were made with it are then good no more."""
        self.codes = {code: kept for code, kept in self.codes.items() if kept[0] != member}


happen = cache(Room.__dict__["happen"].dispatcher.dispatch)  # called as a method, it would make a function each time


def word(match: Match, text: str) -> int | None:
    """The action that a word stands for, if the game has it."""
    try:
        (action,) = match.game.notation.parse_action(match.state, 0, text)
    except ParlourError:
        return None
    return int(action)
