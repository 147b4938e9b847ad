"""What a command brings about: facts, or a refusal, with which nothing has changed."""

import math
from collections.abc import Mapping
from functools import cache, singledispatch

import msgspec

from parlour.core.events import SEEN
from parlour.core.game import Game
from parlour.core.options import Value
from parlour.core.texts import Seat, kind_of
from parlour.errors import EngineFailure, IllegalAction, NotYourTurn, OptionError, ParlourError, Refused
from parlour.games import game as find_game
from parlour.table import facts, tokens, wire
from parlour.table.agreements import vote, wish
from parlour.table.asked import Asked, Decision, Facts, come_back
from parlour.table.names import clean_line, clean_name, unlike
from parlour.table.places import Done, Member
from parlour.table.room import GATHERING, OVER, PAUSED, PLAYING, STARTING, Room

__all__ = ["STAND_IN", "Asked", "Decision", "decide", "join", "open_table", "redeem"]

STAND_IN = "casual"  # the computer player that acts for somebody who is away
CODE_SECONDS = 600.0
LEAST_MOVE, LEAST_MATCH, LEAST_GRACE = 1.0, 10.0, 1.0  # seconds of a clock
MOST_MEMBERS = 100
MOST_DEVICES = 20
AFTER_THE_END = (
    wire.Chat, wire.Phrase, wire.Rename, wire.Leave, wire.Remove, wire.Mute, wire.Report, wire.Invite, wire.Vote,
)  # fmt: skip


def open_table(new: wire.NewTable, token: bytes, secret: bytes, now: float, position: str = "") -> facts.Step:
    """The first step of a new table; an error if there is no such game or it cannot be played so."""
    opened = set_up(new, secret, position)
    return facts.Step(now, (opened, facts.Joined(0, clean_name(new.name), token, host=True)))


def set_up(new: wire.NewTable, secret: bytes, position: str = "") -> facts.Opened:
    """A new table with nobody at it."""
    game = find_game(new.game)
    check_clock(new.settings.clock)
    return facts.Opened(
        game=game.name,
        rules=game.version,
        seats=game.check_seats(new.seats),
        options=table_options(game, new.options),
        settings=msgspec.structs.replace(new.settings, title=clean_line(new.settings.title)),
        secret=secret,
        lock=tokens.lock(new.password, tokens.salt_from(secret)) if new.password else b"",
        position=position,
    )


def check_clock(clock: wire.Clock) -> None:
    """`OptionError` if nobody could keep to a clock."""
    for name, seconds, least in (("move", clock.move, LEAST_MOVE), ("match", clock.match, LEAST_MATCH)):
        if 0 < seconds < least:
            raise OptionError(f"a clock has at least {least:g} seconds for a {name}, or 0 for as long as you like")
    if clock.grace < LEAST_GRACE:
        raise OptionError(f"the grace period of a clock has at least {LEAST_GRACE:g} second")


def table_options(game: Game, given: Mapping[str, object]) -> dict[str, Value]:
    """All options; a game that can be played live is, at a table (H3-G05)."""
    live = {option.name: "live" for option in game.options if option.name == "pace"}
    options = game.complete_options({**live, **given})
    game.check_options(options)
    return options


def join(room: Room, new: wire.NewMember, token: bytes) -> Decision:
    """Somebody comes to the table: before the match to a seat, if there is one and they do not just watch."""
    shares = sharing(room, new.shares) if new.shares else None
    if shares is None and not tokens.opens(new.password, room.lock):
        raise Refused("wrong_password", "that is not the password of this table")
    if len(room.present) >= MOST_MEMBERS or len(room.members) >= 10 * MOST_MEMBERS:
        raise Refused("full", f"there are already {MOST_MEMBERS} people at this table")
    name = unlike(clean_name(new.name), [member.name for member in room.present])
    member = len(room.members)
    made: Facts = [facts.Joined(member, name, token, host=not room.present, shares=shares)]
    if not new.watch and room.phase in (GATHERING, STARTING) and (seat := free_seat(room)) is not None:
        made.append(facts.Sat(seat, member))
    return Decision(made)


def sharing(room: Room, token: str) -> int:
    """The member whose device somebody shares: declared before the deal, so that all know who sees whose cards."""
    member = room.tokens.get(tokens.digest(token))
    if member is None:
        raise Refused("not_member", "to share a device, send the token of somebody at the table who uses it")
    if room.phase not in (GATHERING, STARTING):
        raise Refused("wrong_phase", "a device is shared from before the deal; watch on this one, or use another")
    first = room.members[member].shares
    return member if first is None else first


