"""What a command brings about: facts, or a refusal, with which nothing has changed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TypeAlias

from parlour.core.contract import TABLE
from parlour.core.fairness import SECRET_BYTES
from parlour.core.texts import kind_of
from parlour.errors import IllegalAction, NotYourTurn, ParlourError, Refused
from parlour.games import game as find_game
from parlour.table import facts, tokens, wire
from parlour.table.names import clean_line, clean_name
from parlour.table.room import GATHERING, OVER, PAUSED, PLAYING, STARTING, Room

STAND_IN = "casual"  # the computer player that acts for somebody who is away
CODE_SECONDS = 600.0
MOST_MEMBERS = 100
AFTER_THE_END = (wire.Chat, wire.Rename, wire.Leave, wire.Mute, wire.Report, wire.Invite, wire.Vote)

Facts: TypeAlias = list[facts.AnyFact]


@dataclass(frozen=True)
class Decision:
    """What happens, what only the sender is told, and the first step of another table, if there is to be one."""

    made: Facts
    answer: str = ""
    opens: tuple[str, facts.Step] | None = None


@dataclass(frozen=True)
class Asked:
    """A command in its room: who sent it, when. `secret` gives bytes that nobody can foresee."""

    room: Room
    member: int
    now: float
    secret: Callable[[int], bytes] = field(repr=False)

    @property
    def seat(self) -> int:
        """The sender's seat; a refusal if he has none."""
        self.must_sit()
        seat = self.room.seat_of(self.member)
        assert seat is not None
        return seat

    def must_sit(self) -> None:
        """A refusal unless the sender has a seat."""
        if self.room.seat_of(self.member) is None:
            raise Refused("no_seat", "only who has a seat can do that; sit down first")

    def must_host(self) -> None:
        """A refusal unless the sender is the host."""
        if not self.room.members[self.member].host:
            raise Refused("not_host", "only the host of the table can do that")

    def must_be(self, *phases: str) -> None:
        """A refusal unless the table is in one of these phases."""
        if self.room.phase not in phases:
            raise Refused("wrong_phase", f"that cannot be done now: the table is {self.room.phase}")


def open_table(new: wire.NewTable, token: bytes, secret: bytes, now: float) -> facts.Step:
    """The first step of a new table; an error if there is no such game or it cannot be played so."""
    game = find_game(new.game)
    options = game.complete_options(new.options)
    game.check_options(options)
    opened = facts.Opened(
        game=game.name,
        rules=game.version,
        seats=game.check_seats(new.seats),
        options=options,
        settings=new.settings,
        secret=secret,
        lock=tokens.lock(new.password, secret[: tokens.SALT_BYTES]) if new.password else b"",
    )
    return facts.Step(now, (opened, facts.Joined(0, clean_name(new.name), token, host=True)))


def join(room: Room, new: wire.NewMember, token: bytes) -> Decision:
    """Somebody comes to the table."""
    if not tokens.opens(new.password, room.lock):
        raise Refused("wrong_password", "that is not the password of this table")
    if len(room.present) >= MOST_MEMBERS or len(room.members) >= 10 * MOST_MEMBERS:
        raise Refused("full", f"there are {MOST_MEMBERS} people at this table already")
    return Decision([facts.Joined(len(room.members), clean_name(new.name), token, host=not room.present)])


def redeem(room: Room, code: bytes, token: bytes, now: float) -> Decision:
    """A second device comes with a code."""
    member, until = room.codes.get(code, (-1, 0.0))
    if member < 0 or now > until or room.members[member].gone:
        raise Refused("wrong_code", "that code is not, or no longer, good here; ask for a new one")
    return Decision([facts.Known(member, token)])


def decide(asked: Asked, command: wire.AnyCommand) -> Decision:
    """What a member's command brings about."""
    if asked.room.phase == OVER and not isinstance(command, AFTER_THE_END):
        raise Refused("over", "the match is over")
    if asked.room.members[asked.member].gone:
        raise Refused("gone", "you have left this table")
    decision = carry_out(command, asked)
    return decision if isinstance(decision, Decision) else Decision(decision)


