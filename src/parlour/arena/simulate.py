"""Playing a series, handing each chunk to whoever keeps or counts it, and stopping cleanly when asked."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from parlour.arena.series import Chunk, Plan, chunks
from parlour.arena.summary import Summary


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


@contextmanager
def interrupts_noted() -> Iterator[threading.Event]:
    """Ctrl-C only sets a flag meanwhile, so that nothing is left half done; where it is ignored, it stays ignored."""
    flag = threading.Event()
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        yield flag
        return
    before = signal.signal(signal.SIGINT, lambda *_: flag.set())
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)
