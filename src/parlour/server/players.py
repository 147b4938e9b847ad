"""Computer players at their tables: they are asked, think, and act if that is still asked of them."""

import asyncio
from typing import TYPE_CHECKING

from parlour.server.tables import Ask, Outcome, Table, report
from parlour.table import facts, schedule
from parlour.table.asked import Decision
from parlour.table.room import Room

if TYPE_CHECKING:
    from parlour.server.hub import Hub


def ask(hub: "Hub", table: Table, thinkers: list[schedule.Thinker]) -> None:
    """Let those think who are to act and do not yet."""
    for thinker in thinkers:
        task = (len(table.room.running.moves), thinker.seat)
        if task not in table.thinking:
            table.thinking.add(task)
            think(hub, table, thinker, task)


def think(hub: "Hub", table: Table, thinker: schedule.Thinker, task: tuple[int, int]) -> None:
    """Let a computer player act: at once, if it never thinks and may."""
    action = hub.thinking.at_once(table.room, thinker) if thinker.not_before <= hub.now() else None
    if action is None:
        hub.start(ponder(hub, table, thinker, task))
    else:
        act(hub, table, thinker, task, action)


async def ponder(hub: "Hub", table: Table, thinker: schedule.Thinker, task: tuple[int, int]) -> None:
    """Let a computer player think, then act."""
    try:
        action = await hub.thinking.choose(table.room, thinker)
        if (wait := schedule.shown_at(table.room, thinker, hub.now()) - hub.now()) > 0:
            await asyncio.sleep(wait)
    except BaseException:
        table.thinking.discard(task)
        raise
    act(hub, table, thinker, task, action)


def act(hub: "Hub", table: Table, thinker: schedule.Thinker, task: tuple[int, int], action: int | None) -> None:
    """Let a computer player do something, if it still may, and is still asked what it has thought about."""
    acted = False

    def make(room: Room, now: float) -> Decision:
        nonlocal acted
        seat = thinker.seat
        acted = schedule.still_asked(room, thinker) and schedule.not_before(room, seat) <= now
        acted = acted and action in room.running.legal_ids(seat)
        return Decision([facts.Acted(seat, (action,), "bot")] if acted and action is not None else [])

    def then(outcome: Outcome) -> None:
        table.thinking.discard(task)
        report(outcome)
        if not acted and not table.thinking:
            asyncio.get_running_loop().call_soon(hub.attend, table)

    hub.ask(table, Ask(make, then, plain=True))
