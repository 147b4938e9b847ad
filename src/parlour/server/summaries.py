"""Summaries: what lists and timers need to know of a table, kept beside its log."""

from parlour.server.store import TableSummary
from parlour.table import schedule
from parlour.table.room import Room

RESCUE = 10.0  # seconds after which a computer player that has not acted is looked for


def summary(room: Room, plan: schedule.Agenda | None = None) -> TableSummary:
    """The summary of a table, for which this is planned."""
    plan = plan or schedule.plan(room)
    at = plan.due
    if at is None and plan.thinkers:
        at = room.touched + RESCUE
    free = sum(1 for seat in room.seats if seat.member is None and not seat.bot)
    return TableSummary(
        game=room.game.name,
        phase=room.phase,
        public=room.settings.public,
        title=room.settings.title,
        seats=len(room.seats),
        free=free,
        due=at,
        touched=room.noticeable,
    )
