"""What each viewer is told: everything goes through here before it leaves the table, and nothing else does.

A viewer is a seat or a spectator. Who may see what of the match was decided by the rules (`Match.view`,
`Match.events`); of the table itself all is public but the secret of the deal, until the end, tokens, codes and the
password.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, singledispatch
from typing import Any

from parlour.core.events import SEEN
from parlour.core.texts import show_event
from parlour.core.texts import viewer as as_viewer
from parlour.table import facts, invitations, wire
from parlour.table.room import GATHERING, OVER, Room, Viewer
from parlour.table.schedule import deadline, stands_until

# Facts that are told as they are. Whatever is not here, nor has words of its own below, is nobody's business.
TOLD = (
    facts.Left, facts.Hosting, facts.Renamed, facts.Sat, facts.Stood, facts.Swapped, facts.SeatWished, facts.Placed,
    facts.Unplaced, facts.Called, facts.Warned, facts.Voted, facts.Readied, facts.Counting, facts.Onward, facts.Paced,
    facts.Paused, facts.Resumed, facts.Resigned, facts.Ended, facts.Rematched, facts.Stretched, facts.Said, facts.Muted,
)  # fmt: skip
SEATING = (facts.Sat, facts.Stood, facts.Swapped)  # somebody sees with other eyes after it


def welcome(room: Room, member: int | None) -> wire.Welcome:
    """Everything as it stands, for a member or a guest."""
    seat = room.seat_of(member)
    return wire.Welcome(room.number, member, seat, table_view(room), match_view(room, seat), deadline(room, seat))


@dataclass(slots=True)
class Told:
    """A step that a room has taken, to be told: its number, the events of the match that it brought, who noticed it."""

    step: facts.Step
    number: int
    rows: int
    until: int
    private: bool  # only those who acted know of it
    noticed: bool  # everybody could notice what it did in the match
    tabled: bool  # it changed something of the table besides the match


def take(room: Room, step: facts.Step) -> Told:
    """Let a room take a step, and note what there is to tell of it."""
    number, rows = room.number, room.rows
    room.take(step)
    return Told(step, room.number, rows, room.rows, room.number == number, room.noticed, room.tabled)


class Teller:
    """Tells the steps that a room took last, all at once. What is the same for several viewers is worked out once."""

    def __init__(self, room: Room, told: Sequence[Told]) -> None:
        self.room = room
        rows = [] if room.match is None else room.match.event_rows(told[0].rows)
        self._parts = [Part(room, each, rows[each.rows - told[0].rows :]) for each in told]
        self._kinds = {type(fact) for each in told for fact in each.step.facts}
        self._table = table_view(room) if any(each.tabled for each in told) else None

    def updates(self, viewer: Viewer) -> list[wire.Update]:
        """What a viewer is told, step by step; with the last of them, how everything stands."""
        parts = [part for part in self._parts if viewer in part.actors or not part.told.private]
        updates = [part.update(viewer) for part in parts]
        if updates:
            last = updates[-1]
            last.table = self._table
            if any(part.moves(viewer) for part in parts):
                last.match = match_view(self.room, viewer)
            last.deadline = deadline(self.room, viewer)
        return updates

    def did(self, *kinds: type[facts.Fact]) -> bool:
        """Whether there were facts of these kinds."""
        return not self._kinds.isdisjoint(kinds)


class Part:
    """One of the steps that are told."""

    def __init__(self, room: Room, told: Told, rows: Sequence[Sequence[int]]) -> None:
        self.told = told
        self.actors = {fact.seat for fact in told.step.facts if type(fact) is facts.Acted}
        self._news = [made for fact in told.step.facts if (made := teller_of(type(fact))(fact)) is not None]
        self._game = room.game
        self._rows = rows[: told.until - told.rows]
        self._shown: dict[tuple[int, ...], list[Any]] = {}

    def update(self, viewer: Viewer) -> wire.Update:
        """What a viewer is told has happened."""
        acted = self.told.noticed or viewer in self.actors
        if acted:
            return wire.Update(self.told.number, self._news, self._events(viewer), None, None, None)
        quiet = [each for each in self._news if each["is"] != "acted"]  # the viewer may not know that somebody acted
        return wire.Update(self.told.number, quiet, [], None, None, None)

    def moves(self, viewer: Viewer) -> bool:
        """Whether a viewer sees another match after it, or with other eyes."""
        told = self.told
        return told.noticed or viewer in self.actors or any(type(fact) in SEATING for fact in told.step.facts)

    def _events(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The events as a viewer may see them: the same for all who may see the same of them."""
        place = as_viewer(viewer)
        seen = tuple([(row[SEEN] >> place) & 1 for row in self._rows])
        if seen not in self._shown:
            self._shown[seen] = [show_event(self._game, row, place) for row in self._rows]
        return self._shown[seen]


def retell(room: Room, told: Told, viewer: Viewer) -> wire.Update:
    """What a step told, for somebody who was away: what happened, without how everything stood then."""
    rows = room.running.event_rows(told.rows)
    return Part(room, told, rows).update(viewer)


def forgets(room: Room) -> bool:
    """Whether who was away is told no past events, but only how everything stands: in a game whose events fade, while
    the hand lasts (C-18)."""
    fading = any(kind.fades for kind in room.game.table.EVENTS.values())
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
        members=[wire.MemberView(each.id, each.name, each.host, each.muted, each.shares) for each in room.present],
        options=room.options,
        settings=room.settings,
        locked=bool(room.lock),
        commitment=room.deal.commitment,
        entropy=[room.entropy[member].hex() for member in sorted(room.entropy)],
        votes=room.votes,
        wish=room.wish and wire.Wished(*room.wish),
        stands=stands(room),
        course=[list(scores) for _, scores in room.course],
        words=invitations.words(room.id) if room.phase == GATHERING else {},
        stretch=room.stretch,
        continued=room.position is not None,
        ended=room.ended,
        next=room.next,
        secret=room.deal.secret.hex() if room.phase == OVER else "",
    )


def stands(room: Room) -> wire.Stands | None:
    """The result that stands, or the market that is about to open."""
    return None if room.standing is None else wire.Stands(stands_until(room), sorted(room.ready))


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
    return {"is": fact.__struct_config__.tag} | {name: getattr(fact, name) for name in fields}


@news.register
def _begun(fact: facts.Begun) -> dict[str, Any]:
    return {"is": "begun"}


@news.register
def _joined(fact: facts.Joined) -> dict[str, Any]:
    return {"is": "joined", "member": fact.member, "name": fact.name}


@news.register
def _acted(fact: facts.Acted) -> dict[str, Any]:
    """What was done is told by the events of the match."""
    return {"is": "acted", "seat": fact.seat, "by": fact.by}


@news.register
def _stirred(fact: facts.Stirred) -> dict[str, Any]:
    return {"is": "stirred", "member": fact.member, "entropy": fact.entropy.hex()}


@news.register
def _taken_back(fact: facts.TakenBack) -> dict[str, Any]:
    """How many moves are left would tell how many there were, private ones included."""
    return {"is": "taken_back"}


@news.register
def _restored(fact: facts.Restored) -> dict[str, Any]:
    """How everything stands is told with it."""
    return {"is": "restored"}


def restored(room: Room) -> wire.Update:
    """What everybody is told of a table that has been set back, before they are told how everything stands."""
    return wire.Update(room.number, [{"is": "restored"}], [], None, None, None)


teller_of = cache(news.dispatch)  # by the kind of a fact; `news` itself takes five times as long to find it
