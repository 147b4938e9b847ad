"""What happens at a table by itself: dealing, windows that close, clocks that run out, computer players.

`due` says when to look again; `overdue` what has happened by then. Nothing here knows the time by itself.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from parlour.core.contract import TABLE
from parlour.table import facts
from parlour.table.agreements import own_end
from parlour.table.decide import STAND_IN
from parlour.table.room import PLAYING, STARTING, Room

COUNTDOWN = 3.0  # seconds before the deal, in which players may add entropy
FACTORS = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "wait": 1.0}  # of the routine step at each tempo
HEAVY_STEPS = 2.0  # steps that a heavy event is looked at
FINEST = 0.02  # the least step in which computer players that think come to act, though nothing is waited for
TICK = 1.0  # seconds between two looks round a live market (H3-G05)
WARNING = 15.0  # seconds before its time is up a seat is warned, or a quarter of the time
REST = 1800.0  # seconds without a sign from anybody after which a table that goes on by itself rests

Due: TypeAlias = tuple[float, list[facts.AnyFact]]


class Thinker(NamedTuple):
    """A computer player that is to act, the time before which it must not, and the event that asked it."""

    seat: int
    level: str
    not_before: float
    asked: int


class Agenda(NamedTuple):
    """What is to be done for a room as it is: when to look again, and who is to think."""

    due: float | None
    thinkers: list[Thinker]


def plan(room: Room) -> Agenda:
    """What is to be done for a room."""
    return Agenda(due(room), thinkers(room))


def due(room: Room) -> float | None:
    """When something happens by itself, if anything does."""
    return min([at for at, _ in coming(room)], default=None)


def overdue(room: Room, now: float) -> list[facts.AnyFact]:
    """What has come due first. Ask again after it: one thing may change another."""
    at, made = min(coming(room), key=lambda each: each[0], default=(math.inf, []))
    return made if at <= now else []


def coming(room: Room) -> list[Due]:
    """Everything that will happen by itself if nobody does anything. A table that all have left waits for somebody."""
    if room.deserted:
        return []
    if room.phase == STARTING:
        waits = COUNTDOWN if len(room.players) > 1 else 0.0
        return [(room.since + waits, [facts.Begun(room.game.version)])]
    if room.phase != PLAYING:
        return []
    return [*rest(room), *stand_ins(room), *press_on(room), *in_play(room)]


def in_play(room: Room) -> list[Due]:
    """What will happen in the match: the world moves, the market ticks, or somebody's time is up."""
    if room.dealing or room.live:
        if room.standing is not None:
            return []
        if not room.dealing:
            return [tick(room)]
        return [(followed(room, room.since), [facts.Acted(TABLE, (worlds_move(room),), "table")])]
    return [each for seat in room.actors if room.seats[seat].by_hand for each in seat_clock(room, seat)]


def press_on(room: Room) -> list[Due]:
    """The end of what stands: when all have pressed on, or enough time has passed. A market counts down before it."""
    standing = room.standing
    if standing is None:
        return []
    everybody = room.voters <= room.ready
    if standing.opens:
        if standing.counts is not None:
            return [(standing.counts + COUNTDOWN, [facts.Onward()])]
        return [(standing.since, [facts.Counting()])] if everybody else []
    if everybody and room.voters:
        return [(standing.since, [facts.Onward()])]
    until = stands_until(room)
    return [] if until is None else [(until, [facts.Onward()])]


def stands_until(room: Room) -> float | None:
    """When what stands is over by itself, if it ever is."""
    standing = room.standing
    assert standing is not None
    if standing.opens:
        return None if standing.counts is None else standing.counts + COUNTDOWN
    if room.settings.tempo == "wait" and room.voters:
        return None
    return standing.since + room.settings.pause


def awaited(room: Room) -> list[int]:
    """The seats that are waited for: those that may act, or that have not pressed on where that is waited for."""
    if room.standing is None or stands_until(room) is not None:
        return [seat for seat in room.actors if seat != TABLE]
    return [seat for seat, owner in enumerate(room.seats) if owner.by_hand and owner.member not in room.ready]


def step(room: Room) -> float:
    """How long a routine step takes."""
    return room.settings.bot_delay * FACTORS[room.settings.tempo]


def followed(room: Room, since: float) -> float:
    """When people have followed what has happened since: a step later, or more if something heavy was among it."""
    return max(since + step(room), room.heavy + HEAVY_STEPS * step(room))


def rest(room: Room) -> list[Due]:
    """A table that goes on by itself, computer players or a live market, does not go on for ever with nobody there."""
    by_itself = room.live or not [seat for seat in room.seats if seat.by_hand]
    return [(room.attended + REST, [facts.Paused()])] if by_itself else []


