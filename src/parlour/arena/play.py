"""Playing a tournament: matches from an engine, into a journal, to the standings, and everything into a folder."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeAlias

from parlour import bots
from parlour.arena.batches import Batches
from parlour.arena.journal import Journal
from parlour.arena.local import play_here, play_local
from parlour.arena.referee import Result
from parlour.arena.standings import Standings
from parlour.arena.tournament import Tournament
from parlour.core.interrupts import interrupts_noted
from parlour.errors import OptionError

Engine: TypeAlias = Callable[[Tournament, Batches], Iterator[Result | None]]

ENGINES = ("local", "ray")


def run(
    tournament: Tournament,
    *,
    engine: str = "local",
    workers: int | None = None,
    address: str | None = None,
    out: Path | None = None,
    progress: Callable[[Standings], None] = lambda standings: None,
) -> Standings:
    """Play a tournament, or go on with the one in the folder `out`; Ctrl-C ends it early.

    `workers` is the number of processes, all cores for None; with 0 workers it is played in this process.
    """
    check_bots(tournament)
    standings = Standings(tournament)
    with ExitStack() as stack:
        journal = None if out is None else stack.enter_context(Journal(out, tournament))
        for done in journal.results() if journal else ():
            standings.add(done)
        played = standings.played
        todo = [number for number in range(tournament.total) if number not in played]
        if todo and not standings.decided:
            player, count = engine_of(engine, workers, address)
            results = stack.enter_context(closing(player(tournament, Batches(todo, count))))  # type: ignore[type-var]
            interrupted = stack.enter_context(interrupts_noted())
            for result in results:
                if result is not None:
                    standings.add(result)
                    if journal is not None:
                        journal.add(result)
                progress(standings)
                standings.interrupted = interrupted.is_set()
                if standings.interrupted or standings.decided:
                    break
    return standings


def check_bots(tournament: Tournament) -> None:
    """`UnknownBot`, or whatever else a bot has to say, before anything is played."""
    for name in tournament.bots:
        bots.make(tournament.game, name, 0).close()


def engine_of(name: str, workers: int | None, address: str | None) -> tuple[Engine, int]:
    """How matches are played, and by how many at a time."""
    if name not in ENGINES:
        raise OptionError(f"there is no engine {name[:40]!r}; there are {', '.join(ENGINES)}")
    if workers is not None and workers < 0:
        raise OptionError(f"there cannot be {workers} workers")
    if name == "ray":
        from parlour.arena.cluster import engine

        return engine(workers, address)
    if address is not None:
        raise OptionError("an address is for the engine ray")
    return (play_here, 1) if workers == 0 else (play_local, workers or cores())


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
