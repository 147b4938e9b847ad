"""Puppets: people who are in league, and try everything at a table to see a hand that is not theirs.

Ann, Bob and Cid do whatever the room lets them, up to some number of commands, while Hal plays and never agrees to
anything; leaving and coming again under another name is one of them. Rooms that are equal are looked at once. What each
of them is sent must be the same in a world where all that is not his has been dealt afresh.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

from parlour.errors import Refused
from parlour.table import facts, wire
from parlour.table.decide import Asked, decide, join
from parlour.table.room import OVER, PLAYING, Room, Viewer
from parlour.table.telling import table_view, welcome
from tests.table.house import House, at_random
from tests.table.test_secrecy import another_world, copied, told

HAL = 3
MOST_MEMBERS = 6
VOTES = ("seat", "take_back", "end")


class Place(NamedTuple):
    """A room that the puppets have brought about, and the seat that each may know the hand of."""

    room: Room
    theirs: dict[int, int]


def begun(name: str, seated: int) -> Place:
    """Hal sits at seat 0, some of the puppets beside him, computer players elsewhere; Hal's time is up."""
    house = House(name, seed=5, clock=wire.Clock(grace=20.0), friendly=True)
    for puppet in ("Bob", "Cid", "Hal"):
        house.come(puppet)
    house.do(HAL, wire.Sit(0))
    for seat in range(1, len(house.room.seats)):
        house.do(seat - 1, wire.Sit(seat)) if seat <= seated else house.do(0, wire.AddBot(seat, "random"))
    house.do(0, wire.Start())
    house.pass_time(3.5)
    house.play_until(lambda: house.room.actors == (0,), at_random(1))
    house.pass_time(100.0)
    return Place(house.room, {member: member + 1 for member in range(seated)})


def commands(room: Room, member: int) -> Iterator[wire.AnyCommand]:
    """All that a member can ask for in a match; what is said is left out."""
    seats, members = range(len(room.seats)), range(len(room.members))
    yield from map(wire.Sit, seats)
    yield from map(wire.Wish, (None, *seats))
    yield from map(wire.Remove, members)
    yield from map(wire.TakeOver, seats)
    yield from (wire.AddBot(seat, "random") for seat in seats)
    yield from (wire.Vote(what, yes) for what in VOTES for yes in (True, False))  # type: ignore[arg-type]
    yield from (wire.Swap(0, 1), wire.Empty(0), wire.Start(), wire.Stand(), wire.Leave(), wire.Return(), wire.Ready())
    yield from (wire.Pause(), wire.Resume(), wire.Resign(), wire.TakeBack(), wire.Invite())
    seat = room.seat_of(member)
    if room.phase == PLAYING and seat in room.actors:
        yield wire.Act(str(room.running.legal(seat)[0]))


def followers(place: Place, now: float) -> Iterator[Place]:
    """Every room that one command more makes: of those who are in league, or of somebody who comes to join them."""
    puppets = [member.id for member in place.room.present if member.id != HAL]
    for member in puppets:
        for command in commands(place.room, member):
            made = after(place, now, member, command)
            if made is not None:
                yield made
    if len(place.room.members) < MOST_MEMBERS and (made := after(place, now, None, None)) is not None:
        yield made


def after(place: Place, now: float, member: int | None, command: wire.AnyCommand | None) -> Place | None:
    """The room after a command, None if it is refused or changes nothing."""
    try:
        if member is None or command is None:
            made = join(place.room, wire.NewMember("New", "", True), b"token %d" % len(place.room.members)).made
        else:
            made = decide(Asked(place.room, member, now, bytes), command).made
    except Refused:
        return None
    if not made:
        return None
    room = copied(place.room, place.room.running.clone())
    room.codes, room.tokens = dict(room.codes), dict(room.tokens)
    room.take(facts.Step(now, tuple(made), member))
    return Place(room, theirs(place, room))


def theirs(place: Place, room: Room) -> dict[int, int]:
    """Whose hand is whose: where one sat down first, but never Hal's, and nobody's whom Hal has not let in."""
    known = dict(place.theirs)
    if HAL not in room.players:
        for member in room.present:
            seat = room.seat_of(member.id)
            if seat not in (None, 0):
                known.setdefault(member.id, seat)
    return known


def look(room: Room) -> bytes:
    """All that matters of a room: two that look alike have the same future."""
    table = table_view(room)
    table.words, table.members = {}, []
    members = [(each.host, each.gone, each.resigned, each.held, each.removed) for each in room.members]
    held = [(seat.member, seat.bot) for seat in room.seats]
    standing = room.standing is not None, sorted(room.ready)
    return msgspec.json.encode((table, members, held, standing)) + bytes(room.running)


def check(place: Place, chance: random.Random) -> None:
    """Nobody in league is sent anything that depends on a hand that is not his."""
    room = place.room
    for member in room.present:
        if member.id != HAL:
            viewer: Viewer = place.theirs.get(member.id)
            twin = another_world(room, viewer, chance)
            assert told(welcome(room, member.id)) == told(welcome(twin, member.id)), (member, room.seats)


def explored(start: Place, depth: int) -> int:
    """Look at every room that can be reached with so many commands; how many there are."""
    chance, now = random.Random(1), start.room.touched + 1000.0
    seen, edge = {look(start.room)}, [start]
    for _ in range(depth):
        found = []
        for place in edge:
            for made in followers(place, now):
                if made.room.phase == OVER or (key := look(made.room)) in seen:
                    continue  # all hands are shown when it is over
                seen.add(key)
                check(made, chance)
                found.append(made)
        edge = found
        print(len(seen), "rooms", flush=True)
    return len(seen)


DEPTHS = [pytest.param(4, id="4"), pytest.param(6, id="6", marks=pytest.mark.long)]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("seated", [0, 1])
@pytest.mark.parametrize("name", ["kamra", "honors4"])
def test_puppets_see_no_hand_but_their_own(name: str, seated: int, depth: int) -> None:
    start = begun(name, seated)
    assert explored(start, depth) > 10
