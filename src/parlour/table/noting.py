"""What a room notes of its match when something has been done: whose turn it is, their time, what is looked at."""

from functools import cache
from typing import TYPE_CHECKING

from parlour.core.contract import TABLE
from parlour.core.events import HAND_OVER, KIND
from parlour.core.game import Game
from parlour.core.kinds import HEAVY, STANDS, Weight
from parlour.core.texts import kind_of
from parlour.table import facts
from parlour.table.places import Done, Standing

if TYPE_CHECKING:
    from parlour.table.room import Room


def note_match(room: "Room", at: float, acted: int) -> None:
    """See where the match is after something that everybody could notice was done by `acted`."""
    match, actors, windows = room.running, room.actors, room.windows
    weigh(room, at)
    told = match.event_count != room.rows
    room.noticed, room.changed = True, room.number + 1
    room.rows, room.actors = match.event_count, match.actors
    room.windows = frozenset([seat for seat in room.actors if seat != TABLE and room.keeps_silent(seat)])
    for seat in room.actors:
        if seat != TABLE:
            same = seat in actors and (seat in windows) == (seat in room.windows)
            same = seat != acted and (same or (room.live and not told))  # a tick asks nobody anything new
            ask(room, seat, at, again=same, told=told)
    room.heard = at if told else room.heard
    if not room.live or acted == TABLE or room.dealing:
        room.since = at
    if match.over:
        room.close("rules")


def ask(room: "Room", number: int, at: float, again: bool, told: bool) -> None:
    """A seat is to act: its time begins, unless it was asked the same before somebody else acted."""
    seat = room.seats[number]
    if not again:
        seat.since = at
        seat.warned = False
    if not again or (told and not room.live):
        seat.number = room.number + 1


def note_done(room: "Room", fact: facts.Acted, moves: int, at: float) -> None:
    """Charge a seat for its thinking, and note what it could take back."""
    if fact.seat == TABLE:
        room.done.clear()
        return
    seat, in_turn = room.seats[fact.seat], fact.seat not in room.windows
    if not (room.done and room.done[-1].seat == fact.seat and fact.by == "person"):
        room.done.clear()
    if fact.by == "person":
        alone = room.actors == (fact.seat,) and in_turn
        room.done.append(Done(fact.seat, moves, room.rows, seat.since, seat.spent, alone))
    if fact.by == "idle" and in_turn and seat.missed is None:
        seat.missed = at
    if fact.by in ("person", "idle") and in_turn and not room.live:
        seat.spent += (at - seat.since) - room.settings.clock.increment * room.stretch


def note_course(room: "Room", since: int) -> None:
    """Note the scores if a hand has ended since so many events."""
    if any(row[KIND] == HAND_OVER for row in room.running.event_rows(since)):
        room.course.append((room.running.event_count, room.running.scores))


def weigh(room: "Room", at: float) -> None:
    """See how long what has just happened is to be looked at: by its kinds of events, which everybody is told."""
    rows = room.running.event_rows(room.rows)
    weight = max([weight_of(room.game, row[KIND]) for row in rows], default=Weight.LIGHT)
    if weight == HEAVY:
        room.heavy = at
    elif weight == STANDS and room.settings.pause:
        room.standing = Standing(at)
        room.ready.clear()


def press_on(room: "Room", seat: int) -> None:
    """Who acts while a result stands has seen it."""
    member = room.seats[seat].member
    if room.standing is not None and member is not None:
        room.ready.add(member)


def open_market(room: "Room", at: float) -> None:
    """Let a live market whose hand has been dealt wait until all are there (H3-G05)."""
    if room.live and room.settings.pause and not room.dealing and not room.running.over:
        room.standing = Standing(at, opens=True)


@cache
def weight_of(game: Game, number: int) -> Weight:
    """The weight of a kind of event."""
    return kind_of(game, number).weight