def free_seat(room: Room) -> int | None:
    """The seat for somebody who comes before the match: an empty one, or else a computer player's, which gives way."""
    free = [(bool(seat.bot), number) for number, seat in enumerate(room.seats) if seat.member is None]
    return min(free)[1] if free else None


def redeem(room: Room, code: bytes, token: bytes, now: float) -> Decision:
    """A second device comes with a code."""
    member, until = room.codes.get(code, (-1, 0.0))
    if member < 0 or now > until or room.members[member].gone:
        raise Refused("wrong_code", "that code is wrong or too old; ask for a new one")
    if sum(owner == member for owner in room.tokens.values()) >= MOST_DEVICES:
        raise Refused("full", f"you are already here with {MOST_DEVICES} devices")
    return Decision([facts.Known(member, token)])


def decide(asked: Asked, command: wire.AnyCommand) -> Decision:
    """What a member's command brings about."""
    if asked.room.members[asked.member].gone:
        raise Refused("gone", "you have left this table")
    if asked.room.phase == OVER and not isinstance(command, AFTER_THE_END):
        raise Refused("over", "the match is over")
    decision = carrier_of(type(command))(command, asked)
    return decision if isinstance(decision, Decision) else Decision(decision)


@singledispatch
def carry_out(command: wire.Command, asked: Asked) -> Facts | Decision:
    """The facts that a command makes."""
    raise Refused("unknown", f"a table cannot {type(command).__name__}")


# --- Who sits where -------------------------------------------------------------------------------------------------


@carry_out.register
def _sit(command: wire.Sit, asked: Asked) -> Facts:
    room = asked.room
    seat, member = known_seat(room, command.seat), room.members[asked.member]
    if room.seat_of(member.id) == seat:
        return []
    if room.seats[seat].member is not None:
        raise Refused("taken", "somebody is already sitting there")
    if room.phase not in (GATHERING, STARTING):
        must_have_held(member, seat)
    elif room.seats[seat].bot and room.seat_of(member.id) is not None:
        raise Refused("taken", "a computer player sits there; the host can clear the seat")
    return [facts.Sat(seat, member.id)]


def must_have_held(member: Member, seat: int) -> None:
    """A refusal unless these are the cards that a member has held in this match."""
    if member.resigned:
        raise Refused("resigned", "you have given up this match")
    if member.held is None:
        raise Refused("ask", "the match has begun: ask for that seat, and the players decide")
    if member.held != seat:
        raise Refused("wrong_phase", "nobody changes seats in a match: once you have seen a hand you play it")


@carry_out.register
def _swap(command: wire.Swap, asked: Asked) -> Facts:
    asked.must_host()
    asked.must_be(GATHERING)
    seat, other = known_seat(asked.room, command.seat), known_seat(asked.room, command.other)
    return [facts.Swapped(seat, other)] if seat != other else []


@carry_out.register
def _wish(command: wire.Wish, asked: Asked) -> Facts:
    return wish(asked, command.seat)


@carry_out.register
def _stand(command: wire.Stand, asked: Asked) -> Facts:
    return vacate(asked.room, asked.seat)


@carry_out.register
def _leave(command: wire.Leave, asked: Asked) -> Facts:
    room = asked.room
    made = gone(room, asked.member)
    others = [member.id for member in room.present if member.id != asked.member]
    if room.members[asked.member].host and others:
        made.append(facts.Hosting(min(others)))
    return made


@carry_out.register
def _remove(command: wire.Remove, asked: Asked) -> Facts:
    asked.must_host()
    member = known_member(asked.room, command.member)
    if member == asked.member:
        raise Refused("own_seat", "that is you; to go, leave the table")
    if asked.room.members[member].gone:
        raise Refused("no_such_member", "that player has left already")
    return gone(asked.room, member)


@carry_out.register
def _add_bot(command: wire.AddBot, asked: Asked) -> Facts:
    asked.must_host()
    seat = known_seat(asked.room, command.seat)
    if asked.room.seats[seat].member is not None:
        raise Refused("taken", "somebody is sitting there")
    if command.level not in levels():
        raise Refused("no_such_bot", f"there is no computer player {command.level}; there are {', '.join(levels())}")
    return [facts.Placed(seat, command.level)]


@cache
def levels() -> tuple[str, ...]:
    """The computer players that may sit at a table: those with a plain name, never a program of a client's choice."""
    from parlour.bots.registry import names

    return tuple(names())