@singledispatch
def carry_out(command: wire.Command, asked: Asked) -> Facts | Decision:
    """The facts that a command makes."""
    raise Refused("unknown", f"a table cannot {type(command).__name__}")


# --- Who sits where -------------------------------------------------------------------------------------------------


@carry_out.register
def _(command: wire.Sit, asked: Asked) -> Facts:
    room = asked.room
    seat = known_seat(room, command.seat)
    before = room.seat_of(asked.member)
    if room.seats[seat].member is not None:
        raise Refused("taken", "somebody sits there already")
    if room.phase == GATHERING:
        if room.seats[seat].bot:
            raise Refused("taken", "a computer player sits there; the host can clear the seat")
    elif before is not None:
        raise Refused("wrong_phase", "seats are not changed in a match")
    return [facts.Sat(seat, asked.member)]


@carry_out.register
def _(command: wire.Stand, asked: Asked) -> Facts:
    return vacate(asked.room, asked.seat)


@carry_out.register
def _(command: wire.Leave, asked: Asked) -> Facts:
    room = asked.room
    seat = room.seat_of(asked.member)
    made: Facts = [] if seat is None or room.phase == OVER else vacate(room, seat)
    made.append(facts.Left(asked.member))
    others = [member.id for member in room.present if member.id != asked.member]
    if room.members[asked.member].host and others:
        made.append(facts.Hosting(min(others)))
    return made


@carry_out.register
def _(command: wire.AddBot, asked: Asked) -> Facts:
    asked.must_host()
    seat = known_seat(asked.room, command.seat)
    if asked.room.seats[seat].member is not None:
        raise Refused("taken", "somebody sits there")
    return [facts.Placed(seat, command.level)]


@carry_out.register
def _(command: wire.Empty, asked: Asked) -> Facts:
    asked.must_host()
    asked.must_be(GATHERING)
    seat = known_seat(asked.room, command.seat)
    owner = asked.room.seats[seat]
    if owner.member is None and not owner.bot:
        raise Refused("empty", "nobody sits there")
    return [facts.Unplaced(seat) if owner.bot else facts.Stood(seat)]


@carry_out.register
def _(command: wire.TakeOver, asked: Asked) -> Facts:
    room = asked.room
    asked.must_be(PLAYING)
    if asked.seat == (seat := known_seat(room, command.seat)):
        raise Refused("own_seat", "that is your own seat; stand up to leave it to a computer player")
    if seat not in room.actors or not room.seats[seat].by_hand:
        raise Refused("not_waiting", "nobody is waiting for that seat")
    wait = room.since + room.settings.clock.grace * room.stretch - asked.now
    if wait > 0:
        raise Refused("too_early", f"give that player {wait:.0f} seconds more")
    return [facts.Placed(seat, STAND_IN)]


@carry_out.register
def _(command: wire.Return, asked: Asked) -> Facts:
    if not asked.room.seats[asked.seat].bot:
        raise Refused("not_away", "nobody acts for you")
    if asked.room.seats[asked.seat].resigned:
        raise Refused("resigned", "you have given this match up")
    return [facts.Unplaced(asked.seat)]


def vacate(room: Room, seat: int) -> Facts:
    """Let a seat's member go; in a match a computer player goes on."""
    away: Facts = [facts.Stood(seat)]
    if room.phase != GATHERING and not room.seats[seat].bot:
        away.append(facts.Placed(seat, STAND_IN))
    return away


def known_seat(room: Room, seat: int) -> int:
    """The seat, if the table has it."""
    if seat >= len(room.seats):
        raise Refused("no_such_seat", f"this table has seats 0 to {len(room.seats) - 1}, not {seat}")
    return seat


# --- The match --------------------------------------------------------------------------------------------------------


