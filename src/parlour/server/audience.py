"""Who listens at a table, and what they are told: what happens, how everything stands, and who is here."""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from parlour.table import facts, telling, wire
from parlour.table.room import Room, Viewer

KEPT = 200  # steps that are kept to tell who was away for a moment
REST = 0.5  # seconds from one word of who is here to the next

encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    member: int | None

    def send(self, data: bytes) -> None:
        """Take a message; never waits."""

    def sent_away(self) -> None:
        """There is no such table any more."""


class Audience:
    """All who listen at a table. It is told only what is certain: the table sees to that."""

    def __init__(self, room: Room) -> None:
        self.listeners: list[Listener] = []
        self.told: deque[telling.Told] = deque(maxlen=KEPT)
        self.eyes = seated(room)  # through whose seats members see, as far as they were told
        self.resting: asyncio.TimerHandle | None = None  # until who is here may be told again
        self.changed = False  # whether somebody has come or gone since it was told

    # --- What happens -------------------------------------------------------------------------------------------------

    def tell(self, room: Room, told: Sequence[telling.Told]) -> int:
        """Tell every listener what they may know of the steps that were taken last; how many messages that took."""
        teller = telling.Teller(room, told)
        messages: dict[Viewer, list[bytes]] = {}
        count = 0
        for listener in self.listeners:
            viewer = room.seat_of(listener.member)
            if viewer not in messages:
                messages[viewer] = [encode(update) for update in teller.updates(viewer)]
            for message in messages[viewer]:
                listener.send(message)
            count += len(messages[viewer])
        if teller.did(*telling.SEATING, facts.Left):
            happened = [fact for each in told for fact in each.step.facts]
            self.welcome_moved(room, [fact.member for fact in happened if type(fact) is facts.Left])
        if teller.did(facts.TakenBack):
            self.told.clear()
        self.told.extend([each for each in told if not each.private])
        return count

    def missed(self, room: Room, listener: Listener, since: int | None) -> list[wire.Update]:
        """What a listener missed, if that is still known; in a game of memory nothing is told again (C-18)."""
        if since is None or room.match is None or telling.forgets(room) or not self.told:
            return []
        if not self.told[0].number <= since + 1:
            return []
        viewer = room.seat_of(listener.member)
        return [telling.retell(room, told, viewer) for told in self.told if told.number > since]

    # --- How everything stands ----------------------------------------------------------------------------------------

    def welcome(self, room: Room, listener: Listener, since: int | None = None) -> None:
        """Tell a listener what they missed and how everything stands."""
        for missed in self.missed(room, listener, since):
            listener.send(encode(missed))
        listener.send(encode(telling.welcome(room, listener.member)))

    def welcome_all(self, room: Room) -> None:
        """Tell every listener how everything stands."""
        self.eyes = seated(room)
        for listener in self.listeners:
            self.welcome(room, listener)

    def welcome_moved(self, room: Room, left: Iterable[int]) -> None:
        """Tell how everything stands to those who have left, or see it with other eyes than before: all others know."""
        before, self.eyes = self.eyes, seated(room)
        moved = {member for member, _ in before.items() ^ self.eyes.items()}.union(left)
        for listener in self.listeners:
            if listener.member in moved:
                self.welcome(room, listener)

    def renew(self, room: Room, restored: bool) -> None:
        """The table has been read again from its log, and perhaps set back: what was told before may not have been."""
        self.told.clear()
        if restored:
            self.send_all(telling.restored(room))
        self.welcome_all(room)

    # --- Who is here --------------------------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Somebody listens from now on."""
        self.listeners.append(listener)
        self.tell_presence(listener)

    def leave(self, listener: Listener) -> None:
        """Somebody does not listen any more."""
        self.listeners.remove(listener)
        self.tell_presence()

    def send_away(self) -> None:
        """There is no such table any more."""
        for listener in list(self.listeners):
            listener.sent_away()

    def tell_presence(self, newcomer: Listener | None = None) -> None:
        """Tell everybody who is here: at once, or after a rest if that was told a moment ago, so that a crowd that
        comes and goes does not keep everybody busy. Who comes is told at once."""
        if self.resting is None:
            self.changed = False
            self.tell_here(self.listeners)
            self.resting = asyncio.get_running_loop().call_later(REST, self.rested)
            return
        self.changed = True
        if newcomer is not None:
            self.tell_here([newcomer])

    def rested(self) -> None:
        """Who is here may be told again."""
        self.resting = None
        if self.changed:
            self.tell_presence()

    def tell_here(self, listeners: Iterable[Listener]) -> None:
        """Tell some who is here, and how many look on who have not joined."""
        here = sorted({each.member for each in self.listeners if each.member is not None})
        data = encode(wire.Presence(here, sum(each.member is None for each in self.listeners)))
        for listener in listeners:
            listener.send(data)

    def send_all(self, message: wire.AnyMessage) -> None:
        """Tell everybody who is here the same."""
        data = encode(message)
        for listener in self.listeners:
            listener.send(data)


def seated(room: Room) -> dict[int, int]:
    """Who sits where."""
    return {seat.member: number for number, seat in enumerate(room.seats) if seat.member is not None}
