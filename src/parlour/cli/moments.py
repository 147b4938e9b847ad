"""The moments of a table, for somebody who wants to set it back to one of them: as a spectator was told of them."""

from collections.abc import Sequence
from typing import NamedTuple

from parlour.table import facts
from parlour.table.restoring import restored_to
from parlour.table.room import Room
from parlour.table.telling import Teller, take, welcome
from parlour.terminal.visit import Visit


class ToldStep(NamedTuple):
    """A step of a table: its number, when it was, and what a spectator was told."""

    step: int
    at: float
    told: str


def moments(table: str, log: Sequence[facts.Step]) -> list[ToldStep]:
    """All moments of a table, up to where its log cannot be played again."""
    room, visit, found = Room(table), Visit(), list[ToldStep]()
    for number, step in enumerate(log):
        try:
            if back := restored_to(step):
                room = Room.of(table, log[: number + 1])
                visit.welcome(welcome(room, None))
                found.append(ToldStep(number, step.at, f"The table is set back to step {back.lines - 1}."))
            else:
                found.append(ToldStep(number, step.at, tell(room, visit, step)))
        except Exception as error:  # whatever has spoilt the table
            found.append(ToldStep(number, step.at, f"This cannot be played again: {error}"))
            break
    return found


def tell(room: Room, visit: Visit, step: facts.Step) -> str:
    """Let a room take a step; what a spectator was told of it."""
    lines, first = len(visit.lines), room.steps == 0
    told = take(room, step)
    if first:
        visit.welcome(welcome(room, None))
    for update in Teller(room, [told]).updates(None):
        visit.update(update)
    return " ".join(line.text for line in visit.lines[lines:])
