"""What each viewer is told: everything goes through here before it leaves the table, and nothing else does.

A viewer is a seat or a spectator. Who may see what of the match was decided by the rules (`Match.view`,
`Match.events`); of the table itself all is public but the secret of the deal, until the end, tokens, codes and the
password.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, singledispatch
from typing import Any

from parlour.core.events import SEEN
from parlour.core.texts import show_event
from parlour.core.texts import viewer as as_viewer
from parlour.table import facts, wire
from parlour.table.room import OVER, Room, Viewer
from parlour.table.schedule import deadline

# Facts that are told as they are. Whatever is not here, nor has words of its own below, is nobody's business.
TOLD = (
    facts.Left, facts.Hosting, facts.Renamed, facts.Sat, facts.Stood, facts.Placed, facts.Unplaced, facts.Called,
    facts.Warned, facts.Voted, facts.Paused, facts.Resumed, facts.Resigned, facts.Ended, facts.Rematched,
    facts.Stretched, facts.Said, facts.Muted,
)  # fmt: skip


def welcome(room: Room, member: int | None) -> wire.Welcome:
    """Everything as it stands, for a member or a guest."""
    seat = room.seat_of(member)
    return wire.Welcome(room.number, member, seat, table_view(room), match_view(room, seat), deadline(room, seat))


def update(room: Room, step: facts.Step, rows: int, viewer: Viewer) -> wire.Update:
    """What the step that the room took last tells a viewer; there were so many events in the match before it."""
    return Teller(room, step, rows).update(viewer)


class Teller:
    """Tells the step that a room took last. What is the same for several viewers is worked out once."""

    def __init__(self, room: Room, step: facts.Step, rows: int) -> None:
        self.room = room
        self.actors = {fact.seat for fact in step.facts if type(fact) is facts.Acted}
        self._kinds = {type(fact) for fact in step.facts}
        self._facts = step.facts
        self._rows = [] if room.match is None else room.match.event_rows(rows)
        self._shown: dict[tuple[int, ...], list[Any]] = {}
        self._table = table_view(room) if room.tabled else None

    def update(self, viewer: Viewer) -> wire.Update:
        """What a viewer is told."""
        room = self.room
        acted = room.noticed or viewer in self.actors
        return wire.Update(
            n=room.number,
            news=self._news if acted else self._quiet_news,
            events=self._events(viewer) if acted else [],
            table=self._table,
            match=match_view(room, viewer) if acted or self.did(facts.Sat, facts.Stood) else None,
            deadline=deadline(room, viewer),
        )

    def did(self, *kinds: type[facts.Fact]) -> bool:
        """Whether the step had facts of these kinds."""
        return not self._kinds.isdisjoint(kinds)

    @cached_property
    def _news(self) -> list[dict[str, Any]]:
        return [made for fact in self._facts if (made := news(fact)) is not None]

    @cached_property
    def _quiet_news(self) -> list[dict[str, Any]]:
        """The news for who may not know that somebody acted."""
        return [made for fact in self._facts if type(fact) is not facts.Acted and (made := news(fact)) is not None]

    def _events(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The events as a viewer may see them: the same for all who may see the same of them."""
        place = as_viewer(viewer)
        seen = tuple([(row[SEEN] >> place) & 1 for row in self._rows])
        if seen not in self._shown:
            self._shown[seen] = [show_event(self.room.game, row, place) for row in self._rows]
        return self._shown[seen]


@dataclass
class Told:
    """A step that was told, and where the match was before it."""

    number: int
    step: facts.Step
    rows: int
    until: int


def retell(room: Room, told: Told, viewer: Viewer) -> wire.Update:
    """What a step told, for somebody who was away: what happened, without how everything stood then."""
    events = room.running.events(viewer, told.rows)[: max(0, told.until - told.rows)]
    told_news = [made for fact in told.step.facts if (made := news(fact)) is not None]
    return wire.Update(told.number, told_news, events, None, None, None)


def forgets(room: Room) -> bool:
    """Whether who was away is told no past events, but only how everything stands: in a game whose events fade, while
    the hand lasts (C-18)."""
    fading = any(kind.fades for kind in room.game.view.EVENTS.values())
    return fading and room.phase != OVER and not room.dealing


def match_view(room: Room, viewer: Viewer) -> dict[str, Any] | None:
    """The match as a viewer may see it."""
    return None if room.match is None else room.match.view(viewer)


def table_view(room: Room) -> wire.TableView:
    """The table, the same for everybody."""
    return wire.TableView(
        id=room.id,
        game=room.game.name,
        title=room.settings.title,
        phase=room.phase,  # type: ignore[arg-type]
        seats=[seat_view(room, seat) for seat in range(len(room.seats))],
        members=[wire.MemberView(each.id, each.name, each.host, each.muted) for each in room.present],
        options=room.options,
        settings=room.settings,
        locked=bool(room.lock),
        commitment=room.deal.commitment,
        entropy=[room.entropy[member].hex() for member in sorted(room.entropy)],
        votes=room.votes,
        stretch=room.stretch,
        continued=room.position is not None,
        ended=room.ended,
        next=room.next,
        secret=room.deal.secret.hex() if room.phase == OVER else "",
    )


def seat_view(room: Room, number: int) -> wire.SeatView:
    """A seat as everybody sees it."""
    seat = room.seats[number]
    whole = room.settings.clock.match
    left = max(0.0, whole * room.stretch - seat.spent) if whole else None
    standing_in = seat.member is not None and bool(seat.bot)
    resigned = seat.member is not None and room.members[seat.member].resigned
    return wire.SeatView(room.name_of(number), seat.member, seat.bot, standing_in, resigned, left)


@singledispatch
def news(fact: facts.Fact) -> dict[str, Any] | None:
    """A fact as everybody is told it; None if it is nobody's business."""
    if not isinstance(fact, TOLD):
        return None
    fields: Sequence[str] = fact.__struct_fields__
    return {"is": type(fact).__name__.lower()} | {name: getattr(fact, name) for name in fields}


@news.register
def _(fact: facts.Begun) -> dict[str, Any]:
    return {"is": "begun"}


@news.register
def _(fact: facts.Joined) -> dict[str, Any]:
    return {"is": "joined", "member": fact.member, "name": fact.name}


@news.register
def _(fact: facts.Acted) -> dict[str, Any]:
    """What was done is told by the events of the match."""
    return {"is": "acted", "seat": fact.seat, "by": fact.by}


@news.register
def _(fact: facts.Stirred) -> dict[str, Any]:
    return {"is": "stirred", "member": fact.member, "entropy": fact.entropy.hex()}


@news.register
def _(fact: facts.TakenBack) -> dict[str, Any]:
    """How many moves are left would tell how many there were, private ones included."""
    return {"is": "taken_back"}
