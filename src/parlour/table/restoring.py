"""Restoring a table: it stands again as it did after some line of its log.

It is set back in place, by one more line, so the log only grows: who plays keeps their link, their token and the
commitment to the deal, and what was undone can still be read, and restored in turn. Nobody can forget what they have
seen, so what they held stays noted; and what was answered stays answered, so nothing is carried out twice.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.table import facts
from parlour.table.names import unlike
from parlour.table.places import Member

if TYPE_CHECKING:
    from parlour.table.room import Room


def restored_to(step: facts.Step) -> facts.Restored | None:
    """How far back a line sets its table, if it does."""
    first = step.facts[0] if step.facts else None
    return first if type(first) is facts.Restored else None


def last_restore(log: Sequence[facts.Step]) -> tuple[int, facts.Restored] | None:
    """The last line of a log that sets its table back: its place, and how far."""
    for place in reversed(range(len(log))):
        if (fact := restored_to(log[place])) is not None:
            return place, fact
    return None


def set_back(room: "Room", undone: Sequence[facts.Step], step: facts.Step) -> None:
    """Take a line that restores a table; the room stands as it did before all that is undone.

    Of that nothing is played again, or a table could not be restored that a fault of ours has spoilt.
    """
    fact = restored_to(step)
    assert fact is not None
    old = len(room.members)
    for each in undone:
        for one in each.facts:
            keep(room, one, each.member, old)
        if each.key:
            room.answers.keep(each, fact.number)
    forget(room)
    room.number, room.steps, room.restored = fact.number + 1, fact.lines + len(undone) + 1, step.at
    room.changed = room.number
    for seat in room.seats:
        seat.number = room.number  # what somebody decided to do before they knew of it is stale
    room.touched = room.noticeable = room.attended = step.at
    room.noticed = room.tabled = True


def keep(room: "Room", fact: facts.AnyFact, by: int | None, old: int) -> None:
    """Let something stay so though it was undone: who came, and what they have seen. The first `old` are back."""
    names = [member.name for member in room.present]
    match fact:
        case facts.Joined():
            host = fact.host and not any(member.host for member in room.present)
            room.members.append(Member(fact.member, unlike(fact.name, names), host, shares=fact.shares))
            room.tokens[fact.token] = fact.member
        case facts.Known():
            room.tokens[fact.token] = fact.member
        case facts.Left() if fact.member >= old:
            room.happen(fact, room.touched)
            room.members[fact.member].removed = by not in (None, fact.member)
        case facts.Muted():
            room.members[fact.member].muted = fact.on
        case facts.Sat():
            member = room.members[fact.member]
            member.held = fact.seat if member.held is None else member.held
        case _:
            pass


def forget(room: "Room") -> None:
    """Forget what was only of that moment."""
    room.votes.clear()
    room.codes.clear()
    room.ready.clear()
    room.done.clear()
    room.wish = room.founds = None
