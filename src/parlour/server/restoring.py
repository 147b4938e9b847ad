"""Restoring one table while servers serve it: from the log in the database, or with that of a backup.

It is one more line of the table's log, written as a server would write it, so servers that have the table open hear of
it as of any line of another server.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from parlour.core.contract import TABLE
from parlour.errors import StoreError
from parlour.server.storage.backups import steps_of
from parlour.server.storage.lines import Line
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.table import facts
from parlour.table.restoring import last_restore
from parlour.table.room import OVER, PAUSED, PLAYING, Room

TRIES = 20  # times that a server may write to the table first

Log = Sequence[facts.Step]


class Restoration(NamedTuple):
    """What was done: the step that the table stands at, how many were undone, how many the database did not have."""

    step: int
    undone: int
    added: int


class Logs(NamedTuple):
    """The log of a table: what the database has of it, and a backup, and all of it."""

    kept: list[bytes]
    saved: list[bytes]
    steps: list[facts.Step]

    @property
    def whole(self) -> list[bytes]:
        """The longer one."""
        return max(self.kept, self.saved, key=len)


async def log_of(url: str, table: str, file: Path | None = None) -> Logs:
    """The log of a table, from a database and, if there is one, a backup."""
    saved = steps_of(file, table) if file else []
    store = await Store.open(url, must_exist=True)
    try:
        return joined(table, await store.read(table), saved)
    finally:
        await store.close()


async def restore_table(
    url: str, table: str, choose: Callable[[Logs], int], now: float, file: Path | None = None
) -> Restoration:
    """Let a table stand as it did after the step that is chosen, or leave it as it is and say why."""
    saved = steps_of(file, table) if file else []
    store = await Store.open(url, must_exist=not file)
    try:
        for _ in range(TRIES):
            logs = joined(table, await store.read(table), saved)
            lines = choose(logs) + 1
            line = restoring_line(table, logs, lines, now)
            if await store.keep(line):
                return Restoration(lines - 1, len(logs.whole) - lines, len(line.steps) - 1)
    finally:
        await store.close()
    raise StoreError("servers were always faster; try again")


def joined(table: str, kept: list[bytes], saved: list[bytes]) -> Logs:
    """One log of what a database and a backup have: one of them must go on from the other."""
    common = min(len(kept), len(saved))
    if kept[:common] != saved[:common]:
        raise StoreError(
            f"the table {table} is not the same in the backup as in the database: the one does not go on from the "
            f"other. `parlour restore FILE` reads the whole backup into an empty database"
        )
    logs = Logs(kept, saved, [])
    if not logs.whole:
        raise StoreError(f"there is no table {table[:40]!r} in this {'backup, or ' if saved else ''}database")
    for number, data in enumerate(logs.whole):
        try:
            logs.steps.append(facts.unpack(data))
        except msgspec.MsgspecError as error:
            raise StoreError(f"step {number} of the table {table} cannot be read: {error}") from error
    return logs


def restoring_line(table: str, logs: Logs, lines: int, now: float) -> Line:
    """What is written: what the database does not have of the log, and the line that sets the table back."""
    whole, steps = logs.whole, logs.steps
    if lines > len(whole):
        raise StoreError(f"the table has steps 0 to {len(whole) - 1}, and no step {lines - 1}")
    if lines == len(logs.kept) == len(whole):
        raise StoreError(f"the table stands at step {lines - 1} now, so there is nothing to undo")
    room = as_far_as_it_goes(table, steps)
    must_not_be_over(room)
    must_have_begun(Room.of(table, steps[:lines]))
    must_not_deal_again(room, steps, lines)
    fact = facts.Restored(lines, room.number + len(steps) - room.steps)
    step = facts.Step(max(now, steps[-1].at), (fact,))
    after = Room.of(table, [*steps, step])
    return Line(table, len(logs.kept), (*whole[len(logs.kept) :], facts.pack(step)), summary(after))


# --- What is refused ------------------------------------------------------------------------------------------------


def as_far_as_it_goes(table: str, log: Log) -> Room:
    """The room that a log has made, up to where it cannot be played again."""
    last = last_restore(log)
    first = 0 if last is None else last[0] + 1
    room = Room.of(table, log[:first])
    for step in log[first:]:
        try:
            room.take(step)
        except Exception:  # whatever has spoilt the table
            break
    return room


def must_not_be_over(room: Room) -> None:
    """`StoreError` if all cards can be known."""
    if room.phase == OVER:
        raise StoreError(
            "the match at that table is over, and with it the secret of its deal was shown: people would play on with "
            "cards that they know. They can play another match, by a rematch"
        )


def must_have_begun(room: Room) -> None:
    """`StoreError` unless a match was under way."""
    if room.phase not in (PLAYING, PAUSED):
        raise StoreError("the match had not begun then, so there is nothing to go back to; open a new table instead")


def must_not_deal_again(room: Room, log: Log, lines: int) -> None:
    """`StoreError` if something was dealt since: the same would be dealt again, and people have seen it."""
    if room.game.evaluation is not None:  # a game without secrets
        return
    dealt = [place for place in range(lines, len(log)) if deals(room, log[place])]
    if dealt:
        raise StoreError(
            "cards have been dealt since then, and the same would be dealt again to people who have seen them; you can "
            f"go back to step {dealt[-1]}, or a later one"
        )


def deals(room: Room, step: facts.Step) -> bool:
    """Whether the world did more than tick."""
    return any(
        type(fact) is facts.Acted and fact.seat == TABLE and {*fact.actions} != {room.ticks} for fact in step.facts
    )
