"""What happens at a table by itself: dealing, windows that close, clocks that run out, computer players.

`due` says when to look again; `overdue` what has happened by then. Nothing here knows the time by itself.
"""

from dataclasses import dataclass
from typing import TypeAlias

from parlour.core.contract import TABLE
from parlour.table import facts
from parlour.table.decide import STAND_IN
from parlour.table.room import PLAYING, STARTING, Room

COUNTDOWN = 3.0  # seconds before the deal, in which players may add entropy
TICK = 1.0  # seconds between two looks round a live market (H3-G05)
WARNING = 15.0  # seconds before its time is up a seat is warned, or a quarter of the time

Due: TypeAlias = tuple[float, facts.AnyFact]


@dataclass(frozen=True)
class Thinker:
    """A computer player that is to act, and the time before which it must not."""

    seat: int
    level: str
    not_before: float


def due(room: Room) -> float | None:
    """When something happens by itself, if anything does."""
    return min((at for at, _ in coming(room)), default=None)


def overdue(room: Room, now: float) -> list[facts.AnyFact]:
    """What has come due, all that does at the same time."""
    at = due(room)
    return [] if at is None or at > now else [fact for when, fact in coming(room) if when == at]


def coming(room: Room) -> list[Due]:
    """Everything that will happen by itself if nobody does anything."""
    if room.phase == STARTING:
        waits = COUNTDOWN if len(room.players) > 1 else 0.0
        return [(room.since + waits, facts.Begun())]
    if room.phase != PLAYING:
        return []
    if TABLE in room.actors:
        waits = room.settings.pause if people_act(room) else 0.0
        return [(room.since + waits, facts.Acted(TABLE, (room.running.legal_ids(TABLE)[0],), "table"))]
    if room.live:
        return ticks(room)
    return [each for seat in room.actors if room.seats[seat].by_hand for each in seat_clock(room, seat)]


def ticks(room: Room) -> list[Due]:
    """In a live market time passes for everybody, whoever is in the middle of an offer or not."""
    return [(room.since + TICK, facts.Acted(seat, (room.running.legal_ids(seat)[0],), "table")) for seat in room.actors]


def seat_clock(room: Room, seat: int) -> list[Due]:
    """The warning and the end of a seat's time: silence in a window, else the idle move, then a computer player."""
    idle = facts.Acted(seat, (room.running.legal_ids(seat)[0],), "idle")
    if room.silent(seat):
        return [(room.since + room.settings.window * room.stretch, idle)]
    limit = time_left(room, seat)
    if limit is None:
        return []
    if room.seats[seat].idled:
        return [(room.since + min(limit, room.settings.clock.grace * room.stretch), facts.Placed(seat, STAND_IN))]
    warning = limit - min(WARNING, limit / 4)
    if seat not in room.warned:
        return [(room.since + warning, facts.Warned(seat))]
    return [(room.since + limit, idle)]


def time_left(room: Room, seat: int) -> float | None:
    """The seconds that a seat had when its turn began; None if it has for ever."""
    clock = room.settings.clock
    limits = []
    if clock.move:
        limits.append(clock.move * room.stretch)
    if clock.match:
        limits.append(max(0.0, clock.match * room.stretch - room.seats[seat].spent))
    return min(limits, default=None)


def deadline(room: Room, seat: int | None) -> float | None:
    """When the time of a seat that is to act is up, for its client to show."""
    if room.phase != PLAYING or seat is None or seat not in room.actors or not room.seats[seat].by_hand or room.live:
        return None
    if room.silent(seat):
        return room.since + room.settings.window * room.stretch
    limit = time_left(room, seat)
    return None if limit is None else room.since + limit


def thinkers(room: Room) -> list[Thinker]:
    """The computer players that are to act."""
    if room.phase != PLAYING:
        return []
    return [
        Thinker(seat, room.seats[seat].bot, room.since + courtesy(room, seat))
        for seat in room.actors
        if seat != TABLE and room.seats[seat].bot
    ]


def courtesy(room: Room, seat: int) -> float:
    """How long a computer player waits: half a window if a person could claim first (C-08), or until all can follow."""
    if not people_act(room):
        return 0.0
    rivals = any(other != TABLE and other != seat and room.seats[other].by_hand for other in room.actors)
    held_back = room.settings.window * room.stretch / 2 if rivals and room.silent(seat) else 0.0
    return max(held_back, room.settings.bot_delay)


def people_act(room: Room) -> bool:
    """Whether any seat is played by a person."""
    return any(seat.by_hand for seat in room.seats)