@carry_out.register
def _(command: wire.Start, asked: Asked) -> Facts:
    asked.must_host()
    asked.must_be(GATHERING)
    empty = [number for number, seat in enumerate(asked.room.seats) if seat.member is None and not seat.bot]
    if empty:
        raise Refused("empty_seats", f"nobody sits in {', '.join(map(asked.room.game.seat_name, empty))} yet")
    return [facts.Called()]


@carry_out.register
def _(command: wire.Act, asked: Asked) -> Facts:
    room, seat = asked.room, asked.seat
    asked.must_be(PLAYING)
    if command.expect is not None and command.expect != room.number:
        raise Refused("stale", f"something has happened since event {command.expect}; look again")
    if room.seats[seat].resigned:
        raise Refused("resigned", "you have given this match up")
    back: Facts = [facts.Unplaced(seat)] if room.seats[seat].bot else []
    return [*back, facts.Acted(seat, legal_numbers(room, seat, command.action), "person")]


def legal_numbers(room: Room, seat: int, action: str) -> tuple[int, ...]:
    """The actions that a text stands for, if they are legal."""
    try:
        return room.running.numbers(seat, action)
    except NotYourTurn as error:
        raise Refused("not_your_turn", str(error), error.rule) from None
    except IllegalAction as error:
        raise Refused("illegal", str(error), error.rule) from None
    except ParlourError as error:
        raise Refused("notation", str(error)) from None


@carry_out.register
def _(command: wire.Resign, asked: Asked) -> Facts:
    room, seat = asked.room, asked.seat
    asked.must_be(PLAYING, PAUSED)
    made: Facts = [facts.Resigned(seat)]
    if len(room.seats) > 2 and len(room.players) > 1:
        return made if room.seats[seat].bot else [*made, facts.Placed(seat, STAND_IN)]
    return [*made, facts.Ended("resignation")]


@carry_out.register
def _(command: wire.Pause, asked: Asked) -> Facts:
    asked.must_be(PLAYING)
    asked.must_sit()
    return [facts.Paused(asked.member)]


@carry_out.register
def _(command: wire.Resume, asked: Asked) -> Facts:
    asked.must_be(PAUSED)
    asked.must_sit()
    return [facts.Resumed(asked.member)]


@carry_out.register
def _(command: wire.TakeBack, asked: Asked) -> Facts:
    asked.must_be(PLAYING)
    room, match = asked.room, asked.room.running
    if not match.moves or match.moves[-1][0] != asked.seat:
        raise Refused("too_late", "somebody has acted since; at a friendly table all may agree to take it back")
    before = match.clone()
    before.rewind(len(match.moves) - 1)
    if any(kind_of(room.game, row[0]).reveals for row in match.event_rows()[before.event_count :]):
        raise Refused("revealed", "that showed somebody a card that was hidden")
    return [facts.TakenBack(len(before.moves))]


# --- Agreements -------------------------------------------------------------------------------------------------------


@carry_out.register
def _(command: wire.Vote, asked: Asked) -> Facts | Decision:
    room = asked.room
    may_vote(asked, command.what)
    voted = facts.Voted(asked.member, command.what, command.yes)
    given = room.votes.get(command.what, [])
    if asked.member in given and command.yes:
        raise Refused("voted", "you have said so already")
    if not command.yes or {*given, asked.member} < set(room.players):
        return [voted]
    return agreed(asked, command.what, [voted])


def may_vote(asked: Asked, what: str) -> None:
    """A refusal if this cannot be voted on now, or not by this member."""
    room = asked.room
    if room.seats[asked.seat].resigned:
        raise Refused("resigned", "you have given this match up")
    if what == "rematch":
        asked.must_be(OVER)
        if room.next:
            raise Refused("over", f"there is another table already: {room.next}")
        return
    asked.must_be(PLAYING, PAUSED)
    if what == "take_back" and not room.settings.friendly:
        raise Refused("not_friendly", "moves are taken back at a friendly table only")
    if what == "take_back" and last_move(room, asked) is None:
        raise Refused("nothing", "you have not acted yet, so there is nothing to take back")