@carry_out.register
def _empty(command: wire.Empty, asked: Asked) -> Facts:
    asked.must_host()
    asked.must_be(GATHERING)
    seat = known_seat(asked.room, command.seat)
    owner = asked.room.seats[seat]
    if owner.member is None and not owner.bot:
        raise Refused("empty", "nobody sits there")
    return [facts.Unplaced(seat) if owner.bot else facts.Stood(seat)]


@carry_out.register
def _take_over(command: wire.TakeOver, asked: Asked) -> Facts:
    room = asked.room
    asked.must_be(PLAYING)
    asked.must_play_or_host()
    if room.seat_of(asked.member) == (seat := known_seat(room, command.seat)):
        raise Refused("own_seat", "that is your own seat; stand up to leave it to a computer player")
    if seat not in room.actors or not room.seats[seat].by_hand:
        raise Refused("not_waiting", "nobody is waiting for that seat")
    wait = room.seats[seat].since + room.settings.clock.grace * room.stretch - asked.now
    if wait > 0:
        raise Refused("too_early", f"give that player {math.ceil(wait)} seconds more")
    return [facts.Placed(seat, STAND_IN)]


@carry_out.register
def _return(command: wire.Return, asked: Asked) -> Facts:
    asked.must_play()
    back = come_back(asked)
    if not back:
        raise Refused("not_away", "nobody is playing for you")
    return back


def gone(room: Room, member: int) -> Facts:
    """Somebody goes for good; in a match a computer player takes over."""
    seat = room.seat_of(member)
    made: Facts = [] if seat is None or room.phase == OVER else vacate(room, seat)
    return [*made, facts.Left(member)]


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
def _start(command: wire.Start, asked: Asked) -> Facts:
    asked.must_host()
    asked.must_be(GATHERING)
    empty = [number for number, seat in enumerate(asked.room.seats) if seat.member is None and not seat.bot]
    if empty:
        raise Refused("empty_seats", f"nobody sits in {', '.join(map(asked.room.game.seat_name, empty))} yet")
    return [facts.Called()]


@carry_out.register
def _act(command: wire.Act, asked: Asked) -> Facts:
    room, seat = asked.room, asked.seat
    asked.must_be(PLAYING)
    asked.must_play()
    return [*come_back(asked), facts.Acted(seat, expected_numbers(room, seat, command), "person")]


def expected_numbers(room: Room, seat: int, command: wire.Act) -> tuple[int, ...]:
    """The actions of a command; what cannot be done any more because the match has gone on is stale, not illegal."""
    if command.expect is None:
        return legal_numbers(room, seat, command.action)
    must_be_fresh(room, seat, command.expect)
    try:
        return legal_numbers(room, seat, command.action)
    except Refused as refused:
        if command.expect < room.changed and refused.code in ("illegal", "not_your_turn"):
            raise stale(command.expect) from None
        raise


def must_be_fresh(room: Room, seat: int, expect: int) -> None:
    """A refusal if the sender has not seen all that matters for the action.

    What others say, or their silence in a window, does not matter: nobody loses a race because of it (C-08).
    """
    oldest = room.seats[seat].number if seat in room.actors else room.number
    if not oldest <= expect <= room.number:
        raise stale(expect)


def stale(expect: int) -> Refused:
    """What somebody is told who has not seen all that matters."""
    return Refused("stale", f"something has happened since event {expect}; look again")


def legal_numbers(room: Room, seat: int, action: str) -> tuple[int, ...]:
    """The actions that a text stands for, if they are legal."""
    try:
        return room.running.numbers(seat, action)
    except NotYourTurn as error:
        raise Refused.by_rules("not_your_turn", error) from None
    except IllegalAction as error:
        raise Refused.by_rules("illegal", error) from None
    except EngineFailure:  # the text may be right
        raise
    except ParlourError as error:
        raise Refused("notation", str(error)) from None


@carry_out.register
def _resign(command: wire.Resign, asked: Asked) -> Facts:
    room, seat = asked.room, asked.seat
    asked.must_be(PLAYING, PAUSED)
    asked.must_play()
    made: Facts = [facts.Resigned(seat)]
    if len(room.seats) == 2 or len(room.players) == 1:
        return [*made, facts.Ended("resignation")]
    return made if room.seats[seat].bot else [*made, facts.Placed(seat, STAND_IN)]


@carry_out.register
def _ready(command: wire.Ready, asked: Asked) -> Facts:
    asked.must_play()
    if asked.room.standing is None or asked.member in asked.room.ready:
        return []  # it is over already, and this came as quickly as it could
    return [*come_back(asked), facts.Readied(asked.member)]