def worlds_move(room: Room) -> int:
    """What the world does: the match ends if all have agreed on it and the game says how (BC-G17), else it goes on."""
    legal = room.running.legal_ids(TABLE)
    if room.ending and (end := own_end(room)) in legal:
        return end
    return legal[0]


def tick(room: Room) -> Due:
    """In a live market time passes for everybody, even in the middle of an offer (H3-G05)."""
    match = room.running
    waits = [facts.Acted(seat, (match.legal_ids(seat)[0],), "table") for seat in room.actors if seat != TABLE]
    assert room.ticks is not None
    return room.since + TICK, [*waits, facts.Acted(TABLE, (room.ticks,), "table")]


def stand_ins(room: Room) -> list[Due]:
    """A computer player takes the place of somebody who let their time run out and has not been heard of since."""
    grace = room.settings.clock.grace * room.stretch
    return [
        (seat.missed + grace, [facts.Placed(number, STAND_IN)])
        for number, seat in enumerate(room.seats)
        if seat.missed is not None and seat.by_hand
    ]


def seat_clock(room: Room, number: int) -> list[Due]:
    """The warning and the end of a seat's time: silence in a window (C-15), else the idle move (C-13)."""
    seat = room.seats[number]
    limit = time_left(room, number)
    if limit is None:
        return []
    if number in room.windows or seat.warned:
        return [(seat.since + limit, [facts.Acted(number, (room.running.legal_ids(number)[0],), "idle")])]
    return [(seat.since + limit - min(WARNING, limit / 4), [facts.Warned(number)])]


def time_left(room: Room, number: int) -> float | None:
    """The seconds that a seat had when it was asked; None if it has for ever."""
    clock = room.settings.clock
    if number in room.windows:
        return room.settings.window * room.stretch
    limits = []
    if clock.move:
        limits.append(clock.move * room.stretch)
    if clock.match:
        limits.append(max(0.0, clock.match * room.stretch - room.seats[number].spent))
    return min(limits, default=None)


def deadline(room: Room, seat: int | None) -> float | None:
    """When the time of a seat that is to act is up, for its client to show; in a countdown, when the market opens."""
    if room.phase == PLAYING and room.standing is not None and room.standing.counts is not None:
        return stands_until(room)
    if room.phase != PLAYING or seat is None or seat not in room.actors or not room.seats[seat].by_hand or room.live:
        return None
    limit = time_left(room, seat)
    return None if limit is None else room.seats[seat].since + limit


def lost(outages: Iterable[tuple[float, float]], since: float) -> float:
    """The seconds since a time in which no server was running; the outages come in the order in which they began."""
    seconds = 0.0
    for began, ended in outages:
        if ended > since:
            seconds += ended - max(began, since)
            since = ended
    return seconds


def thinkers(room: Room) -> list[Thinker]:
    """The computer players that are to act."""
    return [
        Thinker(seat, room.seats[seat].bot, not_before(room, seat), room.seats[seat].number)
        for seat in room.actors
        if is_asked(room, seat)
    ]


def is_asked(room: Room, seat: int) -> bool:
    """Whether a seat's computer player is to act."""
    asked = seat != TABLE and seat in room.actors and bool(room.seats[seat].bot)
    return asked and room.phase == PLAYING and room.standing is None and not room.deserted


def still_asked(room: Room, thinker: Thinker) -> bool:
    """Whether a computer player is to act, and on what it was asked then: a move may have been taken back since."""
    return is_asked(room, thinker.seat) and room.seats[thinker.seat].number == thinker.asked


def shown_at(room: Room, thinker: Thinker, ready: float) -> float:
    """When a computer player acts who has made up its mind: as soon as it may, or else a whole number of steps later.

    How long it has thought depends on its hand, and would tell of it if it could be read from the time of its move: so
    there are steps even where there is none to wait for.
    """
    late, grid = ready - thinker.not_before, max(step(room), FINEST)
    return thinker.not_before + max(0, math.ceil(late / grid)) * grid


def not_before(room: Room, number: int) -> float:
    """How long a computer player waits, so that all can follow, and people can win a race with it (C-08).

    If a person could claim first, it waits half a window; in a live market half a window after what happened last,
    though never more than a whole one, or a busy market would keep it waiting for ever.
    """
    since = room.seats[number].since
    follow = followed(room, since)
    rivals = any(other not in (TABLE, number) and room.seats[other].by_hand for other in room.actors)
    window = room.settings.window * room.stretch
    if rivals and number in room.windows:
        return max(follow, since + window / 2)
    if rivals and room.live:
        return max(follow, min(room.heard + window / 2, since + window))
    return follow