def agreed(asked: Asked, what: str, made: Facts) -> Facts | Decision:
    """What follows when everybody says yes."""
    room = asked.room
    if what == "rematch":
        table, step = rematch(asked)
        return Decision([*made, facts.Rematched(table)], opens=(table, step))
    if what == "take_back":
        proposer = Asked(room, room.votes.get(what, [asked.member])[0], asked.now, asked.secret)
        left = last_move(room, proposer)
        return [*made, facts.TakenBack(left or 0)]
    if TABLE in room.actors:
        for action in room.running.legal(TABLE):
            if str(action) == "end":  # a game that has an end by agreement of its own
                return [*made, facts.Acted(TABLE, (action.id,), "table")]
    return [*made, facts.Ended("agreement")]


def last_move(room: Room, asked: Asked) -> int | None:
    """How many moves there were before the last one of the sender."""
    moves = room.running.moves
    return next((at for at in reversed(range(len(moves))) if moves[at][0] == asked.seat), None)


def rematch(asked: Asked) -> tuple[str, facts.Step]:
    """Another table with the same people in the same seats, one further round."""
    room = asked.room
    opened = facts.Opened(
        game=room.game.name,
        rules=room.game.version,
        seats=len(room.seats),
        options=room.options,
        settings=room.settings,
        secret=asked.secret(SECRET_BYTES),
        lock=room.lock,
    )
    made: Facts = [opened]
    numbers = {member.id: number for number, member in enumerate(room.present)}
    for member in room.present:
        held = [token for token, owner in room.tokens.items() if owner == member.id]
        made.append(facts.Joined(numbers[member.id], member.name, held[0], host=member.host))
        made.extend(facts.Known(numbers[member.id], token) for token in held[1:])
    for number, seat in enumerate(room.seats[-1:] + room.seats[:-1]):
        if seat.member is not None:
            made.append(facts.Sat(number, numbers[seat.member]))
        elif seat.bot:
            made.append(facts.Placed(number, seat.bot))
    return tokens.table_id(asked.secret(tokens.TABLE_BYTES)), facts.Step(asked.now, tuple(made))


# --- The rest ---------------------------------------------------------------------------------------------------------


@carry_out.register
def _(command: wire.Chat, asked: Asked) -> Facts:
    if asked.room.members[asked.member].muted:
        raise Refused("muted", "the host does not let you chat")
    text = clean_line(command.text)
    if not text:
        raise Refused("empty", "there is nothing in that line that could be shown")
    return [facts.Said(asked.member, text)]


@carry_out.register
def _(command: wire.Rename, asked: Asked) -> Facts:
    return [facts.Renamed(asked.member, clean_name(command.name))]


@carry_out.register
def _(command: wire.Stir, asked: Asked) -> Facts:
    asked.must_be(GATHERING, STARTING)
    asked.must_sit()
    return [facts.Stirred(asked.member, bytes.fromhex(command.entropy))]


@carry_out.register
def _(command: wire.Stretch, asked: Asked) -> Facts:
    if asked.room.phase != GATHERING:
        asked.must_host()
    return [facts.Stretched(command.times)]


@carry_out.register
def _(command: wire.Mute, asked: Asked) -> Facts:
    asked.must_host()
    return [facts.Muted(known_member(asked.room, command.member), command.on)]


@carry_out.register
def _(command: wire.Report, asked: Asked) -> Facts:
    return [facts.Reported(asked.member, known_member(asked.room, command.member), clean_line(command.why))]


@carry_out.register
def _(command: wire.Invite, asked: Asked) -> Decision:
    code = tokens.code_from(asked.secret(tokens.CODE_LENGTH))
    return Decision([facts.Coded(asked.member, tokens.digest(code), asked.now + CODE_SECONDS)], answer=code)


def known_member(room: Room, member: int) -> int:
    """The member, if the table has him."""
    if member >= len(room.members):
        raise Refused("no_such_member", "there is nobody of that number at this table")
    return member