@carry_out.register
def _tempo(command: wire.Tempo, asked: Asked) -> Facts:
    asked.must_play_or_host()
    return [facts.Paced(command.tempo)] if command.tempo != asked.room.settings.tempo else []


@carry_out.register
def _pause(command: wire.Pause, asked: Asked) -> Facts:
    asked.must_be(PLAYING)
    asked.must_play_or_host()
    return [facts.Paused(asked.member)]


@carry_out.register
def _resume(command: wire.Resume, asked: Asked) -> Facts:
    asked.must_be(PAUSED)
    asked.must_play_or_host()
    return [facts.Resumed(asked.member)]


@carry_out.register
def _take_back(command: wire.TakeBack, asked: Asked) -> Facts:
    room, seat = asked.room, asked.seat
    asked.must_be(PLAYING)
    asked.must_play()
    if not room.done or room.done[-1].seat != seat:
        raise Refused(
            "too_late", "others have acted since then; at a friendly table you can take it back if everybody agrees"
        )
    done = room.done[-1]
    if not done.alone:
        raise Refused("shared", "you cannot take that back: others could act, or claim, at the same time")
    if reveals(room, done):
        raise Refused("revealed", "you cannot take that back: it showed somebody a hidden card", "C-06")
    return [facts.TakenBack(done.moves)]


def reveals(room: Room, done: Done) -> bool:
    """Whether what was done showed anybody a hidden card: by an event that reveals, or by naming more than numbers."""
    if room.game.evaluation is not None:  # a game without secrets
        return False
    others = ~(1 << done.seat)
    for row in room.running.event_rows()[done.rows :]:
        kind = kind_of(room.game, row[0])
        named = any(argument is not None and argument.show not in (int, bool, Seat) for argument in (kind.a, kind.b))
        if kind.reveals or (named and row[SEEN] & others):
            return True
    return False


@carry_out.register
def _vote(command: wire.Vote, asked: Asked) -> Facts | Decision:
    return vote(asked, command)


# --- The rest ---------------------------------------------------------------------------------------------------------


@carry_out.register
def _chat(command: wire.Chat, asked: Asked) -> Facts:
    must_speak(asked)
    text = clean_line(command.text)
    if not text:
        raise Refused("empty", "there is nothing in that line to show")
    return [facts.Said(asked.member, text)]


@carry_out.register
def _phrase(command: wire.Phrase, asked: Asked) -> Facts:
    must_speak(asked)
    return [facts.Said(asked.member, "", command.phrase)]


def must_speak(asked: Asked) -> None:
    """A refusal if the host does not let the sender speak."""
    if asked.room.members[asked.member].muted:
        raise Refused("muted", "the host has muted you")


@carry_out.register
def _rename(command: wire.Rename, asked: Asked) -> Facts:
    must_speak(asked)
    others = [member.name for member in asked.room.present if member.id != asked.member]
    return [facts.Renamed(asked.member, unlike(clean_name(command.name), others))]


@carry_out.register
def _stir(command: wire.Stir, asked: Asked) -> Facts:
    asked.must_be(GATHERING, STARTING)
    asked.must_sit()
    return [facts.Stirred(asked.member, bytes.fromhex(command.entropy))]


@carry_out.register
def _stretch(command: wire.Stretch, asked: Asked) -> Facts:
    asked.must_play_or_host()
    if asked.room.phase != GATHERING or command.times < asked.room.stretch:
        asked.must_host()
    return [facts.Stretched(command.times)]


@carry_out.register
def _mute(command: wire.Mute, asked: Asked) -> Facts:
    asked.must_host()
    return [facts.Muted(known_member(asked.room, command.member), command.on)]


@carry_out.register
def _report(command: wire.Report, asked: Asked) -> Facts:
    why = clean_line(command.why)
    if not why:
        raise Refused("empty", "say what is wrong")
    return [facts.Reported(asked.member, known_member(asked.room, command.member), why)]


@carry_out.register
def _invite(command: wire.Invite, asked: Asked) -> Decision:
    code = tokens.code_from(asked.secret(tokens.CODE_LENGTH))
    return Decision([facts.Coded(asked.member, tokens.digest(code), asked.now + CODE_SECONDS)], answer=code)


def known_member(room: Room, member: int) -> int:
    """The member, if the table has one of that number."""
    if member >= len(room.members):
        raise Refused("no_such_member", "there is nobody with that number at this table")
    return member


carrier_of = cache(carry_out.dispatch)  # by the kind of a command
