"""Playing a series, handing each chunk to what keeps or counts it, and stopping cleanly when asked."""

from collections.abc import Callable, Iterable
from typing import Protocol

from parlour.arena.series import Chunk, Plan, chunks
from parlour.arena.summary import Summary
from parlour.core.interrupts import interrupts_noted


class Keeper(Protocol):
    """Somebody who keeps matches as they are played, such as a file."""

    def add(self, chunk: Chunk) -> None:
        """Keep a chunk."""


def simulate(
    plan: Plan, keepers: Iterable[Keeper] = (), progress: Callable[[Summary], None] = lambda summary: None
) -> Summary:
    """Play a series and sum it up; Ctrl-C ends it early, and what was played until then counts."""
    summary = Summary(plan)
    keepers = tuple(keepers)
    with interrupts_noted() as interrupted:
        for chunk in chunks(plan):
            summary.add(chunk)
            for keeper in keepers:
                keeper.add(chunk)
            progress(summary)
            if interrupted.is_set():
                summary.interrupted = True
                break
    return summary
